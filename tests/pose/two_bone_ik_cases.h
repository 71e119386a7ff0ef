// SPDX-License-Identifier: Apache-2.0
// What tests of two bones share.
#pragma once

#include <sartor/pose/two_bone_ik.h>

#include <QtTest>

#include <glm/gtc/constants.hpp>

#include <support/ik_fixture.h>

#include <algorithm>
#include <limits>

namespace sartor::test {

using pose::IkFlags;
using pose::TwoBoneIkChain;
using pose::TwoBoneIkInput;
using pose::TwoBoneIkState;

inline constexpr double kReach = 1e-4; // metres: what is asked of a limb of two metres
inline constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
inline constexpr float kInfinity = std::numeric_limits<float>::infinity();

inline const ParentKind& parentKind(const QString& name) {
    static const std::vector<ParentKind> kinds = parentKinds();
    return *std::find_if(
        kinds.begin(), kinds.end(), [&](const ParentKind& kind) { return name == kind.name; });
}

inline void addParentRows() {
    QTest::addColumn<QString>("parents");
    for (const ParentKind& kind : parentKinds()) {
        QTest::newRow(kind.name) << QString(kind.name);
    }
}

inline TwoBoneIkChain chainOf(const IkRig& rig, std::size_t mid = 1) {
    return require(
        TwoBoneIkChain::create(*rig.skeleton, rig.chain.front(), rig.chain[mid], rig.chain.back()));
}

inline IkFlags solve(IkRig& rig, const TwoBoneIkInput& input) {
    TwoBoneIkState state;
    return solveTwoBoneIk(chainOf(rig), input, rig.pose(), state);
}

inline TwoBoneIkInput towards(const glm::dvec3& target, const glm::dvec3& pole) {
    TwoBoneIkInput input;
    input.targetModel = glm::vec3(target);
    input.pole = pose::Pole::Position;
    input.poleModel = glm::vec3(pole);
    return input;
}

inline ParentKind noParents() {
    return {"none", {}};
}

inline double degreesOf(double radians) {
    return radians * 180.0 / glm::pi<double>();
}

inline double flexionDegrees(const IkRig& rig) {
    const std::vector<glm::dvec3> p = rig.positions();
    const glm::dvec3 upper = glm::normalize(p[1] - p[0]);
    const glm::dvec3 lower = glm::normalize(p[2] - p[1]);
    return degreesOf(std::atan2(glm::length(glm::cross(upper, lower)), glm::dot(upper, lower)));
}

/// The vector's part at right angles to a line, unit.
inline glm::dvec3 sideOf(const glm::dvec3& vector, const glm::dvec3& line) {
    const glm::dvec3 unit = glm::normalize(line);
    return glm::normalize(vector - glm::dot(vector, unit) * unit);
}

} // namespace sartor::test
