// SPDX-License-Identifier: Apache-2.0
// What a graph did, as a list that leads back to it: events at their times, transitions.
#include "character.h"
#include "editor/model/graph_event_model.h"
#include "editor/model/graph_workspace.h"
#include "graphs.h"

#include <QTemporaryDir>

#include <cmath>

using namespace sartor;
using namespace sartor::editor;
using namespace sartor::test;

namespace {

/// Stand with an event at 0.25 s of "Bend"; Jump and back with cross-fades.
graph::GraphDefinition makeEventful() {
    graph::GraphDefinition graph = makeMachine();
    graph.clips = {{"Bend", {{"knee", 0.25}}, {}}};
    return graph;
}

struct Desk {
    Document character;
    GraphWorkspace graph{character};
    GraphLive& live = graph.live;
    GraphEventModel model{live};

    explicit Desk(const graph::GraphDefinition& definition = makeEventful()) {
        character.open(makeSession());
        graph.document.openRecovered(definition, {});
    }
    void play(int frames) {
        for (int i = 0; i < frames; ++i) {
            character.advance(0.1);
        }
    }
    QString textAt(int row, int column) { return model.index(row, column).data().toString(); }
};

} // namespace

class TstGraphHappenings : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anEventHasTheTimeAtWhichItCame() {
        Desk desk;
        desk.play(2);
        QCOMPARE(desk.model.rowCount(), 0);
        desk.play(1);
        QCOMPARE(desk.model.rowCount(), 1);
        const GraphHappening& event = desk.model.happening(0);
        QCOMPARE(event.name, std::string("knee"));
        QCOMPARE(event.node, std::string("bend"));
        QCOMPARE_LE(std::abs(event.time - 0.25), 1e-6);
        QCOMPARE(event.weight, 1.0f);
        QCOMPARE(desk.textAt(0, GraphEventModel::TimeColumn), QString("0.250 s"));
        QCOMPARE(desk.textAt(0, GraphEventModel::NodeColumn), QString("bend"));
        QCOMPARE(desk.textAt(0, GraphEventModel::WhatColumn), QString("knee"));
    }

    void aTransitionSaysFromWhereToWhere() {
        Desk desk;
        desk.play(1);
        desk.live.fire("jump");
        QCOMPARE(desk.model.rowCount(), 1);
        const GraphHappening& transition = desk.model.happening(0);
        QVERIFY(transition.kind == GraphHappening::Kind::Transition);
        QCOMPARE(transition.node, std::string("machine"));
        QCOMPARE(desk.textAt(0, GraphEventModel::WhatColumn), QString("Stand → Jump"));
        QCOMPARE_LE(std::abs(transition.time - 0.1), 1e-12);
        // Once, not in every frame it takes; and from there back at once.
        desk.play(12);
        QCOMPARE(desk.textAt(1, GraphEventModel::WhatColumn), QString("Jump → Stand"));
        int transitions = 0;
        for (int row = 0; row < desk.model.rowCount(); ++row) {
            transitions += desk.model.happening(row).kind == GraphHappening::Kind::Transition;
        }
        QCOMPARE(transitions, 2);
    }

    void leadsToItsMoment() {
        Desk desk;
        desk.play(6);
        QCOMPARE(desk.model.rowCount(), 1);
        QCOMPARE(desk.model.momentOf(0), std::size_t{3});
        QVERIFY(!desk.model.index(0, 0).data(GraphEventModel::LaterRole).toBool());
        desk.live.showMoment(2);
        QCOMPARE(desk.model.rowCount(), 1);
        QVERIFY(desk.model.index(0, 0).data(GraphEventModel::LaterRole).toBool());
        // Another future: the event comes anew, once.
        desk.play(1);
        QCOMPARE(desk.model.rowCount(), 1);
        desk.live.showMoment(1);
        desk.play(1);
        QCOMPARE(desk.model.rowCount(), 0);
    }

    void aRecordingBringsItsOwn() {
        Desk desk;
        desk.play(4);
        desk.live.fire("jump");
        desk.play(2);
        const QTemporaryDir folder;
        const auto file = std::filesystem::path(folder.path().toStdString()) / "a.capture";
        QVERIFY(desk.live.saveRecording(file).isOk());
        Desk other;
        QVERIFY(other.live.openRecording(file).hasValue());
        QCOMPARE_GE(other.model.rowCount(), 1);
        QCOMPARE(other.textAt(0, GraphEventModel::WhatColumn), QString("knee"));
        QCOMPARE(other.textAt(0, GraphEventModel::TimeColumn), QString("0.250 s"));
    }
};

QTEST_GUILESS_MAIN(TstGraphHappenings)
#include "tst_graph_happenings.moc"
