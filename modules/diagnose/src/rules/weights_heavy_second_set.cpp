// SPDX-License-Identifier: Apache-2.0
// Rule: heavy influences in a set that many tools do not read.
#include "../rule.h"

namespace sartor::diagnose {
namespace {

constexpr std::uint32_t kSetSize = 4;

struct SecondSet {
    VertexFinding vertices;
    double largestLost = 0.0;
    Displacement worst;
};

SecondSet findHeavy(const SceneFacts& facts, const SkinnedMesh& mesh) {
    SecondSet found;
    const assets::FileInfluences& file = *mesh.influences;
    const std::size_t slots = file.slotsPerVertex;
    const auto positions = facts.meshOf(mesh.instance).positions();
    const std::size_t jointCount = mesh.weights.joints.size();
    std::vector<WeightChange> changes;
    for (std::size_t vertex = 0; vertex < file.vertexCount(); ++vertex) {
        const auto weights = std::span(file.weights).subspan(vertex * slots, slots);
        const auto joints = std::span(file.joints).subspan(vertex * slots, slots);
        const float lightest = *std::min_element(weights.begin(), weights.begin() + kSetSize);
        const float heaviest = *std::max_element(weights.begin() + kSetSize, weights.end());
        double inFirst = 0.0;
        double sum = 0.0;
        for (std::size_t i = 0; i < slots; ++i) {
            // What is negative, not finite or out of range is a finding of its own.
            const bool isGood = weights[i] > 0.0f && joints[i] < jointCount;
            const double weight = isGood ? static_cast<double>(weights[i]) : 0.0;
            sum += weight;
            inFirst += i < kSetSize ? weight : 0.0;
        }
        if (!(heaviest > lightest) || !(inFirst > 0.0) || !(sum < 1e30)) {
            continue;
        }
        found.vertices.add(vertex);
        found.largestLost = std::max(found.largestLost, 1.0 - inFirst / sum);
        changes.clear();
        for (std::size_t i = 0; i < slots; ++i) {
            if (weights[i] > 0.0f && joints[i] < jointCount) {
                const auto weight = static_cast<double>(weights[i]);
                changes.push_back({SkinJointIndex(joints[i]),
                                   (i < kSetSize ? weight / inFirst : 0.0) - weight / sum});
            }
        }
        facts.moments.measure(
            mesh.skin, static_cast<std::uint32_t>(vertex), positions[vertex], changes, found.worst);
    }
    return found;
}

void checkSets(const SceneFacts& facts, Findings& findings) {
    const TargetProfile* profile = facts.options.profile;
    const bool isOfProfile = profile != nullptr && profile->isFirstSetOnly;
    for (const SkinnedMesh& mesh : facts.skinnedMeshes) {
        if (!facts.hasSetsOfFile() || mesh.influences->slotsPerVertex <= kSetSize) {
            continue;
        }
        const SecondSet found = findHeavy(facts, mesh);
        if (found.vertices.count == 0) {
            continue;
        }
        Diagnostic& added = findings.addVertices(
            mesh.instance,
            found.vertices,
            formatCount(found.vertices.count, "vertex", "vertices") +
                " with a heavier influence behind the first four than among them; " +
                (isOfProfile ? titleOf(*profile) + ", which reads one set, loses"
                             : std::string("tools that read one set lose")) +
                " up to " + formatNumber(found.largestLost) + " of the weight");
        withCost(added, facts, found.worst);
        if (isOfProfile) {
            withProfile(added, *profile).severity = Severity::Warning;
        }
    }
}

} // namespace

Rule weightsHeavySecondSet() {
    return {{.id = "weights.heavy_second_set",
             .title = "Heavy influences in a later set",
             .severity = Severity::Info,
             .explanation =
                 "The mesh has more than one set of four influences, and the heaviest ones of a "
                 "vertex are not all in the first set. Many viewers and engines read that set "
                 "alone, without looking which influences count most, and then lose more than "
                 "they had to. Sort the influences of each vertex by weight at export. A "
                 "warning for profiles that read one set."},
            checkSets};
}

} // namespace sartor::diagnose
