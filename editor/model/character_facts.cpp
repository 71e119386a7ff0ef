// SPDX-License-Identifier: Apache-2.0
// The open character in numbers, for panels and the status bar.
#include "editor/model/character_facts.h"

#include "editor/model/text.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <numeric>
#include <set>

namespace sartor::editor {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("CharacterFacts", text);
}

QString countText(std::size_t count) {
    return QLocale(QLocale::English).toString(static_cast<qulonglong>(count));
}

QString millisecondsText(double seconds) {
    return tr("%1 ms").arg(seconds * 1e3, 0, 'f', 3);
}

} // namespace

CharacterCounts countCharacter(const session::Session& session) {
    const import::ImportedScene& scene = session.scene();
    CharacterCounts counts;
    std::set<JointIndex> joints;
    for (const auto& skin : scene.skins) {
        joints.insert(skin->joints().begin(), skin->joints().end());
    }
    counts.skinJoints = joints.size();
    for (std::size_t i = 0; i < scene.instances.size(); ++i) {
        const import::MeshInstance& instance = scene.instances[i];
        counts.vertices += instance.mesh->vertexCount();
        counts.triangles += instance.mesh->triangles().size() / 3;
        const std::size_t targets = instance.morphs ? instance.morphs->targetCount() : 0;
        counts.morphTargets = std::max(counts.morphTargets, targets);
        if (!session.binding(i).isRigid) {
            counts.largestInfluenceCount = std::max(counts.largestInfluenceCount,
                                                    session.binding(i).influences->maxPerVertex());
        }
    }
    return counts;
}

QString unitText(const import::ImportedScene& scene) {
    return tr("1 unit = %1 m").arg(static_cast<double>(scene.metresPerUnit), 0, 'g', 6);
}

std::vector<Fact> describeCharacter(const session::Session& session) {
    const import::ImportedScene& scene = session.scene();
    const CharacterCounts counts = countCharacter(session);
    return {
        {tr("File"), pathText(scene.path.filename())},
        {tr("Format"), toQString(scene.format)},
        {tr("Unit"), unitText(scene)},
        {tr("Mesh parts"), countText(scene.instances.size())},
        {tr("Vertices"), countText(counts.vertices)},
        {tr("Triangles"), countText(counts.triangles)},
        {tr("Nodes"), countText(scene.skeleton->jointCount())},
        {tr("Joints in skins"), countText(counts.skinJoints)},
        {tr("Most influences"), countText(counts.largestInfluenceCount)},
        {tr("Morph targets"), countText(counts.morphTargets)},
        {tr("Clips"), countText(scene.clips.size())},
        {tr("Import notes"), countText(scene.report.notes.size())},
    };
}

std::vector<Fact> describeFrame(const session::Session& session) {
    const auto& seconds = session.stageSeconds();
    std::vector<Fact> facts;
    for (std::size_t stage = 0; stage < seconds.size(); ++stage) {
        QString name = toQString(session::kFrameStageNames[stage]);
        name[0] = name[0].toUpper();
        facts.push_back({name, millisecondsText(seconds[stage])});
    }
    facts.push_back(
        {tr("Frame"), millisecondsText(std::accumulate(seconds.begin(), seconds.end(), 0.0))});
    for (const deform::StageTime& time : session.chainStageTimes()) {
        facts.push_back(
            {tr("Device: %1").arg(toQString(time.name)), millisecondsText(time.seconds)});
    }
    const deform::RunCounts& counts = session.counts();
    facts.push_back({tr("Vertices deformed"), countText(counts.deformedVertices)});
    facts.push_back({tr("Parts kept as they were"), countText(counts.reusedMeshes)});
    facts.push_back({tr("Bytes written"), countText(counts.writtenBytes)});
    if (session.device() != nullptr) {
        facts.push_back({tr("Bytes uploaded"), countText(counts.uploadedBytes)});
        facts.push_back({tr("Dispatches"), countText(counts.dispatches)});
        facts.push_back({tr("Captures"), countText(counts.captures)});
        facts.push_back({tr("Barriers"), countText(counts.barriers)});
    }
    return facts;
}

} // namespace sartor::editor
