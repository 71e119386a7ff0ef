// SPDX-License-Identifier: Apache-2.0
// Comparison of deformed meshes.
#include <sartor/diagnose/mesh_compare.h>
#include <sartor/math/finite.h>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <utility>

namespace sartor::diagnose {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

template <class Vector>
Vector withoutDenormals(Vector vector) {
    for (int i = 0; i < Vector::length(); ++i) {
        if (std::fpclassify(vector[i]) == FP_SUBNORMAL) {
            vector[i] = std::copysign(0.0f, vector[i]);
        }
    }
    return vector;
}

template <class Vector>
bool isSameBits(const Vector& a, const Vector& b) {
    return std::memcmp(&a, &b, sizeof(Vector)) == 0;
}

/// How one stream of a vertex compares.
struct Agreement {
    bool isFinite = true;
    bool isSame = true;
    bool isSameWithDenormals = true;
};

template <class Vector>
Agreement agreementOf(std::span<const Vector> a, std::span<const Vector> b, std::size_t vertex) {
    if (a.empty()) {
        return {};
    }
    const bool areFinite = math::isFinite(a[vertex]) && math::isFinite(b[vertex]);
    return {areFinite,
            areFinite && isSameBits(withoutDenormals(a[vertex]), withoutDenormals(b[vertex])),
            areFinite && isSameBits(a[vertex], b[vertex])};
}

double distanceBetween(const glm::vec3& a, const glm::vec3& b) {
    return glm::distance(glm::dvec3(withoutDenormals(a)), glm::dvec3(withoutDenormals(b)));
}

double degreesBetween(const glm::vec3& a, const glm::vec3& b) {
    const glm::dvec3 first(a);
    const glm::dvec3 second(b);
    const double lengths = glm::length(first) * glm::length(second);
    if (!(lengths > 0.0) || !std::isfinite(lengths)) {
        return 180.0;
    }
    return glm::degrees(
        std::atan2(glm::length(glm::cross(first, second)), glm::dot(first, second)));
}

double degreesBetween(const glm::vec4& a, const glm::vec4& b) {
    return a.w != b.w ? 180.0 : degreesBetween(glm::vec3(a), glm::vec3(b));
}

// Position on the number line of floats, so that neighbours differ by one across zero as well.
std::int64_t orderOf(float value) {
    const auto bits = std::bit_cast<std::int32_t>(value);
    return bits >= 0 ? std::int64_t{bits}
                     : std::int64_t{std::numeric_limits<std::int32_t>::min()} - bits;
}

void addUlps(const glm::vec3& a, const glm::vec3& b, MeshDifference& difference) {
    for (int axis = 0; axis < 3; ++axis) {
        const bool isCompared = std::isfinite(a[axis]) && std::isfinite(b[axis]) &&
                                std::max(std::abs(a[axis]), std::abs(b[axis])) > kUlpSmallest;
        if (!isCompared) {
            continue;
        }
        const auto ulps = static_cast<std::uint64_t>(std::abs(orderOf(a[axis]) - orderOf(b[axis])));
        const auto bin = std::lower_bound(kUlpBins.begin(), kUlpBins.end(), ulps);
        ++difference.ulpHistogram[static_cast<std::size_t>(bin - kUlpBins.begin())];
        difference.maxUlp = std::max(difference.maxUlp, ulps);
    }
}

Status checkShapes(const MeshView& a, const MeshView& b) {
    const std::size_t count = a.positions.size();
    const auto check = [](const char* name, std::size_t size, std::size_t expected) -> Status {
        if (size != expected) {
            return Error{"compare.shape",
                         "compare: " + std::to_string(size) + " " + name + ", expected " +
                             std::to_string(expected)};
        }
        return {};
    };
    Status status = check("positions", b.positions.size(), count);
    if (status) {
        status = check("normals", a.normals.size(), a.normals.empty() ? 0 : count);
    }
    if (status) {
        status = check("normals", b.normals.size(), a.normals.size());
    }
    if (status) {
        status = check("tangents", a.tangents.size(), a.tangents.empty() ? 0 : count);
    }
    if (status) {
        status = check("tangents", b.tangents.size(), a.tangents.size());
    }
    return status;
}

void keepLargest(double value, std::uint32_t vertex, double& largest, std::uint32_t& where) {
    if (value > largest) {
        largest = value;
        where = vertex;
    }
}

// Over all vertices; those that are not listed do not differ.
double p99NormalDegrees(const MeshDifference& difference) {
    const std::uint64_t rank = (difference.vertexCount * 99 + 99) / 100;
    const std::uint64_t equalCount = difference.vertexCount - difference.worst.size();
    if (rank <= equalCount) {
        return 0.0;
    }
    std::vector<double> degrees;
    degrees.reserve(difference.worst.size());
    for (const VertexDifference& vertex : difference.worst) {
        degrees.push_back(vertex.normalDegrees);
    }
    const auto place = degrees.begin() + static_cast<std::ptrdiff_t>(rank - equalCount - 1);
    std::nth_element(degrees.begin(), place, degrees.end());
    return *place;
}

} // namespace

double extentOf(std::span<const MeshView> meshes) {
    glm::dvec3 low(kInfinity);
    glm::dvec3 high(-kInfinity);
    for (const MeshView& mesh : meshes) {
        for (const glm::vec3& position : mesh.positions) {
            if (math::isFinite(position)) {
                low = glm::min(low, glm::dvec3(position));
                high = glm::max(high, glm::dvec3(position));
            }
        }
    }
    return low.x <= high.x ? glm::distance(low, high) : 0.0;
}

Result<MeshDifference>
compareMeshes(const MeshView& a, const MeshView& b, const MeshCompareOptions& options) {
    if (Status status = checkShapes(a, b); !status) {
        return status.error();
    }
    MeshDifference difference;
    difference.vertexCount = a.positions.size();
    difference.extent = options.extent > 0.0 ? options.extent : extentOf({&a, 1});
    for (std::uint32_t vertex = 0; vertex < a.positions.size(); ++vertex) {
        addUlps(a.positions[vertex], b.positions[vertex], difference);
        const Agreement position = agreementOf(a.positions, b.positions, vertex);
        const Agreement normal = agreementOf(a.normals, b.normals, vertex);
        const Agreement tangent = agreementOf(a.tangents, b.tangents, vertex);
        if (position.isSame && normal.isSame && tangent.isSame) {
            const bool areSameWithDenormals = position.isSameWithDenormals &&
                                              normal.isSameWithDenormals &&
                                              tangent.isSameWithDenormals;
            difference.denormalCount += areSameWithDenormals ? 0 : 1;
            continue;
        }
        ++difference.differingCount;
        const bool areFinite = position.isFinite && normal.isFinite && tangent.isFinite;
        difference.nonfiniteCount += areFinite ? 0 : 1;
        VertexDifference found{vertex, a.positions[vertex]};
        if (!position.isSame) {
            found.distance = position.isFinite
                                 ? distanceBetween(a.positions[vertex], b.positions[vertex])
                                 : kInfinity;
        }
        if (!normal.isSame) {
            found.normalDegrees =
                normal.isFinite ? degreesBetween(a.normals[vertex], b.normals[vertex]) : 180.0;
        }
        if (!tangent.isSame) {
            found.tangentDegrees =
                tangent.isFinite ? degreesBetween(a.tangents[vertex], b.tangents[vertex]) : 180.0;
        }
        keepLargest(found.distance, vertex, difference.maxDistance, difference.maxDistanceVertex);
        keepLargest(
            found.normalDegrees, vertex, difference.maxNormalDegrees, difference.maxNormalVertex);
        keepLargest(found.tangentDegrees,
                    vertex,
                    difference.maxTangentDegrees,
                    difference.maxTangentVertex);
        difference.worst.push_back(found);
    }
    difference.isBitIdentical = difference.differingCount == 0;
    difference.p99NormalDegrees = p99NormalDegrees(difference);
    if (difference.maxDistance > 0.0) {
        difference.relativeDistance = difference.maxDistance / difference.extent;
    }
    const auto listed =
        static_cast<std::ptrdiff_t>(std::min(options.worstCount, difference.worst.size()));
    std::partial_sort(difference.worst.begin(),
                      difference.worst.begin() + listed,
                      difference.worst.end(),
                      [](const VertexDifference& x, const VertexDifference& y) {
                          if (x.distance != y.distance) {
                              return x.distance > y.distance;
                          }
                          return x.normalDegrees != y.normalDegrees
                                     ? x.normalDegrees > y.normalDegrees
                                     : x.vertex < y.vertex;
                      });
    difference.worst.resize(static_cast<std::size_t>(listed));
    return difference;
}

} // namespace sartor::diagnose
