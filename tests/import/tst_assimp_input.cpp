// SPDX-License-Identifier: Apache-2.0
// Names of a file become text, whatever bytes they are.
#include "assimp/assimp_input.h"

#include <QtTest>

#include <cstring>

using namespace sartor;

class TstAssimpInput : public QObject {
    Q_OBJECT

private slots:
    void makesTextOfBytes_data();
    void makesTextOfBytes();
    void endsAtTheFirstZeroByte();
};

void TstAssimpInput::makesTextOfBytes_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("text");
    const QChar bad(0xFFFD);
    QTest::newRow("empty") << QByteArray() << QString();
    QTest::newRow("UTF-8") << QByteArray("J\xC3\xB6rg \xF0\x9F\x98\x80")
                           << QString::fromUtf8("J\xC3\xB6rg \xF0\x9F\x98\x80");
    QTest::newRow("Latin 1") << QByteArray("J\xF6rg") << QString("J") + bad + "rg";
    QTest::newRow("cut sequence") << QByteArray("a\xE2\x82z") << QString("a") + bad + "z";
    QTest::newRow("cut at the end") << QByteArray("a\xE2\x82") << QString("a") + bad;
}

void TstAssimpInput::makesTextOfBytes() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, text);
    QCOMPARE(QString::fromStdString(import::textOf(aiString(bytes.toStdString()))), text);
}

void TstAssimpInput::endsAtTheFirstZeroByte() {
    aiString string("wide");
    string.length = 9;
    std::memcpy(string.data, "wide\0\x01Sub", 10);
    QCOMPARE(import::textOf(string), std::string("wide"));
}

QTEST_GUILESS_MAIN(TstAssimpInput)
#include "tst_assimp_input.moc"
