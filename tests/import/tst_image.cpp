// SPDX-License-Identifier: Apache-2.0
// PNG to pixels, and what is no picture.
#include "scene_lookup.h"
#include "small_png.h"

#include <sartor/import/image.h>

#include <QtTest>

using namespace sartor;
using namespace sartor::test;

namespace {

constexpr const char* kLargePng = // its header claims 12000 x 12000
    "iVBORw0KGgoAAAANSUhEUgAALuAAAC7gCAYAAABRRYzxAAAAC0lEQVR4nGNggAIAAAkAAftSuKkAAAAASUVORK5CYII=";
constexpr const char* kHugePng = // its header claims 100000 x 100000
    "iVBORw0KGgoAAAANSUhEUgABhqAAAYagCAYAAACoUgvIAAAAC0lEQVR4nGNggAIAAAkAAftSuKkAAAAASUVORK5CYII=";

} // namespace

class TstImage : public QObject {
    Q_OBJECT

private slots:
    void decodesImages();
};

void TstImage::decodesImages() {
    const auto image = import::decodeImage({"red", "image/png", bytesOf(kSmallPng)});
    QVERIFY2(image, failureOf(image));
    QCOMPARE(image->width, 2u);
    QCOMPARE(image->height, 1u);
    QCOMPARE(image->rgba, (std::vector<std::uint8_t>{255, 0, 0, 255, 10, 20, 30, 128}));

    const auto large = import::decodeImage({"large", "", bytesOf(kLargePng)});
    QVERIFY(!large);
    QCOMPARE(large.error().code, std::string("image.too_large"));
    QCOMPARE(large.error().message,
             std::string("image 'large': 12000 x 12000 pixels, at most 67108864 are decoded"));
    std::vector<std::byte> cut = bytesOf(kSmallPng);
    cut.resize(cut.size() / 2);
    // The header of the huge one is more than the decoder itself accepts.
    for (const auto& bytes :
         {cut, std::vector<std::byte>{}, bytesOf("AAAAAAAA"), bytesOf(kHugePng)}) {
        const auto bad = import::decodeImage({"bad", "", bytes});
        QVERIFY(!bad);
        QCOMPARE(bad.error().code, std::string("image.undecodable"));
        QVERIFY(QString::fromStdString(bad.error().message).startsWith("image 'bad': "));
    }
}

QTEST_GUILESS_MAIN(TstImage)
#include "tst_image.moc"
