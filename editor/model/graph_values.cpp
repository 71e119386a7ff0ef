// SPDX-License-Identifier: Apache-2.0
// Values of params and fields as the schema has them: defaults, and what people read.
#include "editor/model/graph_values.h"

#include "editor/model/text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <utility>

namespace sartor::editor {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("sartor::editor::graphValues", text);
}

} // namespace

graph::Value defaultValue(const graph::ParamSchema& param) {
    if (param.isList) {
        return graph::List{};
    }
    switch (param.type) {
    case graph::ParamType::Bool:
        return param.number != 0.0;
    case graph::ParamType::Float:
    case graph::ParamType::Integer:
        return param.number;
    case graph::ParamType::Vector2:
        return graph::List{param.number, param.number};
    case graph::ParamType::Vector3:
        return graph::List{param.number, param.number, param.number};
    case graph::ParamType::Choice:
    case graph::ParamType::Text:
    case graph::ParamType::Joint:
    case graph::ParamType::Clip:
    case graph::ParamType::Parameter:
        return std::string(param.text);
    case graph::ParamType::Object:
        return defaultRecord(param.fields);
    }
    return {};
}

graph::Value valueIn(const graph::Record& record, const graph::ParamSchema& param) {
    const graph::Value* given = graph::find(record, param.id);
    return given == nullptr ? defaultValue(param) : *given;
}

void setIn(graph::Record& record, const graph::ParamSchema& param, graph::Value value) {
    if (value != defaultValue(param) || param.isRequired) {
        graph::set(record, param.id, std::move(value));
        return;
    }
    std::erase_if(record, [&param](const auto& member) { return member.first == param.id; });
}

graph::Record defaultRecord(std::span<const graph::ParamSchema> fields) {
    graph::Record record;
    for (const graph::ParamSchema& field : fields) {
        if (field.isRequired) {
            record.emplace_back(std::string(field.id), defaultValue(field));
        }
    }
    return record;
}

const graph::ParamSchema* findParam(std::span<const graph::ParamSchema> params,
                                    std::string_view id) {
    const auto found = std::find_if(
        params.begin(), params.end(), [id](const auto& param) { return param.id == id; });
    return found == params.end() ? nullptr : &*found;
}

bool isPlace(const graph::ParamSchema& field) {
    return field.id == "at" && field.type == graph::ParamType::Vector2;
}

QString valueText(const graph::Value& value) {
    if (const auto* truth = value.truth()) {
        return *truth ? tr("on") : tr("off");
    }
    if (const auto* number = value.number()) {
        return QString::number(*number, 'g', 6);
    }
    if (const auto* text = value.text()) {
        return toQString(*text);
    }
    if (const auto* list = value.list()) {
        const bool isOfNumbers =
            !list->empty() && std::all_of(list->begin(), list->end(), [](const auto& entry) {
                return entry.number() != nullptr;
            });
        if (!isOfNumbers) {
            return list->size() == 1 ? tr("1 entry") : tr("%1 entries").arg(list->size());
        }
        QStringList numbers;
        for (const graph::Value& entry : *list) {
            numbers << valueText(entry);
        }
        return numbers.join(QStringLiteral(", "));
    }
    if (const auto* record = value.record()) {
        QStringList members;
        for (const auto& [key, member] : *record) {
            members << tr("%1 %2").arg(toQString(key), valueText(member));
        }
        return members.join(QStringLiteral(", "));
    }
    return {};
}

QString liveText(const graph::PinValue& value) {
    switch (value.type) {
    case graph::PinType::Pose:
        break;
    case graph::PinType::Float:
        return QString::number(static_cast<double>(value.number()), 'f', 2);
    case graph::PinType::Bool:
        return value.truth() ? tr("on") : tr("off");
    case graph::PinType::Vector3:
        return QStringLiteral("%1, %2, %3")
            .arg(static_cast<double>(value.vector.x), 0, 'f', 2)
            .arg(static_cast<double>(value.vector.y), 0, 'f', 2)
            .arg(static_cast<double>(value.vector.z), 0, 'f', 2);
    }
    return {};
}

QString paramTitle(std::string_view id) {
    QString title = toQString(id);
    title.replace(u'_', u' ');
    if (!title.isEmpty()) {
        title[0] = title[0].toUpper();
    }
    return title;
}

} // namespace sartor::editor
