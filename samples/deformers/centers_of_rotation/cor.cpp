// SPDX-License-Identifier: Apache-2.0
// Skinning with optimized centers of rotation: each vertex turns with the blended rotation about a
// point that linear skinning moves. The compute forms do the same float
// operations in the same order.
#include "centers.hpp"
#include "hazards_comp_spv.h"
#include "skin_comp_spv.h"
#include "skin_vert_spv.h"

#include <sartor/deformer/dual_quat_blend.hpp>
#include <sartor/deformer/linear_map.hpp>
#include <sartor/deformer/vertex_streams.hpp>

namespace {

using namespace sartor::deformer;

enum Need : std::uint32_t {
    LinearOut = kFirstOwnNeed,
    InfluenceRows,
    Palette = InfluenceRows + kInfluenceNeeds.size(),
    DualQuats,
    Stretches,
    Center
};
constexpr auto kNeeds =
    joined(kVertexNeeds,
           std::array{writesWhereWanted<Matrix3>(semantic::kLinear, SARTOR_PER_VERTEX)},
           kInfluenceNeeds,
           std::array{reads<Matrix3x4>(semantic::kPaletteMatrix, SARTOR_PER_JOINT),
                      reads<Float8>(semantic::kPaletteDualQuat, SARTOR_PER_JOINT),
                      reads<Matrix3>(semantic::kPaletteScale, SARTOR_PER_JOINT),
                      reads<Float4>(cor::kCenter, SARTOR_PER_VERTEX)});

// An affine map.
struct Affine {
    Rows linear = {};
    Float3 translation = {};
};

Float3 transformed(const Affine& map, const Float3& point) {
    return sum(product(map.linear, point), map.translation);
}

void addScaled(Affine& total, float weight, const Matrix3x4& map) {
    const float(&rows)[3][4] = map.rows;
    for (int row = 0; row < 3; ++row) {
        total.linear.rows[row] =
            plusScaled(total.linear.rows[row], weight, {rows[row][0], rows[row][1], rows[row][2]});
    }
    total.translation = plusScaled(total.translation, weight, {rows[0][3], rows[1][3], rows[2][3]});
}

void addScaled(Rows& total, float weight, const Rows& matrix) {
    for (int row = 0; row < 3; ++row) {
        total.rows[row] = plusScaled(total.rows[row], weight, matrix.rows[row]);
    }
}

// The matrix of a unit quaternion.
Rows rowsOf(const Float4& q) {
    const float x = 2.0f * q.x;
    const float y = 2.0f * q.y;
    const float z = 2.0f * q.z;
    return {{{1.0f - (y * q.y + z * q.z), x * q.y - z * q.w, x * q.z + y * q.w},
             {x * q.y + z * q.w, 1.0f - (x * q.x + z * q.z), y * q.z - x * q.w},
             {x * q.z - y * q.w, y * q.z + x * q.w, 1.0f - (x * q.x + y * q.y)}}};
}

Rows productOf(const Rows& a, const Rows& b) {
    return {{transposedProduct(b, a.rows[0]),
             transposedProduct(b, a.rows[1]),
             transposedProduct(b, a.rows[2])}};
}

struct Skin {
    JointDualQuats joints;
    BufferView<const Matrix3x4> palette;
    BufferView<const Matrix3> stretches;
};

// The map of one vertex, which takes `center` to `movedCenter`.
struct VertexMap {
    Rows linear;
    Float3 center;
    Float3 movedCenter;
};

VertexMap vertexMapOf(const Skin& skin, const InfluenceRange& range, const Float4& center) {
    Affine blend;
    Rows stretch = {};
    for (std::uint32_t influence = range.first; influence < range.last; ++influence) {
        const float weight = skin.joints.influences.weight(influence);
        const std::uint32_t joint = skin.joints.influences.joint(influence);
        addScaled(blend, weight, skin.palette[joint]);
        addScaled(stretch, weight, toRows(skin.stretches[joint]));
    }
    if (!(center.w > 0.0f)) {
        return {blend.linear, {}, blend.translation};
    }
    const Float3 point = {center.x, center.y, center.z};
    return {productOf(rowsOf(blendOf(skin.joints, range).real), stretch),
            point,
            transformed(blend, point)};
}

void deform(const Run& run) {
    const VertexStreams streams(run);
    const auto linearOut = run.write<Matrix3>(Need::LinearOut);
    const auto centers = run.read<Float4>(Need::Center);
    const Skin skin = {{Influences(run, Need::InfluenceRows), run.read<Float8>(Need::DualQuats)},
                       run.read<Matrix3x4>(Need::Palette),
                       run.read<Matrix3>(Need::Stretches)};
    for (std::uint32_t index = run.begin(); index < run.end(); ++index) {
        const InfluenceRange range = skin.joints.influences.of(index);
        const VertexMap map = range.isEmpty() ? VertexMap{kIdentityRows, {}, {}}
                                              : vertexMapOf(skin, range, centers[index]);
        Vertex vertex = streams.load(index);
        const Float3 arm = {vertex.position.x - map.center.x,
                            vertex.position.y - map.center.y,
                            vertex.position.z - map.center.z};
        vertex.position = sum(map.movedCenter, product(map.linear, arm));
        if (linearOut) {
            linearOut[index] = toColumns(map.linear);
        }
        if (!range.isEmpty() && streams.haveDirections()) {
            const DirectionMap directions = directionMapOf(map.linear);
            vertex.normal = mappedNormal(directions, vertex.normal);
            vertex.tangent = mappedTangent(directions, vertex.tangent);
        }
        streams.store(index, vertex);
    }
}

enum HazardNeed : std::uint32_t {
    HazardInfluenceRows,
    HazardDualQuats = kInfluenceNeeds.size(),
    HazardCenter,
    FlagsIn,
    FlagsOut
};
constexpr auto kHazardNeeds =
    joined(kInfluenceNeeds,
           std::array{reads<Float8>(semantic::kPaletteDualQuat, SARTOR_PER_JOINT),
                      reads<Float4>(cor::kCenter, SARTOR_PER_VERTEX),
                      readsWherePresent<std::uint32_t>(semantic::kFlags, SARTOR_PER_VERTEX),
                      writesWhereWanted<std::uint32_t>(semantic::kFlags, SARTOR_PER_VERTEX)});

void markHazards(const Run& run) {
    const JointDualQuats joints = {Influences(run, HazardNeed::HazardInfluenceRows),
                                   run.read<Float8>(HazardNeed::HazardDualQuats)};
    const auto centers = run.read<Float4>(HazardNeed::HazardCenter);
    const auto flagsIn = run.read<std::uint32_t>(HazardNeed::FlagsIn);
    const auto flagsOut = run.write<std::uint32_t>(HazardNeed::FlagsOut);
    for (std::uint32_t index = run.begin(); index < run.end(); ++index) {
        const bool hasCenter = centers[index].w > 0.0f;
        const std::uint32_t found =
            hasCenter ? dualQuatHazards(joints, joints.influences.of(index)) : 0u;
        flagsOut[index] = (flagsIn ? flagsIn[index] : 0u) | found;
    }
}

const sartor_stage kSkin =
    makeStage<deform>({.id = "skin",
                       .needs = kNeeds,
                       .compute = {skin_comp_spv, skin_comp_spv_word_count, 0, "main"},
                       .vertex = {skin_vert_spv, skin_vert_spv_word_count, 0, "main"}});
const sartor_stage kHazards =
    makeStage<markHazards>({.id = "hazards",
                            .needs = kHazardNeeds,
                            .compute = {hazards_comp_spv, hazards_comp_spv_word_count, 0, "main"}});
const sartor_stage* const kStages[] = {&cor::kFindCenters, &kSkin, &kHazards};
const sartor_descriptor kDescriptor =
    makeDescriptor({.id = "org.example.cor",
                    .name = "Optimized centers of rotation",
                    .vendor = "Example",
                    .version = "1.0.0",
                    .capabilities = SARTOR_CAP_RIGID | SARTOR_CAP_SCALE | SARTOR_CAP_SHEAR |
                                    SARTOR_CAP_MIRROR | SARTOR_CAP_LINEAR_OUT},
                   kStages);

} // namespace

SARTOR_DEFORMER_PLUGIN(kDescriptor)
