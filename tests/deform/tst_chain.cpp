// SPDX-License-Identifier: Apache-2.0
// The text form of chains.
#include "host_with_tools.h"

using namespace sartor;

class TstChain : public QObject {
    Q_OBJECT

private slots:
    void readsAndWritesTheCanonicalText_data();
    void readsAndWritesTheCanonicalText();
    void valuesBecomeNumbers();
    void theEmptyTextIsTheEmptyChain();
    void rejectsInvalidText_data();
    void rejectsInvalidText();
};

void TstChain::readsAndWritesTheCanonicalText_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("canonical");
    const auto row = [](const char* name, const char* text, const char* canonical) {
        QTest::newRow(name) << text << canonical;
    };
    row("short id", "morph", "morph");
    row("full id", "sartor.morph", "morph");
    row("ambiguous short id", "morph+sartor.lbs", "morph+sartor.lbs");
    row("label", "sartor.lbs[normals=linear]", "sartor.lbs[normals=linear]");
    row("number for a label", "sartor.lbs[normals=1]", "sartor.lbs[normals=linear]");
    row("initial value", "sartor.lbs[normals=blended]", "sartor.lbs");
    row("several params",
        "advance[flip=true,passes=7,step=0.1]",
        "advance[passes=7,step=0.1,flip=true]");
    row("exponent", "advance[step=1e+2]", "advance[step=100]");
    row("negative", "advance[step=-0.5]", "advance[step=-0.5]");
    row("shared by two stages", "mush[iterations=5,scale=2]", "mush[iterations=5,scale=2]");
    row("twice", "morph+morph[order=raw]", "morph+morph[order=raw]");
    row("empty", "", "");
}

void TstChain::readsAndWritesTheCanonicalText() {
    QFETCH(QString, text);
    QFETCH(QString, canonical);
    const auto chain = deform::parseChain(text.toStdString(), test::hostWithTools());
    QVERIFY2(chain.hasValue(), chain ? "" : chain.error().message.c_str());
    QCOMPARE(QString::fromStdString(toText(*chain, test::hostWithTools())), canonical);
    const auto again = deform::parseChain(canonical.toStdString(), test::hostWithTools());
    QVERIFY(again.hasValue());
    QCOMPARE(again->links.size(), chain->links.size());
    for (std::size_t link = 0; link < chain->links.size(); ++link) {
        QCOMPARE(again->links[link].deformer, chain->links[link].deformer);
        QCOMPARE(again->links[link].params, chain->links[link].params);
    }
}

void TstChain::valuesBecomeNumbers() {
    const auto chain = deform::parseChain("advance[step=2.5,flip=true]", test::hostWithTools());
    QVERIFY(chain.hasValue());
    QCOMPARE(chain->links[0].params, (std::vector<std::vector<double>>{{3.0, 2.5, 1.0}}));
    // A param that two stages list has one value.
    const auto shared = deform::parseChain("mush[iterations=7]", test::hostWithTools());
    QVERIFY(shared.hasValue());
    QCOMPARE(shared->links[0].params,
             (std::vector<std::vector<double>>{{}, {7.0}, {}, {1.0, 7.0}}));
}

void TstChain::theEmptyTextIsTheEmptyChain() {
    QVERIFY(deform::parseChain("", test::hostWithTools())->links.empty());
}

void TstChain::rejectsInvalidText_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* text, const char* code, const char* message) {
        QTest::newRow(text) << text << code << message;
    };
    row("+", "chain.syntax", "chain '+': expected a deformer id at column 1");
    row("morph+", "chain.syntax", "chain 'morph+': expected a deformer id at column 7");
    row("morph lbs", "chain.syntax", "chain 'morph lbs': expected '+', '[' or the end at column 6");
    row("morph]", "chain.syntax", "chain 'morph]': expected '+', '[' or the end at column 6");
    row("morph[", "chain.syntax", "chain 'morph[': expected the key of a param at column 7");
    row("morph[]", "chain.syntax", "chain 'morph[]': expected the key of a param at column 7");
    row("morph[order", "chain.syntax", "chain 'morph[order': expected '=' at column 12");
    row("morph[order=raw",
        "chain.syntax",
        "chain 'morph[order=raw': expected ',' or ']' at column 16");
    row("morph[order=raw,order=pre]",
        "chain.syntax",
        "chain 'morph[order=raw,order=pre]': expected each key only once at column 17");
    row("nothing", "plugin.unknown", "no deformer 'nothing'; loaded: sartor.dqs, sartor.lbs");
    row("lbs", "plugin.ambiguous", "deformer 'lbs' can be sartor.lbs, test.lbs");
    row("sartor.lbs[color=red]",
        "chain.param_unknown",
        "sartor.lbs has no param 'color'; it has: normals, weighting");
    row("height[x=1]", "chain.param_unknown", "test.height has no param 'x'; it has: none");
    row("sartor.lbs[normals=soft]",
        "chain.param_value",
        "'soft' is no value for 'normals' of sartor.lbs: expected one of blended, linear");
    row("sartor.lbs[normals=9]",
        "chain.param_value",
        "'9' is no value for 'normals' of sartor.lbs: expected one of blended, linear");
    row("sartor.lbs[normals=]", "chain.param_value", "'' is no value for 'normals' of sartor.lbs");
    row("advance[passes=1.5]",
        "chain.param_value",
        "'1.5' is no value for 'passes' of test.advance: expected a whole number from 0 to 10000");
    row("advance[step=1e9]",
        "chain.param_value",
        "'1e9' is no value for 'step' of test.advance: expected a number from -1000 to 1000");
    row("advance[step=nan]", "chain.param_value", "'nan' is no value for 'step'");
    row("advance[step=inf]", "chain.param_value", "'inf' is no value for 'step'");
    row("advance[step=1x]", "chain.param_value", "'1x' is no value for 'step'");
    row("advance[flip=yes]",
        "chain.param_value",
        "'yes' is no value for 'flip' of test.advance: expected true or false");
}

void TstChain::rejectsInvalidText() {
    QFETCH(QString, text);
    QFETCH(QString, code);
    QFETCH(QString, message);
    const auto chain = deform::parseChain(text.toStdString(), test::hostWithTools());
    QVERIFY(!chain);
    QCOMPARE(QString::fromStdString(chain.error().code), code);
    const QString actual = QString::fromStdString(chain.error().message);
    QVERIFY2(actual.startsWith(message), qPrintable(actual));
}

QTEST_GUILESS_MAIN(TstChain)
#include "tst_chain.moc"
