// SPDX-License-Identifier: Apache-2.0
// Words of graph documents that reading and writing share.
#pragma once

#include <sartor/pose/root_motion.h>

#include <array>

namespace sartor::io {

inline constexpr const char* kGraphFormat = "sartor-graph";

/// By graph::ParameterType.
inline constexpr std::array kParameterTypes = {"float", "bool", "vector3", "trigger"};

/// By pose::RootMotionOwner.
inline constexpr std::array kRootMotionOwners = {"entity", "pose", "discard"};

struct RootMotionComponent {
    const char* name;
    bool pose::RootMotionComponents::*member;
};
inline constexpr std::array kRootMotionComponents = {
    RootMotionComponent{"xz", &pose::RootMotionComponents::xz},
    RootMotionComponent{"y", &pose::RootMotionComponents::y},
    RootMotionComponent{"yaw", &pose::RootMotionComponents::yaw},
    RootMotionComponent{"full", &pose::RootMotionComponents::full}};

} // namespace sartor::io
