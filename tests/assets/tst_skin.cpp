// SPDX-License-Identifier: Apache-2.0
// Skins, and the way from a file's weights to influences.
#include <sartor/assets/skin.h>

#include <QtTest>

#include <support/compare.h>

using namespace sartor;
using namespace sartor::assets;

namespace {

constexpr std::size_t kJointCount = 4;

struct Row {
    std::vector<std::uint32_t> joints;
    std::vector<float> weights;
};

BuiltInfluences build(const Row& row, const InfluenceOptions& options = {}) {
    FileInfluences file;
    file.slotsPerVertex = static_cast<std::uint32_t>(row.joints.size());
    file.joints = row.joints;
    file.weights = row.weights;
    return *buildInfluences(file, kJointCount, options);
}

QString text(const InfluenceSet& set) {
    QString result;
    for (std::size_t i = 0; i < set.joints().size(); ++i) {
        result += QString("%1:%2 ")
                      .arg(set.joints()[i].value())
                      .arg(static_cast<double>(set.weights()[i]));
    }
    return result.trimmed();
}

const float kNan = std::numeric_limits<float>::quiet_NaN();
const float kInfinity = std::numeric_limits<float>::infinity();

} // namespace

Q_DECLARE_METATYPE(Row)

class TstSkin : public QObject {
    Q_OBJECT

private slots:
    void skinRejectsInvalidInput_data();
    void skinRejectsInvalidInput();
    void influenceSetRejectsInvalidInput_data();
    void influenceSetRejectsInvalidInput();
    void buildsUsableInfluences_data();
    void buildsUsableInfluences();
    void countsWhatItChanges();
    void keepsTheHeaviestUnderALimit();
    void policiesDecideAboutTheSum();
    void refusesASkinWithoutJoints();
    void everyVertexKeepsAnInfluenceWhateverTheInput();
};

void TstSkin::skinRejectsInvalidInput_data() {
    QTest::addColumn<int>("fault");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("message");
    QTest::newRow("count") << 0 << "skin.ibm_count"
                           << "skin 'body': 1 inverse bind matrices for 2 joints";
    QTest::newRow("joint") << 1 << "skin.joint_out_of_range"
                           << "skin 'body': slot 1 names no joint of the 4";
    QTest::newRow("rows") << 3 << "skin.ibm_count"
                          << "skin 'body': 1 fourth rows for 2 joints";
    QTest::newRow("NaN") << 2 << "skin.ibm_nonfinite"
                         << "skin 'body': the inverse bind matrix of slot 0 holds NaN or infinity";
}

void TstSkin::skinRejectsInvalidInput() {
    QFETCH(int, fault);
    QFETCH(QString, code);
    QFETCH(QString, message);
    SkinData data{"body", {JointIndex(0), JointIndex(1)}, {math::Affine{}, math::Affine{}}};
    switch (fault) {
    case 0:
        data.jointFromBind.pop_back();
        break;
    case 1:
        data.joints[1] = JointIndex(4);
        break;
    case 3:
        data.fourthRows.resize(1);
        break;
    default:
        data.jointFromBind[0].linear[1].y = kNan;
    }
    const auto skin = Skin::create(data, kJointCount);
    QVERIFY(!skin.hasValue());
    QCOMPARE(QString::fromStdString(skin.error().code), code);
    QCOMPARE(QString::fromStdString(skin.error().message), message);
}

void TstSkin::influenceSetRejectsInvalidInput_data() {
    QTest::addColumn<std::vector<std::uint32_t>>("offsets");
    QTest::addColumn<unsigned>("joint");
    QTest::addColumn<float>("weight");
    QTest::addColumn<QString>("code");
    using Offsets = std::vector<std::uint32_t>;
    QTest::newRow("no offsets") << Offsets{} << 0u << 1.0f << "influences.shape";
    QTest::newRow("start") << Offsets{1, 2} << 0u << 1.0f << "influences.shape";
    QTest::newRow("end") << Offsets{0, 1} << 0u << 1.0f << "influences.shape";
    QTest::newRow("backwards") << Offsets{0, 2, 1, 2} << 0u << 1.0f << "influences.shape";
    QTest::newRow("past the end") << Offsets{0, 9, 2} << 0u << 1.0f << "influences.shape";
    QTest::newRow("joint") << Offsets{0, 2} << 4u << 1.0f << "influences.joint_out_of_range";
    QTest::newRow("zero") << Offsets{0, 2} << 0u << 0.0f << "influences.weight";
    QTest::newRow("NaN") << Offsets{0, 2} << 0u << kNan << "influences.weight";
}

void TstSkin::influenceSetRejectsInvalidInput() {
    QFETCH(std::vector<std::uint32_t>, offsets);
    QFETCH(unsigned, joint);
    QFETCH(float, weight);
    QFETCH(QString, code);
    const auto set = InfluenceSet::create(
        offsets, {SkinJointIndex(0), SkinJointIndex(joint)}, {1.0f, weight}, kJointCount);
    QVERIFY(!set.hasValue());
    QCOMPARE(QString::fromStdString(set.error().code), code);
}

void TstSkin::buildsUsableInfluences_data() {
    QTest::addColumn<Row>("row");
    QTest::addColumn<QString>("expected");
    QTest::newRow("as they are") << Row{{0, 1}, {0.25f, 0.75f}} << "0:0.25 1:0.75";
    QTest::newRow("zero weights dropped") << Row{{0, 1, 2}, {0.5f, 0.0f, 0.5f}} << "0:0.5 2:0.5";
    QTest::newRow("padding may name no joint") << Row{{0, 255}, {1.0f, 0.0f}} << "0:1";
    QTest::newRow("equal joints summed") << Row{{1, 0, 1}, {0.25f, 0.5f, 0.25f}} << "1:0.5 0:0.5";
    QTest::newRow("divided by the sum") << Row{{0, 1}, {1.0f, 3.0f}} << "0:0.25 1:0.75";
    QTest::newRow("negative dropped") << Row{{0, 1}, {-0.5f, 0.5f}} << "1:1";
    QTest::newRow("NaN dropped") << Row{{0, 1}, {kNan, 0.5f}} << "1:1";
    QTest::newRow("infinity dropped") << Row{{0, 1}, {kInfinity, 0.5f}} << "1:1";
    QTest::newRow("unknown joint dropped") << Row{{9, 1}, {0.5f, 0.5f}} << "1:1";
    QTest::newRow("zero sum follows the first slot") << Row{{2, 1}, {0.0f, 0.0f}} << "2:1";
    QTest::newRow("zero sum, first slot bad") << Row{{9, 3}, {0.0f, 0.0f}} << "3:1";
    QTest::newRow("zero sum, all slots bad") << Row{{9, 9}, {0.0f, 0.0f}} << "0:1";
    QTest::newRow("denormal sum") << Row{{0, 1}, {1e-42f, 1e-42f}} << "0:0.5 1:0.5";
}

void TstSkin::buildsUsableInfluences() {
    QFETCH(Row, row);
    QFETCH(QString, expected);
    QCOMPARE(text(*build(row).influences), expected);
}

void TstSkin::countsWhatItChanges() {
    QCOMPARE(build({{1, 1}, {0.5f, 0.5f}}).changes.duplicateJointVertices, 1u);
    QCOMPARE(build({{0, 1}, {-1.0f, 1.0f}}).changes.negativeWeightVertices, 1u);
    QCOMPARE(build({{0, 1}, {kNan, 1.0f}}).changes.nonfiniteWeightVertices, 1u);
    QCOMPARE(build({{7, 1}, {0.5f, 0.5f}}).changes.outOfRangeVertices, 1u);
    QCOMPARE(build({{7, 1}, {0.0f, 1.0f}}).changes.outOfRangeVertices, 0u);
    QCOMPARE(build({{0, 1}, {0.0f, 0.0f}}).changes.zeroSumVertices, 1u);
    QCOMPARE(build({{0, 1}, {0.5f, 0.501f}}).changes.renormalizedVertices, 1u);
    QCOMPARE(build({{0, 1}, {0.5f, 0.50001f}}).changes.renormalizedVertices, 0u);
}

void TstSkin::keepsTheHeaviestUnderALimit() {
    const Row row{{0, 1, 2, 3}, {0.1f, 0.4f, 0.1f, 0.4f}};
    const BuiltInfluences built = build(row, {WeightPolicy::Renormalize, 3});
    // 0 and 2 weigh the same: the lower joint stays
    QCOMPARE(built.influences->joints().size(), std::size_t{3});
    QCOMPARE(built.influences->joints()[2].value(), 0u);
    QCOMPARE_LE(std::abs(built.influences->weights()[0] - 0.4f / 0.9f), 1e-6f);
    QCOMPARE(built.changes.limitedVertices, 1u);
    QCOMPARE_LE(std::abs(built.changes.largestDroppedWeight - 0.1f), 1e-6f);
    QCOMPARE(built.influences->maxPerVertex(), 3u);
    // the choice does not depend on the order of the slots
    const Row shuffled{{2, 3, 0, 1}, {0.1f, 0.4f, 0.1f, 0.4f}};
    QCOMPARE(text(*build(shuffled, {WeightPolicy::Renormalize, 3}).influences),
             text(*built.influences));
}

void TstSkin::policiesDecideAboutTheSum() {
    const Row row{{0, 1}, {0.25f, 0.25f}};
    QCOMPARE(text(*build(row, {WeightPolicy::None, 0}).influences), QString("0:0.25 1:0.25"));
    QCOMPARE(text(*build(row, {WeightPolicy::LastRemainder, 0}).influences),
             QString("0:0.25 1:0.75"));
    QCOMPARE(text(*build(row, {WeightPolicy::Renormalize, 0}).influences), QString("0:0.5 1:0.5"));
}

void TstSkin::refusesASkinWithoutJoints() {
    const auto built = buildInfluences({1, {0}, {1.0f}}, 0, {});
    QVERIFY(!built.hasValue());
    QCOMPARE(built.error().code, std::string("skin.no_joints"));
    const auto torn = buildInfluences({2, {0, 1, 2}, {1.0f, 1.0f, 1.0f}}, 4, {});
    QVERIFY(!torn.hasValue());
    QCOMPARE(torn.error().code, std::string("influences.shape"));
}

void TstSkin::everyVertexKeepsAnInfluenceWhateverTheInput() {
    test::Random random(11);
    const float strange[] = {0.0f, -0.0f, -1.0f, kNan, kInfinity, -kInfinity, 1e-45f, 3e38f, 0.5f};
    for (const WeightPolicy policy :
         {WeightPolicy::Renormalize, WeightPolicy::None, WeightPolicy::LastRemainder}) {
        FileInfluences file;
        file.slotsPerVertex = 5;
        for (int i = 0; i < 5 * 2000; ++i) {
            file.joints.push_back(random.below(6));
            file.weights.push_back(strange[random.below(std::size(strange))]);
        }
        const auto built = buildInfluences(file, kJointCount, {policy, random.below(4)});
        QVERIFY2(built.hasValue(), built.hasValue() ? "" : built.error().message.c_str());
        const InfluenceSet& set = *built->influences;
        QCOMPARE(set.vertexCount(), std::size_t{2000});
        for (std::size_t vertex = 0; vertex < 2000; ++vertex) {
            double sum = 0.0;
            for (std::uint32_t i = set.offsets()[vertex]; i < set.offsets()[vertex + 1]; ++i) {
                sum += static_cast<double>(set.weights()[i]);
            }
            QCOMPARE_GT(set.offsets()[vertex + 1], set.offsets()[vertex]);
            if (policy == WeightPolicy::Renormalize) {
                QCOMPARE_LE(std::abs(sum - 1.0), 1e-6);
            }
        }
    }
}

QTEST_GUILESS_MAIN(TstSkin)
#include "tst_skin.moc"
