// SPDX-License-Identifier: Apache-2.0
// Stages on guarded copies of their buffers.
#include "verified_run.h"

#include "plugin_call.h"

#include <sartor/math/finite.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <span>

namespace sartor::deform {

namespace {

// Memory as the ABI promises it: whole lines of 64 bytes, at multiples of 64.
struct alignas(64) Line {
    std::array<std::byte, 64> bytes;
};
// Far enough that an element of any format beside a buffer hits the guard.
constexpr std::size_t kGuardLines = 2;
constexpr auto kGuardByte = std::byte{0xa5};
// As floats two large finite numbers, so that whatever is computed from them differs.
constexpr auto kFirstPattern = std::byte{0x4b};
constexpr auto kSecondPattern = std::byte{0xcb};

bool isFilledWith(std::span<const std::byte> bytes, std::byte value) {
    return std::all_of(
        bytes.begin(), bytes.end(), [value](std::byte byte) { return byte == value; });
}

/// Index of the first byte that differs, or the size.
std::size_t firstDifference(std::span<const std::byte> a, std::span<const std::byte> b) {
    if (a.empty() || std::memcmp(a.data(), b.data(), a.size()) == 0) {
        return a.size();
    }
    return static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin()).first - a.begin());
}

bool isFloat(sartor_format format) {
    return format < SARTOR_FORMAT_U32;
}

/// Where a range of vertices is cut: single vertices, less than a block, uneven large pieces.
std::vector<std::uint32_t> cutsOf(std::uint32_t begin, std::uint32_t end) {
    const std::uint32_t count = end - begin;
    std::vector<std::uint32_t> cuts = {begin, end};
    for (const std::uint32_t cut : {1u, 2u, 64u, count / 3, count / 2 + 1, count - 1}) {
        if (cut < count) {
            cuts.push_back(begin + cut);
        }
    }
    std::sort(cuts.begin(), cuts.end());
    cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
    return cuts;
}

} // namespace

struct VerifiedRun::Copy {
    std::vector<Line> lines;
    std::size_t size = 0;
    bool isBound = false;
    bool isWritten = false;
    /// One element per vertex, so a range says what may be written.
    bool followsRange = false;
    std::size_t stride = 0;
    std::vector<std::byte> result = {};

    std::span<std::byte> all() { return {lines.front().bytes.data(), lines.size() * sizeof(Line)}; }
    std::span<const std::byte> all() const {
        return {lines.front().bytes.data(), lines.size() * sizeof(Line)};
    }
    std::span<std::byte> data() { return all().subspan(kGuardLines * sizeof(Line), size); }
    std::span<const std::byte> data() const {
        return all().subspan(kGuardLines * sizeof(Line), size);
    }

    void take(const sartor_buffer& buffer) {
        size = std::size_t{buffer.count} * buffer.stride_bytes;
        stride = buffer.stride_bytes;
        lines.resize((size + sizeof(Line) - 1) / sizeof(Line) + 2 * kGuardLines);
        std::fill(all().begin(), all().end(), kGuardByte);
        if (size > 0) {
            std::memcpy(data().data(), buffer.data, size);
        }
    }

    bool hasGuards() const {
        const std::size_t begin = kGuardLines * sizeof(Line);
        return isFilledWith(all().first(begin), kGuardByte) &&
               isFilledWith(all().subspan(begin + size), kGuardByte);
    }

    /// Elements are written in units of this size.
    std::size_t unit() const { return std::min<std::size_t>(stride, 4); }

    /// Whether neither call wrote there: one left the first pattern, the other the second.
    bool isUnwritten(std::size_t at) const {
        return isFilledWith(std::span(result).subspan(at, unit()), kFirstPattern) &&
               isFilledWith(data().subspan(at, unit()), kSecondPattern);
    }

    /// Its byte, or the size.
    std::size_t firstUnwritten() const {
        std::size_t at = 0;
        while (at < size && !isUnwritten(at)) {
            at += unit();
        }
        return at;
    }

    void keepUnwritten(const std::byte* old) {
        for (std::size_t at = 0; at < size; at += unit()) {
            if (isUnwritten(at)) {
                std::memcpy(result.data() + at, old + at, unit());
                std::memcpy(data().data() + at, old + at, unit());
            }
        }
    }
};

VerifiedRun::VerifiedRun() = default;
VerifiedRun::~VerifiedRun() = default;

StageFault VerifiedRun::fault(std::string code, const std::string& what) const {
    return {std::move(code), planned_->deformer->id, planned_->stage().id, what};
}

StageFault VerifiedRun::faultIn(std::string code, std::size_t need, const std::string& what) const {
    return fault(std::move(code), what + " of '" + planned_->stage().needs[need].semantic + "'");
}

std::vector<std::uint32_t> VerifiedRun::faultyLinks() const {
    std::vector<std::uint32_t> links;
    for (const auto& [link, stage] : disabled_) {
        links.push_back(link);
    }
    return links;
}

bool VerifiedRun::isDisabled(const PlannedStage& planned) const {
    return std::find(disabled_.begin(),
                     disabled_.end(),
                     std::pair(planned.linkIndex, planned.stageIndex)) != disabled_.end();
}

void VerifiedRun::run(const PlannedStage& planned, const void* instance, const sartor_run& run) {
    if (!isDisabled(planned)) {
        std::optional<StageFault> found = findFault(planned, instance, run);
        if (!found) {
            for (std::size_t need = 0; need < copies_.size(); ++need) {
                const Copy& copy = copies_[need];
                if (copy.isWritten && copy.size > 0) {
                    std::memcpy(run.buffers[need].data, copy.result.data(), copy.size);
                }
            }
            return;
        }
        faults_.push_back(std::move(*found));
        disabled_.emplace_back(planned.linkIndex, planned.stageIndex);
    }
    passInputsThrough(planned, run);
}

// One call on the copies, and whether it kept to its buffers.
std::optional<StageFault> VerifiedRun::call(std::uint32_t begin, std::uint32_t end) {
    sartor_run part = run_;
    part.begin = begin;
    part.end = end;
    part.buffers = bound_.data();
    sartor_status status = SARTOR_E_FAILED;
    std::string how = "failed with status ";
    const PluginCall call({.plugin = planned_->deformer->pluginPath.c_str(),
                           .deformer = planned_->deformer->id.c_str(),
                           .stage = planned_->stage().id.c_str(),
                           .activity = PluginActivity::Running,
                           .begin = begin,
                           .end = end});
    // A second net: plugins must not throw, and the SDK sees to it.
    try {
        status = planned_->stage().run(instance_, &part);
    } catch (...) {
        how = "threw an exception, status ";
    }
    if (status != SARTOR_OK) {
        return fault("stage.status", how + std::to_string(status) + " on " + rangeText(begin, end));
    }
    return checkUntouched();
}

std::optional<StageFault> VerifiedRun::checkUntouched() const {
    for (std::size_t need = 0; need < copies_.size(); ++need) {
        const Copy& copy = copies_[need];
        if (!copy.isBound) {
            continue;
        }
        if (!copy.hasGuards()) {
            return faultIn("stage.writes_outside", need, "writes before or behind the memory");
        }
        if (copy.isWritten) {
            continue;
        }
        const std::span original(static_cast<const std::byte*>(run_.buffers[need].data), copy.size);
        const std::size_t at = firstDifference(copy.data(), original);
        if (at < copy.size) {
            return faultIn("stage.writes_input",
                           need,
                           "changes its input, element " + std::to_string(at / copy.stride));
        }
    }
    return std::nullopt;
}

void VerifiedRun::takeCopies() {
    const auto& needs = planned_->stage().needs;
    bound_.assign(run_.buffers, run_.buffers + needs.size());
    copies_.resize(std::max(copies_.size(), needs.size()));
    for (std::size_t need = 0; need < copies_.size(); ++need) {
        Copy& copy = copies_[need];
        copy.size = 0;
        copy.isBound = need < needs.size() && run_.buffers[need].data != nullptr;
        copy.isWritten = copy.isBound && needs[need].access == SARTOR_WRITE;
        copy.followsRange = copy.isWritten && needs[need].domain == SARTOR_PER_VERTEX;
        if (copy.isBound) {
            copy.take(run_.buffers[need]);
            bound_[need].data = copy.data().data();
        }
    }
}

void VerifiedRun::fillOutputs(std::byte pattern) {
    for (Copy& copy : copies_) {
        if (copy.isWritten) {
            std::fill(copy.data().begin(), copy.data().end(), pattern);
        }
    }
}

void VerifiedRun::keepResults() {
    for (Copy& copy : copies_) {
        if (copy.isWritten) {
            copy.result.assign(copy.data().begin(), copy.data().end());
        }
    }
}

std::optional<StageFault>
VerifiedRun::findFault(const PlannedStage& planned, const void* instance, const sartor_run& run) {
    planned_ = &planned;
    instance_ = instance;
    run_ = run;
    takeCopies();
    if (run.begin == run.end) {
        keepResults();
        return std::nullopt;
    }
    fillOutputs(kFirstPattern);
    if (auto found = call(run.begin, run.end)) {
        return found;
    }
    keepResults();
    if (auto found = checkOutputs()) {
        return found;
    }
    if (auto found = checkFinite()) {
        return found;
    }
    return checkSplits();
}

// A second call, where the outputs held something else before.
std::optional<StageFault> VerifiedRun::checkOutputs() {
    fillOutputs(kSecondPattern);
    if (auto found = call(run_.begin, run_.end)) {
        return found;
    }
    std::optional<std::size_t> differing;
    std::size_t element = 0;
    for (std::size_t need = 0; need < copies_.size(); ++need) {
        Copy& copy = copies_[need];
        if (!copy.isWritten) {
            continue;
        }
        const std::size_t unwritten = copy.firstUnwritten();
        if (unwritten < copy.size && copy.followsRange) {
            return faultIn("stage.unwritten",
                           need,
                           "leaves out element " + std::to_string(unwritten / copy.stride));
        }
        if (unwritten < copy.size) {
            // What no range says may be left out keeps its old contents.
            copy.keepUnwritten(static_cast<const std::byte*>(run_.buffers[need].data));
        }
        const std::size_t at = firstDifference(copy.data(), copy.result);
        if (at < copy.size && !differing) {
            differing = need;
            element = at / copy.stride;
        }
    }
    if (!differing) {
        return std::nullopt;
    }
    fillOutputs(kFirstPattern);
    if (auto found = call(run_.begin, run_.end)) {
        return found;
    }
    const Copy& copy = copies_[*differing];
    const std::string where = "as in element " + std::to_string(element);
    return firstDifference(copy.data(), copy.result) < copy.size
               ? faultIn("stage.unstable",
                         *differing,
                         "gives other bits when it is called again, " + where)
               : faultIn("stage.reads_output",
                         *differing,
                         "writes what hangs on what was there before, " + where);
}

std::optional<StageFault> VerifiedRun::checkFinite() const {
    const auto& needs = planned_->stage().needs;
    for (std::size_t need = 0; need < needs.size(); ++need) {
        const Copy& copy = copies_[need];
        if (!copy.isWritten || !isFloat(needs[need].format)) {
            continue;
        }
        const std::span numbers(reinterpret_cast<const float*>(copy.result.data()),
                                copy.size / sizeof(float));
        if (const auto at = math::findNonfinite(numbers)) {
            return faultIn("stage.nonfinite",
                           need,
                           "writes a number that is not finite, element " +
                               std::to_string(*at * sizeof(float) / copy.stride));
        }
    }
    return std::nullopt;
}

// From the last piece to the first, so that a stage cannot rely on what comes before its range.
std::optional<StageFault> VerifiedRun::checkSplits() {
    if ((planned_->stage().flags & SARTOR_STAGE_WHOLE) != 0) {
        return std::nullopt; // it never sees a part
    }
    fillOutputs(kFirstPattern);
    const std::vector<std::uint32_t> cuts = cutsOf(run_.begin, run_.end);
    for (std::size_t piece = cuts.size() - 1; piece > 0; --piece) {
        if (auto found = call(cuts[piece - 1], cuts[piece])) {
            return found;
        }
        if (auto found = checkPiece(cuts[piece - 1], cuts[piece])) {
            return found;
        }
    }
    return std::nullopt;
}

std::optional<StageFault> VerifiedRun::checkPiece(std::uint32_t begin, std::uint32_t end) const {
    const std::string asked = ", for " + rangeText(begin, end) + ", ";
    for (std::size_t need = 0; need < copies_.size(); ++need) {
        const Copy& copy = copies_[need];
        if (!copy.followsRange) {
            continue;
        }
        const std::size_t first = begin * copy.stride;
        const std::size_t last = end * copy.stride;
        const auto isPattern = [](std::byte byte) { return byte == kFirstPattern; };
        const auto before = copy.data().first(first);
        if (const auto at = std::find_if_not(before.begin(), before.end(), isPattern);
            at != before.end()) {
            const auto element = static_cast<std::size_t>(at - before.begin()) / copy.stride;
            return faultIn("stage.writes_outside",
                           need,
                           "writes" + asked + "element " + std::to_string(element));
        }
        const auto rest = copy.data().subspan(first);
        const std::size_t at = first + firstDifference(rest, std::span(copy.result).subspan(first));
        if (at >= copy.size) {
            continue;
        }
        const std::string element = "element " + std::to_string(at / copy.stride);
        return at < last
                   ? faultIn("stage.split",
                             need,
                             "gives" + asked + "other bits than for all at once in " + element)
                   : faultIn("stage.writes_outside", need, "writes" + asked + element);
    }
    return std::nullopt;
}

void passInputsThrough(const PlannedStage& planned, const sartor_run& run) {
    const auto& needs = planned.stage().needs;
    for (std::size_t output = 0; output < needs.size(); ++output) {
        const sartor_buffer& to = run.buffers[output];
        if (needs[output].access != SARTOR_WRITE || to.data == nullptr || to.count == 0) {
            continue;
        }
        auto* bytes = static_cast<std::byte*>(to.data);
        std::fill_n(bytes, std::size_t{to.count} * to.stride_bytes, std::byte{0});
        if (needs[output].semantic == "sartor.linear") {
            const glm::mat3 identity = math::identityMat3();
            for (std::size_t element = 0; element < to.count; ++element) {
                std::memcpy(bytes + element * sizeof(identity), &identity, sizeof(identity));
            }
        }
        for (std::size_t input = 0; input < needs.size(); ++input) {
            const sartor_buffer& from = run.buffers[input];
            if (needs[input].access == SARTOR_READ && from.data != nullptr &&
                needs[input].semantic == needs[output].semantic && from.count == to.count &&
                from.stride_bytes == to.stride_bytes) {
                std::memcpy(bytes, from.data, std::size_t{to.count} * to.stride_bytes);
            }
        }
    }
}

} // namespace sartor::deform
