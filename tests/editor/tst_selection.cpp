// SPDX-License-Identifier: Apache-2.0
// What is selected, and what the viewport shows because of it.
#include "character.h"
#include "editor/model/selection.h"
#include "editor/model/view_settings.h"

#include <QSignalSpy>

using namespace sartor;
using namespace sartor::editor;
using namespace sartor::test;
using session::ViewMode;

class TstSelection : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void holdsWhatTheFileHas() {
        Document document;
        Selection selection(document);
        document.open(makeSession());
        selection.setJoint(kKnee);
        QCOMPARE(selection.joint(), std::optional(kKnee));
        selection.setJoint(JointIndex(5));
        QVERIFY(!selection.joint());
        selection.setVertex(VertexId{0, 5});
        QVERIFY(selection.vertex() == std::optional(VertexId{0, 5}));
        selection.setVertex(VertexId{0, 6});
        QVERIFY(!selection.vertex());
        selection.setVertex(VertexId{2, 0});
        QVERIFY(!selection.vertex());
    }

    void nothingCanBeSelectedWithoutAFile() {
        Document document;
        Selection selection(document);
        selection.setJoint(kRoot);
        selection.setVertex(VertexId{0, 0});
        QVERIFY(!selection.joint());
        QVERIFY(!selection.vertex());
    }

    void anotherFileEmptiesIt() {
        Document document;
        Selection selection(document);
        document.open(makeSession());
        selection.setJoint(kKnee);
        selection.setVertex(VertexId{0, 1});
        QSignalSpy joints(&selection, &Selection::jointChanged);
        QSignalSpy vertices(&selection, &Selection::vertexChanged);
        document.open(makeSession());
        QVERIFY(!selection.joint());
        QVERIFY(!selection.vertex());
        QCOMPARE(joints.count(), 1);
        QCOMPARE(vertices.count(), 1);
    }

    void tellsOfChangesOnly() {
        Document document;
        Selection selection(document);
        document.open(makeSession());
        QSignalSpy joints(&selection, &Selection::jointChanged);
        selection.setJoint(kKnee);
        selection.setJoint(kKnee);
        QCOMPARE(joints.count(), 1);
    }

    void selectingAJointShowsItsWeights() {
        Document document;
        Selection selection(document);
        ViewSettings view(selection);
        document.open(makeSession());
        QCOMPARE(view.mode(), ViewMode::Shaded);
        selection.setJoint(kKnee);
        QCOMPARE(view.mode(), ViewMode::Weights);
        QCOMPARE(view.options().joint, std::optional(kKnee));
        view.setMode(ViewMode::Shaded);
        selection.setJoint(std::nullopt);
        QCOMPARE(view.mode(), ViewMode::Shaded);
    }

    void theRendererIsToldEverything() {
        Document document;
        Selection selection(document);
        ViewSettings view(selection);
        document.open(makeSession());
        view.setMode(ViewMode::Bind);
        selection.setVertex(VertexId{0, 3});
        QCOMPARE(view.options().mode, ViewMode::Bind);
        QVERIFY(view.options().markedVertex ==
                std::optional(std::pair<std::size_t, std::uint32_t>(0, 3)));
    }

    void everyOverlayIsSwitchedAlone_data() {
        using Overlay = ViewSettings::Overlay;
        QTest::addColumn<int>("overlay");
        QTest::addColumn<int>("option");
        // Position in shownOptions().
        QTest::newRow("skeleton") << static_cast<int>(Overlay::Skeleton) << 0;
        QTest::newRow("axes") << static_cast<int>(Overlay::Axes) << 1;
        QTest::newRow("grid") << static_cast<int>(Overlay::Grid) << 2;
        QTest::newRow("wireframe") << static_cast<int>(Overlay::Wireframe) << 3;
        QTest::newRow("textures") << static_cast<int>(Overlay::Textures) << 4;
    }

    void everyOverlayIsSwitchedAlone() {
        QFETCH(int, overlay);
        QFETCH(int, option);
        Document document;
        Selection selection(document);
        ViewSettings view(selection);
        QList<bool> expected = shownOptions(view.options());
        expected[option] = !expected[option];
        const auto chosen = static_cast<ViewSettings::Overlay>(overlay);
        view.setShown(chosen, !view.isShown(chosen));
        QCOMPARE(shownOptions(view.options()), expected);
    }

    void everyModeHasItsOwnKey() {
        for (const ViewModeInfo& info : viewModes()) {
            QCOMPARE(viewModeFromKey(QString::fromLatin1(info.key)), std::optional(info.mode));
            QCOMPARE(&viewModeInfo(info.mode), &info);
        }
        QVERIFY(!viewModeFromKey(u"nonsense"));
        for (const OverlayInfo& info : overlays()) {
            QCOMPARE(overlayFromKey(QString::fromLatin1(info.key)), std::optional(info.overlay));
        }
        QVERIFY(!overlayFromKey(u"nonsense"));
    }

private:
    static QList<bool> shownOptions(const session::ViewOptions& options) {
        return {options.showSkeleton,
                options.showAxes,
                options.showGrid,
                options.showWireframe,
                options.showTextures};
    }
};

QTEST_GUILESS_MAIN(TstSelection)
#include "tst_selection.moc"
