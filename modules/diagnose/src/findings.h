// SPDX-License-Identifier: Apache-2.0
// Where a rule puts what it found.
#pragma once

#include <sartor/assets/clip.h>
#include <sartor/diagnose/lint.h>
#include <sartor/diagnose/weight_statistics.h>
#include <sartor/import/imported_scene.h>

#include <string>
#include <vector>

namespace sartor::diagnose {

/// Findings of one rule. The add functions return the new finding, with the rule's severity, for
/// what they do not know: count, examples, another severity. The reference lives until the next.
class Findings {
public:
    Findings(const import::ImportedScene& scene, const RuleInfo& rule)
        : scene_(scene), rule_(rule) {}

    /// About the node of an instance rather than its mesh.
    Diagnostic& addToNodeOf(std::uint32_t instance, std::string message);
    Diagnostic& addToInstance(std::uint32_t instance, std::string message);
    Diagnostic& addToSkin(std::uint32_t skin, std::string message);
    /// Joints of a skin, with their number and the first few.
    Diagnostic&
    addJointsOfSkin(std::uint32_t skin, std::span<const JointIndex> joints, std::string message);
    Diagnostic& addToClip(std::uint32_t clip, std::string message);
    Diagnostic& addToJoint(JointIndex joint, std::string message);
    /// At the node of one of several joints, with their number and the first few.
    Diagnostic&
    addJoints(JointIndex place, std::span<const JointIndex> joints, std::string message);
    /// Vertices with their number and examples.
    Diagnostic&
    addVertices(std::uint32_t instance, const VertexFinding& vertices, std::string message);

    std::vector<Diagnostic> take() { return std::move(found_); }

private:
    Diagnostic& add(std::string place, std::string subject, std::string message);

    const import::ImportedScene& scene_;
    const RuleInfo& rule_;
    std::vector<Diagnostic> found_;
};

/// "joint 'Hips'", or "joint 7", its place in the file, where it has no name.
std::string nameOf(const import::ImportedScene& scene, JointIndex joint);

/// Names of the first few: "'Hips', 'Spine' and 3 more".
std::string listOf(const import::ImportedScene& scene, std::span<const JointIndex> joints);

} // namespace sartor::diagnose
