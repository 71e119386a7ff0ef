// SPDX-License-Identifier: Apache-2.0
// Clips that run in step.
#include "sync.h"

#include <algorithm>
#include <cmath>

namespace sartor::graph {

double SyncMember::timeAt(double phase) const {
    const double cycle = std::floor(phase);
    const double place = (phase - cycle) * static_cast<double>(starts.size());
    const std::size_t piece = std::min(static_cast<std::size_t>(place), starts.size() - 1);
    return cycle * duration + starts[piece] + (place - static_cast<double>(piece)) * length(piece);
}

double SyncMember::phaseAt(double time) const {
    const double unwrapped = time < starts[0] ? time + duration : time;
    std::size_t piece = starts.size() - 1;
    while (piece > 0 && starts[piece] > unwrapped) {
        --piece;
    }
    const double fraction =
        length(piece) > 0.0 ? std::min((unwrapped - starts[piece]) / length(piece), 1.0) : 0.0;
    const double phase =
        (static_cast<double>(piece) + fraction) / static_cast<double>(starts.size());
    return phase;
}

double advancePhase(double phase, double seconds, std::span<const double> lengths) {
    double cycle = 0.0;
    for (const double length : lengths) {
        cycle += length;
    }
    if (!(cycle > 0.0)) {
        return phase;
    }
    const auto pieceCount = static_cast<double>(lengths.size());
    // Whole cycles end where they began, whatever their pieces are.
    const double cycles = std::trunc(seconds / cycle);
    double rest = seconds - cycles * cycle;
    double place = phase * pieceCount;
    // A rest is less than a cycle, so that each piece is met at most twice.
    for (std::size_t step = 0; step <= 2 * lengths.size() && rest != 0.0; ++step) {
        double whole = std::floor(place);
        double fraction = place - whole;
        if (rest < 0.0 && fraction == 0.0) {
            whole -= 1.0;
            fraction = 1.0;
        }
        const double round = whole - std::floor(whole / pieceCount) * pieceCount;
        const double length =
            lengths[std::min(static_cast<std::size_t>(round), lengths.size() - 1)];
        const double left = (rest > 0.0 ? 1.0 - fraction : fraction) * length;
        if (std::abs(rest) < left) {
            place += rest / length;
            break;
        }
        place = rest > 0.0 ? whole + 1.0 : whole;
        rest -= rest > 0.0 ? left : -left;
    }
    return cycles + place / pieceCount;
}

void alignMarkers(std::span<SyncMember* const> members,
                  std::span<const std::vector<std::pair<std::string, double>>> markers) {
    for (SyncMember* member : members) {
        member->starts = {0.0};
    }
    const std::size_t count = markers.empty() ? 0 : markers[0].size();
    std::vector<std::size_t> firsts; // of each member, the marker that is the first one's first
    for (const auto& own : markers) {
        std::size_t first = 0;
        const auto fits = [&](std::size_t candidate) {
            for (std::size_t i = 0; i < count; ++i) {
                if (own[(candidate + i) % count].first != markers[0][i].first) {
                    return false;
                }
            }
            return true;
        };
        while (own.size() == count && first < count && !fits(first)) {
            ++first;
        }
        if (own.size() != count || first == count) {
            return;
        }
        firsts.push_back(first);
    }
    for (std::size_t m = 0; m < members.size(); ++m) {
        std::vector<double>& starts = members[m]->starts;
        starts.clear();
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t marker = firsts[m] + i;
            starts.push_back(markers[m][marker % count].second +
                             (marker >= count ? members[m]->duration : 0.0));
        }
    }
}

} // namespace sartor::graph
