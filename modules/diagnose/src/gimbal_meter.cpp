// SPDX-License-Identifier: Apache-2.0
// Gimbal lock along the Euler curves of a clip.
#include <sartor/diagnose/gimbal_meter.h>
#include <sartor/math/double_rigid.h>
#include <sartor/pose/sampling.h>

#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

#include <algorithm>
#include <cmath>

namespace sartor::diagnose {
namespace {

using math::EulerOrder;
using RotationTrack = assets::Track<glm::quat>;

// Where the deviation between two keys is looked at.
constexpr int kInnerSamples = 8;

glm::dquat rotationAt(const RotationTrack& track, double time) {
    return glm::normalize(glm::dquat(pose::sampleTrack(track, static_cast<float>(time))));
}

// Largest angle in degrees between the clip's own way over [from, to] and straight curves of angles
// from key to key, of which there are pieceCount + 1, evenly. `angles` are those at `from`, and
// become those at `to`.
double deviation(const RotationTrack& track,
                 EulerOrder order,
                 const std::array<double, 2>& times,
                 int pieceCount,
                 glm::dvec3& angles) {
    double largest = 0.0;
    const auto timeAt = [&](double part) { return times[0] + part * (times[1] - times[0]); };
    for (int piece = 0; piece < pieceCount; ++piece) {
        const double begin = static_cast<double>(piece) / pieceCount;
        const double end = static_cast<double>(piece + 1) / pieceCount;
        // Followed in small steps, so that the next key's angles are those that continue these.
        glm::dvec3 next = angles;
        for (int i = 1; i <= kInnerSamples; ++i) {
            const double part = begin + (end - begin) * i / kInnerSamples;
            next = math::eulerFromQuat(order, rotationAt(track, timeAt(part)), next);
        }
        for (int i = 1; i < kInnerSamples; ++i) {
            const double inner = static_cast<double>(i) / kInnerSamples;
            const glm::dquat straight =
                math::quatFromEuler(order, angles * (1.0 - inner) + next * inner);
            const glm::dquat own = rotationAt(track, timeAt(begin + (end - begin) * inner));
            largest = std::max(
                largest,
                glm::degrees(glm::length(math::rotationVector(glm::conjugate(own) * straight))));
        }
        angles = next;
    }
    return largest;
}

void measureKeys(const RotationTrack& track, const GimbalOptions& options, JointGimbal& joint) {
    glm::dvec3 angles = math::eulerFromQuat(options.order, rotationAt(track, track.times.front()));
    for (std::size_t key = 1; key < track.times.size(); ++key) {
        const std::array<double, 2> times = {static_cast<double>(track.times[key - 1]),
                                             static_cast<double>(track.times[key])};
        const glm::dvec3 start = angles;
        const double straight = deviation(track, options.order, times, 1, angles);
        joint.deviationDegrees = std::max(joint.deviationDegrees, straight);
        if (straight <= options.deviationDegrees) {
            continue;
        }
        GimbalKeys& found = joint.keys.emplace_back();
        found.from = track.times[key - 1];
        found.to = track.times[key];
        found.deviationDegrees = straight;
        for (int pieces = 2; pieces <= kMostGimbalPieces && found.pieceCount == 0; pieces *= 2) {
            angles = start;
            if (deviation(track, options.order, times, pieces, angles) <=
                options.deviationDegrees) {
                found.pieceCount = pieces;
            }
        }
    }
}

template <class Visit>
void forEachSample(const RotationTrack& track,
                   const ClipFrames& frames,
                   EulerOrder order,
                   const Visit& visit) {
    glm::dvec3 angles(0.0);
    for (std::size_t frame = 0; frame < frames.count; ++frame) {
        const float time = frames.time(frame);
        angles = math::eulerFromQuat(order, rotationAt(track, static_cast<double>(time)), angles);
        visit(time, angles, math::gimbalState(order, angles.y));
    }
}

double worstCondition(const RotationTrack& track, const ClipFrames& frames, EulerOrder order) {
    double worst = 1.0;
    forEachSample(track, frames, order, [&](float, const glm::dvec3&, const auto& state) {
        worst = std::max(worst, state.condition);
    });
    return worst;
}

JointGimbal measureJoint(const assets::JointTracks& tracks,
                         const ClipFrames& frames,
                         const GimbalOptions& options) {
    JointGimbal joint;
    joint.joint = tracks.joint;
    std::size_t beyond = 0;
    bool isFirst = true;
    forEachSample(tracks.rotation,
                  frames,
                  options.order,
                  [&](float time, const glm::dvec3& angles, const math::GimbalState& state) {
                      beyond += state.condition > options.largestError ? 1 : 0;
                      if (isFirst || state.condition > joint.worst.condition) {
                          joint.worst = state;
                          joint.worstTime = time;
                          joint.middleAngleDegrees = glm::degrees(angles.y);
                      }
                      isFirst = false;
                  });
    joint.shareBeyond = static_cast<double>(beyond) / static_cast<double>(frames.count);
    joint.bestOrder = options.order;
    joint.bestCondition = joint.worst.condition;
    for (std::size_t i = 0; i < math::kEulerOrderNames.size(); ++i) {
        const auto order = static_cast<EulerOrder>(i);
        if (math::isProperEuler(order)) {
            continue;
        }
        const double condition = worstCondition(tracks.rotation, frames, order);
        if (condition < joint.bestCondition || math::isProperEuler(joint.bestOrder)) {
            joint.bestOrder = order;
            joint.bestCondition = condition;
        }
    }
    if (tracks.rotation.interpolation != assets::Interpolation::Step) {
        measureKeys(tracks.rotation, options, joint);
    }
    return joint;
}

} // namespace

std::vector<JointGimbal>
measureGimbal(const assets::Clip& clip, const ClipFrames& frames, const GimbalOptions& options) {
    std::vector<JointGimbal> joints;
    for (const assets::JointTracks& tracks : clip.jointTracks()) {
        if (!tracks.rotation.isEmpty() && frames.count > 0) {
            joints.push_back(measureJoint(tracks, frames, options));
        }
    }
    std::stable_sort(joints.begin(), joints.end(), [](const auto& a, const auto& b) {
        return a.worst.condition > b.worst.condition;
    });
    return joints;
}

std::vector<EulerSample>
eulerCurve(const assets::Clip& clip, const ClipFrames& frames, JointIndex joint, EulerOrder order) {
    std::vector<EulerSample> curve;
    for (const assets::JointTracks& tracks : clip.jointTracks()) {
        if (tracks.joint == joint && !tracks.rotation.isEmpty()) {
            forEachSample(tracks.rotation,
                          frames,
                          order,
                          [&](float, const glm::dvec3& angles, const math::GimbalState& state) {
                              curve.push_back({angles, state});
                          });
        }
    }
    return curve;
}

} // namespace sartor::diagnose
