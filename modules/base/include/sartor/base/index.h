// SPDX-License-Identifier: Apache-2.0
// Index types that cannot be mixed up: a joint of a skeleton is not a joint of a skin.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>

namespace sartor {

/// Position in a table of Tags; default constructed it is "none". Trivially copyable.
template <class Tag>
class Index {
public:
    constexpr Index() = default;
    constexpr explicit Index(std::size_t value) : value_(static_cast<std::uint32_t>(value)) {}

    /// The position; numeric_limits<uint32_t>::max() for none.
    constexpr std::uint32_t value() const { return value_; }
    constexpr bool isNone() const { return value_ == kNone; }
    constexpr auto operator<=>(const Index&) const = default;

private:
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
    std::uint32_t value_ = kNone;
};

/// Joint of an assets::Skeleton.
using JointIndex = Index<struct JointTag>;
/// Slot in the joint list of an assets::Skin; what influences refer to.
using SkinJointIndex = Index<struct SkinJointTag>;

} // namespace sartor

template <class Tag>
struct std::hash<sartor::Index<Tag>> {
    std::size_t operator()(sartor::Index<Tag> index) const noexcept { return index.value(); }
};
