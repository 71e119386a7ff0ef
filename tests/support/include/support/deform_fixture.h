// SPDX-License-Identifier: Apache-2.0
// Meshes, palettes and chains for tests of deformers. Needs the definition SARTOR_PLUGIN_DIR.
#pragma once

#include <sartor/deform/chain_plan.h>
#include <sartor/deform/cpu_chain_runner.h>
#include <sartor/math/transform.h>
#include <sartor/pose/dual_quat_palette.h>

#include <QtTest>

#include <support/compare.h>
#include <support/lbs_oracle.h>
#include <support/require.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

namespace sartor::test {

/// The plugins of the build tree.
inline const deform::PluginHost& builtPlugins() {
    static const deform::PluginHost host = [] {
        deform::PluginHost loaded;
        const Status status = loaded.loadFolder(SARTOR_PLUGIN_DIR);
        SARTOR_ASSERT(status.isOk());
        for (const deform::PluginFailure& failure : loaded.failures()) {
            qCritical("%s: %s", failure.error.code.c_str(), failure.error.message.c_str());
        }
        SARTOR_ASSERT(loaded.failures().empty());
        return loaded;
    }();
    return host;
}

/// A mesh with everything a frame needs, owned.
struct DeformCase {
    deform::MeshSource source;
    std::vector<math::Affine> palette;
    std::vector<float> morphWeights;
    /// The palette split; made anew by frame().
    mutable std::vector<math::RigidStretch> rigidParts = {};

    deform::FrameSource frame() const {
        rigidParts.resize(palette.size());
        pose::dualQuatPalette(palette, rigidParts);
        deform::FrameSource frame;
        frame.modelFromBind = palette;
        frame.rigidParts = rigidParts;
        frame.morphWeights = morphWeights;
        return frame;
    }

    std::vector<OracleInfluence> influencesOf(std::size_t vertex) const {
        std::vector<OracleInfluence> list;
        const auto offsets = source.influences->offsets();
        for (std::uint32_t i = offsets[vertex]; i < offsets[vertex + 1]; ++i) {
            list.push_back({source.influences->joints()[i].value(),
                            static_cast<double>(source.influences->weights()[i])});
        }
        return list;
    }

    OracleVertex bindVertex(std::size_t vertex) const {
        OracleVertex bind;
        bind.position = glm::dvec3(source.mesh->positions()[vertex]);
        if (!source.mesh->normals().empty()) {
            bind.normal = glm::dvec3(source.mesh->normals()[vertex]);
        }
        if (!source.mesh->tangents().empty()) {
            bind.tangent = glm::dvec4(source.mesh->tangents()[vertex]);
        }
        return bind;
    }
};

/// One influence list per vertex to compressed rows.
inline std::shared_ptr<const assets::InfluenceSet>
makeInfluences(const std::vector<std::vector<OracleInfluence>>& rows, std::size_t jointCount) {
    std::vector<std::uint32_t> offsets = {0};
    std::vector<SkinJointIndex> joints;
    std::vector<float> weights;
    for (const auto& row : rows) {
        for (const OracleInfluence& influence : row) {
            joints.emplace_back(influence.joint);
            weights.push_back(static_cast<float>(influence.weight));
        }
        offsets.push_back(static_cast<std::uint32_t>(joints.size()));
    }
    return require(assets::InfluenceSet::create(offsets, joints, weights, jointCount));
}

enum class Streams { Positions, PositionsAndNormals, All };

struct DeformCaseShape {
    std::string meshName = "random";
    std::uint32_t vertexCount = 100;
    std::uint32_t influencesPerVertex = 4;
    std::uint32_t jointCount = 8;
    std::uint32_t targetCount = 0;
    Streams streams = Streams::All;
};

inline glm::vec3 randomUnit(Random& random) {
    return random.rotation() * glm::vec3(1.0f, 0.0f, 0.0f);
}

/// Rotation, translation within 1 m, scale from 0.5 to 1.5 on each axis.
inline math::Affine randomAffine(Random& random) {
    return math::toAffine(
        {random.vector(-1.0f, 1.0f), random.rotation(), random.vector(0.5f, 1.5f)});
}

inline std::vector<OracleInfluence> randomInfluences(Random& random, const DeformCaseShape& shape) {
    std::vector<OracleInfluence> row;
    double sum = 0.0;
    for (std::uint32_t i = 0; i < shape.influencesPerVertex; ++i) {
        row.push_back({random.below(shape.jointCount), random.uniform(0.1f, 1.0f)});
        sum += row.back().weight;
    }
    for (OracleInfluence& influence : row) {
        // What deformers see are floats.
        influence.weight = static_cast<float>(influence.weight / sum);
    }
    return row;
}

inline assets::MorphTarget randomTarget(Random& random, const DeformCaseShape& shape) {
    assets::MorphTarget target;
    target.name = "target";
    for (std::uint32_t vertex = 0; vertex < shape.vertexCount; ++vertex) {
        if (random.below(3) == 0) {
            continue;
        }
        target.vertices.push_back(vertex);
        target.positionDeltas.push_back(random.vector(-0.2f, 0.2f));
        if (shape.streams != Streams::Positions) {
            target.normalDeltas.push_back(random.vector(-0.5f, 0.5f));
        }
        if (shape.streams == Streams::All) {
            target.tangentDeltas.push_back(random.vector(-0.5f, 0.5f));
        }
    }
    return target;
}

/// Any vertices, influences, matrices and targets of a shape.
inline DeformCase randomCase(Random& random, const DeformCaseShape& shape) {
    assets::MeshData data;
    data.name = shape.meshName;
    std::vector<std::vector<OracleInfluence>> rows;
    for (std::uint32_t vertex = 0; vertex < shape.vertexCount; ++vertex) {
        data.positions.push_back(random.vector(-1.0f, 1.0f));
        if (shape.streams != Streams::Positions) {
            data.normals.push_back(randomUnit(random));
        }
        if (shape.streams == Streams::All) {
            data.tangents.emplace_back(randomUnit(random), random.below(2) == 0 ? -1.0f : 1.0f);
        }
        rows.push_back(randomInfluences(random, shape));
    }
    DeformCase made;
    made.source.mesh = require(assets::Mesh::create(std::move(data)));
    made.source.jointCount = shape.jointCount;
    made.source.influences = makeInfluences(rows, shape.jointCount);
    for (std::uint32_t joint = 0; joint < shape.jointCount; ++joint) {
        made.palette.push_back(randomAffine(random));
    }
    if (shape.targetCount > 0) {
        std::vector<assets::MorphTarget> targets;
        for (std::uint32_t target = 0; target < shape.targetCount; ++target) {
            targets.push_back(randomTarget(random, shape));
            made.morphWeights.push_back(target % 3 == 2 ? 0.0f : random.uniform(-0.5f, 1.0f));
        }
        made.source.morphs =
            require(assets::MorphSet::create(std::move(targets), shape.vertexCount));
    }
    return made;
}

/// How far the joints of a case are from each other.
struct JointSpread {
    float largestBend = 0.8f; ///< radians from the joint that all of them are near
    bool isScaled = true;     ///< from 0.7 to 1.4 on each axis
    bool isSheared = false;
};

/// Gives a case joints that fit into one hemisphere and blend to well conditioned maps: between
/// others a sign may hang on the last bit, and normals of nearly singular maps have no digits to
/// compare.
inline void bringJointsClose(Random& random, DeformCase& made, const JointSpread& spread = {}) {
    const glm::quat common = random.rotation();
    for (math::Affine& modelFromBind : made.palette) {
        const glm::quat bend = glm::angleAxis(
            random.uniform(-spread.largestBend, spread.largestBend), randomUnit(random));
        modelFromBind =
            math::toAffine({random.vector(-1.0f, 1.0f),
                            common * bend,
                            spread.isScaled ? random.vector(0.7f, 1.4f) : glm::vec3(1.0f)});
        if (spread.isSheared) {
            modelFromBind.linear = modelFromBind.linear * glm::mat3_cast(random.rotation()) *
                                   glm::mat3(1, 0, 0, .2f, 1, 0, 0, 0, 1);
        }
    }
}

inline std::shared_ptr<const deform::ChainPlan> planChain(const std::string& chain,
                                                          const deform::MeshSource& source) {
    return require(deform::ChainPlan::create(require(deform::parseChain(chain, builtPlugins())),
                                             source,
                                             {.watch = deform::Watch::Flags}));
}

template <class T>
std::vector<T> toVector(std::span<const T> values) {
    return {values.begin(), values.end()};
}

/// Plans and runs one frame on the CPU.
inline deform::DeformedMesh deformOnCpu(const std::string& chain, const DeformCase& deformCase) {
    const auto runner =
        require(deform::CpuChainRunner::create(planChain(chain, deformCase.source)));
    const Status status = runner->run(deformCase.frame());
    SARTOR_ASSERT(status.isOk());
    return {toVector(runner->positions()),
            toVector(runner->normals()),
            toVector(runner->tangents()),
            toVector(runner->flags())};
}

/// Index of the first element whose bits differ, or none.
template <class T>
std::optional<std::size_t> firstBitDifference(std::span<const T> a, std::span<const T> b) {
    if (a.size() != b.size()) {
        return std::min(a.size(), b.size());
    }
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (std::memcmp(&a[i], &b[i], sizeof(T)) != 0) {
            return i;
        }
    }
    return std::nullopt;
}

inline bool haveEqualBits(const deform::DeformedMesh& a, const deform::DeformedMesh& b) {
    return !firstBitDifference<glm::vec3>(a.positions, b.positions) &&
           !firstBitDifference<glm::vec3>(a.normals, b.normals) &&
           !firstBitDifference<glm::vec4>(a.tangents, b.tangents) && a.flags == b.flags;
}

} // namespace sartor::test
