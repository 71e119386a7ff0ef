// SPDX-License-Identifier: Apache-2.0
// A chain that is solved, as shapes to draw.
#include <sartor/base/assert.h>
#include <sartor/math/finite.h>
#include <sartor/math/quaternion.h>
#include <sartor/session/ik_shapes.h>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace sartor::session {
namespace {

constexpr std::uint32_t kReachedColour = 0xff50c846;
constexpr std::uint32_t kMissedColour = 0xff30b0ff;
constexpr std::uint32_t kDegenerateColour = 0xff3c46f0;
constexpr std::uint32_t kPlaneColour = 0xffffb450;
constexpr std::uint32_t kPoleColour = 0xffff78b4;
constexpr std::uint32_t kLimitColour = 0xff78d8ff;
constexpr float kThin = 1.5f; // pixels
constexpr float kThick = 2.5f;
constexpr int kRingSides = 32;
constexpr int kSpokes = 8;
constexpr double kTwoPi = 6.28318530717958647692;

/// A unit vector across another.
glm::dvec3 acrossOf(const glm::dvec3& unit) {
    return math::perpendicularTo(unit);
}

class IkSketch {
public:
    IkSketch(const assets::Skeleton& skeleton,
             std::span<const math::Affine> modelFromJoint,
             const IkDrawing& drawing,
             float sceneRadius)
        : skeleton_(skeleton)
        , modelFromJoint_(modelFromJoint)
        , drawing_(drawing)
        , size_(std::max(static_cast<double>(sceneRadius), 1e-6)) {}

    IkShapes shapes() && {
        for (const JointIndex joint : drawing_.joints) {
            SARTOR_ASSERT(joint.value() < modelFromJoint_.size());
            positions_.emplace_back(modelFromJoint_[joint.value()].translation);
        }
        if (positions_.size() >= 2) {
            addPlane();
            addFlexion();
            for (std::size_t i = 0; i < drawing_.limits.size(); ++i) {
                addLimit(i);
            }
        }
        addTarget();
        return std::move(shapes_);
    }

private:
    std::uint32_t colourOfTarget() const {
        return drawing_.flags.isDegenerate ? kDegenerateColour
               : drawing_.flags.isReached  ? kReachedColour
                                           : kMissedColour;
    }

    void addLine(const glm::dvec3& begin,
                 const glm::dvec3& end,
                 std::uint32_t colour,
                 float width = kThin) {
        const render::Line line{glm::vec3(begin), width, glm::vec3(end), colour};
        if (math::isFinite(line.begin) && math::isFinite(line.end)) {
            shapes_.lines.push_back(line);
        }
    }
    void addDot(const glm::dvec3& center, float radius, std::uint32_t colour) {
        if (math::isFinite(glm::vec3(center))) {
            shapes_.dots.push_back({glm::vec3(center), radius, 0.0f, colour});
        }
    }
    /// Points of a curve, joined.
    template <class Point>
    void addCurve(int count, std::uint32_t colour, const Point& pointAt) {
        for (int i = 0; i < count; ++i) {
            addLine(pointAt(static_cast<double>(i) / count),
                    pointAt(static_cast<double>(i + 1) / count),
                    colour);
        }
    }

    void addTarget() {
        if (!drawing_.targetModel) {
            return;
        }
        const glm::dvec3 target(*drawing_.targetModel);
        const double arm = 0.035 * size_;
        for (int axis = 0; axis < 3; ++axis) {
            glm::dvec3 offset(0.0);
            offset[axis] = arm;
            addLine(target - offset, target + offset, colourOfTarget(), kThick);
        }
        addDot(target, 4.5f, colourOfTarget());
        if (!drawing_.flags.isReached && !positions_.empty()) {
            addLine(positions_.back(), target, colourOfTarget());
        }
    }

    void addPlane() {
        if (positions_.size() != 3) {
            return;
        }
        const glm::dvec3 root = positions_[0];
        addLine(root, positions_[2], kPlaneColour);
        addLine(root, positions_[1], kPlaneColour, kThick);
        addLine(positions_[1], positions_[2], kPlaneColour, kThick);
        if (!drawing_.poleModel) {
            return;
        }
        const glm::dvec3 pole(*drawing_.poleModel);
        addLine(positions_[1], pole, kPoleColour);
        addDot(pole, 4.5f, kPoleColour);
        const double distance = glm::distance(root, pole);
        if (!(distance > 0.0)) {
            return;
        }
        // As long as the limb: that is where a target can be.
        const glm::dvec3 axis = (pole - root) / distance;
        const double reach =
            glm::distance(root, positions_[1]) + glm::distance(positions_[1], positions_[2]);
        const double angle = static_cast<double>(kPoleConeAngle);
        const glm::dvec3 side = acrossOf(axis);
        const glm::dvec3 other = glm::cross(axis, side);
        const auto rim = [&](double part) {
            return root + reach * (std::cos(angle) * axis +
                                   std::sin(angle) * (std::cos(kTwoPi * part) * side +
                                                      std::sin(kTwoPi * part) * other));
        };
        addCurve(kRingSides, kPoleColour, rim);
        for (int i = 0; i < kSpokes; i += 2) {
            addLine(root, rim(static_cast<double>(i) / kSpokes), kPoleColour);
        }
    }

    void addFlexion() {
        if (positions_.size() != 3 || !drawing_.flexion) {
            return;
        }
        const glm::dvec3 upper = positions_[1] - positions_[0];
        const glm::dvec3 lower = positions_[2] - positions_[1];
        const glm::dvec3 normal = glm::cross(upper, lower);
        const double length = 0.6 * glm::length(lower);
        if (!(glm::length(upper) > 0.0) || !(length > 0.0)) {
            return;
        }
        // A straight limb shows the plane of the pole.
        const glm::dvec3 straight = glm::normalize(upper);
        glm::dvec3 axis = normal;
        if (!(glm::length(normal) > 1e-6 * glm::length(upper) * glm::length(lower))) {
            axis = drawing_.poleModel
                       ? glm::cross(glm::dvec3(*drawing_.poleModel) - positions_[0], straight)
                       : glm::dvec3(0.0);
        }
        axis = glm::length(axis) > 0.0 ? glm::normalize(axis) : acrossOf(straight);
        const double from = static_cast<double>(drawing_.flexion->first);
        const double to = static_cast<double>(drawing_.flexion->second);
        const auto pointAt = [&](double part) {
            return positions_[1] +
                   length * (glm::angleAxis(from + part * (to - from), axis) * straight);
        };
        addCurve(kRingSides, kLimitColour, pointAt);
        addLine(positions_[1], pointAt(0.0), kLimitColour);
        addLine(positions_[1], pointAt(1.0), kLimitColour);
    }

    void addLimit(std::size_t i) {
        if (i + 1 >= positions_.size()) {
            return;
        }
        const pose::RotationLimit& limit = drawing_.limits[i];
        const JointIndex joint = drawing_.joints[i];
        const JointIndex parent = skeleton_.joint(joint).parent;
        const glm::dmat3 modelFromParent =
            parent.isNone() ? glm::dmat3(1.0) : glm::dmat3(modelFromJoint_[parent.value()].linear);
        const glm::dmat3 modelFromRest = modelFromParent * glm::mat3_cast(limit.restRotation());
        const double length = 0.5 * glm::distance(positions_[i], positions_[i + 1]);
        const auto at = [&](const glm::dvec3& restDirection, double part) {
            const glm::dvec3 direction = modelFromRest * restDirection;
            const double scale = glm::length(direction);
            return scale > 0.0 ? positions_[i] + direction * (part * length / scale)
                               : positions_[i];
        };
        const double swing = static_cast<double>(limit.limit().swing);
        const double swingAcross = static_cast<double>(limit.limit().swingAcross);
        constexpr double kFree = 3.1415;
        if (swing < kFree || swingAcross < kFree) {
            const auto rim = [&](double part) {
                const glm::dvec3 vector =
                    limit.axis() * (std::min(swing, kFree) * std::cos(kTwoPi * part)) +
                    limit.axisAcross() * (std::min(swingAcross, kFree) * std::sin(kTwoPi * part));
                const double angle = glm::length(vector);
                return at(angle > 0.0 ? glm::angleAxis(angle, vector / angle) * limit.bone()
                                      : limit.bone(),
                          1.0);
            };
            addCurve(kRingSides, kLimitColour, rim);
            for (int spoke = 0; spoke < kSpokes; ++spoke) {
                addLine(positions_[i], rim(static_cast<double>(spoke) / kSpokes), kLimitColour);
            }
        }
        const double low = static_cast<double>(limit.limit().twistMinimum);
        const double high = static_cast<double>(limit.limit().twistMaximum);
        if (low > -kFree || high < kFree) {
            // About the rest direction, a quarter of the bone across.
            const auto twisted = [&](double part) {
                const glm::dvec3 across =
                    glm::angleAxis(low + part * (high - low), limit.bone()) * limit.axis();
                return at(glm::normalize(limit.bone() + 0.5 * across), 0.5);
            };
            addCurve(kRingSides / 2, kPlaneColour, twisted);
            const glm::dvec3 foot = at(limit.bone(), 0.45);
            addLine(foot, twisted(0.0), kPlaneColour);
            addLine(foot, twisted(1.0), kPlaneColour);
        }
    }

    const assets::Skeleton& skeleton_;
    std::span<const math::Affine> modelFromJoint_;
    const IkDrawing& drawing_;
    double size_; ///< half the diagonal of what is seen
    std::vector<glm::dvec3> positions_;
    IkShapes shapes_;
};

} // namespace

IkShapes ikShapes(const assets::Skeleton& skeleton,
                  std::span<const math::Affine> modelFromJoint,
                  const IkDrawing& drawing,
                  float sceneRadius) {
    return IkSketch(skeleton, modelFromJoint, drawing, sceneRadius).shapes();
}

} // namespace sartor::session
