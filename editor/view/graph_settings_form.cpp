// SPDX-License-Identifier: Apache-2.0
// What is set on a graph as a whole: its root motion, and the events and markers of clips.
#include "editor/view/graph_settings_form.h"

#include "editor/model/graph_values.h"
#include "editor/model/text.h"
#include "editor/view/form_parts.h"
#include "editor/view/graph_param_editor.h"

#include <QCheckBox>
#include <QComboBox>
#include <QVBoxLayout>

#include <array>
#include <utility>

namespace sartor::editor {

namespace {

/// Times with names in a clip, as a list of records.
constexpr graph::ParamSchema kNamedTimeFields[] = {
    {.id = "name", .type = graph::ParamType::Text, .isRequired = true},
    {.id = "time",
     .type = graph::ParamType::Float,
     .doc = "In the clip",
     .unit = "s",
     .minimum = 0.0,
     .isRequired = true}};

graph::Value listOf(const std::vector<graph::NamedTime>& times) {
    graph::List list;
    for (const graph::NamedTime& each : times) {
        list.push_back(graph::Record{{"name", each.name}, {"time", each.time}});
    }
    return list;
}

std::vector<graph::NamedTime> namedTimes(const graph::Value& value) {
    std::vector<graph::NamedTime> times;
    for (const graph::Value& entry : value.list() == nullptr ? graph::List() : *value.list()) {
        graph::NamedTime time;
        if (const auto* record = entry.record()) {
            const graph::Value* name = graph::find(*record, "name");
            const graph::Value* seconds = graph::find(*record, "time");
            time.name = name != nullptr && name->text() != nullptr ? *name->text() : std::string();
            time.time = seconds != nullptr && seconds->number() != nullptr ? *seconds->number() : 0;
        }
        times.push_back(std::move(time));
    }
    return times;
}

graph::ClipDefinition clipOf(const graph::GraphDefinition& definition, const std::string& name) {
    for (const graph::ClipDefinition& clip : definition.clips) {
        if (clip.clip == name) {
            return clip;
        }
    }
    return {name, {}, {}};
}

} // namespace

GraphSettingsForm::GraphSettingsForm(GraphWorkspace& workspace, QWidget* parent)
    : QWidget(parent), workspace_(workspace), layout_(new QVBoxLayout(this)) {
    layout_->setContentsMargins(0, 0, 0, 0);
    layout_->setSpacing(8);
    makeRootMotion();
    makeClips();
    refresh();
}

void GraphSettingsForm::refresh() {
    for (const auto& refresher : refreshers_) {
        refresher();
    }
}

QWidget* GraphSettingsForm::fieldOf(const GraphPart& part) {
    if (part.kind == GraphPart::Kind::RootMotion) {
        return joint_;
    }
    const int clip = part.kind == GraphPart::Kind::Clip && clip_ != nullptr
                         ? clip_->findText(toQString(part.id))
                         : -1;
    if (clip < 0) {
        return nullptr;
    }
    clip_->setCurrentIndex(clip);
    return clip_;
}

void GraphSettingsForm::makeRootMotion() {
    layout_->addWidget(makeHeading(tr("Root motion"), this));
    auto* form = makeWrappingForm();
    const auto change = [this](auto set) {
        graph::RootMotionDefinition settings = workspace_.document.definition().rootMotion;
        set(settings);
        workspace_.edits.setRootMotion(settings);
    };
    static constexpr graph::ParamSchema kJoint{
        .id = "joint",
        .type = graph::ParamType::Joint,
        .doc = "The joint whose motion moves the character; none leaves poses as clips have them"};
    auto* joint = new GraphParamEditor(
        workspace_,
        kJoint,
        {[this]() -> graph::Value { return workspace_.document.definition().rootMotion.joint; },
         [change](const graph::Value& value, Gesture) {
             change([&value](auto& settings) { settings.joint = *value.text(); });
         }},
        this);
    joint->setObjectName(QStringLiteral("rootJoint"));
    form->addRow(tr("Joint"), joint);
    refreshers_.push_back([joint] { joint->refresh(); });
    const bool hasRootMotion = !workspace_.document.definition().rootMotion.joint.empty();

    auto* owner = new QComboBox(this);
    owner->setObjectName(QStringLiteral("rootOwner"));
    owner->addItems({tr("Entity"), tr("Pose"), tr("Discard")});
    owner->setEnabled(hasRootMotion);
    owner->setToolTip(tr("Entity: the host moves the character. Pose: the root joint carries the "
                         "motion. Discard: nobody takes it."));
    connect(owner, &QComboBox::activated, this, [change](int index) {
        change([index](auto& settings) {
            settings.owner = static_cast<pose::RootMotionOwner>(index);
        });
    });
    form->addRow(tr("Owner"), owner);
    refreshers_.push_back([this, owner] {
        owner->setCurrentIndex(static_cast<int>(workspace_.document.definition().rootMotion.owner));
    });

    using Member = bool pose::RootMotionComponents::*;
    const std::pair<QString, Member> components[] = {
        {tr("Along the ground"), &pose::RootMotionComponents::xz},
        {tr("Up and down"), &pose::RootMotionComponents::y},
        {tr("Heading"), &pose::RootMotionComponents::yaw},
        {tr("All of it"), &pose::RootMotionComponents::full}};
    const std::array<const char*, 4> names = {"rootXz", "rootY", "rootYaw", "rootFull"};
    for (std::size_t i = 0; i < names.size(); ++i) {
        auto* box = new QCheckBox(components[i].first, this);
        box->setObjectName(QLatin1String(names[i]));
        const Member member = components[i].second;
        connect(box, &QCheckBox::clicked, this, [change, member](bool isOn) {
            change([member, isOn](auto& settings) { settings.components.*member = isOn; });
        });
        form->addRow(i == 0 ? tr("Takes") : QString(), box);
        refreshers_.push_back([this, box, member, hasRootMotion] {
            const pose::RootMotionComponents& taken =
                workspace_.document.definition().rootMotion.components;
            box->setChecked(taken.*member);
            box->setEnabled(hasRootMotion &&
                            (!taken.full || member == &pose::RootMotionComponents::full));
        });
    }
    layout_->addLayout(form);
    joint_ = joint;
}

void GraphSettingsForm::makeClips() {
    // Those the graph says something of, and those of the character.
    QStringList clips = GraphNames::of(workspace_).clips;
    for (const graph::ClipDefinition& clip : workspace_.document.definition().clips) {
        if (!clips.contains(toQString(clip.clip))) {
            clips << toQString(clip.clip);
        }
    }
    if (clips.isEmpty()) {
        return;
    }
    layout_->addWidget(makeHeading(tr("Events and sync markers"), this));
    auto* chooser = new QComboBox(this);
    chooser->setObjectName(QStringLiteral("eventClip"));
    chooser->setAccessibleName(tr("Clip"));
    chooser->addItems(clips);
    layout_->addWidget(chooser);
    clip_ = chooser;
    using Times = std::vector<graph::NamedTime> graph::ClipDefinition::*;
    static constexpr graph::ParamSchema kEvents{.id = "events",
                                                .type = graph::ParamType::Object,
                                                .fields = kNamedTimeFields,
                                                .isList = true};
    static constexpr graph::ParamSchema kMarkers{.id = "markers",
                                                 .type = graph::ParamType::Object,
                                                 .fields = kNamedTimeFields,
                                                 .isList = true};
    const std::pair<const graph::ParamSchema&, Times> lists[] = {
        {kEvents, &graph::ClipDefinition::events}, {kMarkers, &graph::ClipDefinition::markers}};
    for (const auto& [schema, times] : lists) {
        layout_->addWidget(new QLabel(paramTitle(schema.id), this));
        const auto clipNow = [this, chooser] {
            return clipOf(workspace_.document.definition(), chooser->currentText().toStdString());
        };
        auto* editor = new GraphParamEditor(
            workspace_,
            schema,
            {[clipNow, times = times]() -> graph::Value { return listOf(clipNow().*times); },
             [this, clipNow, times = times](const graph::Value& value, Gesture gesture) {
                 graph::ClipDefinition clip = clipNow();
                 clip.*times = namedTimes(value);
                 workspace_.edits.setClip(clip, gesture);
             }},
            this);
        layout_->addWidget(editor);
        connect(chooser, &QComboBox::currentIndexChanged, editor, [editor] { editor->refresh(); });
        refreshers_.push_back([editor] { editor->refresh(); });
    }
}

} // namespace sartor::editor
