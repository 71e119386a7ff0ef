// SPDX-License-Identifier: Apache-2.0
// What Delta Mush computes once per mesh: the smoothed rest surface, a frame for each of its
// vertices, and what smoothing took away, in that frame.
#include "surface.hpp"

#include <algorithm>
#include <cmath>

namespace delta_mush {

namespace {

struct Vector {
    double x = 0.0, y = 0.0, z = 0.0;
};

Vector toDouble(const Float3& v) {
    return {v.x, v.y, v.z};
}

Vector operator-(const Vector& a, const Vector& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}

Vector operator*(double factor, const Vector& v) {
    return {factor * v.x, factor * v.y, factor * v.z};
}

double dot(const Vector& a, const Vector& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

Vector cross(const Vector& a, const Vector& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

// Points: where smoothing begins. What units and quantisation are in the palette is part of the
// shape: deltas are lengths in model space.
namespace points {
enum Need : std::uint32_t { Position, Common, Rest, RestShift };
constexpr sartor_buffer_need kNeeds[] = {
    reads<Float3>(semantic::kRestPosition, SARTOR_PER_VERTEX),
    reads<Matrix3>(semantic::kPaletteCommon, SARTOR_ONCE),
    writes<Float3>(stream::kRest, SARTOR_PER_VERTEX),
    writes<Float3>(stream::kRestShift, SARTOR_PER_VERTEX),
};

void compute(const Run& run) {
    const auto position = run.read<Float3>(Need::Position);
    const Rows common = toRows(run.read<Matrix3>(Need::Common)[0]);
    const auto rest = run.write<Float3>(Need::Rest);
    const auto shift = run.write<Float3>(Need::RestShift);
    for (std::uint32_t vertex = run.begin(); vertex < run.end(); ++vertex) {
        rest[vertex] = product(common, position[vertex]);
        shift[vertex] = {};
    }
}
} // namespace points

// Step: how far a vertex goes in one pass.
namespace step {
enum Need : std::uint32_t {
    NeighbourOffsets,
    Neighbours,
    CornerOffsets,
    Corners,
    Triangles,
    Representatives,
    Step
};
constexpr sartor_buffer_need kNeeds[] = {
    reads<std::uint32_t>(semantic::kNeighbourOffset, SARTOR_PER_VERTEX_PLUS_1),
    reads<std::uint32_t>(semantic::kNeighbourIndex, SARTOR_PER_NEIGHBOUR),
    reads<std::uint32_t>(semantic::kCornerOffset, SARTOR_PER_VERTEX_PLUS_1),
    reads<std::uint32_t>(semantic::kCornerIndex, SARTOR_PER_CORNER),
    reads<std::uint32_t>(semantic::kTriangleIndex, SARTOR_PER_TRIANGLE),
    reads<std::uint32_t>(semantic::kWeldRepresentative, SARTOR_PER_VERTEX),
    writes<float>(stream::kStep, SARTOR_PER_VERTEX),
};
constexpr sartor_param kStrength = floatParam({.id = 2,
                                               .key = "strength",
                                               .name = "Strength of a pass",
                                               .minimum = 0.0,
                                               .maximum = 1.0,
                                               .initial = 0.5});
constexpr const char* kBoundaryLabels[] = {"pinned", "free"};
constexpr sartor_param kBoundary =
    enumParam({.id = 3, .key = "boundary", .name = "Open edges", .labels = kBoundaryLabels});
constexpr const sartor_param* kParams[] = {&kStrength, &kBoundary};
constexpr std::int32_t kFree = 1;

// Whether an edge of the vertex belongs to one triangle alone.
bool isOnBoundary(const Run& run, std::uint32_t vertex) {
    const auto triangles = run.read<std::uint32_t>(Need::Triangles);
    const auto representatives = run.read<std::uint32_t>(Need::Representatives);
    const Indices corners = rowOf(run.read<std::uint32_t>(Need::CornerOffsets),
                                  run.read<std::uint32_t>(Need::Corners),
                                  vertex);
    const Indices neighbours = rowOf(run.read<std::uint32_t>(Need::NeighbourOffsets),
                                     run.read<std::uint32_t>(Need::Neighbours),
                                     vertex);
    return std::any_of(neighbours.begin(), neighbours.end(), [&](std::uint32_t neighbour) {
        int count = 0;
        for (const std::uint32_t corner : corners) {
            for (std::uint32_t other = corner / 3 * 3; other < corner / 3 * 3 + 3; ++other) {
                count += representatives[triangles[other]] == neighbour ? 1 : 0;
            }
        }
        return count == 1;
    });
}

void compute(const Run& run) {
    const auto step = run.write<float>(Need::Step);
    const float strength = run.floatParam(0);
    const bool isFree = run.intParam(1) == kFree;
    for (std::uint32_t vertex = run.begin(); vertex < run.end(); ++vertex) {
        step[vertex] = isFree || !isOnBoundary(run, vertex) ? strength : 0.0f;
    }
}
} // namespace step

// Smooth: one pass.
constexpr auto kSmoothNeeds = smoothing::needsOf(stream::kRest, stream::kRestShift);

// Gradient: least squares over the edges of a vertex. With e_k the part of edge k in the tangent
// plane, as two coordinates, and weights 1/|e_k|^2, the linear map that takes e_k to E_k is
// sum of E_k (A^-1 w_k e_k)^T, A = sum of w_k e_k e_k^T; the gradient is A^-1 w_k e_k.
namespace gradient {
enum Need : std::uint32_t {
    Rest,
    RestShift,
    NeighbourOffsets,
    Neighbours,
    CornerOffsets,
    Corners,
    Triangles,
    Gradient
};
constexpr sartor_buffer_need kNeeds[] = {
    reads<Float3>(stream::kRest, SARTOR_PER_VERTEX),
    reads<Float3>(stream::kRestShift, SARTOR_PER_VERTEX),
    reads<std::uint32_t>(semantic::kNeighbourOffset, SARTOR_PER_VERTEX_PLUS_1),
    reads<std::uint32_t>(semantic::kNeighbourIndex, SARTOR_PER_NEIGHBOUR),
    reads<std::uint32_t>(semantic::kCornerOffset, SARTOR_PER_VERTEX_PLUS_1),
    reads<std::uint32_t>(semantic::kCornerIndex, SARTOR_PER_CORNER),
    reads<std::uint32_t>(semantic::kTriangleIndex, SARTOR_PER_TRIANGLE),
    writes<Float2>(stream::kGradient, SARTOR_PER_NEIGHBOUR),
};

// Edges that are nearly parallel span no plane: the least eigenvalue of A over the other.
constexpr double kSmallestSpread = 1e-6;
// A piece that smoothing has drawn together to a point has edges of rounding noise, which must not
// turn deltas that are many times as long. Of a surface, deltas are a few edges long.
constexpr double kSmallestEdge = 0.02;

Surface surfaceOf(const Run& run) {
    return {run.read<Float3>(Need::Rest), run.read<Float3>(Need::RestShift)};
}

Vector edgeOf(const Surface& surface, std::uint32_t from, std::uint32_t to) {
    const Vector points = toDouble(surface.points[to]) - toDouble(surface.points[from]);
    const Vector shifts = toDouble(surface.shifts[to]) - toDouble(surface.shifts[from]);
    return {points.x + shifts.x, points.y + shifts.y, points.z + shifts.z};
}

// Of the triangles around the vertex, weighted by area; zero where there is none.
Vector normalAt(const Run& run, std::uint32_t vertex) {
    const Surface surface = surfaceOf(run);
    const auto triangles = run.read<std::uint32_t>(Need::Triangles);
    Vector sum;
    for (const std::uint32_t corner : rowOf(run.read<std::uint32_t>(Need::CornerOffsets),
                                            run.read<std::uint32_t>(Need::Corners),
                                            vertex)) {
        const std::uint32_t first = corner / 3 * 3;
        const Vector area = cross(edgeOf(surface, triangles[first], triangles[first + 1]),
                                  edgeOf(surface, triangles[first], triangles[first + 2]));
        sum = {sum.x + area.x, sum.y + area.y, sum.z + area.z};
    }
    const double length = std::sqrt(dot(sum, sum));
    return length > 0.0 ? (1.0 / length) * sum : Vector{};
}

// A unit vector perpendicular to another.
Vector perpendicular(const Vector& normal) {
    // Of the axis that is farthest from it.
    const Vector axis = std::fabs(normal.x) < 0.6 ? Vector{1, 0, 0} : Vector{0, 1, 0};
    const Vector flat = axis - dot(axis, normal) * normal;
    return (1.0 / std::sqrt(dot(flat, flat))) * flat;
}

void computeRow(const Run& run, std::uint32_t vertex) {
    const Surface surface = surfaceOf(run);
    const auto offsets = run.read<std::uint32_t>(Need::NeighbourOffsets);
    const auto out = run.write<Float2>(Need::Gradient);
    const Indices row = rowOf(offsets, run.read<std::uint32_t>(Need::Neighbours), vertex);
    const std::uint32_t first = offsets[vertex];
    for (std::uint32_t index = 0; index < row.size(); ++index) {
        out[first + index] = {};
    }
    const Vector normal = normalAt(run, vertex);
    if (dot(normal, normal) == 0.0) {
        return;
    }
    const Vector u = perpendicular(normal);
    const Vector v = cross(normal, u);
    double uu = 0.0;
    double uv = 0.0;
    double vv = 0.0;
    double longest = 0.0;
    for (const std::uint32_t neighbour : row) {
        const Vector edge = edgeOf(surface, vertex, neighbour);
        const double squared = dot(edge, edge);
        longest = std::max(longest, squared);
        if (squared > 0.0) {
            uu += dot(edge, u) * dot(edge, u) / squared;
            uv += dot(edge, u) * dot(edge, v) / squared;
            vv += dot(edge, v) * dot(edge, v) / squared;
        }
    }
    const double determinant = uu * vv - uv * uv;
    const Vector taken = toDouble(surface.shifts[vertex]);
    if (!(determinant > kSmallestSpread * (uu + vv) * (uu + vv)) ||
        longest < kSmallestEdge * kSmallestEdge * dot(taken, taken)) {
        return;
    }
    for (std::uint32_t index = 0; index < row.size(); ++index) {
        const Vector edge = edgeOf(surface, vertex, row[index]);
        const double squared = dot(edge, edge);
        if (squared > 0.0) {
            const double alongU = dot(edge, u) / squared;
            const double alongV = dot(edge, v) / squared;
            out[first + index] = {static_cast<float>((vv * alongU - uv * alongV) / determinant),
                                  static_cast<float>((uu * alongV - uv * alongU) / determinant)};
        }
    }
}

void compute(const Run& run) {
    for (std::uint32_t vertex = run.begin(); vertex < run.end(); ++vertex) {
        computeRow(run, vertex);
    }
}
} // namespace gradient

// Delta: what smoothing took away.
namespace delta {
enum Need : std::uint32_t {
    Rest,
    RestShift,
    Gradient,
    NeighbourOffsets,
    Neighbours,
    FrameOut,
    DeltaOut
};
constexpr sartor_buffer_need kNeeds[] = {
    reads<Float3>(stream::kRest, SARTOR_PER_VERTEX),
    reads<Float3>(stream::kRestShift, SARTOR_PER_VERTEX),
    reads<Float2>(stream::kGradient, SARTOR_PER_NEIGHBOUR),
    reads<std::uint32_t>(semantic::kNeighbourOffset, SARTOR_PER_VERTEX_PLUS_1),
    reads<std::uint32_t>(semantic::kNeighbourIndex, SARTOR_PER_NEIGHBOUR),
    writes<Matrix3>(stream::kFrame, SARTOR_PER_VERTEX),
    writes<Float4>(stream::kDelta, SARTOR_PER_VERTEX),
};

void compute(const Run& run) {
    const Surface surface = {run.read<Float3>(Need::Rest), run.read<Float3>(Need::RestShift)};
    const auto offsets = run.read<std::uint32_t>(Need::NeighbourOffsets);
    const auto neighbours = run.read<std::uint32_t>(Need::Neighbours);
    const auto gradients = run.read<Float2>(Need::Gradient);
    const auto frames = run.write<Matrix3>(Need::FrameOut);
    const auto deltas = run.write<Float4>(Need::DeltaOut);
    for (std::uint32_t vertex = run.begin(); vertex < run.end(); ++vertex) {
        // With the float operations of the posed mesh: in the rest pose they give the same frame.
        const Frame frame = frameOf(
            surface, vertex, rowOf(offsets, neighbours, vertex), rowOf(offsets, gradients, vertex));
        const Float3 taken = scaled(-1.0f, surface.shifts[vertex]);
        frames[vertex] = {{{frame.x.x, frame.x.y, frame.x.z},
                           {frame.y.x, frame.y.y, frame.y.z},
                           {frame.z.x, frame.z.y, frame.z.z}}};
        deltas[vertex] = {sartor::deformer::dot(taken, frame.x),
                          sartor::deformer::dot(taken, frame.y),
                          sartor::deformer::dot(taken, frame.z),
                          frame.area};
    }
}
} // namespace delta

} // namespace

constexpr sartor_stage kBindPoints =
    makePrepareStage<points::compute>({.id = "bind-points", .needs = points::kNeeds});
constexpr sartor_stage kBindStep = makePrepareStage<step::compute>(
    {.id = "bind-step", .needs = step::kNeeds, .params = step::kParams});
constexpr sartor_stage kBindSmooth =
    makePrepareStage<smoothing::compute>({.id = "bind-smooth",
                                          .needs = kSmoothNeeds,
                                          .params = kSmoothingParams,
                                          .flags = SARTOR_STAGE_NEIGHBOURHOOD,
                                          .repeatParam = 0});
constexpr sartor_stage kBindGradient = makePrepareStage<gradient::compute>(
    {.id = "bind-gradient", .needs = gradient::kNeeds, .flags = SARTOR_STAGE_NEIGHBOURHOOD});
constexpr sartor_stage kBindDelta = makePrepareStage<delta::compute>(
    {.id = "bind-delta", .needs = delta::kNeeds, .flags = SARTOR_STAGE_NEIGHBOURHOOD});

} // namespace delta_mush
