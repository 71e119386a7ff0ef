// SPDX-License-Identifier: Apache-2.0
// Chain documents: their text form, and every way to get one wrong.
#include <sartor/base/file.h>
#include <sartor/io/chain_document.h>

#include <QTemporaryDir>
#include <QtTest>

using namespace sartor;

class TstChainDocument : public QObject {
    Q_OBJECT

private slots:
    void rejectsInvalidInput_data();
    void rejectsInvalidInput();
    void becomesTheTextForm_data();
    void becomesTheTextForm();
    void fileErrorsNameTheFile();
};

namespace {

// A document around the list of the chain.
QByteArray withChain(const QByteArray& chain) {
    return R"({"format": "sartor-chain", "version": 1, "chain": )" + chain + "}";
}

} // namespace

void TstChainDocument::rejectsInvalidInput_data() {
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("message");
    const auto row =
        [](const char* name, const QByteArray& json, const char* code, const char* message) {
            QTest::newRow(name) << json << QString("document.") + code << QString(message);
        };
    row("no JSON", "{", "json", "/: ");
    row("not UTF-8", "{\"format\": \"\xff\"}", "json", "/: ");
    row("no object", "[]", "value", "/: expected an object");
    row("no format", R"({"version": 1, "chain": []})", "missing_key", "/: key 'format' is missing");
    row("other format",
        R"({"format": "graph", "version": 1, "chain": []})",
        "format",
        "/format: expected \"sartor-chain\"");
    row("later version",
        R"({"format": "sartor-chain", "version": 2, "chain": []})",
        "version",
        "/version: expected 1, the only version there is");
    row("key twice",
        R"({"format": "sartor-chain", "version": 1, "chain": [], "chain": []})",
        "duplicate_key",
        "/: key 'chain' stands twice");
    row("unknown key",
        R"({"format": "sartor-chain", "version": 1, "chain": [], "note": ""})",
        "unknown_key",
        "/: unknown key 'note'");
    row("no list", withChain("{}"), "value", "/chain: expected a list of deformers");
    row("no deformer",
        withChain(R"([{"params": []}])"),
        "missing_key",
        "/chain/0: key 'deformer' is missing");
    row("text for an object", withChain(R"(["lbs"])"), "value", "/chain/0: expected an object");
    row("number for an id",
        withChain(R"([{"deformer": 4}])"),
        "value",
        "/chain/0/deformer: expected a text");
    row("signs in an id",
        withChain(R"([{"deformer": "lbs+morph"}])"),
        "value",
        "/chain/0/deformer: expected a word without spaces and without any of + [ ] , =");
    row("params by name",
        withChain(R"([{"deformer": "lbs", "params": {"normals": "linear"}}])"),
        "value",
        "/chain/0/params: expected a list of { \"key\", \"value\" }");
    row("param twice",
        withChain(
            R"([{"deformer": "lbs", "params": [{"key": "a", "value": 1}, {"key": "a", "value": 2}]}])"),
        "duplicate_key",
        "/chain/0/params/1: this key has a value already");
    row("value of no kind",
        withChain(R"([{"deformer": "lbs", "params": [{"key": "a", "value": null}]}])"),
        "value",
        "/chain/0/params/0/value: expected a text");
}

void TstChainDocument::rejectsInvalidInput() {
    QFETCH(QByteArray, json);
    QFETCH(QString, code);
    QFETCH(QString, message);
    const auto text = io::parseChainDocument(json.toStdString());
    QVERIFY(!text.hasValue());
    QCOMPARE(QString::fromStdString(text.error().code), code);
    const QString actual = QString::fromStdString(text.error().message);
    if (code == "document.json") {
        QVERIFY2(actual.startsWith(message), qPrintable(actual)); // the rest is the parser's
    } else {
        QCOMPARE(actual, message);
    }
}

void TstChainDocument::becomesTheTextForm_data() {
    QTest::addColumn<QByteArray>("chain");
    QTest::addColumn<QString>("text");
    QTest::newRow("empty") << QByteArray("[]") << "";
    QTest::newRow("two") << QByteArray(R"([{"deformer": "morph"}, {"deformer": "sartor.lbs"}])")
                         << "morph+sartor.lbs";
    QTest::newRow("no params") << QByteArray(R"([{"deformer": "lbs", "params": []}])") << "lbs";
    QTest::newRow("params of each kind")
        << QByteArray(R"([{"deformer": "lbs", "params": [{"key": "normals", "value": "linear"},
              {"key": "amount", "value": 0.25}, {"key": "steps", "value": -3},
              {"key": "exact", "value": true}]}])")
        << "lbs[normals=linear,amount=0.25,steps=-3,exact=true]";
}

void TstChainDocument::becomesTheTextForm() {
    QFETCH(QByteArray, chain);
    QFETCH(QString, text);
    const auto parsed = io::parseChainDocument(withChain(chain).toStdString());
    QVERIFY2(parsed.hasValue(), parsed.hasValue() ? "" : parsed.error().message.c_str());
    QCOMPARE(QString::fromStdString(*parsed), text);
}

void TstChainDocument::fileErrorsNameTheFile() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("chain.json").toStdString();
    QCOMPARE(io::readChainDocument(path).error().code, std::string("file.missing"));
    QVERIFY(writeFileAtomically(path, withChain("7").toStdString()).isOk());
    QCOMPARE(io::readChainDocument(path).error().message,
             path + ": /chain: expected a list of deformers");
    QVERIFY(writeFileAtomically(path, withChain(R"([{"deformer": "lbs"}])").toStdString()).isOk());
    QCOMPARE(*io::readChainDocument(path), std::string("lbs"));
}

QTEST_GUILESS_MAIN(TstChainDocument)
#include "tst_chain_document.moc"
