// SPDX-License-Identifier: Apache-2.0
// Moments of a file's clips, and how far a change of weights moves a vertex at any of them.
#pragma once

#include <sartor/diagnose/weight_cost.h>
#include <sartor/import/imported_scene.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sartor::diagnose {

/// What one joint of a vertex gains or loses.
struct WeightChange {
    SkinJointIndex slot;
    /// Added to the weight of the slot.
    double weight = 0.0;
};

/// The largest displacement met so far.
struct Displacement {
    double millimetres = 0.0;
    std::uint32_t vertex = 0;
    Moment moment;
};

/// Poses at the moments of chooseMoments(), made at the first question. What is measured with them
/// is a lower bound of what the clips show.
///
/// Cost: fewer moments for skeletons so large that the poses would take more than some 200 MB.
/// Threads: one at a time.
class ClipMoments {
public:
    explicit ClipMoments(const import::ImportedScene& scene) : scene_(scene) {}

    /// A clip of the file has keys: more is measured than the rest pose.
    bool hasClips() const;

    /// Takes the change of one vertex of a skin into account: `worst` becomes the largest
    /// displacement. Quick for vertices of one skin after the other.
    void measure(std::uint32_t skin,
                 std::uint32_t vertex,
                 const glm::vec3& positionBind,
                 std::span<const WeightChange> changes,
                 Displacement& worst) const;

    /// " (clip 'Walk' at 0.5 s, vertex 12)", " (at rest, vertex 12)"
    std::string describe(const Displacement& worst) const;

private:
    void make() const;
    void select(std::uint32_t skin) const;

    const import::ImportedScene& scene_;
    mutable bool isMade_ = false;
    mutable std::vector<Moment> moments_;
    mutable std::vector<math::Affine> modelFromJoint_; // jointCount a moment
    mutable std::optional<std::uint32_t> skin_;
    mutable std::size_t slotCount_ = 0;
    mutable std::vector<math::Affine> modelFromBind_; // of skin_, slotCount_ a moment
};

} // namespace sartor::diagnose
