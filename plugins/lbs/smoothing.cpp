// SPDX-License-Identifier: Apache-2.0
// Finds the smooth corners of each welded vertex, once per mesh.
#include "smoothing.hpp"

#include "params.hpp"

#include <sartor/deformer/linear_map.hpp>

namespace sartor::deformer::lbs {

namespace {

enum Need : std::uint32_t { CornerRows, RestNormals = kCornerNeeds.size(), SmoothingOut };
constexpr auto kNeeds =
    joined(kCornerNeeds,
           std::array{readsWherePresent<Float3>(semantic::kRestNormal, SARTOR_PER_VERTEX),
                      writes<std::uint32_t>(kSmoothing, SARTOR_PER_VERTEX)});
constexpr const sartor_param* kParams[] = {&kNormals};

// Normals of one smooth point differ by rounding and quantisation alone: 0.8 degrees.
constexpr float kSmallestCosine = 0.9999f;

bool agree(const Float3& a, const Float3& b) {
    const float cosine = dot(a, b);
    return cosine > 0.0f &&
           cosine * cosine >= kSmallestCosine * kSmallestCosine * dot(a, a) * dot(b, b);
}

void findSmoothing(const Run& run) {
    const Corners corners(run, Need::CornerRows);
    const auto normals = run.read<Float3>(Need::RestNormals);
    const auto smoothing = run.write<std::uint32_t>(Need::SmoothingOut);
    for (std::uint32_t vertex = run.begin(); vertex < run.end(); ++vertex) {
        std::uint32_t first = vertex;
        corners.forEachAt(vertex, [&](const Corner& corner) {
            if (corner.vertex < first &&
                (!normals || agree(normals[corner.vertex], normals[vertex]))) {
                first = corner.vertex;
            }
        });
        smoothing[vertex] = first;
    }
}

} // namespace

const sartor_stage kSmoothingStage = makePrepareStage<findSmoothing>(
    {.id = "smoothing",
     .needs = kNeeds,
     .params = kParams,
     .whenParam = kNormalsParam,
     .whenValues = 1u << NormalsMode::Jacobian | 1u << NormalsMode::Recompute});

} // namespace sartor::deformer::lbs
