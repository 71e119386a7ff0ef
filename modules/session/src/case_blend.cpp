// SPDX-License-Identifier: Apache-2.0
// What cases ask about blends of poses, worked out.
#include "case_blend.h"

#include <sartor/pose/additive_blend.h>
#include <sartor/pose/blending.h>
#include <sartor/pose/sampling.h>

#include <string>

namespace sartor::session {
namespace {

using Pose = std::vector<math::Transform>;

Result<Pose> poseAt(const import::ImportedScene& scene, const io::CaseMoment& moment) {
    Pose pose(scene.skeleton->jointCount());
    if (!moment.clip) {
        pose::restPose(*scene.skeleton, pose);
        return pose;
    }
    if (*moment.clip >= scene.clips.size()) {
        return Error{"case.unknown",
                     "clip " + std::to_string(*moment.clip) + ": the file has " +
                         std::to_string(scene.clips.size()) + " clips"};
    }
    pose::sampleClip(
        *scene.skeleton, *scene.clips[*moment.clip], static_cast<float>(moment.time), pose);
    return pose;
}

Result<Pose> blendInputs(const import::ImportedScene& scene, const io::BlendQuestion& question) {
    std::vector<Pose> poses;
    std::vector<pose::BlendInput> inputs;
    poses.reserve(question.inputs.size());
    for (const io::BlendQuestion::Input& input : question.inputs) {
        Result<Pose> pose = poseAt(scene, input.moment);
        if (!pose) {
            return pose.error();
        }
        poses.push_back(std::move(*pose));
        inputs.push_back({poses.back(), static_cast<float>(input.weight)});
    }
    Pose result(scene.skeleton->jointCount());
    pose::restPose(*scene.skeleton, result);
    pose::blendPoses(inputs, result, result);
    return result;
}

} // namespace

Result<std::vector<math::Transform>> blendForCase(const import::ImportedScene& scene,
                                                  const io::BlendQuestion& question) {
    if (!question.base) {
        return blendInputs(scene, question);
    }
    Result<Pose> result = poseAt(scene, *question.base);
    for (const io::BlendQuestion::Layer& layer : question.layers) {
        const Result<Pose> value = poseAt(scene, layer.value);
        const Result<Pose> reference = poseAt(scene, layer.reference);
        if (!result || !value || !reference) {
            return !result ? result : !value ? value : reference;
        }
        pose::addPose(*result, {*value, *reference, static_cast<float>(layer.weight), {}}, *result);
    }
    return result;
}

} // namespace sartor::session
