// SPDX-License-Identifier: Apache-2.0
// Versions of documents, with steps of the test's own.
#include "document_upgrade.h"

#include <QtTest>

using namespace sartor;
using namespace sartor::io;

namespace {

// Version 2 renamed a key; version 3 wrapped its value.
constexpr UpgradeStep kSteps[] = {
    [](Json& document) {
        if (document.contains("old")) {
            document["new"] = document["old"];
            document.erase("old");
        }
    },
    [](Json& document) {
        if (document.contains("new")) {
            document["new"] = Json::array({document["new"]});
        }
    },
};

Json parsed(const char* text) {
    return *parseJson(text);
}

} // namespace

class TstDocumentUpgrade : public QObject {
    Q_OBJECT

private slots:
    void rejectsInvalidInput_data();
    void rejectsInvalidInput();
    void everyVersionEndsAsThePresentOne_data();
    void everyVersionEndsAsThePresentOne();
};

void TstDocumentUpgrade::rejectsInvalidInput_data() {
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("message");
    QTest::newRow("no format") << QByteArray(R"({"version": 1})") << "document.missing_key"
                               << "/: key 'format' is missing";
    QTest::newRow("no version") << QByteArray(R"({"format": "f"})") << "document.missing_key"
                                << "/: key 'version' is missing";
    QTest::newRow("other format") << QByteArray(R"({"format": "g", "version": 1})")
                                  << "document.format"
                                  << "/format: expected \"f\"";
    QTest::newRow("version 0") << QByteArray(R"({"format": "f", "version": 0})")
                               << "document.version"
                               << "/version: expected a whole number from 1 on";
    QTest::newRow("version in text")
        << QByteArray(R"({"format": "f", "version": "1"})") << "document.version"
        << "/version: expected a whole number from 1 on";
    QTest::newRow("later version")
        << QByteArray(R"({"format": "f", "version": 4})") << "document.version"
        << "/version: written for a later version: expected at most 3";
    QTest::newRow("far version") << QByteArray(
                                        R"({"format": "f", "version": 18446744073709551615})")
                                 << "document.version"
                                 << "/version: written for a later version: expected at most 3";
}

void TstDocumentUpgrade::rejectsInvalidInput() {
    QFETCH(QByteArray, json);
    QFETCH(QString, code);
    QFETCH(QString, message);
    Json document = parsed(json.constData());
    const Status status = upgradeDocument(document, "f", kSteps);
    QVERIFY(!status);
    QCOMPARE(QString::fromStdString(status.error().code), code);
    QCOMPARE(QString::fromStdString(status.error().message), message);
}

void TstDocumentUpgrade::everyVersionEndsAsThePresentOne_data() {
    QTest::addColumn<QByteArray>("json");
    QTest::newRow("1") << QByteArray(R"({"format": "f", "version": 1, "old": 5})");
    QTest::newRow("2") << QByteArray(R"({"format": "f", "version": 2, "new": 5})");
    QTest::newRow("3") << QByteArray(R"({"format": "f", "version": 3, "new": [5]})");
}

void TstDocumentUpgrade::everyVersionEndsAsThePresentOne() {
    QFETCH(QByteArray, json);
    Json document = parsed(json.constData());
    QVERIFY(upgradeDocument(document, "f", kSteps).isOk());
    QVERIFY(document == parsed(R"({"format": "f", "version": 3, "new": [5]})"));
}

QTEST_APPLESS_MAIN(TstDocumentUpgrade)
#include "tst_document_upgrade.moc"
