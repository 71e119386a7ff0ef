// SPDX-License-Identifier: Apache-2.0
// Captures: kept, read with care, and gone through again bit by bit.
#include <sartor/graph/graph_capture.h>

#include <QtTest>

#include <support/recorded_graph.h>

#include <functional>

using namespace sartor;
using namespace sartor::graph;
using namespace sartor::test;

namespace {

struct Recorded {
    std::vector<std::byte> bytes;
    std::vector<std::vector<math::Transform>> poses;
    std::shared_ptr<const CompiledGraph> graph;
};

/// Frames 10 to 49 of 60.
Recorded record() {
    GraphPlayer player(recordedGraph(), smallRig());
    GraphRecorder recorder(player.shared);
    Recorded recorded;
    for (int i = 0; i < 60; ++i) {
        driveRecordedGraph(player, i);
        require(recorder.update(player.instance, 0.01 + 0.001 * (i % 3)));
        player.instance.evaluate(player.parentFromJoint, player.morphWeights);
        recorded.poses.push_back(player.parentFromJoint);
    }
    recorded.bytes = captureBytes(captureFrames(recorder, 10, 40));
    recorded.graph = player.shared;
    return recorded;
}

void put(std::vector<std::byte>& bytes, std::size_t offset, std::uint64_t number) {
    std::memcpy(bytes.data() + offset, &number, sizeof(number));
}

} // namespace

class TstGraphCapture : public QObject {
    Q_OBJECT

private slots:
    void isGoneThroughAgainBitByBit();
    void rejectsInvalidInput_data();
    void rejectsInvalidInput();
    void everyByteMatters();
    void belongsToItsGraphAndRig();
    void fingerprintsTellWhatMatters();
    void noticesWhenThePoseIsAnother();
};

void TstGraphCapture::isGoneThroughAgainBitByBit() {
    const Recorded recorded = record();
    GraphReplay replay =
        require(GraphReplay::create(recorded.graph, require(readCapture(recorded.bytes))));
    QCOMPARE(replay.frameCount(), std::size_t{40});
    std::vector<math::Transform> pose(6);
    std::vector<float> morphs(2);
    for (const std::size_t frame : {0u, 1u, 2u, 39u, 20u, 5u}) {
        const GraphReplay::Step step = require(replay.show(frame, pose, morphs));
        QVERIFY(step.isExact);
        QVERIFY(haveSameBits(pose, recorded.poses[10 + frame]));
    }
    // The same bytes come out of what was read.
    QVERIFY(captureBytes(require(readCapture(recorded.bytes))) == recorded.bytes);
}

void TstGraphCapture::rejectsInvalidInput_data() {
    QTest::addColumn<int>("row");
    QTest::addColumn<QString>("code");
    QTest::newRow("nothing") << 0 << "capture.truncated";
    QTest::newRow("a header cut off") << 1 << "capture.truncated";
    QTest::newRow("another file") << 2 << "capture.magic";
    QTest::newRow("another version") << 3 << "capture.version";
    QTest::newRow("a byte less") << 4 << "capture.size";
    QTest::newRow("a byte more") << 5 << "capture.size";
    QTest::newRow("no frames") << 6 << "capture.size";
    QTest::newRow("more frames than there is") << 7 << "capture.size";
    QTest::newRow("huge state") << 8 << "capture.size";
    QTest::newRow("a state that wraps round") << 9 << "capture.size";
    QTest::newRow("another byte") << 10 << "capture.checksum";
}

void TstGraphCapture::rejectsInvalidInput() {
    QFETCH(int, row);
    QFETCH(QString, code);
    // Offsets: magic 0, version 8, fingerprint 16, size of the state 24, count of the frames 32.
    const std::function<void(std::vector<std::byte>&)> spoil[] = {
        [](auto& b) { b.clear(); },
        [](auto& b) { b.resize(40); },
        [](auto& b) { b[3] = std::byte{'X'}; },
        [](auto& b) { put(b, 8, 2); },
        [](auto& b) { b.pop_back(); },
        [](auto& b) { b.push_back(std::byte{0}); },
        [](auto& b) { put(b, 32, 0); },
        [](auto& b) { put(b, 32, 41); },
        [](auto& b) { put(b, 24, std::uint64_t{1} << 60); },
        [](auto& b) { put(b, 24, ~std::uint64_t{0} - 8); },
        [](auto& b) { b[100] ^= std::byte{1}; },
    };
    std::vector<std::byte> bytes = record().bytes;
    spoil[row](bytes);
    const Result<GraphCapture> capture = readCapture(bytes);
    QVERIFY(!capture);
    QCOMPARE(QString::fromStdString(capture.error().code), code);
}

void TstGraphCapture::everyByteMatters() {
    const std::vector<std::byte> bytes = record().bytes;
    for (std::size_t i = 0; i < bytes.size(); i += 37) {
        std::vector<std::byte> spoilt = bytes;
        spoilt[i] ^= std::byte{0x40};
        QVERIFY(!readCapture(spoilt));
    }
}

void TstGraphCapture::belongsToItsGraphAndRig() {
    const Recorded recorded = record();
    GraphDefinition other = recordedGraph();
    other.parameters[0].maximum = 3;
    const auto replay = GraphReplay::create(require(compile(other, smallRig())),
                                            require(readCapture(recorded.bytes)));
    QVERIFY(!replay);
    QCOMPARE(replay.error().code, std::string("capture.other_graph"));
    // A forged fingerprint does not make the sizes fit.
    GraphCapture forged = require(readCapture(recorded.bytes));
    forged.frames[5].state.pop_back();
    QCOMPARE(GraphReplay::create(recorded.graph, forged).error().code,
             std::string("graph.state_size"));
    // Nor the state itself.
    forged = require(readCapture(recorded.bytes));
    std::fill(forged.frames[5].state.begin(), forged.frames[5].state.end(), std::byte{0xff});
    GraphReplay spoilt = require(GraphReplay::create(recorded.graph, forged));
    std::vector<math::Transform> pose(6);
    std::vector<float> morphs(2);
    QCOMPARE(spoilt.show(5, pose, morphs).error().code, std::string("graph.state_invalid"));
}

void TstGraphCapture::fingerprintsTellWhatMatters() {
    const auto of = [](const std::function<void(GraphDefinition&)>& change,
                       std::shared_ptr<const Rig> rig = smallRig()) {
        GraphDefinition graph = recordedGraph();
        change(graph);
        return fingerprint(*require(compile(graph, std::move(rig))));
    };
    const std::uint64_t same = of([](auto&) {});
    QCOMPARE(of([](auto&) {}), same);
    // Where nodes stand is of no matter.
    QCOMPARE(of([](auto& g) {
                 g.nodes[0].at = {1, 2};
                 g.comments.push_back({"hello", {}, {}});
                 g.groups.push_back({"all", {"walk"}});
             }),
             same);
    QVERIFY(of([](auto& g) { g.nodes[1].params.emplace_back("start", 0.1); }) != same);
    QVERIFY(of([](auto& g) { g.clips[0].events[0].time = 0.25; }) != same);
    QVERIFY(of([](auto& g) { g.nodes[3].inputs[0].inputs[0].fields.emplace_back("speed", 2); }) !=
            same);
    QVERIFY(of([](auto& g) { g.rootMotion.joint = "Hips"; }) != same);
    Rig other = *smallRig();
    other.defaultMorphWeights[0] += 0.5f;
    QVERIFY(of([](auto&) {}, std::make_shared<const Rig>(other)) != same);
}

void TstGraphCapture::noticesWhenThePoseIsAnother() {
    const Recorded recorded = record();
    GraphCapture capture = require(readCapture(recorded.bytes));
    capture.frames[3].poseHash ^= 1;
    GraphReplay replay = require(GraphReplay::create(recorded.graph, capture));
    std::vector<math::Transform> pose(6);
    std::vector<float> morphs(2);
    QVERIFY(!require(replay.show(3, pose, morphs)).isExact);
    QVERIFY(require(replay.show(4, pose, morphs)).isExact);
}

QTEST_APPLESS_MAIN(TstGraphCapture)
#include "tst_graph_capture.moc"
