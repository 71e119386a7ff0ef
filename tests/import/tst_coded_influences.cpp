// SPDX-License-Identifier: Apache-2.0
// Joints in colours: coding and decoding are inverse for every number of bits, and colours that a
// decoder of sRGB has been at are recognised.
#include <sartor/import/coded_influences.h>

#include <QTest>

#include <glm/gtc/packing.hpp>

#include <limits>

using namespace sartor;
using import::JointCoding;

namespace {

float throughBytes(float code) {
    return static_cast<float>(std::lround(code * 255.0f)) / 255.0f;
}

float throughHalves(float code) {
    return glm::unpackHalf1x16(glm::packHalf1x16(code));
}

float throughFloats(float code) {
    return code;
}

// The other direction than the code under test: from sRGB to linear.
float srgbDecoded(float code) {
    const auto value = static_cast<double>(code);
    return static_cast<float>(value <= 0.04045 ? value / 12.92
                                               : std::pow((value + 0.055) / 1.055, 2.4));
}

std::vector<float> allCodes(float (*through)(float)) {
    std::vector<float> codes;
    for (std::uint32_t joint = 0; joint < import::kCodedJointCount; ++joint) {
        codes.push_back(through(import::encodeJoint(joint)));
    }
    return codes;
}

using Through = float (*)(float);

} // namespace

Q_DECLARE_METATYPE(Through)

class TstCodedInfluences : public QObject {
    Q_OBJECT

private slots:
    void everyJointComesBack_data() {
        QTest::addColumn<Through>("through");
        QTest::newRow("bytes") << &throughBytes;
        QTest::newRow("floats") << &throughFloats;
        QTest::newRow("halves") << &throughHalves;
    }
    void everyJointComesBack() {
        QFETCH(const Through, through);
        const std::vector<float> codes = allCodes(through);
        QCOMPARE(import::findJointCoding(codes), JointCoding::Fraction);
        for (std::uint32_t joint = 0; joint < codes.size(); ++joint) {
            QCOMPARE(import::decodeJoint(codes[joint]), joint);
            QCOMPARE(import::decodeJoint(codes[joint], JointCoding::Fraction).joint, joint);
        }
    }

    void coloursDecodedFromSrgbAreRecognised() {
        const std::vector<float> codes = allCodes(&srgbDecoded);
        QCOMPARE(import::findJointCoding(codes), JointCoding::SrgbFraction);
        for (std::uint32_t joint = 0; joint < codes.size(); ++joint) {
            const import::DecodedJoint decoded =
                import::decodeJoint(codes[joint], JointCoding::SrgbFraction);
            QCOMPARE(decoded.joint, joint);
            QVERIFY(decoded.error < 0.01);
        }
        // Read as they are, nearly all of them would be another joint.
        QVERIFY(import::decodeJoint(codes[128]) != 128u);
    }

    void wholeNumbersAreTakenAsTheyAre() {
        const std::vector<float> codes = {0.0f, 1.0f, 17.0f, 300.0f};
        QCOMPARE(import::findJointCoding(codes), JointCoding::Whole);
        QCOMPARE(import::decodeJoint(300.0f, JointCoding::Whole).joint, 300u);
    }

    void whatIsNothingWholeIsRounded() {
        const std::vector<float> codes = {0.5f / 255.0f, 7.3f / 255.0f, 0.123f};
        QCOMPARE(import::findJointCoding(codes), JointCoding::Fraction);
        const import::DecodedJoint decoded =
            import::decodeJoint(7.3f / 255.0f, JointCoding::Fraction);
        QCOMPARE(decoded.joint, 7u);
        QVERIFY(std::abs(decoded.error - 0.3) < 1e-4);
    }

    void wrongNumbersAreJointZero_data() {
        QTest::addColumn<float>("code");
        QTest::newRow("negative") << -1.0f;
        QTest::newRow("NaN") << std::numeric_limits<float>::quiet_NaN();
        QTest::newRow("infinite") << std::numeric_limits<float>::infinity();
        QTest::newRow("huge") << 1e30f;
    }
    void wrongNumbersAreJointZero() {
        QFETCH(const float, code);
        QCOMPARE(import::decodeJoint(code), 0u);
        for (const JointCoding coding :
             {JointCoding::Fraction, JointCoding::Whole, JointCoding::SrgbFraction}) {
            QCOMPARE(import::decodeJoint(code, coding).joint, 0u);
            QCOMPARE(import::decodeJoint(code, coding).error, 0.5);
        }
    }
};

QTEST_GUILESS_MAIN(TstCodedInfluences)
#include "tst_coded_influences.moc"
