// SPDX-License-Identifier: Apache-2.0
// A file cannot make the reader allocate more than its size justifies.
#include "gltf/budget.h"
#include "gltf_character.h"

#include <QtTest>

using namespace sartor;
using namespace sartor::test;
using Json = nlohmann::json;

namespace {

const std::vector<Refusal>& refusals() {
    static const std::vector<Refusal> kRefusals = {
        {{"zero-filled bomb",
          [](GltfFile& f) {
              f.erase("/accessors/0", "bufferView");
              f.at("/accessors/0/count") = 1000000000;
          }},
         "file.too_large",
         "/accessors/0/count: decoding it takes 12000000000 more bytes"},
    };
    return kRefusals;
}

} // namespace

class TstGltfBudget : public QObject {
    Q_OBJECT

private slots:
    void rejectsInvalidInput_data();
    void rejectsInvalidInput();
    void boundsDecodedSize();
    void boundsRepeatedUseOfTheSameData();
    void takesAnotherBoundWhereItIsSet_data();
    void takesAnotherBoundWhereItIsSet();
};

void TstGltfBudget::rejectsInvalidInput_data() {
    addRows(refusals());
}

void TstGltfBudget::rejectsInvalidInput() {
    checkRefusal(rowOf(refusals()));
}

void TstGltfBudget::boundsDecodedSize() {
    const ImportFolder folder;
    import::ImportOptions options;
    options.maximumDecodedSize = 100000;
    QVERIFY(folder.load(character(), options));
    GltfFile file = triangleOf(0);
    file.addAccessor(std::vector<std::uint8_t>(30000, 1), {"VEC3"});
    const auto scene = folder.load(file, options); // 120000 bytes as floats
    QVERIFY(!scene);
    QCOMPARE(scene.error().code, std::string("file.too_large"));
    const QString message = QString::fromStdString(scene.error().message);
    QVERIFY2(message.contains("/accessors/0/count: decoding it takes 120000 more bytes"),
             qPrintable(message));
    options.maximumDecodedSize = 1000; // less than the file itself
    const auto large = folder.load(file, options);
    QVERIFY(!large);
    QCOMPARE(large.error().code, std::string("file.too_large"));
}

void TstGltfBudget::boundsRepeatedUseOfTheSameData() {
    // 12 kB of positions, named by 50000 targets: 600 MB of deltas from a file of 1 MB.
    GltfFile file = triangleOf(0);
    file.addAccessor(std::vector<float>(3000, 1.0f), {"VEC3"});
    const std::vector<Json> targets(50000, Json{{"POSITION", 0}});
    file.at(kPrimitive + "/targets") = targets;
    const ImportFolder folder;
    const auto scene = folder.load(file);
    QVERIFY(!scene);
    QCOMPARE(scene.error().code, std::string("file.too_large"));
}

void TstGltfBudget::takesAnotherBoundWhereItIsSet_data() {
    QTest::addColumn<quint64>("maximum");
    QTest::addColumn<quint64>("expansion");
    QTest::addColumn<quint64>("bound");
    constexpr quint64 kMebi = 1 << 20;
    QTest::newRow("expansion") << 1000 * kMebi << quint64{4} << (256 + 4 * 100) * kMebi;
    QTest::newRow("no expansion") << 1000 * kMebi << quint64{0} << 256 * kMebi;
    QTest::newRow("maximum") << 200 * kMebi << quint64{64} << 200 * kMebi;
    QTest::newRow("any expansion") << 1000 * kMebi << ~quint64{0} << 1000 * kMebi;
}

void TstGltfBudget::takesAnotherBoundWhereItIsSet() {
    QFETCH(quint64, maximum);
    QFETCH(quint64, expansion);
    QFETCH(quint64, bound);
    using import::gltf::Failure;
    import::gltf::Budget budget(maximum, expansion);
    budget.addSource(100 << 20);
    QCOMPARE(budget.remaining(), bound);
    budget.charge(bound, "/here");
    QCOMPARE(budget.remaining(), quint64{0});
    try {
        budget.charge(1, "/here");
        QFAIL("charged beyond the bound");
    } catch (const Failure& failure) {
        QCOMPARE(failure.error.code, std::string("file.too_large"));
        const QString message = QString::fromStdString(failure.error.message);
        QVERIFY2(message.endsWith(QString("at most %1 are allowed for this file").arg(bound)),
                 qPrintable(message));
    }
}

QTEST_GUILESS_MAIN(TstGltfBudget)
#include "tst_gltf_budget.moc"
