// SPDX-License-Identifier: Apache-2.0
// PNG files, decoded again.
#include <sartor/io/png_writer.h>

#include <QTemporaryDir>
#include <QtTest>

#include <support/compare.h>

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#include <stb_image.h>

#include <memory>

class TstPngWriter : public QObject {
    Q_OBJECT
private slots:
    void rejectsInvalidInput();
    void pixelsComeBackTheSame();
    void anUnwritablePlaceIsAnError();
};

void TstPngWriter::rejectsInvalidInput() {
    const std::vector<std::uint8_t> pixels(16);
    QTemporaryDir folder;
    const std::string path = folder.filePath("a.png").toStdString();
    const auto code = [&](std::uint32_t width, std::uint32_t height) {
        return sartor::io::writePng(path, {width, height, pixels}).error().code;
    };
    QCOMPARE(code(3, 2), std::string("output.picture"));
    QCOMPARE(code(0, 4), std::string("output.picture"));
    QCOMPARE(code(0x80000000u, 0x80000000u), std::string("output.picture"));
    QVERIFY(!QFile::exists(folder.filePath("a.png")));
}

void TstPngWriter::pixelsComeBackTheSame() {
    constexpr std::uint32_t kWidth = 37;
    constexpr std::uint32_t kHeight = 19;
    sartor::test::Random random(5);
    std::vector<std::uint8_t> bgra(kWidth * kHeight * 4);
    for (std::uint8_t& value : bgra) {
        value = static_cast<std::uint8_t>(random.below(256));
    }
    QTemporaryDir folder;
    const QByteArray path = folder.filePath("a.png").toUtf8();
    QVERIFY(sartor::io::writePng(path.toStdString(), {kWidth, kHeight, bgra}).isOk());
    int width = 0;
    int height = 0;
    int channels = 0;
    const std::unique_ptr<stbi_uc, void (*)(void*)> rgb(
        stbi_load(path.constData(), &width, &height, &channels, 0), stbi_image_free);
    QVERIFY(rgb != nullptr);
    QCOMPARE(width, static_cast<int>(kWidth));
    QCOMPARE(height, static_cast<int>(kHeight));
    QCOMPARE(channels, 3);
    for (std::size_t i = 0; i < kWidth * kHeight; ++i) {
        QCOMPARE(rgb.get()[i * 3], bgra[i * 4 + 2]);
        QCOMPARE(rgb.get()[i * 3 + 1], bgra[i * 4 + 1]);
        QCOMPARE(rgb.get()[i * 3 + 2], bgra[i * 4]);
    }
}

void TstPngWriter::anUnwritablePlaceIsAnError() {
    const std::vector<std::uint8_t> pixels(16);
    const sartor::Status status = sartor::io::writePng("/nonexistent/a.png", {2, 2, pixels});
    QVERIFY(!status.isOk());
    QCOMPARE(status.error().code, std::string("file.unwritable"));
    QVERIFY(status.error().message.find("/nonexistent/a.png") != std::string::npos);
}

QTEST_GUILESS_MAIN(TstPngWriter)
#include "tst_png_writer.moc"
