// SPDX-License-Identifier: Apache-2.0
// The conformance kit: the plugins of the tree hold what they claim, and every invariant finds the
// fault that was planted for it.
#include <sartor/deform/conformance.h>

#include <support/deform_fixture.h>
#include <support/mutants.h>

#include <set>

using namespace sartor;
using deform::ConformanceReport;
using deform::ConformanceRequest;
using deform::Verdict;

namespace {

ConformanceRequest requestFor(const std::string& chain) {
    ConformanceRequest request;
    request.subject = test::require(deform::parseChain(chain, test::builtPlugins())).links.front();
    request.skinning = test::require(test::builtPlugins().find("lbs"));
    return request;
}

std::size_t indexOf(std::string_view id) {
    const auto invariants = deform::conformanceInvariants();
    for (std::size_t i = 0; i < invariants.size(); ++i) {
        if (invariants[i].id == id) {
            return i;
        }
    }
    SARTOR_ASSERT(false);
    return 0;
}

/// "identity fails: ...", one line for each that does.
QString failuresOf(const ConformanceReport& report) {
    QString text;
    for (std::size_t i = 0; i < report.results.size(); ++i) {
        if (report.results[i].verdict == Verdict::Fails) {
            text += QString::fromStdString(std::string(deform::conformanceInvariants()[i].id) +
                                           " fails: " + report.results[i].reason + "\n");
        }
    }
    return text;
}

std::set<std::string> idsOf(const ConformanceReport& report, Verdict verdict) {
    std::set<std::string> ids;
    for (std::size_t i = 0; i < report.results.size(); ++i) {
        if (report.results[i].verdict == verdict) {
            ids.emplace(deform::conformanceInvariants()[i].id);
        }
    }
    return ids;
}

} // namespace

class TstConformance : public QObject {
    Q_OBJECT

private slots:
    void refusesUnknownInvariants();
    void listsAllInvariants();
    void pluginsHoldWhatTheyClaim_data();
    void pluginsHoldWhatTheyClaim();
    void saysWhatIsNotClaimed_data();
    void saysWhatIsNotClaimed();
    void modesHoldWhatTheyCan_data();
    void modesHoldWhatTheyCan();
    void findsPlantedFaults_data();
    void findsPlantedFaults();
    void findingsSayWhereAndHowMuch();
    void chainsThatCannotBePlannedAreFindings();
    void givesTheSameForTheSameSeed();
};

void TstConformance::refusesUnknownInvariants() {
    ConformanceRequest request = requestFor("lbs");
    request.only = {"identity", "gravity"};
    const auto report = deform::checkConformance(request);
    QVERIFY(!report);
    QCOMPARE(report.error().code, std::string("conformance.unknown"));
    QVERIFY(report.error().message.starts_with("there is no invariant 'gravity'; there is "
                                               "identity, single-influence, "));
}

void TstConformance::listsAllInvariants() {
    const auto invariants = deform::conformanceInvariants();
    QCOMPARE(invariants.size(), std::size_t{23});
    std::set<std::string_view> ids;
    for (std::size_t i = 0; i < invariants.size(); ++i) {
        QCOMPARE(invariants[i].number, static_cast<std::uint32_t>(i + 1));
        QVERIFY(!invariants[i].text.empty() && !invariants[i].tolerance.empty());
        ids.insert(invariants[i].id);
    }
    QCOMPARE(ids.size(), invariants.size());
}

void TstConformance::pluginsHoldWhatTheyClaim_data() {
    QTest::addColumn<QString>("id");
    QTest::addColumn<uint>("seed");
    for (const auto& deformer : test::builtPlugins().deformers()) {
        for (const uint seed : {1u, 2u, 3u}) {
            QTest::addRow("%s, seed %u", deformer->id.c_str(), seed)
                << QString::fromStdString(deformer->id) << seed;
        }
    }
}

void TstConformance::pluginsHoldWhatTheyClaim() {
    QFETCH(QString, id);
    QFETCH(uint, seed);
    ConformanceRequest request = requestFor(id.toStdString());
    request.seed = seed;
    const ConformanceReport report = test::require(deform::checkConformance(request));
    QCOMPARE(failuresOf(report), QString());
    QVERIFY(!report.hasFailed());
    // Something was looked at.
    QCOMPARE_GE(idsOf(report, Verdict::Holds).size(), std::size_t{8});
    for (const deform::InvariantResult& result : report.results) {
        QCOMPARE(result.verdict == Verdict::Holds, result.comparisonCount > 0);
        QCOMPARE_LE(result.largestShare, 1.0);
    }
}

void TstConformance::saysWhatIsNotClaimed_data() {
    QTest::addColumn<QString>("id");
    QTest::addColumn<QStringList>("notClaimed");
    QTest::addColumn<QStringList>("notApplicable");
    QTest::newRow("lbs") << "lbs" << QStringList{"bulge"} << QStringList{"quaternion-sign"};
    QTest::newRow("dqs") << "dqs" << QStringList{"bulge", "partition"} << QStringList{};
    QTest::newRow("morph") << "morph" << QStringList{"bulge"}
                           << QStringList{"index-range",
                                          "influence-permutation",
                                          "linear",
                                          "quaternion-sign",
                                          "single-influence",
                                          "weight-policy",
                                          "zero-sum",
                                          "zero-weight"};
}

void TstConformance::saysWhatIsNotClaimed() {
    QFETCH(QString, id);
    QFETCH(QStringList, notClaimed);
    QFETCH(QStringList, notApplicable);
    const ConformanceReport report =
        test::require(deform::checkConformance(requestFor(id.toStdString())));
    const auto listOf = [&](Verdict verdict) {
        QStringList ids;
        for (const std::string& each : idsOf(report, verdict)) {
            ids.append(QString::fromStdString(each));
        }
        return ids;
    };
    QCOMPARE(listOf(Verdict::NotClaimed), notClaimed);
    QCOMPARE(listOf(Verdict::NotApplicable), notApplicable);
    // There is no device here.
    QCOMPARE(listOf(Verdict::NotChecked), QStringList{"backend"});
}

void TstConformance::modesHoldWhatTheyCan_data() {
    QTest::addColumn<QString>("chain");
    QTest::addColumn<uint>("capabilities");
    QTest::addColumn<QStringList>("failing");
    const uint rigid = SARTOR_CAP_RIGID | SARTOR_CAP_EXACT_IDENTITY;
    const uint all = rigid | SARTOR_CAP_SCALE | SARTOR_CAP_SHEAR | SARTOR_CAP_MIRROR;
    // It depends on where the origin is as soon as joints are scaled, and on nothing else.
    QTest::newRow("two-phase") << "dqs[scale=two-phase]" << all << QStringList{"origin-shift"};
    QTest::newRow("two-phase, rigid") << "dqs[scale=two-phase]" << rigid << QStringList{};
    QTest::newRow("drop, rigid") << "dqs[scale=drop]" << rigid << QStringList{};
    QTest::newRow("drop, scaled") << "dqs[scale=drop]" << uint(rigid | SARTOR_CAP_SCALE)
                                  << QStringList{
                                         "equal-joints", "origin-shift", "single-influence"};
    // Half of each is as good as both.
    QTest::newRow("half") << "dqs[blend=0.5]" << all << QStringList{};
    // The mean of rotations is no rotation.
    QTest::newRow("linear normals, rigid")
        << "lbs[normals=linear]" << rigid << QStringList{"normals"};
    QTest::newRow("linear normals, scaled")
        << "lbs[normals=linear]" << uint(rigid | SARTOR_CAP_SCALE)
        << QStringList{"equal-joints", "normals", "single-influence"};
}

void TstConformance::modesHoldWhatTheyCan() {
    QFETCH(QString, chain);
    QFETCH(uint, capabilities);
    QFETCH(QStringList, failing);
    ConformanceRequest request = requestFor(chain.toStdString());
    request.capabilities = capabilities;
    const ConformanceReport report = test::require(deform::checkConformance(request));
    QStringList failed;
    for (const std::string& id : idsOf(report, Verdict::Fails)) {
        failed.append(QString::fromStdString(id));
    }
    QVERIFY2(failed == failing, qPrintable(failuresOf(report)));
}

void TstConformance::findsPlantedFaults_data() {
    QTest::addColumn<QString>("mutant");
    QTest::addColumn<QString>("invariant");
    QTest::newRow("1") << "shifted"
                       << "identity";
    QTest::newRow("2") << "dropped_scale"
                       << "single-influence";
    QTest::newRow("3") << "dropped_scale"
                       << "equal-joints";
    QTest::newRow("4") << "shifted"
                       << "rigid-equivariance";
    QTest::newRow("5") << "two_phase"
                       << "origin-shift";
    QTest::newRow("6") << "first_pivot"
                       << "influence-permutation";
    QTest::newRow("7") << "no_signs"
                       << "quaternion-sign";
    QTest::newRow("8") << "looks_at_all_joints"
                       << "zero-weight";
    QTest::newRow("9") << "nan_for_zero_sum"
                       << "zero-sum";
    QTest::newRow("10") << "counts_calls"
                        << "index-range";
    QTest::newRow("11") << "own_normalisation"
                        << "weight-policy";
    QTest::newRow("12") << "no_marks"
                        << "continuity";
    QTest::newRow("13") << "claims_additive"
                        << "partition";
    QTest::newRow("14") << "normals_as_points"
                        << "normals";
    QTest::newRow("15") << "mirrors_ignored"
                        << "handedness";
    QTest::newRow("16, range") << "depends_on_range"
                               << "determinism";
    QTest::newRow("16, thread") << "depends_on_thread"
                                << "determinism";
    QTest::newRow("16, calls") << "counts_calls"
                               << "determinism";
    QTest::newRow("16, stale") << "stale_palette"
                               << "determinism";
    QTest::newRow("18") << "works_in_place"
                        << "separate-buffers";
    QTest::newRow("19, outside") << "writes_outside"
                                 << "declared-access";
    QTest::newRow("19, behind") << "writes_behind"
                                << "declared-access";
    QTest::newRow("19, negated") << "negates_in_place"
                                 << "declared-access";
    QTest::newRow("19, forgotten") << "forgets_some"
                                   << "declared-access";
    QTest::newRow("20") << "fails_at_an_end"
                        << "params";
    QTest::newRow("21") << "leaves_a_thread"
                        << "reload";
    QTest::newRow("23") << "linear_turned_over"
                        << "linear";
    QTest::newRow("22") << "claims_no_bulge"
                        << "bulge";
}

void TstConformance::findsPlantedFaults() {
    QFETCH(QString, mutant);
    QFETCH(QString, invariant);
    ConformanceRequest request = requestFor("lbs");
    request.subject = deform::initialLink(test::loadMutant(mutant.toStdString()));
    request.only = {invariant.toStdString()};
    const ConformanceReport report = test::require(deform::checkConformance(request));
    const deform::InvariantResult& result = report.results[indexOf(request.only.front())];
    QCOMPARE(result.verdict, Verdict::Fails);
    QCOMPARE_GT(result.largestShare, 1.0);
    QVERIFY(!result.reason.empty());
    QVERIFY(report.hasFailed());
    // Nothing else was looked at.
    QCOMPARE(idsOf(report, Verdict::Fails), std::set<std::string>{request.only.front()});
    QCOMPARE(idsOf(report, Verdict::Holds), std::set<std::string>{});
}

void TstConformance::findingsSayWhereAndHowMuch() {
    ConformanceRequest request = requestFor("lbs");
    request.subject = deform::initialLink(test::loadMutant("forgets_some"));
    request.only = {"declared-access", "single-influence"};
    const ConformanceReport report = test::require(deform::checkConformance(request));
    const deform::InvariantResult& access = report.results[indexOf("declared-access")];
    QCOMPARE(QString::fromStdString(access.reason),
             QString("300 scattered vertices: stage 'skin' leaves out element 63 of "
                     "'sartor.position' (stage.unwritten)"));
    const deform::InvariantResult& single = report.results[indexOf("single-influence")];
    QCOMPARE(single.vertex, std::optional<std::uint32_t>(63));
    const QString reason = QString::fromStdString(single.reason);
    QVERIFY2(reason.startsWith("300 scattered vertices, rigid joints, one influence each, vertex "
                               "63: ("),
             qPrintable(reason));
    QVERIFY2(reason.contains(" instead of (") && reason.contains(", off by ") &&
                 reason.endsWith(" is tolerated"),
             qPrintable(reason));
}

void TstConformance::chainsThatCannotBePlannedAreFindings() {
    // Deltas that are carried need a skinning stage before them.
    ConformanceRequest request = requestFor("morph[order=carried]");
    request.skinning = nullptr;
    request.only = {"declared-access"};
    const ConformanceReport report = test::require(deform::checkConformance(request));
    const deform::InvariantResult& result = report.results[indexOf("declared-access")];
    QCOMPARE(result.verdict, Verdict::Fails);
    QVERIFY2(result.reason.find("'sartor.linear'") != std::string::npos, result.reason.c_str());
    request.skinning = test::require(test::builtPlugins().find("lbs"));
    QCOMPARE(failuresOf(test::require(deform::checkConformance(request))), QString());
}

void TstConformance::givesTheSameForTheSameSeed() {
    ConformanceRequest request = requestFor("dqs");
    request.only = {"equal-joints"};
    const auto shareOf = [&](std::uint32_t seed) {
        request.seed = seed;
        return test::require(deform::checkConformance(request))
            .results[indexOf("equal-joints")]
            .largestShare;
    };
    QCOMPARE(shareOf(5), shareOf(5));
    QVERIFY(shareOf(5) != shareOf(6));
}

QTEST_GUILESS_MAIN(TstConformance)
#include "tst_conformance.moc"
