// SPDX-License-Identifier: Apache-2.0
// Morph target invariants.
#include <sartor/assets/morph_set.h>

#include <QtTest>

using namespace sartor;
using namespace sartor::assets;

class TstMorphSet : public QObject {
    Q_OBJECT

private slots:
    void rejectsInvalidInput_data();
    void rejectsInvalidInput();
    void sparseTargetLeavesOutUntouchedVertices();
    void aVertexThatOnlyTurnsItsNormalIsKept();
};

void TstMorphSet::rejectsInvalidInput_data() {
    QTest::addColumn<int>("fault");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("message");
    const QString where = "morph target 0 'smile'";
    QTest::newRow("range") << 0 << "morph.vertex_out_of_range"
                           << where + ": vertex 8, but there are 4";
    QTest::newRow("order") << 1 << "morph.vertex_order"
                           << where + ": vertices must be strictly increasing, entry 1 is not";
    QTest::newRow("count") << 2 << "morph.delta_count" << where + ", normals: 1 deltas, expected 2";
    QTest::newRow("NaN") << 3 << "morph.nonfinite"
                         << where + ", positions: delta 1 is NaN or infinite";
}

void TstMorphSet::rejectsInvalidInput() {
    QFETCH(int, fault);
    QFETCH(QString, code);
    QFETCH(QString, message);
    MorphTarget target{"smile", {1, 3}, {glm::vec3(1.0f), glm::vec3(1.0f)}, {}, {}};
    switch (fault) {
    case 0:
        target.vertices[1] = 8;
        break;
    case 1:
        target.vertices[1] = 1;
        break;
    case 2:
        target.normalDeltas.resize(1, glm::vec3(0.0f));
        break;
    default:
        target.positionDeltas[1].x = std::numeric_limits<float>::quiet_NaN();
    }
    const auto set = MorphSet::create({target}, 4);
    QVERIFY(!set.hasValue());
    QCOMPARE(QString::fromStdString(set.error().code), code);
    QCOMPARE(QString::fromStdString(set.error().message), message);
}

void TstMorphSet::sparseTargetLeavesOutUntouchedVertices() {
    const std::vector<glm::vec3> deltas = {
        glm::vec3(0.0f), glm::vec3(0, 1, 0), glm::vec3(0.0f), glm::vec3(2, 0, 0)};
    const MorphTarget target = makeSparseTarget("a", deltas, {}, {});
    QCOMPARE(target.vertices, (std::vector<std::uint32_t>{1, 3}));
    QVERIFY(target.positionDeltas == (std::vector{deltas[1], deltas[3]}));
    QVERIFY(target.normalDeltas.empty());
    QVERIFY(MorphSet::create({target}, 4).hasValue());
}

void TstMorphSet::aVertexThatOnlyTurnsItsNormalIsKept() {
    const std::vector<glm::vec3> still(2, glm::vec3(0.0f));
    const std::vector<glm::vec3> normals = {glm::vec3(0.0f), glm::vec3(0, 0, 1)};
    const MorphTarget target = makeSparseTarget("a", still, normals, {});
    QCOMPARE(target.vertices, std::vector<std::uint32_t>{1});
    QCOMPARE(target.positionDeltas.size(), std::size_t{1});
    QCOMPARE(target.normalDeltas.size(), std::size_t{1});
}

QTEST_GUILESS_MAIN(TstMorphSet)
#include "tst_morph_set.moc"
