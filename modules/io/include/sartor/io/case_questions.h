// SPDX-License-Identifier: Apache-2.0
// What a case asks of a character: everything of a case.json but the values that are expected.
#pragma once

#include <sartor/base/result.h>
#include <sartor/math/types.h>
#include <sartor/pose/playback.h>
#include <sartor/pose/root_motion.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace sartor::io {

/// A moment of a clip, or of no clip: the file's own node transforms and morph weights.
struct CaseMoment {
    enum class Place {
        Time, ///< at `time`
        Half, ///< at half of the clip's duration
        End   ///< at the clip's duration
    };

    std::optional<std::uint32_t> clip = std::nullopt;
    /// Seconds: of the clip, or since the start of the playback.
    double time = 0.0;
    Place place = Place::Time;
    std::optional<pose::Playback> playback = std::nullopt;
};

/// A node by its index in the file, else by its name.
struct CaseNode {
    std::optional<std::uint32_t> index;
    std::string name;
};

struct LoadQuestion {
    /// What the input's process may take; more is no answer.
    double maximumSeconds = 0.0;
    double maximumMegabytes = 0.0;
    /// Files, relative to the folder of the case or absolute, that nobody may read.
    std::vector<std::filesystem::path> mustNotOpen;
};

/// Where a chain of two bones is to reach.
struct TwoBoneIkQuestion {
    CaseMoment moment = {};
    /// Nodes: root, middle, tip.
    std::array<std::uint32_t, 3> chain{};
    glm::dvec3 target = glm::dvec3(0.0); ///< model space
    /// Direction from the root to the pole, or a point; model space.
    std::optional<glm::dvec3> poleDirection = std::nullopt;
    std::optional<glm::dvec3> polePosition = std::nullopt;
    double minimumDegrees = 0.0; ///< flexion of the middle joint
    double maximumDegrees = 180.0;
};

struct DiagnosticQuestion {
    /// A code of the family "ik.".
    bool isAboutIk = false;
    /// The chains whose solutions may be remarked on: that of the check itself where it has one,
    /// else all that the case has for the input.
    std::vector<TwoBoneIkQuestion> chains = {};
};

struct VertexQuestion {
    CaseMoment moment;
    /// Node, primitive and vertex of the file; without a node, the vertex at `restPosition` of the
    /// mesh that has that name, or whose node has.
    std::optional<std::uint32_t> node;
    std::uint32_t primitive = 0;
    std::uint32_t vertex = 0;
    std::string meshName;
    glm::dvec3 restPosition = glm::dvec3(0.0);
    /// "lbs", "dqs", "none", "lbs_then_morph".
    std::string deformer;
    bool isRootMotionExtracted = false;
    /// Of the extraction; none takes the joint that the clip moves.
    std::optional<CaseNode> root = std::nullopt;
    pose::RootMotionComponents extracted = {.full = true};
};

struct VertexSetQuestion {
    CaseMoment moment;
    std::string deformer;
};

struct JointModelMatrixQuestion {
    CaseMoment moment;
    CaseNode node;
};

struct JointLocalQuestion {
    CaseMoment moment;
    CaseNode node;
};

struct InfluencesQuestion {
    std::uint32_t node = 0;
    std::uint32_t primitive = 0;
    std::uint32_t vertex = 0;
};

struct MorphWeightsQuestion {
    CaseMoment moment;
    CaseNode node;
};

struct ClipInfoQuestion {
    std::uint32_t clip = 0;
};

struct SkeletonInfoQuestion {
    std::uint32_t skin = 0;
    /// Nodes whose parents are asked for; none takes the joints.
    std::vector<std::uint32_t> nodes;
};

struct TimeMapQuestion {
    std::uint32_t clip = 0;
    pose::Playback playback;
    double elapsed = 0.0; ///< seconds
};

/// How a clip moves the character.
struct CaseRootMotion {
    std::uint32_t clip = 0;
    CaseNode root;
    pose::RootMotionComponents components;
};

/// The motion from one clip time to another with so many wraps between them.
struct RootMotionQuestion {
    CaseRootMotion motion;
    double fromTime = 0.0; ///< seconds
    double toTime = 0.0;
    std::uint32_t loops = 0;
};

/// All motion of a playback, step by step.
struct RootMotionTotalQuestion {
    CaseRootMotion motion;
    double seconds = 0.0;
    double step = 0.0; ///< seconds
    pose::PlaybackMode mode = pose::PlaybackMode::Loop;
};

/// What is left of the root's model transform in the pose.
struct RootMotionResidualQuestion {
    CaseRootMotion motion;
    double time = 0.0; ///< seconds
};

/// Model matrix of a node in the pose without motion, moved by the motion.
struct RootMotionCompositeQuestion {
    CaseRootMotion motion;
    CaseNode node;
    double time = 0.0; ///< seconds
};

/// The motion of several clips at once, in one step.
struct RootMotionBlendQuestion {
    struct Input {
        CaseRootMotion motion;
        double weight = 0.0;
    };

    std::vector<Input> inputs;
    double fromTime = 0.0; ///< seconds
    double toTime = 0.0;
};

/// A node's local transform in a blend of moments: of weighted inputs, or of a base with additive
/// layers.
struct BlendQuestion {
    struct Input {
        CaseMoment moment;
        double weight = 0.0;
    };
    /// What is added: how `value` differs from `reference`.
    struct Layer {
        CaseMoment value;
        CaseMoment reference;
        double weight = 0.0;
    };

    CaseNode node;
    std::vector<Input> inputs;
    std::optional<CaseMoment> base = std::nullopt; ///< then there are no inputs
    std::vector<Layer> layers;
};

/// Whether every number of the frames is finite, or at least none is NaN.
struct FiniteQuestion {
    std::vector<CaseMoment> moments;
    std::string deformer;
    bool isInfinityAllowed = false;
};

/// Whether the process of the input ends by itself.
struct ExitStatusQuestion {};

/// Whether none of the texts stands in what is written about the input.
struct OutputQuestion {
    std::vector<std::string> texts;
};

/// A check that nothing here has an answer to.
struct UnansweredQuestion {
    std::string reason;
};

/// A check that cannot be read.
struct InvalidQuestion {
    /// With the place in the document.
    std::string problem;
};

struct CaseQuestion {
    /// "c3"; unique in its case.
    std::string check;
    /// As in the file.
    std::string kind;
    /// Relative to the folder of the case.
    std::string input;
    /// Most influences a vertex keeps; 0 for no limit.
    std::uint32_t maximumInfluences = 0;
    std::variant<InvalidQuestion,
                 LoadQuestion,
                 DiagnosticQuestion,
                 VertexQuestion,
                 VertexSetQuestion,
                 JointModelMatrixQuestion,
                 JointLocalQuestion,
                 InfluencesQuestion,
                 MorphWeightsQuestion,
                 ClipInfoQuestion,
                 SkeletonInfoQuestion,
                 TimeMapQuestion,
                 TwoBoneIkQuestion,
                 FiniteQuestion,
                 BlendQuestion,
                 RootMotionQuestion,
                 RootMotionTotalQuestion,
                 RootMotionResidualQuestion,
                 RootMotionCompositeQuestion,
                 RootMotionBlendQuestion,
                 ExitStatusQuestion,
                 OutputQuestion,
                 UnansweredQuestion>
        body;
};

struct CaseQuestions {
    std::filesystem::path folder;
    std::string id;
    /// "weights", "sampling", ...; "own" unless given.
    std::string className;
    std::vector<std::string> inputs;
    std::vector<CaseQuestion> questions;
    /// Keys that have no effect here, each with its place.
    std::vector<std::string> remarks;
};

/// Name of the document in the folder of a case.
inline constexpr std::string_view kCaseFileName = "case.json";

/// Reads what the case in a folder asks. A single check that is wrong becomes an InvalidQuestion,
/// so that the others are asked all the same; a key that nobody knows is a remark.
///
/// Errors, each beginning with the path of the document: those of readFile() for at most 16 MiB;
/// "document.json", "document.duplicate_key", "document.missing_key", "document.value" (an input
/// outside of the folder, no checks, two checks of one id, ...).
Result<CaseQuestions> readCaseQuestions(const std::filesystem::path& folder);

} // namespace sartor::io
