// SPDX-License-Identifier: Apache-2.0
// The running streams of a mesh: position, and where the mesh has them normal and tangent. Stages
// that move vertices begin their table of needs with these; sartor/vertex_streams.glsl is the same
// for shaders.
//
//   constexpr auto kNeeds =
//       joined(kVertexNeeds, std::array{reads<float>("org.example.amount", SARTOR_PER_VERTEX)});
//   void lift(const Run& run) {
//       const VertexStreams streams(run);
//       const auto amounts = run.read<float>(kFirstOwnNeed);
//       for (std::uint32_t index = run.begin(); index < run.end(); ++index) {
//           Vertex vertex = streams.load(index);
//           vertex.position.y += amounts[index];
//           streams.store(index, vertex);
//       }
//   }
#pragma once

#include <sartor/deformer/deformer.hpp>

#include <array>

namespace sartor::deformer {

inline constexpr std::array kVertexNeeds = {
    reads<Float3>(semantic::kPosition, SARTOR_PER_VERTEX),
    writes<Float3>(semantic::kPosition, SARTOR_PER_VERTEX),
    readsWherePresent<Float3>(semantic::kNormal, SARTOR_PER_VERTEX),
    writesWhereWanted<Float3>(semantic::kNormal, SARTOR_PER_VERTEX),
    readsWherePresent<Float4>(semantic::kTangent, SARTOR_PER_VERTEX),
    writesWhereWanted<Float4>(semantic::kTangent, SARTOR_PER_VERTEX),
};

/// Index of the first need after kVertexNeeds.
inline constexpr std::uint32_t kFirstOwnNeed = kVertexNeeds.size();

/// One vertex; normal and tangent mean something where the mesh has them.
struct Vertex {
    Float3 position = {};
    Float3 normal = {};
    Float4 tangent = {};
};

/// The buffers of a stage whose table begins with kVertexNeeds.
class VertexStreams {
public:
    explicit VertexStreams(const Run& run)
        : positionIn_(run.read<Float3>(0))
        , positionOut_(run.write<Float3>(1))
        , normalIn_(run.read<Float3>(2))
        , normalOut_(run.write<Float3>(3))
        , tangentIn_(run.read<Float4>(4))
        , tangentOut_(run.write<Float4>(5)) {}

    bool haveNormals() const { return static_cast<bool>(normalOut_); }
    bool haveTangents() const { return static_cast<bool>(tangentOut_); }
    /// Normals or tangents.
    bool haveDirections() const { return haveNormals() || haveTangents(); }

    Vertex load(std::uint32_t index) const {
        Vertex vertex;
        vertex.position = positionIn_[index];
        if (normalOut_) {
            vertex.normal = normalIn_[index];
        }
        if (tangentOut_) {
            vertex.tangent = tangentIn_[index];
        }
        return vertex;
    }

    void store(std::uint32_t index, const Vertex& vertex) const {
        positionOut_[index] = vertex.position;
        if (normalOut_) {
            normalOut_[index] = vertex.normal;
        }
        if (tangentOut_) {
            tangentOut_[index] = vertex.tangent;
        }
    }

private:
    BufferView<const Float3> positionIn_;
    BufferView<Float3> positionOut_;
    BufferView<const Float3> normalIn_;
    BufferView<Float3> normalOut_;
    BufferView<const Float4> tangentIn_;
    BufferView<Float4> tangentOut_;
};

} // namespace sartor::deformer
