// SPDX-License-Identifier: Apache-2.0
// What is drawn of a chain lies where the chain and its limits are.
#include <sartor/session/ik_shapes.h>

#include <QtTest>

#include <glm/trigonometric.hpp>

#include <support/ik_fixture.h>

#include <limits>
#include <set>

using namespace sartor;
using namespace sartor::session;

namespace {

constexpr float kRadius = 1.0f;

IkDrawing drawingOf(const test::IkRig& rig) {
    IkDrawing drawing;
    drawing.joints = rig.chain;
    return drawing;
}

IkShapes shapesOf(const test::IkRig& rig, const IkDrawing& drawing) {
    return ikShapes(*rig.skeleton, rig.modelFromJoint, drawing, kRadius);
}

bool hasLine(const IkShapes& shapes, const glm::dvec3& begin, const glm::dvec3& end) {
    return std::any_of(shapes.lines.begin(), shapes.lines.end(), [&](const render::Line& line) {
        return test::maxAbsDiff(line.begin, begin) < 1e-5 && test::maxAbsDiff(line.end, end) < 1e-5;
    });
}

/// The lines that begin in one point.
std::vector<render::Line> linesFrom(const IkShapes& shapes, const glm::dvec3& point) {
    std::vector<render::Line> lines;
    std::copy_if(
        shapes.lines.begin(),
        shapes.lines.end(),
        std::back_inserter(lines),
        [&](const render::Line& line) { return test::maxAbsDiff(line.begin, point) < 1e-5; });
    return lines;
}

double angleBetween(const glm::dvec3& a, const glm::dvec3& b) {
    return std::atan2(glm::length(glm::cross(a, b)), glm::dot(a, b));
}

} // namespace

class TstIkShapes : public QObject {
    Q_OBJECT

private slots:
    void nothingIsDrawnOfNothing();
    void whatIsNotFiniteIsLeftOut();
    void targetShowsWhetherItWasReached();
    void bendPlaneJoinsTheJointsAndThePole();
    void coneAboutThePoleIsNarrow();
    void flexionSweepsFromLimitToLimit();
    void straightLimbsShowThePlaneOfThePole();
    void conesAreWhereBonesCanGo_data();
    void conesAreWhereBonesCanGo();
    void twistHasAnArc();
};

void TstIkShapes::nothingIsDrawnOfNothing() {
    const test::IkRig rig = test::straightRig({"none", {}}, {1, 1});
    const IkShapes none = shapesOf(rig, {});
    QVERIFY(none.lines.empty() && none.dots.empty());
    // A chain without limits, target and pole shows its plane alone, a longer one nothing.
    QCOMPARE(shapesOf(rig, drawingOf(rig)).lines.size(), std::size_t{3});
    const test::IkRig longer = test::straightRig({"none", {}}, {1, 1, 1});
    QVERIFY(shapesOf(longer, drawingOf(longer)).lines.empty());
    // Free limits are none.
    IkDrawing free = drawingOf(longer);
    for (std::size_t i = 0; i < 3; ++i) {
        free.limits.push_back(test::require(pose::RotationLimit::create(
            *longer.skeleton, longer.chain[i], longer.chain[i + 1], {})));
    }
    QVERIFY(shapesOf(longer, free).lines.empty());
}

void TstIkShapes::whatIsNotFiniteIsLeftOut() {
    test::IkRig rig = test::straightRig({"none", {}}, {1, 1});
    IkDrawing drawing = drawingOf(rig);
    drawing.targetModel = glm::vec3(std::numeric_limits<float>::quiet_NaN());
    drawing.poleModel = glm::vec3(std::numeric_limits<float>::infinity());
    drawing.flexion = std::pair(0.1f, 1.0f);
    const auto areAllFinite = [](const IkShapes& shapes) {
        return std::all_of(shapes.lines.begin(), shapes.lines.end(), [](const render::Line& line) {
            return !glm::any(glm::isnan(line.begin)) && !glm::any(glm::isnan(line.end)) &&
                   !glm::any(glm::isinf(line.begin)) && !glm::any(glm::isinf(line.end));
        });
    };
    QVERIFY(areAllFinite(shapesOf(rig, drawing)));
    rig.modelFromJoint[rig.chain[1].value()].translation.x =
        std::numeric_limits<float>::quiet_NaN();
    QVERIFY(areAllFinite(shapesOf(rig, drawing)));
    // Bones without length, a pole on the root.
    const test::IkRig point = test::straightRig({"none", {}}, {0, 0});
    drawing.joints = point.chain;
    drawing.targetModel = drawing.poleModel = glm::vec3(0, 2, 0);
    QVERIFY(areAllFinite(shapesOf(point, drawing)));
}

void TstIkShapes::targetShowsWhetherItWasReached() {
    const test::IkRig rig = test::straightRig({"none", {}}, {1, 1, 1});
    IkDrawing drawing = drawingOf(rig);
    const glm::dvec3 target(0.5, 0.25, 2);
    drawing.targetModel = glm::vec3(target);
    std::set<std::uint32_t> colours;
    for (const pose::IkFlags& flags : {pose::IkFlags{.isReached = true},
                                       pose::IkFlags{},
                                       pose::IkFlags{.isReached = true, .isDegenerate = true}}) {
        drawing.flags = flags;
        const IkShapes shapes = shapesOf(rig, drawing);
        QCOMPARE(shapes.dots.size(), std::size_t{1});
        QCOMPARE_LE(test::maxAbsDiff(shapes.dots[0].center, target), 1e-6);
        // Three lines with the target in their middle, and one to it where it was missed.
        QCOMPARE(shapes.lines.size(), std::size_t{flags.isReached ? 3u : 4u});
        for (std::size_t i = 0; i < 3; ++i) {
            const render::Line& line = shapes.lines[i];
            QCOMPARE_LE(test::maxAbsDiff(0.5f * (line.begin + line.end), target), 1e-6);
            QCOMPARE(line.colour, shapes.dots[0].colour);
        }
        QCOMPARE(hasLine(shapes, rig.position(3), target), !flags.isReached);
        colours.insert(shapes.dots[0].colour);
    }
    QCOMPARE(colours.size(), std::size_t{3});
}

void TstIkShapes::bendPlaneJoinsTheJointsAndThePole() {
    test::Random random(61);
    const test::IkRig rig = test::randomRig(test::parentKinds()[4], random, 2);
    IkDrawing drawing = drawingOf(rig);
    drawing.poleModel = glm::vec3(1, 2, 3);
    const IkShapes shapes = shapesOf(rig, drawing);
    QVERIFY(hasLine(shapes, rig.position(0), rig.position(1)));
    QVERIFY(hasLine(shapes, rig.position(1), rig.position(2)));
    QVERIFY(hasLine(shapes, rig.position(0), rig.position(2)));
    QVERIFY(hasLine(shapes, rig.position(1), glm::dvec3(1, 2, 3)));
    QCOMPARE(shapes.dots.size(), std::size_t{1});
    QCOMPARE_LE(test::maxAbsDiff(shapes.dots[0].center, glm::vec3(1, 2, 3)), 1e-6);
}

void TstIkShapes::coneAboutThePoleIsNarrow() {
    const test::IkRig rig = test::straightRig({"none", {}}, {1, 1});
    IkDrawing drawing = drawingOf(rig);
    drawing.poleModel = glm::vec3(3, 2, 0);
    const IkShapes shapes = shapesOf(rig, drawing);
    // Spokes from the root, but for the two lines of the plane.
    int count = 0;
    for (const render::Line& line : linesFrom(shapes, rig.position(0))) {
        const glm::dvec3 direction = glm::dvec3(line.end) - rig.position(0);
        if (std::abs(direction.x) > 1.0) {
            QCOMPARE_LE(test::maxAbsDiff(angleBetween(direction, {1, 0, 0}), kPoleConeAngle), 1e-5);
            QCOMPARE_LE(test::maxAbsDiff(glm::length(direction), 2.0), 1e-5);
            ++count;
        }
    }
    QCOMPARE(count, 4);
}

void TstIkShapes::flexionSweepsFromLimitToLimit() {
    test::IkRig rig = test::straightRig({"none", {}}, {1, 1});
    rig.local(1).rotation = glm::angleAxis(0.7f, glm::normalize(glm::vec3(1, 0, 2)));
    rig.update();
    IkDrawing drawing = drawingOf(rig);
    const IkShapes without = shapesOf(rig, drawing);
    drawing.flexion = std::pair(0.2f, 1.9f);
    const IkShapes shapes = shapesOf(rig, drawing);
    const glm::dvec3 upper = rig.position(1) - rig.position(0);
    const glm::dvec3 normal = glm::normalize(glm::cross(upper, rig.position(2) - rig.position(1)));
    double least = 10.0;
    double most = 0.0;
    for (std::size_t i = without.lines.size(); i < shapes.lines.size(); ++i) {
        const glm::dvec3 direction = glm::dvec3(shapes.lines[i].end) - rig.position(1);
        // In the plane of the bend, on the side of the bend.
        QCOMPARE_LE(std::abs(glm::dot(direction, normal)), 1e-6);
        const double angle =
            std::atan2(glm::dot(glm::cross(upper, direction), normal), glm::dot(upper, direction));
        least = std::min(least, angle);
        most = std::max(most, angle);
    }
    QCOMPARE_LE(test::maxAbsDiff(least, 0.2), 1e-5);
    QCOMPARE_LE(test::maxAbsDiff(most, 1.9), 1e-5);
    QCOMPARE(linesFrom(shapes, rig.position(1)).size(), std::size_t{3}); // and the lower bone
}

void TstIkShapes::straightLimbsShowThePlaneOfThePole() {
    const test::IkRig rig = test::straightRig({"none", {}}, {1, 1});
    IkDrawing drawing = drawingOf(rig);
    drawing.poleModel = glm::vec3(0, 1, 5);
    const std::size_t before = shapesOf(rig, drawing).lines.size();
    drawing.flexion = std::pair(0.0f, glm::radians(90.0f));
    const IkShapes shapes = shapesOf(rig, drawing);
    QVERIFY(shapes.lines.size() > before);
    // A knee that points at +z bends so that the shin goes to -z.
    const render::Line& last = shapes.lines[shapes.lines.size() - 1];
    const bool isTarget = test::maxAbsDiff(last.begin, rig.position(1)) > 1e-5;
    QVERIFY(!isTarget);
    QCOMPARE_LE(test::maxAbsDiff(last.end, glm::dvec3(0, 1, -0.6)), 1e-5);
}

void TstIkShapes::conesAreWhereBonesCanGo_data() {
    QTest::addColumn<int>("kind");
    for (const int kind : {0, 3, 4}) {
        QTest::newRow(test::parentKinds()[static_cast<std::size_t>(kind)].name) << kind;
    }
}

void TstIkShapes::conesAreWhereBonesCanGo() {
    QFETCH(const int, kind);
    test::Random random(62);
    test::IkRig rig =
        test::randomRig(test::parentKinds()[static_cast<std::size_t>(kind)], random, 3);
    IkDrawing drawing = drawingOf(rig);
    for (std::size_t i = 0; i < 3; ++i) {
        drawing.limits.push_back(test::require(pose::RotationLimit::create(
            *rig.skeleton,
            rig.chain[i],
            rig.chain[i + 1],
            {.swing = random.uniform(0.2f, 1.5f), .swingAcross = random.uniform(0.2f, 1.5f)})));
    }
    const IkShapes shapes = shapesOf(rig, drawing);
    for (std::size_t i = 0; i < 3; ++i) {
        const glm::dvec3 apex = rig.position(i);
        const std::vector<render::Line> spokes = linesFrom(shapes, apex);
        QCOMPARE(spokes.size(), std::size_t{8});
        const pose::RotationLimit& limit = drawing.limits[i];
        for (std::size_t spoke = 0; spoke < spokes.size(); ++spoke) {
            // The joint, turned as far as its limit lets it: forward kinematics puts the bone
            // there.
            const double angle = glm::radians(45.0) * static_cast<double>(spoke);
            const glm::dvec3 swing =
                limit.axis() * (static_cast<double>(limit.limit().swing) * std::cos(angle)) +
                limit.axisAcross() *
                    (static_cast<double>(limit.limit().swingAcross) * std::sin(angle));
            test::IkRig posed = rig;
            posed.local(i).rotation = glm::quat(
                limit.restRotation() * glm::angleAxis(glm::length(swing), glm::normalize(swing)));
            const glm::dvec3 bone = posed.position(i + 1) - posed.position(i);
            QCOMPARE_LE(angleBetween(bone, glm::dvec3(spokes[spoke].end) - apex), 1e-4);
        }
    }
}

void TstIkShapes::twistHasAnArc() {
    const test::IkRig rig = test::straightRig({"none", {}}, {1, 1, 1});
    IkDrawing drawing = drawingOf(rig);
    drawing.limits.push_back(test::require(pose::RotationLimit::create(
        *rig.skeleton,
        rig.chain[0],
        rig.chain[1],
        {.axisJoint = glm::vec3(1, 0, 0), .twistMinimum = -0.5f, .twistMaximum = 1.0f})));
    const IkShapes shapes = shapesOf(rig, drawing);
    QVERIFY(!shapes.lines.empty());
    // Seen along the bone, down: from half a radian to one side of x to one radian to the other.
    double least = 10.0;
    double most = -10.0;
    for (const render::Line& line : shapes.lines) {
        const glm::dvec3 across = glm::dvec3(line.end) - rig.position(0);
        const double angle = std::atan2(
            glm::dot(glm::cross(glm::dvec3(1, 0, 0), across), glm::dvec3(0, -1, 0)), across.x);
        least = std::min(least, angle);
        most = std::max(most, angle);
    }
    QCOMPARE_LE(test::maxAbsDiff(least, -0.5), 1e-5);
    QCOMPARE_LE(test::maxAbsDiff(most, 1.0), 1e-5);
}

QTEST_GUILESS_MAIN(TstIkShapes)
#include "tst_ik_shapes.moc"
