// SPDX-License-Identifier: Apache-2.0
// Another scene in place of the character: it follows the character, and leaves no trace.
#include "character.h"
#include "editor/model/experiment_model.h"
#include "editor/model/preview.h"
#include "graphs.h"

#include <sartor/graph/compiled_graph.h>

#include <QSignalSpy>

using namespace sartor;
using namespace sartor::editor;
using namespace sartor::test;
using import::ImportedScene;
using session::ViewMode;

namespace {

/// The scene as it is.
Result<ImportedScene> same(const ImportedScene& scene, const std::stop_token&) {
    return scene;
}

struct Stage {
    Stage() : selection(document), view(selection), preview(document, view) {
        document.open(makeSession());
    }

    bool show(Preview::Request request) {
        preview.show(std::move(request));
        return QTest::qWaitFor([this] { return !preview.isPending(); }) &&
               document.standIn() != nullptr;
    }

    bool looksAlike() {
        const session::Session* shown = document.shown();
        const session::Session* own = document.evaluated();
        if (shown == nullptr || own == nullptr || shown == own) {
            return false;
        }
        const auto a = shown->frame(0).positions;
        const auto b = own->frame(0).positions;
        return std::equal(a.begin(), a.end(), b.begin(), b.end());
    }

    Document document;
    Selection selection;
    ViewSettings view;
    Preview preview;
};

} // namespace

class TstPreview : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void followsTheCharacter() {
        Stage stage;
        QVERIFY(stage.document.setMorphWeight({kBody, 0}, 0.75f, Gesture::Single).isOk());
        QVERIFY(stage.show({.key = QStringLiteral("same"), .title = {}, .make = same}));
        QVERIFY(stage.looksAlike());
        const auto positions = [&] {
            const auto all = stage.document.shown()->frame(0).positions;
            return std::vector<glm::vec3>(all.begin(), all.end());
        };
        std::vector<std::vector<glm::vec3>> seen = {positions()};
        const auto isAnother = [&] {
            seen.push_back(positions());
            return stage.looksAlike() && seen.back() != seen[seen.size() - 2];
        };
        stage.document.setTime(0.7);
        QVERIFY(isAnother());
        QVERIFY(stage.document.setClip(1).isOk());
        QVERIFY(isAnother());
        QVERIFY(stage.document.setMorphWeight({kBody, 0}, 0.25f, Gesture::Single).isOk());
        QVERIFY(isAnother());
        QVERIFY(stage.document.clearMorphWeights().isOk());
        QVERIFY(isAnother());
        QVERIFY(stage.document.setMaximumInfluences(1).isOk());
        QVERIFY(isAnother());
        QVERIFY(stage.document.setChain("dqs").isOk());
        QVERIFY(stage.looksAlike());
        stage.document.undoStack()->undo();
        stage.document.undoStack()->undo();
        QVERIFY(isAnother());
    }

    void followsAGraph() {
        Stage stage;
        const auto graph = compiledFor(stage.document);
        QVERIFY(stage.document.setGraph(graph).isOk());
        QVERIFY(stage.show({.key = QStringLiteral("same"), .title = {}, .make = same}));
        QVERIFY(stage.looksAlike());
        const auto before = stage.document.shown()->frame(0).positions[5];
        stage.document.advance(0.4);
        QVERIFY(stage.looksAlike());
        QVERIFY(stage.document.shown()->frame(0).positions[5] != before);
        QVERIFY(stage.document.setGraph(nullptr).isOk());
        QVERIFY(stage.looksAlike());
    }

    void isLookedAtAsAskedForAndThenAsBefore() {
        Stage stage;
        using Overlay = ViewSettings::Overlay;
        stage.view.setMode(ViewMode::Normals);
        QVERIFY(stage.show({.key = QStringLiteral("a"),
                            .title = {},
                            .make = same,
                            .mode = ViewMode::Dominant,
                            .showsSkeleton = true}));
        QCOMPARE(stage.view.mode(), ViewMode::Dominant);
        QVERIFY(stage.view.isShown(Overlay::Skeleton));
        // One after the other: the look is that of before the first.
        QVERIFY(stage.show(
            {.key = QStringLiteral("b"), .title = {}, .make = same, .mode = ViewMode::Shaded}));
        QCOMPARE(stage.view.mode(), ViewMode::Shaded);
        QVERIFY(!stage.view.isShown(Overlay::Skeleton));
        stage.preview.hide();
        QCOMPARE(stage.view.mode(), ViewMode::Normals);
        // What the user has chosen stays.
        QVERIFY(stage.show(
            {.key = QStringLiteral("b"), .title = {}, .make = same, .mode = ViewMode::Shaded}));
        stage.view.setMode(ViewMode::Weights);
        stage.preview.hide();
        QCOMPARE(stage.view.mode(), ViewMode::Weights);
    }

    void onlyTheLastOneComes() {
        Stage stage;
        stage.preview.show(
            {.key = QStringLiteral("a"), .title = QStringLiteral("a"), .make = same});
        stage.preview.show(
            {.key = QStringLiteral("b"), .title = QStringLiteral("b"), .make = same});
        QTRY_VERIFY(stage.document.standIn() != nullptr);
        QCOMPARE(stage.document.standIn()->title(), QStringLiteral("b"));
        stage.preview.show(
            {.key = QStringLiteral("a"), .title = QStringLiteral("a"), .make = same});
        stage.preview.hide();
        QVERIFY(stage.document.standIn() == nullptr);
        QTest::qWait(50);
        QVERIFY(stage.document.standIn() == nullptr);
        QVERIFY(stage.preview.key().isEmpty());
    }

    void aSceneThatCannotBeMadeIsSaid() {
        Stage stage;
        QSignalSpy changed(&stage.preview, &Preview::changed);
        stage.preview.show({.key = QStringLiteral("a"),
                            .title = {},
                            .make = [](const ImportedScene&, const std::stop_token&) {
                                return Result<ImportedScene>(Error{"test", "there is no wool"});
                            }});
        QTRY_COMPARE(stage.preview.problem(), QStringLiteral("there is no wool"));
        QVERIFY(stage.preview.key().isEmpty());
        QVERIFY(stage.document.standIn() == nullptr);
        QCOMPARE(stage.document.shown(), stage.document.evaluated());
    }

    void everyExperimentIsDrawnAndConcludes() {
        Stage stage;
        ExperimentModel model(stage.document, stage.preview);
        for (const diagnose::ExperimentKind& kind : diagnose::experimentKinds()) {
            model.start(std::string(kind.id));
            QTRY_VERIFY2(model.result().has_value(), qPrintable(model.problem()));
            QCOMPARE(model.result()->id, std::string(kind.id));
            QVERIFY(!model.result()->conclusion.empty());
            QVERIFY(stage.document.standIn() != nullptr);
            QVERIFY(stage.document.shown() != nullptr);
            using enum diagnose::ExperimentView;
            QCOMPARE(stage.view.mode(),
                     kind.view == JointColours ? ViewMode::Ids
                     : kind.view == Directions ? ViewMode::Direction
                                               : ViewMode::Shaded);
            QCOMPARE(stage.view.isShown(ViewSettings::Overlay::Skeleton), kind.view == Bones);
            QVERIFY(stage.document.standIn()->title().contains(
                QString::fromUtf8(kind.title.data(), qsizetype(kind.title.size()))));
        }
        model.stop();
        QVERIFY(model.running().empty());
        QVERIFY(!model.result());
        QVERIFY(stage.document.standIn() == nullptr);
        model.start("skeleton-only");
        QTRY_VERIFY(model.result().has_value());
        QVERIFY(stage.document.shown()->scene().instances.empty());
        // Something else is drawn: the experiment is over.
        QVERIFY(stage.show({.key = QStringLiteral("same"), .title = {}, .make = same}));
        QVERIFY(model.running().empty());
        QVERIFY(!model.result());
    }

private:
    static std::shared_ptr<const graph::CompiledGraph> compiledFor(const Document& document) {
        const graph::CompileResult result =
            graph::compile(makeLocomotion(), document.session()->graphRig());
        if (result.graph == nullptr) {
            qFatal("the graph does not compile");
        }
        return result.graph;
    }
};

QTEST_GUILESS_MAIN(TstPreview)
#include "tst_preview.moc"
