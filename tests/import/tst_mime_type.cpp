// SPDX-License-Identifier: Apache-2.0
// Images are told apart by their first bytes.
#include <sartor/import/mime_type.h>

#include <QtTest>

using namespace sartor;

class TstMimeType : public QObject {
    Q_OBJECT

private slots:
    void looksAtTheFirstBytes_data();
    void looksAtTheFirstBytes();
};

void TstMimeType::looksAtTheFirstBytes_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("type");
    QTest::newRow("PNG") << QByteArray("\x89PNG\r\n\x1a\n") << "image/png";
    QTest::newRow("JPEG") << QByteArray("\xFF\xD8\xFF\xE0") << "image/jpeg";
    QTest::newRow("WebP") << QByteArray("RIFF\x04\x00\x00\x00WEBPVP8 ", 16) << "image/webp";
    QTest::newRow("KTX") << QByteArray("\xABKTX 20\xBB\r\n\x1A\n") << "image/ktx2";
    QTest::newRow("a sound") << QByteArray("RIFF\x04\x00\x00\x00WAVEfmt ", 16) << "";
    QTest::newRow("nothing") << QByteArray() << "";
    QTest::newRow("cut short") << QByteArray("\x89PN") << "";
    QTest::newRow("something else") << QByteArray("GIF89a") << "";
}

void TstMimeType::looksAtTheFirstBytes() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, type);
    const std::span<const std::byte> span(reinterpret_cast<const std::byte*>(bytes.data()),
                                          static_cast<std::size_t>(bytes.size()));
    QCOMPARE(QString::fromStdString(import::mimeTypeOf(span)), type);
}

QTEST_GUILESS_MAIN(TstMimeType)
#include "tst_mime_type.moc"
