// SPDX-License-Identifier: Apache-2.0
// The CPU runner: the same bits for any split, no allocation in a running frame, faults, errors.
#include "host_with_tools.h"

#include <sartor/base/parallel.h>

#include <support/allocation_count.h>

#include <limits>

using namespace sartor;
using test::allocationCount;
using test::DeformCase;

class TstCpuChainRunner : public QObject {
    Q_OBJECT

private slots:
    void sameBitsForAnyNumberOfThreads_data();
    void sameBitsForAnyNumberOfThreads();
    void sameBitsWithinALargerMesh();
    void allocatesNothingAfterTheFirstFrame();
    void showsTheRestStreamsBeforeTheFirstRun();
    void theEmptyChainKeepsTheMesh();
    void emptyMeshesAreFine();
    void framesDoNotInfluenceEachOther();
    void stagesReadWhatTheyWroteInTheLastFrame_data();
    void stagesReadWhatTheyWroteInTheLastFrame();
    void laggingVerticesFollowTheirPast();
    void nonfiniteMatricesBecomeTheIdentity();
    void refusesFramesOfTheWrongSize_data();
    void refusesFramesOfTheWrongSize();
};

void TstCpuChainRunner::sameBitsForAnyNumberOfThreads_data() {
    QTest::addColumn<QString>("chain");
    QTest::addColumn<uint>("vertices");
    for (const QString& chain : {QString("morph+lbs"), QString("morph+dqs")}) {
        for (const uint vertices : {1u, 64u, 1023u, 1024u, 1025u, 30001u}) {
            QTest::addRow("%s, %u vertices", qPrintable(chain), vertices) << chain << vertices;
        }
    }
}

void TstCpuChainRunner::sameBitsForAnyNumberOfThreads() {
    QFETCH(QString, chain);
    QFETCH(uint, vertices);
    const std::string text = chain.toStdString();
    test::Random random(vertices);
    const DeformCase deformCase =
        test::randomCase(random, {.vertexCount = vertices, .targetCount = 3});
    deform::DeformedMesh expected;
    {
        const ScopedThreadLimit serial(1);
        expected = test::deformOnCpu(text, deformCase);
    }
    for (const std::size_t threads : {2u, 3u, 8u}) {
        const ScopedThreadLimit limit(threads);
        QVERIFY(test::haveEqualBits(test::deformOnCpu(text, deformCase), expected));
    }
}

void TstCpuChainRunner::sameBitsWithinALargerMesh() {
    // A vertex gives the same bits wherever it stands, so no split can matter.
    test::Random random(31);
    const DeformCase whole = test::randomCase(random, {.vertexCount = 5000});
    const auto expected = test::deformOnCpu("lbs", whole);
    for (const std::size_t first : {1u, 63u, 1024u, 4999u}) {
        DeformCase part = whole;
        assets::MeshData data;
        std::vector<std::vector<test::OracleInfluence>> rows;
        for (std::size_t vertex = first; vertex < 5000; ++vertex) {
            data.positions.push_back(whole.source.mesh->positions()[vertex]);
            data.normals.push_back(whole.source.mesh->normals()[vertex]);
            rows.push_back(whole.influencesOf(vertex));
        }
        part.source.mesh = test::require(assets::Mesh::create(std::move(data)));
        part.source.influences = test::makeInfluences(rows, whole.palette.size());
        const auto actual = test::deformOnCpu("lbs", part);
        QVERIFY(!test::firstBitDifference<glm::vec3>(actual.positions,
                                                     std::span(expected.positions).subspan(first)));
        QVERIFY(!test::firstBitDifference<glm::vec3>(actual.normals,
                                                     std::span(expected.normals).subspan(first)));
    }
}

void TstCpuChainRunner::allocatesNothingAfterTheFirstFrame() {
    test::Random random(32);
    // The name is too long for a string without memory of its own.
    DeformCase deformCase = test::randomCase(
        random, {.meshName = "a mesh with a long name", .vertexCount = 20000, .targetCount = 4});
    const auto runner =
        test::require(deform::CpuChainRunner::create(test::require(deform::ChainPlan::create(
            test::require(
                deform::parseChain("morph+sartor.lbs+dqs+count+lag+ticker", test::hostWithTools())),
            deformCase.source))));
    QVERIFY(runner->run(deformCase.frame()).isOk());
    // Faults must find their room as well.
    deformCase.palette[0].translation.x = std::numeric_limits<float>::infinity();
    deformCase.morphWeights[0] = std::numeric_limits<float>::quiet_NaN();
    const std::size_t before = allocationCount;
    bool isOk = true;
    for (int frame = 0; frame < 20; ++frame) {
        deformCase.morphWeights[1] = frame % 3 == 0 ? 0.5f : 0.0f; // other targets are active
        isOk = isOk && runner->run(deformCase.frame()).isOk();
    }
    const std::size_t after = allocationCount;
    QVERIFY(isOk);
    QCOMPARE(after - before, std::size_t{0});
    QCOMPARE(runner->faults().nonfiniteJoints.size(), std::size_t{1});
    // The counter itself works. A new expression could be optimised away, a call cannot.
    ::operator delete(::operator new(1));
    QCOMPARE_GT(allocationCount.load(), after);
}

void TstCpuChainRunner::showsTheRestStreamsBeforeTheFirstRun() {
    test::Random random(33);
    const DeformCase deformCase = test::randomCase(random, {.vertexCount = 10});
    const auto runner =
        test::require(deform::CpuChainRunner::create(test::planChain("lbs", deformCase.source)));
    QVERIFY(!test::firstBitDifference(runner->positions(), deformCase.source.mesh->positions()));
    QVERIFY(!test::firstBitDifference(runner->normals(), deformCase.source.mesh->normals()));
    QVERIFY(!test::firstBitDifference(runner->tangents(), deformCase.source.mesh->tangents()));
    QVERIFY(runner->run(deformCase.frame()).isOk());
    QVERIFY(test::firstBitDifference(runner->positions(), deformCase.source.mesh->positions()) ==
            0u);
}

void TstCpuChainRunner::theEmptyChainKeepsTheMesh() {
    test::Random random(34);
    const DeformCase deformCase = test::randomCase(random, {.vertexCount = 10});
    const auto actual = test::deformOnCpu("", deformCase);
    QVERIFY(!test::firstBitDifference<glm::vec3>(actual.positions,
                                                 deformCase.source.mesh->positions()));
    QVERIFY(
        !test::firstBitDifference<glm::vec4>(actual.tangents, deformCase.source.mesh->tangents()));
}

void TstCpuChainRunner::emptyMeshesAreFine() {
    test::Random random(35);
    const DeformCase deformCase = test::randomCase(random, {.vertexCount = 0, .targetCount = 2});
    const auto actual = test::deformOnCpu("morph+lbs", deformCase);
    QVERIFY(actual.positions.empty() && actual.normals.empty() && actual.tangents.empty());
}

void TstCpuChainRunner::framesDoNotInfluenceEachOther() {
    test::Random random(36);
    DeformCase deformCase = test::randomCase(random, {.vertexCount = 200, .targetCount = 2});
    const auto runner = test::require(
        deform::CpuChainRunner::create(test::planChain("morph+lbs+lbs", deformCase.source)));
    QVERIFY(runner->run(deformCase.frame()).isOk());
    const auto first = test::toVector(runner->positions());
    DeformCase other = deformCase;
    other.palette[0] = test::randomAffine(random);
    QVERIFY(runner->run(other.frame()).isOk());
    QVERIFY(test::firstBitDifference<glm::vec3>(runner->positions(), first).has_value());
    QVERIFY(runner->run(deformCase.frame()).isOk());
    QVERIFY(!test::firstBitDifference<glm::vec3>(runner->positions(), first));
}

void TstCpuChainRunner::stagesReadWhatTheyWroteInTheLastFrame_data() {
    QTest::addColumn<QString>("chain");
    // Added to the rest position in frames 0 to 3, and in two more after a reset.
    QTest::addColumn<QVector<float>>("y");
    QTest::addColumn<QVector<float>>("x");
    using Values = QVector<float>;
    const auto row = [](const char* chain, const Values& x, const Values& y) {
        QTest::newRow(chain) << chain << y << x;
    };
    const Values none(6, 0.0f);
    row("count", none, {1, 2, 3, 4, 1, 2});
    // Each has its own state.
    row("count+count", none, {2, 4, 6, 8, 2, 4});
    row("count+advance[passes=3,step=0]+count", none, {5, 7, 9, 11, 5, 7});
    // The past of a deformer's own stream is its own, whatever comes after it.
    row("lag+advance[passes=1,step=4]", {4, 4, 4, 4, 4, 4}, none);
    // Also where a later one writes that stream so often that its buffers come round again.
    row("lag+advance[passes=2,step=4]", {8, 8, 8, 8, 8, 8}, {1, 1, 1, 1, 1, 1});
    // Of a stream that it does not write, it is the last of the chain.
    row("echo+show-echo+advance[passes=1,step=1]", {1, 2, 3, 4, 1, 2}, none);
}

void TstCpuChainRunner::stagesReadWhatTheyWroteInTheLastFrame() {
    QFETCH(QString, chain);
    QFETCH(QVector<float>, x);
    QFETCH(QVector<float>, y);
    test::Random random(39);
    const DeformCase deformCase = test::randomCase(random, {.vertexCount = 1500});
    const auto runner =
        test::require(deform::CpuChainRunner::create(test::require(deform::ChainPlan::create(
            test::require(deform::parseChain(chain.toStdString(), test::hostWithTools())),
            deformCase.source))));
    for (int index = 0; index < 6; ++index) {
        deform::FrameSource frame = deformCase.frame();
        frame.flags = index == 4 ? std::uint32_t{SARTOR_FRAME_RESET} : 0u;
        QVERIFY(runner->run(frame).isOk());
        for (std::size_t vertex = 0; vertex < 1500; ++vertex) {
            const glm::vec3 expected =
                deformCase.source.mesh->positions()[vertex] + glm::vec3(x[index], y[index], 0);
            // Sums in another order.
            QCOMPARE_LE(test::maxAbsDiff(runner->positions()[vertex], expected), 4e-6);
        }
    }
}

void TstCpuChainRunner::laggingVerticesFollowTheirPast() {
    test::Random random(40);
    DeformCase deformCase = test::randomCase(random, {.vertexCount = 300});
    const auto runner =
        test::require(deform::CpuChainRunner::create(test::require(deform::ChainPlan::create(
            test::require(deform::parseChain("sartor.lbs+lag", test::hostWithTools())),
            deformCase.source))));
    std::vector<glm::dvec3> expected(300);
    for (int index = 0; index < 8; ++index) {
        for (math::Affine& modelFromBind : deformCase.palette) {
            modelFromBind = test::randomAffine(random);
        }
        const bool isReset = index == 0 || index == 5;
        deform::FrameSource frame = deformCase.frame();
        // The runner knows of the first frame itself.
        frame.flags = index == 5 ? std::uint32_t{SARTOR_FRAME_RESET} : 0u;
        QVERIFY(runner->run(frame).isOk());
        for (std::size_t vertex = 0; vertex < 300; ++vertex) {
            const glm::dvec3 skinned = test::skinVertex(deformCase.palette,
                                                        deformCase.influencesOf(vertex),
                                                        deformCase.bindVertex(vertex))
                                           .position;
            expected[vertex] = isReset ? skinned : 0.5 * (expected[vertex] + skinned);
            QCOMPARE_LE(test::maxAbsDiff(runner->positions()[vertex], expected[vertex]), 2e-6);
        }
    }
}

void TstCpuChainRunner::nonfiniteMatricesBecomeTheIdentity() {
    test::Random random(37);
    DeformCase deformCase = test::randomCase(random, {.vertexCount = 300, .jointCount = 5});
    deformCase.palette[1].linear[2][1] = std::numeric_limits<float>::quiet_NaN();
    deformCase.palette[4].translation.z = -std::numeric_limits<float>::infinity();
    // Named once, however many stages read the palette and in whatever form.
    const auto runner = test::require(
        deform::CpuChainRunner::create(test::planChain("lbs+dqs", deformCase.source)));
    QVERIFY(runner->run(deformCase.frame()).isOk());
    QCOMPARE(runner->faults().nonfiniteJoints, (std::vector<std::uint32_t>{1, 4}));
    deformCase.palette[1] = deformCase.palette[4] = math::Affine();
    const auto expected = test::deformOnCpu("lbs+dqs", deformCase);
    QVERIFY(!test::firstBitDifference<glm::vec3>(runner->positions(), expected.positions));
    QVERIFY(runner->run(deformCase.frame()).isOk());
    QVERIFY(runner->faults().nonfiniteJoints.empty());
}

void TstCpuChainRunner::refusesFramesOfTheWrongSize_data() {
    QTest::addColumn<int>("joints");
    QTest::addColumn<int>("weights");
    QTest::addColumn<QString>("message");
    QTest::newRow("few matrices") << 7 << 2
                                  << "mesh 'random': the palette has 7 matrices, expected 8";
    QTest::newRow("many matrices")
        << 9 << 2 << "mesh 'random': the palette has 9 matrices, expected 8";
    QTest::newRow("no weights") << 8 << 0 << "mesh 'random': there are 0 morph weights, expected 2";
    QTest::newRow("many weights") << 8 << 3
                                  << "mesh 'random': there are 3 morph weights, expected 2";
}

void TstCpuChainRunner::refusesFramesOfTheWrongSize() {
    QFETCH(int, joints);
    QFETCH(int, weights);
    QFETCH(QString, message);
    test::Random random(38);
    DeformCase deformCase = test::randomCase(random, {.vertexCount = 10, .targetCount = 2});
    deformCase.palette.resize(static_cast<std::size_t>(joints));
    deformCase.morphWeights.resize(static_cast<std::size_t>(weights));
    const auto runner = test::require(
        deform::CpuChainRunner::create(test::planChain("morph+lbs", deformCase.source)));
    const Status status = runner->run(deformCase.frame());
    QVERIFY(!status);
    QCOMPARE(status.error().code, std::string("deform.frame"));
    QCOMPARE(QString::fromStdString(status.error().message), message);
}

QTEST_GUILESS_MAIN(TstCpuChainRunner)
#include "tst_cpu_chain_runner.moc"
