// SPDX-License-Identifier: Apache-2.0
// A function for each code of importCodes() that has a fix.
#include "import_fixes.h"

#include "rule.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace sartor::diagnose {
namespace {

/// What was done; empty for nothing.
using Sentence = std::string;

/// `at` is the note as a finding, which knows the instance, skin or clip.
using FixOfNote = Sentence (*)(const Diagnostic& at, const SceneFacts& facts, Fixes& fixes);

Sentence sortKeys(const Diagnostic& at, const SceneFacts& /*facts*/, Fixes& fixes) {
    if (!at.clip) {
        return {};
    }
    fixes.writeBackClip(*at.clip);
    return "keys were put in the order of their times";
}

// Only keys that the reader may have noted: integers are off by their rounding.
std::uint64_t normalizeKeys(ChannelKeys& keys) {
    constexpr double kUnitTolerance = 1e-3;
    std::uint64_t count = 0;
    for (std::size_t key = 0; key < keys.times.size(); ++key) {
        const std::span<float> value = keys.value(key);
        double square = 0.0;
        for (const float component : value) {
            square += static_cast<double>(component) * static_cast<double>(component);
        }
        const double length = std::sqrt(square);
        if (std::abs(length - 1.0) <= kUnitTolerance || !(length > 0.0)) {
            continue;
        }
        for (float& component : value) {
            component = static_cast<float>(static_cast<double>(component) / length);
        }
        ++count;
    }
    return count;
}

// Tangents of splines go with the length of their values, so those stay.
Sentence normalizeRotations(const Diagnostic& at, const SceneFacts& /*facts*/, Fixes& fixes) {
    std::uint64_t count = 0;
    for (ChannelKeys& keys : fixes.channels()) {
        if (keys.clip != at.clip || keys.path != import::ChannelPath::Rotation ||
            keys.interpolation == assets::Interpolation::CubicSpline) {
            continue;
        }
        if (const std::uint64_t changed = normalizeKeys(keys); changed > 0) {
            count += changed;
            fixes.changeChannel(std::move(keys));
        }
    }
    return count == 0
               ? Sentence()
               : formatCount(count, "rotation key was", "rotation keys were") + " normalised";
}

Sentence writeLastRows(const Diagnostic& at, const SceneFacts& facts, Fixes& fixes) {
    if (!at.skin) {
        return {};
    }
    const auto binds = facts.scene.skins[*at.skin]->jointFromBind();
    fixes.add(import::InverseBindsEdit{*at.skin, {binds.begin(), binds.end()}});
    return "the last row of the inverse bind matrices was set to 0, 0, 0, 1";
}

Sentence normalizeRest(const Diagnostic& at, const SceneFacts& facts, Fixes& fixes) {
    if (at.joints.empty()) {
        return {};
    }
    const assets::Joint& joint = facts.scene.skeleton->joint(at.joints.front());
    fixes.add(import::NodeTransformEdit{joint.fileNode, joint.parentFromJointRest});
    return "the rotation was normalised";
}

Sentence writeNormals(const Diagnostic& at, const SceneFacts& facts, Fixes& fixes) {
    // A normal without direction was replaced in reading, which is no reason to write one.
    const bool isDegenerate = std::any_of(
        facts.scene.report.notes.begin(), facts.scene.report.notes.end(), [&](const auto& note) {
            return note.code == "mesh.direction_degenerate" && note.place == at.place;
        });
    if (!at.instance || !at.place.ends_with("/attributes/NORMAL") || isDegenerate) {
        return {};
    }
    const import::MeshInstance& instance = facts.scene.instances[*at.instance];
    const auto normals = instance.mesh->normals();
    fixes.add(import::NormalsEdit{
        instance.fileMesh, instance.filePrimitive, {normals.begin(), normals.end()}});
    return "normals were normalised";
}

Sentence clearPaddingOf(const Diagnostic& at, const SceneFacts& facts, Fixes& fixes) {
    static const RuleInfo kNone;
    Findings changes(facts.scene, kNone);
    mendVertices(facts,
                 fixes,
                 changes,
                 "joints of slots without weight were set to zero",
                 [&](const WeightRow& row, const SkinnedMesh& mesh, std::uint32_t /*vertex*/) {
                     return at.instance &&
                            facts.scene.instances[*at.instance].mesh ==
                                facts.scene.instances[mesh.instance].mesh &&
                            clearPadding(row);
                 });
    const std::vector<Diagnostic> found = changes.take();
    return found.empty() ? Sentence() : found.front().message;
}

constexpr auto kFixes = std::to_array<std::pair<std::string_view, FixOfNote>>(
    {{"anim.quat_not_unit", normalizeRotations},
     {"anim.times_unsorted", sortKeys},
     {"mesh.direction_not_unit", writeNormals},
     {"node.quat_not_unit", normalizeRest},
     {"skin.ibm_row4", writeLastRows},
     {"weights.padding_out_of_range", clearPaddingOf}});

} // namespace

void fixNote(const import::ImportNote& note,
             const SceneFacts& facts,
             Fixes& fixes,
             std::vector<Diagnostic>& changes) {
    const auto* const fix = std::find_if(
        kFixes.begin(), kFixes.end(), [&](const auto& entry) { return entry.first == note.code; });
    if (fix == kFixes.end()) {
        return;
    }
    Diagnostic change = fromNote(note, facts.scene);
    if (Sentence done = fix->second(change, facts, fixes); !done.empty()) {
        change.message = std::move(done);
        changes.push_back(std::move(change));
    }
}

} // namespace sartor::diagnose
