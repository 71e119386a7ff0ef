// SPDX-License-Identifier: Apache-2.0
// Chains around the subject, comparisons and their findings.
#include "conformance_check.h"

#include "../semantics.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace sartor::deform::conformance {

namespace {

std::string numberText(double number) {
    char text[32];
    std::snprintf(text, sizeof(text), "%.7g", number);
    return text;
}

std::string vectorText(const std::vector<float>& numbers) {
    std::string text;
    for (const float number : numbers) {
        text += (text.empty() ? "(" : ", ") + numberText(static_cast<double>(number));
    }
    return text + ")";
}

template <class T>
std::vector<T> toVector(std::span<const T> values) {
    return {values.begin(), values.end()};
}

} // namespace

bool Check::note(double deviation, double tolerance) {
    ++result_.comparisonCount;
    const bool holds = deviation <= tolerance;
    const double share = tolerance > 0.0 ? deviation / tolerance : (holds ? 0.0 : 2.0);
    result_.largestShare = std::max(result_.largestShare, share);
    const bool isFirst = !holds && result_.verdict == Verdict::Holds;
    if (!holds) {
        result_.verdict = Verdict::Fails;
    }
    return isFirst;
}

void Check::keep(const std::string& place, std::optional<std::size_t> vertex, std::string what) {
    result_.vertex = vertex ? std::optional(static_cast<std::uint32_t>(*vertex)) : std::nullopt;
    result_.reason =
        place + (vertex ? ", vertex " + std::to_string(*vertex) : "") + ": " + std::move(what);
}

std::string Check::differenceText(const std::vector<float>& actual,
                                  const std::vector<float>& expected,
                                  double tolerance) {
    double largest = 0.0;
    for (std::size_t i = 0; i < actual.size(); ++i) {
        largest = std::max(
            largest, std::abs(static_cast<double>(actual[i]) - static_cast<double>(expected[i])));
    }
    return vectorText(actual) + " instead of " + vectorText(expected) + ", off by " +
           numberText(largest) + " where " + numberText(tolerance) + " is tolerated";
}

void Check::expectNear(const std::string& place,
                       std::optional<std::size_t> vertex,
                       double deviation,
                       double tolerance,
                       std::string_view what) {
    // NaN is no deviation that anybody tolerates.
    const double known =
        std::isfinite(deviation) ? deviation : std::numeric_limits<double>::infinity();
    if (note(known, tolerance)) {
        keep(place,
             vertex,
             std::string(what) + ": " + numberText(deviation) + " where " + numberText(tolerance) +
                 " is tolerated");
    }
}

void Check::expect(bool holds,
                   const std::string& place,
                   std::optional<std::size_t> vertex,
                   std::string_view what) {
    if (note(holds ? 0.0 : 1.0, 0.0)) {
        keep(place, vertex, std::string(what));
    }
}

void Check::expectEqualBits(const std::string& place,
                            const DeformedMesh& actual,
                            const DeformedMesh& expected) {
    const auto compareStream = [&](const auto& a, const auto& b, std::string_view name) {
        if (a.size() != b.size()) {
            expect(false, place, std::nullopt, std::string(name) + " of another number");
            return;
        }
        if (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(a[0])) == 0) {
            note(0.0, 0.0);
            return;
        }
        for (std::size_t vertex = 0; vertex < a.size(); ++vertex) {
            if (std::memcmp(&a[vertex], &b[vertex], sizeof(a[vertex])) == 0) {
                continue;
            }
            if (note(1.0, 0.0)) {
                std::string what = std::string(name) + " differ";
                if constexpr (!std::is_integral_v<std::decay_t<decltype(a[0])>>) {
                    what += ": " + vectorText(numbers(a[vertex])) + " instead of " +
                            vectorText(numbers(b[vertex])) + ", which must be equal bit for bit";
                }
                keep(place, vertex, std::move(what));
            }
            return;
        }
    };
    compareStream(actual.positions, expected.positions, "positions");
    compareStream(actual.normals, expected.normals, "normals");
    compareStream(actual.tangents, expected.tangents, "tangents");
    compareStream(actual.flags, expected.flags, "marks");
}

Kit::Kit(const ConformanceRequest& request)
    : request_(request)
    , capabilities_(request.capabilities.value_or(request.subject.deformer->capabilities)) {}

bool Kit::hasNeed(std::string_view prefix, bool isWritten) const {
    return std::any_of(subject().stages.begin(), subject().stages.end(), [&](const Stage& stage) {
        return std::any_of(stage.needs.begin(), stage.needs.end(), [&](const BufferNeed& need) {
            return need.semantic.starts_with(prefix) && (need.access == SARTOR_WRITE) == isWritten;
        });
    });
}

bool Kit::hasCompute() const {
    return std::all_of(subject().stages.begin(), subject().stages.end(), [](const Stage& stage) {
        return stage.kind == SARTOR_STAGE_PREPARE || stage.compute.has_value();
    });
}

std::string Kit::whyNoBackend() const {
    math::Random random(request_.seed);
    // What cannot be planned is found where it is compared.
    const auto planned = plan(tube(random));
    return planned ? request_.backend->whyNot(**planned) : std::string();
}

std::vector<PoseKind> Kit::claimedKinds() const {
    std::vector<PoseKind> kinds;
    for (const auto& [capability, kind] : {std::pair(SARTOR_CAP_RIGID, PoseKind::Rigid),
                                           std::pair(SARTOR_CAP_SCALE, PoseKind::Scaled),
                                           std::pair(SARTOR_CAP_SHEAR, PoseKind::Sheared),
                                           std::pair(SARTOR_CAP_MIRROR, PoseKind::Mirrored)}) {
        if (claims(capability)) {
            kinds.push_back(kind);
        }
    }
    return kinds;
}

MeshSource Kit::sourceFor(const Case& deformed) const {
    assets::MeshData data = deformed.meshData();
    for (const Stage& stage : subject().stages) {
        for (const BufferNeed& need : stage.needs) {
            const std::string name(attributeName(need.semantic));
            const auto isThere = [&name](const auto& there) { return there.name == name; };
            if (name.empty() ||
                std::any_of(data.attributes.begin(), data.attributes.end(), isThere)) {
                continue;
            }
            assets::VertexAttribute attribute;
            attribute.name = name;
            attribute.width = std::clamp(floatCountOf(need.format), 1u, 4u);
            // Shares between nothing and all, which is what such attributes mostly are.
            for (std::size_t i = 0; i < data.positions.size() * attribute.width; ++i) {
                attribute.values.push_back(static_cast<float>(i * 7 % 11) / 10.0f);
            }
            data.attributes.push_back(std::move(attribute));
        }
    }
    return data.attributes.empty() ? deformed.source : deformed.with(std::move(data)).source;
}

Result<std::shared_ptr<const ChainPlan>>
Kit::plan(const Case& deformed, const ChainLink& subject, PlanOptions options) const {
    const MeshSource source = sourceFor(deformed);
    if (isSkinning() || request_.skinning == nullptr) {
        return ChainPlan::create({{subject}}, source, std::move(options));
    }
    const ChainLink skin = initialLink(request_.skinning);
    auto after = ChainPlan::create({{skin, subject}}, source, options);
    if (after) {
        return after;
    }
    auto before = ChainPlan::create({{subject, skin}}, source, std::move(options));
    return before ? before : after;
}

std::shared_ptr<const ChainPlan> Kit::planInput(const Case& deformed) const {
    const auto whole = plan(deformed);
    if (!whole || (*whole)->chain().links.front().deformer == request_.subject.deformer) {
        return nullptr;
    }
    auto input = ChainPlan::create({{(*whole)->chain().links.front()}}, sourceFor(deformed), {});
    return input ? std::move(*input) : nullptr;
}

std::optional<std::vector<DeformedMesh>> Kit::deform(Check& check,
                                                     const std::string& place,
                                                     const std::shared_ptr<const ChainPlan>& plan,
                                                     std::span<const FrameSource> frames) const {
    auto runner = CpuChainRunner::create(plan);
    if (!runner) {
        check.expect(false, place, std::nullopt, runner.error().message);
        return std::nullopt;
    }
    std::vector<DeformedMesh> results;
    for (const FrameSource& frame : frames) {
        if (const Status status = (*runner)->run(frame); !status) {
            check.expect(false, place, std::nullopt, status.error().message);
            return std::nullopt;
        }
        results.push_back({toVector((*runner)->positions()),
                           toVector((*runner)->normals()),
                           toVector((*runner)->tangents()),
                           toVector((*runner)->flags())});
    }
    return results;
}

std::optional<DeformedMesh> Kit::deform(Check& check,
                                        const std::string& place,
                                        const std::shared_ptr<const ChainPlan>& plan,
                                        const Pose& pose) const {
    const FrameSource frame = pose.frame();
    auto results = deform(check, place, plan, std::span(&frame, 1));
    return results ? std::optional(std::move(results->front())) : std::nullopt;
}

std::optional<DeformedMesh>
Kit::deform(Check& check, const std::string& place, const Case& deformed, const Pose& pose) const {
    auto planned = plan(deformed);
    if (!planned) {
        check.expect(false, place, std::nullopt, planned.error().message);
        return std::nullopt;
    }
    return deform(check, place, *planned, pose);
}

void Kit::compare(Check& check,
                  const std::string& place,
                  const Case& deformed,
                  const DeformedMesh& actual,
                  const DeformedMesh& expected,
                  const Omissions& omissions) const {
    const double tolerance = kPositionShare * deformed.diagonal();
    const std::string normals = place + ", normals";
    const std::string tangents = place + ", tangents";
    for (std::size_t vertex = 0; vertex < expected.positions.size(); ++vertex) {
        if (omissions.vertex && omissions.vertex(vertex)) {
            continue;
        }
        if (writes("sartor.position")) {
            check.expectNear(
                place, vertex, actual.positions[vertex], expected.positions[vertex], tolerance);
        }
        if (omissions.directions) {
            continue;
        }
        if (writes("sartor.normal") && !expected.normals.empty()) {
            check.expectNear(
                normals, vertex, actual.normals[vertex], expected.normals[vertex], kUnitTolerance);
        }
        if (writes("sartor.tangent") && !expected.tangents.empty()) {
            check.expectNear(tangents,
                             vertex,
                             actual.tangents[vertex],
                             expected.tangents[vertex],
                             kUnitTolerance);
        }
    }
}

DeformedMesh Kit::mapped(const math::Affine& map, const DeformedMesh& mesh) {
    DeformedMesh result = mesh;
    const glm::dmat3 linear(map.linear);
    const float side = glm::determinant(linear) < 0.0 ? -1.0f : 1.0f;
    for (glm::vec3& position : result.positions) {
        position = glm::vec3(linear * glm::dvec3(position) + glm::dvec3(map.translation));
    }
    for (glm::vec3& normal : result.normals) {
        normal = math::transformNormal(map, normal);
    }
    for (glm::vec4& tangent : result.tangents) {
        const glm::dvec3 direction = glm::normalize(linear * glm::dvec3(tangent));
        tangent = glm::vec4(glm::vec3(direction), tangent.w * side);
    }
    return result;
}

DeformedMesh Kit::restOf(const Case& deformed) const {
    const assets::Mesh& mesh = *deformed.source.mesh;
    return {toVector(mesh.positions()), toVector(mesh.normals()), toVector(mesh.tangents()), {}};
}

std::string placeText(const Case& deformed, PoseKind kind) {
    return deformed.name + ", " + std::string(poseText(kind));
}

Omissions omissionsFor(Spread spread, const DeformedMesh& a, const DeformedMesh& b) {
    if (spread == Spread::Close) {
        return {};
    }
    return {[&a, &b](std::size_t vertex) {
                return (vertex < a.flags.size() && a.flags[vertex] != 0) ||
                       (vertex < b.flags.size() && b.flags[vertex] != 0);
            },
            true};
}

} // namespace sartor::deform::conformance
