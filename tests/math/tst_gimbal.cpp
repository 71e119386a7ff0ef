// SPDX-License-Identifier: Apache-2.0
// The gimbal meter against published numbers, singular values, and what differences make of them.
#include <sartor/math/gimbal.h>
#include <sartor/math/singular_values.h>

#include <QTest>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>
#include <glm/trigonometric.hpp>

#include <support/compare.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

using namespace sartor;
using math::EulerOrder;

namespace {

void addOrders() {
    QTest::addColumn<int>("index");
    for (int i = 0; i < 12; ++i) {
        QTest::newRow(math::kEulerOrderNames[static_cast<std::size_t>(i)].data()) << i;
    }
}

// R = Rz(yaw) * Ry(pitch) * Rx(roll), in degrees, as published.
glm::dmat3 rotation(double yaw, double pitch, double roll) {
    return glm::mat3_cast(
        math::quatFromEuler(EulerOrder::Xyz, glm::radians(glm::dvec3(roll, pitch, yaw))));
}

// The same from plain matrices.
glm::dmat3 product(double yaw, double pitch, double roll) {
    const auto sine = [](double degrees) { return std::sin(glm::radians(degrees)); };
    const auto cosine = [](double degrees) { return std::cos(glm::radians(degrees)); };
    const glm::dmat3 z(cosine(yaw), sine(yaw), 0.0, -sine(yaw), cosine(yaw), 0.0, 0.0, 0.0, 1.0);
    const glm::dmat3 y(
        cosine(pitch), 0.0, -sine(pitch), 0.0, 1.0, 0.0, sine(pitch), 0.0, cosine(pitch));
    const glm::dmat3 x(
        1.0, 0.0, 0.0, 0.0, cosine(roll), sine(roll), 0.0, -sine(roll), cosine(roll));
    return z * y * x;
}

// Logarithm of a rotation: axis times angle.
glm::dvec3 logarithm(const glm::dmat3& r) {
    const double angle =
        std::acos(std::clamp(0.5 * (r[0][0] + r[1][1] + r[2][2] - 1.0), -1.0, 1.0));
    return glm::dvec3(r[1][2] - r[2][1], r[2][0] - r[0][2], r[0][1] - r[1][0]) *
           (angle / (2.0 * std::sin(angle)));
}

// Singular values of the logarithm's derivatives by the angles at yaw 0.3 and roll 0.7, from
// central differences: what the published table was made with.
glm::dvec3 differencedSigma(double pitchDegrees, double step) {
    const auto at = [](const glm::dvec3& angles) {
        return logarithm(glm::mat3_cast(math::quatFromEuler(EulerOrder::Xyz, angles)));
    };
    const glm::dvec3 base(0.3, glm::radians(pitchDegrees), 0.7);
    glm::dmat3 jacobian(0.0);
    for (int i = 0; i < 3; ++i) {
        glm::dvec3 by(0.0);
        by[i] = step;
        jacobian[i] = (at(base + by) - at(base - by)) / (2.0 * step);
    }
    return math::singularValues(jacobian).sigma;
}

double degreesOf(const glm::dmat3& a, const glm::dmat3& b) {
    return glm::degrees(2.0 * std::asin(std::min(1.0,
                                                 std::sqrt((glm::dot(a[0] - b[0], a[0] - b[0]) +
                                                            glm::dot(a[1] - b[1], a[1] - b[1]) +
                                                            glm::dot(a[2] - b[2], a[2] - b[2])) /
                                                           8.0))));
}

// The published value, to the digits in which it was published.
#define COMPARE_ROUNDED(actual, published, digit)                                                  \
    QCOMPARE_LE(test::maxAbsDiff(actual, published), 0.5000001 * (digit))

} // namespace

class TstGimbal : public QObject {
    Q_OBJECT

private slots:
    void theExactConditionHasThePublishedValues_data() {
        QTest::addColumn<double>("degrees");
        QTest::addColumn<double>("condition");
        QTest::addColumn<double>("digit");
        QTest::newRow("60") << 60.0 << 3.7321 << 1e-4;
        QTest::newRow("80") << 80.0 << 11.4301 << 1e-4;
        QTest::newRow("85") << 85.0 << 22.9038 << 1e-4;
        QTest::newRow("89") << 89.0 << 114.589 << 1e-3;
        QTest::newRow("89.9") << 89.9 << 1145.915 << 1e-3;
        QTest::newRow("0") << 0.0 << 1.0 << 1e-12;
        QTest::newRow("-60") << -60.0 << 3.7321 << 1e-4;
        // Behind the singularity the way out begins.
        QTest::newRow("120") << 120.0 << 3.7321 << 1e-4;
    }
    void theExactConditionHasThePublishedValues() {
        QFETCH(const double, degrees);
        QFETCH(const double, condition);
        QFETCH(const double, digit);
        COMPARE_ROUNDED(
            math::gimbalState(EulerOrder::Xyz, glm::radians(degrees)).condition, condition, digit);
        COMPARE_ROUNDED(math::gimbalState(EulerOrder::Zxz, glm::radians(90.0 - degrees)).condition,
                        condition,
                        digit);
    }

    void theJacobianHasTheSingularValuesThatAreSaid_data() { addOrders(); }
    void theJacobianHasTheSingularValuesThatAreSaid() {
        QFETCH(const int, index);
        const auto order = static_cast<EulerOrder>(index);
        for (double degrees = -200.0; degrees <= 200.0; degrees += 7.3) {
            const double middle = glm::radians(degrees);
            const math::GimbalState state = math::gimbalState(order, middle);
            // Whatever the outer angles are.
            for (const double outer : {0.0, 0.9, -2.2}) {
                const glm::dvec3 sigma =
                    math::singularValues(
                        math::velocityFromEulerRates(order, glm::dvec3(outer, middle, 0.7 - outer)))
                        .sigma;
                QCOMPARE_LE(test::maxAbsDiff(sigma[2], state.sigmaMin), 1e-13);
                QCOMPARE_LE(test::maxAbsDiff(sigma[1], 1.0), 1e-13);
                QCOMPARE_LE(test::maxAbsDiff(sigma[0] / sigma[2] / state.condition, 1.0), 1e-11);
            }
        }
    }

    void theJacobianIsTheVelocityOfTheRotation_data() { addOrders(); }
    void theJacobianIsTheVelocityOfTheRotation() {
        QFETCH(const int, index);
        const auto order = static_cast<EulerOrder>(index);
        const glm::dvec3 angles(0.4, 0.9, -1.3);
        const glm::dmat3 jacobian = math::velocityFromEulerRates(order, angles);
        constexpr double kStep = 1e-5;
        for (int i = 0; i < 3; ++i) {
            glm::dvec3 by(0.0);
            by[i] = kStep;
            const glm::dmat3 turned =
                glm::mat3_cast(math::quatFromEuler(order, angles + by)) *
                glm::transpose(glm::mat3_cast(math::quatFromEuler(order, angles - by)));
            // The differences leave a third-order error and the digits of the step.
            QCOMPARE_LE(test::maxAbsDiff(logarithm(turned) / (2.0 * kStep), jacobian[i]), 1e-9);
        }
    }

    void noOrderIsWithoutSingularPlace_data() { addOrders(); }
    void noOrderIsWithoutSingularPlace() {
        QFETCH(const int, index);
        const auto order = static_cast<EulerOrder>(index);
        QStringList places;
        for (int degrees = -180; degrees < 180; ++degrees) {
            const glm::dmat3 jacobian = math::velocityFromEulerRates(
                order, glm::dvec3(0.3, glm::radians(static_cast<double>(degrees)), 0.7));
            const bool isSingular = math::singularValues(jacobian).sigma[2] < 1e-9;
            QCOMPARE(math::gimbalState(order, glm::radians(static_cast<double>(degrees))).rank == 2,
                     isSingular);
            if (isSingular) {
                places += QString::number(degrees);
            }
        }
        QCOMPARE(places,
                 math::isProperEuler(order) ? (QStringList{"-180", "0"})
                                            : (QStringList{"-90", "90"}));
    }

    void rankDependsOnItsTolerance_data() {
        QTest::addColumn<double>("degrees");
        QTest::addColumn<int>("rank");
        for (const double degrees : {0.0, 30.0, 60.0, 85.0, 89.0}) {
            QTest::addRow("%g", degrees) << degrees << 3;
        }
        QTest::newRow("89.999") << 89.999 << 2;
        QTest::newRow("90") << 90.0 << 2;
    }
    void rankDependsOnItsTolerance() {
        QFETCH(const double, degrees);
        QFETCH(const int, rank);
        QCOMPARE(math::gimbalState(EulerOrder::Xyz, glm::radians(degrees)).rank, rank);
        // With another tolerance 89.999 degrees are as free as any.
        QCOMPARE(math::gimbalState(EulerOrder::Xyz, glm::radians(degrees), 1e-6).rank,
                 degrees == 90.0 ? 2 : 3);
    }

    void tellsFromWhereAnAngleCountsAsLocked() {
        // What the header says of the tolerance.
        QCOMPARE(math::gimbalState(EulerOrder::Xyz, glm::radians(89.9915)).rank, 3);
        QCOMPARE(math::gimbalState(EulerOrder::Xyz, glm::radians(89.9925)).rank, 2);
    }

    void largestPitchForAnError_data() {
        QTest::addColumn<double>("factor");
        QTest::addColumn<int>("wholeDegrees");
        QTest::newRow("10") << 10.0 << 78;
        QTest::newRow("100") << 100.0 << 88;
        QTest::newRow("1") << 1.0 << 0;
        QTest::newRow("less than there is") << 0.5 << 0;
    }
    void largestPitchForAnError() {
        QFETCH(const double, factor);
        QFETCH(const int, wholeDegrees);
        const double pitch = math::maxPitchForError(factor);
        QCOMPARE(static_cast<int>(glm::degrees(pitch)), wholeDegrees);
        if (factor >= 1.0) {
            QCOMPARE_LE(
                test::maxAbsDiff(math::gimbalState(EulerOrder::Yzx, pitch).condition / factor, 1.0),
                1e-12);
        }
    }

    void differencesAtOneBaseGiveTheSourcesTable_data() {
        QTest::addColumn<double>("degrees");
        QTest::addColumn<double>("condition");
        QTest::addColumn<double>("amplification");
        QTest::addColumn<double>("digit");
        QTest::newRow("60") << 60.0 << 3.8 << 2.6 << 0.1;
        QTest::newRow("80") << 80.0 << 11.7 << 7.6 << 0.1;
        QTest::newRow("85") << 85.0 << 23.4 << 15.0 << 1.0;
        QTest::newRow("89") << 89.0 << 117.3 << 75.0 << 1.0;
        QTest::newRow("89.9") << 89.9 << 1172.9 << 745.0 << 1.0;
        QTest::newRow("89.99") << 89.99 << 11729.6 << 7451.0 << 1.0;
    }
    void differencesAtOneBaseGiveTheSourcesTable() {
        QFETCH(const double, degrees);
        QFETCH(const double, condition);
        QFETCH(const double, amplification);
        QFETCH(const double, digit);
        const glm::dvec3 sigma = differencedSigma(degrees, 1e-6);
        COMPARE_ROUNDED(sigma[0] / sigma[2], condition, 0.1);
        COMPARE_ROUNDED(1.0 / sigma[2], amplification, digit);
        // The smallest is 0.769 of the cosine, within what varies with the pitch.
        QCOMPARE_LE(test::maxAbsDiff(sigma[2] / std::cos(glm::radians(degrees)), 0.769), 0.012);
    }

    void differencesAreWorthlessAtTheSingularity() {
        // What they give at 90 degrees is rounding, and another step gives another number.
        double least = std::numeric_limits<double>::infinity();
        double most = 0.0;
        for (const double step : {1e-4, 1e-5, 1e-6, 1e-7, 1e-8}) {
            const glm::dvec3 sigma = differencedSigma(90.0, step);
            least = std::min(least, sigma[0] / std::max(sigma[2], 1e-300));
            most = std::max(most, sigma[0] / std::max(sigma[2], 1e-300));
        }
        QVERIFY(most > 100.0 * least);
        // The exact one is as large as the cosine of the nearest number to a right angle says.
        QVERIFY(math::gimbalState(EulerOrder::Xyz, 0.5 * std::numbers::pi).condition > 1e16);
    }

    void atARightAngleOnlyTheDifferenceOrTheSumCounts() {
        // Lost is a degree of freedom of the parameters, not a pose: 1.11e-16 and 5.55e-17.
        QCOMPARE_LE(test::maxAbsDiff(product(30.0, 90.0, 40.0), product(60.0, 90.0, 70.0)),
                    1.1103e-16);
        QCOMPARE_LE(test::maxAbsDiff(product(30.0, -90.0, 40.0), product(60.0, -90.0, 10.0)),
                    5.552e-17);
        // Quaternions add a rounding or two.
        QCOMPARE_LE(test::maxAbsDiff(rotation(30.0, 90.0, 40.0), rotation(60.0, 90.0, 70.0)),
                    4.5e-16);
        QCOMPARE_LE(test::maxAbsDiff(rotation(30.0, -90.0, 40.0), rotation(60.0, -90.0, 10.0)),
                    4.5e-16);
        QVERIFY(test::maxAbsDiff(rotation(30.0, 90.0, 40.0), rotation(50.0, 90.0, 20.0)) > 0.1);
    }

    void coRotatingTurnsFade_data() {
        QTest::addColumn<double>("pitch");
        QTest::addColumn<double>("turned");
        QTest::newRow("60") << 60.0 << 15.364;
        QTest::newRow("85") << 85.0 << 2.587;
        QTest::newRow("89.9") << 89.9 << 0.052;
        QTest::newRow("90") << 90.0 << 0.0;
    }
    void coRotatingTurnsFade() {
        QFETCH(const double, pitch);
        QFETCH(const double, turned);
        // Yaw and roll by 30 degrees each.
        COMPARE_ROUNDED(
            degreesOf(rotation(0.0, pitch, 0.0), rotation(30.0, pitch, 30.0)), turned, 1e-3);
    }

    void counterRotatingTurnsDouble_data() {
        QTest::addColumn<double>("by");
        QTest::newRow("10") << 10.0;
        QTest::newRow("30") << 30.0;
        QTest::newRow("60") << 60.0;
    }
    void counterRotatingTurnsDouble() {
        QFETCH(const double, by);
        QCOMPARE_LE(test::maxAbsDiff(degreesOf(rotation(0.0, 90.0, 0.0), rotation(by, 90.0, -by)),
                                     2.0 * by),
                    1e-12);
    }

    void theRollAxisIsCarriedOntoTheYawAxis() {
        // To -Z at +90 degrees and to +Z at -90.
        const auto rollAxis = [](double pitch) {
            return math::velocityFromEulerRates(EulerOrder::Xyz,
                                                glm::radians(glm::dvec3(40.0, pitch, 30.0)))[0];
        };
        QCOMPARE_LE(test::maxAbsDiff(rollAxis(90.0), glm::dvec3(0.0, 0.0, -1.0)), 1e-15);
        QCOMPARE_LE(test::maxAbsDiff(rollAxis(-90.0), glm::dvec3(0.0, 0.0, 1.0)), 1e-15);
    }
};

QTEST_GUILESS_MAIN(TstGimbal)
#include "tst_gimbal.moc"
