// SPDX-License-Identifier: Apache-2.0
// Records of extreme poses, and what differs between two.
#include <sartor/base/assert.h>
#include <sartor/diagnose/motion_record.h>

#include <algorithm>
#include <map>
#include <utility>

namespace sartor::diagnose {
namespace {

std::string nameOf(const assets::Skeleton& skeleton, JointIndex joint) {
    const assets::Joint& found = skeleton.joint(joint);
    return found.name.empty() ? "#" + std::to_string(found.fileNode) : found.name;
}

// Things by name, and of one name by their order.
template <class Thing>
std::map<std::pair<std::string, std::size_t>, const Thing*>
byName(const std::vector<Thing>& things) {
    std::map<std::string, std::size_t> counts;
    std::map<std::pair<std::string, std::size_t>, const Thing*> named;
    for (const Thing& thing : things) {
        named[{thing.name, counts[thing.name]++}] = &thing;
    }
    return named;
}

// Calls visit(before, after) for every thing of either; null for one that is not there.
template <class Thing, class Visit>
void forEachPair(const std::vector<Thing>& before,
                 const std::vector<Thing>& after,
                 const Visit& visit) {
    const auto first = byName(before);
    const auto others = byName(after);
    for (const auto& [name, thing] : first) {
        const auto other = others.find(name);
        visit(thing, other != others.end() ? other->second : nullptr);
    }
    for (const auto& [name, thing] : others) {
        if (!first.contains(name)) {
            visit(static_cast<const Thing*>(nullptr), thing);
        }
    }
}

} // namespace

MotionRecord makeMotionRecord(const import::ImportedScene& scene,
                              std::span<const MotionPose> poses,
                              std::span<const std::vector<MotionMeasure>> measures) {
    SARTOR_ASSERT(poses.size() == measures.size());
    MotionRecord record;
    for (std::size_t i = 0; i < poses.size(); ++i) {
        RecordedPose& pose = record.poses.emplace_back();
        // All fingers of a hand would fill the line.
        const std::span<const JointTurn> turns = poses[i].turns;
        const std::size_t shown = turns.size() > 3 ? 1 : turns.size();
        std::string turned;
        for (const JointTurn& turn : turns.first(shown)) {
            turned += (turned.empty() ? "" : ", ") + nameOf(*scene.skeleton, turn.joint);
        }
        if (shown < turns.size()) {
            turned += " and " + std::to_string(turns.size() - shown) + " more";
        }
        pose.name = poses[i].name + " (" + turned + ")";
        for (const MotionMeasure& measure : measures[i]) {
            const import::MeshInstance& instance = scene.instances[measure.instance];
            pose.meshes.push_back({.name = nameOf(*scene.skeleton, instance.node) + " primitive " +
                                           std::to_string(instance.filePrimitive),
                                   .sketch = measure.sketch,
                                   .collapse = measure.collapse,
                                   .areaRatio = measure.areaRatio,
                                   .stretchOfMost = measure.stretchOfMost,
                                   .flippedTriangleCount = measure.flippedTriangleCount,
                                   .intersectionCount = measure.intersectionCount});
        }
    }
    return record;
}

std::vector<MotionDifference>
compareMotion(const MotionRecord& before, const MotionRecord& after, double tolerance) {
    std::vector<MotionDifference> differences;
    const auto addMesh =
        [&](const std::string& pose, const RecordedMesh* first, const RecordedMesh* second) {
            MotionDifference difference;
            difference.pose = pose;
            difference.mesh = first != nullptr ? first->name : second->name;
            if (first == nullptr || second == nullptr) {
                difference.change = first != nullptr ? MotionChange::Missing : MotionChange::Added;
            } else {
                difference.before = *first;
                difference.after = *second;
                const auto moved = compareSketches(first->sketch, second->sketch);
                if (!moved) {
                    difference.change = MotionChange::Rebuilt;
                } else if (moved->moved > tolerance) {
                    difference.moved = *moved;
                } else {
                    return;
                }
            }
            differences.push_back(std::move(difference));
        };
    forEachPair(
        before.poses, after.poses, [&](const RecordedPose* first, const RecordedPose* second) {
            if (first != nullptr && second != nullptr) {
                forEachPair(first->meshes,
                            second->meshes,
                            [&](const RecordedMesh* mesh, const RecordedMesh* other) {
                                addMesh(first->name, mesh, other);
                            });
                return;
            }
            MotionDifference difference;
            difference.change = first != nullptr ? MotionChange::Missing : MotionChange::Added;
            difference.pose = first != nullptr ? first->name : second->name;
            differences.push_back(std::move(difference));
        });
    const auto rank = [](const MotionDifference& difference) {
        return std::pair(difference.change != MotionChange::Moved, difference.moved.moved);
    };
    std::stable_sort(differences.begin(), differences.end(), [&](const auto& a, const auto& b) {
        return rank(a) > rank(b);
    });
    return differences;
}

} // namespace sartor::diagnose
