// SPDX-License-Identifier: Apache-2.0
// Root motion of a running graph as it is shown: tracks, owner, balance, verdict, sources.
#include "character.h"
#include "editor/view/grid_lines.h"
#include "editor/view/root_motion_panel.h"
#include "graphs.h"

#include <QLabel>
#include <QTableWidget>

#include <limits>
#include <vector>

using namespace sartor;
using namespace sartor::editor;
using namespace sartor::test;

namespace {

/// The hip goes forward a metre a second.
std::shared_ptr<const assets::Clip> makeWalk() {
    assets::ClipData data;
    data.name = "Walk";
    assets::JointTracks tracks;
    tracks.joint = kHip;
    tracks.translation.times = {0.0f, 1.0f};
    tracks.translation.values = {glm::vec3(0.0f), glm::vec3(0.0f, 0.0f, 1.0f)};
    data.jointTracks.push_back(std::move(tracks));
    return require(assets::Clip::create(std::move(data), 5));
}

graph::GraphDefinition makeWalking(pose::RootMotionOwner owner) {
    graph::GraphDefinition graph;
    graph.nodes = {makeClip("walk", "Walk", 0, 0)};
    graph.output = graph::nodeInput("walk");
    graph.rootMotion.joint = "Hip";
    graph.rootMotion.owner = owner;
    return graph;
}

struct Desk {
    Document character;
    GraphWorkspace workspace{character};
    RootMotionPanel panel{workspace};

    Desk() {
        import::ImportedScene scene = makeScene();
        scene.clips = {makeWalk()};
        character.open(makeSession(scene));
        panel.resize(900, 300);
        panel.QWidget::show();
    }
    QString text(const char* name) { return panel.findChild<QLabel*>(QLatin1String(name))->text(); }
    bool isProblem(const char* name) {
        return panel.findChild<QLabel*>(QLatin1String(name))->property("problem").toBool();
    }
    void play() {
        for (int i = 0; i < 20; ++i) {
            character.advance(0.045);
        }
    }
};

} // namespace

class TstRootMotionPanel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void withoutAGraphOrARootThereIsNothing() {
        Desk desk;
        QVERIFY(desk.text("rootMotionVerdict").contains("No graph plays"));
        graph::GraphDefinition still = makeWalking(pose::RootMotionOwner::Entity);
        still.rootMotion.joint.clear();
        desk.workspace.document.openRecovered(still, {});
        desk.character.advance(0.1);
        QVERIFY(desk.text("rootMotionVerdict").contains("no root motion"));
        desk.panel.grab();
    }

    void whoeverOwnsItTheBooksBalance_data() {
        QTest::addColumn<int>("owner");
        QTest::addColumn<QString>("words");
        QTest::newRow("entity") << static_cast<int>(pose::RootMotionOwner::Entity)
                                << "The entity takes it";
        QTest::newRow("pose") << static_cast<int>(pose::RootMotionOwner::Pose)
                              << "It stays in the pose";
    }

    void whoeverOwnsItTheBooksBalance() {
        QFETCH(int, owner);
        QFETCH(QString, words);
        Desk desk;
        desk.workspace.document.openRecovered(
            makeWalking(static_cast<pose::RootMotionOwner>(owner)), {});
        desk.play();
        QCOMPARE(desk.text("rootMotionOwner"), words);
        QVERIFY2(!desk.isProblem("rootMotionConservation"),
                 qPrintable(desk.text("rootMotionConservation")));
        QVERIFY2(!desk.isProblem("rootMotionVerdict"), qPrintable(desk.text("rootMotionVerdict")));
        auto* sources = desk.panel.findChild<QTableWidget*>("rootMotionSources");
        QCOMPARE(sources->rowCount(), 1);
        QCOMPARE(sources->item(0, 0)->text(), QString("walk"));
        desk.panel.grab();
    }

    void tracksThatLeaveTheWorldAreDrawnToo() {
        Desk desk;
        for (const double far : {1e17, 1e30, std::numeric_limits<double>::infinity()}) {
            RootMotionReport report;
            report.entity = QPolygonF({QPointF(far, -far), QPointF(far, -far)});
            desk.panel.show(report);
            desk.panel.grab(); // comes to an end
        }
    }

    void linesStandAtMultiplesOfTheirStep() {
        QCOMPARE(gridLines(-0.3, 0.6, 0.25), (std::vector<double>{-0.25, 0.0, 0.25, 0.5}));
        QCOMPARE(gridLines(0.1, 0.2, 0.25), std::vector<double>());
        QCOMPARE(gridLines(0.0, 1e9, 0.25), std::vector<double>());
        QCOMPARE(gridLines(1e18, 1e18 + 512.0, 0.25), std::vector<double>());
    }

    void aFaultIsMarked() {
        Desk desk;
        RootMotionReport report;
        report.verdict = "Double";
        report.isFault = true;
        report.isConserved = false;
        desk.panel.show(report);
        QVERIFY(desk.isProblem("rootMotionVerdict"));
        QVERIFY(desk.isProblem("rootMotionConservation"));
    }
};

QTEST_MAIN(TstRootMotionPanel)
#include "tst_root_motion_panel.moc"
