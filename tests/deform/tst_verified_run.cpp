// SPDX-License-Identifier: Apache-2.0
// What is found of a stage that breaks the rules of the ABI, and what comes out then.
#include "host_with_tools.h"

#include <sartor/deform/cpu_chain_runner.h>
#include <sartor/deform/preparation_cache.h>

#include <support/mutants.h>

using namespace sartor;
using deform::CpuChainRunner;
using deform::Verify;
using test::DeformCase;

namespace {

deform::ChainLink linkOf(const std::string& id) {
    return deform::initialLink(test::require(test::builtPlugins().find(id)));
}

std::unique_ptr<CpuChainRunner> runnerFor(const std::vector<deform::ChainLink>& links,
                                          const DeformCase& deformCase,
                                          Verify verify = Verify::Stages) {
    const auto plan = test::require(
        deform::ChainPlan::create({links}, deformCase.source, {.watch = deform::Watch::Flags}));
    return test::require(CpuChainRunner::create(plan, verify));
}

deform::DeformedMesh resultsOf(const CpuChainRunner& runner) {
    return {test::toVector(runner.positions()),
            test::toVector(runner.normals()),
            test::toVector(runner.tangents()),
            test::toVector(runner.flags())};
}

} // namespace

class TstVerifiedRun : public QObject {
    Q_OBJECT

private slots:
    void healthyStagesGiveTheSameBits_data();
    void healthyStagesGiveTheSameBits();
    void findsFaults_data();
    void findsFaults();
    void inputsPassThroughAFaultyStage();
    void aFailureIsAnErrorWithoutWatch();
    void keepsTheFaultUntilTheChainIsMadeAnew();
    void findsFaultsOfWhatIsPrepared_data();
    void findsFaultsOfWhatIsPrepared();
    void whatIsPreparedWellIsTheSameUnderWatch_data();
    void whatIsPreparedWellIsTheSameUnderWatch();
};

void TstVerifiedRun::healthyStagesGiveTheSameBits_data() {
    QTest::addColumn<QStringList>("ids");
    QTest::addColumn<uint>("vertices");
    for (const uint vertices : {0u, 1u, 2u, 63u, 64u, 65u, 3000u}) {
        QTest::addRow("lbs, %u vertices", vertices) << QStringList{"lbs"} << vertices;
        QTest::addRow("morph+dqs, %u vertices", vertices)
            << QStringList{"morph", "dqs"} << vertices;
    }
}

void TstVerifiedRun::healthyStagesGiveTheSameBits() {
    QFETCH(QStringList, ids);
    QFETCH(uint, vertices);
    test::Random random(71);
    DeformCase deformCase = test::randomCase(random, {.vertexCount = vertices, .targetCount = 2});
    std::vector<deform::ChainLink> links;
    for (const QString& id : ids) {
        links.push_back(linkOf(id.toStdString()));
    }
    const auto watched = runnerFor(links, deformCase);
    const auto plain = runnerFor(links, deformCase, Verify::Nothing);
    for (int frame = 0; frame < 2; ++frame) {
        deformCase.palette[0] = test::randomAffine(random);
        QVERIFY(watched->run(deformCase.frame()).isOk());
        QVERIFY(plain->run(deformCase.frame()).isOk());
        QVERIFY(test::haveEqualBits(resultsOf(*watched), resultsOf(*plain)));
        QVERIFY(watched->faults().stages.empty());
    }
}

void TstVerifiedRun::findsFaults_data() {
    QTest::addColumn<QString>("mutant");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("message");
    QTest::newRow("status") << "fails_at_an_end"
                            << "stage.status"
                            << "failed with status 4 on vertices 0 to 199";
    QTest::newRow("input") << "negates_in_place"
                           << "stage.writes_input"
                           << "changes its input, element 1 of 'sartor.influence.weight'";
    QTest::newRow("outside") << "writes_outside"
                             << "stage.writes_outside"
                             << "writes, for vertices 101 to 198, element 199 of "
                                "'sartor.position'";
    QTest::newRow("behind") << "writes_behind"
                            << "stage.writes_outside"
                            << "writes before or behind the memory of 'sartor.position'";
    QTest::newRow("forgotten") << "forgets_some"
                               << "stage.unwritten"
                               << "leaves out element 63 of 'sartor.position'";
    QTest::newRow("in place") << "works_in_place"
                              << "stage.reads_output"
                              << "writes what hangs on what was there before, as in element 0 "
                                 "of 'sartor.position'";
    QTest::newRow("unstable") << "counts_calls"
                              << "stage.unstable"
                              << "gives other bits when it is called again, as in element 0 of "
                                 "'sartor.position'";
    QTest::newRow("range") << "depends_on_range"
                           << "stage.split"
                           << "gives, for vertex 199, other bits than for all at "
                              "once in element 199 of 'sartor.position'";
    QTest::newRow("not finite") << "nan_for_zero_sum"
                                << "stage.nonfinite"
                                << "writes a number that is not finite, element 7 of "
                                   "'sartor.position'";
}

void TstVerifiedRun::findsFaults() {
    QFETCH(QString, mutant);
    QFETCH(QString, code);
    QFETCH(QString, message);
    test::Random random(72);
    DeformCase deformCase = test::randomCase(random, {.vertexCount = 200});
    std::vector<std::vector<test::OracleInfluence>> rows;
    for (std::size_t vertex = 0; vertex < 200; ++vertex) {
        rows.push_back(deformCase.influencesOf(vertex));
    }
    // What comes out of it as it went in would look as if nothing was written.
    if (mutant == "nan_for_zero_sum") {
        rows[7].clear();
    }
    // The second of these is in the other hemisphere.
    rows[0] = {{1, .4}, {0, .6}};
    deformCase.palette[0] = math::Affine();
    deformCase.palette[1] = test::randomAffine(random);
    deformCase.source.influences = test::makeInfluences(rows, 8);
    deform::ChainLink link = deform::initialLink(test::loadMutant(mutant.toStdString()));
    if (mutant == "fails_at_an_end") {
        link.params[0][1] = 0.0;
    }
    const auto runner = runnerFor({link}, deformCase);
    deform::FrameSource frame = deformCase.frame();
    deformCase.rigidParts[1].rigid.real = -deformCase.rigidParts[1].rigid.real;
    if (glm::dot(deformCase.rigidParts[1].rigid.real, deformCase.rigidParts[0].rigid.real) > 0) {
        deformCase.rigidParts[1].rigid.real = -deformCase.rigidParts[1].rigid.real;
    }
    frame.rigidParts = deformCase.rigidParts;
    QVERIFY(runner->run(frame).isOk());
    const auto& faults = runner->faults().stages;
    QCOMPARE(faults.size(), std::size_t{1});
    QCOMPARE(QString::fromStdString(faults.front().code), code);
    QCOMPARE(QString::fromStdString(faults.front().message), message);
    QCOMPARE(faults.front().deformer, link.deformer->id);
    QCOMPARE(faults.front().stage, std::string("skin"));
    // The rest pose comes out.
    QVERIFY(!test::firstBitDifference(runner->positions(), deformCase.source.mesh->positions()));
    QVERIFY(!test::firstBitDifference(runner->normals(), deformCase.source.mesh->normals()));
    QVERIFY(!test::firstBitDifference(runner->tangents(), deformCase.source.mesh->tangents()));
}

void TstVerifiedRun::inputsPassThroughAFaultyStage() {
    // What comes before and after it goes on as without it.
    test::Random random(73);
    const DeformCase deformCase = test::randomCase(random, {.vertexCount = 200, .targetCount = 2});
    const deform::ChainLink faulty = deform::initialLink(test::loadMutant("forgets_some"));
    const auto runner = runnerFor({linkOf("lbs"), faulty}, deformCase);
    const auto without = runnerFor({linkOf("lbs")}, deformCase);
    QVERIFY(runner->run(deformCase.frame()).isOk() && without->run(deformCase.frame()).isOk());
    QVERIFY(!test::firstBitDifference(runner->positions(), without->positions()));
    QVERIFY(!test::firstBitDifference(runner->normals(), without->normals()));

    // Its linear part is that of a stage that does nothing.
    deform::ChainLink carried = linkOf("morph");
    carried.params[0][0] = 2.0;
    const auto after = runnerFor({faulty, carried}, deformCase);
    const auto alone = runnerFor({linkOf("morph")}, deformCase);
    QVERIFY(after->run(deformCase.frame()).isOk() && alone->run(deformCase.frame()).isOk());
    QVERIFY(!test::firstBitDifference(after->positions(), alone->positions()));
}

void TstVerifiedRun::aFailureIsAnErrorWithoutWatch() {
    test::Random random(74);
    const DeformCase deformCase = test::randomCase(random, {.vertexCount = 100});
    deform::ChainLink link = deform::initialLink(test::loadMutant("fails_at_an_end"));
    link.params[0][1] = 0.0;
    const auto plain = runnerFor({link}, deformCase, Verify::Nothing);
    QCOMPARE(plain->run(deformCase.frame()).error().code, std::string("deform.stage"));
    const auto watched = runnerFor({link}, deformCase);
    QVERIFY(watched->run(deformCase.frame()).isOk());
    QCOMPARE(watched->faults().stages.size(), std::size_t{1});
}

void TstVerifiedRun::keepsTheFaultUntilTheChainIsMadeAnew() {
    test::Random random(75);
    const DeformCase deformCase = test::randomCase(random, {.vertexCount = 100});
    const deform::ChainLink link = deform::initialLink(test::loadMutant("forgets_some"));
    const auto runner = runnerFor({link}, deformCase);
    for (int frame = 0; frame < 3; ++frame) {
        QVERIFY(runner->run(deformCase.frame()).isOk());
        QCOMPARE(runner->faults().stages.size(), std::size_t{1});
    }
    QVERIFY(runnerFor({link}, deformCase)->faults().stages.empty());
}

void TstVerifiedRun::findsFaultsOfWhatIsPrepared_data() {
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("message");
    QTest::newRow("forgets") << "stage.unwritten"
                             << "leaves out element 7 of 'test.double'";
    QTest::newRow("nan") << "stage.nonfinite"
                         << "writes a number that is not finite, element 7 of 'test.double'";
    QTest::newRow("fails") << "stage.status"
                           << "failed with status 4 on vertices 0 to 199";
    QTest::newRow("adds-up") << "stage.reads_output"
                             << "writes what hangs on what was there before, as in element 0 of "
                                "'test.double'";
    QTest::newRow("changes-input") << "stage.writes_input"
                                   << "changes its input, element 0 of 'sartor.rest.position'";
}

void TstVerifiedRun::findsFaultsOfWhatIsPrepared() {
    QFETCH(QString, code);
    QFETCH(QString, message);
    test::Random random(76);
    const DeformCase deformCase = test::randomCase(random, {.vertexCount = 200});
    const std::string chain =
        "sartor.lbs+careless[care=" + std::string(QTest::currentDataTag()) + "]+advance[passes=1]";
    deform::PreparationCache cache;
    const auto plan = test::require(
        deform::ChainPlan::create(test::require(deform::parseChain(chain, test::hostWithTools())),
                                  deformCase.source,
                                  {.verify = Verify::Stages, .cache = &cache}));
    QCOMPARE(plan->preparationFaults().size(), std::size_t{1});
    const deform::StageFault& fault = plan->preparationFaults().front();
    QCOMPARE(QString::fromStdString(fault.code), code);
    QCOMPARE(QString::fromStdString(fault.message), message);
    QCOMPARE(fault.deformer, std::string("test.careless"));
    QCOMPARE(fault.stage, std::string("double"));
    QCOMPARE(cache.counts().entries, std::size_t{0}); // for nobody else
    // The whole deformer is left out, whatever the runner watches; the others go on.
    const auto without = test::require(deform::ChainPlan::create(
        test::require(deform::parseChain("sartor.lbs+advance[passes=1]", test::hostWithTools())),
        deformCase.source));
    const auto expected = test::require(CpuChainRunner::create(without));
    QVERIFY(expected->run(deformCase.frame()).isOk());
    for (const Verify verify : {Verify::Nothing, Verify::Stages}) {
        const auto runner = test::require(CpuChainRunner::create(plan, verify));
        for (int frame = 0; frame < 2; ++frame) {
            QVERIFY(runner->run(deformCase.frame()).isOk());
            QVERIFY(!test::firstBitDifference(runner->positions(), expected->positions()));
            QCOMPARE(runner->faults().stages.size(), std::size_t{1});
            QCOMPARE(QString::fromStdString(runner->faults().stages.front().code), code);
        }
    }
}

void TstVerifiedRun::whatIsPreparedWellIsTheSameUnderWatch_data() {
    QTest::addColumn<QString>("chain");
    QTest::newRow("one stage") << "careless";
    QTest::newRow("passes and neighbours") << "mush[iterations=3]";
    QTest::newRow("rows by range") << "rows[mode=ranges]";
    QTest::newRow("rows in one call") << "rows[mode=whole]";
}

void TstVerifiedRun::whatIsPreparedWellIsTheSameUnderWatch() {
    QFETCH(QString, chain);
    test::Random random(77);
    const DeformCase deformCase = test::randomCase(random, {.vertexCount = 200});
    const deform::Chain parsed =
        test::require(deform::parseChain(chain.toStdString(), test::hostWithTools()));
    std::vector<std::vector<glm::vec3>> results;
    for (const Verify verify : {Verify::Nothing, Verify::Stages}) {
        const auto plan =
            test::require(deform::ChainPlan::create(parsed, deformCase.source, {.verify = verify}));
        QVERIFY(plan->preparationFaults().empty());
        const auto runner = test::require(CpuChainRunner::create(plan));
        QVERIFY(runner->run(deformCase.frame()).isOk());
        results.push_back(test::toVector(runner->positions()));
    }
    QVERIFY(!test::firstBitDifference(std::span<const glm::vec3>(results[0]),
                                      std::span<const glm::vec3>(results[1])));
}

QTEST_GUILESS_MAIN(TstVerifiedRun)
#include "tst_verified_run.moc"
