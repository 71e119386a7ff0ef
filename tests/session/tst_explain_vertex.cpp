// SPDX-License-Identifier: Apache-2.0
// Explaining a vertex of a session finds what the session shows.
#include <sartor/session/explain_vertex.h>

#include <QDirIterator>
#include <QtTest>

#include <support/compare.h>
#include <support/procedural_rigs.h>
#include <support/verify_ok.h>

#include <cmath>

using namespace sartor;
using session::Session;

namespace {

session::SessionOptions optionsWithPlugins() {
    session::SessionOptions options;
    options.pluginFolders = {SARTOR_PLUGIN_DIR};
    return options;
}

} // namespace

class TstExplainVertex : public QObject {
    Q_OBJECT

private slots:
    void findsTheVertexThatIsShown_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("chain");
        for (const QString& folder : {QStringLiteral(SARTOR_SAMPLES_DIR "/assets"),
                                      QStringLiteral(SARTOR_TEST_DATA_DIR "/formats"),
                                      QStringLiteral(SARTOR_TEST_DATA_DIR "/cases")}) {
            QDirIterator files(
                folder, {"*.glb", "*.gltf"}, QDir::Files, QDirIterator::Subdirectories);
            while (files.hasNext()) {
                const QString file = files.next();
                for (const char* chain :
                     {"", "morph+dqs[scale=drop]", "lbs+morph[order=carried]"}) {
                    QTest::addRow("%s %s", qPrintable(file.mid(folder.size() + 1)), chain)
                        << file << chain;
                }
            }
        }
    }
    void findsTheVertexThatIsShown() {
        QFETCH(const QString, file);
        QFETCH(const QString, chain);
        session::SessionOptions options = optionsWithPlugins();
        options.chain = chain.toStdString();
        const auto opened = Session::open(file.toStdString(), options);
        if (!opened) {
            return; // that such files are refused well is tested elsewhere
        }
        Session& session = **opened;
        if (!session.scene().clips.empty()) {
            const Status status = session.setClip(0);
            SARTOR_VERIFY_OK(status);
        }
        const Status status = session.evaluate(0.3);
        SARTOR_VERIFY_OK(status);
        for (std::size_t i = 0; i < session.scene().instances.size(); ++i) {
            const auto positions = session.frame(i).positions;
            const auto step = static_cast<std::uint32_t>(1 + positions.size() / 20);
            for (std::uint32_t vertex = 0; vertex < positions.size(); vertex += step) {
                const auto explanation =
                    session::explainChain(session, i, vertex, session.chain(i));
                SARTOR_VERIFY_OK(explanation);
                QCOMPARE_LE(test::maxAbsDiff(explanation->position, glm::dvec3(positions[vertex])),
                            0.0);
                QCOMPARE_LE(test::maxAbsDiff(explanation->sum + explanation->unexplained,
                                             explanation->position),
                            1e-12 * (1.0 + glm::length(explanation->position)));
            }
        }
    }

    void setsTheUsualChainsBesideTheOneThatRuns() {
        const auto opened = Session::create(test::elbowRig(), optionsWithPlugins());
        SARTOR_VERIFY_OK(opened);
        Session& session = **opened;
        const auto& skeleton = *session.scene().skeleton;
        // Bent by a right angle at the elbow.
        const JointIndex lower = session.binding(0).joints[1];
        math::Transform pose = skeleton.joint(lower).parentFromJointRest;
        pose.rotation = pose.rotation * glm::angleAxis(glm::half_pi<float>(), glm::vec3(0, 0, 1));
        Status status = session.setJointPose(lower, pose);
        SARTOR_VERIFY_OK(status);
        status = session.setChain("dqs");
        SARTOR_VERIFY_OK(status);
        status = session.evaluate(0.0);
        SARTOR_VERIFY_OK(status);
        const auto offsets = session.binding(0).influences->offsets();
        const auto weights = session.binding(0).influences->weights();
        std::size_t blendedCount = 0;
        for (std::uint32_t vertex = 0; vertex + 1 < offsets.size(); ++vertex) {
            const auto comparison = session::compareChains(session, 0, vertex, 0);
            SARTOR_VERIFY_OK(comparison);
            QVERIFY(comparison->refusals.empty());
            QCOMPARE(comparison->chains.size(), std::size_t{2});
            QCOMPARE(comparison->chains[0].name, std::string("dqs"));
            QCOMPARE(comparison->chains[1].name, std::string("lbs"));
            const diagnose::ChainExplanation& dual = comparison->chains[0].explanation;
            const diagnose::ChainExplanation& linear = comparison->chains[1].explanation;
            QCOMPARE_LE(test::maxAbsDiff(linear.position, comparison->linear.positionModel), 1e-6);
            if (offsets[vertex + 1] - offsets[vertex] != 2) {
                QCOMPARE_LE(test::maxAbsDiff(linear.position, dual.position), 1e-6);
                QVERIFY(comparison->text.empty());
                continue;
            }
            // |1 - w + w i|
            const double share = static_cast<double>(weights[offsets[vertex]]);
            const double kept = std::hypot(1.0 - share, share);
            ++blendedCount;
            QCOMPARE_LE(std::abs(linear.retention.value() - kept), 1e-4);
            QCOMPARE_LE(std::abs(comparison->chains[1].predicted.value() - kept), 1e-4);
            QCOMPARE_LE(std::abs(dual.retention.value() - 1.0), 1e-4);
            QCOMPARE(comparison->chains[0].predicted, std::optional(1.0));
            QCOMPARE(comparison->text.empty(), kept >= diagnose::kThinRetention);
            const QString text = QString::fromStdString(comparison->text);
            const bool isWeights = comparison->linear.cause == diagnose::ThinCause::Weights;
            QVERIFY2(text.isEmpty() || text.endsWith(isWeights ? "does not mend them."
                                                               : "it is not the weights."),
                     qPrintable(text));
        }
        QVERIFY(blendedCount > 20);
    }
};

QTEST_GUILESS_MAIN(TstExplainVertex)
#include "tst_explain_vertex.moc"
