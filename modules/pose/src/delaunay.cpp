// SPDX-License-Identifier: Apache-2.0
// A sweep from left to right, then flips of edges until none is wrong (Lawson 1977).
#include "delaunay.h"

#include <map>
#include <utility>

namespace sartor::pose {
namespace {

// Products of four coordinates of 25 bits.
__extension__ using Wide = __int128;

// Above 0 where c is to the left of the way from a to b.
std::int64_t turn(const GridPoint& a, const GridPoint& b, const GridPoint& c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

// Whether d is inside of the circle through a, b and c, which are counter-clockwise.
bool isInCircle(const GridPoint& a, const GridPoint& b, const GridPoint& c, const GridPoint& d) {
    const auto lifted = [&](const GridPoint& p) {
        return (p.x - d.x) * (p.x - d.x) + (p.y - d.y) * (p.y - d.y);
    };
    return Wide(lifted(a)) * turn(d, b, c) + Wide(lifted(b)) * turn(d, c, a) +
               Wide(lifted(c)) * turn(d, a, b) >
           0;
}

class Triangulation {
public:
    explicit Triangulation(std::span<const GridPoint> points) : points_(points) {
        std::uint32_t apex = 2;
        while (apex < points.size() && turn(points[0], points[1], points[apex]) == 0) {
            ++apex;
        }
        if (apex >= points.size()) {
            return;
        }
        beginWith(apex);
        for (std::uint32_t point = apex + 1; point < points.size(); ++point) {
            add(point);
        }
        flipAll();
    }

    std::vector<std::array<std::uint32_t, 3>> triangles() const {
        std::vector<std::array<std::uint32_t, 3>> result;
        for (const auto& [edge, apex] : apexOfEdge_) {
            // Once, with its first corner first.
            if (edge.first < edge.second && edge.first < apex) {
                result.push_back({edge.first, edge.second, apex});
            }
        }
        return result;
    }

private:
    using Edge = std::pair<std::uint32_t, std::uint32_t>;

    void addTriangle(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
        apexOfEdge_[{a, b}] = c;
        apexOfEdge_[{b, c}] = a;
        apexOfEdge_[{c, a}] = b;
    }

    // The points before the apex are on one line, in order.
    void beginWith(std::uint32_t apex) {
        const bool isLeft = turn(points_[0], points_[1], points_[apex]) > 0;
        for (std::uint32_t i = 0; i + 1 < apex; ++i) {
            if (isLeft) {
                addTriangle(i, i + 1, apex);
            } else {
                addTriangle(i + 1, i, apex);
            }
        }
        for (std::uint32_t i = 0; i < apex; ++i) {
            hull_.push_back(isLeft ? i : apex - 1 - i);
        }
        hull_.push_back(apex);
    }

    // The point is to the right of all others, or above those at its x: outside of the hull.
    void add(std::uint32_t point) {
        std::vector<std::uint32_t> hull;
        const auto isVisible = [&](std::size_t i) {
            return turn(points_[hull_[i]], points_[hull_[(i + 1) % hull_.size()]], points_[point]) <
                   0;
        };
        bool wasVisible = isVisible(hull_.size() - 1);
        for (std::size_t i = 0; i < hull_.size(); ++i) {
            const bool isNextVisible = isVisible(i);
            if (isNextVisible) {
                addTriangle(hull_[(i + 1) % hull_.size()], hull_[i], point);
            }
            // A corner between two edges that the point sees is inside from now on.
            if (!(wasVisible && isNextVisible)) {
                hull.push_back(hull_[i]);
            }
            if (isNextVisible && !wasVisible) {
                hull.push_back(point);
            }
            wasVisible = isNextVisible;
        }
        hull_ = std::move(hull);
    }

    void flipAll() {
        std::vector<Edge> edges;
        for (const auto& [edge, apex] : apexOfEdge_) {
            if (edge.first < edge.second) {
                edges.push_back(edge);
            }
        }
        while (!edges.empty()) {
            const auto [a, b] = edges.back();
            edges.pop_back();
            const auto left = apexOfEdge_.find({a, b});
            const auto right = apexOfEdge_.find({b, a});
            if (left == apexOfEdge_.end() || right == apexOfEdge_.end()) {
                continue;
            }
            const std::uint32_t c = left->second;
            const std::uint32_t d = right->second;
            if (isInCircle(points_[a], points_[b], points_[c], points_[d])) {
                apexOfEdge_.erase(left);
                apexOfEdge_.erase(right);
                addTriangle(a, d, c);
                addTriangle(d, b, c);
                edges.insert(edges.end(), {{a, d}, {d, b}, {b, c}, {c, a}});
            }
        }
    }

    std::span<const GridPoint> points_;
    std::map<Edge, std::uint32_t> apexOfEdge_; ///< of the triangle to the left of each edge
    std::vector<std::uint32_t> hull_;          ///< counter-clockwise
};

} // namespace

std::vector<std::array<std::uint32_t, 3>> triangulate(std::span<const GridPoint> points) {
    return points.size() < 3 ? std::vector<std::array<std::uint32_t, 3>>()
                             : Triangulation(points).triangles();
}

} // namespace sartor::pose
