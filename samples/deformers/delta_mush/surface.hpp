// SPDX-License-Identifier: Apache-2.0
// What the mesh at rest and the mesh in motion have in common: one step of smoothing, and the frame
// of a vertex in the smoothed surface. smooth.comp and add.comp do the same float operations in the
// same order.
#pragma once

#include <sartor/deformer/deformer.hpp>
#include <sartor/deformer/linear_map.hpp>

#include <array>

namespace delta_mush {

using namespace sartor::deformer;

/// Streams of this deformer, by vertex where nothing else is said.
namespace stream {
inline constexpr const char* kRest = "org.example.delta_mush.rest";            // rest positions
inline constexpr const char* kRestShift = "org.example.delta_mush.rest-shift"; // by smoothing
inline constexpr const char* kStep = "org.example.delta_mush.step";         // 0 for a pinned vertex
inline constexpr const char* kGradient = "org.example.delta_mush.gradient"; // by neighbour
inline constexpr const char* kFrame = "org.example.delta_mush.frame";       // columns x, y, z
inline constexpr const char* kDelta = "org.example.delta_mush.delta";       // in that frame
inline constexpr const char* kPosed = "org.example.delta_mush.posed";       // skinned positions
inline constexpr const char* kShift = "org.example.delta_mush.shift";       // by smoothing
inline constexpr const char* kTurn = "org.example.delta_mush.turn"; // posed frame from rest frame
} // namespace stream

inline Float3 minus(const Float3& a, const Float3& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}

using Indices = std::span<const std::uint32_t>;

/// Points and how far smoothing has moved them. Kept apart, differences of neighbours are as
/// precise as their edges are short, wherever the mesh is.
struct Surface {
    BufferView<const Float3> points;
    BufferView<const Float3> shifts;

    Float3 edge(std::uint32_t from, std::uint32_t to) const {
        return sum(minus(points[to], points[from]), minus(shifts[to], shifts[from]));
    }
};

/// The shift of a vertex after one more pass: a share `step` of the way to the mean of the
/// neighbours.
inline Float3 smoothed(const Surface& surface, std::uint32_t vertex, Indices row, float step) {
    const Float3 own = surface.shifts[vertex];
    if (row.empty() || step == 0.0f) {
        return own;
    }
    Float3 total = {};
    for (const std::uint32_t neighbour : row) {
        total = sum(total, surface.edge(vertex, neighbour));
    }
    const auto count = static_cast<float>(row.size());
    return plusScaled(own, step, {total.x / count, total.y / count, total.z / count});
}

/// The stage of one pass of smoothing, of any points.
namespace smoothing {
enum Need : std::uint32_t { Points, ShiftIn, ShiftOut, Step, NeighbourOffsets, Neighbours };

constexpr std::array<sartor_buffer_need, 6> needsOf(const char* points, const char* shift) {
    return {reads<Float3>(points, SARTOR_PER_VERTEX),
            reads<Float3>(shift, SARTOR_PER_VERTEX),
            writes<Float3>(shift, SARTOR_PER_VERTEX),
            reads<float>(stream::kStep, SARTOR_PER_VERTEX),
            reads<std::uint32_t>(semantic::kNeighbourOffset, SARTOR_PER_VERTEX_PLUS_1),
            reads<std::uint32_t>(semantic::kNeighbourIndex, SARTOR_PER_NEIGHBOUR)};
}

inline void compute(const Run& run) {
    const Surface surface = {run.read<Float3>(Need::Points), run.read<Float3>(Need::ShiftIn)};
    const auto out = run.write<Float3>(Need::ShiftOut);
    const auto step = run.read<float>(Need::Step);
    const auto offsets = run.read<std::uint32_t>(Need::NeighbourOffsets);
    const auto neighbours = run.read<std::uint32_t>(Need::Neighbours);
    for (std::uint32_t vertex = run.begin(); vertex < run.end(); ++vertex) {
        out[vertex] = smoothed(surface, vertex, rowOf(offsets, neighbours, vertex), step[vertex]);
    }
}
} // namespace smoothing

/// Three perpendicular unit directions of which z is the normal; all zero where the surface at the
/// vertex is a line or a point. `area` is what an area at rest has grown to.
struct Frame {
    Float3 x = {}, y = {}, z = {};
    float area = 0.0f;
};

/// Squared sine of the angle between the two directions of the surface, under which they are one.
inline constexpr float kSmallestSquaredSine = 1e-8f;

/// The gradient says how much of each edge there is in the two directions of the surface that were
/// perpendicular at rest; x and y leave the same angle to both.
inline Frame frameOf(const Surface& surface,
                     std::uint32_t vertex,
                     Indices row,
                     std::span<const Float2> gradient) {
    Float3 u = {};
    Float3 v = {};
    for (std::size_t index = 0; index < row.size(); ++index) {
        const Float3 edge = surface.edge(vertex, row[index]);
        u = plusScaled(u, gradient[index].x, edge);
        v = plusScaled(v, gradient[index].y, edge);
    }
    const Float3 normal = cross(u, v);
    const float areaSquared = dot(normal, normal);
    const float lengthsSquared = dot(u, u) * dot(v, v);
    if (!(areaSquared > kSmallestSquaredSine * lengthsSquared &&
          areaSquared > kSmallestSquaredLength)) {
        return {};
    }
    Frame frame;
    frame.area = std::sqrt(areaSquared);
    frame.z = normalizedOr(normal, {});
    frame.x = normalizedOr(sum(normalizedOr(u, {}), cross(normalizedOr(v, {}), frame.z)), {});
    frame.y = cross(frame.z, frame.x);
    return frame;
}

/// The stages of bind.cpp, in order; they run once per mesh.
extern const sartor_stage kBindPoints;
extern const sartor_stage kBindStep;
extern const sartor_stage kBindSmooth;
extern const sartor_stage kBindGradient;
extern const sartor_stage kBindDelta;

/// The passes of smoothing, at rest and posed alike.
inline constexpr sartor_param kIterations = intParam({.id = 1,
                                                      .key = "iterations",
                                                      .name = "Iterations",
                                                      .unit = "",
                                                      .minimum = 0,
                                                      .maximum = 200,
                                                      .initial = 10});
inline constexpr const sartor_param* kSmoothingParams[] = {&kIterations};

} // namespace delta_mush
