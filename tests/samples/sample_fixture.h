// SPDX-License-Identifier: Apache-2.0
// The sample deformers beside the plugins of the build tree, and a tube to deform.
#pragma once

#include <support/small_case.h>

#include <cmath>
#include <numbers>

namespace sartor::test {

inline const deform::PluginHost& hostWithSamples() {
    static const deform::PluginHost loaded = [] {
        deform::PluginHost made;
        for (const char* folder : {SARTOR_PLUGIN_DIR, SARTOR_SAMPLE_PLUGIN_DIR}) {
            SARTOR_ASSERT(made.loadFolder(folder).isOk());
        }
        for (const deform::PluginFailure& failure : made.failures()) {
            qCritical("%s: %s", failure.error.code.c_str(), failure.error.message.c_str());
        }
        SARTOR_ASSERT(made.failures().empty());
        return made;
    }();
    return loaded;
}

inline std::shared_ptr<const deform::ChainPlan> planWithSamples(const std::string& chain,
                                                                const deform::MeshSource& source) {
    return require(deform::ChainPlan::create(require(deform::parseChain(chain, hostWithSamples())),
                                             source,
                                             {.watch = deform::Watch::Flags}));
}

/// Plans and runs one frame on the CPU.
inline deform::DeformedMesh
deformWithSamples(const std::string& chain, const DeformCase& deformCase, double time = 0.0) {
    const auto runner =
        require(deform::CpuChainRunner::create(planWithSamples(chain, deformCase.source)));
    deform::FrameSource frame = deformCase.frame();
    frame.time = time;
    const Status status = runner->run(frame);
    SARTOR_ASSERT(status.isOk());
    return {toVector(runner->positions()),
            toVector(runner->normals()),
            toVector(runner->tangents()),
            toVector(runner->flags())};
}

/// A tube about the y axis from -2 to 2, open at both ends. Its joints follow one another along it.
struct TubeShape {
    std::uint32_t rings = 33;
    std::uint32_t segments = 24;
    std::uint32_t jointCount = 2;
    /// Half the height over which one joint takes over from the next; 0 for a step.
    double zone = 1.0;
    /// How much radii differ from 1.
    float roughness = 0.0f;
    /// A seam has the first column of vertices twice.
    bool hasSeam = true;
    Streams streams = Streams::All;
    /// The attribute _WIND, from 0 at the lower end to 1.
    bool isMasked = false;
};

inline constexpr double kTubeHalfLength = 2.0;

/// Share of each joint at a height: joint k takes over from k - 1 about the k-th of equal parts.
inline std::vector<OracleInfluence> tubeInfluences(const TubeShape& shape, double y) {
    std::vector<OracleInfluence> row;
    const double part = 2.0 * kTubeHalfLength / shape.jointCount;
    const auto taken = [&](std::uint32_t joint) {
        const double above = y - (joint * part - kTubeHalfLength);
        if (joint == 0) {
            return 1.0;
        }
        if (shape.zone == 0.0) {
            return above >= 0.0 ? 1.0 : 0.0;
        }
        return std::clamp(0.5 + 0.5 * above / shape.zone, 0.0, 1.0);
    };
    double left = 1.0;
    for (std::uint32_t joint = shape.jointCount; joint-- > 0;) {
        const double weight = static_cast<float>(left * taken(joint));
        if (weight > 0.0) {
            row.push_back({joint, weight});
        }
        left -= weight;
    }
    return row;
}

inline DeformCase makeTube(const TubeShape& shape, Random& random) {
    assets::MeshData data;
    data.name = "tube";
    assets::VertexAttribute mask{.name = "_WIND", .width = 1, .values = {}};
    std::vector<std::vector<OracleInfluence>> rows;
    const std::uint32_t columns = shape.segments + (shape.hasSeam ? 1 : 0);
    for (std::uint32_t ring = 0; ring < shape.rings; ++ring) {
        const double y = kTubeHalfLength * (2.0 * ring / (shape.rings - 1) - 1.0);
        const std::size_t first = data.positions.size();
        for (std::uint32_t column = 0; column < columns; ++column) {
            const double angle = 2.0 * std::numbers::pi * column / shape.segments;
            const float radius = 1.0f + random.uniform(-shape.roughness, shape.roughness);
            const glm::vec3 outwards(std::cos(angle), 0.0, std::sin(angle));
            data.positions.push_back(column == shape.segments
                                         ? data.positions[first]
                                         : radius * outwards +
                                               glm::vec3(0.0f, static_cast<float>(y), 0.0f));
            if (shape.streams != Streams::Positions) {
                data.normals.push_back(outwards);
            }
            if (shape.streams == Streams::All) {
                data.tangents.emplace_back(-std::sin(angle), 0.0, std::cos(angle), 1.0f);
            }
            rows.push_back(tubeInfluences(shape, y));
            mask.values.push_back(static_cast<float>(ring) / static_cast<float>(shape.rings - 1));
        }
    }
    for (std::uint32_t ring = 0; ring + 1 < shape.rings; ++ring) {
        for (std::uint32_t segment = 0; segment < shape.segments; ++segment) {
            const std::uint32_t a = ring * columns + segment;
            const std::uint32_t b = ring * columns + (segment + 1) % columns;
            data.triangles.insert(data.triangles.end(),
                                  {a, a + columns, b, b, a + columns, b + columns});
        }
    }
    if (shape.isMasked) {
        data.attributes.push_back(std::move(mask));
    }
    DeformCase made;
    made.source.mesh = require(assets::Mesh::create(std::move(data)));
    made.source.jointCount = shape.jointCount;
    made.source.influences = makeInfluences(rows, shape.jointCount);
    made.palette.resize(shape.jointCount);
    return made;
}

inline math::Affine turned(const glm::vec3& axis, double degrees) {
    return {glm::mat3_cast(
                glm::angleAxis(static_cast<float>(glm::radians(degrees)), glm::normalize(axis))),
            glm::vec3(0.0f)};
}

inline math::Affine about(const glm::vec3& pivot, const math::Affine& map) {
    return translated(pivot.x, pivot.y, pivot.z) * map * translated(-pivot.x, -pivot.y, -pivot.z);
}

/// Every joint bends and twists on top of the one before.
inline void poseTube(DeformCase& tube, Random& random, float degrees) {
    const auto count = static_cast<std::uint32_t>(tube.palette.size());
    const double part = 2.0 * kTubeHalfLength / count;
    math::Affine parent;
    for (std::uint32_t joint = 0; joint < count; ++joint) {
        const glm::vec3 pivot(0.0f, static_cast<float>(joint * part - kTubeHalfLength), 0.0f);
        parent = parent * about(pivot, turned(randomUnit(random), random.uniform(0.0f, degrees)));
        tube.palette[joint] = parent;
    }
}

inline double largestDifference(const deform::DeformedMesh& a, const deform::DeformedMesh& b) {
    double largest = a.positions.size() == b.positions.size() ? 0.0 : 1e30;
    const auto grow = [&largest](const auto& x, const auto& y) {
        for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i) {
            largest = std::max(largest, maxAbsDiff(x[i], y[i]));
        }
    };
    grow(a.positions, b.positions);
    grow(a.normals, b.normals);
    grow(a.tangents, b.tangents);
    return largest;
}

/// The rest mesh as a result.
inline deform::DeformedMesh restOf(const DeformCase& deformCase) {
    const assets::Mesh& mesh = *deformCase.source.mesh;
    return {toVector(mesh.positions()), toVector(mesh.normals()), toVector(mesh.tangents())};
}

/// A result moved rigidly.
inline deform::DeformedMesh movedRigidly(const math::Affine& motion, deform::DeformedMesh mesh) {
    for (glm::vec3& position : mesh.positions) {
        position = motion.linear * position + motion.translation;
    }
    for (glm::vec3& normal : mesh.normals) {
        normal = motion.linear * normal;
    }
    for (glm::vec4& tangent : mesh.tangents) {
        tangent = glm::vec4(motion.linear * glm::vec3(tangent), tangent.w);
    }
    return mesh;
}

} // namespace sartor::test
