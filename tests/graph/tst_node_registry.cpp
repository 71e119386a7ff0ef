// SPDX-License-Identifier: Apache-2.0
// Every schema there is keeps the rules that editor, pages and messages rely on.
#include <sartor/graph/schema.h>

#include <QtTest>

#include <algorithm>
#include <set>
#include <string>
#include <tuple>

using namespace sartor::graph;

namespace {

QString text(std::string_view view) {
    return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
}

bool isId(std::string_view id) {
    return !id.empty() && id.front() >= 'a' && id.front() <= 'z' &&
           std::all_of(id.begin(), id.end(), [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
           });
}

bool isSentence(std::string_view doc) {
    return doc.size() > 5 && doc.front() >= 'A' && doc.front() <= 'Z' && doc.back() == '.';
}

/// What is wrong with one of them, or nothing.
QString faultOf(std::span<const ParamSchema> params) {
    std::set<std::string_view> ids;
    for (const ParamSchema& param : params) {
        const auto fault = [&](const char* what) { return text(param.id) + ": " + what; };
        if (!isId(param.id) || !ids.insert(param.id).second) {
            return fault("not an id of its own");
        }
        if (!isSentence(param.doc)) {
            return fault("its doc is no sentence");
        }
        if (!(param.minimum <= param.maximum) || param.number < param.minimum ||
            param.number > param.maximum) {
            return fault("its default is out of its range");
        }
        const bool isChoice = param.type == ParamType::Choice;
        if (isChoice != !param.choices.empty()) {
            return fault("choices and their type do not agree");
        }
        if (isChoice && !param.isRequired && !param.isList &&
            std::find(param.choices.begin(), param.choices.end(), param.text) ==
                param.choices.end()) {
            return fault("its default is no choice");
        }
        if ((param.type == ParamType::Object) != !param.fields.empty()) {
            return fault("fields and their type do not agree");
        }
        if (const QString field = faultOf(param.fields); !field.isEmpty()) {
            return text(param.id) + ": " + field;
        }
    }
    return {};
}

} // namespace

class TstNodeRegistry : public QObject {
    Q_OBJECT

private slots:
    void schemasAreSortedAndFoundByTheirIds();
    void everySchemaIsComplete_data();
    void everySchemaIsComplete();
    void typesHaveNames();
};

void TstNodeRegistry::schemasAreSortedAndFoundByTheirIds() {
    QVERIFY(nodeSchemas().size() >= 2);
    std::set<std::string_view> ids;
    for (std::size_t i = 0; i < nodeSchemas().size(); ++i) {
        const NodeSchema& schema = *nodeSchemas()[i];
        QVERIFY(ids.insert(schema.id).second);
        QCOMPARE(findNodeSchema(schema.id), &schema);
        if (i > 0) {
            const NodeSchema& before = *nodeSchemas()[i - 1];
            QVERIFY(std::tie(before.category, before.title) <
                    std::tie(schema.category, schema.title));
        }
    }
    QVERIFY(findNodeSchema("no such node") == nullptr);
}

void TstNodeRegistry::everySchemaIsComplete_data() {
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < nodeSchemas().size(); ++i) {
        QTest::newRow(qPrintable(text(nodeSchemas()[i]->id))) << static_cast<int>(i);
    }
}

void TstNodeRegistry::everySchemaIsComplete() {
    QFETCH(int, index);
    const NodeSchema& schema = *nodeSchemas()[static_cast<std::size_t>(index)];
    QVERIFY(isId(schema.id));
    QVERIFY(!schema.title.empty() && !schema.category.empty());
    QVERIFY(isSentence(schema.doc));
    QCOMPARE(faultOf(schema.params), QString());
    std::set<std::string_view> pins;
    for (const InputSchema& input : schema.inputs) {
        QVERIFY2(isId(input.id) && pins.insert(input.id).second, qPrintable(text(input.id)));
        QVERIFY2(isSentence(input.doc), qPrintable(text(input.id)));
        QVERIFY2(input.number >= input.minimum && input.number <= input.maximum,
                 qPrintable(text(input.id)));
        QVERIFY2(input.fields.empty() || input.count == InputCount::Many,
                 qPrintable(text(input.id)));
        QCOMPARE(faultOf(input.fields), QString());
        // In documents these stand beside the fields and say where the input comes from.
        for (const ParamSchema& field : input.fields) {
            QVERIFY2(field.id != "node" && field.id != "pin" && field.id != "parameter" &&
                         field.id != "value",
                     qPrintable(text(field.id)));
        }
    }
    QVERIFY(!schema.outputs.empty());
    pins.clear();
    for (const OutputSchema& output : schema.outputs) {
        QVERIFY(isId(output.id) && pins.insert(output.id).second && isSentence(output.doc));
    }
}

void TstNodeRegistry::typesHaveNames() {
    std::set<std::string_view> names;
    for (int type = 0; type <= static_cast<int>(ParamType::Object); ++type) {
        QVERIFY(names.insert(nameOf(static_cast<ParamType>(type))).second);
    }
    QVERIFY(!names.contains(""));
    QCOMPARE(text(nameOf(PinType::Pose)), QString("pose"));
    QCOMPARE(text(nameOf(PinType::Float)), QString("float"));
    QCOMPARE(text(nameOf(PinType::Bool)), QString("bool"));
    QCOMPARE(text(nameOf(PinType::Vector3)), QString("vector3"));
}

QTEST_APPLESS_MAIN(TstNodeRegistry)
#include "tst_node_registry.moc"
