// SPDX-License-Identifier: Apache-2.0
// What the palette offers: all node types, clips, and at a wire only what fits it.
#include "editor/model/graph_palette_model.h"
#include "graphs.h"

#include <QtTest>

using namespace sartor;
using namespace sartor::editor;
using namespace sartor::test;

namespace {

QStringList titles(const GraphPaletteModel& model) {
    QStringList found;
    for (int row = 0; row < model.rowCount(); ++row) {
        found << model.index(row).data().toString();
    }
    return found;
}

} // namespace

class TstGraphPaletteModel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void offersEveryTypeAndClip() {
        GraphPaletteModel model;
        model.offer(makeLocomotion(), {"Bend", "Swing"});
        const QStringList found = titles(model);
        for (const graph::NodeSchema* schema : graph::nodeSchemas()) {
            QVERIFY(found.contains(QString::fromUtf8(
                schema->title.data(), static_cast<qsizetype>(schema->title.size()))));
        }
        QVERIFY(found.contains("Bend"));
        QVERIFY(!found.contains("speed"));
    }

    void findsByAnyPartOfTheName_data() {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("first");
        QTest::newRow("beginning") << "ble"
                                   << "Blend 1D";
        QTest::newRow("second word") << "1d"
                                     << "Blend 1D";
        QTest::newRow("letters in order") << "b1d"
                                          << "Blend 1D";
        QTest::newRow("other case") << "SWING"
                                    << "Swing";
        QTest::newRow("nothing") << "qqqq"
                                 << "";
    }

    void findsByAnyPartOfTheName() {
        QFETCH(QString, typed);
        QFETCH(QString, first);
        GraphPaletteModel model;
        model.offer(makeLocomotion(), {"Bend", "Swing"});
        model.setFilter(typed);
        QCOMPARE(titles(model).value(0), first);
    }

    void fitsTheWire() {
        GraphPaletteModel model;
        model.offer(makeLocomotion(), {"Bend"}, {OutputPlace{"bend", "pose"}, std::nullopt});
        QVERIFY(titles(model).contains("Blend 1D"));
        QVERIFY(!titles(model).contains("Clip")); // takes no pose
        model.offer(makeLocomotion(), {"Bend"}, {std::nullopt, InputPlace{"move", "poses", 2}});
        QVERIFY(titles(model).contains("Clip"));
        QVERIFY(titles(model).contains("Bend"));
        QVERIFY(!titles(model).contains("speed"));
        model.offer(makeLocomotion(), {"Bend"}, {std::nullopt, InputPlace{"move", "value", 0}});
        QCOMPARE(titles(model).value(0), QString("speed"));
        QVERIFY(!titles(model).contains("Clip"));
        QVERIFY(model.entry(0).schema == nullptr);
        QCOMPARE(model.entry(0).parameter, std::string("speed"));
    }

    void aClipIsANodeThatPlaysIt() {
        GraphPaletteModel model;
        model.offer(makeLocomotion(), {"Bend"});
        model.setFilter("Bend");
        QCOMPARE(model.entry(0).clip, std::string("Bend"));
        QCOMPARE(std::string(model.entry(0).schema->id), std::string("clip"));
    }
};

QTEST_GUILESS_MAIN(TstGraphPaletteModel)
#include "tst_graph_palette_model.moc"
