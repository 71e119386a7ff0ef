// SPDX-License-Identifier: Apache-2.0
// Settings of the document: undo, redo, merging, failure.
#include "character.h"
#include "editor/model/document.h"

#include <sartor/base/log.h>

#include <QSignalSpy>
#include <QTemporaryDir>

#include <functional>

using namespace sartor;
using namespace sartor::editor;
using namespace sartor::test;

namespace {

using Edit = std::function<Status(Document&)>;

std::vector<glm::vec3> positionsOf(Document& document, std::size_t instance) {
    const session::Session* session = document.evaluated();
    if (session == nullptr) {
        return {};
    }
    const auto positions = session->frame(instance).positions;
    return {positions.begin(), positions.end()};
}

} // namespace

Q_DECLARE_METATYPE(Edit)

class TstDocument : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void opensWithTheFirstClip() {
        Document document;
        QSignalSpy changes(&document, &Document::changed);
        document.open(makeSession());
        QCOMPARE(changes.count(), 1);
        QCOMPARE(changes[0][0].value<DocumentChange>(), DocumentChange::Opened);
        QCOMPARE(document.settings().clip, std::optional<std::uint32_t>(0));
        QCOMPARE(document.session()->clip(), std::optional<std::uint32_t>(0));
        QCOMPARE(document.duration(), 2.0);
        QCOMPARE(document.fileName(), QStringLiteral("bar.glb"));
        QVERIFY(!document.undoStack()->canUndo());
    }

    void undoesAndRedoesEverySetting_data() {
        QTest::addColumn<Edit>("edit");
        QTest::addColumn<int>("change");
        const auto row = [](const char* name, DocumentChange change, Edit edit) {
            QTest::newRow(name) << std::move(edit) << static_cast<int>(change);
        };
        row("clip", DocumentChange::Clip, [](Document& d) { return d.setClip(1); });
        row("no clip", DocumentChange::Clip, [](Document& d) { return d.setClip(std::nullopt); });
        row("chain", DocumentChange::Chain, [](Document& d) { return d.setChain("lbs"); });
        row("influences", DocumentChange::Influences, [](Document& d) {
            return d.setMaximumInfluences(1);
        });
        row("morph weight", DocumentChange::MorphWeights, [](Document& d) {
            return d.setMorphWeight({kBody, 0}, 0.75f, Gesture::Single);
        });
        row("release of a morph weight", DocumentChange::MorphWeights, [](Document& d) {
            return d.clearMorphWeight({kBody, 1});
        });
        row("release of all morph weights", DocumentChange::MorphWeights, [](Document& d) {
            return d.clearMorphWeights();
        });
        row("playback mode", DocumentChange::Playback, [](Document& d) {
            return d.setPlaybackMode(pose::PlaybackMode::Once);
        });
        row("playback speed", DocumentChange::Playback, [](Document& d) {
            return d.setPlaybackSpeed(0.5, Gesture::Single);
        });
    }

    void undoesAndRedoesEverySetting() {
        QFETCH(Edit, edit);
        QFETCH(int, change);
        Document document;
        document.open(makeSession());
        // Something to release, set before the step that is tested.
        QVERIFY(document.setMorphWeight({kBody, 1}, 0.9f, Gesture::Single).isOk());
        document.setTime(0.7);
        const DocumentSettings before = document.settings();
        const auto positionsBefore = positionsOf(document, 0);
        const int stepsBefore = document.undoStack()->count();

        QSignalSpy changes(&document, &Document::changed);
        const Status status = edit(document);
        QVERIFY2(status.isOk(), status ? "" : status.error().message.c_str());
        QCOMPARE(changes.count(), 1);
        QCOMPARE(static_cast<int>(changes[0][0].value<DocumentChange>()), change);
        QCOMPARE(document.undoStack()->count(), stepsBefore + 1);
        const DocumentSettings after = document.settings();
        QVERIFY(!(after == before));
        const auto positionsAfter = positionsOf(document, 0);

        document.undoStack()->undo();
        QVERIFY(document.settings() == before);
        QCOMPARE(document.session()->clip(), before.clip);
        QCOMPARE(document.session()->options().chain, before.chain);
        QCOMPARE(document.session()->options().influences.maxPerVertex, before.maximumInfluences);
        if (after.clip == before.clip) {
            QCOMPARE(positionsOf(document, 0), positionsBefore);
        }

        document.undoStack()->redo();
        QVERIFY(document.settings() == after);
        QCOMPARE(document.session()->clip(), after.clip);
        QCOMPARE(positionsOf(document, 0), positionsAfter);
    }

    void aMorphWeightDeformsAndItsReleaseGivesTheFilesBack() {
        Document document;
        document.open(makeSession());
        QVERIFY(document.setClip(std::nullopt).isOk());
        QCOMPARE(positionsOf(document, 0)[0].z, 0.25f);
        QVERIFY(document.setMorphWeight({kBody, 1}, 1.0f, Gesture::Single).isOk());
        QCOMPARE(positionsOf(document, 0)[0].z, 1.0f);
        QVERIFY(document.clearMorphWeight({kBody, 1}).isOk());
        QCOMPARE(positionsOf(document, 0)[0].z, 0.25f);
        document.undoStack()->undo();
        QCOMPARE(positionsOf(document, 0)[0].z, 1.0f);
    }

    void editsOfOneGestureAreOneStep() {
        Document document;
        document.open(makeSession());
        const Gesture drag = document.newGesture();
        for (const float weight : {0.1f, 0.4f, 0.8f}) {
            QVERIFY(document.setMorphWeight({kBody, 0}, weight, drag).isOk());
        }
        QCOMPARE(document.undoStack()->count(), 1);
        const Gesture secondDrag = document.newGesture();
        QVERIFY(document.setMorphWeight({kBody, 0}, 0.5f, secondDrag).isOk());
        QCOMPARE(document.undoStack()->count(), 2);
        document.undoStack()->undo();
        QCOMPARE(document.settings().morphWeights.at({kBody, 0}), 0.8f);
        document.undoStack()->undo();
        QVERIFY(document.settings().morphWeights.empty());
        document.undoStack()->redo();
        QCOMPARE(document.settings().morphWeights.at({kBody, 0}), 0.8f);
    }

    void aGestureDoesNotMergeDifferentSettings() {
        Document document;
        document.open(makeSession());
        const Gesture drag = document.newGesture();
        QVERIFY(document.setMorphWeight({kBody, 0}, 0.5f, drag).isOk());
        QVERIFY(document.setMorphWeight({kBody, 1}, 0.5f, drag).isOk());
        QVERIFY(document.setPlaybackSpeed(2.0, drag).isOk());
        QCOMPARE(document.undoStack()->count(), 3);
    }

    void singleEditsNeverMerge() {
        Document document;
        document.open(makeSession());
        QVERIFY(document.setMorphWeight({kBody, 0}, 0.5f, Gesture::Single).isOk());
        QVERIFY(document.setMorphWeight({kBody, 0}, 0.6f, Gesture::Single).isOk());
        QCOMPARE(document.undoStack()->count(), 2);
    }

    void aGestureThatEndsWhereItBeganIsNoStep() {
        Document document;
        document.open(makeSession());
        QVERIFY(document.setMorphWeight({kBody, 0}, 0.5f, Gesture::Single).isOk());
        const Gesture drag = document.newGesture();
        QVERIFY(document.setMorphWeight({kBody, 0}, 0.9f, drag).isOk());
        QVERIFY(document.setMorphWeight({kBody, 0}, 0.5f, drag).isOk());
        QCOMPARE(document.undoStack()->count(), 1);
    }

    void anEditToTheCurrentValueIsNoStep() {
        Document document;
        document.open(makeSession());
        QVERIFY(document.setClip(0).isOk());
        QVERIFY(document.setPlaybackSpeed(1.0, Gesture::Single).isOk());
        QCOMPARE(document.undoStack()->count(), 0);
    }

    void aFailedEditChangesNothing_data() {
        QTest::addColumn<Edit>("edit");
        QTest::addColumn<QString>("code");
        const auto row = [](const char* name, const char* code, Edit edit) {
            QTest::newRow(name) << std::move(edit) << QString::fromLatin1(code);
        };
        row("unknown deformer", "plugin.unknown", [](Document& d) { return d.setChain("melt"); });
        row("broken chain", "chain.syntax", [](Document& d) { return d.setChain("lbs["); });
        row("unknown clip", "session.clip_out_of_range", [](Document& d) { return d.setClip(9); });
        row("unknown target", "session.morph_out_of_range", [](Document& d) {
            return d.setMorphWeight({kProp, 0}, 1.0f, Gesture::Single);
        });
        row("speed that is no number", "editor.playback_speed", [](Document& d) {
            return d.setPlaybackSpeed(std::numeric_limits<double>::quiet_NaN(), Gesture::Single);
        });
    }

    void aFailedEditChangesNothing() {
        QFETCH(Edit, edit);
        QFETCH(QString, code);
        Document document;
        document.open(makeSession());
        const DocumentSettings before = document.settings();
        const auto positionsBefore = positionsOf(document, 0);
        const Status status = edit(document);
        QVERIFY(!status);
        QCOMPARE(QString::fromStdString(status.error().code), code);
        QVERIFY(document.settings() == before);
        QCOMPARE(document.undoStack()->count(), 0);
        QCOMPARE(positionsOf(document, 0), positionsBefore);
    }

    void refusesEditsWithoutACharacter() {
        Document document;
        const Status status = document.setClip(0);
        QVERIFY(!status);
        QCOMPARE(status.error().code, std::string("editor.nothing_open"));
        QVERIFY(document.evaluated() == nullptr);
        QCOMPARE(document.duration(), 0.0);
    }

    void clampsSpeedAndTime() {
        Document document;
        document.open(makeSession());
        QVERIFY(document.setPlaybackSpeed(1000.0, Gesture::Single).isOk());
        QCOMPARE(document.settings().playbackSpeed, Document::kMaximumSpeed);
        document.setTime(5.0);
        QCOMPARE(document.time(), 2.0);
        document.setTime(-1.0);
        QCOMPARE(document.time(), 0.0);
        document.setTime(1.5);
        QVERIFY(document.setClip(1).isOk());
        QCOMPARE(document.time(), 1.0);
    }

    void computesAFrameWhenAskedForIt() {
        Document document;
        document.open(makeSession());
        document.setTime(0.5);
        document.setTime(1.0);
        QCOMPARE(document.session()->time(), 0.0);
        QVERIFY(document.evaluated() != nullptr);
        QCOMPARE(document.session()->time(), 1.0);
    }

    void anotherCharacterForgetsTheOldOnesSteps() {
        Document document;
        document.open(makeSession());
        QVERIFY(document.setMorphWeight({kBody, 0}, 0.5f, Gesture::Single).isOk());
        document.setTime(1.0);
        document.open(makeSession());
        QCOMPARE(document.undoStack()->count(), 0);
        QCOMPARE(document.time(), 0.0);
        QVERIFY(document.settings().morphWeights.empty());
    }

    void tellsOnceOfStagesThatAreLeftOut() {
        const QTemporaryDir folder;
        QVERIFY(QFile::copy(QStringLiteral(SARTOR_MUTANT_DIR "/writes_behind.sartorplugin"),
                            folder.filePath("dqs.sartorplugin")));
        session::SessionOptions options = sessionOptions();
        options.pluginFolders.insert(options.pluginFolders.begin(), folder.path().toStdString());
        options.chain = "dqs";
        options.verify = deform::Verify::Stages;
        std::vector<std::string> errors;
        const int sink = addLogSink([&errors](LogLevel level, std::string_view message) {
            if (level == LogLevel::Error) {
                errors.emplace_back(message);
            }
        });
        Document document;
        document.open(require(session::Session::create(makeScene(), options)));
        for (const double time : {0.0, 0.5, 1.0}) {
            document.setTime(time);
            QVERIFY(document.evaluated() != nullptr);
        }
        removeLogSink(sink);
        QCOMPARE(errors.size(), std::size_t{1});
        QCOMPARE(QString::fromStdString(errors.front()),
                 QString("stage 'skin' of 'sartor.dqs' is left out: it writes before or behind the "
                         "memory of 'sartor.position' (stage.writes_outside)"));
    }
};

QTEST_GUILESS_MAIN(TstDocument)
#include "tst_document.moc"
