// SPDX-License-Identifier: Apache-2.0
// Encodings of numbers, and weights that sum to one exactly.
#include "gltf_values.h"

#include <QTest>

#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <random>

using namespace sartor;
using io::encodeFloats;
using io::GltfComponent;
using io::GltfEncoding;
using io::GltfValues;

namespace {

template <class T>
std::vector<T> valuesOf(const GltfValues& values) {
    std::vector<T> result(values.bytes.size() / sizeof(T));
    std::memcpy(result.data(), values.bytes.data(), values.bytes.size());
    return result;
}

} // namespace

class TstGltfValues : public QObject {
    Q_OBJECT

private slots:
    void roundsFractions();
    void takesFloatsForWhatDoesNotFit_data();
    void takesFloatsForWhatDoesNotFit();
    void keepsFloatsBitForBit();
    void widensJoints();
    void weightsSumToOneExactly_data();
    void weightsSumToOneExactly();
    void weightsStayNear();
    void leavesOtherSumsAlone();
    void findsBounds();
    void hasNoBoundsOfNan();
};

void TstGltfValues::roundsFractions() {
    const std::vector<float> values = {-1.0f, -0.5f, 0.0f, 1.0f};
    const auto encoded = encodeFloats(values, 4, {GltfComponent::Int8, true});
    QCOMPARE(valuesOf<std::int8_t>(encoded), (std::vector<std::int8_t>{-127, -64, 0, 127}));
    QCOMPARE(encoded.type, std::string("VEC4"));
    QCOMPARE(encoded.count(), std::size_t{1});
    const std::vector<float> unsignedValues = {0.0f, 0.25f, 1.0f};
    QCOMPARE(
        valuesOf<std::uint16_t>(encodeFloats(unsignedValues, 1, {GltfComponent::Uint16, true})),
        (std::vector<std::uint16_t>{0, 16384, 65535}));
    const std::vector<float> whole = {-3.0f, 300.0f};
    QCOMPARE(valuesOf<std::int16_t>(encodeFloats(whole, 1, {GltfComponent::Int16, false})),
             (std::vector<std::int16_t>{-3, 300}));
}

void TstGltfValues::takesFloatsForWhatDoesNotFit_data() {
    QTest::addColumn<float>("value");
    QTest::addColumn<int>("component");
    QTest::addColumn<bool>("isNormalized");
    QTest::newRow("beyond one") << 1.5f << 5122 << true;
    QTest::newRow("negative") << -0.5f << 5121 << true;
    QTest::newRow("no whole number") << 0.5f << 5122 << false;
    QTest::newRow("too large") << 40000.0f << 5122 << false;
    QTest::newRow("NaN") << std::numeric_limits<float>::quiet_NaN() << 5121 << true;
}

void TstGltfValues::takesFloatsForWhatDoesNotFit() {
    QFETCH(float, value);
    QFETCH(int, component);
    QFETCH(bool, isNormalized);
    const GltfEncoding encoding{static_cast<GltfComponent>(component), isNormalized};
    const auto encoded = encodeFloats(std::vector{0.0f, value}, 1, encoding);
    QVERIFY(encoded.encoding == GltfEncoding{});
    QCOMPARE(encoded.count(), std::size_t{2});
}

void TstGltfValues::keepsFloatsBitForBit() {
    const std::vector<float> values = {-0.0f, 1e-45f, 3.4e38f, 0.1f};
    const auto encoded = encodeFloats(values, 1, {});
    QCOMPARE(std::memcmp(encoded.bytes.data(), values.data(), encoded.bytes.size()), 0);
}

void TstGltfValues::widensJoints() {
    const std::vector<std::uint32_t> small = {0, 1, 2, 255};
    const std::vector<std::uint32_t> large = {0, 1, 2, 256};
    QVERIFY(io::encodeJoints(small, GltfComponent::Uint8).encoding.component ==
            GltfComponent::Uint8);
    QVERIFY(io::encodeJoints(small, GltfComponent::Uint16).encoding.component ==
            GltfComponent::Uint16);
    const auto wide = io::encodeJoints(large, GltfComponent::Uint8);
    QVERIFY(wide.encoding.component == GltfComponent::Uint16);
    QCOMPARE(valuesOf<std::uint16_t>(wide), (std::vector<std::uint16_t>{0, 1, 2, 256}));
}

void TstGltfValues::weightsSumToOneExactly_data() {
    QTest::addColumn<std::vector<float>>("weights");
    QTest::addColumn<std::vector<std::uint32_t>>("expected");
    using Floats = std::vector<float>;
    using Numbers = std::vector<std::uint32_t>;
    // Rounding each for itself gives 86 three times, 258, and 64 four times, 256.
    QTest::newRow("thirds") << Floats{1.0f / 3, 1.0f / 3, 1.0f / 3, 0} << Numbers{85, 85, 85, 0};
    QTest::newRow("quarters") << Floats{0.25f, 0.25f, 0.25f, 0.25f} << Numbers{64, 64, 64, 63};
    QTest::newRow("one") << Floats{0, 1, 0, 0} << Numbers{0, 255, 0, 0};
    QTest::newRow("largest remainder") << Floats{0.5f, 0.4969f, 0.0031f} << Numbers{127, 127, 1};
}

void TstGltfValues::weightsSumToOneExactly() {
    QFETCH(std::vector<float>, weights);
    std::vector<std::uint32_t> quantized(weights.size());
    io::quantizeWeights(weights, 255, quantized);
    QTEST(quantized, "expected");
}

void TstGltfValues::weightsStayNear() {
    std::mt19937 random(7);
    for (int round = 0; round < 2000; ++round) {
        const std::uint32_t steps = round % 2 == 0 ? 255 : 65535;
        std::vector<float> weights(4 + random() % 13);
        double sum = 0.0;
        for (float& weight : weights) {
            weight = random() % 3 == 0 ? 0.0f : static_cast<float>(random() % 10000);
            sum += static_cast<double>(weight);
        }
        if (sum == 0.0) {
            continue;
        }
        for (float& weight : weights) {
            weight = static_cast<float>(static_cast<double>(weight) / sum);
        }
        std::vector<std::uint32_t> quantized(weights.size());
        io::quantizeWeights(weights, steps, quantized);
        QCOMPARE(std::accumulate(quantized.begin(), quantized.end(), 0u), steps);
        for (std::size_t i = 0; i < weights.size(); ++i) {
            const double exact = static_cast<double>(weights[i]) * steps;
            // Largest remainder moves none by a whole step; floats are off by 65535 * 2^-24.
            QVERIFY(std::abs(exact - quantized[i]) < 1.0 + 4e-3);
        }
        // What was quantised stays: decoded and written again it is the same.
        std::vector<float> decoded;
        for (const std::uint32_t value : quantized) {
            decoded.push_back(static_cast<float>(static_cast<double>(value) / steps));
        }
        std::vector<std::uint32_t> again(decoded.size());
        io::quantizeWeights(decoded, steps, again);
        QCOMPARE(again, quantized);
    }
}

void TstGltfValues::leavesOtherSumsAlone() {
    const std::vector<float> weights = {0.5f, 0.25f, 0.0f, std::numeric_limits<float>::infinity()};
    std::vector<std::uint32_t> quantized(4);
    io::quantizeWeights(weights, 255, quantized);
    QCOMPARE(quantized, (std::vector<std::uint32_t>{128, 64, 0, 0}));
}

void TstGltfValues::findsBounds() {
    const std::vector<float> floats = {1.0f, -2.0f, 0.1f, 5.0f};
    const auto bounds = io::boundsOf(encodeFloats(floats, 2, {}));
    QVERIFY(bounds.has_value());
    QCOMPARE(bounds->min, (std::vector<std::string>{"0.1", "-2"}));
    QCOMPARE(bounds->max, (std::vector<std::string>{"1", "5"}));
    // In the terms of the encoding, not as fractions.
    const std::vector<float> fractions = {0.0f, -1.0f};
    const auto integers = io::boundsOf(encodeFloats(fractions, 1, {GltfComponent::Int8, true}));
    QCOMPARE(integers->min, std::vector<std::string>{"-127"});
}

void TstGltfValues::hasNoBoundsOfNan() {
    const std::vector<float> floats = {1.0f, std::numeric_limits<float>::quiet_NaN()};
    QVERIFY(!io::boundsOf(encodeFloats(floats, 1, {})));
    QVERIFY(!io::boundsOf(encodeFloats({}, 1, {})));
}

QTEST_GUILESS_MAIN(TstGltfValues)
#include "tst_gltf_values.moc"
