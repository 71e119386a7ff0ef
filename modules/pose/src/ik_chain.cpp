// SPDX-License-Identifier: Apache-2.0
// What solvers of inverse kinematics share.
#include <sartor/pose/ik_chain.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace sartor::pose {
namespace {

struct NamedFlag {
    bool IkFlags::*flag;
    std::string_view code; // none for the ordinary case
};

constexpr std::array kFlags = {NamedFlag{&IkFlags::isReached, {}},
                               NamedFlag{&IkFlags::isUnreachable, "ik.unreachable"},
                               NamedFlag{&IkFlags::isLimited, "ik.limit_reached"},
                               NamedFlag{&IkFlags::isDegenerate, "ik.degenerate"},
                               NamedFlag{&IkFlags::isApproximate, "ik.approximate"},
                               NamedFlag{&IkFlags::isInvalid, "ik.invalid"}};

} // namespace

std::vector<std::string_view> ikCodes(const IkFlags& flags) {
    std::vector<std::string_view> codes;
    for (const NamedFlag& named : kFlags) {
        if (flags.*named.flag && !named.code.empty()) {
            codes.push_back(named.code);
        }
    }
    return codes;
}

std::uint32_t ikFlagBits(const IkFlags& flags) {
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < kFlags.size(); ++i) {
        bits |= flags.*kFlags[i].flag ? 1u << i : 0u;
    }
    return bits;
}

IkFlags ikFlagsOfBits(std::uint32_t bits) {
    IkFlags flags;
    for (std::size_t i = 0; i < kFlags.size(); ++i) {
        flags.*kFlags[i].flag = (bits >> i & 1u) != 0;
    }
    return flags;
}

Result<IkChain> IkChain::create(const assets::Skeleton& skeleton,
                                JointIndex root,
                                JointIndex tip,
                                std::span<const JointLimit> limits) {
    for (const JointIndex joint : {root, tip}) {
        if (joint.isNone() || joint.value() >= skeleton.jointCount()) {
            return Error{"ik.chain",
                         "chain: expected a root and a tip of the skeleton's " +
                             std::to_string(skeleton.jointCount()) + " joints"};
        }
    }
    IkChain chain;
    for (JointIndex joint = tip; !joint.isNone(); joint = skeleton.joint(joint).parent) {
        chain.joints_.push_back(joint);
        if (joint == root) {
            break;
        }
    }
    if (chain.joints_.back() != root || root == tip) {
        return Error{"ik.chain",
                     "chain: joint '" + skeleton.joint(tip).name + "' is not below joint '" +
                         skeleton.joint(root).name + "'"};
    }
    std::reverse(chain.joints_.begin(), chain.joints_.end());
    const std::size_t boneCount = chain.joints_.size() - 1;
    if (!limits.empty() && limits.size() != boneCount) {
        return Error{"ik.limit",
                     "chain: " + std::to_string(limits.size()) + " limits for " +
                         std::to_string(boneCount) + " joints above the tip"};
    }
    for (std::size_t i = 0; i < limits.size(); ++i) {
        Result<RotationLimit> limit =
            RotationLimit::create(skeleton, chain.joints_[i], chain.joints_[i + 1], limits[i]);
        if (!limit) {
            return limit.error();
        }
        chain.limits_.push_back(std::move(*limit));
    }
    return chain;
}

} // namespace sartor::pose
