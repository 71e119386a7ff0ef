// SPDX-License-Identifier: Apache-2.0
// Which buffers a plan has and who reads and writes them.
#include "host_with_tools.h"

#include <support/dqs_oracle.h>

using namespace sartor;
using test::DeformCase;
using test::OracleInfluence;
using test::Streams;
using Filled = deform::PlannedBuffer::Filled;

namespace {

Result<std::shared_ptr<const deform::ChainPlan>> plan(const std::string& chain,
                                                      const deform::MeshSource& source) {
    return deform::ChainPlan::create(
        test::require(deform::parseChain(chain, test::hostWithTools())), source);
}

DeformCase someCase(const test::DeformCaseShape& shape = {.vertexCount = 70, .targetCount = 3}) {
    test::Random random(51);
    return test::randomCase(random, shape);
}

// Positions after one CPU frame.
std::vector<glm::vec3> positionsOf(const std::string& chain, const DeformCase& deformCase) {
    const auto runner = test::require(
        deform::CpuChainRunner::create(test::require(plan(chain, deformCase.source))));
    SARTOR_ASSERT(runner->run(deformCase.frame()).isOk());
    return test::toVector(runner->positions());
}

template <class T>
std::vector<T> contents(const deform::ChainPlan& made, const std::string& semantic) {
    for (std::uint32_t buffer = 0; buffer < made.buffers().size(); ++buffer) {
        if (made.buffers()[buffer].semantic == semantic) {
            const auto bytes = made.perMeshContents(buffer);
            std::vector<T> values(bytes.size() / sizeof(T));
            std::memcpy(values.data(), bytes.data(), bytes.size());
            return values;
        }
    }
    return {};
}

} // namespace

class TstChainPlan : public QObject {
    Q_OBJECT

private slots:
    void neverReadsAndWritesOneBuffer_data();
    void neverReadsAndWritesOneBuffer();
    void theEmptyChainsResultsAreTheRestStreams();
    void buffersHaveTheMeshesSizes();
    void missingStreamsAreUnbound();
    void optionalOutputsAreBoundWhereSomebodyReadsThem();
    void linearPartsReachLaterStages();
    void linearPartsOfDualQuaternions_data();
    void linearPartsOfDualQuaternions();
    void stagesThatNobodyLooksAtAreLeftOut();
    void saysWhetherThePaletteIsSplit();
    void stagesHandOwnStreamsOn();
    void passesReadWhatThePassBeforeWrote();
    void noPassesLeaveTheStreamAsItIs();
    void saysWhatResultsDependOn();
    void attributesComeInTheWantedFormat();
    void fourInfluencesKeepTheHeaviest();
    void rejectsInvalidChains_data();
    void rejectsInvalidChains();
    void rejectsSourcesThatDoNotFit();
};

void TstChainPlan::neverReadsAndWritesOneBuffer_data() {
    QTest::addColumn<QString>("chain");
    for (const char* chain : {"sartor.lbs",
                              "morph+sartor.lbs",
                              "dqs+dqs+linear",
                              "advance[passes=9]",
                              "count+count+count",
                              "lag+advance+lag",
                              "morph+advance+sartor.lbs+advance[passes=2]+height"}) {
        QTest::newRow(chain) << chain;
    }
}

void TstChainPlan::neverReadsAndWritesOneBuffer() {
    QFETCH(QString, chain);
    const auto made = test::require(plan(chain.toStdString(), someCase().source));
    for (const deform::PlannedStage& stage : made->stages()) {
        for (std::size_t write = 0; write < stage.buffers.size(); ++write) {
            if (stage.stage().needs[write].access != SARTOR_WRITE || !stage.buffers[write]) {
                continue;
            }
            QCOMPARE(made->buffers()[*stage.buffers[write]].filled, Filled::ByStage);
            for (std::size_t other = 0; other < stage.buffers.size(); ++other) {
                QVERIFY(other == write || stage.buffers[other] != stage.buffers[write]);
            }
        }
    }
    // However many stages, a stream is the rest stream and at most two more; what the next frame
    // reads is kept beside them, and copied for it.
    const auto positions =
        std::count_if(made->buffers().begin(), made->buffers().end(), [](const auto& buffer) {
            return buffer.semantic == "sartor.position";
        });
    QCOMPARE_LE(positions, 2 + 2 * static_cast<std::ptrdiff_t>(made->histories().size()));
    for (const deform::PlannedHistory& history : made->histories()) {
        QCOMPARE(made->buffers()[history.to].filled, Filled::FromHistory);
        QCOMPARE(made->buffers()[history.from].filled, Filled::ByStage);
        QCOMPARE(made->buffers()[history.to].count, made->buffers()[history.from].count);
    }
}

void TstChainPlan::theEmptyChainsResultsAreTheRestStreams() {
    const auto made = test::require(plan("", someCase().source));
    QCOMPARE(made->buffers().size(), std::size_t{3});
    QCOMPARE(made->buffers()[*made->positions()].semantic, std::string("sartor.rest.position"));
    QCOMPARE(made->buffers()[*made->normals()].semantic, std::string("sartor.rest.normal"));
    QCOMPARE(made->buffers()[*made->tangents()].semantic, std::string("sartor.rest.tangent"));
    QCOMPARE(contents<glm::vec3>(*made, "sartor.rest.position"),
             test::toVector(made->source().mesh->positions()));
}

void TstChainPlan::buffersHaveTheMeshesSizes() {
    const DeformCase deformCase = someCase();
    const auto made = test::require(plan("morph+sartor.lbs", deformCase.source));
    std::size_t deltas = 0;
    for (const assets::MorphTarget& target : deformCase.source.morphs->targets()) {
        deltas += target.vertices.size();
    }
    const std::map<std::string, std::tuple<std::size_t, std::uint32_t, Filled>> expected = {
        {"sartor.rest.position", {70, 12, Filled::PerMesh}},
        {"sartor.rest.normal", {70, 12, Filled::PerMesh}},
        {"sartor.rest.tangent", {70, 16, Filled::PerMesh}},
        {"sartor.position", {70, 12, Filled::ByStage}},
        {"sartor.normal", {70, 12, Filled::ByStage}},
        {"sartor.tangent", {70, 16, Filled::ByStage}},
        {"sartor.influence.offset", {71, 4, Filled::PerMesh}},
        {"sartor.influence.joint", {280, 4, Filled::PerMesh}},
        {"sartor.influence.weight", {280, 4, Filled::PerMesh}},
        {"sartor.palette.matrix", {8, 48, Filled::PerFrame}},
        {"sartor.morph.offset", {71, 4, Filled::PerActiveSet}},
        {"sartor.morph.target", {deltas, 4, Filled::PerActiveSet}},
        {"sartor.morph.delta.position", {deltas, 12, Filled::PerActiveSet}},
        {"sartor.morph.delta.normal", {deltas, 12, Filled::PerActiveSet}},
        {"sartor.morph.delta.tangent", {deltas, 12, Filled::PerActiveSet}},
        {"sartor.morph.weight", {3, 4, Filled::PerFrame}},
    };
    QCOMPARE(made->buffers().size(), std::size_t{19}); // three streams are there twice
    for (const deform::PlannedBuffer& buffer : made->buffers()) {
        const auto found = expected.find(buffer.semantic);
        QVERIFY2(found != expected.end(), buffer.semantic.c_str());
        QCOMPARE((std::tuple{std::size_t{buffer.count}, buffer.stride, buffer.filled}),
                 found->second);
    }
}

void TstChainPlan::missingStreamsAreUnbound() {
    const DeformCase bare = someCase({.vertexCount = 10, .streams = Streams::Positions});
    const auto made = test::require(plan("morph+sartor.lbs", bare.source));
    QVERIFY(made->positions().has_value());
    QVERIFY(!made->normals().has_value());
    QVERIFY(!made->tangents().has_value());
    const deform::PlannedStage& morph = made->stages()[0];
    for (std::size_t need = 0; need < morph.buffers.size(); ++need) {
        const std::string& semantic = morph.stage().needs[need].semantic;
        const bool isAbsent = semantic.find("normal") != std::string::npos ||
                              semantic.find("tangent") != std::string::npos ||
                              semantic == "sartor.linear"; // nobody carries
        QCOMPARE(morph.buffers[need].has_value(), !isAbsent);
    }
}

void TstChainPlan::optionalOutputsAreBoundWhereSomebodyReadsThem() {
    const auto hasLinear = [](const deform::ChainPlan& made) {
        return std::any_of(made.buffers().begin(), made.buffers().end(), [](const auto& buffer) {
            return buffer.semantic == "sartor.linear";
        });
    };
    const DeformCase deformCase = someCase();
    QVERIFY(!hasLinear(*test::require(plan("sartor.lbs", deformCase.source))));
    QVERIFY(hasLinear(*test::require(plan("sartor.lbs+linear", deformCase.source))));
}

void TstChainPlan::linearPartsReachLaterStages() {
    const DeformCase deformCase = someCase();
    const auto columns = positionsOf("sartor.lbs+linear", deformCase);
    for (std::size_t vertex = 0; vertex < columns.size(); ++vertex) {
        const auto map = test::blendedMap(deformCase.palette, deformCase.influencesOf(vertex));
        QCOMPARE_LE(test::maxAbsDiff(columns[vertex], map.linear[0]), 1e-6);
    }
}

void TstChainPlan::linearPartsOfDualQuaternions_data() {
    QTest::addColumn<QString>("chain");
    QTest::addColumn<int>("scale");
    QTest::newRow("repivot") << "dqs+linear" << 0;
    QTest::newRow("two-phase") << "dqs[scale=two-phase]+linear" << 1;
    QTest::newRow("drop") << "dqs[scale=drop]+linear" << 2;
}

void TstChainPlan::linearPartsOfDualQuaternions() {
    QFETCH(QString, chain);
    QFETCH(int, scale);
    DeformCase deformCase = someCase();
    test::Random random(52);
    // Joints that fit into one hemisphere.
    for (math::Affine& modelFromBind : deformCase.palette) {
        modelFromBind =
            math::toAffine({random.vector(-1, 1),
                            glm::angleAxis(random.uniform(-1, 1), test::randomUnit(random)),
                            random.vector(0.5f, 1.5f)});
    }
    const auto columns = positionsOf(chain.toStdString(), deformCase);
    for (std::size_t vertex = 0; vertex < columns.size(); ++vertex) {
        const glm::dmat3 expected = test::dualQuatLinear(deformCase.palette,
                                                         deformCase.influencesOf(vertex),
                                                         static_cast<test::OracleScale>(scale));
        QCOMPARE_LE(test::maxAbsDiff(columns[vertex], expected[0]), 2e-6);
    }
}

void TstChainPlan::stagesThatNobodyLooksAtAreLeftOut() {
    const DeformCase deformCase = someCase();
    const auto chain = test::require(deform::parseChain("dqs", test::hostWithTools()));
    const auto made = test::require(deform::ChainPlan::create(chain, deformCase.source));
    QCOMPARE(made->stages().size(), std::size_t{1});
    QCOMPARE(made->stages()[0].stage().id, std::string("skin"));
    QVERIFY(!made->flags().has_value());
    const auto watched = test::require(
        deform::ChainPlan::create(chain, deformCase.source, {.watch = deform::Watch::Flags}));
    QCOMPARE(watched->stages().size(), std::size_t{2});
    QCOMPARE(watched->buffers()[watched->flags().value()].semantic, std::string("sartor.flags"));
    // Nobody marks anything here.
    const auto unmarked = test::require(deform::ChainPlan::create(
        test::require(deform::parseChain("sartor.lbs", test::hostWithTools())),
        deformCase.source,
        {.watch = deform::Watch::Flags}));
    QVERIFY(!unmarked->flags().has_value());
}

void TstChainPlan::saysWhetherThePaletteIsSplit() {
    const DeformCase deformCase = someCase();
    QVERIFY(test::require(plan("dqs", deformCase.source))->readsRigidParts());
    QVERIFY(!test::require(plan("sartor.lbs", deformCase.source))->readsRigidParts());
    const auto runner = test::require(
        deform::CpuChainRunner::create(test::require(plan("dqs", deformCase.source))));
    deform::FrameSource frame = deformCase.frame();
    frame.rigidParts = {};
    QCOMPARE(runner->run(frame).error().message,
             std::string("mesh 'random': the split palette has 0 entries, expected 8"));
}

void TstChainPlan::stagesHandOwnStreamsOn() {
    const DeformCase deformCase = someCase();
    const auto actual = positionsOf("height", deformCase);
    const auto rest = deformCase.source.mesh->positions();
    for (std::size_t vertex = 0; vertex < actual.size(); ++vertex) {
        QCOMPARE(actual[vertex], rest[vertex] + glm::vec3(0, 0, rest[vertex].y));
    }
}

void TstChainPlan::passesReadWhatThePassBeforeWrote() {
    const DeformCase deformCase = someCase();
    const auto made = test::require(plan("advance[passes=5,step=2]", deformCase.source));
    QCOMPARE(made->stages().size(), std::size_t{5});
    const auto actual = positionsOf("advance[passes=5,step=2]", deformCase);
    for (std::size_t vertex = 0; vertex < actual.size(); ++vertex) {
        // Five steps of two, and the sum of the pass numbers 0 to 4.
        QCOMPARE_LE(
            test::maxAbsDiff(actual[vertex],
                             deformCase.source.mesh->positions()[vertex] + glm::vec3(10, 10, 0)),
            1e-5);
    }
}

void TstChainPlan::noPassesLeaveTheStreamAsItIs() {
    const DeformCase deformCase = someCase();
    QCOMPARE(positionsOf("advance[passes=0]", deformCase),
             test::toVector(deformCase.source.mesh->positions()));
}

void TstChainPlan::attributesComeInTheWantedFormat() {
    assets::MeshData data;
    data.positions.resize(2, glm::vec3(0));
    data.normals.resize(2, glm::vec3(0, 0, 1));
    data.uvs = {glm::vec2(.1f, .2f), glm::vec2(.3f, .4f)};
    data.attributes = {{"COLOR_0", 3, {1, 2, 3, 4, 5, 6}}};
    const auto run = [](assets::MeshData from) {
        DeformCase made;
        made.source.mesh = test::require(assets::Mesh::create(std::move(from)));
        const auto runner = test::require(
            deform::CpuChainRunner::create(test::require(plan("paint", made.source))));
        SARTOR_ASSERT(runner->run(made.frame()).isOk());
        return std::pair(test::toVector(runner->positions()), test::toVector(runner->normals()));
    };
    using Vectors = std::vector<glm::vec3>;
    // One for the fourth number that the file has not, zero for the third.
    const auto whole = run(data);
    QCOMPARE(whole.first, (Vectors{glm::vec3(2, 3, 1), glm::vec3(5, 6, 1)}));
    QCOMPARE(whole.second, (Vectors{glm::vec3(.1f, .2f, 0), glm::vec3(.3f, .4f, 0)}));
    data.uvs.clear();
    QCOMPARE(run(data).second, (Vectors{glm::vec3(1, 0, 0), glm::vec3(4, 0, 0)}));
    data.attributes.clear();
    QCOMPARE(run(data).first, (Vectors{glm::vec3(-1), glm::vec3(-1)}));
    QCOMPARE(run(data).second, (Vectors{glm::vec3(-1, 0, 0), glm::vec3(-1, 0, 0)}));
}

void TstChainPlan::saysWhatResultsDependOn() {
    const DeformCase deformCase = someCase();
    const auto dependsOn = [&](const std::string& chain) {
        const auto made = test::require(plan(chain, deformCase.source));
        return std::pair(made->dependsOnTime(), made->dependsOnPast());
    };
    QCOMPARE(dependsOn("morph+sartor.lbs"), std::pair(false, false));
    QCOMPARE(dependsOn("sartor.lbs+ticker"), std::pair(true, false));
    QCOMPARE(dependsOn("sartor.lbs+lag"), std::pair(false, true));
    QCOMPARE(dependsOn("haunt"), std::pair(false, false)); // there is no past that it could read
    QCOMPARE(dependsOn("haunt+count"), std::pair(false, true));
}

void TstChainPlan::fourInfluencesKeepTheHeaviest() {
    deform::MeshSource source;
    assets::MeshData data;
    data.positions.resize(2, glm::vec3(0));
    source.mesh = test::require(assets::Mesh::create(std::move(data)));
    source.jointCount = 9;
    source.influences = test::makeInfluences(
        {{{1, .25}, {2, .0625}, {3, .125}, {4, .25}, {5, .3125}}, {{7, .5}, {8, .5}}}, 9);
    const auto made = test::require(plan("four", source));
    QCOMPARE(contents<std::uint16_t>(*made, "sartor.influence4.joint"),
             (std::vector<std::uint16_t>{1, 3, 4, 5, 7, 8, 7, 7}));
    const auto weights = contents<float>(*made, "sartor.influence4.weight");
    const std::vector<double> expected = {
        .25 / .9375, .125 / .9375, .25 / .9375, .3125 / .9375, .5, .5, 0, 0};
    for (std::size_t i = 0; i < expected.size(); ++i) {
        QCOMPARE_LE(test::maxAbsDiff(static_cast<double>(weights[i]), expected[i]), 1e-7);
    }
    QCOMPARE(made->largestDroppedWeight(), .0625f);
    QCOMPARE(test::require(plan("sartor.lbs", source))->largestDroppedWeight(), 0.0f);
}

void TstChainPlan::rejectsInvalidChains_data() {
    QTest::addColumn<QString>("chain");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* chain, const char* code, const char* message) {
        QTest::newRow(chain) << chain << code << message;
    };
    row("sartor.lbs",
        "chain.missing_input",
        "stage 'skin' of 'sartor.lbs' reads 'sartor.influence.offset', but mesh 'bare' has no "
        "joint influences");
    row("sartor.lbs+morph",
        "chain.order",
        "stage 'morph' of 'sartor.morph' has order=pre and must stand before the skinning stage");
    row("linear",
        "chain.missing_input",
        "stage 'linear' of 'test.linear' reads 'sartor.linear', but no stage before it writes "
        "that");
    row("use+height",
        "chain.missing_input",
        "stage 'use' of 'test.use' reads 'test.height', but no stage before it writes that");
    row("neighbours",
        "chain.missing_input",
        "stage 'near' of 'test.neighbours' reads 'test.neighbours', but no stage before it writes "
        "that");
    row("height+wrong",
        "chain.format",
        "stage 'wrong' of 'test.wrong' reads 'test.height' as F32X3 of domain 2, a stage before it "
        "writes F32 of domain 2");
    row("height+late",
        "chain.prepare_input",
        "stage 'late' of 'test.late' prepares once per mesh, but 'test.height' is written in every "
        "frame by stage 'make' of 'test.height'");
    row("late",
        "chain.missing_input",
        "stage 'late' of 'test.late' reads 'test.height', but no stage before it writes that");
    row("mush[iterations=5000]",
        "chain.too_large",
        "stage 'smooth' of 'test.mush': the chain has more than 4096 passes");
    row("lag+height+haunt+echo+show-echo+count+wrong-past",
        "chain.format",
        "stage 'wrong-past' of 'test.wrong-past' reads 'test.count' as F32X3 of domain 2, a stage "
        "before it writes F32 of domain 2");
    row("stiff",
        "chain.missing_input",
        "stage 'stiff' of 'test.stiff' reads 'sartor.attribute._STIFFNESS', but mesh 'bare' has no "
        "attribute '_STIFFNESS'");
    row("wrong-past",
        "chain.missing_input",
        "stage 'wrong-past' of 'test.wrong-past' reads 'test.count' of the previous frame, but no "
        "stage of the chain writes that in a frame");
    row("mush+past-offset",
        "chain.missing_input",
        "stage 'past-offset' of 'test.past-offset' reads 'test.offset' of the previous frame, but "
        "no stage of the chain writes that in a frame");
    row("advance[passes=5000]",
        "chain.too_large",
        "stage 'advance' of 'test.advance': the chain has more than 4096 passes");
}

void TstChainPlan::rejectsInvalidChains() {
    QFETCH(QString, chain);
    QFETCH(QString, code);
    QFETCH(QString, message);
    assets::MeshData data;
    data.name = "bare";
    data.positions = {glm::vec3(0)};
    deform::MeshSource source;
    source.mesh = test::require(assets::Mesh::create(std::move(data)));
    const auto made = plan(chain.toStdString(), source);
    QVERIFY(!made);
    QCOMPARE(QString::fromStdString(made.error().code), code);
    QCOMPARE(QString::fromStdString(made.error().message), message);
}

void TstChainPlan::rejectsSourcesThatDoNotFit() {
    const DeformCase good = someCase({.vertexCount = 10, .targetCount = 1});
    const DeformCase larger = someCase({.vertexCount = 11, .targetCount = 1});
    const auto messageOf = [](const deform::MeshSource& source) {
        const auto made = plan("sartor.lbs", source);
        SARTOR_ASSERT(!made);
        return made.error().code + ": " + made.error().message;
    };
    deform::MeshSource source = good.source;
    source.mesh = nullptr;
    QCOMPARE(messageOf(source), std::string("chain.source: there is no mesh to deform"));
    source = good.source;
    source.influences = larger.source.influences;
    QCOMPARE(
        messageOf(source),
        std::string("chain.source: mesh 'random': influences are for 11 vertices, the mesh has "
                    "10"));
    source = good.source;
    source.jointCount = 2;
    QVERIFY(
        messageOf(source).starts_with("chain.source: mesh 'random': an influence names joint "));
    source = good.source;
    source.mesh = larger.source.mesh;
    source.influences = larger.source.influences;
    source.morphs = test::require(assets::MorphSet::create({{.name = "far",
                                                             .vertices = {11},
                                                             .positionDeltas = {glm::vec3(1)},
                                                             .normalDeltas = {},
                                                             .tangentDeltas = {}}},
                                                           12));
    QCOMPARE(
        messageOf(source),
        std::string("chain.source: mesh 'random': morph target 'far' moves vertex 11, the mesh "
                    "has 11"));
}

QTEST_GUILESS_MAIN(TstChainPlan)
#include "tst_chain_plan.moc"
