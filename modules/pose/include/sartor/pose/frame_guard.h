// SPDX-License-Identifier: Apache-2.0
// Notices who updates a character twice in one frame.
#pragma once

#include <cstdint>
#include <optional>

namespace sartor::pose {

/// An update that came in a frame that already had one.
struct DoubleUpdate {
    std::uint64_t frame = 0;
    const char* firstCaller = "";
    const char* secondCaller = "";
};

/// A character that is updated twice in a frame moves twice as far and jitters; usually two systems
/// (an update and a late update) each think that it is theirs.
class FrameGuard {
public:
    /// To be called with each update: the host's number of the frame, and who updates, a string
    /// that outlives the guard (a literal), "" where nobody says. A second call in the same frame
    /// is logged as a warning with both callers, once for each pair of callers, and returned.
    /// Cost: O(1), no allocation but where it warns.
    std::optional<DoubleUpdate> enter(std::uint64_t frame, const char* caller);

    /// The last one there was.
    const std::optional<DoubleUpdate>& found() const { return found_; }
    std::uint64_t foundCount() const { return foundCount_; }

private:
    std::optional<std::uint64_t> frame_;
    const char* caller_ = "";
    std::optional<DoubleUpdate> found_;
    std::uint64_t foundCount_ = 0;
};

} // namespace sartor::pose
