// SPDX-License-Identifier: Apache-2.0
// What was played, kept in a file: the same moments come back, and only where they belong.
#include "character.h"
#include "editor/model/graph_workspace.h"
#include "graphs.h"

#include <sartor/base/file.h>
#include <sartor/graph/graph_capture.h>

#include <QSignalSpy>
#include <QTemporaryDir>

#include <glm/gtc/quaternion.hpp>

#include <cmath>
#include <vector>

using namespace sartor;
using namespace sartor::editor;
using namespace sartor::test;

namespace {

struct Desk {
    Document character;
    GraphWorkspace graph{character};
    GraphLive& live = graph.live;
    QTemporaryDir folder;

    explicit Desk(const graph::GraphDefinition& definition = makeLocomotion()) {
        character.open(makeSession());
        graph.document.openRecovered(definition, {});
    }
    std::filesystem::path file() const {
        return std::filesystem::path(folder.path().toStdString()) / "walk.capture";
    }
    void setSpeed(float speed) {
        live.setValue("speed", {graph::PinType::Float, glm::vec3(speed, 0.0f, 0.0f)});
    }
    float bend() {
        return glm::angle(character.evaluated()->parentFromJoint()[kKnee.value()].rotation);
    }
};

} // namespace

class TstGraphRecording : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nothingPlayedIsNothingToSave() {
        Desk desk;
        const Status status = desk.live.saveRecording(desk.file());
        QVERIFY(!status);
        QCOMPARE(status.error().code, std::string("editor.nothing_recorded"));
        QVERIFY(!std::filesystem::exists(desk.file()));
        desk.graph.document.close();
        QCOMPARE(desk.live.saveRecording(desk.file()).error().code,
                 std::string("editor.nothing_open"));
        QCOMPARE(desk.live.openRecording(desk.file()).error().code,
                 std::string("editor.nothing_open"));
    }

    void comesBackMomentByMoment() {
        Desk desk;
        std::vector<float> bends;
        for (int i = 0; i < 8; ++i) {
            desk.character.advance(0.01 * (i + 1));
            bends.push_back(desk.bend());
            if (i == 3) {
                desk.setSpeed(1.5f); // between two frames, as a hand does
            }
        }
        const double end = desk.character.time();
        QVERIFY(desk.live.saveRecording(desk.file()).isOk());

        Desk other;
        QCOMPARE(require(other.live.openRecording(desk.file())), std::size_t{0});
        QCOMPARE(other.live.moments().size(), std::size_t{9});
        QCOMPARE(other.live.shownMoment(), std::size_t{0});
        QCOMPARE(other.bend(), 0.0f);
        QCOMPARE_LE(std::abs(other.live.moments().back().time - end), 1e-12);
        for (std::size_t i = 0; i < bends.size(); ++i) {
            other.live.showMoment(i + 1);
            QCOMPARE(other.bend(), bends[i]);
        }
        // The slider stands where it stood.
        other.live.showMoment(3);
        QCOMPARE(other.live.value("speed").number(), 0.0f);
        other.live.showMoment(8);
        QCOMPARE(other.live.value("speed").number(), 1.5f);
        // It goes on from there as the first one does.
        desk.character.advance(0.1);
        other.character.advance(0.1);
        QCOMPARE(other.bend(), desk.bend());
        QCOMPARE(other.live.moments().size(), std::size_t{10});
    }

    void isWhatTheCommandReads() {
        Desk desk;
        desk.character.advance(0.1);
        desk.character.advance(0.2);
        QVERIFY(desk.live.saveRecording(desk.file()).isOk());
        const auto capture = graph::readCapture(require(readFile(desk.file())));
        QVERIFY(capture.hasValue());
        QCOMPARE(capture->frames.size(), std::size_t{2});
        QCOMPARE(capture->frames[0].dt, 0.1);
        QCOMPARE(capture->frames[1].dt, 0.2);
        QCOMPARE(capture->fingerprint, graph::fingerprint(desk.live.instance()->graph()));
    }

    void belongsToItsGraphAlone() {
        Desk desk;
        desk.character.advance(0.1);
        QVERIFY(desk.live.saveRecording(desk.file()).isOk());
        Desk other(makeMachine());
        other.character.advance(0.1);
        const auto opened = other.live.openRecording(desk.file());
        QVERIFY(!opened);
        QCOMPARE(opened.error().code, std::string("capture.other_graph"));
        QVERIFY(opened.error().message.starts_with(desk.file().string()));
        // What was there is still there.
        QCOMPARE(other.live.moments().size(), std::size_t{2});
    }

    void whatIsNoRecordingIsRefused() {
        Desk desk;
        QCOMPARE(desk.live.openRecording(desk.file()).error().code, std::string("file.missing"));
        QVERIFY(writeFileAtomically(desk.file(), std::string(200, 'x')).isOk());
        QCOMPARE(desk.live.openRecording(desk.file()).error().code, std::string("capture.magic"));
        desk.character.advance(0.1);
        QVERIFY(desk.live.saveRecording(desk.file()).isOk());
        std::vector<std::byte> bytes = require(readFile(desk.file()));
        bytes[bytes.size() / 2] ^= std::byte{1};
        QVERIFY(writeFileAtomically(desk.file(), bytes).isOk());
        QCOMPARE(desk.live.openRecording(desk.file()).error().code,
                 std::string("capture.checksum"));
    }

    void saysWhichFramesDiffer() {
        Desk desk;
        for (int i = 0; i < 3; ++i) {
            desk.character.advance(0.1);
        }
        QVERIFY(desk.live.saveRecording(desk.file()).isOk());
        auto capture = require(graph::readCapture(require(readFile(desk.file()))));
        capture.frames[1].poseHash ^= 1;
        QVERIFY(writeFileAtomically(desk.file(), graph::captureBytes(capture)).isOk());
        QCOMPARE(*desk.live.openRecording(desk.file()), std::size_t{1});
    }
};

QTEST_GUILESS_MAIN(TstGraphRecording)
#include "tst_graph_recording.moc"
