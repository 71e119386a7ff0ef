// SPDX-License-Identifier: Apache-2.0
// The graph that plants both feet on a slope: sole and toes stand on it, wherever the clip is.
#include <sartor/import/import_file.h>
#include <sartor/io/graph_document.h>
#include <sartor/pose/ik_chain.h>
#include <sartor/session/graph_rig.h>

#include <QFile>
#include <QtTest>

#include <glm/trigonometric.hpp>

#include <support/graph_fixture.h>
#include <support/ik_fixture.h>

using namespace sartor;
using test::GraphPlayer;

namespace {

const std::string kGraph = SARTOR_SAMPLES_DIR "/graphs/foot_ik.graph.json";

// The slope of the sample: 15 degrees up to the character's left, 2 cm above the clip's ground
// below its right ankle.
const double kSlope = glm::radians(15.0);
const glm::dvec3 kNormal(-std::sin(kSlope), std::cos(kSlope), 0.0);
const glm::dvec3 kGroundPoint(-0.104, 0.02, 0.0);

double heightAboveSlope(const glm::dvec3& point) {
    return glm::dot(point - kGroundPoint, kNormal);
}

} // namespace

class TstFootIk : public QObject {
    Q_OBJECT

    std::shared_ptr<const graph::Rig> rig_;
    graph::GraphDefinition definition_;

    std::vector<glm::dmat4> modelFromJoint(const std::vector<math::Transform>& pose) const {
        return test::forwardKinematics(*rig_->skeleton, pose);
    }
    std::size_t joint(const char* name) const {
        return rig_->skeleton->findByName(name).front().value();
    }

private slots:
    void initTestCase();
    void documentIsInItsOneForm();
    void feetStandOnTheSlope_data();
    void feetStandOnTheSlope();
    void withoutWeightItIsTheClip();
};

void TstFootIk::initTestCase() {
    auto scene = test::require(
        import::importFile(SARTOR_SAMPLES_DIR "/assets/mannequin.glb", import::ImportOptions()));
    rig_ = session::makeGraphRig(scene);
    const io::GraphDocument document = test::require(io::readGraphDocument(kGraph));
    QVERIFY2(document.problems.empty(), io::describe(document.problems).c_str());
    definition_ = document.definition;
}

void TstFootIk::documentIsInItsOneForm() {
    QFile file(QString::fromStdString(kGraph));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(QString::fromUtf8(file.readAll()),
             QString::fromStdString(io::graphDocument(definition_)));
}

void TstFootIk::feetStandOnTheSlope_data() {
    QTest::addColumn<QString>("side");
    QTest::newRow("left") << "Left";
    QTest::newRow("right") << "Right";
}

void TstFootIk::feetStandOnTheSlope() {
    QFETCH(const QString, side);
    const std::string prefix = side.toStdString();
    std::vector<math::Transform> rest;
    for (const assets::Joint& restJoint : rig_->skeleton->joints()) {
        rest.push_back(restJoint.parentFromJointRest);
    }
    const std::vector<glm::dmat4> atRest = modelFromJoint(rest);
    const std::size_t foot = joint((prefix + "Foot").c_str());
    const std::size_t toes = joint((prefix + "ToeBase").c_str());
    GraphPlayer player(definition_, rig_);
    double lowestHips = 10.0;
    double highestHips = 0.0;
    std::optional<glm::dvec3> stands;
    for (int frame = 0; frame < 90; ++frame) {
        player.frame(1.0 / 30.0);
        for (const char* node : {"left_leg", "left_foot", "right_leg", "right_foot"}) {
            QCOMPARE(pose::ikFlagsOfBits(player.activity(node).flags),
                     pose::IkFlags{.isReached = true});
        }
        const std::vector<glm::dmat4> posed = modelFromJoint(player.parentFromJoint);
        // As high above the slope as above flat ground in the rest pose: the sole touches it.
        constexpr double kMillimetre = 1e-3;
        for (const std::size_t index : {foot, toes}) {
            QCOMPARE_LE(
                test::maxAbsDiff(heightAboveSlope(glm::dvec3(posed[index][3])), atRest[index][3].y),
                kMillimetre);
        }
        // The whole foot is turned by the slope, no more and no less.
        const glm::dmat3 turn = glm::dmat3(posed[foot]) * glm::transpose(glm::dmat3(atRest[foot]));
        QCOMPARE_LE(test::maxAbsDiff(turn * glm::dvec3(0, 1, 0), kNormal), 1e-3);
        QCOMPARE_LE(test::maxAbsDiff(turn * glm::dvec3(0, 0, 1), glm::dvec3(0, 0, 1)), 1e-3);
        // Planted: the clip moves the hips, the foot stays.
        const glm::dvec3 place(posed[foot][3]);
        QCOMPARE_LE(glm::distance(stands.value_or(place), place), 1e-4);
        stands = place;
        const double hips = posed[joint("Hips")][3].y;
        lowestHips = std::min(lowestHips, hips);
        highestHips = std::max(highestHips, hips);
    }
    QVERIFY(highestHips - lowestHips > 2e-3);
}

void TstFootIk::withoutWeightItIsTheClip() {
    GraphPlayer player(definition_, rig_);
    player.setFloat("planted", 0.0f);
    graph::GraphDefinition clip = definition_;
    clip.nodes.resize(1);
    clip.groups.clear();
    clip.output = graph::nodeInput("idle");
    GraphPlayer plain(clip, rig_);
    for (int frame = 0; frame < 5; ++frame) {
        player.frame(0.1);
        plain.frame(0.1);
        QVERIFY(test::hasSameBits(player.parentFromJoint, plain.parentFromJoint));
    }
}

QTEST_GUILESS_MAIN(TstFootIk)
#include "tst_foot_ik.moc"
