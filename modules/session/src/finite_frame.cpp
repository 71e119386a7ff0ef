// SPDX-License-Identifier: Apache-2.0
// Walks over everything that a frame consists of.
#include "finite_frame.h"

#include <algorithm>
#include <cmath>

namespace sartor::session {
namespace {

class Finder {
public:
    Finder(const Session& session, bool isInfinityAllowed)
        : session_(session), isInfinityAllowed_(isInfinityAllowed) {}

    std::string find() const {
        std::string found = findInPose();
        for (std::size_t i = 0; found.empty() && i < session_.scene().instances.size(); ++i) {
            found = findInInstance(i);
        }
        return found;
    }

private:
    bool isBad(float number) const {
        return isInfinityAllowed_ ? std::isnan(number) : !std::isfinite(number);
    }

    template <class Vector>
    bool hasBad(const Vector& vector) const {
        for (glm::length_t i = 0; i < vector.length(); ++i) {
            if (isBad(vector[i])) {
                return true;
            }
        }
        return false;
    }

    template <class Numbers>
    bool hasBadNumber(const Numbers& numbers) const {
        return std::any_of(
            numbers.begin(), numbers.end(), [this](float number) { return isBad(number); });
    }

    std::string findInPose() const {
        const assets::Skeleton& skeleton = *session_.scene().skeleton;
        for (std::size_t joint = 0; joint < skeleton.jointCount(); ++joint) {
            const std::string node =
                " of node " + std::to_string(skeleton.joint(JointIndex(joint)).fileNode);
            const math::Transform& local = session_.parentFromJoint()[joint];
            if (hasBad(local.translation) || hasBad(local.rotation) || hasBad(local.scale)) {
                return "the local transform" + node;
            }
            if (hasBadNumber(math::toRows(session_.modelFromJoint()[joint]))) {
                return "the model matrix" + node;
            }
        }
        return {};
    }

    template <class Vector>
    std::string findInStream(const char* what, std::span<const Vector> stream) const {
        for (std::size_t vertex = 0; vertex < stream.size(); ++vertex) {
            if (hasBad(stream[vertex])) {
                return std::string(what) + " of vertex " + std::to_string(vertex);
            }
        }
        return {};
    }

    std::string findInInstance(std::size_t index) const {
        const import::MeshInstance& instance = session_.scene().instances[index];
        const InstanceFrame frame = session_.frame(index);
        std::string found = hasBadNumber(frame.morphWeights) ? "a morph weight" : "";
        if (found.empty()) {
            found = findInStream("the position", frame.positions);
        }
        if (found.empty()) {
            found = findInStream("the normal", frame.normals);
        }
        if (found.empty()) {
            found = findInStream("the tangent", frame.tangents);
        }
        return found.empty() ? found
                             : found + " at node " + std::to_string(instance.fileNode) +
                                   ", primitive " + std::to_string(instance.filePrimitive);
    }

    const Session& session_;
    bool isInfinityAllowed_;
};

} // namespace

std::string findNotFinite(const Session& session, bool isInfinityAllowed) {
    return Finder(session, isInfinityAllowed).find();
}

} // namespace sartor::session
