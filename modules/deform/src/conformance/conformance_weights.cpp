// SPDX-License-Identifier: Apache-2.0
// Invariants about weights and joints that files get wrong: the host mends them before a deformer
// sees them, so they are checked on the chain.
#include "conformance_check.h"

#include <sartor/assets/skin.h>

#include <algorithm>
#include <limits>

namespace sartor::deform::conformance {

namespace {

constexpr std::uint32_t kSlots = 6;
constexpr std::uint32_t kNoJoint = 60000;
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

/// Influences as files have them: a fixed number of slots, the last of them padding.
class FileRows {
public:
    /// At most four influences of each vertex, of all joints but the last two.
    explicit FileRows(const Case& deformed) : case_(deformed) {
        file_.slotsPerVertex = kSlots;
        const std::uint32_t used = deformed.source.jointCount - 2;
        for (const auto& row : deformed.influences()) {
            double sum = 0.0;
            const std::size_t count = std::min<std::size_t>(row.size(), 4);
            for (std::size_t slot = 0; slot < count; ++slot) {
                sum += static_cast<double>(row[slot].weight);
            }
            for (std::size_t slot = 0; slot < kSlots; ++slot) {
                const bool isUsed = slot < count;
                // Different joints, so that none of them are merged.
                file_.joints.push_back(
                    isUsed ? (row[0].joint + static_cast<std::uint32_t>(slot)) % used : 0);
                file_.weights.push_back(
                    isUsed ? static_cast<float>(static_cast<double>(row[slot].weight) / sum)
                           : 0.0f);
            }
        }
    }

    std::size_t vertexCount() const { return file_.vertexCount(); }
    std::uint32_t& joint(std::size_t vertex, std::size_t slot) {
        return file_.joints[vertex * kSlots + slot];
    }
    float& weight(std::size_t vertex, std::size_t slot) {
        return file_.weights[vertex * kSlots + slot];
    }
    void scale(float factor) {
        for (float& weight : file_.weights) {
            weight *= factor;
        }
    }
    /// Puts a slot before all others of its vertex; the last one, padding, goes.
    void insert(std::size_t vertex, std::uint32_t newJoint, float newWeight) {
        for (std::size_t slot = kSlots - 1; slot > 0; --slot) {
            joint(vertex, slot) = joint(vertex, slot - 1);
            weight(vertex, slot) = weight(vertex, slot - 1);
        }
        joint(vertex, 0) = newJoint;
        weight(vertex, 0) = newWeight;
    }

    /// What the host makes of them.
    Case build(Check& check,
               assets::WeightPolicy policy = assets::WeightPolicy::Renormalize,
               assets::InfluenceChanges* changes = nullptr) const {
        Case built = case_;
        auto made = assets::buildInfluences(file_, case_.source.jointCount, {.policy = policy});
        check.expect(made.hasValue(), case_.name, std::nullopt, "the influences are refused");
        if (made) {
            built.source.influences = made->influences;
            if (changes != nullptr) {
                *changes = made->changes;
            }
        }
        return built;
    }

private:
    const Case& case_;
    assets::FileInfluences file_;
};

/// The same on the backend, where there is one.
void compareWithBackend(const Kit& kit,
                        Check& check,
                        const std::string& place,
                        const Case& deformed,
                        const Pose& pose) {
    ConformanceBackend* backend = kit.request().backend;
    if (backend == nullptr || !kit.hasCompute()) {
        return;
    }
    const auto plan = kit.plan(deformed);
    const auto expected = kit.deform(check, place, deformed, pose);
    if (!plan || !expected || !backend->whyNot(**plan).empty()) {
        return;
    }
    const std::vector<FrameSource> frame = {pose.frame()};
    auto run = backend->run(std::span(&*plan, 1), std::span(&frame, 1));
    if (!run) {
        check.expect(false, place, std::nullopt, run.error().message);
        return;
    }
    kit.compare(check, place + " on " + backend->name(), deformed, run->results[0][0], *expected);
}

void expectFinite(Check& check, const std::string& place, const DeformedMesh& mesh) {
    for (std::size_t vertex = 0; vertex < mesh.positions.size(); ++vertex) {
        const glm::vec3& position = mesh.positions[vertex];
        const bool isFinite = std::isfinite(position.x) && std::isfinite(position.y) &&
                              std::isfinite(position.z) &&
                              (mesh.normals.empty() || std::isfinite(mesh.normals[vertex].x)) &&
                              (mesh.tangents.empty() || std::isfinite(mesh.tangents[vertex].x));
        check.expect(isFinite, place, vertex, "not finite");
    }
}

} // namespace

void checkZeroWeight(const Kit& kit, Check& check) {
    math::Random random = kit.random(8);
    const Case deformed = scattered(random, 300);
    FileRows rows(deformed);
    const Case clean = rows.build(check);
    const std::uint32_t unused = deformed.source.jointCount - 1;
    for (std::size_t vertex = 0; vertex < rows.vertexCount(); ++vertex) {
        rows.insert(vertex, vertex % 2 == 0 ? unused : kNoJoint, 0.0f);
        rows.joint(vertex, kSlots - 1) = vertex % 2 == 0 ? kNoJoint : unused;
    }
    const Case padded = rows.build(check);
    Pose pose = randomPose(random, deformed, PoseKind::Rigid, Spread::Any);
    const auto expected = kit.deform(check, deformed.name, clean, pose);
    if (!expected) {
        return;
    }
    const auto expectSame =
        [&](const Case& same, const math::Affine& map, const std::string& what) {
            pose.modelFromBind[unused] = map;
            const std::string place = deformed.name + ", " + what;
            if (const auto actual = kit.deform(check, place, same, pose)) {
                check.expectEqualBits(place, *actual, *expected);
            }
        };
    math::Affine broken;
    broken.linear[1][2] = kNan;
    expectSame(clean, randomMap(random, PoseKind::Scaled), "a joint without weight elsewhere");
    expectSame(clean, broken, "a joint without weight that is not finite");
    expectSame(padded, broken, "slots without weight that name a broken joint, or none");
}

void checkZeroSum(const Kit& kit, Check& check) {
    math::Random random = kit.random(9);
    const Case deformed = scattered(random, 130);
    const Pose pose = randomPose(random, deformed, PoseKind::Rigid, Spread::Any);
    FileRows rows(deformed);
    Influences firstJoints;
    for (std::size_t vertex = 0; vertex < rows.vertexCount(); ++vertex) {
        firstJoints.push_back({{rows.joint(vertex, 0), 1.0f}});
        for (std::size_t slot = 0; slot < kSlots; ++slot) {
            rows.weight(vertex, slot) = vertex % 2 == 0 ? 0.0f : kNan;
        }
    }
    assets::InfluenceChanges changes;
    const Case weightless = rows.build(check, assets::WeightPolicy::Renormalize, &changes);
    std::string place = deformed.name + ", weights of zero or NaN";
    check.expect(changes.zeroSumVertices == rows.vertexCount(),
                 place,
                 std::nullopt,
                 "not all of them are counted");
    const auto actual = kit.deform(check, place, weightless, pose);
    const auto expected = kit.deform(check, place, deformed.with(firstJoints), pose);
    if (!actual || !expected) {
        return;
    }
    kit.compare(check, place, deformed, *actual, *expected);
    // And what a stage itself makes of a vertex without influences.
    Influences some = deformed.influences();
    for (std::size_t vertex = 0; vertex < some.size(); vertex += 2) {
        some[vertex].clear();
    }
    const Case bare = deformed.with(some);
    place = deformed.name + ", every other one without influences";
    if (const auto free = kit.deform(check, place, bare, pose)) {
        expectFinite(check, place, *free);
    }
    compareWithBackend(kit, check, place, bare, pose);
}

void checkIndexRange(const Kit& kit, Check& check) {
    math::Random random = kit.random(10);
    const Case deformed = scattered(random, 130);
    const Pose pose = randomPose(random, deformed, PoseKind::Rigid, Spread::Close);
    FileRows rows(deformed);
    const auto clean = kit.deform(check, deformed.name, rows.build(check), pose);
    if (!clean) {
        return;
    }
    for (std::size_t vertex = 0; vertex < rows.vertexCount(); ++vertex) {
        rows.insert(vertex, vertex % 2 == 0 ? kNoJoint : deformed.source.jointCount, 0.4f);
    }
    assets::InfluenceChanges changes;
    const Case mended = rows.build(check, assets::WeightPolicy::Renormalize, &changes);
    std::string place = deformed.name + ", weights on joints that are not there";
    check.expect(changes.outOfRangeVertices == rows.vertexCount(),
                 place,
                 std::nullopt,
                 "not all of them are counted");
    if (const auto actual = kit.deform(check, place, mended, pose)) {
        // What is left is divided by its sum, so it moves the vertex as it did.
        kit.compare(check, place, deformed, *actual, *clean);
    }
    compareWithBackend(kit, check, place, mended, pose);
    for (std::size_t vertex = 0; vertex < rows.vertexCount(); ++vertex) {
        for (std::size_t slot = 0; slot < kSlots; ++slot) {
            rows.joint(vertex, slot) = kNoJoint;
        }
    }
    const Case nowhere = rows.build(check);
    place = deformed.name + ", no joint that is there";
    if (const auto actual = kit.deform(check, place, nowhere, pose)) {
        expectFinite(check, place, *actual);
    }
    compareWithBackend(kit, check, place, nowhere, pose);
}

void checkWeightPolicy(const Kit& kit, Check& check) {
    using Policy = assets::WeightPolicy;
    constexpr float kFactor = 0.5f;
    math::Random random = kit.random(11);
    const Case deformed = scattered(random, 130);
    const Pose pose = randomPose(random, deformed, PoseKind::Rigid, Spread::Close);
    FileRows rows(deformed);
    const auto whole = kit.deform(check, deformed.name, rows.build(check), pose);
    rows.scale(kFactor);
    const auto deformAs = [&](Policy policy, const std::string& place) {
        return kit.deform(check, place, rows.build(check, policy), pose);
    };
    std::string place = deformed.name + ", halved weights, renormalized";
    const auto renormalized = deformAs(Policy::Renormalize, place);
    if (!whole || !renormalized) {
        return;
    }
    kit.compare(check, place, deformed, *renormalized, *whole);
    place = deformed.name + ", halved weights as they are";
    const auto asTheyAre = deformAs(Policy::None, place);
    if (!asTheyAre) {
        return;
    }
    expectFinite(check, place, *asTheyAre);
    if (kit.claims(SARTOR_CAP_ADDITIVE)) {
        // A sum of halved contributions is half the sum.
        DeformedMesh expected = *whole;
        for (glm::vec3& position : expected.positions) {
            position *= kFactor;
        }
        kit.compare(check, place, deformed, *asTheyAre, expected);
    }
    place = deformed.name + ", halved weights, the last takes the remainder";
    if (const auto remainder = deformAs(Policy::LastRemainder, place)) {
        // That is what the same rows with the remainder written out give.
        FileRows written(deformed);
        written.scale(kFactor);
        for (std::size_t vertex = 0; vertex < written.vertexCount(); ++vertex) {
            std::size_t last = 0;
            double others = 0.0;
            for (std::size_t slot = 1; slot < kSlots && written.weight(vertex, slot) != 0.0f;
                 ++slot) {
                others += static_cast<double>(written.weight(vertex, last));
                last = slot;
            }
            written.weight(vertex, last) = static_cast<float>(1.0 - others);
        }
        if (const auto expected =
                kit.deform(check, place, written.build(check, Policy::None), pose)) {
            kit.compare(check, place, deformed, *remainder, *expected);
        }
    }
}

} // namespace sartor::deform::conformance
