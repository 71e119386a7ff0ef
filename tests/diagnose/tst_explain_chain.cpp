// SPDX-License-Identifier: Apache-2.0
// What any chain makes of a vertex, against oracles in double and closed forms.
#include <sartor/diagnose/explain_chain.h>
#include <sartor/math/singular_values.h>

#include <QTest>

#include <glm/gtc/constants.hpp>

#include <support/deform_fixture.h>
#include <support/dqs_oracle.h>

#include <cmath>

using namespace sartor;
using diagnose::ChainExplanation;
using diagnose::ChainStep;

namespace {

/// What floats leave of positions of about 2, over a few operations.
constexpr double kFloats = 2e-6;
/// Of a derivative over a step of 1/128, beside the truncation.
constexpr double kPull = 4e-4;
/// Of differences of floats over 1/128 of their size.
constexpr double kRetention = 5e-5;

const deform::PluginHost& plugins() {
    static const deform::PluginHost host = [] {
        deform::PluginHost made = test::builtPlugins();
        SARTOR_ASSERT(made.load(SARTOR_FIXTURE_DIR "/stages.sartorplugin").isOk());
        return made;
    }();
    return host;
}

Result<ChainExplanation>
tryExplain(const std::string& chain, const test::DeformCase& made, std::uint32_t vertex) {
    const deform::FrameSource frame = made.frame();
    return diagnose::explainChain(
        {test::require(deform::parseChain(chain, plugins())), made.source, frame, vertex});
}

ChainExplanation
explain(const std::string& chain, const test::DeformCase& made, std::uint32_t vertex = 0) {
    return test::require(tryExplain(chain, made, vertex));
}

std::vector<glm::vec3> deformed(const std::string& chain, const test::DeformCase& made) {
    const auto plan = test::require(deform::ChainPlan::create(
        test::require(deform::parseChain(chain, plugins())), made.source));
    const auto runner = test::require(deform::CpuChainRunner::create(plan));
    SARTOR_ASSERT(runner->run(made.frame()).isOk());
    return test::toVector(runner->positions());
}

/// A vertex at distance 1 of the z axis, about which the second joint turns.
test::DeformCase elbow(double degrees, double share) {
    assets::MeshData data;
    data.name = "elbow";
    data.positions = {glm::vec3(1, 0, 0.25f)};
    test::DeformCase made;
    made.source.mesh = test::require(assets::Mesh::create(std::move(data)));
    made.source.jointCount = 2;
    made.source.influences = test::makeInfluences({{{0, 1.0 - share}, {1, share}}}, 2);
    math::Transform turned;
    turned.rotation = glm::angleAxis(static_cast<float>(glm::radians(degrees)), glm::vec3(0, 0, 1));
    made.palette = {math::Affine{}, math::toAffine(turned)};
    return made;
}

/// Where the other vertex of a case follows what the trials of the first say.
test::DeformCase withInfluences(const test::DeformCase& made,
                                const std::vector<std::vector<test::OracleInfluence>>& rows) {
    test::DeformCase other = made;
    other.source.influences = test::makeInfluences(rows, made.source.jointCount);
    return other;
}

} // namespace

class TstExplainChain : public QObject {
    Q_OBJECT

private slots:
    void rejectsInvalidInput() {
        const auto result = tryExplain("lbs", elbow(90, 0.5), 1);
        QVERIFY(!result);
        QCOMPARE(result.error().code, std::string("explain.vertex_out_of_range"));
        QCOMPARE(result.error().message,
                 std::string("explain: vertex 1 of mesh 'elbow', which has 1"));
    }

    void givesTheExactContributionsOfLinearBlending() {
        test::Random random(11);
        for (const std::uint32_t count : {1u, 2u, 4u, 5u, 9u}) {
            const test::DeformCase made = test::randomCase(
                random, {.vertexCount = 6, .influencesPerVertex = count, .jointCount = 9});
            for (std::uint32_t vertex = 0; vertex < 6; ++vertex) {
                const ChainExplanation explanation = explain("lbs", made, vertex);
                const auto influences = made.influencesOf(vertex);
                const glm::dvec3 position = made.bindVertex(vertex).position;
                const test::OracleMap blended = test::blendedMap(made.palette, influences);
                glm::dvec3 sum(0.0);
                double size = 0.0;
                QCOMPARE(explanation.influences.size(), influences.size());
                for (std::size_t i = 0; i < influences.size(); ++i) {
                    const math::Affine& own = made.palette[influences[i].joint];
                    const glm::dvec3 alone =
                        glm::dmat3(own.linear) * position + glm::dvec3(own.translation);
                    const ChainStep& step = explanation.influences[i];
                    sum += influences[i].weight * alone;
                    size += influences[i].weight *
                            math::singularValues(glm::dmat3(own.linear)).sigma[2];
                    QCOMPARE(step.slot.value(), static_cast<std::uint32_t>(influences[i].joint));
                    QCOMPARE_LE(test::maxAbsDiff(step.alone, alone), kFloats);
                    QCOMPARE_LE(test::maxAbsDiff(step.contribution, influences[i].weight * alone),
                                kFloats);
                    QCOMPARE_LE(test::maxAbsDiff(step.runningSum, sum), kFloats);
                    const glm::dvec3 result = blended.linear * position + blended.translation;
                    QCOMPARE_LE(test::maxAbsDiff(step.pull, alone - result), kPull);
                }
                QCOMPARE_LE(test::maxAbsDiff(explanation.sum, explanation.position), kFloats);
                QVERIFY(explanation.isLinear());
                QCOMPARE_LE(test::maxAbsDiff(explanation.retention.value(),
                                             math::singularValues(blended.linear).sigma[2] / size),
                            kPull);
                QVERIFY(!explanation.looksAtNeighbours);
            }
        }
    }

    void keepsWeightsThatDoNotSumToOne() {
        test::DeformCase made = elbow(60, 0.5);
        made.source.influences = test::makeInfluences({{{0, 0.5}, {1, 0.25}}}, 2);
        const ChainExplanation explanation = explain("lbs", made);
        QCOMPARE_LE(
            test::maxAbsDiff(explanation.influences[0].contribution, glm::dvec3(0.5, 0, 0.125)),
            kFloats);
        QVERIFY(explanation.isLinear());
    }

    void tellsTheRetentionOfAnElbow_data() {
        QTest::addColumn<double>("degrees");
        for (const double degrees : {30.0, 90.0, 150.0, 180.0}) {
            QTest::addRow("%g", degrees) << degrees;
        }
    }
    // At equal weights linear blending keeps cos(angle / 2) of the radius, dual quaternions all.
    void tellsTheRetentionOfAnElbow() {
        QFETCH(const double, degrees);
        const test::DeformCase made = elbow(degrees, 0.5);
        const double half = glm::radians(degrees / 2.0);
        const ChainExplanation linear = explain("lbs", made);
        QCOMPARE_LE(test::maxAbsDiff(linear.retention.value(), std::cos(half)), kRetention);
        const ChainExplanation dual = explain("dqs", made);
        QCOMPARE_LE(test::maxAbsDiff(dual.retention.value(), 1.0), kRetention);
        // At half a turn either way round is as short.
        const glm::dvec3 turned(dual.position.x, std::abs(dual.position.y), dual.position.z);
        QCOMPARE_LE(test::maxAbsDiff(turned, glm::dvec3(std::cos(half), std::sin(half), 0.25)),
                    kFloats);
        // Both take the same mean of the same places; what it lacks to the circle no weight says.
        QCOMPARE_LE(test::maxAbsDiff(dual.sum, linear.position), kFloats);
        QCOMPARE_LE(test::maxAbsDiff(glm::length(dual.unexplained), 1.0 - std::cos(half)), kFloats);
        QVERIFY(linear.isLinear());
        QVERIFY(!dual.isLinear());
    }

    // phi = 2 atan2(w sin(a / 2), 1 - w + w cos(a / 2)), so
    // d phi / d w = 2 sin(a / 2) / ((1 - w + w cos(a / 2))^2 + (w sin(a / 2))^2).
    void pullsAsTheDerivativeOfDualQuaternions() {
        for (const double degrees : {40.0, 90.0, 150.0}) {
            for (const double share : {0.02, 0.3, 0.5, 0.8}) {
                const double half = glm::radians(degrees / 2.0);
                const double x = 1.0 - share + share * std::cos(half);
                const double y = share * std::sin(half);
                const double angle = 2.0 * std::atan2(y, x);
                const double slope = 2.0 * std::sin(half) / (x * x + y * y);
                const ChainExplanation explanation = explain("dqs", elbow(degrees, share));
                // The share of the second joint grows by (1 - w) of what it is given, and falls by
                // w of what the first is.
                const glm::dvec3 along(-std::sin(angle), std::cos(angle), 0.0);
                QCOMPARE_LE(
                    test::maxAbsDiff(explanation.influences[1].pull, (1.0 - share) * slope * along),
                    4.0 * kPull);
                QCOMPARE_LE(
                    test::maxAbsDiff(explanation.influences[0].pull, -share * slope * along),
                    4.0 * kPull);
            }
        }
    }

    void explainsDualQuaternionsOfManyJoints() {
        test::Random random(5);
        test::DeformCase made = test::randomCase(
            random, {.vertexCount = 20, .influencesPerVertex = 5, .jointCount = 6});
        test::bringJointsClose(random, made);
        for (std::uint32_t vertex = 0; vertex < 20; ++vertex) {
            const ChainExplanation explanation = explain("dqs", made, vertex);
            const auto influences = made.influencesOf(vertex);
            const glm::dvec3 position = made.bindVertex(vertex).position;
            const auto pointWith = [&](std::span<const test::OracleInfluence> weights) {
                return test::dualQuatPoint(
                    made.palette, weights, position, test::OracleScale::Repivot);
            };
            const glm::dvec3 expected = pointWith(influences);
            QCOMPARE_LE(test::maxAbsDiff(explanation.position, expected), 5.0 * kFloats);
            for (std::size_t i = 0; i < influences.size(); ++i) {
                const ChainStep& step = explanation.influences[i];
                const test::OracleInfluence all{influences[i].joint, 1.0};
                QCOMPARE_LE(test::maxAbsDiff(step.alone, pointWith({&all, 1})), 5.0 * kFloats);
                // In double, a step so small that nothing is left to cut off.
                constexpr double kTiny = 1e-6;
                auto shifted = influences;
                for (test::OracleInfluence& influence : shifted) {
                    influence.weight *= 1.0 - kTiny;
                }
                shifted[i].weight += kTiny;
                QCOMPARE_LE(test::maxAbsDiff(step.pull, (pointWith(shifted) - expected) / kTiny),
                            2.0 * kPull);
            }
        }
    }

    void doesNotTakeMorphTargetsForJoints() {
        test::Random random(3);
        const test::DeformCase made = test::randomCase(random, {.targetCount = 3});
        const auto positions = deformed("morph+lbs", made);
        const auto afterwards = deformed("lbs+morph[order=raw]", made);
        const auto alone = deformed("morph", made);
        for (std::uint32_t vertex = 0; vertex < 8; ++vertex) {
            for (const auto& [chain, expected] :
                 {std::pair("morph+lbs", &positions), {"lbs+morph[order=raw]", &afterwards}}) {
                const ChainExplanation explanation = explain(chain, made, vertex);
                QCOMPARE_LE(test::maxAbsDiff(explanation.position, glm::dvec3((*expected)[vertex])),
                            0.0);
                QVERIFY(explanation.isLinear());
            }
            // No weight has a say.
            const ChainExplanation explanation = explain("morph", made, vertex);
            QCOMPARE_LE(test::maxAbsDiff(explanation.position, glm::dvec3(alone[vertex])), 0.0);
            for (const ChainStep& step : explanation.influences) {
                QCOMPARE_LE(glm::length(step.pull), 0.0);
            }
        }
    }

    void looksAtTheWholeMeshWhereAStageDoes() {
        // A square of two triangles with a seam: vertex 4 is vertex 0 once more.
        assets::MeshData data;
        data.name = "square";
        data.positions = {glm::vec3(0, 0, 0),
                          glm::vec3(1, 0, 0),
                          glm::vec3(1, 1, 0),
                          glm::vec3(0, 1, 0),
                          glm::vec3(0, 0, 0)};
        data.triangles = {0, 1, 2, 4, 2, 3};
        test::DeformCase made;
        made.source.mesh = test::require(assets::Mesh::create(std::move(data)));
        made.source.jointCount = 2;
        std::vector<std::vector<test::OracleInfluence>> rows(5, {{0, 0.75}, {1, 0.25}});
        made = withInfluences(made, rows);
        made.palette = elbow(90, 0.5).palette;
        const deform::FrameSource frame = made.frame();
        const auto refused = diagnose::explainChain(
            {test::require(deform::parseChain("lbs+relax", plugins())), made.source, frame, 0, 60});
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, std::string("explain.budget"));
        QCOMPARE(refused.error().message,
                 std::string("explain: a stage of the chain looks at other vertices, so 13 runs "
                             "over mesh 'square' with 5 vertices are needed, more than there is "
                             "time for here"));
        const ChainExplanation explanation = explain("lbs+relax", made, 0);
        QVERIFY(explanation.looksAtNeighbours);
        QCOMPARE_LE(
            test::maxAbsDiff(explanation.position, glm::dvec3(deformed("lbs+relax", made)[0])),
            0.0);
        rows[0] = rows[4] = {{1, 1.0}};
        QCOMPARE_LE(
            test::maxAbsDiff(explanation.influences[1].alone,
                             glm::dvec3(deformed("lbs+relax", withInfluences(made, rows))[0])),
            0.0);
        // Smoothing is linear, too, and gives the vertex less of a say than it had.
        QVERIFY(explanation.isLinear());
        QCOMPARE_LE(glm::length(explanation.influences[1].pull),
                    0.9 * glm::length(explain("lbs", made, 0).influences[1].pull));
    }

    void saysThatEarlierFramesAreLeftOut() {
        QVERIFY(explain("lbs+count", elbow(90, 0.5)).dependsOnPast);
        QVERIFY(!explain("lbs", elbow(90, 0.5)).dependsOnPast);
    }

    void leavesAVertexWithoutInfluencesToTheChain() {
        const test::DeformCase made = withInfluences(elbow(90, 0.5), {{}});
        const ChainExplanation explanation = explain("lbs", made);
        QVERIFY(explanation.influences.empty());
        QVERIFY(!explanation.retention);
        QCOMPARE_LE(test::maxAbsDiff(explanation.position, glm::dvec3(1, 0, 0.25)), 0.0);
    }
};

QTEST_GUILESS_MAIN(TstExplainChain)
#include "tst_explain_chain.moc"
