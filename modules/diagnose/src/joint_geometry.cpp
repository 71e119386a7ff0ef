// SPDX-License-Identifier: Apache-2.0
// Recognition of the joints of a body by where they are.
#include "joint_geometry.h"

#include <sartor/pose/local_to_model.h>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace sartor::diagnose {
namespace {

// Parts of the body's height.
constexpr double kMirrored = 0.06;      // how far a limb may be from the image of the other
constexpr double kAtGround = 0.12;      // how far above the lowest joint a leg may end
constexpr double kApart = 0.02;         // how far a limb is from the middle at least
constexpr double kShoulderApart = 0.07; // a shoulder; collar bones begin nearer
constexpr double kLongEnough = 0.2;     // how far a limb reaches at least
// Deeper rigs are no bodies, and the searches below are quadratic in depth.
constexpr std::size_t kDeepest = 512;

using Path = std::vector<std::size_t>;

struct Limbs {
    Path left;
    Path right;
};

class Body {
public:
    explicit Body(const import::ImportedScene& scene)
        : joints_(scene.skeleton->joints())
        , isSkinJoint_(findSkinJoints(scene))
        , children_(joints_.size()) {
        for (const math::Affine& modelFromJoint : pose::modelFromJointAtRest(*scene.skeleton)) {
            places_.emplace_back(modelFromJoint.translation);
        }
        double low = 0.0;
        double high = 0.0;
        bool isFirst = true;
        std::vector<std::size_t> depth(joints_.size());
        for (std::size_t i = 0; i < joints_.size(); ++i) {
            const JointIndex parent = joints_[i].parent;
            if (!parent.isNone()) {
                depth[i] = depth[parent.value()] + 1;
                deepest_ = std::max(deepest_, depth[i]);
            }
            if (!isSkinJoint_[i]) {
                continue;
            }
            if (!parent.isNone()) {
                children_[parent.value()].push_back(i);
            }
            low = isFirst ? places_[i].y : std::min(low, places_[i].y);
            high = isFirst ? places_[i].y : std::max(high, places_[i].y);
            isFirst = false;
        }
        low_ = low;
        height_ = high - low;
    }

    std::vector<ClassifiedJoint> classify() {
        std::vector<ClassifiedJoint> found;
        if (!(height_ > 0.0) || !std::isfinite(height_) || deepest_ > kDeepest) {
            return found;
        }
        const auto legs = findPair(
            [&](const Path& path) { return places_[path.back()].y - low_ < kAtGround * height_; });
        if (!legs) {
            return found;
        }
        const std::size_t pelvis = legs->first;
        for (const Path* leg : {&legs->second.left, &legs->second.right}) {
            addLeg(*leg, found);
        }
        const auto arms = findPair([&](const Path& path) {
            return places_[path.back()].y - low_ > 0.25 * height_ &&
                   std::abs(places_[path.back()].x - places_[pelvis].x) > 0.1 * height_;
        });
        if (arms && isAbove(pelvis, arms->first)) {
            for (const Path* arm : {&arms->second.left, &arms->second.right}) {
                addArm(*arm, found);
            }
            for (std::size_t joint = arms->first; joint != pelvis;
                 joint = joints_[joint].parent.value()) {
                if (isSkinJoint_[joint]) {
                    found.push_back({JointIndex(joint), JointClass::Spine});
                }
            }
            addNeck(arms->first, arms->second, found);
        }
        std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
            return a.joint < b.joint;
        });
        return found;
    }

private:
    // From a joint down to the joint below it that is farthest from where the limb begins.
    Path pathFrom(std::size_t start) const {
        std::size_t farthest = start;
        const glm::dvec3& origin = places_[joints_[start].parent.value()];
        Path open = {start};
        while (!open.empty()) {
            const std::size_t joint = open.back();
            open.pop_back();
            if (glm::distance(places_[joint], origin) > glm::distance(places_[farthest], origin)) {
                farthest = joint;
            }
            open.insert(open.end(), children_[joint].begin(), children_[joint].end());
        }
        Path path;
        for (std::size_t joint = farthest; joint != start; joint = joints_[joint].parent.value()) {
            path.push_back(joint);
        }
        path.push_back(start);
        std::reverse(path.begin(), path.end());
        return path;
    }

    bool isAbove(std::size_t ancestor, std::size_t joint) const {
        for (JointIndex above = joints_[joint].parent; !above.isNone();
             above = joints_[above.value()].parent) {
            if (above.value() == ancestor) {
                return true;
            }
        }
        return false;
    }

    // Two limbs of one joint that are mirror images and end as asked; the longest such pair.
    template <class Ends>
    std::optional<std::pair<std::size_t, Limbs>> findPair(const Ends& endsRightly) const {
        std::optional<std::pair<std::size_t, Limbs>> best;
        double bestReach = kLongEnough * height_;
        for (std::size_t joint = 0; joint < joints_.size(); ++joint) {
            std::vector<Path> paths;
            for (const std::size_t child : children_[joint]) {
                Path path = pathFrom(child);
                if (path.size() >= 3 && endsRightly(path)) {
                    paths.push_back(std::move(path));
                }
            }
            const double middle = places_[joint].x;
            for (const Path& left : paths) {
                for (const Path& right : paths) {
                    const glm::dvec3& a = places_[left.back()];
                    const glm::dvec3& b = places_[right.back()];
                    const glm::dvec3 image(2.0 * middle - b.x, b.y, b.z);
                    const double reach = glm::distance(places_[left.front()], a);
                    if (a.x - middle > kApart * height_ &&
                        glm::distance(a, image) < kMirrored * height_ && reach > bestReach) {
                        bestReach = reach;
                        best = {joint, {left, right}};
                    }
                }
            }
        }
        return best;
    }

    double lengthOf(const Path& path, std::size_t from, std::size_t to) const {
        double length = 0.0;
        for (std::size_t i = from; i < to; ++i) {
            length += glm::distance(places_[path[i]], places_[path[i + 1]]);
        }
        return length;
    }

    // The first joint of a limb that is so far from the middle: what comes before is a collar bone,
    // or a helper of the pelvis.
    std::size_t beginOf(const Path& path, double apart) const {
        const double middle = places_[joints_[path.front()].parent.value()].x;
        std::size_t begin = 0;
        while (begin + 1 < path.size() &&
               std::abs(places_[path[begin]].x - middle) < apart * height_) {
            ++begin;
        }
        return begin;
    }

    // The joint between two of a path that is nearest to the middle of the way; the first of both
    // where there is none.
    std::size_t bendOf(const Path& path, std::size_t begin, std::size_t end) const {
        std::size_t best = begin;
        double shorter = 0.0;
        for (std::size_t bend = begin + 1; bend < end; ++bend) {
            const double found = std::min(lengthOf(path, begin, bend), lengthOf(path, bend, end));
            if (found > shorter) {
                shorter = found;
                best = bend;
            }
        }
        return best;
    }

    void addLeg(const Path& path, std::vector<ClassifiedJoint>& found) const {
        std::size_t ankle = 0;
        while (ankle + 1 < path.size() && places_[path[ankle]].y - low_ > kAtGround * height_) {
            ++ankle;
        }
        const std::size_t hip = beginOf(path, kApart);
        const std::size_t knee = bendOf(path, hip, ankle);
        if (knee > hip) {
            found.push_back({JointIndex(path[hip]), JointClass::Hip});
            found.push_back({JointIndex(path[knee]), JointClass::Knee});
        }
    }

    void addArm(const Path& path, std::vector<ClassifiedJoint>& found) const {
        // Fingers branch off the hand; without fingers the path ends there.
        std::size_t wrist = path.size() - 1;
        for (std::size_t i = path.size(); i-- > 0;) {
            if (children_[path[i]].size() >= 3) {
                wrist = i;
            }
        }
        const std::size_t shoulder = beginOf(path, kShoulderApart);
        const std::size_t elbow = bendOf(path, shoulder, wrist);
        if (elbow == shoulder) {
            return;
        }
        found.push_back({JointIndex(path[shoulder]), JointClass::Shoulder});
        found.push_back({JointIndex(path[elbow]), JointClass::Elbow});
        found.push_back({JointIndex(path[wrist]), JointClass::Wrist});
        Path open = children_[path[wrist]];
        while (!open.empty()) {
            const std::size_t joint = open.back();
            open.pop_back();
            found.push_back({JointIndex(joint), JointClass::Finger});
            open.insert(open.end(), children_[joint].begin(), children_[joint].end());
        }
    }

    // The joint above the chest that carries the head, which is in the middle and has a joint above
    // it in turn.
    void addNeck(std::size_t chest, const Limbs& arms, std::vector<ClassifiedJoint>& found) const {
        for (const std::size_t child : children_[chest]) {
            if (child != arms.left.front() && child != arms.right.front() &&
                std::abs(places_[child].x - places_[chest].x) < kApart * height_ &&
                places_[child].y > places_[chest].y && !children_[child].empty()) {
                found.push_back({JointIndex(child), JointClass::Neck});
                return;
            }
        }
    }

    std::span<const assets::Joint> joints_;
    std::vector<bool> isSkinJoint_;
    // Of joints of skins, those that are.
    std::vector<Path> children_;
    std::vector<glm::dvec3> places_;
    double low_ = 0.0;
    double height_ = 0.0;
    std::size_t deepest_ = 0;
};

} // namespace

std::vector<ClassifiedJoint> classifyByGeometry(const import::ImportedScene& scene) {
    return Body(scene).classify();
}

} // namespace sartor::diagnose
