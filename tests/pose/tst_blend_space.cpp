// SPDX-License-Identifier: Apache-2.0
// Blend spaces against brute force in double: empty circles, nearest segments, plain formulas.
#include <sartor/pose/blend_space.h>

#include <QElapsedTimer>
#include <QtTest>

#include <glm/matrix.hpp>

#include <support/compare.h>
#include <support/require.h>

#include <algorithm>
#include <limits>
#include <map>
#include <string>
#include <vector>

using namespace sartor;
using namespace sartor::pose;
using namespace sartor::test;

Q_DECLARE_METATYPE(std::vector<glm::vec2>)

namespace {

using Places = std::vector<glm::vec2>;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();
// Places are told apart to 2^-24 of the extent, and weights are floats.
constexpr double kTolerance = 1e-5;

std::map<std::uint32_t, double> weightsOf(const BlendShares& shares) {
    std::map<std::uint32_t, double> weights;
    for (const BlendShare& share : shares.shares()) {
        weights[share.sample] += static_cast<double>(share.weight);
    }
    return weights;
}

// "0:0.25 1:0.75", by sample.
std::string textOf(const BlendShares& shares) {
    std::string text;
    for (const auto& [sample, weight] : weightsOf(shares)) {
        text += (text.empty() ? "" : " ") + std::to_string(sample) + ":" +
                QString::number(weight, 'g', 6).toStdString();
    }
    return text;
}

double difference(const BlendShares& actual, const std::map<std::uint32_t, double>& expected) {
    std::map<std::uint32_t, double> weights = weightsOf(actual);
    for (const auto& [sample, weight] : expected) {
        weights[sample] -= weight;
    }
    double largest = 0.0;
    for (const auto& [sample, weight] : weights) {
        largest = std::max(largest, std::abs(weight));
    }
    return largest;
}

// Places as the blend space measures them: in parts of the samples' extent.
struct Scaling {
    explicit Scaling(const Places& places) : low(places[0]), high(places[0]) {
        for (const glm::vec2& place : places) {
            low = glm::min(low, glm::dvec2(place));
            high = glm::max(high, glm::dvec2(place));
        }
    }
    glm::dvec2 operator()(const glm::vec2& place) const {
        glm::dvec2 point = glm::dvec2(place) - low;
        for (int axis = 0; axis < 2; ++axis) {
            point[axis] = high[axis] > low[axis] ? point[axis] / (high[axis] - low[axis]) : 0.0;
        }
        return point;
    }
    std::vector<glm::dvec2> operator()(const Places& places) const {
        std::vector<glm::dvec2> points;
        for (const glm::vec2& place : places) {
            points.push_back((*this)(place));
        }
        return points;
    }

    glm::dvec2 low;
    glm::dvec2 high;
};

// Weights of three points at a fourth; by Cramer's rule.
glm::dvec3
barycentric(const glm::dvec2& a, const glm::dvec2& b, const glm::dvec2& c, const glm::dvec2& p) {
    const glm::dmat3 corners(glm::dvec3(a, 1.0), glm::dvec3(b, 1.0), glm::dvec3(c, 1.0));
    return glm::inverse(corners) * glm::dvec3(p, 1.0);
}

double cross(const glm::dvec2& a, const glm::dvec2& b) {
    return a.x * b.y - a.y * b.x;
}

// The triangle around a point whose circle is empty: brute force over all triples. Empty outside.
std::map<std::uint32_t, double> delaunayOracle(const std::vector<glm::dvec2>& points,
                                               const glm::dvec2& place) {
    const auto count = static_cast<std::uint32_t>(points.size());
    for (std::uint32_t a = 0; a < count; ++a) {
        for (std::uint32_t b = a + 1; b < count; ++b) {
            for (std::uint32_t c = b + 1; c < count; ++c) {
                const glm::dvec2 ab = points[b] - points[a];
                const glm::dvec2 ac = points[c] - points[a];
                const double area = 2.0 * cross(ab, ac);
                if (std::abs(area) < 1e-12) {
                    continue;
                }
                const glm::dvec2 toCentre =
                    glm::dvec2(ac.y * glm::dot(ab, ab) - ab.y * glm::dot(ac, ac),
                               ab.x * glm::dot(ac, ac) - ac.x * glm::dot(ab, ab)) /
                    area;
                bool isEmpty = true;
                for (const glm::dvec2& point : points) {
                    isEmpty = isEmpty && glm::distance(point, points[a] + toCentre) >
                                             glm::length(toCentre) - 1e-9;
                }
                const glm::dvec3 weights = barycentric(points[a], points[b], points[c], place);
                if (isEmpty && weights.x >= 0.0 && weights.y >= 0.0 && weights.z >= 0.0) {
                    return {{a, weights.x}, {b, weights.y}, {c, weights.z}};
                }
            }
        }
    }
    return {};
}

// All segments lie in the hull, and its border is made of some: the nearest place of any.
glm::dvec2 nearestInHull(const std::vector<glm::dvec2>& points, const glm::dvec2& place) {
    glm::dvec2 nearest = points[0];
    for (const glm::dvec2& a : points) {
        for (const glm::dvec2& b : points) {
            const glm::dvec2 along = b - a;
            const double square = glm::dot(along, along);
            const double part =
                square > 0.0 ? std::clamp(glm::dot(place - a, along) / square, 0.0, 1.0) : 0.0;
            if (glm::distance(place, a + along * part) < glm::distance(place, nearest)) {
                nearest = a + along * part;
            }
        }
    }
    return nearest;
}

std::map<std::uint32_t, double> bandOracle(const std::vector<glm::dvec2>& points,
                                           const glm::dvec2& place) {
    std::map<std::uint32_t, double> weights;
    double sum = 0.0;
    for (std::uint32_t i = 0; i < points.size(); ++i) {
        double weight = 1.0;
        for (std::uint32_t j = 0; j < points.size(); ++j) {
            if (i != j) {
                const glm::dvec2 between = points[j] - points[i];
                weight = std::min(weight,
                                  1.0 - glm::dot(place - points[i], between) /
                                            glm::dot(between, between));
            }
        }
        weights[i] = std::max(weight, 0.0);
        sum += weights[i];
    }
    for (auto& [sample, weight] : weights) {
        weight /= sum;
    }
    return weights;
}

Places randomPlaces(Random& random, std::size_t count) {
    Places places;
    for (std::size_t i = 0; i < count; ++i) {
        const float x = random.uniform(-3.0f, 5.0f);
        places.emplace_back(x, random.uniform(-180.0f, 180.0f));
    }
    return places;
}

} // namespace

class TstBlendSpace : public QObject {
    Q_OBJECT

private slots:
    void rejectsInvalidInput_data();
    void rejectsInvalidInput();
    void findsNeighboursOnALine_data();
    void findsNeighboursOnALine();
    void weightsOnALineAddUpAndAreContinuous();
    void matchesBruteForce();
    void outsideTheNearestPlaceOfTheHullCounts_data();
    void outsideTheNearestPlaceOfTheHullCounts();
    void isPreciseForLinearFunctions_data();
    void isPreciseForLinearFunctions();
    void triangulationsAreDelaunay_data() { isPreciseForLinearFunctions_data(); }
    void triangulationsAreDelaunay();
    void atASampleThatOneAlone_data();
    void atASampleThatOneAlone();
    void degenerateSetsAreDefined_data();
    void degenerateSetsAreDefined();
    void bandsMatchTheFormula();
    void bandsAreContinuous();
    void unitsOfTheAxesDoNotMatter();
    void placesThatAreNoneAreDefined();
    void keepsTheHeaviestOfMany();
    void manySamplesAreTriangulatedInTime();
};

void TstBlendSpace::rejectsInvalidInput_data() {
    QTest::addColumn<Places>("places");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("message");
    QTest::newRow("none") << Places{} << "blend_space.empty"
                          << "blend space: expected at least one sample";
    QTest::newRow("NaN") << Places{{0.0f, 0.0f}, {1.0f, kNan}} << "blend_space.position"
                         << "blend space: the place of sample 1 is not finite";
    QTest::newRow("infinite") << Places{{kInfinity, 0.0f}} << "blend_space.position"
                              << "blend space: the place of sample 0 is not finite";
    QTest::newRow("too many") << Places(1025, glm::vec2(0.0f)) << "blend_space.too_many"
                              << "blend space: 1025 samples on a plane, expected at most 1024";
}

void TstBlendSpace::rejectsInvalidInput() {
    QFETCH(Places, places);
    QFETCH(QString, code);
    QFETCH(QString, message);
    for (const auto method : {BlendSpaceMethod::Delaunay, BlendSpaceMethod::GradientBand}) {
        const auto space = BlendSpace2d::create(places, method);
        QVERIFY(!space);
        QCOMPARE(QString::fromStdString(space.error().code), code);
        QCOMPARE(QString::fromStdString(space.error().message), message);
    }
    QCOMPARE(BlendSpace1d::create({}).error().code, std::string("blend_space.empty"));
    const float positions[] = {0.0f, 1.0f, kNan};
    QCOMPARE(BlendSpace1d::create(positions).error().message,
             std::string("blend space: the place of sample 2 is not finite"));
}

void TstBlendSpace::findsNeighboursOnALine_data() {
    QTest::addColumn<std::vector<float>>("positions");
    QTest::addColumn<float>("value");
    QTest::addColumn<std::string>("shares");
    const auto row =
        [](const char* name, std::vector<float> positions, float value, const char* s) {
            QTest::newRow(name) << positions << value << std::string(s);
        };
    row("between", {0.0f, 2.0f, 6.0f}, 3.0f, "1:0.75 2:0.25");
    row("at a sample", {0.0f, 2.0f, 6.0f}, 2.0f, "1:1");
    row("before", {0.0f, 2.0f, 6.0f}, -1.0f, "0:1");
    row("after", {0.0f, 2.0f, 6.0f}, 7.0f, "2:1");
    row("at the end", {0.0f, 2.0f, 6.0f}, 6.0f, "2:1");
    row("unsorted", {6.0f, 0.0f, 2.0f}, 3.0f, "0:0.25 2:0.75");
    row("one", {3.0f}, 9.0f, "0:1");
    row("the first of two at one place", {0.0f, 2.0f, 2.0f, 4.0f}, 2.0f, "1:1");
    row("beside two at one place", {0.0f, 2.0f, 2.0f, 4.0f}, 3.0f, "1:0.5 3:0.5");
    row("NaN", {0.0f, 2.0f}, kNan, "0:1");
    row("infinite", {0.0f, 2.0f}, kInfinity, "1:1");
    row("far apart", {-3.0e38f, 3.0e38f}, 0.0f, "0:0.5 1:0.5");
}

void TstBlendSpace::findsNeighboursOnALine() {
    QFETCH(std::vector<float>, positions);
    QFETCH(float, value);
    QFETCH(std::string, shares);
    QCOMPARE(textOf(require(BlendSpace1d::create(positions)).at(value)), shares);
}

void TstBlendSpace::weightsOnALineAddUpAndAreContinuous() {
    const std::vector<float> positions{0.5f, -1.0f, 3.0f, 0.6f};
    const BlendSpace1d space = require(BlendSpace1d::create(positions));
    for (float value = -2.0f; value < 4.0f; value += 0.001f) {
        double place = 0.0;
        double sum = 0.0;
        for (const auto& [sample, weight] : weightsOf(space.at(value))) {
            place += weight * static_cast<double>(positions[sample]);
            sum += weight;
        }
        QCOMPARE_LE(maxAbsDiff(sum, 1.0), 1e-6);
        QCOMPARE_LE(maxAbsDiff(place, static_cast<double>(std::clamp(value, -1.0f, 3.0f))), 1e-5);
    }
}

void TstBlendSpace::matchesBruteForce() {
    Random random(1);
    int insideCount = 0;
    for (int trial = 0; trial < 20; ++trial) {
        const Places places = randomPlaces(random, 4 + random.below(8));
        const BlendSpace2d space =
            require(BlendSpace2d::create(places, BlendSpaceMethod::Delaunay));
        const Scaling scale(places);
        for (const glm::vec2& place : randomPlaces(random, 50)) {
            const auto expected = delaunayOracle(scale(places), scale(place));
            if (!expected.empty()) {
                QCOMPARE_LE(difference(space.at(place), expected), kTolerance);
                ++insideCount;
            }
        }
    }
    QVERIFY(insideCount > 200);
}

void TstBlendSpace::outsideTheNearestPlaceOfTheHullCounts_data() {
    QTest::addColumn<BlendSpaceMethod>("method");
    QTest::newRow("Delaunay") << BlendSpaceMethod::Delaunay;
    QTest::newRow("bands") << BlendSpaceMethod::GradientBand;
}

void TstBlendSpace::outsideTheNearestPlaceOfTheHullCounts() {
    QFETCH(BlendSpaceMethod, method);
    Random random(2);
    int outsideCount = 0;
    for (int trial = 0; trial < 20; ++trial) {
        const Places places = randomPlaces(random, 3 + random.below(8));
        const BlendSpace2d space = require(BlendSpace2d::create(places, method));
        const Scaling scale(places);
        const std::vector<glm::dvec2> points = scale(places);
        for (glm::vec2 place : randomPlaces(random, 30)) {
            place = place * 3.0f;
            const glm::dvec2 nearest = nearestInHull(points, scale(place));
            if (!delaunayOracle(points, scale(place)).empty()) {
                continue;
            }
            ++outsideCount;
            if (method == BlendSpaceMethod::GradientBand) {
                QCOMPARE_LE(difference(space.at(place), bandOracle(points, nearest)), 1e-4);
                continue;
            }
            glm::dvec2 actual(0.0);
            for (const auto& [sample, weight] : weightsOf(space.at(place))) {
                actual += points[sample] * weight;
            }
            QCOMPARE_LE(maxAbsDiff(actual, nearest), kTolerance);
            QVERIFY(space.at(place).shares().size() <= 2);
        }
    }
    QVERIFY(outsideCount > 200);
}

void TstBlendSpace::isPreciseForLinearFunctions_data() {
    QTest::addColumn<Places>("places");
    Places grid;
    Places circle;
    Places nearlyOnALine;
    for (int i = 0; i < 25; ++i) {
        grid.emplace_back(i % 5, i / 5);
    }
    for (int i = 0; i < 16; ++i) {
        const float angle = static_cast<float>(i) * 0.392699082f;
        circle.emplace_back(2.0f * std::cos(angle), 2.0f * std::sin(angle));
    }
    circle.emplace_back(0.0f, 0.0f);
    for (int i = 0; i < 20; ++i) {
        nearlyOnALine.emplace_back(
            i, static_cast<float>(i * 7 % 5) * 1e-6f + static_cast<float>(i) * 0.1f);
    }
    Random random(3);
    QTest::newRow("grid, many on one circle") << grid;
    QTest::newRow("circle with centre") << circle;
    QTest::newRow("nearly on a line") << nearlyOnALine;
    QTest::newRow("random") << randomPlaces(random, 200);
    QTest::newRow("duplicates") << Places{
        {0, 0}, {1, 0}, {0, 0}, {1, 1}, {1, 1}, {0, 1}, {0.5f, 0.5f}, {0, 0}};
    QTest::newRow("first ones on a line")
        << Places{{0, 0}, {0, 1}, {0, 2}, {0, 3}, {1, 1}, {2, 1}, {3, 1}};
    QTest::newRow("last one closes the line") << Places{{0, 0}, {1, 1}, {2, 2}, {3, 3}, {3, 2}};
}

void TstBlendSpace::isPreciseForLinearFunctions() {
    QFETCH(Places, places);
    const BlendSpace2d space = require(BlendSpace2d::create(places, BlendSpaceMethod::Delaunay));
    const Scaling scale(places);
    const std::vector<glm::dvec2> points = scale(places);
    Random random(4);
    for (int i = 0; i < 500; ++i) {
        const glm::dvec2 part(glm::vec3(random.vector(-0.2f, 1.2f)));
        const glm::vec2 place(scale.low + part * (scale.high - scale.low));
        glm::dvec2 actual(0.0);
        double sum = 0.0;
        const BlendShares shares = space.at(place);
        for (const auto& [sample, weight] : weightsOf(shares)) {
            actual += points[sample] * weight;
            sum += weight;
        }
        QVERIFY(shares.shares().size() <= 3);
        QCOMPARE_LE(maxAbsDiff(sum, 1.0), 1e-6);
        const bool isInside = std::any_of(
            space.triangles().begin(), space.triangles().end(), [&](const auto& corners) {
                const glm::dvec3 weights = barycentric(
                    points[corners[0]], points[corners[1]], points[corners[2]], scale(place));
                return weights.x >= 0.0 && weights.y >= 0.0 && weights.z >= 0.0;
            });
        const glm::dvec2 expected = isInside ? scale(place) : nearestInHull(points, scale(place));
        QCOMPARE_LE(maxAbsDiff(actual, expected), kTolerance);
    }
}

void TstBlendSpace::triangulationsAreDelaunay() {
    QFETCH(Places, places);
    const BlendSpace2d space = require(BlendSpace2d::create(places, BlendSpaceMethod::Delaunay));
    // On the grid of the blend space, where nothing is rounded.
    std::vector<glm::dvec2> points = Scaling(places)(places);
    for (glm::dvec2& point : points) {
        point = glm::round(point * 16777216.0);
    }
    double area = 0.0;
    for (const auto& corners : space.triangles()) {
        const glm::dvec2 a = points[corners[0]];
        const glm::dvec2 b = points[corners[1]];
        const glm::dvec2 c = points[corners[2]];
        QVERIFY(cross(b - a, c - a) > 0.0);
        area += cross(b - a, c - a);
        for (const glm::dvec2& d : points) {
            const auto row = [&](const glm::dvec2& p) {
                return glm::dvec3(p - d, glm::dot(p - d, p - d));
            };
            const double inCircle = glm::determinant(glm::dmat3(row(a), row(b), row(c)));
            // Terms of up to 2^100, each rounded to 53 bits.
            QCOMPARE_LE(inCircle, std::ldexp(1.0, 52));
        }
    }
    // Whole: the area of the hull, which a gift wrapped around it encloses.
    std::vector<glm::dvec2> hull;
    glm::dvec2 current = *std::min_element(
        points.begin(), points.end(), [](const glm::dvec2& a, const glm::dvec2& b) {
            return a.x != b.x ? a.x < b.x : a.y < b.y;
        });
    do {
        hull.push_back(current);
        glm::dvec2 next = current;
        for (const glm::dvec2& point : points) {
            const double side = cross(next - current, point - current);
            const bool isFarther = glm::distance(current, point) > glm::distance(current, next);
            if (next == current || side < 0.0 || (side == 0.0 && isFarther)) {
                next = point;
            }
        }
        current = next;
    } while (current != hull.front() && hull.size() <= points.size());
    double hullArea = 0.0;
    for (std::size_t i = 0; i < hull.size(); ++i) {
        hullArea += cross(hull[i], hull[(i + 1) % hull.size()]);
    }
    QCOMPARE_LE(maxAbsDiff(area, hullArea), 1e-12 * hullArea);
}

void TstBlendSpace::atASampleThatOneAlone_data() {
    outsideTheNearestPlaceOfTheHullCounts_data();
}

void TstBlendSpace::atASampleThatOneAlone() {
    QFETCH(BlendSpaceMethod, method);
    Random random(5);
    const Places places = randomPlaces(random, 20);
    const BlendSpace2d space = require(BlendSpace2d::create(places, method));
    for (std::size_t i = 0; i < places.size(); ++i) {
        QCOMPARE(textOf(space.at(places[i])), std::to_string(i) + ":1");
    }
}

void TstBlendSpace::degenerateSetsAreDefined_data() {
    QTest::addColumn<Places>("places");
    QTest::addColumn<glm::vec2>("place");
    QTest::addColumn<std::string>("shares");
    const auto row = [](const char* name, Places places, glm::vec2 place, const char* shares) {
        QTest::newRow(name) << places << place << std::string(shares);
    };
    row("one", {{3, 4}}, {9, 9}, "0:1");
    row("all at one place", {{3, 4}, {3, 4}, {3, 4}}, {9, 9}, "0:1");
    row("two", {{0, 0}, {4, 0}}, {1, 5}, "0:0.75 1:0.25");
    row("on a horizontal line", {{0, 1}, {4, 1}, {2, 1}}, {3, -7}, "1:0.5 2:0.5");
    row("on a vertical line", {{1, 0}, {1, 2}, {1, 4}}, {9, 1}, "0:0.5 1:0.5");
    row("on an oblique line", {{0, 0}, {2, 2}, {4, 4}}, {0, 2}, "0:0.5 1:0.5");
    row("before the line", {{0, 0}, {2, 2}, {4, 4}}, {-5, -1}, "0:1");
    row("after the line", {{0, 0}, {2, 2}, {4, 4}}, {5, 7}, "2:1");
    row("a duplicate in a triangle", {{0, 0}, {1, 0}, {0, 0}, {0, 1}}, {0, 0.5f}, "0:0.5 3:0.5");
}

void TstBlendSpace::degenerateSetsAreDefined() {
    QFETCH(Places, places);
    QFETCH(glm::vec2, place);
    QFETCH(std::string, shares);
    for (const auto method : {BlendSpaceMethod::Delaunay, BlendSpaceMethod::GradientBand}) {
        QCOMPARE(textOf(require(BlendSpace2d::create(places, method)).at(place)), shares);
    }
}

void TstBlendSpace::bandsMatchTheFormula() {
    Random random(6);
    for (int trial = 0; trial < 30; ++trial) {
        const Places places = randomPlaces(random, 3 + random.below(10));
        const BlendSpace2d space =
            require(BlendSpace2d::create(places, BlendSpaceMethod::GradientBand));
        const Scaling scale(places);
        const std::vector<glm::dvec2> points = scale(places);
        for (const glm::vec2& place : randomPlaces(random, 50)) {
            if (!delaunayOracle(points, scale(place)).empty()) {
                QCOMPARE_LE(difference(space.at(place), bandOracle(points, scale(place))),
                            kTolerance);
            }
        }
    }
}

void TstBlendSpace::bandsAreContinuous() {
    Random random(7);
    const Places places = randomPlaces(random, 12);
    for (const auto method : {BlendSpaceMethod::Delaunay, BlendSpaceMethod::GradientBand}) {
        const BlendSpace2d space = require(BlendSpace2d::create(places, method));
        // A way through and around the samples, in steps of a thousandth of the extent.
        std::map<std::uint32_t, double> before;
        for (int i = 0; i < 4000; ++i) {
            const double angle = 0.005 * i;
            const double radius = 0.0002 * i;
            const glm::vec2 place(1.0 + 8.0 * radius * std::cos(angle),
                                  360.0 * radius * std::sin(angle));
            const BlendShares shares = space.at(place);
            if (i > 0) {
                // The steepest weight goes from 0 to 1 between the closest two samples.
                QCOMPARE_LE(difference(shares, before), 0.15);
            }
            before = weightsOf(shares);
        }
    }
}

void TstBlendSpace::unitsOfTheAxesDoNotMatter() {
    Random random(8);
    const Places places = randomPlaces(random, 15);
    Places inOtherUnits;
    for (const glm::vec2& place : places) {
        inOtherUnits.push_back(place * glm::vec2(1024.0f, 0.0009765625f));
    }
    for (const auto method : {BlendSpaceMethod::Delaunay, BlendSpaceMethod::GradientBand}) {
        const BlendSpace2d a = require(BlendSpace2d::create(places, method));
        const BlendSpace2d b = require(BlendSpace2d::create(inOtherUnits, method));
        for (const glm::vec2& place : randomPlaces(random, 50)) {
            const glm::vec2 other = place * glm::vec2(1024.0f, 0.0009765625f);
            QCOMPARE_LE(difference(a.at(place), weightsOf(b.at(other))), 1e-7);
        }
    }
}

void TstBlendSpace::placesThatAreNoneAreDefined() {
    const Places places{{0, 0}, {1, 0}, {0, 1}, {1, 1}};
    for (const auto method : {BlendSpaceMethod::Delaunay, BlendSpaceMethod::GradientBand}) {
        const BlendSpace2d space = require(BlendSpace2d::create(places, method));
        QCOMPARE(textOf(space.at({kNan, kNan})), std::string("0:1"));
        QCOMPARE(textOf(space.at({kInfinity, kInfinity})), std::string("3:1"));
        QCOMPARE(textOf(space.at({kInfinity, -kInfinity})), std::string("1:1"));
        QCOMPARE(textOf(space.at({kNan, kInfinity})), std::string("2:1"));
    }
}

void TstBlendSpace::keepsTheHeaviestOfMany() {
    // From the centre of a circle no sample is behind another one.
    Places places;
    for (int i = 0; i < 100; ++i) {
        const float angle = static_cast<float>(i) * 0.0628318531f;
        places.emplace_back(std::cos(angle), std::sin(angle));
    }
    const BlendSpace2d space =
        require(BlendSpace2d::create(places, BlendSpaceMethod::GradientBand));
    const BlendShares shares = space.at({0.02f, 0.0f});
    QCOMPARE(shares.shares().size(), BlendShares::kMost);
    double sum = 0.0;
    for (const BlendShare& share : shares.shares()) {
        sum += static_cast<double>(share.weight);
        // Beside the centre those count most whose border with their neighbours the place is on:
        // the ones to the right and to the left.
        const int sample = static_cast<int>(share.sample);
        QVERIFY(std::min({sample, 100 - sample, std::abs(sample - 50)}) <= 9);
    }
    QCOMPARE_LE(maxAbsDiff(sum, 1.0), 1e-6);
}

void TstBlendSpace::manySamplesAreTriangulatedInTime() {
    Random random(9);
    QElapsedTimer timer;
    timer.start();
    const Places places = randomPlaces(random, BlendSpace2d::kMostSamples);
    const BlendSpace2d space = require(BlendSpace2d::create(places, BlendSpaceMethod::Delaunay));
    QVERIFY(space.triangles().size() > 1900);
    // A second, where it takes a few milliseconds.
    QVERIFY(timer.elapsed() < 1000);
}

QTEST_GUILESS_MAIN(TstBlendSpace)
#include "tst_blend_space.moc"
