// SPDX-License-Identifier: Apache-2.0
// Sequences of UTF-8, whole and broken.
#include <sartor/base/utf8.h>

#include <QtTest>

#include <string>

using namespace sartor;

namespace {

// RFC 3629, section 3: the bits of the number, six in each byte after the first.
std::string encoded(char32_t point) {
    if (point < 0x80) {
        return {static_cast<char>(point)};
    }
    const int following = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
    const char32_t leads[] = {0, 0xC0, 0xE0, 0xF0};
    std::string bytes = {static_cast<char>(leads[following] | (point >> (6 * following)))};
    for (int i = following - 1; i >= 0; --i) {
        bytes += static_cast<char>(0x80 | ((point >> (6 * i)) & 0x3F));
    }
    return bytes;
}

} // namespace

class TstUtf8 : public QObject {
    Q_OBJECT

private slots:
    void measuresTheSequenceAtTheFront_data();
    void measuresTheSequenceAtTheFront();
    void agreesWithTheDefinitionOnEveryCodePoint();
};

void TstUtf8::measuresTheSequenceAtTheFront_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("length");
    QTest::addColumn<bool>("isValid");
    const auto row = [](const char* name, const QByteArray& bytes, int length, bool isValid) {
        QTest::newRow(name) << bytes << length << isValid;
    };
    row("one byte", "ab", 1, true);
    row("zero", QByteArray(1, '\0'), 1, true);
    row("two bytes", "\xC3\xA9x", 2, true);
    row("three bytes", "\xE2\x82\xAC", 3, true);
    row("four bytes", "\xF0\x9F\x98\x80", 4, true);
    row("continuation alone", "\x80", 1, false);
    row("overlong slash", "\xC0\xAF", 1, false);
    row("overlong in three", "\xE0\x80\xAF", 1, false);
    row("surrogate", "\xED\xA0\x80", 1, false);
    row("above the last", "\xF4\x90\x80\x80", 1, false);
    row("no lead", "\xFF", 1, false);
    row("cut after two of four", "\xF0\x9F", 2, false);
    row("cut by a letter", "\xE2\x82z", 2, false);
}

void TstUtf8::measuresTheSequenceAtTheFront() {
    QFETCH(QByteArray, bytes);
    QFETCH(int, length);
    QFETCH(bool, isValid);
    const Utf8Sequence sequence =
        utf8SequenceAtFront({bytes.constData(), static_cast<std::size_t>(bytes.size())});
    QCOMPARE(static_cast<int>(sequence.length), length);
    QCOMPARE(sequence.isValid, isValid);
}

void TstUtf8::agreesWithTheDefinitionOnEveryCodePoint() {
    for (char32_t point = 0; point <= 0x10FFFF; ++point) {
        if (point >= 0xD800 && point <= 0xDFFF) {
            continue; // surrogates are no code points of their own
        }
        const std::string bytes = encoded(point);
        const Utf8Sequence sequence = utf8SequenceAtFront(bytes);
        if (!sequence.isValid || sequence.length != bytes.size()) {
            QFAIL(qPrintable(QString("U+%1").arg(static_cast<uint>(point), 0, 16)));
        }
    }
}

QTEST_GUILESS_MAIN(TstUtf8)
#include "tst_utf8.moc"
