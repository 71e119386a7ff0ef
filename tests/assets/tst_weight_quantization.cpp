// SPDX-License-Identifier: Apache-2.0
// Weights in whole steps: sums kept, no weight further off than a step, ties decided.
#include <sartor/assets/weight_quantization.h>

#include <QTest>

#include <support/compare.h>
#include <support/require.h>

#include <cmath>
#include <numeric>

using namespace sartor;
using assets::InfluenceSet;

namespace {

using Steps = std::vector<std::uint32_t>;

Steps quantized(const std::vector<float>& weights, std::uint32_t stepCount) {
    Steps steps(weights.size());
    assets::quantizeWeights(weights, stepCount, steps);
    return steps;
}

std::shared_ptr<const InfluenceSet> influences(const std::vector<std::vector<float>>& vertices) {
    std::vector<std::uint32_t> offsets{0};
    std::vector<SkinJointIndex> joints;
    std::vector<float> weights;
    for (const std::vector<float>& vertex : vertices) {
        for (std::size_t i = 0; i < vertex.size(); ++i) {
            joints.emplace_back(i);
            weights.push_back(vertex[i]);
        }
        offsets.push_back(static_cast<std::uint32_t>(joints.size()));
    }
    return test::require(
        InfluenceSet::create(std::move(offsets), std::move(joints), std::move(weights), 8));
}

} // namespace

class TstWeightQuantization : public QObject {
    Q_OBJECT

private slots:
    void rejectsBits_data() {
        QTest::addColumn<unsigned>("bits");
        QTest::newRow("none") << 0u;
        QTest::newRow("more than a float holds") << 25u;
    }
    void rejectsBits() {
        QFETCH(const unsigned, bits);
        const auto result = assets::quantizeInfluences(*influences({{1.0f}}), 8, bits);
        QVERIFY(!result);
        QCOMPARE(result.error().code, std::string("influences.bits"));
        QVERIFY(result.error().message.find("expected 1 to 24") != std::string::npos);
    }

    void givesWhatIsMissingToThoseThatLostMost_data() {
        QTest::addColumn<std::vector<float>>("weights");
        QTest::addColumn<Steps>("expected");
        const auto row = [](const char* name, std::vector<float> weights, Steps expected) {
            QTest::newRow(name) << weights << expected;
        };
        row("whole", {1.0f}, {255});
        // Half a step each: rounding alone would give 128 and 128.
        row("halves", {0.5f, 0.5f}, {128, 127});
        row("thirds", {1.0f / 3.0f, 1.0f / 3.0f, 1.0f / 3.0f}, {85, 85, 85});
        // 229.5 and 25.4999 steps after a tiny third one.
        row("tiny", {0.9f, 0.0999f, 0.0001f}, {230, 25, 0});
        row("sum of 0.8", {0.4f, 0.4f}, {102, 102});
        row("sum above one", {1.0f, 0.5f}, {255, 128});
        row("negative", {1.25f, -0.25f}, {255, 0});
        row("nothing", {}, {});
    }
    void givesWhatIsMissingToThoseThatLostMost() {
        QFETCH(const std::vector<float>, weights);
        QFETCH(const Steps, expected);
        QCOMPARE(quantized(weights, 255), expected);
    }

    void breaksTiesInOrder() {
        // Exact in floats: rounding each alone would give 64, 64, 64 and 66, two steps too many.
        const float tie = 63.5f / 256.0f;
        QCOMPARE(quantized({tie, tie, tie, 65.5f / 256.0f}, 256), (Steps{64, 64, 63, 65}));
    }

    void keepsEverySumAndMovesNoWeightByAStep_data() {
        QTest::addColumn<unsigned>("stepCount");
        for (const unsigned stepCount : {1u, 15u, 255u, 4095u, 65535u}) {
            QTest::addRow("%u steps", stepCount) << stepCount;
        }
    }
    void keepsEverySumAndMovesNoWeightByAStep() {
        QFETCH(const unsigned, stepCount);
        test::Random random(stepCount);
        for (int round = 0; round < 500; ++round) {
            std::vector<float> weights(1 + random.below(8));
            double sum = 0.0;
            for (float& weight : weights) {
                weight = random.uniform(0.001f, 1.0f);
                sum += static_cast<double>(weight);
            }
            for (float& weight : weights) {
                weight = static_cast<float>(static_cast<double>(weight) / sum);
            }
            const Steps steps = quantized(weights, stepCount);
            QCOMPARE(std::accumulate(steps.begin(), steps.end(), 0u), stepCount);
            for (std::size_t i = 0; i < weights.size(); ++i) {
                const double exact = static_cast<double>(weights[i]) * stepCount;
                QVERIFY(std::abs(static_cast<double>(steps[i]) - exact) < 1.0);
            }
        }
    }

    void dropsInfluencesOfNoStepButNeverTheLast() {
        const auto result = test::require(assets::quantizeInfluences(
            *influences({{0.75f, 0.2495f, 0.0005f}, {0.0001f, 0.0002f}, {}}), 8, 8));
        QCOMPARE(result->vertexCount(), std::size_t{3});
        const auto offsets = result->offsets();
        QCOMPARE(std::vector(offsets.begin(), offsets.end()),
                 (std::vector<std::uint32_t>{0, 2, 3, 3}));
        QCOMPARE(result->joints()[2], SkinJointIndex(1));
        const auto weights = result->weights();
        QCOMPARE(std::lround(weights[0] * 255.0f), 191l);
        QCOMPARE(std::lround(weights[1] * 255.0f), 64l);
        QCOMPARE(std::lround(weights[2] * 255.0f), 1l);
    }
};

QTEST_GUILESS_MAIN(TstWeightQuantization)
#include "tst_weight_quantization.moc"
