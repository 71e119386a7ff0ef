// SPDX-License-Identifier: Apache-2.0
// Curves on the screen: the time is where it is drawn, and can be taken hold of.
#include "character.h"
#include "editor/view/motion_curves_panel.h"

#include <QComboBox>
#include <QLabel>
#include <QSignalSpy>

#include <support/compare.h>

using namespace sartor;
using namespace sartor::editor;
using namespace sartor::test;

namespace {

struct Desk {
    Document document;
    Selection selection{document};
    Player player{document};
    MotionCurvesPanel panel{document, selection, player};
    MotionCurvesView* view = panel.findChild<MotionCurvesView*>("motionCurves");

    Desk() {
        document.open(makeSession());
        panel.resize(900, 300);
        panel.show();
    }
    QImage picture() { return panel.grab().toImage(); }
};

} // namespace

class TstMotionCurvesPanel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void showsTheSelectedJoint() {
        Desk desk;
        auto* joint = desk.panel.findChild<QLabel*>("motionCurvesJoint");
        QCOMPARE(joint->text(), QString("No joint"));
        const QImage empty = desk.picture();
        desk.selection.setJoint(kKnee);
        QCOMPARE(joint->text(), QString("Knee"));
        QTRY_VERIFY(desk.panel.model().curves() != nullptr);
        QVERIFY(desk.picture() != empty);
    }

    void aClickTakesHoldOfTheTime() {
        Desk desk;
        desk.selection.setJoint(kKnee);
        QTRY_VERIFY(desk.panel.model().curves() != nullptr);
        desk.player.play();
        const double x = desk.view->positionOf(0.5);
        QTest::mouseClick(desk.view, Qt::LeftButton, {}, QPoint(qRound(x), 40));
        QVERIFY(!desk.player.isPlaying());
        // Two seconds over some hundred pixels.
        QCOMPARE_LE(std::abs(desk.document.time() - 0.5), 0.003);
        // Before the first and after the last there is no time.
        QCOMPARE(desk.view->timeAt(0.0), 0.0);
        QCOMPARE(desk.view->timeAt(1e6), 2.0);
    }

    void theTimeIsSeenToMove() {
        Desk desk;
        desk.selection.setJoint(kKnee);
        QTRY_VERIFY(desk.panel.model().curves() != nullptr);
        const QImage before = desk.picture();
        desk.document.setTime(1.0);
        QVERIFY(desk.picture() != before);
    }

    void theOrderIsChosen() {
        Desk desk;
        desk.selection.setJoint(kKnee);
        auto* orders = desk.panel.findChild<QComboBox*>("eulerOrderChooser");
        QCOMPARE(orders->count(), 12);
        QTest::keyClick(orders, Qt::Key_Down);
        QCOMPARE(desk.panel.model().order(), math::EulerOrder::Xzy);
    }

    void aHiddenPanelMeasuresNothing() {
        Desk desk;
        desk.selection.setJoint(kKnee);
        QTRY_VERIFY(desk.panel.model().curves() != nullptr);
        desk.panel.hide();
        QVERIFY(desk.panel.model().curves() == nullptr);
    }
};

QTEST_MAIN(TstMotionCurvesPanel)
#include "tst_motion_curves_panel.moc"
