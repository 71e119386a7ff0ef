// SPDX-License-Identifier: Apache-2.0
// When a mesh is deformed again, and what stands for its frame before.
#include <sartor/base/unique_id.h>
#include <sartor/deform/cpu_chain_runner.h>
#include <sartor/deform/frame_history.h>

#include <QtTest>

#include <support/deform_fixture.h>
#include <support/verify_ok.h>

using namespace sartor;
using deform::FrameHistory;
using deform::FrameSource;
using deform::FrameStep;
using test::DeformCase;

class TstFrameHistory : public QObject {
    Q_OBJECT

    static DeformCase makeCase() {
        test::Random random(21);
        return test::randomCase(random, {.vertexCount = 100, .targetCount = 2});
    }

private slots:
    void knowsWhatHasChanged() {
        const DeformCase deformCase = makeCase();
        const auto plan = test::planChain("lbs", deformCase.source);
        FrameHistory history(*plan);
        FrameSource frame = deformCase.frame();
        const auto run = [&] {
            const FrameStep step = history.step(frame);
            history.ran(frame, step);
            return step;
        };
        // Without a key nothing is known.
        QVERIFY(run() == FrameStep::Reset);
        QVERIFY(history.isPreviousCurrent());
        QVERIFY(run() == FrameStep::Moved);
        QVERIFY(!history.isPreviousCurrent());

        frame.input = {newId(), 1};
        QVERIFY(run() == FrameStep::Moved);
        QVERIFY(run() == FrameStep::Same);
        QVERIFY(history.isPreviousCurrent());
        // The time alone is nothing that this chain reads.
        frame.time += 1.0;
        QVERIFY(run() == FrameStep::Same);
        ++frame.input.revision;
        QVERIFY(run() == FrameStep::Moved);
        QVERIFY(!history.isPreviousCurrent());
        frame.flags = SARTOR_FRAME_RESET;
        ++frame.input.revision;
        QVERIFY(run() == FrameStep::Reset);
        QVERIFY(history.isPreviousCurrent());
        QVERIFY(run() == FrameStep::Same);
        frame.flags = 0;

        // The same revision of another input is another frame.
        frame.input.id = newId();
        QVERIFY(run() == FrameStep::Moved);

        history.forget();
        QVERIFY(history.step(frame) == FrameStep::Reset);
        QVERIFY(history.isPreviousCurrent());
    }

    // Pause, play, seek and a palette that moves to other memory, as the CPU answers them.
    void theFrameBeforeIsTheFrameBefore() {
        DeformCase deformCase = makeCase();
        const auto plan = test::planChain("morph+lbs", deformCase.source);
        const auto runner = test::require(deform::CpuChainRunner::create(plan));
        deform::InputKey input{newId(), 1};
        test::Random random(5);
        std::vector<glm::vec3> before;
        const auto run = [&](std::uint32_t flags = 0) {
            before = test::toVector(runner->positions());
            FrameSource frame = deformCase.frame();
            frame.input = input;
            frame.flags = flags;
            const Status status = runner->run(frame);
            SARTOR_VERIFY_OK(status);
        };
        const auto move = [&] {
            for (math::Affine& modelFromBind : deformCase.palette) {
                modelFromBind = test::randomAffine(random);
            }
            ++input.revision;
        };
        run();
        QVERIFY(!runner->wasReused());
        QCOMPARE(test::toVector(runner->previousPositions()), test::toVector(runner->positions()));
        move();
        run();
        QVERIFY(test::toVector(runner->positions()) != before);
        QCOMPARE(test::toVector(runner->previousPositions()), before);
        // Pause: nothing moves any more.
        run();
        QVERIFY(runner->wasReused());
        QCOMPARE(test::toVector(runner->positions()), before);
        QCOMPARE(test::toVector(runner->previousPositions()), before);
        // And on.
        move();
        run();
        QCOMPARE(test::toVector(runner->previousPositions()), before);
        // Equal contents in other memory, under another id: deformed again, and no motion.
        deformCase.palette = std::vector<math::Affine>(deformCase.palette);
        input = {newId(), 1};
        run();
        QVERIFY(!runner->wasReused());
        QCOMPARE(test::toVector(runner->previousPositions()), test::toVector(runner->positions()));
        // Other contents in the same memory, under another id of the same revision: no false hit.
        const auto* memory = deformCase.palette.data();
        move();
        input = {newId(), 1};
        QCOMPARE(deformCase.palette.data(), memory);
        run();
        QVERIFY(!runner->wasReused());
        QVERIFY(test::toVector(runner->positions()) != before);
        QCOMPARE(test::toVector(runner->previousPositions()), before);
        // Teleport.
        move();
        run(SARTOR_FRAME_RESET);
        QVERIFY(test::toVector(runner->positions()) != before);
        QCOMPARE(test::toVector(runner->previousPositions()), test::toVector(runner->positions()));
    }
};

QTEST_GUILESS_MAIN(TstFrameHistory)
#include "tst_frame_history.moc"
