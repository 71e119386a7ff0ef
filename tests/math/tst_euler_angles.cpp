// SPDX-License-Identifier: Apache-2.0
// Angles in twelve orders against products of plain matrices, and curves without jumps.
#include <sartor/math/euler_angles.h>

#include <QTest>

#include <glm/geometric.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/trigonometric.hpp>

#include <support/compare.h>

#include <numbers>

using namespace sartor;
using math::EulerOrder;

namespace {

// Entries of rotations and angles in double after some tens of operations; at the singularity
// angles have half the digits.
constexpr double kTolerance = 1e-12;

// R(axis) as a matrix, written without quaternions.
glm::dmat3 turn(char axis, double angle) {
    const double c = std::cos(angle);
    const double s = std::sin(angle);
    switch (axis) {
    case 'x':
        return {1.0, 0.0, 0.0, 0.0, c, s, 0.0, -s, c};
    case 'y':
        return {c, 0.0, -s, 0.0, 1.0, 0.0, s, 0.0, c};
    default:
        return {c, s, 0.0, -s, c, 0.0, 0.0, 0.0, 1.0};
    }
}

void addOrders() {
    QTest::addColumn<int>("index");
    for (int i = 0; i < 12; ++i) {
        QTest::newRow(math::kEulerOrderNames[static_cast<std::size_t>(i)].data()) << i;
    }
}

double wrapped(double angle) {
    return std::abs(std::remainder(angle, 2.0 * std::numbers::pi));
}

} // namespace

class TstEulerAngles : public QObject {
    Q_OBJECT

private slots:
    void readsOnlyTheTwelveNames() {
        for (std::size_t i = 0; i < 12; ++i) {
            QCOMPARE(math::parseEulerOrder(math::kEulerOrderNames[i]), static_cast<EulerOrder>(i));
        }
        for (const char* name : {"", "xyy", "XYZ", "xy", "xyzx", "abc"}) {
            QVERIFY(!math::parseEulerOrder(name));
        }
    }

    void turnsAreAppliedInTheOrderOfTheLetters_data() { addOrders(); }
    void turnsAreAppliedInTheOrderOfTheLetters() {
        QFETCH(const int, index);
        const auto order = static_cast<EulerOrder>(index);
        const std::string_view name = math::kEulerOrderNames[static_cast<std::size_t>(index)];
        const glm::dvec3 angles(0.3, -0.8, 2.1);
        const glm::dmat3 fixed =
            turn(name[2], angles.z) * turn(name[1], angles.y) * turn(name[0], angles.x);
        QCOMPARE_LE(test::maxAbsDiff(glm::mat3_cast(math::quatFromEuler(order, angles)), fixed),
                    kTolerance);
        // Intrinsic: about axes that are carried along, which stand in the columns so far.
        glm::dmat3 carried(1.0);
        for (int i = 0; i < 3; ++i) {
            const glm::dvec3 axis = carried[name[static_cast<std::size_t>(i)] - 'x'];
            carried = glm::dmat3(glm::rotate(glm::dmat4(1.0), angles[i], axis)) * carried;
        }
        const glm::dvec3 backwards(angles.z, angles.y, angles.x);
        QCOMPARE_LE(
            test::maxAbsDiff(glm::mat3_cast(math::quatFromEuler(math::reversed(order), backwards)),
                             carried),
            kTolerance);
    }

    void anglesGoThereAndBack_data() { addOrders(); }
    void anglesGoThereAndBack() {
        QFETCH(const int, index);
        const auto order = static_cast<EulerOrder>(index);
        const double start = math::isProperEuler(order) ? 0.0 : -0.5;
        for (int i = 1; i < 20; ++i) {
            const double middle = (start + i / 20.0) * std::numbers::pi;
            const glm::dvec3 angles(0.37 * i - 3.0, middle, 2.5 - 0.29 * i);
            const glm::dquat rotation = math::quatFromEuler(order, angles);
            // Both signs are one rotation; near the angles the answer is the angles themselves.
            for (const glm::dquat& q : {rotation, -rotation}) {
                const glm::dvec3 found = math::eulerFromQuat(order, q, angles + 0.01);
                QCOMPARE_LE(test::maxAbsDiff(found, angles), 1e-11);
            }
            const glm::dvec3 fromZero = math::eulerFromQuat(order, rotation);
            QCOMPARE_LE(test::maxAbsDiff(glm::mat3_cast(math::quatFromEuler(order, fromZero)),
                                         glm::mat3_cast(rotation)),
                        kTolerance);
            for (int axis = 0; axis < 3; ++axis) {
                QVERIFY(std::abs(fromZero[axis]) <= std::numbers::pi + 1e-12);
            }
        }
    }

    void aCurveHasNoJumpsThroughTheSingularityAndAcrossTurns_data() { addOrders(); }
    void aCurveHasNoJumpsThroughTheSingularityAndAcrossTurns() {
        QFETCH(const int, index);
        const auto order = static_cast<EulerOrder>(index);
        // The middle angle runs over both of its singular places, the last over three turns, and w
        // of the quaternion changes its sign on the way.
        glm::dvec3 previous(0.4, -3.0, 0.0);
        for (int i = 0; i <= 6000; ++i) {
            const glm::dvec3 angles(0.4, -3.0 + 0.001 * i, 0.003 * i);
            glm::dquat rotation = math::quatFromEuler(order, angles);
            rotation = i % 2 == 0 ? rotation : -rotation;
            const glm::dvec3 found = math::eulerFromQuat(order, rotation, previous);
            QVERIFY2(test::maxAbsDiff(found, angles) < 1e-6, qPrintable(QString::number(i)));
            previous = found;
        }
    }

    void theSingularityKeepsTheFirstAngle_data() { addOrders(); }
    void theSingularityKeepsTheFirstAngle() {
        QFETCH(const int, index);
        const auto order = static_cast<EulerOrder>(index);
        const double quarter = 0.5 * std::numbers::pi;
        const auto places = math::isProperEuler(order) ? std::array{0.0, std::numbers::pi}
                                                       : std::array{quarter, -quarter};
        for (const double middle : places) {
            for (const double off : {0.0, 1e-16, -1e-12, 1e-10, -1e-10}) {
                const glm::dquat rotation =
                    math::quatFromEuler(order, glm::dvec3(0.5, middle + off, 0.7));
                const glm::dvec3 found =
                    math::eulerFromQuat(order, rotation, glm::dvec3(-0.2, middle, 0.1));
                QVERIFY(wrapped(found.x + 0.2) < 1e-12);
                QCOMPARE_LE(test::maxAbsDiff(glm::mat3_cast(math::quatFromEuler(order, found)),
                                             glm::mat3_cast(rotation)),
                            1e-9);
            }
        }
    }

    void nothingIsNanNearTheSingularity() {
        math::Random random(14);
        for (int i = 0; i < 20000; ++i) {
            const auto order = static_cast<EulerOrder>(i % 12);
            const double middle =
                (i % 4) * 0.5 * std::numbers::pi +
                std::pow(10.0, -i % 17) * static_cast<double>(random.uniform(-1.0f, 1.0f));
            const glm::dvec3 angles(static_cast<double>(random.uniform(-4.0f, 4.0f)),
                                    middle,
                                    static_cast<double>(random.uniform(-4.0f, 4.0f)));
            const glm::dquat rotation = math::quatFromEuler(order, angles);
            const glm::dvec3 found = math::eulerFromQuat(order, rotation);
            QVERIFY(test::maxAbsDiff(glm::mat3_cast(math::quatFromEuler(order, found)),
                                     glm::mat3_cast(rotation)) < 1e-8);
        }
    }
};

QTEST_GUILESS_MAIN(TstEulerAngles)
#include "tst_euler_angles.moc"
