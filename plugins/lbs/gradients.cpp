// SPDX-License-Identifier: Apache-2.0
// Gradients of weights by least squares over the smooth neighbours of each vertex, once per mesh.
#include "gradients.hpp"

#include "params.hpp"
#include "smoothing.hpp"

#include <sartor/deformer/influences.hpp>

#include <cmath>

namespace sartor::deformer::lbs {

namespace {

enum Need : std::uint32_t {
    CornerRows,
    InfluenceRows = kCornerNeeds.size(),
    Smoothing = InfluenceRows + kInfluenceNeeds.size(),
    RestPositions,
    RestNormals,
    GradientOut
};
constexpr auto kNeeds =
    joined(kCornerNeeds,
           kInfluenceNeeds,
           std::array{reads<std::uint32_t>(kSmoothing, SARTOR_PER_VERTEX),
                      reads<Float3>(semantic::kRestPosition, SARTOR_PER_VERTEX),
                      readsWherePresent<Float3>(semantic::kRestNormal, SARTOR_PER_VERTEX),
                      writes<Float3>(kGradient, SARTOR_PER_INFLUENCE)});
constexpr const sartor_param* kParams[] = {&kNormals};

struct Vector {
    double x = 0.0, y = 0.0, z = 0.0;
};

Vector toVector(const Float3& v) {
    return {static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z)};
}

Vector difference(const Float3& a, const Float3& b) {
    const Vector x = toVector(a);
    const Vector y = toVector(b);
    return {x.x - y.x, x.y - y.y, x.z - y.z};
}

double dot(const Vector& a, const Vector& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

Vector cross(const Vector& a, const Vector& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

Vector plusScaled(const Vector& base, double factor, const Vector& v) {
    return {base.x + factor * v.x, base.y + factor * v.y, base.z + factor * v.z};
}

Vector scaled(double factor, const Vector& v) {
    return plusScaled({}, factor, v);
}

// The best linear function of two coordinates through samples, by its normal equations; each sample
// counts by the inverse square of its distance.
class PlaneFit {
public:
    explicit PlaneFit(const Vector& normal) {
        const Vector unit = scaled(1.0 / std::sqrt(dot(normal, normal)), normal);
        // Not along the normal: the axis where it is shortest.
        const double x = std::abs(unit.x);
        const double y = std::abs(unit.y);
        const double z = std::abs(unit.z);
        const Vector axis = x <= y && x <= z ? Vector{1, 0, 0}
                            : y <= z         ? Vector{0, 1, 0}
                                             : Vector{0, 0, 1};
        const Vector first = cross(unit, axis);
        first_ = scaled(1.0 / std::sqrt(dot(first, first)), first);
        second_ = cross(unit, first_);
    }

    void addPlace(const Vector& offset) {
        const double x = dot(offset, first_);
        const double y = dot(offset, second_);
        const double importance = importanceOf(offset);
        xx_ += importance * x * x;
        xy_ += importance * x * y;
        yy_ += importance * y * y;
    }

    // What a value that is higher by `rise` at an offset adds to the right side.
    Vector pull(const Vector& offset, double rise) const {
        return scaled(importanceOf(offset) * rise, offset);
    }

    // The gradient for the sum of pulls; along a line where all places are on one.
    Vector gradient(const Vector& pulls) const {
        const double x = dot(pulls, first_);
        const double y = dot(pulls, second_);
        const double mean = 0.5 * (xx_ + yy_);
        const double spread = std::hypot(0.5 * (xx_ - yy_), xy_);
        const double large = mean + spread;
        const double small = mean - spread;
        if (!(large > 0.0)) {
            return {};
        }
        if (small > kSmallestShare * large) {
            const double determinant = xx_ * yy_ - xy_ * xy_;
            return inPlane((yy_ * x - xy_ * y) / determinant, (xx_ * y - xy_ * x) / determinant);
        }
        // The direction that has the larger share.
        const double lineX = xx_ >= yy_ ? large - yy_ : xy_;
        const double lineY = xx_ >= yy_ ? xy_ : large - xx_;
        const double along = (x * lineX + y * lineY) / (large * (lineX * lineX + lineY * lineY));
        return inPlane(along * lineX, along * lineY);
    }

private:
    // Of the squares across a line to those along it, below which the places are on the line.
    static constexpr double kSmallestShare = 1e-6;

    static double importanceOf(const Vector& offset) {
        const double squared = dot(offset, offset);
        return squared > 0.0 ? 1.0 / squared : 0.0;
    }

    Vector inPlane(double x, double y) const { return plusScaled(scaled(x, first_), y, second_); }

    Vector first_;
    Vector second_;
    double xx_ = 0.0, xy_ = 0.0, yy_ = 0.0;
};

struct Surface {
    Corners corners;
    Influences influences;
    BufferView<const std::uint32_t> smoothing;
    BufferView<const Float3> positions;
    BufferView<const Float3> normals;

    // Calls body(vertex) for the two neighbours in each triangle that is smooth at a vertex.
    template <class Body>
    void forEachNeighbour(std::uint32_t vertex, Body body) const {
        corners.forEachAt(vertex, [&](const Corner& corner) {
            if (smoothing[corner.vertex] == smoothing[vertex]) {
                body(corner.next);
                body(corner.previous);
            }
        });
    }

    // Not zero, if need be any.
    Vector normalAt(std::uint32_t vertex) const {
        Vector normal = normals ? toVector(normals[vertex]) : Vector{};
        if (dot(normal, normal) > 0.0) {
            return normal;
        }
        corners.forEachAt(vertex, [&](const Corner& corner) {
            const Vector toNext = difference(positions[corner.next], positions[corner.vertex]);
            const Vector toPrevious =
                difference(positions[corner.previous], positions[corner.vertex]);
            normal = plusScaled(normal, 1.0, cross(toNext, toPrevious));
        });
        return dot(normal, normal) > 0.0 ? normal : Vector{0, 0, 1};
    }

    double weightOn(std::uint32_t joint, std::uint32_t vertex) const {
        double weight = 0.0;
        const InfluenceRange range = influences.of(vertex);
        for (std::uint32_t influence = range.first; influence < range.last; ++influence) {
            if (influences.joint(influence) == joint) {
                weight += static_cast<double>(influences.weight(influence));
            }
        }
        return weight;
    }

    // Whether a joint that has two influences of a vertex had one before this.
    bool isRepeated(std::uint32_t influence, std::uint32_t first) const {
        for (std::uint32_t before = first; before < influence; ++before) {
            if (influences.joint(before) == influences.joint(influence)) {
                return true;
            }
        }
        return false;
    }
};

Float3 toFloats(const Vector& v) {
    return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

void findGradients(const Run& run) {
    const Surface surface = {Corners(run, Need::CornerRows),
                             Influences(run, Need::InfluenceRows),
                             run.read<std::uint32_t>(Need::Smoothing),
                             run.read<Float3>(Need::RestPositions),
                             run.read<Float3>(Need::RestNormals)};
    const auto gradients = run.write<Float3>(Need::GradientOut);
    for (std::uint32_t vertex = run.begin(); vertex < run.end(); ++vertex) {
        const auto offsetOf = [&](std::uint32_t other) {
            return difference(surface.positions[other], surface.positions[vertex]);
        };
        PlaneFit fit(surface.normalAt(vertex));
        surface.forEachNeighbour(vertex,
                                 [&](std::uint32_t other) { fit.addPlace(offsetOf(other)); });
        const InfluenceRange range = surface.influences.of(vertex);
        for (std::uint32_t influence = range.first; influence < range.last; ++influence) {
            Vector pulls;
            if (!surface.isRepeated(influence, range.first)) {
                const std::uint32_t joint = surface.influences.joint(influence);
                const double weight = surface.weightOn(joint, vertex);
                surface.forEachNeighbour(vertex, [&](std::uint32_t other) {
                    const double rise = surface.weightOn(joint, other) - weight;
                    pulls = plusScaled(pulls, 1.0, fit.pull(offsetOf(other), rise));
                });
            }
            gradients[influence] = toFloats(fit.gradient(pulls));
        }
    }
}

} // namespace

const sartor_stage kGradientsStage =
    makePrepareStage<findGradients>({.id = "gradients",
                                     .needs = kNeeds,
                                     .params = kParams,
                                     .whenParam = kNormalsParam,
                                     .whenValues = 1u << NormalsMode::Jacobian});

} // namespace sartor::deformer::lbs
