// SPDX-License-Identifier: Apache-2.0
// Clips that run in step.
#include "sync.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

namespace sartor::graph {

double SyncMember::timeAt(double phase) const {
    const double cycles = std::floor(phase);
    const double place = (phase - cycles) * static_cast<double>(starts.size());
    const std::size_t piece = std::min(static_cast<std::size_t>(place), starts.size() - 1);
    return cycles * cycle + starts[piece] + (place - static_cast<double>(piece)) * length(piece);
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

namespace {

using Markers = std::vector<std::pair<std::string, double>>;

/// How many markers make a round: the fewest whose names repeat to the end.
std::size_t roundLength(const Markers& markers) {
    for (std::size_t length = 1; length < markers.size(); ++length) {
        bool repeats = markers.size() % length == 0;
        for (std::size_t i = length; repeats && i < markers.size(); ++i) {
            repeats = markers[i].first == markers[i - length].first;
        }
        if (repeats) {
            return length;
        }
    }
    return markers.size();
}

/// The marker with which the round of `wanted` begins in a clip.
std::optional<std::size_t> firstOfRound(const Markers& markers, const Markers& wanted) {
    const std::size_t length = roundLength(wanted);
    if (markers.empty() || roundLength(markers) != length) {
        return std::nullopt;
    }
    for (std::size_t first = 0; first < length; ++first) {
        bool fits = true;
        for (std::size_t i = 0; fits && i < length; ++i) {
            fits = markers[(first + i) % markers.size()].first == wanted[i].first;
        }
        if (fits) {
            return first;
        }
    }
    return std::nullopt;
}

} // namespace

void alignMarkers(std::span<SyncMember* const> members, std::span<const Markers> markers) {
    // More rounds in common than this are no walk.
    constexpr std::size_t kMostRounds = 64;
    for (SyncMember* member : members) {
        member->starts = {0.0};
        member->cycle = member->duration;
    }
    const std::size_t length = markers.empty() ? 0 : roundLength(markers[0]);
    std::size_t rounds = 1; // of a cycle: a multiple of those of each clip
    std::vector<std::size_t> firsts;
    for (const Markers& own : markers) {
        const std::optional<std::size_t> first = firstOfRound(own, markers[0]);
        if (!first) {
            return;
        }
        firsts.push_back(*first);
        rounds = std::lcm(rounds, own.size() / length);
        if (rounds > kMostRounds) {
            return;
        }
    }
    for (std::size_t m = 0; m < members.size(); ++m) {
        SyncMember& member = *members[m];
        const Markers& own = markers[m];
        member.cycle = member.duration * static_cast<double>(rounds * length / own.size());
        member.starts.clear();
        for (std::size_t i = firsts[m]; i < firsts[m] + rounds * length; ++i) {
            member.starts.push_back(own[i % own.size()].second +
                                    member.duration * static_cast<double>(i / own.size()));
        }
    }
}

} // namespace sartor::graph
