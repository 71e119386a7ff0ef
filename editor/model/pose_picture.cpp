// SPDX-License-Identifier: Apache-2.0
// A pose as a few lines, for small pictures of it.
#include "editor/model/pose_picture.h"

#include <sartor/pose/local_to_model.h>

#include <QRectF>

#include <algorithm>
#include <cmath>
#include <utility>

namespace sartor::editor {

namespace {

/// Of the way of looking, radians about +Y.
constexpr double kYaw = 0.6;
/// Room around the rest pose for what the character does.
constexpr double kRoom = 1.25;

/// From the front: x to the right of the picture, y down; metres.
QPointF seen(const glm::vec3& pointModel) {
    const double x = static_cast<double>(pointModel.x);
    const double z = static_cast<double>(pointModel.z);
    return {x * std::cos(kYaw) - z * std::sin(kYaw), -static_cast<double>(pointModel.y)};
}

} // namespace

PosePicture::PosePicture(std::shared_ptr<const assets::Skeleton> skeleton)
    : skeleton_(std::move(skeleton)), isDrawn_(skeleton_->jointCount(), false) {
    const std::vector<math::Affine> rest = pose::modelFromJointAtRest(*skeleton_);
    std::vector<QPointF> places;
    for (std::size_t i = 0; i < rest.size(); ++i) {
        const JointIndex parent = skeleton_->joint(JointIndex(i)).parent;
        if (parent.isNone()) {
            continue;
        }
        const QPointF from = seen(rest[parent.value()].translation);
        const QPointF to = seen(rest[i].translation);
        if (QLineF(from, to).length() > 1e-6) {
            isDrawn_[i] = true;
            places.insert(places.end(), {from, to});
        }
    }
    if (places.empty()) {
        return;
    }
    const auto [left, right] = std::minmax_element(
        places.begin(), places.end(), [](auto& a, auto& b) { return a.x() < b.x(); });
    const auto [top, bottom] = std::minmax_element(
        places.begin(), places.end(), [](auto& a, auto& b) { return a.y() < b.y(); });
    middle_ = {(left->x() + right->x()) / 2, (top->y() + bottom->y()) / 2};
    const double extent = std::max(right->x() - left->x(), bottom->y() - top->y());
    scale_ = 1.0 / (kRoom * std::max(extent, 1e-9));
}

QPointF PosePicture::project(const glm::vec3& pointModel) const {
    return (seen(pointModel) - middle_) * scale_ + QPointF(0.5, 0.5);
}

std::vector<QLineF> PosePicture::lines(std::span<const math::Transform> parentFromJoint) const {
    std::vector<math::Affine> modelFromJoint(skeleton_->jointCount());
    pose::localToModel(*skeleton_, parentFromJoint, modelFromJoint);
    std::vector<QLineF> lines;
    for (std::size_t i = 0; i < modelFromJoint.size(); ++i) {
        if (!isDrawn_[i]) {
            continue;
        }
        const JointIndex parent = skeleton_->joint(JointIndex(i)).parent;
        const QLineF line(project(modelFromJoint[parent.value()].translation),
                          project(modelFromJoint[i].translation));
        if (!std::isfinite(line.length())) {
            return {};
        }
        lines.push_back(line);
    }
    return lines;
}

} // namespace sartor::editor
