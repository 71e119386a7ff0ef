// SPDX-License-Identifier: Apache-2.0
// The graph at work: parameters that are moved are no edits, and what was played can be shown
// again.
#include "character.h"
#include "editor/model/graph_workspace.h"
#include "editor/model/player.h"
#include "graphs.h"

#include <QSignalSpy>

#include <glm/gtc/quaternion.hpp>

#include <cmath>
#include <limits>
#include <vector>

using namespace sartor;
using namespace sartor::editor;
using namespace sartor::test;

namespace {

graph::PinValue number(float value) {
    return {graph::PinType::Float, glm::vec3(value, 0.0f, 0.0f)};
}

struct Desk {
    Document character;
    GraphWorkspace graph{character};
    GraphDocument& document = graph.document;
    GraphEdits& edits = graph.edits;
    GraphLive& live = graph.live;

    Desk() { document.openRecovered(makeLocomotion(), {}); }
    /// How far the knee is bent, radians.
    float bend() {
        const session::Session* session = character.evaluated();
        return session == nullptr ? -1.0f
                                  : glm::angle(session->parentFromJoint()[kKnee.value()].rotation);
    }
};

} // namespace

class TstGraphLive : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void beginsAtTheInitialValue() {
        Desk desk;
        QCOMPARE(desk.live.value("speed").number(), 0.0f);
        graph::ParameterDefinition changed = desk.document.definition().parameters[0];
        changed.initial = 1.25;
        QVERIFY(desk.edits.setParameter("speed", changed, Gesture::Single).isOk());
        QCOMPARE(desk.live.value("speed").number(), 1.25f);
        QCOMPARE(desk.live.value("lost").number(), 0.0f);
    }

    void movesWithoutAnEdit() {
        Desk desk;
        QSignalSpy changes(&desk.live, &GraphLive::valueChanged);
        desk.live.setValue("speed", number(1.5f));
        QCOMPARE(desk.live.value("speed").number(), 1.5f);
        QCOMPARE(desk.document.undoStack()->count(), 0);
        QCOMPARE(changes.count(), 1);
        desk.live.resetValues();
        QCOMPARE(desk.live.value("speed").number(), 0.0f);
    }

    void staysInItsRange() {
        Desk desk;
        desk.live.setValue("speed", number(7.0f));
        QCOMPARE(desk.live.value("speed").number(), 2.0f);
        desk.live.setValue("speed", number(-7.0f));
        QCOMPARE(desk.live.value("speed").number(), 0.0f);
        desk.live.setValue("speed", number(1.0f));
        desk.live.setValue("speed", number(std::numeric_limits<float>::quiet_NaN()));
        QCOMPARE(desk.live.value("speed").number(), 1.0f);
        desk.live.setValue("lost", number(1.0f));
        QCOMPARE(desk.live.value("lost").number(), 0.0f);
    }

    void followsARenamedParameter() {
        Desk desk;
        desk.live.setValue("speed", number(1.0f));
        graph::ParameterDefinition changed = desk.document.definition().parameters[0];
        changed.id = "pace";
        QVERIFY(desk.edits.setParameter("speed", changed, Gesture::Single).isOk());
        QCOMPARE(desk.live.value("pace").number(), 1.0f);
        QCOMPARE(desk.live.value("speed").number(), 0.0f);
    }

    void aValueThatNoLongerFitsIsForgotten() {
        Desk desk;
        desk.live.setValue("speed", number(2.0f));
        graph::ParameterDefinition changed = desk.document.definition().parameters[0];
        changed.maximum = 1.0;
        QVERIFY(desk.edits.setParameter("speed", changed, Gesture::Single).isOk());
        QCOMPARE(desk.live.value("speed").number(), 0.0f);
    }

    void playsTheGraph() {
        Desk desk;
        QVERIFY(desk.live.instance() == nullptr);
        desk.character.open(makeSession());
        QVERIFY(desk.live.instance() != nullptr);
        double now = 0.0;
        Player player(desk.character, [&now] { return now; });
        player.play();
        QVERIFY(player.isPlaying());
        now = 0.2;
        player.tick();
        QCOMPARE(desk.character.time(), 0.2);
        const graph::NodeActivity bend = desk.live.instance()->activity()[0];
        QVERIFY(bend.isActive);
        // At speed 0 it is the clip "Bend" alone: 2 s for a right angle.
        QVERIFY(std::abs(bend.time - 0.2) < 1e-6);
        QVERIFY(std::abs(desk.bend() - 1.5707964f * 0.1f) < 1e-4f);
        player.pause();
        player.step(1);
        QVERIFY(std::abs(desk.character.time() - 0.2 - 1.0 / 30.0) < 1e-9);
    }

    void aMovedParameterShowsWhileNothingPlays() {
        Desk desk;
        desk.character.open(makeSession());
        desk.character.advance(0.25);
        const float before = desk.bend();
        QSignalSpy frames(&desk.live, &GraphLive::frameChanged);
        desk.live.setValue("speed", number(1.5f));
        QCOMPARE(frames.count(), 1);
        QVERIFY(std::abs(desk.bend() - before) > 1e-3f);
        QCOMPARE(desk.character.time(), 0.25);
    }

    void runsOnWhileAnEditIsBroken() {
        Desk desk;
        desk.character.open(makeSession());
        const auto& clip = graph::findNodeSchema("clip")->params.front();
        desk.edits.setParam("bend", clip, "Jump", Gesture::Single);
        desk.graph.problems.update();
        QVERIFY(desk.live.instance() != nullptr);
        desk.character.advance(0.5);
        QVERIFY(desk.bend() > 0.1f);
        // The next sound one takes over, with the values as they are.
        desk.live.setValue("speed", number(1.5f));
        desk.edits.setParam("bend", clip, "Swing", Gesture::Single);
        desk.graph.problems.update();
        const graph::GraphInstance& instance = *desk.live.instance();
        QCOMPARE(instance.parameter(instance.graph().findParameter("speed")).number(), 1.5f);
    }

    void goesOnWhereOnlyAValueIsEdited() {
        Desk desk;
        desk.character.open(makeSession());
        desk.character.advance(0.5);
        const float before = desk.bend();
        const graph::NodeSchema& clip = *graph::findNodeSchema("clip");
        desk.edits.setConstant({"bend", "speed", 0}, 2.0, Gesture::Single);
        desk.graph.problems.update();
        QCOMPARE(desk.character.time(), 0.5);
        QCOMPARE(desk.bend(), before);
        desk.character.advance(0.25);
        // Twice as fast from there.
        QVERIFY(std::abs(desk.bend() - 1.5707964f * 0.5f) < 1e-4f);
        desk.edits.setParam("bend", clip.params.front(), "Swing", Gesture::Single);
        desk.graph.problems.update();
        QCOMPARE(desk.character.time(), 0.75);
        // Other plugs are another graph.
        desk.edits.disconnect({"move", "poses", 1});
        QVERIFY(desk.edits.connect({"loose", "pose"}, {"move", "poses", 1}).isOk());
        desk.graph.problems.update();
        QCOMPARE(desk.character.time(), 0.0);
    }

    void looksBackAndGoesOnFromThere() {
        Desk desk;
        desk.character.open(makeSession());
        std::vector<float> bends;
        for (int i = 0; i < 10; ++i) {
            desk.character.advance(0.1);
            bends.push_back(desk.bend());
        }
        // The start, and ten steps.
        QCOMPARE(desk.live.moments().size(), std::size_t{11});
        QCOMPARE(desk.live.shownMoment(), std::size_t{10});
        for (const std::size_t i : {std::size_t{3}, std::size_t{0}, std::size_t{9}}) {
            desk.live.showMoment(i + 1);
            QCOMPARE(desk.bend(), bends[i]);
            QCOMPARE(desk.character.time(), desk.live.moments()[i + 1].time);
            QCOMPARE(desk.live.moments().size(), std::size_t{11});
            // What the nodes did is known there as well.
            const graph::NodeActivity& shown = desk.live.instance()->activity()[0];
            QVERIFY(shown.isActive && std::abs(shown.time - desk.character.time()) < 1e-6);
        }
        desk.live.showMoment(4);
        desk.character.advance(0.1);
        QCOMPARE(desk.bend(), bends[4]);
        QCOMPARE(desk.live.moments().size(), std::size_t{6});
        desk.live.showMoment(99);
        QCOMPARE(desk.live.shownMoment(), std::size_t{5});
    }

    void anotherGraphBeginsAnew() {
        Desk desk;
        desk.character.open(makeSession());
        desk.live.setValue("speed", number(1.5f));
        desk.character.advance(0.5);
        desk.document.openRecovered(makeLocomotion(), {});
        QCOMPARE(desk.live.value("speed").number(), 0.0f);
        const graph::GraphInstance& instance = *desk.live.instance();
        QCOMPARE(instance.parameter(instance.graph().findParameter("speed")).number(), 0.0f);
        QCOMPARE(desk.character.time(), 0.0);
        // Its first moment is there to be gone back to.
        QCOMPARE(desk.live.moments().size(), std::size_t{1});
        // One that cannot run does not leave the one before at work.
        graph::GraphDefinition broken = makeLocomotion();
        broken.nodes[0].params = {{"clip", "Fly"}};
        desk.document.openRecovered(broken, {});
        QVERIFY(desk.live.instance() == nullptr);
    }

    void closingTheGraphGivesTheClipsBack() {
        Desk desk;
        desk.character.open(makeSession());
        QCOMPARE(desk.character.duration(), 0.0);
        desk.document.close();
        QVERIFY(desk.live.instance() == nullptr);
        QVERIFY(desk.live.moments().empty());
        QCOMPARE(desk.character.duration(), 2.0);
        desk.character.setTime(1.0);
        QVERIFY(std::abs(desk.bend() - 0.7853982f) < 1e-4f);
    }
};

QTEST_GUILESS_MAIN(TstGraphLive)
#include "tst_graph_live.moc"
