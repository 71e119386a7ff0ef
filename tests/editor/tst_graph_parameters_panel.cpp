// SPDX-License-Identifier: Apache-2.0
// Parameters by hand: sliders move what runs, declarations are edits.
#include "character.h"
#include "editor/model/text.h"
#include "editor/view/elided_label.h"
#include "editor/view/graph_parameters_panel.h"
#include "graphs.h"

#include <QAction>
#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSlider>
#include <QToolButton>

using namespace sartor;
using namespace sartor::editor;
using namespace sartor::test;

namespace {

struct Desk {
    Document character;
    GraphWorkspace workspace{character};
    GraphParametersPanel panel{workspace};

    Desk() {
        character.open(makeSession());
        workspace.document.openRecovered(makeLocomotion(), {});
        panel.resize(420, 600);
        panel.show();
        QCoreApplication::processEvents();
    }
    template <class T>
    T* find(const char* name) {
        return panel.findChild<T*>(QLatin1String(name));
    }
    const std::vector<graph::ParameterDefinition>& parameters() {
        return workspace.document.definition().parameters;
    }
};

} // namespace

class TstGraphParametersPanel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void slidersMoveWhatRuns() {
        Desk desk;
        auto* slider = desk.find<QSlider>("live_speed");
        QVERIFY(slider != nullptr);
        slider->setValue(slider->maximum());
        QCOMPARE(desk.workspace.live.value("speed").number(), 2.0f);
        const graph::GraphInstance& instance = *desk.workspace.live.instance();
        QCOMPARE(instance.parameter(instance.graph().findParameter("speed")).number(), 2.0f);
        QCOMPARE(desk.find<QDoubleSpinBox>("liveValue_speed")->value(), 2.0);
        QCOMPARE(desk.find<QDoubleSpinBox>("liveValue_speed")->suffix(), QString(" m/s"));
        desk.find<QDoubleSpinBox>("liveValue_speed")->setValue(0.5);
        QCOMPARE(slider->value(), slider->maximum() / 4);
        QCOMPARE(desk.workspace.document.undoStack()->count(), 0);
        desk.find<QToolButton>("resetParameters")->click();
        QCOMPARE(slider->value(), 0);
    }

    void aLongNameLeavesTheSliderItsRoom() {
        Desk desk;
        graph::ParameterDefinition changed = desk.parameters()[0];
        changed.id = "how_fast_the_character_goes_over_uneven_ground_in_metres_a_second";
        QVERIFY(desk.workspace.edits.setParameter("speed", changed, Gesture::Single).isOk());
        QCoreApplication::processEvents();
        const QString id = toQString(changed.id);
        auto* slider = desk.panel.findChild<QSlider*>("live_" + id);
        auto* name = desk.panel.findChild<ElidedLabel*>("name_" + id);
        QVERIFY(slider != nullptr && name != nullptr);
        QCOMPARE_GE(slider->width(), 100);
        QVERIFY(name->shownText() != id);
        QCOMPARE(name->toolTip(), id);
        QCOMPARE_LE(desk.panel.findChild<QScrollArea*>()->widget()->width(), desk.panel.width());
    }

    void aParameterThatIsPointedAtIsOpened() {
        Desk desk;
        QVERIFY(!desk.find<QToolButton>("more_speed")->isChecked());
        desk.workspace.selection.reveal({GraphPart::Kind::Parameter, "speed"});
        QVERIFY(desk.find<QToolButton>("more_speed")->isChecked());
    }

    void everyTypeIsAddedWithItsControl() {
        Desk desk;
        for (int type = 0; type < 4; ++type) {
            auto* action = desk.panel.findChild<QAction*>(QString("addParameter_%1").arg(type));
            QVERIFY(action != nullptr);
            action->trigger();
        }
        QCoreApplication::processEvents();
        QCOMPARE(desk.parameters().size(), std::size_t{5});
        QVERIFY(desk.find<QSlider>("live_parameter") != nullptr);
        QVERIFY(desk.find<QCheckBox>("live_parameter_2") != nullptr);
        QVERIFY(desk.find<QDoubleSpinBox>("live_parameter_3_y") != nullptr);
        QVERIFY(desk.find<QPushButton>("live_parameter_4") != nullptr);
        desk.find<QCheckBox>("live_parameter_2")->click();
        QVERIFY(desk.workspace.live.value("parameter_2").truth());
        desk.find<QDoubleSpinBox>("live_parameter_3_y")->setValue(0.25);
        QCOMPARE(desk.workspace.live.value("parameter_3").vector.y, 0.25f);
        desk.panel.grab();
    }

    void declarationsAreEdits() {
        Desk desk;
        desk.find<QToolButton>("more_speed")->click();
        auto* maximum = desk.find<QDoubleSpinBox>("maximum_speed");
        QVERIFY(maximum->isVisible());
        maximum->setValue(4.0);
        QCOMPARE(desk.parameters()[0].maximum, 4.0);
        QCOMPARE(desk.workspace.document.undoStack()->count(), 1);
        auto* minimum = desk.find<QDoubleSpinBox>("minimum_speed");
        minimum->setValue(9.0);
        // Refused: the field says what is.
        QCOMPARE(desk.parameters()[0].minimum, 0.0);
        QCoreApplication::processEvents();
        QCOMPARE(desk.find<QDoubleSpinBox>("minimum_speed")->value(), 0.0);
    }

    void renamesEverywhere() {
        Desk desk;
        desk.find<QToolButton>("more_speed")->click();
        auto* name = desk.find<QLineEdit>("name_speed");
        name->selectAll();
        QTest::keyClicks(name, "pace");
        QTest::keyClick(name, Qt::Key_Return);
        QCOMPARE(desk.parameters()[0].id, std::string("pace"));
        QCOMPARE(sourceOf(desk.workspace.document.definition(), {"move", "value", 0})->parameter,
                 std::string("pace"));
        QCoreApplication::processEvents();
        QVERIFY(desk.find<QSlider>("live_pace") != nullptr);
        QVERIFY(desk.find<QLineEdit>("name_pace")->isVisible());
    }

    void deletes() {
        Desk desk;
        desk.find<QToolButton>("more_speed")->click();
        desk.find<QPushButton>("delete_speed")->click();
        QVERIFY(desk.parameters().empty());
        QCoreApplication::processEvents();
        QVERIFY(desk.find<QSlider>("live_speed") == nullptr);
    }
};

QTEST_MAIN(TstGraphParametersPanel)
#include "tst_graph_parameters_panel.moc"
