// SPDX-License-Identifier: Apache-2.0
// The first number that is not finite, wherever it stands.
#include <sartor/math/finite.h>

#include <QtTest>

#include <limits>

using namespace sartor::math;

class TstFinite : public QObject {
    Q_OBJECT

private slots:
    void findsTheFirst_data();
    void findsTheFirst();
    void takesEveryFiniteNumber();
    void namesTheVector();
    void looksAtEveryComponent();
};

void TstFinite::looksAtEveryComponent() {
    for (const float bad : {std::numeric_limits<float>::quiet_NaN(),
                            std::numeric_limits<float>::infinity(),
                            -std::numeric_limits<float>::infinity()}) {
        for (int i = 0; i < 3; ++i) {
            glm::vec3 vector(std::numeric_limits<float>::max());
            QVERIFY(isFinite(vector));
            vector[i] = bad;
            QVERIFY(!isFinite(vector));
            QVERIFY(!isFinite(glm::vec4(1.0f, vector)));
        }
    }
}

void TstFinite::findsTheFirst_data() {
    QTest::addColumn<float>("bad");
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    QTest::newRow("NaN") << std::numeric_limits<float>::quiet_NaN();
    QTest::newRow("negative NaN") << -std::numeric_limits<float>::quiet_NaN();
    QTest::newRow("infinite") << kInfinity;
    QTest::newRow("negative infinite") << -kInfinity;
}

void TstFinite::findsTheFirst() {
    QFETCH(float, bad);
    for (const std::size_t place : {std::size_t{0}, std::size_t{4095}, std::size_t{9000}}) {
        std::vector<float> values(10000, 1.0f);
        values[place] = bad;
        values.back() = bad;
        QCOMPARE(findNonfinite(values), std::optional(place));
    }
}

void TstFinite::takesEveryFiniteNumber() {
    using Limits = std::numeric_limits<float>;
    QVERIFY(!findNonfinite(std::vector<float>{
        0.0f, -0.0f, Limits::max(), Limits::lowest(), Limits::min(), Limits::denorm_min()}));
    QVERIFY(!findNonfinite(std::vector<float>()));
}

void TstFinite::namesTheVector() {
    std::vector<glm::vec3> vectors(5, glm::vec3(1.0f));
    QVERIFY(!findNonfinite(vectors));
    vectors[3].z = std::numeric_limits<float>::quiet_NaN();
    QCOMPARE(findNonfinite(vectors), std::optional<std::size_t>(3));
    std::vector<glm::quat> rotations(3, identityQuat());
    rotations[2].w = std::numeric_limits<float>::infinity();
    QCOMPARE(findNonfinite(rotations), std::optional<std::size_t>(2));
}

QTEST_GUILESS_MAIN(TstFinite)
#include "tst_finite.moc"
