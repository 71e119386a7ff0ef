// SPDX-License-Identifier: Apache-2.0
// Linear blend skinning. lbs.comp and skin_lanes.cpp do the same float operations in the same
// order.
#include "gradients.hpp"
#include "lbs_comp_spv.h"
#include "lbs_vert_spv.h"
#include "params.hpp"
#include "recompute.hpp"
#include "skin_lanes.hpp"
#include "smoothing.hpp"

#include <sartor/deformer/influences.hpp>
#include <sartor/deformer/linear_map.hpp>
#include <sartor/deformer/vertex_streams.hpp>

namespace {

using namespace sartor::deformer;
using namespace sartor::deformer::lbs;

enum Need : std::uint32_t {
    LinearOut = kFirstOwnNeed,
    InfluenceRows,
    Palette = InfluenceRows + kInfluenceNeeds.size(),
    Gradients
};
constexpr auto kNeeds =
    joined(kVertexNeeds,
           std::array{writesWhereWanted<Matrix3>(semantic::kLinear, SARTOR_PER_VERTEX)},
           kInfluenceNeeds,
           std::array{reads<Matrix3x4>(semantic::kPaletteMatrix, SARTOR_PER_JOINT),
                      readsWherePresent<Float3>(kGradient, SARTOR_PER_INFLUENCE)});

constexpr const sartor_param* kParams[] = {&kNormals};

constexpr Matrix3x4 kStill = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};

Rows linearPart(const Matrix3x4& map) {
    Rows linear = {};
    for (int row = 0; row < 3; ++row) {
        linear.rows[row] = {map.rows[row][0], map.rows[row][1], map.rows[row][2]};
    }
    return linear;
}

Float3 transformed(const Matrix3x4& map, const Float3& point) {
    return sum(product(linearPart(map), point), {map.rows[0][3], map.rows[1][3], map.rows[2][3]});
}

// Inverse transpose times the normal. A map without an inverse has the direction that it tends to.
Float3 inverseTransposed(const Matrix3x4& joint, const Float3& normal) {
    // Of maps divided by their largest element.
    constexpr float kSmallestDeterminant = 1e-12f;
    const DirectionMap map = directionMapOf(linearPart(joint));
    const float determinant = dot(map.linear.rows[0], map.cofactors.rows[0]);
    if (!(std::fabs(determinant) > kSmallestDeterminant)) {
        return mappedNormal(map, normal);
    }
    const Float3 turned = product(map.cofactors, normal);
    const float divisor = determinant * map.size;
    return {turned.x / divisor, turned.y / divisor, turned.z / divisor};
}

struct Skin {
    Influences influences;
    BufferView<const Matrix3x4> palette;
    BufferView<const Float3> gradients; // of the weights, where the mode asks for them
    std::int32_t normalsMode;

    const Matrix3x4& modelFromBind(std::uint32_t influence) const {
        return palette[influences.joint(influence)];
    }
};

Matrix3x4 blendedMap(const Skin& skin, const InfluenceRange& range) {
    return withKnownCount(range, [&](auto count) {
        Matrix3x4 blended = {};
        for (std::uint32_t i = 0; i < count; ++i) {
            const float weight = skin.influences.weight(range.first + i);
            const Matrix3x4& modelFromBind = skin.modelFromBind(range.first + i);
            for (int row = 0; row < 3; ++row) {
                for (int column = 0; column < 4; ++column) {
                    blended.rows[row][column] += weight * modelFromBind.rows[row][column];
                }
            }
        }
        return blended;
    });
}

Float3 perJointNormal(const Skin& skin, const InfluenceRange& range, const Float3& normal) {
    Float3 total = {};
    for (std::uint32_t influence = range.first; influence < range.last; ++influence) {
        total = plusScaled(total,
                           skin.influences.weight(influence),
                           inverseTransposed(skin.modelFromBind(influence), normal));
    }
    return normalizedOr(total, normal);
}

// Takes directions along the surface: there the weights change, too, and with them the place. Where
// other joints than those of the vertex gain weight nearby, they count as if they moved as it does,
// which keeps a motion of all joints rigid.
DirectionMap surfaceMap(const Skin& skin,
                        const InfluenceRange& range,
                        const Matrix3x4& blended,
                        const Float3& positionBefore) {
    Rows derivative = linearPart(blended);
    const float side = directionMapOf(derivative).side;
    const Float3 position = transformed(blended, positionBefore);
    for (std::uint32_t influence = range.first; influence < range.last; ++influence) {
        const Float3 own = transformed(skin.modelFromBind(influence), positionBefore);
        const Float3 offset = plusScaled(own, -1.0f, position);
        const Float3 gradient = skin.gradients[influence];
        Float3(&rows)[3] = derivative.rows;
        rows[0] = plusScaled(rows[0], offset.x, gradient);
        rows[1] = plusScaled(rows[1], offset.y, gradient);
        rows[2] = plusScaled(rows[2], offset.z, gradient);
    }
    DirectionMap map = directionMapOf(derivative);
    // Where the surface folds over itself its outside is that of the triangles; a mirror alone
    // turns it round.
    map.side = side;
    return map;
}

// One vertex by itself.
void skinVertex(const Skin& skin,
                const VertexStreams& streams,
                const BufferView<Matrix3>& linearOut,
                std::uint32_t index) {
    const InfluenceRange range = skin.influences.of(index);
    const Matrix3x4 blended = range.isEmpty() ? kStill : blendedMap(skin, range);
    const Vertex before = streams.load(index);
    Vertex vertex = before;
    vertex.position = transformed(blended, before.position);
    if (linearOut) {
        linearOut[index] = toColumns(linearPart(blended));
    }
    if (!range.isEmpty() && streams.haveDirections()) {
        const DirectionMap map = skin.gradients ? surfaceMap(skin, range, blended, before.position)
                                                : directionMapOf(linearPart(blended));
        if (skin.normalsMode == NormalsMode::Linear) {
            vertex.normal = normalizedOr(product(map.linear, before.normal), before.normal);
        } else if (skin.normalsMode == NormalsMode::PerJoint) {
            vertex.normal = perJointNormal(skin, range, before.normal);
        } else {
            vertex.normal = mappedNormal(map, before.normal);
        }
        vertex.tangent = mappedTangent(map, before.tangent);
    }
    streams.store(index, vertex);
}

// What several vertices at once can do, which is what is asked for nearly always.
bool fitsLanes(const Skin& skin, const BufferView<Matrix3>& linearOut) {
    return !linearOut && !skin.gradients && skin.normalsMode != NormalsMode::PerJoint;
}

LaneStreams laneStreamsOf(const Run& run, const Skin& skin) {
    return {.positionIn = run.read<Float3>(0).data(),
            .positionOut = run.write<Float3>(1).data(),
            .normalIn = run.read<Float3>(2).data(),
            .normalOut = run.write<Float3>(3).data(),
            .tangentIn = run.read<Float4>(4).data(),
            .tangentOut = run.write<Float4>(5).data(),
            .influenceOffset = run.read<std::uint32_t>(Need::InfluenceRows).data(),
            .influenceJoint = run.read<std::uint32_t>(Need::InfluenceRows + 1).data(),
            .influenceWeight = run.read<float>(Need::InfluenceRows + 2).data(),
            .palette = skin.palette.data(),
            .normalsAreLinear = skin.normalsMode == NormalsMode::Linear};
}

void skin(const Run& run) {
    const VertexStreams streams(run);
    const auto linearOut = run.write<Matrix3>(Need::LinearOut);
    const Skin skin = {Influences(run, Need::InfluenceRows),
                       run.read<Matrix3x4>(Need::Palette),
                       run.read<Float3>(Need::Gradients),
                       run.intParam(kNormalsParam)};

    const bool useLanes = fitsLanes(skin, linearOut);
    const LaneStreams lanes = laneStreamsOf(run, skin);
    std::uint32_t index = run.begin();
    while (index < run.end()) {
        if (useLanes) {
            index = skinLanes(lanes, index, run.end());
        }
        // The last few, or a group in which a vertex has no influence.
        for (std::uint32_t alone = 0; alone < kMostLanes && index < run.end(); ++alone) {
            skinVertex(skin, streams, linearOut, index++);
        }
    }
}

const sartor_stage kSkin =
    makeStage<skin>({.id = "skin",
                     .needs = kNeeds,
                     .params = kParams,
                     .compute = {lbs_comp_spv, lbs_comp_spv_word_count, 0, "main"},
                     .vertex = {lbs_vert_spv, lbs_vert_spv_word_count, 0, "main"}});
const sartor_stage* const kStages[] = {
    &kSmoothingStage, &kGradientsStage, &kSkin, &kRecomputeStage};
const sartor_descriptor kLbs = makeDescriptor(
    {.id = "sartor.lbs",
     .name = "Linear blend skinning",
     .vendor = "Sartor",
     .version = "1.2.0",
     .capabilities = SARTOR_CAP_RIGID | SARTOR_CAP_SCALE | SARTOR_CAP_SHEAR | SARTOR_CAP_MIRROR |
                     SARTOR_CAP_LINEAR_OUT | SARTOR_CAP_EXACT_IDENTITY | SARTOR_CAP_ADDITIVE},
    kStages);

} // namespace

SARTOR_DEFORMER_PLUGIN(kLbs)
