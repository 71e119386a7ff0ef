// SPDX-License-Identifier: Apache-2.0
// Fields of the selected node, made from its schema: each reads the graph and edits it.
#include "character.h"
#include "editor/view/graph_property_panel.h"
#include "graphs.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableWidget>
#include <QToolButton>

using namespace sartor;
using namespace sartor::editor;
using namespace sartor::test;

namespace {

struct Desk {
    Document character;
    GraphWorkspace workspace{character};
    GraphPropertyPanel panel{workspace};

    explicit Desk(const char* node) {
        character.open(makeSession());
        workspace.document.openRecovered(makeLocomotion(), {});
        select(node);
        panel.resize(420, 800);
        panel.show();
    }
    void select(const char* node) {
        workspace.selection.setNodes(node == nullptr ? std::set<std::string>()
                                                     : std::set<std::string>{node});
        settle();
    }
    /// The panel follows when the event loop comes round.
    static void settle() { QCoreApplication::processEvents(); }
    template <class T>
    T* find(const QString& name) {
        return panel.findChild<T*>(name);
    }
    const graph::GraphDefinition& graph() { return workspace.document.definition(); }
    QUndoStack& undo() { return *workspace.document.undoStack(); }
};

} // namespace

class TstGraphPropertyPanel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aClipThatIsPointedAtIsChosen() {
        Desk desk("bend");
        desk.workspace.selection.reveal({GraphPart::Kind::Clip, "Swing"});
        auto* chooser = desk.find<QComboBox>("eventClip");
        QVERIFY(chooser != nullptr);
        QCOMPARE(chooser->currentText(), QString("Swing"));
        QVERIFY(desk.workspace.selection.nodes().empty());
    }

    void hasAFieldForEveryParamOfEveryType() {
        Desk desk(nullptr);
        for (const graph::NodeSchema* schema : graph::nodeSchemas()) {
            const std::string id = desk.workspace.edits.addNode(schema->id, {0, 0});
            desk.select(id.c_str());
            for (const graph::ParamSchema& param : schema->params) {
                const QString name = QString::fromStdString(std::string(param.id));
                const bool isVector = param.type == graph::ParamType::Vector2 ||
                                      param.type == graph::ParamType::Vector3;
                const QString wanted = param.isList ? "add_" + name
                                       : isVector   ? "param_" + name + "_x"
                                                    : "param_" + name;
                const bool isRecord = param.type == graph::ParamType::Object && !param.isList;
                QVERIFY2(isRecord || desk.find<QWidget>(wanted) != nullptr,
                         qPrintable(QString::fromStdString(id) + ": " + wanted));
            }
            QVERIFY(!desk.find<QLabel>("nodeDoc")->text().isEmpty());
        }
    }

    void aNumberIsOneStepForEachEntry() {
        Desk desk("bend");
        auto* start = desk.find<QDoubleSpinBox>("param_start");
        QVERIFY(start != nullptr);
        QCOMPARE(start->suffix(), QString(" s"));
        QCOMPARE(start->minimum(), 0.0);
        for (int i = 0; i < 5; ++i) {
            start->stepUp();
        }
        QCOMPARE(desk.undo().count(), 1);
        QVERIFY(std::abs(*graph::find(desk.graph().nodes[0].params, "start")->number() - 0.5) <
                1e-9);
        desk.undo().undo();
        Desk::settle();
        QCOMPARE(start->value(), 0.0);
    }

    void aNumberIsNotRoundedByBeingShown() {
        Desk desk("bend");
        desk.workspace.edits.setParam("bend",
                                      *std::find_if(graph::findNodeSchema("clip")->params.begin(),
                                                    graph::findNodeSchema("clip")->params.end(),
                                                    [](const auto& p) { return p.id == "start"; }),
                                      0.123456789,
                                      Gesture::Single);
        Desk::settle();
        desk.select("swing");
        desk.select("bend");
        QCOMPARE(*graph::find(desk.graph().nodes[0].params, "start"), graph::Value(0.123456789));
        QCOMPARE(desk.undo().count(), 1);
    }

    void clipsAreChosenByName() {
        Desk desk("bend");
        auto* clip = desk.find<QComboBox>("param_clip");
        QVERIFY(clip != nullptr);
        QCOMPARE(clip->currentText(), QString("Bend"));
        QVERIFY(clip->findText("Swing") >= 0);
        clip->setCurrentIndex(clip->findText("Swing"));
        Q_EMIT clip->activated(clip->currentIndex());
        QCOMPARE(*graph::find(desk.graph().nodes[0].params, "clip"), graph::Value("Swing"));
    }

    void choicesAreWords() {
        Desk desk("bend");
        auto* mode = desk.find<QComboBox>("param_mode");
        QCOMPARE(mode->itemText(2), QString("Ping pong"));
        Q_EMIT mode->activated(2);
        QCOMPARE(*graph::find(desk.graph().nodes[0].params, "mode"), graph::Value("ping_pong"));
    }

    void inputsHaveFieldsAndAnOrder() {
        Desk desk("move");
        auto* table = desk.find<QTableWidget>("inputs_poses");
        QVERIFY(table != nullptr);
        QCOMPARE(table->rowCount(), 2);
        auto* threshold = table->cellWidget(1, 1)->findChild<QDoubleSpinBox*>();
        QCOMPARE(threshold->value(), 1.5);
        threshold->setValue(1.75);
        QCOMPARE(*graph::find(sourceOf(desk.graph(), {"move", "poses", 1})->fields, "threshold"),
                 graph::Value(1.75));
        desk.find<QToolButton>("downInput_0")->click();
        QCOMPARE(linkAt(desk.graph(), {"move", "poses", 0})->node, std::string("swing"));
        Desk::settle();
        desk.find<QPushButton>("addInput_poses")->click();
        Desk::settle();
        QCOMPARE(desk.find<QTableWidget>("inputs_poses")->rowCount(), 3);
        desk.find<QToolButton>("removeInput_2")->click();
        Desk::settle();
        QCOMPARE(desk.find<QTableWidget>("inputs_poses")->rowCount(), 2);
    }

    void anInputTakesAValueOrAParameter() {
        Desk desk("move");
        auto* source = desk.find<QComboBox>("source_value");
        QVERIFY(source != nullptr);
        QCOMPARE(source->currentText(), QString("speed"));
        Q_EMIT source->activated(0);
        QVERIFY(sourceOf(desk.graph(), {"move", "value", 0})->parameter.empty());
        Desk::settle();
        auto* value = desk.find<QDoubleSpinBox>("param_value");
        QVERIFY(value != nullptr);
        value->setValue(0.5);
        QCOMPARE(sourceOf(desk.graph(), {"move", "value", 0})->constant, graph::Value(0.5));
    }

    void listsOfRecordsAreTables() {
        Desk desk(nullptr);
        auto* add = desk.find<QPushButton>("add_events");
        QVERIFY(add != nullptr);
        add->click();
        Desk::settle();
        Desk::settle();
        QCOMPARE(desk.graph().clips.size(), std::size_t{1});
        QCOMPARE(desk.graph().clips[0].clip, std::string("Bend"));
        auto* table = desk.find<QTableWidget>("table_events");
        QVERIFY(table != nullptr);
        auto* name = table->cellWidget(0, 0)->findChild<QLineEdit*>();
        name->setFocus();
        QTest::keyClicks(name, "step");
        QTest::keyClick(name, Qt::Key_Return);
        QCOMPARE(desk.graph().clips[0].events[0].name, std::string("step"));
        desk.find<QToolButton>("remove_events_0")->click();
        Desk::settle();
        QVERIFY(desk.graph().clips.empty());
    }

    void rootMotionIsOfTheGraph() {
        Desk desk(nullptr);
        auto* owner = desk.find<QComboBox>("rootOwner");
        QVERIFY(owner != nullptr);
        QVERIFY(!owner->isEnabled());
        auto* joint = desk.panel.findChild<QWidget*>("rootJoint")->findChild<QComboBox*>();
        joint->setCurrentIndex(joint->findText("Hip"));
        Q_EMIT joint->activated(joint->currentIndex());
        QCOMPARE(desk.graph().rootMotion.joint, std::string("Hip"));
        Desk::settle();
        owner = desk.find<QComboBox>("rootOwner");
        QVERIFY(owner->isEnabled());
        Q_EMIT owner->activated(1);
        QCOMPARE(desk.graph().rootMotion.owner, pose::RootMotionOwner::Pose);
        desk.find<QCheckBox>("rootY")->click();
        QVERIFY(desk.graph().rootMotion.components.y);
    }

    void renamesTheNode() {
        Desk desk("bend");
        auto* name = desk.find<QLineEdit>("nodeName");
        name->selectAll();
        QTest::keyClicks(name, "knee");
        QTest::keyClick(name, Qt::Key_Return);
        QVERIFY(findNode(desk.graph(), "knee") != nullptr);
        Desk::settle();
        QCOMPARE(desk.find<QLineEdit>("nodeName")->text(), QString("knee"));
    }

    void saysWhatIsWrongWithTheNode() {
        Desk desk("bend");
        QVERIFY(!desk.find<QLabel>("nodeProblems")->isVisible());
        desk.workspace.edits.setParam(
            "bend", graph::findNodeSchema("clip")->params.front(), "Jump", Gesture::Single);
        QTRY_VERIFY(desk.find<QLabel>("nodeProblems")->isVisible());
        QVERIFY(desk.find<QLabel>("nodeProblems")->text().contains("Jump"));
        desk.panel.grab();
    }
};

QTEST_MAIN(TstGraphPropertyPanel)
#include "tst_graph_property_panel.moc"
