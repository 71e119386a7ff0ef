// SPDX-License-Identifier: Apache-2.0
// Scattered vertices, tubes and grids, and palettes for them.
#include "conformance_case.h"

#include <sartor/base/assert.h>
#include <sartor/math/transform.h>
#include <sartor/pose/dual_quat_palette.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sartor::deform::conformance {

namespace {

constexpr std::uint32_t kScatteredJoints = 16;
constexpr std::uint32_t kMaxInfluences = 12;
constexpr std::uint32_t kTargets = 3;
constexpr auto kPi = std::numbers::pi_v<float>;

// What is made here is valid; a failure is ours.
template <class T>
T require(Result<T> made) {
    SARTOR_ASSERT(made.hasValue());
    return *std::move(made);
}

std::shared_ptr<const assets::InfluenceSet> makeInfluences(const Influences& rows,
                                                           std::uint32_t jointCount) {
    std::vector<std::uint32_t> offsets = {0};
    std::vector<SkinJointIndex> joints;
    std::vector<float> weights;
    for (const auto& row : rows) {
        for (const Influence& influence : row) {
            joints.emplace_back(influence.joint);
            weights.push_back(influence.weight);
        }
        offsets.push_back(static_cast<std::uint32_t>(joints.size()));
    }
    return require(assets::InfluenceSet::create(offsets, joints, weights, jointCount));
}

std::vector<Influence> normalized(const std::vector<Influence>& row) {
    double sum = 0.0;
    for (const Influence& influence : row) {
        sum += static_cast<double>(influence.weight);
    }
    std::vector<Influence> result = row;
    for (Influence& influence : result) {
        influence.weight = static_cast<float>(static_cast<double>(influence.weight) / sum);
    }
    return result;
}

// Different joints, no weight much smaller than the others.
std::vector<Influence> randomRow(math::Random& random) {
    const std::uint32_t count = 1 + random.below(kMaxInfluences);
    const std::uint32_t first = random.below(kScatteredJoints);
    std::vector<Influence> row;
    for (std::uint32_t i = 0; i < count; ++i) {
        // 5 and 16 have no common factor: no joint comes twice.
        row.push_back({(first + 5 * i) % kScatteredJoints, random.uniform(0.1f, 1.0f)});
    }
    return normalized(row);
}

assets::MorphTarget
randomTarget(math::Random& random, std::uint32_t vertexCount, std::uint32_t index) {
    assets::MorphTarget target;
    target.name = "target " + std::to_string(index);
    for (std::uint32_t vertex = 0; vertex < vertexCount; ++vertex) {
        if (random.below(3) == 0) {
            continue;
        }
        target.vertices.push_back(vertex);
        target.positionDeltas.push_back(random.vector(-0.1f, 0.1f));
        target.normalDeltas.push_back(random.vector(-0.3f, 0.3f));
        target.tangentDeltas.push_back(random.vector(-0.3f, 0.3f));
    }
    return target;
}

Case makeCase(math::Random& random,
              std::string name,
              assets::MeshData data,
              const Influences& rows,
              std::uint32_t jointCount) {
    const auto vertexCount = static_cast<std::uint32_t>(data.positions.size());
    Case made;
    made.name = std::move(name);
    data.name = made.name;
    made.source.mesh = require(assets::Mesh::create(std::move(data)));
    made.source.jointCount = jointCount;
    made.source.influences = makeInfluences(rows, jointCount);
    std::vector<assets::MorphTarget> targets;
    for (std::uint32_t target = 0; target < kTargets; ++target) {
        targets.push_back(randomTarget(random, vertexCount, target));
    }
    made.source.morphs = require(assets::MorphSet::create(std::move(targets), vertexCount));
    return made;
}

// Two triangles for each cell of a net of points; `isClosed` joins the last column to the first.
std::vector<std::uint32_t> netTriangles(std::uint32_t rows, std::uint32_t columns, bool isClosed) {
    std::vector<std::uint32_t> triangles;
    for (std::uint32_t row = 0; row + 1 < rows; ++row) {
        for (std::uint32_t column = 0; column + (isClosed ? 0 : 1) < columns; ++column) {
            const std::uint32_t next = (column + 1) % columns;
            const std::uint32_t a = row * columns + column;
            const std::uint32_t b = row * columns + next;
            triangles.insert(triangles.end(), {a, a + columns, b, b, a + columns, b + columns});
        }
    }
    return triangles;
}

glm::vec3 randomUnit(math::Random& random) {
    return random.rotation() * glm::vec3(1, 0, 0);
}

} // namespace

double Case::diagonal() const {
    glm::dvec3 low(0.0);
    glm::dvec3 high(0.0);
    for (std::size_t vertex = 0; vertex < rest().size(); ++vertex) {
        const glm::dvec3 position(rest()[vertex]);
        low = vertex == 0 ? position : glm::min(low, position);
        high = vertex == 0 ? position : glm::max(high, position);
    }
    // Of a single vertex there is no size; what moves it is of size one.
    return rest().size() < 2 ? 1.0 : std::max(glm::length(high - low), 1e-3);
}

Influences Case::influences() const {
    Influences rows;
    for (std::size_t vertex = 0; vertex < rest().size(); ++vertex) {
        auto& row = rows.emplace_back();
        const auto offsets = source.influences->offsets();
        for (std::uint32_t i = offsets[vertex]; i < offsets[vertex + 1]; ++i) {
            row.push_back(
                {source.influences->joints()[i].value(), source.influences->weights()[i]});
        }
    }
    return rows;
}

Case Case::with(const Influences& rows) const {
    Case changed = *this;
    changed.source.influences = makeInfluences(rows, source.jointCount);
    return changed;
}

assets::MeshData Case::meshData() const {
    const assets::Mesh& mesh = *source.mesh;
    assets::MeshData data;
    data.name = mesh.name();
    data.positions.assign(rest().begin(), rest().end());
    data.normals.assign(mesh.normals().begin(), mesh.normals().end());
    data.tangents.assign(mesh.tangents().begin(), mesh.tangents().end());
    data.triangles.assign(mesh.triangles().begin(), mesh.triangles().end());
    data.attributes.assign(mesh.attributes().begin(), mesh.attributes().end());
    return data;
}

Case Case::with(assets::MeshData data) const {
    Case changed = *this;
    changed.source.mesh = require(assets::Mesh::create(std::move(data)));
    return changed;
}

Case Case::movedBy(const glm::vec3& offset) const {
    assets::MeshData data = meshData();
    for (glm::vec3& position : data.positions) {
        position += offset;
    }
    return with(std::move(data));
}

Case scattered(math::Random& random, std::uint32_t vertexCount) {
    assets::MeshData data;
    Influences rows;
    for (std::uint32_t vertex = 0; vertex < vertexCount; ++vertex) {
        const glm::quat frame = random.rotation();
        data.positions.push_back(random.vector(-1.0f, 1.0f));
        data.normals.push_back(frame * glm::vec3(0, 0, 1));
        data.tangents.emplace_back(frame * glm::vec3(1, 0, 0), random.below(2) == 0 ? -1 : 1);
        rows.push_back(vertex % 3 == 2 ? rows.back() : randomRow(random));
    }
    return makeCase(random,
                    std::to_string(vertexCount) + " scattered vertices",
                    std::move(data),
                    rows,
                    kScatteredJoints);
}

Case tube(math::Random& random) {
    constexpr std::uint32_t kRings = 33;
    constexpr std::uint32_t kSides = 12;
    assets::MeshData data;
    Influences rows;
    for (std::uint32_t ring = 0; ring < kRings; ++ring) {
        const float y = -1.0f + 2.0f * static_cast<float>(ring) / (kRings - 1);
        const float along = std::clamp(0.5f + 0.5f * y / kTubeRadius, 0.0f, 1.0f);
        const float second = along * along * (3.0f - 2.0f * along);
        for (std::uint32_t side = 0; side < kSides; ++side) {
            const float angle = 2.0f * kPi * static_cast<float>(side) / kSides;
            const glm::vec3 outwards(std::cos(angle), 0.0f, -std::sin(angle));
            data.positions.push_back(kTubeRadius * outwards + glm::vec3(0, y, 0));
            data.normals.push_back(outwards);
            data.tangents.emplace_back(0.0f, 1.0f, 0.0f, 1.0f);
            auto& row = rows.emplace_back();
            if (second < 1.0f) {
                row.push_back({0, 1.0f - second});
            }
            if (second > 0.0f) {
                row.push_back({1, second});
            }
        }
    }
    data.triangles = netTriangles(kRings, kSides, true);
    return makeCase(random, "the tube", std::move(data), rows, 2);
}

Case grid(math::Random& random) {
    constexpr std::uint32_t kPoints = 17;
    assets::MeshData data;
    Influences rows;
    for (std::uint32_t row = 0; row < kPoints; ++row) {
        for (std::uint32_t column = 0; column < kPoints; ++column) {
            const float u = static_cast<float>(column) / (kPoints - 1);
            const float v = static_cast<float>(row) / (kPoints - 1);
            const float slope = 0.3f * std::cos(6.0f * u);
            data.positions.emplace_back(2 * u - 1, 0.1f * std::sin(6.0f * u), 1 - 2 * v);
            data.normals.push_back(glm::normalize(glm::vec3(-slope, 1.0f, 0.0f)));
            data.tangents.emplace_back(glm::normalize(glm::vec3(1.0f, slope, 0.0f)), 1.0f);
            auto& influences = rows.emplace_back();
            for (std::uint32_t corner = 0; corner < 4; ++corner) {
                const float weight =
                    (corner % 2 == 0 ? 1.0f - u : u) * (corner / 2 == 0 ? 1.0f - v : v);
                if (weight > 0.0f) {
                    influences.push_back({corner, weight});
                }
            }
        }
    }
    data.triangles = netTriangles(kPoints, kPoints, false);
    return makeCase(random, "the grid", std::move(data), rows, 4);
}

std::vector<Case> usualCases(math::Random& random) {
    std::vector<Case> cases;
    cases.push_back(scattered(random, 1));
    cases.push_back(scattered(random, 300));
    cases.push_back(tube(random));
    cases.push_back(grid(random));
    return cases;
}

std::string_view poseText(PoseKind kind) {
    switch (kind) {
    case PoseKind::Scaled:
        return "scaled joints";
    case PoseKind::Sheared:
        return "sheared joints";
    case PoseKind::Mirrored:
        return "mirrored joints";
    default:
        return "rigid joints";
    }
}

FrameSource Pose::frame() const {
    rigidParts.resize(modelFromBind.size());
    pose::dualQuatPalette(modelFromBind, rigidParts);
    FrameSource frame;
    frame.modelFromBind = modelFromBind;
    frame.rigidParts = rigidParts;
    frame.morphWeights = morphWeights;
    // Any moment but the first.
    frame.time = 1.25;
    frame.deltaTime = 1.0 / 60.0;
    return frame;
}

Pose restPose(const Case& deformed) {
    Pose pose;
    pose.modelFromBind.resize(deformed.source.jointCount);
    pose.morphWeights.resize(deformed.source.morphs ? deformed.source.morphs->targetCount() : 0);
    return pose;
}

namespace {

math::Affine randomMapAround(math::Random& random, PoseKind kind, const glm::quat& rotation) {
    glm::vec3 scale(1.0f);
    if (kind != PoseKind::Rigid) {
        scale = random.below(2) == 0 ? glm::vec3(random.uniform(0.6f, 1.5f))
                                     : random.vector(0.6f, 1.5f);
    }
    if (kind == PoseKind::Mirrored) {
        scale.y = -scale.y;
    }
    math::Affine map = math::toAffine({random.vector(-1.0f, 1.0f), rotation, scale});
    if (kind == PoseKind::Sheared) {
        const glm::mat3 turn = glm::mat3_cast(random.rotation());
        glm::mat3 shear = math::identityMat3();
        shear[1][0] = random.uniform(0.1f, 0.4f);
        map.linear = map.linear * turn * shear;
    }
    return map;
}

} // namespace

math::Affine randomMap(math::Random& random, PoseKind kind) {
    return randomMapAround(random, kind, random.rotation());
}

Pose randomPose(math::Random& random, const Case& deformed, PoseKind kind, Spread spread) {
    Pose pose = restPose(deformed);
    const glm::quat common = random.rotation();
    glm::quat last = common;
    for (std::size_t joint = 0; joint < pose.modelFromBind.size(); ++joint) {
        glm::quat rotation =
            common * glm::angleAxis(random.uniform(-1.0f, 1.0f), randomUnit(random));
        if (spread == Spread::Any) {
            rotation =
                joint % 4 == 3 ? last * glm::angleAxis(kPi, randomUnit(random)) : random.rotation();
        }
        last = rotation;
        pose.modelFromBind[joint] = randomMapAround(random, kind, rotation);
        // A shear turns as well; what is close stays close.
        if (kind == PoseKind::Sheared && spread == Spread::Close) {
            const math::Polar parts = math::polarDecomposition(pose.modelFromBind[joint].linear);
            pose.modelFromBind[joint].linear = glm::mat3_cast(rotation) * parts.stretch;
        }
    }
    for (float& weight : pose.morphWeights) {
        weight = random.uniform(-0.5f, 1.0f);
    }
    return pose;
}

Pose equalPose(const Case& deformed, const math::Affine& modelFromBind) {
    Pose pose = restPose(deformed);
    std::fill(pose.modelFromBind.begin(), pose.modelFromBind.end(), modelFromBind);
    return pose;
}

Pose movedPose(const math::Affine& map, const Pose& pose) {
    Pose moved = pose;
    for (math::Affine& modelFromBind : moved.modelFromBind) {
        modelFromBind = map * modelFromBind;
    }
    return moved;
}

} // namespace sartor::deform::conformance
