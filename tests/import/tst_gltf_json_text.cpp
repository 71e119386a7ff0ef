// SPDX-License-Identifier: Apache-2.0
// Text that is not UTF-8 is repaired, and nothing else of it changes.
#include "gltf_character.h"

#include <QtTest>

using namespace sartor;
using namespace sartor::test;

class TstGltfJsonText : public QObject {
    Q_OBJECT

private slots:
    void repairsText_data();
    void repairsText();
};

void TstGltfJsonText::repairsText_data() {
    QTest::addColumn<QByteArray>("written");
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("isRepaired");
    const QChar bad(0xFFFD);
    QTest::newRow("plain") << QByteArray("J\xC3\xB6rg") << QString::fromUtf8("J\xC3\xB6rg")
                           << false;
    QTest::newRow("astral") << QByteArray("\xF0\x9F\x98\x80")
                            << QString::fromUtf8("\xF0\x9F\x98\x80") << false;
    QTest::newRow("escaped pair") << QByteArray("\\ud83d\\ude00")
                                  << QString::fromUtf8("\xF0\x9F\x98\x80") << false;
    QTest::newRow("Latin 1") << QByteArray("J\xF6rg") << QString("J") + bad + "rg" << true;
    QTest::newRow("cut sequence") << QByteArray("a\xE2\x82z") << QString("a") + bad + "z" << true;
    QTest::newRow("overlong") << QByteArray("\xC0\xAF") << QString(bad) + bad << true;
    QTest::newRow("encoded surrogate")
        << QByteArray("\xED\xA0\x80") << QString(bad) + bad + bad << true;
    QTest::newRow("beyond Unicode")
        << QByteArray("\xF4\x90\x80\x80") << QString(bad) + bad + bad + bad << true;
    QTest::newRow("escaped half") << QByteArray("a\\ud800z") << QString("a") + bad + "z" << true;
    QTest::newRow("escaped other half") << QByteArray("\\uDC00") << QString(bad) << true;
    QTest::newRow("half before a pair") << QByteArray("\\ud83d\\ud83d\\ude00")
                                        << bad + QString::fromUtf8("\xF0\x9F\x98\x80") << true;
    QTest::newRow("escaped backslash before u")
        << QByteArray("\\\\ud800\xFF") << QString("\\ud800") + bad << true;
}

void TstGltfJsonText::repairsText() {
    QFETCH(QByteArray, written);
    QFETCH(QString, name);
    QFETCH(bool, isRepaired);
    const ImportFolder folder;
    const auto scene = folder.load(
        "file.gltf", R"({"asset":{"version":"2.0"},"nodes":[{"name":")" + written + R"("}]})");
    QVERIFY2(scene, failureOf(scene));
    QCOMPARE(QString::fromStdString(scene->skeleton->joints()[0].name), name);
    QCOMPARE(findNote(*scene, "file.utf8_invalid") != nullptr, isRepaired);
}

QTEST_GUILESS_MAIN(TstGltfJsonText)
#include "tst_gltf_json_text.moc"
