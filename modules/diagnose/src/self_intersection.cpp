// SPDX-License-Identifier: Apache-2.0
// Pairs of triangles that pierce each other, by a tree of boxes.
#include <sartor/diagnose/self_intersection.h>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace sartor::diagnose {
namespace {

struct Box {
    glm::dvec3 low = glm::dvec3(std::numeric_limits<double>::max());
    glm::dvec3 high = glm::dvec3(-std::numeric_limits<double>::max());

    void add(const Box& other) {
        low = glm::min(low, other.low);
        high = glm::max(high, other.high);
    }
    bool overlaps(const Box& other) const {
        return low.x <= other.high.x && other.low.x <= high.x && low.y <= other.high.y &&
               other.low.y <= high.y && low.z <= other.high.z && other.low.z <= high.z;
    }
};

struct Corners {
    glm::dvec3 a;
    glm::dvec3 b;
    glm::dvec3 c;
};

// A tree of boxes over triangles; the children of a node are the next one and `second`.
class BoxTree {
public:
    explicit BoxTree(std::span<const Box> boxes) : boxes_(boxes) {
        for (std::uint32_t i = 0; i < boxes.size(); ++i) {
            // A triangle that is not finite is nowhere.
            if (boxes[i].low.x <= boxes[i].high.x) {
                order_.push_back(i);
            }
        }
        if (!order_.empty()) {
            build(0, static_cast<std::uint32_t>(order_.size()));
        }
    }

    // Calls function(triangle) for each whose box meets `box` until it returns false.
    template <class Function>
    void forEach(const Box& box, Function function) const {
        std::vector<std::uint32_t> open;
        if (!nodes_.empty()) {
            open.push_back(0);
        }
        while (!open.empty()) {
            const Node& node = nodes_[open.back()];
            const std::uint32_t first = open.back() + 1;
            open.pop_back();
            if (!node.box.overlaps(box)) {
                continue;
            }
            if (node.count == 0) {
                open.push_back(node.second);
                open.push_back(first);
                continue;
            }
            for (std::uint32_t i = node.begin; i < node.begin + node.count; ++i) {
                if (boxes_[order_[i]].overlaps(box) && !function(order_[i])) {
                    return;
                }
            }
        }
    }

private:
    struct Node {
        Box box;
        std::uint32_t begin = 0;
        std::uint32_t count = 0; // 0 for a node with children
        std::uint32_t second = 0;
    };

    // Halves by count, so the depth is logarithmic whatever the triangles are.
    void build(std::uint32_t begin, std::uint32_t end) {
        const std::size_t index = nodes_.size();
        Node node;
        for (std::uint32_t i = begin; i < end; ++i) {
            node.box.add(boxes_[order_[i]]);
        }
        constexpr std::uint32_t kLeafSize = 4;
        if (end - begin <= kLeafSize) {
            node.begin = begin;
            node.count = end - begin;
            nodes_.push_back(node);
            return;
        }
        nodes_.push_back(node);
        const glm::dvec3 size = node.box.high - node.box.low;
        const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
        const std::uint32_t middle = begin + (end - begin) / 2;
        std::nth_element(order_.begin() + begin,
                         order_.begin() + middle,
                         order_.begin() + end,
                         [this, axis](std::uint32_t p, std::uint32_t q) {
                             const double a = boxes_[p].low[axis] + boxes_[p].high[axis];
                             const double b = boxes_[q].low[axis] + boxes_[q].high[axis];
                             return a != b ? a < b : p < q;
                         });
        build(begin, middle);
        nodes_[index].second = static_cast<std::uint32_t>(nodes_.size());
        build(middle, end);
    }

    std::span<const Box> boxes_;
    std::vector<std::uint32_t> order_;
    std::vector<Node> nodes_;
};

bool pierces(const glm::dvec3& from, const glm::dvec3& to, const Corners& triangle, double margin) {
    const glm::dvec3 normal = glm::cross(triangle.b - triangle.a, triangle.c - triangle.a);
    const double length = glm::length(normal);
    if (length == 0.0) {
        return false;
    }
    const double fromHeight = glm::dot(normal, from - triangle.a) / length;
    const double toHeight = glm::dot(normal, to - triangle.a) / length;
    const bool isThrough =
        (fromHeight > margin && toHeight < -margin) || (fromHeight < -margin && toHeight > margin);
    if (!isThrough) {
        return false;
    }
    const glm::dvec3 point = from + (fromHeight / (fromHeight - toHeight)) * (to - from);
    const auto isInside = [&](const glm::dvec3& p, const glm::dvec3& q) {
        return glm::dot(glm::cross(q - p, point - p), normal) >= 0.0;
    };
    return isInside(triangle.a, triangle.b) && isInside(triangle.b, triangle.c) &&
           isInside(triangle.c, triangle.a);
}

bool intersect(const Corners& p, const Corners& q, double margin) {
    return pierces(p.a, p.b, q, margin) || pierces(p.b, p.c, q, margin) ||
           pierces(p.c, p.a, q, margin) || pierces(q.a, q.b, p, margin) ||
           pierces(q.b, q.c, p, margin) || pierces(q.c, q.a, p, margin);
}

} // namespace

Intersections findSelfIntersections(std::span<const glm::dvec3> positions,
                                    const Surface& surface,
                                    std::span<const std::uint32_t> asked) {
    const double margin = 1e-6 * extentOf(positions);
    const auto cornersOf = [&](std::uint32_t triangle) {
        const auto& corners = surface.triangles[triangle];
        return Corners{positions[corners[0]], positions[corners[1]], positions[corners[2]]};
    };
    std::vector<Box> boxes(surface.triangles.size());
    for (std::uint32_t i = 0; i < boxes.size(); ++i) {
        const Corners corners = cornersOf(i);
        const glm::dvec3 sum = corners.a + corners.b + corners.c;
        if (std::isfinite(sum.x + sum.y + sum.z)) {
            boxes[i].low = glm::min(corners.a, glm::min(corners.b, corners.c));
            boxes[i].high = glm::max(corners.a, glm::max(corners.b, corners.c));
        }
    }
    const BoxTree tree(boxes);
    std::vector<bool> isAsked(boxes.size());
    for (const std::uint32_t triangle : asked) {
        isAsked[triangle] = true;
    }
    const auto touches = [&](std::uint32_t p, std::uint32_t q) {
        for (const std::uint32_t a : surface.triangles[p]) {
            for (const std::uint32_t b : surface.triangles[q]) {
                if (surface.weld[a] == surface.weld[b]) {
                    return true;
                }
            }
        }
        return false;
    };
    // Neighbours of a triangle in a sound mesh are some twenty.
    std::uint64_t left = 100'000 + 400 * std::uint64_t{boxes.size()};
    Intersections found;
    for (const std::uint32_t triangle : asked) {
        const Corners corners = cornersOf(triangle);
        tree.forEach(boxes[triangle], [&](std::uint32_t other) {
            if (left == 0) {
                found.isComplete = false;
                return false;
            }
            --left;
            const bool isOtherTurn = isAsked[other] && other < triangle;
            if (other != triangle && !isOtherTurn && !touches(triangle, other) &&
                intersect(corners, cornersOf(other), margin)) {
                found.pairs.emplace_back(std::minmax(triangle, other));
            }
            return true;
        });
    }
    std::sort(found.pairs.begin(), found.pairs.end());
    return found;
}

} // namespace sartor::diagnose
