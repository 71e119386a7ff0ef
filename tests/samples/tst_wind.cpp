// SPDX-License-Identifier: Apache-2.0
// The wind sample against its formula.
#include "sample_fixture.h"

using namespace sartor;
using test::DeformCase;
using test::SmallCase;

namespace {

struct Wind {
    double x = 1.0, z = 0.0, strength = 0.1, frequency = 0.5, waves = 0.25, gust = 0.5, base = 0.0;

    std::string chain() const {
        const auto text = [](const char* key, double value) {
            return std::string(key) + "=" + QByteArray::number(value, 'g', 17).toStdString();
        };
        return "wind[" + text("x", x) + "," + text("z", z) + "," + text("strength", strength) +
               "," + text("frequency", frequency) + "," + text("waves", waves) + "," +
               text("gust", gust) + "," + text("base", base) + "]";
    }

    /// Plainly from the README.
    glm::dvec3 moved(const glm::dvec3& p, double time) const {
        const double length = std::hypot(x, z);
        const glm::dvec3 direction =
            length > 0.0 ? glm::dvec3(x / length, 0.0, z / length) : glm::dvec3(0.0);
        const double phase = frequency * time - waves * glm::dot(direction, p);
        const double turn = 2.0 * (phase - std::floor(phase)) - 1.0;
        const double wave = 4.0 * turn * (1.0 - std::abs(turn));
        return p + direction * (strength * std::max(p.y - base, 0.0) * (1.0 - gust + gust * wave));
    }
};

SmallCase cloud(test::Random& random) {
    SmallCase made{.positions = {}, .influences = {}, .palette = {math::Affine()}};
    for (int i = 0; i < 500; ++i) {
        made.positions.push_back(random.vector(-2.0f, 2.0f));
        made.influences.push_back({{0, 1.0}});
    }
    return made;
}

} // namespace

class TstWind : public QObject {
    Q_OBJECT
private slots:
    void follows_data();
    void follows();
    void isStillWithoutStrength();
    void isStillBelowTheBase();
    void leansWithoutGusts();
    void comesBackAfterAPeriod();
    void takesTheShareOfTheMask_data();
    void takesTheShareOfTheMask();
};

void TstWind::follows_data() {
    QTest::addColumn<QList<double>>("params");
    QTest::addColumn<double>("time");
    QTest::newRow("initial values") << QList<double>{1, 0, .1, .5, .25, .5, 0} << 0.0;
    QTest::newRow("later") << QList<double>{1, 0, .1, .5, .25, .5, 0} << 12.345;
    QTest::newRow("across") << QList<double>{-.5, .75, .8, 3, 2, .9, -1} << 1.5;
    QTest::newRow("along z") << QList<double>{0, -1, 2, 1, 1, 1, .5} << 0.2;
    QTest::newRow("without direction") << QList<double>{0, 0, 2, 1, 1, 1, -2} << 0.2;
}

void TstWind::follows() {
    QFETCH(QList<double>, params);
    QFETCH(double, time);
    const Wind wind{params[0], params[1], params[2], params[3], params[4], params[5], params[6]};
    test::Random random(1);
    const DeformCase made = cloud(random).make();
    const auto actual = test::deformWithSamples(wind.chain(), made, time);
    // Displacements up to 8 m; a phase of 40 turns in floats moves the wave by 4e-6 of its size.
    double largest = 0.0;
    for (std::size_t i = 0; i < actual.positions.size(); ++i) {
        const glm::dvec3 expected = wind.moved(glm::dvec3(made.source.mesh->positions()[i]), time);
        largest = std::max(largest, test::maxAbsDiff(actual.positions[i], expected));
    }
    QCOMPARE_LE(largest, 4e-5);
}

void TstWind::isStillWithoutStrength() {
    test::Random random(2);
    const DeformCase made = cloud(random).make();
    QCOMPARE_EQ(test::deformWithSamples("wind[strength=0]", made, 0.4).positions,
                test::restOf(made).positions);
}

void TstWind::isStillBelowTheBase() {
    test::Random random(3);
    const DeformCase made = cloud(random).make();
    const auto rest = test::restOf(made).positions;
    const auto actual = test::deformWithSamples("wind[base=0.5]", made, 0.4).positions;
    int moved = 0;
    for (std::size_t i = 0; i < rest.size(); ++i) {
        if (rest[i].y <= 0.5f) {
            QCOMPARE_EQ(actual[i], rest[i]);
        } else {
            moved += actual[i] != rest[i] ? 1 : 0;
        }
    }
    QCOMPARE_GE(moved, 100);
}

void TstWind::leansWithoutGusts() {
    test::Random random(4);
    const DeformCase made = cloud(random).make();
    const auto rest = test::restOf(made).positions;
    const auto actual =
        test::deformWithSamples("wind[gust=0,strength=0.25,base=-2]", made, 7.0).positions;
    for (std::size_t i = 0; i < rest.size(); ++i) {
        const glm::dvec3 expected =
            glm::dvec3(rest[i]) + glm::dvec3(0.25 * (double{rest[i].y} + 2.0), 0.0, 0.0);
        QCOMPARE_LE(test::maxAbsDiff(actual[i], expected), 1e-6);
    }
}

void TstWind::comesBackAfterAPeriod() {
    test::Random random(5);
    const DeformCase made = cloud(random).make();
    const auto one = test::deformWithSamples("wind[frequency=0.5]", made, 1.0);
    const auto after = [&](double time) {
        return test::largestDifference(test::deformWithSamples("wind[frequency=0.5]", made, time),
                                       one);
    };
    QCOMPARE_LE(after(3.0), 1e-6);
    QCOMPARE_GE(after(2.0), 0.01);
}

void TstWind::takesTheShareOfTheMask_data() {
    QTest::addColumn<int>("width");
    QTest::newRow("one number") << 1;
    // Painted as a colour, of which the first channel counts.
    QTest::newRow("four numbers") << 4;
}

void TstWind::takesTheShareOfTheMask() {
    QFETCH(const int, width);
    test::Random random(6);
    DeformCase made = cloud(random).make();
    const auto rest = test::restOf(made).positions;
    assets::VertexAttribute mask;
    mask.name = "_WIND";
    mask.width = static_cast<std::uint32_t>(width);
    for (std::size_t i = 0; i < rest.size(); ++i) {
        for (int channel = 0; channel < width; ++channel) {
            mask.values.push_back(channel == 0 ? static_cast<float>(i % 5) * 0.25f : 7.0f);
        }
    }
    assets::MeshData data;
    data.name = "masked";
    data.positions = rest;
    data.attributes = {mask};
    made.source.mesh = test::require(assets::Mesh::create(std::move(data)));
    const Wind wind{.strength = 0.5, .base = -2.0};
    const auto actual = test::deformWithSamples(wind.chain(), made, 0.7).positions;
    for (std::size_t i = 0; i < rest.size(); ++i) {
        const glm::dvec3 from(rest[i]);
        const glm::dvec3 expected =
            from + 0.25 * static_cast<double>(i % 5) * (wind.moved(from, 0.7) - from);
        QCOMPARE_LE(test::maxAbsDiff(actual[i], expected), 2e-6);
        QVERIFY(i % 5 != 0 || actual[i] == rest[i]);
    }
}

QTEST_GUILESS_MAIN(TstWind)
#include "tst_wind.moc"
