// SPDX-License-Identifier: Apache-2.0
// Places the nodes of a graph from left to right, by what they feed.
#include "editor/model/graph_layout.h"

#include "editor/model/graph_geometry.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace sartor::editor {

namespace {

constexpr double kColumnGap = 70.0;
constexpr double kRowGap = 30.0;
constexpr double kPartGap = 60.0;
/// Wires that pass a column keep this much free.
constexpr double kWireHeight = 10.0;
constexpr int kSweeps = 8;

/// A node of the graph, or where a long wire passes a column.
struct Box {
    std::size_t column = 0; ///< 0 is the rightmost
    double height = kWireHeight;
    std::size_t order = 0; ///< within the column
    double top = 0.0;
    std::size_t part = 0;
};

/// Between neighbouring columns; heights of the pins from the boxes' tops.
struct Wire {
    std::size_t from = 0;
    std::size_t to = 0;
    double fromHeight = 0.0;
    double toHeight = 0.0;
};

using Columns = std::vector<std::vector<std::size_t>>;

class Layout {
public:
    Layout(const graph::GraphDefinition& definition, const std::set<std::string>& ids) {
        for (const graph::NodeDefinition& node : definition.nodes) {
            if (ids.empty() || ids.contains(node.id)) {
                nodes_.push_back(&node);
                geometries_.push_back(nodeGeometry(node));
                boxOf_.emplace(node.id, boxes_.size());
                boxes_.push_back({.height = geometries_.back().height()});
            }
        }
        collectLinks(definition);
        findColumns();
        splitLongLinks();
        findParts();
    }

    std::map<std::string, QPointF> places() {
        std::map<std::string, QPointF> found;
        double top = 0.0;
        for (std::size_t part = 0; part < partCount_; ++part) {
            Columns columns = columnsOf(part);
            reduceCrossings(columns);
            placeRows(columns);
            double highest = std::numeric_limits<double>::infinity();
            double lowest = -highest;
            for (const auto& column : columns) {
                for (const std::size_t box : column) {
                    highest = std::min(highest, boxes_[box].top);
                    lowest = std::max(lowest, boxes_[box].top + boxes_[box].height);
                }
            }
            for (const auto& column : columns) {
                for (const std::size_t box : column) {
                    if (box < nodes_.size()) {
                        const double right = -static_cast<double>(boxes_[box].column);
                        found[nodes_[box]->id] = {right * (kNodeWidth + kColumnGap),
                                                  top + boxes_[box].top - highest};
                    }
                }
            }
            top += std::ceil((lowest - highest + kPartGap) / kGraphGrid) * kGraphGrid;
        }
        shiftToOrigin(found);
        return found;
    }

private:
    struct NodeLink {
        std::size_t from = 0;
        std::size_t to = 0;
        double fromHeight = 0.0;
        double toHeight = 0.0;
    };

    void collectLinks(const graph::GraphDefinition& definition) {
        for (const Link& link : linksOf(definition)) {
            const auto from = boxOf_.find(link.from.node);
            const auto to = boxOf_.find(link.to.node);
            if (from == boxOf_.end() || to == boxOf_.end() || from->second == to->second) {
                continue;
            }
            const auto fromRow = geometries_[from->second].rowOf(link.from).value_or(0);
            const auto toRow = geometries_[to->second].rowOf(link.to).value_or(0);
            links_.push_back({from->second,
                              to->second,
                              NodeGeometry::outputAt(fromRow).y(),
                              NodeGeometry::inputAt(toRow).y()});
        }
    }

    /// Longest way to a node that feeds none; links that close a cycle are dropped.
    void findColumns() {
        std::vector<std::vector<std::size_t>> linksFrom(boxes_.size());
        for (std::size_t i = 0; i < links_.size(); ++i) {
            linksFrom[links_[i].from].push_back(i);
        }
        enum class Visit { New, Open, Done };
        std::vector<Visit> visits(boxes_.size(), Visit::New);
        std::vector<bool> isDropped(links_.size(), false);
        struct Step {
            std::size_t box;
            std::size_t next;
        };
        std::vector<Step> steps;
        for (std::size_t start = 0; start < boxes_.size(); ++start) {
            if (visits[start] != Visit::New) {
                continue;
            }
            visits[start] = Visit::Open;
            steps.push_back({start, 0});
            while (!steps.empty()) {
                const std::size_t box = steps.back().box;
                if (steps.back().next == linksFrom[box].size()) {
                    for (const std::size_t link : linksFrom[box]) {
                        if (!isDropped[link]) {
                            boxes_[box].column =
                                std::max(boxes_[box].column, boxes_[links_[link].to].column + 1);
                        }
                    }
                    visits[box] = Visit::Done;
                    steps.pop_back();
                    continue;
                }
                const std::size_t link = linksFrom[box][steps.back().next++];
                const std::size_t to = links_[link].to;
                if (visits[to] == Visit::New) {
                    visits[to] = Visit::Open;
                    steps.push_back({to, 0});
                } else if (visits[to] == Visit::Open) {
                    isDropped[link] = true;
                }
            }
        }
        std::vector<NodeLink> kept;
        for (std::size_t i = 0; i < links_.size(); ++i) {
            if (!isDropped[i]) {
                kept.push_back(links_[i]);
            }
        }
        links_ = std::move(kept);
    }

    void splitLongLinks() {
        for (const NodeLink& link : links_) {
            std::size_t from = link.from;
            double fromHeight = link.fromHeight;
            for (std::size_t column = boxes_[link.from].column - 1; column > boxes_[link.to].column;
                 --column) {
                boxes_.push_back({.column = column});
                const std::size_t bend = boxes_.size() - 1;
                wires_.push_back({from, bend, fromHeight, kWireHeight / 2});
                from = bend;
                fromHeight = kWireHeight / 2;
            }
            wires_.push_back({from, link.to, fromHeight, link.toHeight});
        }
        wiresOf_.resize(boxes_.size());
        for (std::size_t i = 0; i < wires_.size(); ++i) {
            wiresOf_[wires_[i].from].push_back(i);
            wiresOf_[wires_[i].to].push_back(i);
        }
    }

    void findParts() {
        constexpr std::size_t kNone = static_cast<std::size_t>(-1);
        for (Box& box : boxes_) {
            box.part = kNone;
        }
        for (std::size_t start = 0; start < boxes_.size(); ++start) {
            if (boxes_[start].part != kNone) {
                continue;
            }
            std::vector<std::size_t> waiting = {start};
            boxes_[start].part = partCount_;
            while (!waiting.empty()) {
                const std::size_t box = waiting.back();
                waiting.pop_back();
                for (const std::size_t wire : wiresOf_[box]) {
                    for (const std::size_t next : {wires_[wire].from, wires_[wire].to}) {
                        if (boxes_[next].part == kNone) {
                            boxes_[next].part = partCount_;
                            waiting.push_back(next);
                        }
                    }
                }
            }
            ++partCount_;
        }
    }

    Columns columnsOf(std::size_t part) {
        Columns columns;
        for (std::size_t box = 0; box < boxes_.size(); ++box) {
            if (boxes_[box].part == part) {
                columns.resize(std::max(columns.size(), boxes_[box].column + 1));
                boxes_[box].order = columns[boxes_[box].column].size();
                columns[boxes_[box].column].push_back(box);
            }
        }
        return columns;
    }

    /// Where the neighbours of a box on one side are: their order, with the pin as a fraction.
    double barycentre(std::size_t box, bool isOfUsers) const {
        double sum = 0.0;
        int count = 0;
        for (const std::size_t i : wiresOf_[box]) {
            const Wire& wire = wires_[i];
            if ((wire.from == box) != isOfUsers) {
                continue;
            }
            const std::size_t other = isOfUsers ? wire.to : wire.from;
            const double height = isOfUsers ? wire.toHeight : wire.fromHeight;
            sum += static_cast<double>(boxes_[other].order) + height / boxes_[other].height;
            ++count;
        }
        return count == 0 ? static_cast<double>(boxes_[box].order) : sum / count;
    }

    void sortColumn(std::vector<std::size_t>& column, bool isOfUsers) {
        std::vector<std::pair<double, std::size_t>> keys;
        keys.reserve(column.size());
        for (const std::size_t box : column) {
            keys.emplace_back(barycentre(box, isOfUsers), box);
        }
        std::stable_sort(keys.begin(), keys.end(), [](const auto& a, const auto& b) {
            return a.first < b.first;
        });
        for (std::size_t i = 0; i < column.size(); ++i) {
            column[i] = keys[i].second;
            boxes_[column[i]].order = i;
        }
    }

    /// Pairs of wires between neighbouring columns that cross; those of one pin never do.
    std::size_t crossings(const Columns& columns) const {
        std::size_t count = 0;
        for (const auto& column : columns) {
            std::vector<std::pair<double, double>> ends;
            for (const std::size_t box : column) {
                for (const std::size_t i : wiresOf_[box]) {
                    const Wire& wire = wires_[i];
                    if (wire.from == box) {
                        const auto at = [this](std::size_t end, double height) {
                            return static_cast<double>(boxes_[end].order) +
                                   height / boxes_[end].height;
                        };
                        ends.emplace_back(at(wire.from, wire.fromHeight),
                                          at(wire.to, wire.toHeight));
                    }
                }
            }
            for (std::size_t a = 0; a < ends.size(); ++a) {
                for (std::size_t b = a + 1; b < ends.size(); ++b) {
                    count +=
                        (ends[a].first - ends[b].first) * (ends[a].second - ends[b].second) < 0.0;
                }
            }
        }
        return count;
    }

    void reduceCrossings(Columns& columns) {
        Columns best = columns;
        std::size_t fewest = std::numeric_limits<std::size_t>::max();
        for (int sweep = 0; sweep < kSweeps && fewest > 0; ++sweep) {
            for (std::size_t column = 1; column < columns.size(); ++column) {
                sortColumn(columns[column], true);
            }
            if (const std::size_t count = crossings(columns); count < fewest) {
                fewest = count;
                best = columns;
            }
            for (std::size_t column = columns.size() - 1; column-- > 0;) {
                sortColumn(columns[column], false);
            }
            if (const std::size_t count = crossings(columns); count < fewest) {
                fewest = count;
                best = columns;
            }
        }
        columns = best;
        for (const auto& column : columns) {
            for (std::size_t i = 0; i < column.size(); ++i) {
                boxes_[column[i]].order = i;
            }
        }
    }

    double gapBelow(std::size_t box) const { return box < nodes_.size() ? kRowGap : kWireHeight; }

    /// Straight wires: tops so that the pins at both ends are level on average.
    void pullTowards(const std::vector<std::size_t>& column, bool isOfUsers) {
        // Places without the room above: then "below each other" is "not decreasing", and the
        // nearest such places to the wanted ones are the means of pooled neighbours.
        struct Pool {
            double mean;
            std::size_t count;
        };
        std::vector<Pool> pools;
        std::vector<double> room(column.size(), 0.0);
        for (std::size_t i = 0; i < column.size(); ++i) {
            if (i > 0) {
                room[i] = room[i - 1] + boxes_[column[i - 1]].height + gapBelow(column[i - 1]);
            }
            double sum = 0.0;
            int count = 0;
            for (const std::size_t w : wiresOf_[column[i]]) {
                const Wire& wire = wires_[w];
                if ((wire.from == column[i]) == isOfUsers) {
                    sum += isOfUsers ? boxes_[wire.to].top + wire.toHeight - wire.fromHeight
                                     : boxes_[wire.from].top + wire.fromHeight - wire.toHeight;
                    ++count;
                }
            }
            const double wanted = count == 0 ? boxes_[column[i]].top : sum / count;
            pools.push_back({wanted - room[i], 1});
            while (pools.size() > 1 && pools[pools.size() - 2].mean > pools.back().mean) {
                const Pool last = pools.back();
                pools.pop_back();
                Pool& pool = pools.back();
                const auto total = static_cast<double>(pool.count + last.count);
                pool.mean = (pool.mean * static_cast<double>(pool.count) +
                             last.mean * static_cast<double>(last.count)) /
                            total;
                pool.count += last.count;
            }
        }
        std::size_t i = 0;
        for (const Pool& pool : pools) {
            for (std::size_t k = 0; k < pool.count; ++k, ++i) {
                boxes_[column[i]].top = pool.mean + room[i];
            }
        }
    }

    void placeRows(const Columns& columns) {
        for (const auto& column : columns) {
            double top = 0.0;
            for (const std::size_t box : column) {
                boxes_[box].top = top;
                top += boxes_[box].height + gapBelow(box);
            }
        }
        for (int sweep = 0; sweep < kSweeps; ++sweep) {
            for (std::size_t column = 1; column < columns.size(); ++column) {
                pullTowards(columns[column], true);
            }
            for (std::size_t column = columns.size() - 1; column-- > 0;) {
                pullTowards(columns[column], false);
            }
        }
        for (std::size_t column = 1; column < columns.size(); ++column) {
            pullTowards(columns[column], true);
        }
    }

    /// Top left at zero and on the grid; rounding cannot close the gap between two nodes.
    static void shiftToOrigin(std::map<std::string, QPointF>& places) {
        double left = 0.0;
        for (const auto& [id, place] : places) {
            left = std::min(left, place.x());
        }
        for (auto& [id, place] : places) {
            place = snapped(place - QPointF(left, 0.0));
        }
    }

    std::vector<const graph::NodeDefinition*> nodes_;
    std::vector<NodeGeometry> geometries_;
    std::map<std::string, std::size_t> boxOf_;
    std::vector<Box> boxes_;
    std::vector<NodeLink> links_;
    std::vector<Wire> wires_;
    std::vector<std::vector<std::size_t>> wiresOf_;
    std::size_t partCount_ = 0;
};

bool isInRoom(const QRectF& rect) {
    return kGraphRoom.contains(rect.topLeft()) && kGraphRoom.contains(rect.bottomRight());
}

} // namespace

std::map<std::string, QPointF> graphLayout(const graph::GraphDefinition& definition,
                                           const std::set<std::string>& ids) {
    return Layout(definition, ids).places();
}

void placeUnplaced(graph::GraphDefinition& definition) {
    std::set<std::string> unplaced;
    QRectF placed;
    for (graph::NodeDefinition& node : definition.nodes) {
        node.hasPlace = node.hasPlace && isInRoom(nodeRect(node));
        if (node.hasPlace) {
            placed |= nodeRect(node);
        } else {
            unplaced.insert(node.id);
        }
    }
    if (!unplaced.empty()) {
        const auto places = graphLayout(definition, unplaced);
        const QPointF origin =
            placed.isNull() ? QPointF() : snapped(placed.bottomLeft() + QPointF(0.0, kPartGap));
        for (graph::NodeDefinition& node : definition.nodes) {
            if (!node.hasPlace) {
                const QPointF place = places.at(node.id) + origin;
                node.at = {place.x(), place.y()};
                placed |= nodeRect(node);
            }
        }
    }
    for (graph::CommentDefinition& comment : definition.comments) {
        if (!isInRoom(commentRect(comment))) {
            const QPointF at = snapped(placed.bottomLeft() + QPointF(0.0, kPartGap));
            comment.at = {at.x(), at.y()};
            comment.size = {kCommentSize.width(), kCommentSize.height()};
            placed |= commentRect(comment);
        }
    }
}

} // namespace sartor::editor
