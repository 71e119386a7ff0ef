// SPDX-License-Identifier: Apache-2.0
// Numbers read back the same, names come out as valid UTF-8.
#include <sartor/io/text.h>

#include <QtTest>

#include <support/compare.h>

#include <bit>
#include <cstdlib>

class TstText : public QObject {
    Q_OBJECT
private slots:
    void numbersReadBackTheSame();
    void numbersAreShort();
    void repairsUtf8_data();
    void repairsUtf8();
    void leavesValidUtf8Alone();
    void printableHasNoControlCharacters();
};

void TstText::numbersReadBackTheSame() {
    sartor::test::Random random(20);
    for (int i = 0; i < 20000; ++i) {
        const auto number = std::bit_cast<float>(random.below(0xFFFFFFFFu));
        if (!std::isfinite(number)) {
            continue;
        }
        const std::string text = sartor::io::toText(number);
        QCOMPARE(std::bit_cast<std::uint32_t>(std::strtof(text.c_str(), nullptr)),
                 std::bit_cast<std::uint32_t>(number));
        const double wide = static_cast<double>(number) / 3.0;
        QCOMPARE(
            std::bit_cast<std::uint64_t>(std::strtod(sartor::io::toText(wide).c_str(), nullptr)),
            std::bit_cast<std::uint64_t>(wide));
    }
}

void TstText::numbersAreShort() {
    QCOMPARE(sartor::io::toText(0.1f), std::string("0.1"));
    QCOMPARE(sartor::io::toText(1.0f), std::string("1"));
    QCOMPARE(sartor::io::toText(-0.0f), std::string("-0"));
    QCOMPARE(sartor::io::toText(0.1), std::string("0.1"));
}

void TstText::repairsUtf8_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("expected");
    const QChar bad(0xFFFD);
    QTest::newRow("lone continuation") << QByteArray("a\x80z") << QString("a") + bad + "z";
    QTest::newRow("cut sequence at the end") << QByteArray("a\xE2\x82") << QString("a") + bad;
    QTest::newRow("cut sequence inside") << QByteArray("\xE2\x82z") << QString(bad) + "z";
    QTest::newRow("overlong") << QByteArray("\xC0\xAF") << QString(bad) + bad;
    QTest::newRow("surrogate") << QByteArray("\xED\xA0\x80") << QString(bad) + bad + bad;
    QTest::newRow("above the last code point")
        << QByteArray("\xF4\x90\x80\x80") << QString(bad) + bad + bad + bad;
    QTest::newRow("latin 1") << QByteArray("M\xFCller") << QString("M") + bad + "ller";
}

void TstText::repairsUtf8() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, expected);
    const std::string repaired = sartor::io::validUtf8(bytes.toStdString());
    QCOMPARE(QString::fromStdString(repaired), expected);
    QCOMPARE(QByteArray::fromStdString(repaired), expected.toUtf8());
}

void TstText::leavesValidUtf8Alone() {
    // Every code point, which covers all lengths of sequence and both ends of each.
    std::u32string all;
    for (char32_t code = 0; code <= 0x10FFFF; ++code) {
        if (code < 0xD800 || code > 0xDFFF) {
            all += code;
        }
    }
    const std::string text =
        QString::fromUcs4(all.data(), static_cast<qsizetype>(all.size())).toStdString();
    QVERIFY(sartor::io::validUtf8(text) == text);
}

void TstText::printableHasNoControlCharacters() {
    QCOMPARE(sartor::io::printable("a\x1B[2Jb\nc\r\t\x7F\xC2\x9Bmü \\"),
             std::string("a\\x1b[2Jb\\nc\\r\\t\\x7f\\xc2\\x9bmü \\"));
    // What is no code point, and what is one beside a control character.
    QCOMPARE(sartor::io::printable("\xFFz\xE2\x82 \xC2\xA0"),
             std::string("\\xffz\\xe2\\x82 \xC2\xA0"));
}

QTEST_GUILESS_MAIN(TstText)
#include "tst_text.moc"
