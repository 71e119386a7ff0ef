// SPDX-License-Identifier: Apache-2.0
// Codes of joints in colours.
#include <sartor/import/coded_influences.h>

#include <algorithm>

namespace sartor::import {
namespace {

// IEC 61966-2-1.
double toSrgb(double linear) {
    return linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1.0 / 2.4) - 0.055;
}

double stepOf(float code, JointCoding coding) {
    switch (coding) {
    case JointCoding::Fraction:
        return 255.0 * static_cast<double>(code);
    case JointCoding::Whole:
        return static_cast<double>(code);
    case JointCoding::SrgbFraction:
        return 255.0 * toSrgb(static_cast<double>(code));
    }
    return 0.0;
}

bool areWhole(std::span<const float> codes, JointCoding coding) {
    return std::all_of(codes.begin(), codes.end(), [coding](float code) {
        return decodeJoint(code, coding).error <= kWholeJointTolerance;
    });
}

} // namespace

DecodedJoint decodeJoint(float code, JointCoding coding) {
    const double step = stepOf(code, coding);
    const double joint = std::floor(step + 0.5);
    if (!(joint >= 0.0 && joint <= 4294967295.0)) {
        return {0, 0.5}; // negative, endless or not a number
    }
    return {static_cast<std::uint32_t>(joint), std::abs(step - joint)};
}

JointCoding findJointCoding(std::span<const float> codes) {
    const bool isAboveOne =
        std::any_of(codes.begin(), codes.end(), [](float code) { return code > 1.0f; });
    if (isAboveOne && areWhole(codes, JointCoding::Whole)) {
        return JointCoding::Whole;
    }
    if (!areWhole(codes, JointCoding::Fraction) && areWhole(codes, JointCoding::SrgbFraction)) {
        return JointCoding::SrgbFraction;
    }
    return JointCoding::Fraction;
}

} // namespace sartor::import
