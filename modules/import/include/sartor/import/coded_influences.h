// SPDX-License-Identifier: Apache-2.0
// Joints and weights that stand in colours or texture coordinates, as shaders without skinning
// attributes have them.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace sartor::import {

/// Which attributes to read joints and weights from, each one that some primitive of the file has.
/// Components count one after the other: the first of `joints` belongs to the first of `weights`.
struct CodedInfluences {
    /// "COLOR_0", "TEXCOORD_2", ...; none reads JOINTS_n as ever.
    std::vector<std::string> joints = {};
    /// The same for WEIGHTS_n.
    std::vector<std::string> weights = {};

    bool isEmpty() const { return joints.empty() && weights.empty(); }
};

/// Most joints that codes of 8 bits tell apart.
inline constexpr std::uint32_t kCodedJointCount = 256;

/// What stands for a joint in a colour: the inverse of decodeJoint() for 0 to 255, in floats, in
/// halves and in normalised bytes.
inline float encodeJoint(std::uint32_t joint) {
    return static_cast<float>(joint) / 255.0f;
}

/// floor(255 code + 0.5); 0 for what is below or not a number.
inline std::uint32_t decodeJoint(float code) {
    const double step = std::floor(static_cast<double>(code) * 255.0 + 0.5);
    return step >= 0.0 && step <= 4294967295.0 ? static_cast<std::uint32_t>(step) : 0u;
}

/// How codes must be read to mean joints.
enum class JointCoding {
    Fraction,    ///< joint / 255
    Whole,       ///< the number itself: some are above 1 and all are whole
    SrgbFraction ///< joint / 255 went through a decoder of sRGB, as colours do and numbers may not
};

/// A code no further than this from a joint names it. Halves are off by up to 0.063; joint 1
/// decoded from sRGB is 0.077 from joint 0.
inline constexpr double kWholeJointTolerance = 0.07;

/// The coding under which all codes are whole joints. Codes that are whole under none are taken as
/// fractions and rounded.
JointCoding findJointCoding(std::span<const float> codes);

/// The joint, and how far the code is from it, in joints; 0.5 at most.
struct DecodedJoint {
    std::uint32_t joint = 0;
    double error = 0.0;
};
DecodedJoint decodeJoint(float code, JointCoding coding);

} // namespace sartor::import
