// SPDX-License-Identifier: Apache-2.0
// The graph that idles, walks, runs and looks: as fast as it is told, without sliding or popping.
#include <sartor/import/import_file.h>
#include <sartor/io/graph_document.h>
#include <sartor/pose/local_to_model.h>
#include <sartor/session/graph_rig.h>

#include <QFile>
#include <QtTest>

#include <glm/trigonometric.hpp>

#include <support/graph_fixture.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

using namespace sartor;
using test::GraphPlayer;

namespace {

const std::string kGraph = SARTOR_SAMPLES_DIR "/graphs/locomotion.graph.json";
constexpr double kFrame = 1.0 / 60.0;

} // namespace

class TstLocomotion : public QObject {
    Q_OBJECT

    std::shared_ptr<const graph::Rig> rig_;
    graph::GraphDefinition definition_;

    // The character as the entity: where root motion has taken it, and its pose there.
    struct Walker {
        Walker(const graph::GraphDefinition& definition,
               const std::shared_ptr<const graph::Rig>& rig)
            : player(definition, rig), modelFromJoint(rig->skeleton->jointCount()) {}

        void frame(double dt = kFrame) {
            worldFromModel = worldFromModel * player.frame(dt).rootMotion;
            pose::localToModel(
                *player.instance.graph().rig().skeleton, player.parentFromJoint, modelFromJoint);
        }
        void run(double seconds) {
            for (double time = 0.0; time < seconds; time += kFrame) {
                frame();
            }
        }
        glm::dvec3 model(JointIndex joint) const {
            return glm::dvec3(modelFromJoint[joint.value()].translation);
        }
        glm::dvec3 world(JointIndex joint) const {
            return math::transformPoint(worldFromModel, model(joint));
        }

        GraphPlayer player;
        math::DoubleRigid worldFromModel;
        std::vector<math::Affine> modelFromJoint;
    };

    JointIndex joint(const char* name) const { return rig_->skeleton->findByName(name).front(); }
    double slideAt(const graph::GraphDefinition& definition, float speed) const;

private slots:
    void initTestCase();
    void documentIsInItsOneForm();
    void goesAsFastAsItIsTold_data();
    void goesAsFastAsItIsTold();
    void feetStandWhileTheyAreDown_data();
    void feetStandWhileTheyAreDown();
    void loopsWithoutAPop_data();
    void loopsWithoutAPop();
    void changesOfSpeedAreSmooth();
    void stepsAreHeardOncePerStride();
    void looksAtItsTarget();
    void whatIsNotPlayedCostsNothing();
};

void TstLocomotion::initTestCase() {
    auto scene = test::require(
        import::importFile(SARTOR_SAMPLES_DIR "/assets/mannequin.glb", import::ImportOptions()));
    rig_ = session::makeGraphRig(scene);
    const io::GraphDocument document = test::require(io::readGraphDocument(kGraph));
    QVERIFY2(document.problems.empty(), io::describe(document.problems).c_str());
    definition_ = document.definition;
}

void TstLocomotion::documentIsInItsOneForm() {
    QFile file(QString::fromStdString(kGraph));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(QString::fromUtf8(file.readAll()),
             QString::fromStdString(io::graphDocument(definition_)));
}

void TstLocomotion::goesAsFastAsItIsTold_data() {
    QTest::addColumn<double>("speed");
    for (const double speed : {0.0, 0.4, 0.9, 1.166667, 1.5, 2.0, 2.6, 3.0}) {
        QTest::addRow("%g m/s", speed) << speed;
    }
}

void TstLocomotion::goesAsFastAsItIsTold() {
    QFETCH(const double, speed);
    Walker walker(definition_, rig_);
    walker.player.setFloat("speed", static_cast<float>(speed));
    walker.run(2.0);
    const double from = walker.worldFromModel.translation.z;
    // Many strides, of which the last one may be cut anywhere.
    constexpr double kSeconds = 60.0;
    walker.run(kSeconds);
    const double measured = (walker.worldFromModel.translation.z - from) / kSeconds;
    QCOMPARE_LE(std::abs(measured - speed), 0.015 * std::max(speed, 1.0));
    QCOMPARE_LE(std::abs(walker.worldFromModel.translation.x), 1e-3);
}

// How fast the lower foot moves over the ground on average, in parts of the character's speed.
double TstLocomotion::slideAt(const graph::GraphDefinition& definition, float speed) const {
    Walker walker(definition, rig_);
    walker.player.setFloat("speed", speed);
    walker.run(2.0);
    const std::array<JointIndex, 2> toes{joint("LeftToeBase"), joint("RightToeBase")};
    std::array<glm::dvec3, 2> before{walker.world(toes[0]), walker.world(toes[1])};
    double slid = 0.0;
    double down = 0.0;
    for (int i = 0; i < 1200; ++i) {
        walker.frame();
        const std::array<glm::dvec3, 2> now{walker.world(toes[0]), walker.world(toes[1])};
        for (std::size_t side = 0; side < 2; ++side) {
            // 22 mm is the toes' height on the ground in both clips.
            constexpr double kDown = 0.027;
            if (now[side].y < kDown && before[side].y < kDown) {
                const glm::dvec3 moved = now[side] - before[side];
                slid += std::hypot(moved.x, moved.z);
                down += kFrame;
            }
        }
        before = now;
    }
    return down > 0.0 ? slid / down / static_cast<double>(speed) : 1.0;
}

void TstLocomotion::feetStandWhileTheyAreDown_data() {
    QTest::addColumn<float>("speed");
    QTest::addColumn<double>("most");
    // Of the clips themselves, and between them.
    QTest::newRow("walk") << 1.166667f << 0.05;
    QTest::newRow("run") << 3.0f << 0.05;
    QTest::newRow("brisk walk") << 1.6f << 0.2;
    QTest::newRow("jog") << 2.2f << 0.2;
}

void TstLocomotion::feetStandWhileTheyAreDown() {
    QFETCH(const float, speed);
    QFETCH(const double, most);
    const double slide = slideAt(definition_, speed);
    QCOMPARE_LE(slide, most);
    // Out of step the feet of the two clips pull at each other.
    if (speed > 1.2f && speed < 2.9f) {
        graph::GraphDefinition outOfStep = definition_;
        for (graph::NodeDefinition& node : outOfStep.nodes) {
            graph::remove(node.params, "sync");
        }
        QCOMPARE_LT(1.5 * slide, slideAt(outOfStep, speed));
    }
}

void TstLocomotion::loopsWithoutAPop_data() {
    QTest::addColumn<float>("speed");
    for (const float speed : {0.0f, 0.6f, 1.2f, 2.0f, 3.0f}) {
        QTest::addRow("%g m/s", static_cast<double>(speed)) << speed;
    }
}

void TstLocomotion::loopsWithoutAPop() {
    QFETCH(const float, speed);
    Walker walker(definition_, rig_);
    walker.player.setFloat("speed", speed);
    walker.run(2.0);
    // A pop is a step of one joint in one frame that its neighbours in time know nothing of: the
    // second difference of its place.
    const std::size_t count = rig_->skeleton->jointCount();
    std::vector<glm::dvec3> places(count * 3);
    double largest = 0.0;
    for (std::size_t i = 0; i < 600; ++i) {
        walker.frame();
        for (std::size_t j = 0; j < count; ++j) {
            places[i % 3 * count + j] = walker.model(JointIndex(j));
            if (i >= 2) {
                const glm::dvec3 bend = places[i % 3 * count + j] -
                                        2.0 * places[(i + 2) % 3 * count + j] +
                                        places[(i + 1) % 3 * count + j];
                largest = std::max(largest, glm::length(bend));
            }
        }
    }
    // Metres. Feet that run turn around quickly, so the bound grows with the speed; the run lifts
    // its feet by four times as much, which a jump within the swing would be seen by.
    QCOMPARE_LE(largest, 0.01 + 0.03 * static_cast<double>(speed));
}

void TstLocomotion::changesOfSpeedAreSmooth() {
    Walker walker(definition_, rig_);
    std::vector<glm::dvec3> before;
    const float speeds[] = {0.0f, 3.0f, 0.5f, 1.2f, 0.0f, 2.0f};
    for (int i = 0; i < 6 * 45; ++i) {
        walker.player.setFloat("speed", speeds[i / 45]);
        walker.frame();
        std::vector<glm::dvec3> now;
        for (std::size_t j = 0; j < rig_->skeleton->jointCount(); ++j) {
            now.push_back(walker.model(JointIndex(j)));
            // The fastest joint of the run makes 6 m/s over the ground.
            if (!before.empty()) {
                QCOMPARE_LE(glm::distance(now[j], before[j]), 0.12);
            }
        }
        before = std::move(now);
    }
}

void TstLocomotion::stepsAreHeardOncePerStride() {
    Walker walker(definition_, rig_);
    walker.player.setFloat("speed", 1.166667f);
    walker.run(2.0);
    const auto& names = walker.player.instance.graph().eventNames();
    std::vector<std::string> steps;
    // Three strides of 1.2 s, with both feet in turn.
    for (int i = 0; i < 216; ++i) {
        for (const graph::Event& event : walker.player.frame(kFrame).events) {
            steps.push_back(names[event.name]);
        }
    }
    QCOMPARE(steps.size(), std::size_t{6});
    for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
        QVERIFY(steps[i] != steps[i + 1]);
    }
}

void TstLocomotion::looksAtItsTarget() {
    for (const float speed : {0.0f, 1.166667f, 2.2f}) {
        Walker walker(definition_, rig_);
        walker.player.setFloat("speed", speed);
        const glm::dvec3 target(1.5, 1.9, 2.0);
        walker.player.instance.setVector3(walker.player.instance.graph().findParameter("look_at"),
                                          glm::vec3(target));
        walker.run(3.0);
        const JointIndex head = joint("Head");
        const auto degreesOff = [&] {
            const glm::dvec3 forward(walker.modelFromJoint[head.value()].linear[2]);
            const glm::dvec3 wanted = glm::normalize(target - walker.model(head));
            return glm::degrees(
                std::acos(std::min(glm::dot(glm::normalize(forward), wanted), 1.0)));
        };
        QCOMPARE_LE(degreesOff(), 0.1);
        walker.player.setFloat("look_weight", 0.0f);
        walker.frame();
        QVERIFY(degreesOff() > 15.0);
    }
}

void TstLocomotion::whatIsNotPlayedCostsNothing() {
    Walker walker(definition_, rig_);
    walker.player.setFloat("look_weight", 0.0f);
    walker.run(1.0);
    QVERIFY(walker.player.activity("idle").isActive);
    QVERIFY(!walker.player.activity("walk").isActive && !walker.player.activity("run").isActive);
    QCOMPARE(walker.player.instance.taskCount(), std::size_t{1});
    walker.player.setFloat("speed", 3.0f);
    walker.run(5.0);
    QVERIFY(!walker.player.activity("idle").isActive);
    QVERIFY(walker.player.activity("run").weight > 0.999f);
}

QTEST_GUILESS_MAIN(TstLocomotion)
#include "tst_locomotion.moc"
