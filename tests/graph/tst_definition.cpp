// SPDX-License-Identifier: Apache-2.0
// Values and records of definitions.
#include <sartor/graph/definition.h>

#include <QtTest>

using namespace sartor::graph;

class TstDefinition : public QObject {
    Q_OBJECT

private slots:
    void valuesAreEqualByKindAndContent();
    void membersAreFoundReplacedAddedAndRemoved();
    void inputsSayWhereTheyComeFrom();
};

void TstDefinition::valuesAreEqualByKindAndContent() {
    const std::vector<Value> all = {Value(),
                                    true,
                                    false,
                                    0,
                                    1.5,
                                    "",
                                    "1.5",
                                    List{},
                                    List{1, 2},
                                    Record{},
                                    Record{{"a", 1}},
                                    Record{{"a", List{Record{{"b", true}}}}}};
    for (std::size_t a = 0; a < all.size(); ++a) {
        for (std::size_t b = 0; b < all.size(); ++b) {
            QCOMPARE(all[a] == all[b], a == b);
        }
    }
    QVERIFY(all[0].isNothing() && !all[1].isNothing());
    QCOMPARE(*all[1].truth(), true);
    QCOMPARE(*all[4].number(), 1.5);
    QCOMPARE(*all[6].text(), std::string("1.5"));
    QVERIFY(all[6].number() == nullptr && all[4].text() == nullptr && all[4].truth() == nullptr);
    QCOMPARE(all[8].list()->size(), std::size_t{2});
    QVERIFY(all[8].record() == nullptr && all[9].list() == nullptr);
}

void TstDefinition::membersAreFoundReplacedAddedAndRemoved() {
    Record record = {{"a", 1}, {"b", 2}, {"a", 3}};
    QCOMPARE(*find(record, "a")->number(), 1.0);
    QVERIFY(find(record, "c") == nullptr);
    set(record, "b", "two");
    set(record, "c", true);
    QVERIFY(record == (Record{{"a", 1}, {"b", "two"}, {"a", 3}, {"c", true}}));
    remove(record, "a");
    remove(record, "d");
    QVERIFY(record == (Record{{"b", "two"}, {"c", true}}));
}

void TstDefinition::inputsSayWhereTheyComeFrom() {
    const InputDefinition constant = constantInput(3);
    QVERIFY(constant.source == InputDefinition::Source::Constant && constant.constant == Value(3));
    const InputDefinition link = nodeInput("walk", "pose");
    QVERIFY(link.source == InputDefinition::Source::Node);
    QVERIFY(link.node == "walk" && link.pin == "pose");
    const InputDefinition parameter = parameterInput("speed");
    QVERIFY(parameter.source == InputDefinition::Source::Parameter);
    QVERIFY(parameter.parameter == "speed" && !(parameter == link));
}

QTEST_APPLESS_MAIN(TstDefinition)
#include "tst_definition.moc"
