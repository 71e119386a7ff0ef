// SPDX-License-Identifier: Apache-2.0
// Linear blend skinning of one vertex, step by step.
#pragma once

#include <sartor/assets/mesh.h>
#include <sartor/assets/morph_set.h>
#include <sartor/assets/skeleton.h>
#include <sartor/assets/skin.h>
#include <sartor/base/result.h>
#include <sartor/math/affine.h>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sartor::diagnose {

/// One instance in one pose, and the vertex in question. Borrowed for the call.
struct ExplainInput {
    const assets::Skeleton& skeleton;
    const assets::Mesh& mesh;
    std::uint32_t vertex = 0;
    /// The influences that deform the mesh, after the weight policy.
    const assets::InfluenceSet& influences;
    /// Skeleton joint of each palette entry, and its inverse bind.
    std::span<const JointIndex> joints;
    std::span<const math::Affine> jointFromBind;
    /// One per joint of the skeleton.
    std::span<const math::Affine> modelFromJoint;
    /// Null without targets; applied before the skin.
    const assets::MorphSet* morphs = nullptr;
    /// One per target.
    std::span<const float> morphWeights;
};

/// One slot of the file, unchecked.
struct FileSlot {
    std::uint32_t joint = 0;
    float weight = 0.0f;
};

/// What one joint does to the vertex.
struct InfluenceStep {
    SkinJointIndex slot;
    JointIndex joint;
    double weight = 0.0;
    glm::dvec3 positionJoint = glm::dvec3(0.0); ///< jointFromBind * positionBind
    glm::dvec3 positionModel = glm::dvec3(0.0); ///< modelFromJoint * positionJoint
    glm::dvec3 contribution = glm::dvec3(0.0);  ///< weight * positionModel
    glm::dvec3 runningSum = glm::dvec3(0.0);    ///< of the contributions up to this one
};

/// How much of its distance to the axis a vertex keeps between its two heaviest joints.
struct Retention {
    /// Indices into VertexExplanation::influences, the heaviest first.
    std::size_t first = 0;
    std::size_t second = 0;
    /// Weight of the second against both.
    double secondShare = 0.0;
    /// Between the rotations of the two, [0, 180].
    double degrees = 0.0;
    /// sqrt(1 - 2 w (1 - w) (1 - cos(angle))): what blending two rotations must give.
    double predicted = 1.0;
    /// Smallest stretch of the blended map against the size of the single ones; counts every
    /// influence. 1 keeps all, 0 flattens.
    double measured = 1.0;
    /// Of the blended linear part.
    double determinant = 1.0;
    /// One of the two turns space inside out and the other does not: no angle explains that.
    bool isMirrored = false;
};

/// What makes a surface thin at a vertex.
enum class ThinCause {
    None,           ///< it is not thin
    Weights,        ///< other weights would keep the radius
    LinearBlending, ///< the mean of rotations is short, whoever painted it
    Mirror,         ///< a joint turns space inside out
    Scale           ///< scale or shear of the joints
};
inline constexpr std::array<std::string_view, 5> kThinCauseNames = {
    "none", "weights", "the mathematics of linear blending", "mirror", "scale"};
constexpr std::string_view nameOf(ThinCause cause) {
    return kThinCauseNames[static_cast<std::size_t>(cause)];
}

struct VertexExplanation {
    std::uint32_t vertex = 0;
    /// All slots of the file, padding and all; empty for a mesh without influences.
    std::vector<FileSlot> fileSlots;
    double fileWeightSum = 0.0;
    glm::dvec3 positionMesh = glm::dvec3(0.0); ///< as in the file
    glm::dvec3 positionBind = glm::dvec3(0.0); ///< with the morph targets
    /// In the order in which they are summed.
    std::vector<InfluenceStep> influences;
    double weightSum = 0.0;
    glm::dvec3 positionModel = glm::dvec3(0.0); ///< the result: the last running sum
    /// With two influences or more.
    std::optional<Retention> retention;
    ThinCause cause = ThinCause::None;
    /// Why the surface is thin here and what helps; empty where nothing is wrong.
    std::string verdict;
};

/// Below this a vertex is worth a verdict: a twentieth of the radius is lost, 36 degrees at equal
/// weights.
inline constexpr double kThinRetention = 0.95;

/// Explains the position of one vertex under linear blend skinning, in double.
///
/// Weights are the cause where they do not sum to one, where they jump over a joint that lies
/// between the two heaviest, where a bend is blended farther along the bone than twice the distance
/// of the vertex from it, and where the lighter joints alone make it thin.
///
/// Errors: "explain.vertex_out_of_range"; "explain.shape" (influences, palette, pose or morph
/// weights do not fit each other).
/// Source of the prediction: |(1 - w) + w e^(i angle)|, the length of the mean of two points of the
/// unit circle.
Result<VertexExplanation> explainLinearBlend(const ExplainInput& input);

/// The prediction alone. secondShare in [0, 1].
double predictRetention(double secondShare, double degrees);

} // namespace sartor::diagnose
