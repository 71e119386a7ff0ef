// SPDX-License-Identifier: Apache-2.0
// How far a change of weights moves vertices in the clips.
#include "skinned_parts.h"

#include <sartor/base/assert.h>
#include <sartor/base/parallel.h>
#include <sartor/diagnose/surface.h>
#include <sartor/diagnose/weight_cost.h>
#include <sartor/diagnose/weight_statistics.h>
#include <sartor/math/double_affine.h>
#include <sartor/pose/local_to_model.h>
#include <sartor/pose/matrix_palette.h>
#include <sartor/pose/sampling.h>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace sartor::diagnose {
namespace {

// Keys of all channels and the middles between them, in order, each once.
std::vector<float> momentTimes(const assets::Clip& clip) {
    std::vector<float> keys;
    const auto add = [&keys](const std::vector<float>& times) {
        keys.insert(keys.end(), times.begin(), times.end());
    };
    for (const assets::JointTracks& tracks : clip.jointTracks()) {
        add(tracks.translation.times);
        add(tracks.rotation.times);
        add(tracks.scale.times);
    }
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    std::vector<float> times;
    times.reserve(2 * keys.size());
    for (std::size_t i = 0; i < keys.size(); ++i) {
        if (i > 0) {
            times.push_back(0.5f * keys[i - 1] + 0.5f * keys[i]);
        }
        times.push_back(keys[i]);
    }
    return times;
}

// One influence of the difference: added to the weight that a palette entry has.
struct Change {
    std::uint32_t entry = 0;
    double weight = 0.0;
};

// Both palettes in one list of entries, equal ones once.
struct JointPalette {
    std::vector<JointIndex> joints;
    std::vector<math::Affine> jointFromBind;
    std::vector<std::uint32_t> entryOfAfter; // by slot of the second skin; the first has its own
};

JointPalette mergePalettes(const assets::Skin& before, const assets::Skin& after) {
    JointPalette palette;
    palette.joints.assign(before.joints().begin(), before.joints().end());
    palette.jointFromBind.assign(before.jointFromBind().begin(), before.jointFromBind().end());
    std::unordered_map<JointIndex, std::uint32_t> entryOf;
    for (std::uint32_t slot = 0; slot < before.jointCount(); ++slot) {
        entryOf.try_emplace(before.joints()[slot], slot);
    }
    for (std::uint32_t slot = 0; slot < after.jointCount(); ++slot) {
        if (&after == &before) {
            palette.entryOfAfter.push_back(slot);
            continue;
        }
        const math::Affine& bind = after.jointFromBind()[slot];
        const auto found = entryOf.find(after.joints()[slot]);
        if (found != entryOf.end() && before.jointFromBind()[found->second].linear == bind.linear &&
            before.jointFromBind()[found->second].translation == bind.translation) {
            palette.entryOfAfter.push_back(found->second);
            continue;
        }
        palette.entryOfAfter.push_back(static_cast<std::uint32_t>(palette.joints.size()));
        palette.joints.push_back(after.joints()[slot]);
        palette.jointFromBind.push_back(bind);
    }
    return palette;
}

// What differs, in compressed sparse rows over the vertices that differ.
struct Difference {
    std::vector<std::uint32_t> vertices;
    std::vector<std::uint32_t> offsets{0};
    std::vector<Change> changes;
};

Difference findDifference(const assets::InfluenceSet& before,
                          const assets::InfluenceSet& after,
                          const std::vector<std::uint32_t>& entryOfAfter) {
    Difference difference;
    std::vector<Change> row;
    const auto add = [&row](std::uint32_t entry, double weight) {
        const auto same = std::find_if(row.begin(), row.end(), [entry](const Change& change) {
            return change.entry == entry;
        });
        if (same == row.end()) {
            row.push_back({entry, weight});
        } else {
            same->weight += weight;
        }
    };
    for (std::uint32_t vertex = 0; vertex < before.vertexCount(); ++vertex) {
        row.clear();
        for (std::uint32_t i = before.offsets()[vertex]; i < before.offsets()[vertex + 1]; ++i) {
            add(before.joints()[i].value(), -static_cast<double>(before.weights()[i]));
        }
        for (std::uint32_t i = after.offsets()[vertex]; i < after.offsets()[vertex + 1]; ++i) {
            SARTOR_ASSERT(after.joints()[i].value() < entryOfAfter.size());
            add(entryOfAfter[after.joints()[i].value()], static_cast<double>(after.weights()[i]));
        }
        const std::size_t known = difference.changes.size();
        std::copy_if(row.begin(),
                     row.end(),
                     std::back_inserter(difference.changes),
                     [](const Change& change) { return change.weight != 0.0; });
        if (difference.changes.size() > known) {
            difference.vertices.push_back(vertex);
            difference.offsets.push_back(static_cast<std::uint32_t>(difference.changes.size()));
        }
    }
    return difference;
}

// What is known of one changed vertex after some moments.
struct Measured {
    double largest = 0.0;
    double sumOfSquares = 0.0;
    std::uint32_t moment = 0;
};

void measureMoment(const Difference& difference,
                   std::span<const glm::vec3> positions,
                   std::span<const math::Affine> modelFromBind,
                   std::uint32_t moment,
                   std::span<Measured> measured) {
    constexpr std::size_t kGrain = 4096;
    parallelFor(measured.size(), kGrain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const glm::dvec3 positionBind(positions[difference.vertices[i]]);
            glm::dvec3 moved(0.0);
            for (std::uint32_t c = difference.offsets[i]; c < difference.offsets[i + 1]; ++c) {
                const Change& change = difference.changes[c];
                moved += change.weight *
                         transformPoint(math::toDouble(modelFromBind[change.entry]), positionBind);
            }
            const double square = glm::dot(moved, moved);
            if (!std::isfinite(square)) {
                continue;
            }
            measured[i].sumOfSquares += square;
            if (square > measured[i].largest * measured[i].largest) {
                measured[i].largest = std::sqrt(square);
                measured[i].moment = moment;
            }
        }
    });
}

} // namespace

std::vector<Moment> chooseMoments(const import::ImportedScene& scene, std::size_t maximumCount) {
    std::vector<Moment> moments{{}};
    std::vector<std::uint32_t> clips;
    for (std::uint32_t clip = 0; clip < scene.clips.size(); ++clip) {
        if (scene.clips[clip]->channelCount() > 0) {
            clips.push_back(clip);
        }
    }
    std::size_t left = maximumCount > 1 ? maximumCount - 1 : 0;
    for (std::size_t i = 0; i < clips.size(); ++i) {
        const std::vector<float> times = momentTimes(*scene.clips[clips[i]]);
        // Clips that need less leave more to those after them.
        const std::size_t share = std::max<std::size_t>(1, left / (clips.size() - i));
        const std::size_t count = std::min(share, times.size());
        for (std::size_t n = 0; n < count; ++n) {
            const std::size_t index =
                count == 1 ? times.size() / 2 : n * (times.size() - 1) / (count - 1);
            moments.push_back({clips[i], times[index]});
        }
        left -= std::min(left, count);
    }
    return moments;
}

void evaluateMoment(const import::ImportedScene& scene,
                    const Moment& moment,
                    std::span<math::Affine> modelFromJoint) {
    std::vector<math::Transform> parentFromJoint(scene.skeleton->jointCount());
    if (moment.clip) {
        pose::sampleClip(*scene.skeleton, *scene.clips[*moment.clip], moment.time, parentFromJoint);
    } else {
        pose::restPose(*scene.skeleton, parentFromJoint);
    }
    pose::localToModel(*scene.skeleton, parentFromJoint, modelFromJoint);
}

WeightCost computeWeightCost(const import::ImportedScene& scene,
                             const import::MeshInstance& instance,
                             const SkinnedWeights& before,
                             const SkinnedWeights& after,
                             std::span<const Moment> moments) {
    const assets::Mesh& mesh = *instance.mesh;
    SARTOR_ASSERT(before.influences.vertexCount() == mesh.vertexCount());
    SARTOR_ASSERT(after.influences.vertexCount() == mesh.vertexCount());
    const JointPalette palette = mergePalettes(before.skin, after.skin);
    const Difference difference =
        findDifference(before.influences, after.influences, palette.entryOfAfter);
    WeightCost cost;
    cost.changedCount = difference.vertices.size();
    cost.momentCount = moments.size();
    if (difference.vertices.empty() || moments.empty()) {
        return cost;
    }
    std::vector<math::Affine> modelFromJoint(scene.skeleton->jointCount());
    std::vector<math::Affine> modelFromBind(palette.joints.size());
    std::vector<Measured> measured(difference.vertices.size());
    for (std::uint32_t i = 0; i < moments.size(); ++i) {
        evaluateMoment(scene, moments[i], modelFromJoint);
        pose::matrixPalette(modelFromJoint, palette.joints, palette.jointFromBind, modelFromBind);
        measureMoment(difference, mesh.positions(), modelFromBind, i, measured);
    }
    double sumOfSquares = 0.0;
    std::vector<std::uint32_t> order;
    for (std::uint32_t i = 0; i < measured.size(); ++i) {
        sumOfSquares += measured[i].sumOfSquares;
        if (measured[i].largest > 0.0) {
            order.push_back(i);
        }
    }
    const std::size_t worstCount = std::min(order.size(), kExampleCount);
    std::partial_sort(order.begin(),
                      order.begin() + static_cast<std::ptrdiff_t>(worstCount),
                      order.end(),
                      [&measured](std::uint32_t a, std::uint32_t b) {
                          return measured[a].largest != measured[b].largest
                                     ? measured[a].largest > measured[b].largest
                                     : a < b;
                      });
    for (std::size_t i = 0; i < worstCount; ++i) {
        const Measured& vertex = measured[order[i]];
        cost.worst.push_back(
            {difference.vertices[order[i]], vertex.largest, moments[vertex.moment]});
    }
    const double millimetresPerUnit = 1000.0 * static_cast<double>(scene.metresPerUnit);
    const double largest = cost.worst.empty() ? 0.0 : cost.worst[0].distance;
    cost.maxMillimetres = millimetresPerUnit * largest;
    cost.rmsMillimetres =
        millimetresPerUnit * std::sqrt(sumOfSquares / (static_cast<double>(measured.size()) *
                                                       static_cast<double>(moments.size())));
    evaluateMoment(scene, {}, modelFromJoint);
    pose::matrixPalette(modelFromJoint, palette.joints, palette.jointFromBind, modelFromBind);
    const double extent = extentOf(blendPositions(mesh, before.influences, modelFromBind));
    cost.relative = extent > 0.0 ? largest / extent : 0.0;
    return cost;
}

} // namespace sartor::diagnose
