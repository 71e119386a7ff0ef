// SPDX-License-Identifier: Apache-2.0
// Delta Mush in double precision, written plainly: neighbours from the edges of the welded
// triangles, smoothing, frames of the surface that fits the edges best, deltas in those frames.
#pragma once

#include "sample_fixture.h"

#include <map>
#include <set>
#include <tuple>

namespace sartor::test {

struct MushParams {
    int iterations = 10;
    double strength = 0.5;
    bool isFree = false;
    bool isFollowing = false;
    double amount = 1.0;

    std::string text() const {
        const auto number = [](double value) {
            return QByteArray::number(value, 'g', 17).toStdString();
        };
        return "delta_mush[iterations=" + std::to_string(iterations) +
               ",strength=" + number(strength) + ",boundary=" + (isFree ? "free" : "pinned") +
               ",scale=" + (isFollowing ? "follow" : "keep") + ",amount=" + number(amount) + "]";
    }
};

class MushOracle {
public:
    MushOracle(const DeformCase& deformCase, const MushParams& params)
        : params_(params)
        , mesh_(*deformCase.source.mesh)
        , common_(deformCase.source.commonStretch) {
        weld(deformCase);
        for (const glm::vec3& position : mesh_.positions()) {
            rest_.push_back(common_ * glm::dvec3(position));
        }
        restSmooth_ = smoothed(rest_);
        for (std::size_t vertex = 0; vertex < rest_.size(); ++vertex) {
            planes_.push_back(planeAt(vertex));
            restFrames_.push_back(frameAt(vertex, restSmooth_));
        }
    }

    /// What becomes of skinned positions and of directions at rest.
    std::vector<OracleVertex> deform(const std::vector<glm::dvec3>& skinned,
                                     const std::vector<OracleVertex>& rest) const {
        const auto smooth = smoothed(skinned);
        std::vector<OracleVertex> result;
        for (std::size_t vertex = 0; vertex < skinned.size(); ++vertex) {
            const Frame from = restFrames_[vertex];
            const Frame to = frameAt(vertex, smooth);
            const glm::dmat3 turn = to.axes * glm::transpose(from.axes);
            const double size = params_.isFollowing ? std::sqrt(to.area / from.area) : 1.0;
            const glm::dvec3 whole =
                smooth[vertex] + size * (turn * (rest_[vertex] - restSmooth_[vertex]));
            OracleVertex out;
            out.position = skinned[vertex] + params_.amount * (whole - skinned[vertex]);
            out.normal = glm::normalize(
                turn * (glm::inverse(glm::transpose(common_)) * rest[vertex].normal));
            const glm::dvec3 tangent =
                glm::normalize(turn * (common_ * glm::dvec3(rest[vertex].tangent)));
            out.tangent = glm::dvec4(tangent, rest[vertex].tangent.w);
            result.push_back(out);
        }
        return result;
    }

    std::vector<glm::dvec3> smoothed(std::vector<glm::dvec3> points) const {
        for (int pass = 0; pass < params_.iterations; ++pass) {
            const auto before = points;
            for (std::size_t vertex = 0; vertex < points.size(); ++vertex) {
                const auto& row = neighbours_[welded_[vertex]];
                if (row.empty() || (!params_.isFree && isBoundary_[welded_[vertex]])) {
                    continue;
                }
                glm::dvec3 mean(0.0);
                for (const std::size_t neighbour : row) {
                    mean += before[neighbour] / static_cast<double>(row.size());
                }
                points[vertex] += params_.strength * (mean - before[vertex]);
            }
        }
        return points;
    }

private:
    struct Frame {
        glm::dmat3 axes;
        double area;
    };
    /// Two perpendicular directions of the smoothed surface at rest, and the inverse of the second
    /// moments of its edges in them.
    struct Plane {
        glm::dvec3 u, v;
        glm::dmat2 inverseMoments;
    };

    void weld(const DeformCase& deformCase) {
        using Key = std::tuple<float, float, float, std::map<std::size_t, double>>;
        std::map<Key, std::size_t> places;
        for (std::size_t vertex = 0; vertex < mesh_.vertexCount(); ++vertex) {
            const glm::vec3 p = mesh_.positions()[vertex];
            std::map<std::size_t, double> weights;
            for (const OracleInfluence& influence : deformCase.influencesOf(vertex)) {
                weights[influence.joint] += influence.weight;
            }
            welded_.push_back(
                places.try_emplace(Key{p.x, p.y, p.z, weights}, vertex).first->second);
        }
        std::map<std::pair<std::size_t, std::size_t>, int> edges;
        neighbours_.resize(mesh_.vertexCount());
        triangles_.resize(mesh_.vertexCount());
        isBoundary_.resize(mesh_.vertexCount());
        for (std::size_t first = 0; first < mesh_.triangles().size(); first += 3) {
            std::size_t corners[3];
            for (std::size_t corner = 0; corner < 3; ++corner) {
                corners[corner] = welded_[mesh_.triangles()[first + corner]];
            }
            for (std::size_t corner = 0; corner < 3; ++corner) {
                const std::size_t a = corners[corner];
                const std::size_t b = corners[(corner + 1) % 3];
                neighbours_[a].insert(b);
                neighbours_[b].insert(a);
                ++edges[std::minmax(a, b)];
                triangles_[a].push_back({corners[0], corners[1], corners[2]});
            }
        }
        for (const auto& [edge, count] : edges) {
            if (count == 1) {
                isBoundary_[edge.first] = isBoundary_[edge.second] = true;
            }
        }
    }

    Plane planeAt(std::size_t vertex) const {
        glm::dvec3 normal(0.0);
        for (const auto& corners : triangles_[welded_[vertex]]) {
            normal += glm::cross(restSmooth_[corners[1]] - restSmooth_[corners[0]],
                                 restSmooth_[corners[2]] - restSmooth_[corners[0]]);
        }
        normal = glm::normalize(normal);
        Plane plane;
        // The same axis as the plugin: the frames of a sheared surface hang on it a little.
        const glm::dvec3 axis =
            std::abs(normal.x) < 0.6 ? glm::dvec3(1, 0, 0) : glm::dvec3(0, 1, 0);
        plane.u = glm::normalize(axis - glm::dot(axis, normal) * normal);
        plane.v = glm::cross(normal, plane.u);
        glm::dmat2 moments(0.0);
        for (const std::size_t neighbour : neighbours_[welded_[vertex]]) {
            const glm::dvec3 edge = restSmooth_[neighbour] - restSmooth_[vertex];
            const glm::dvec2 flat(glm::dot(edge, plane.u), glm::dot(edge, plane.v));
            moments += glm::outerProduct(flat, flat) / glm::dot(edge, edge);
        }
        plane.inverseMoments = glm::inverse(moments);
        return plane;
    }

    Frame frameAt(std::size_t vertex, const std::vector<glm::dvec3>& points) const {
        const Plane& plane = planes_[vertex];
        glm::dmat2x3 mixed(0.0);
        for (const std::size_t neighbour : neighbours_[welded_[vertex]]) {
            const glm::dvec3 atRest = restSmooth_[neighbour] - restSmooth_[vertex];
            const glm::dvec2 flat(glm::dot(atRest, plane.u), glm::dot(atRest, plane.v));
            mixed += glm::outerProduct(points[neighbour] - points[vertex], flat) /
                     glm::dot(atRest, atRest);
        }
        const glm::dmat2x3 fit = mixed * plane.inverseMoments;
        const glm::dvec3 normal = glm::cross(fit[0], fit[1]);
        const glm::dvec3 z = glm::normalize(normal);
        const glm::dvec3 x =
            glm::normalize(glm::normalize(fit[0]) + glm::cross(glm::normalize(fit[1]), z));
        return {glm::dmat3(x, glm::cross(z, x), z), glm::length(normal)};
    }

    MushParams params_;
    const assets::Mesh& mesh_;
    glm::dmat3 common_;
    std::vector<std::size_t> welded_;
    std::vector<std::set<std::size_t>> neighbours_;
    std::vector<std::vector<std::array<std::size_t, 3>>> triangles_;
    std::vector<bool> isBoundary_;
    std::vector<glm::dvec3> rest_;
    std::vector<glm::dvec3> restSmooth_;
    std::vector<Plane> planes_;
    std::vector<Frame> restFrames_;
};

} // namespace sartor::test
