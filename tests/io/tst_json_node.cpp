// SPDX-License-Identifier: Apache-2.0
// JSON that is changed in places: the rest stays byte for byte.
#include "json_node.h"

#include <QTest>

#include <support/require.h>

using namespace sartor;
using namespace sartor::test;
using io::JsonNode;

namespace {

constexpr const char* kPretty = R"( {
  "b" : [ 1.0, 1e5 , 12345678901234567890123, -0 ],
  "a": {"x": "\u00e9\/", "y": [], "z": { }},
  "a": "again",
  "nothing": null
} )";

JsonNode node(const std::string& text) {
    return require(JsonNode::parse(text));
}

} // namespace

class TstJsonNode : public QObject {
    Q_OBJECT

private slots:
    void rejectsWhatIsNoValue();
    void keepsWhatIsLookedInto();
    void findsTheFirstOfAName();
    void readsStringsAndNumbers_data();
    void readsStringsAndNumbers();
    void addsInTheSpacingOfTheOthers();
    void removes_data();
    void removes();
    void replacesOneValue();
    void writesNames();
    void endsAtBrokenText();
};

void TstJsonNode::rejectsWhatIsNoValue() {
    for (const char* text : {"", "  ", ","}) {
        const auto parsed = JsonNode::parse(text);
        QVERIFY(!parsed);
        QCOMPARE(parsed.error().code, std::string("json.syntax"));
    }
}

void TstJsonNode::keepsWhatIsLookedInto() {
    JsonNode root = node(kPretty);
    QCOMPARE(root.text(), std::string(kPretty));
    root.find("b")->at(0);
    root.find("a")->find("y")->size();
    root.find("a")->find("z")->find("none");
    QCOMPARE(root.text(), std::string(kPretty));
}

void TstJsonNode::findsTheFirstOfAName() {
    JsonNode root = node(kPretty);
    QVERIFY(root.find("a")->kind() == JsonNode::Kind::Object);
    QVERIFY(root.find("none") == nullptr);
    QVERIFY(root.find("b")->find("b") == nullptr);
    QCOMPARE(root.size(), std::size_t{4});
    QCOMPARE(root.keyAt(3), std::string("nothing"));
    JsonNode escaped = node(R"({"\u0061b": 1})");
    QVERIFY(escaped.find("ab") != nullptr);
}

void TstJsonNode::readsStringsAndNumbers_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("string");
    QTest::addColumn<qint64>("whole");
    QTest::newRow("string") << R"("a\n\u00e9\ud83d\ude00")" << QString::fromUtf8("a\né😀")
                            << qint64{-1};
    QTest::newRow("quote") << R"("\"\\")"
                           << "\"\\" << qint64{-1};
    QTest::newRow("whole") << "12" << QString() << qint64{12};
    QTest::newRow("as a real") << "3.0" << QString() << qint64{3};
    QTest::newRow("real") << "3.5" << QString() << qint64{-1};
    QTest::newRow("negative") << "-1" << QString() << qint64{-1};
    QTest::newRow("huge") << "1e300" << QString() << qint64{-1};
    QTest::newRow("true") << "true" << QString() << qint64{-1};
}

void TstJsonNode::readsStringsAndNumbers() {
    QFETCH(QString, text);
    const JsonNode value = node(text.toStdString());
    QTEST(QString::fromStdString(value.asString().value_or("")), "string");
    const auto whole = value.asWhole();
    QTEST(whole ? static_cast<qint64>(*whole) : qint64{-1}, "whole");
}

void TstJsonNode::addsInTheSpacingOfTheOthers() {
    JsonNode root = node("{\n  \"a\" : [\n    1,\n    2\n  ]\n}");
    root.find("a")->append(JsonNode::number(3u));
    root.set("b", JsonNode::string("x"));
    root.findOrAdd("c", JsonNode::array()).append(JsonNode::number(0.5f));
    QCOMPARE(root.text(),
             std::string("{\n  \"a\" : [\n    1,\n    2,\n    3\n  ],\n  \"b\" : \"x\",\n  \"c\" "
                         ": [0.5]\n}"));
}

void TstJsonNode::removes_data() {
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("left");
    QTest::newRow("first") << "a"
                           << "{ \"b\":2, \"c\":3 }";
    QTest::newRow("middle") << "b"
                            << "{ \"a\":1, \"c\":3 }";
    QTest::newRow("last") << "c"
                          << "{ \"a\":1, \"b\":2 }";
    QTest::newRow("none") << "d"
                          << "{ \"a\":1, \"b\":2, \"c\":3 }";
}

void TstJsonNode::removes() {
    QFETCH(QString, key);
    JsonNode root = node(R"({ "a":1, "b":2, "c":3 })");
    QCOMPARE(root.remove(key.toStdString()), key != "d");
    QTEST(QString::fromStdString(root.text()), "left");
    JsonNode single = node(R"({"a":1})");
    QVERIFY(single.remove("a"));
    QCOMPARE(single.text(), std::string("{}"));
    JsonNode list = node("[0, 1, 2, 3]");
    list.keepOnly({true, false, true, false});
    QCOMPARE(list.text(), std::string("[0, 2]"));
}

void TstJsonNode::replacesOneValue() {
    JsonNode root = node(kPretty);
    root.find("b")->at(1) = JsonNode::number(7u);
    std::string expected = kPretty;
    expected.replace(expected.find("1e5"), 3, "7");
    QCOMPARE(root.text(), expected);
}

void TstJsonNode::writesNames() {
    QCOMPARE(JsonNode::string("a\"b\\\n\x01é").text(), std::string("\"a\\\"b\\\\\\n\\u0001é\""));
    QCOMPARE(JsonNode::string("\xFF!").text(), std::string("\"\xEF\xBF\xBD!\""));
}

// The reader lets no such text through; a loop or a crash would be worse than its odd result.
void TstJsonNode::endsAtBrokenText() {
    for (const char* text : {"{",
                             "[",
                             "[[",
                             "{\"a",
                             "{\"a\"",
                             "{\"a\":",
                             "[1",
                             "[1,",
                             "{,}",
                             "[,]",
                             "{\"a\":}",
                             "[\"\\",
                             "{]",
                             "[}",
                             "}{",
                             "[1 2]",
                             "[:]",
                             "{:",
                             "[1:2"}) {
        Result<JsonNode> parsed = JsonNode::parse(text);
        if (parsed) {
            QVERIFY(parsed->size() < 8);
            parsed->find("a");
            QVERIFY(parsed->text().size() < 64);
        }
    }
}

QTEST_GUILESS_MAIN(TstJsonNode)
#include "tst_json_node.moc"
