// SPDX-License-Identifier: Apache-2.0
// Values out of accessors: types, strides, normalised integers and sparse replacements.
#include "gltf_character.h"

#include <QtTest>

#include <array>
#include <functional>

using namespace sartor;
using namespace sartor::test;
using import::NoteSeverity;

namespace {

const std::vector<Refusal>& refusals() {
    static const std::vector<Refusal> kRefusals = {
        {{"stride too short", [](GltfFile& f) { f.at("/bufferViews/0/byteStride") = 8; }},
         "gltf.byte_stride",
         "/bufferViews/0/byteStride: 8, but an element of /accessors/0 takes 12 bytes"},
        {{"count beyond the view", [](GltfFile& f) { f.at("/accessors/0/count") = 4; }},
         "file.accessor_out_of_bounds",
         "/accessors/0: 4 elements take 48 bytes from 0 on, but buffer view 0 has 36"},
        {{"accessor offset", [](GltfFile& f) { f.at("/accessors/0/byteOffset") = 4; }},
         "file.accessor_out_of_bounds",
         "/accessors/0: 3 elements take 36 bytes from 4 on, but buffer view 0 has 36"},
        {{"accessor offset near 2^64",
          [](GltfFile& f) { f.at("/accessors/0/byteOffset") = 18446744073709551600u; }},
         "file.accessor_out_of_bounds",
         "/accessors/0: 3 elements take 36 bytes from 18446744073709551600 on"},
        {{"sparse index out of range",
          [](GltfFile& f) {
              const int indices = f.addView<std::uint16_t>({3});
              const int values = f.addView<float>({1, 2, 3});
              f.at("/accessors/6/sparse") = {
                  {"count", 1},
                  {"indices", {{"bufferView", indices}, {"componentType", 5123}}},
                  {"values", {{"bufferView", values}}}};
          }},
         "file.accessor_out_of_bounds",
         "/accessors/6/sparse/indices: entry 0 is 3, but the accessor has 3 elements"},
    };
    return kRefusals;
}

const std::vector<Remark>& remarks() {
    static const std::vector<Remark> kRemarks = {
        {{"integer weights that are not said to be normalised",
          [](GltfFile& f) {
              f.at(kPrimitive + "/attributes/WEIGHTS_0") =
                  f.addAccessor<std::uint8_t>({255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0}, {"VEC4"});
          }},
         NoteSeverity::Warning,
         "accessor.not_normalized",
         "/accessors/12/normalized",
         1},
        {{"sparse entries out of order",
          [](GltfFile& f) {
              const int indices = f.addView<std::uint8_t>({1, 0});
              const int values = f.addView<float>({1, 2, 3, 4, 5, 6});
              f.at("/accessors/6/sparse") = {
                  {"count", 2},
                  {"indices", {{"bufferView", indices}, {"componentType", 5121}}},
                  {"values", {{"bufferView", values}}}};
          }},
         NoteSeverity::Warning,
         "accessor.sparse_order",
         "/accessors/6/sparse/indices",
         1},
    };
    return kRemarks;
}

struct Decoding {
    const char* name;
    std::function<int(GltfFile&)> add;
    std::vector<float> expected;
};

const std::vector<Decoding>& decodings() {
    static const std::vector<Decoding> kDecodings = {
        {"float",
         [](GltfFile& f) {
             return f.addAccessor<float>({-1.5f, 0, 3e5f}, {"VEC3"});
         },
         {-1.5f, 0, 3e5f}},
        {"int8",
         [](GltfFile& f) {
             return f.addAccessor<std::int8_t>({-128, 0, 127}, {"VEC3"});
         },
         {-128, 0, 127}},
        {"normalised int8",
         [](GltfFile& f) {
             return f.addAccessor<std::int8_t>({-128, -127, 64}, {"VEC3", true});
         },
         {-1, -1, 64.0f / 127.0f}},
        {"uint8",
         [](GltfFile& f) {
             return f.addAccessor<std::uint8_t>({0, 128, 255}, {"VEC3"});
         },
         {0, 128, 255}},
        {"normalised uint8",
         [](GltfFile& f) {
             return f.addAccessor<std::uint8_t>({0, 51, 255}, {"VEC3", true});
         },
         {0, 0.2f, 1}},
        {"int16",
         [](GltfFile& f) {
             return f.addAccessor<std::int16_t>({-32768, 7, 32767}, {"VEC3"});
         },
         {-32768, 7, 32767}},
        {"normalised int16",
         [](GltfFile& f) {
             return f.addAccessor<std::int16_t>({-32768, -32767, 16384}, {"VEC3", true});
         },
         {-1, -1, 16384.0f / 32767.0f}},
        {"uint16",
         [](GltfFile& f) {
             return f.addAccessor<std::uint16_t>({0, 9, 65535}, {"VEC3"});
         },
         {0, 9, 65535}},
        {"normalised uint16",
         [](GltfFile& f) {
             return f.addAccessor<std::uint16_t>({0, 13107, 65535}, {"VEC3", true});
         },
         {0, 0.2f, 1}},
    };
    return kDecodings;
}

} // namespace

class TstGltfAccessors : public QObject {
    Q_OBJECT

private slots:
    void rejectsInvalidInput_data();
    void rejectsInvalidInput();
    void notesWhatDiffersFromTheFile_data();
    void notesWhatDiffersFromTheFile();
    void decodesComponents_data();
    void decodesComponents();
    void decodesIntegerWeights_data();
    void decodesIntegerWeights();
    void readsInterleavedViews();
    void readsLongRunsFromMemoryAndFromTheFile_data();
    void readsLongRunsFromMemoryAndFromTheFile();
    void readsSparseAccessors_data();
    void readsSparseAccessors();
};

void TstGltfAccessors::rejectsInvalidInput_data() {
    addRows(refusals());
}

void TstGltfAccessors::rejectsInvalidInput() {
    checkRefusal(rowOf(refusals()));
}

void TstGltfAccessors::notesWhatDiffersFromTheFile_data() {
    addRows(remarks());
}

void TstGltfAccessors::notesWhatDiffersFromTheFile() {
    checkRemark(rowOf(remarks()));
}

void TstGltfAccessors::decodesComponents_data() {
    QTest::addColumn<int>("row");
    for (std::size_t i = 0; i < decodings().size(); ++i) {
        QTest::newRow(decodings()[i].name) << static_cast<int>(i);
    }
}

void TstGltfAccessors::decodesComponents() {
    QFETCH(int, row);
    const Decoding& decoding = decodings()[static_cast<std::size_t>(row)];
    GltfFile file = triangleOf(0);
    file.at("/extensionsRequired") = {"KHR_mesh_quantization"};
    decoding.add(file);
    const ImportFolder folder;
    const auto scene = folder.load(file);
    QVERIFY2(scene, failureOf(scene));
    const std::vector<float> actual = flatten(scene->instances[0].mesh->positions());
    QCOMPARE_LE(largestDifference(actual, decoding.expected), kCopyTolerance);
}

void TstGltfAccessors::decodesIntegerWeights_data() {
    QTest::addColumn<bool>("is16Bit");
    QTest::addColumn<bool>("isNormalized");
    QTest::newRow("8 bits") << false << true;
    QTest::newRow("16 bits") << true << true;
    QTest::newRow("8 bits, flag forgotten") << false << false;
    QTest::newRow("16 bits, flag forgotten") << true << false;
}

void TstGltfAccessors::decodesIntegerWeights() {
    QFETCH(bool, is16Bit);
    QFETCH(bool, isNormalized);
    GltfFile file = character();
    file.at(kPrimitive + "/attributes/WEIGHTS_0") =
        is16Bit ? file.addAccessor<std::uint16_t>(
                      {65535, 0, 0, 0, 13107, 52428, 0, 0, 0, 65535, 0, 0}, {"VEC4", isNormalized})
                : file.addAccessor<std::uint8_t>({255, 0, 0, 0, 51, 204, 0, 0, 0, 255, 0, 0},
                                                 {"VEC4", isNormalized});
    const ImportFolder folder;
    const auto scene = folder.load(file);
    QVERIFY2(scene, failureOf(scene));
    QCOMPARE_LE(largestDifference(scene->instances[0].mesh->fileInfluences()->weights,
                                  {1, 0, 0, 0, 0.2f, 0.8f, 0, 0, 0, 1, 0, 0}),
                kCopyTolerance);
    QCOMPARE(findNote(*scene, "weights.not_normalized"), nullptr);
}

void TstGltfAccessors::readsInterleavedViews() {
    GltfFile file = triangleOf(0);
    // Position, then two bytes of coordinate, then two bytes nobody reads: 16 bytes a vertex.
    QByteArray vertices;
    for (const float x : {1.0f, 2.0f, 3.0f}) {
        const std::array<float, 3> position{x, 2 * x, 3 * x};
        vertices.append(reinterpret_cast<const char*>(position.data()), sizeof position);
        vertices.append(static_cast<char>(51 * static_cast<int>(x)));
        vertices.append('\xFF');
        vertices.append("zz");
    }
    file.binary = vertices;
    // The view ends with the last element, not with the last stride.
    file.append("bufferViews",
                {{"buffer", 0}, {"byteLength", vertices.size() - 2}, {"byteStride", 16}});
    file.append("accessors",
                {{"bufferView", 0}, {"componentType", 5126}, {"count", 3}, {"type", "VEC3"}});
    file.append("accessors",
                {{"bufferView", 0},
                 {"byteOffset", 12},
                 {"componentType", 5121},
                 {"normalized", true},
                 {"count", 3},
                 {"type", "VEC2"}});
    file.at(kPrimitive + "/attributes/TEXCOORD_0") = 1;
    const ImportFolder folder;
    const auto scene = folder.load(file);
    QVERIFY2(scene, failureOf(scene));
    const assets::Mesh& mesh = *scene->instances[0].mesh;
    QCOMPARE(flatten(mesh.positions()), (std::vector<float>{1, 2, 3, 2, 4, 6, 3, 6, 9}));
    QCOMPARE_LE(maxAbsDiff(mesh.uvs()[2], glm::vec2(0.6f, 1.0f)), kCopyTolerance);
}

void TstGltfAccessors::readsLongRunsFromMemoryAndFromTheFile_data() {
    QTest::addColumn<bool>("isBinary");
    QTest::newRow("from memory") << false;
    QTest::newRow("from the file") << true;
}

// Longer than what is read from a file at once, with an odd number of bytes between the elements,
// and with a replaced element at either end.
void TstGltfAccessors::readsLongRunsFromMemoryAndFromTheFile() {
    QFETCH(bool, isBinary);
    constexpr std::size_t kCount = 60000;
    constexpr std::size_t kStride = 36;
    std::vector<float> data(kCount * kStride / sizeof(float));
    std::vector<float> expected;
    for (std::size_t i = 0; i < kCount; ++i) {
        for (std::size_t c = 0; c < 3; ++c) {
            data[i * kStride / sizeof(float) + c] = static_cast<float>(i * 3 + c);
            expected.push_back(static_cast<float>(i * 3 + c));
        }
    }
    GltfFile file = triangleOf(0);
    file.addView(data);
    file.at("/bufferViews/0/byteStride") = kStride;
    const int indices = file.addView<std::uint32_t>({0, kCount - 1});
    const int values = file.addView<float>({-1, -2, -3, -4, -5, -6});
    file.append("accessors",
                {{"bufferView", 0},
                 {"componentType", 5126},
                 {"count", kCount},
                 {"type", "VEC3"},
                 {"sparse",
                  {{"count", 2},
                   {"indices", {{"bufferView", indices}, {"componentType", 5125}}},
                   {"values", {{"bufferView", values}}}}}});
    for (std::size_t c = 0; c < 3; ++c) {
        expected[c] = -1.0f - static_cast<float>(c);
        expected[expected.size() - 3 + c] = -4.0f - static_cast<float>(c);
    }
    const ImportFolder folder;
    const auto scene = isBinary ? folder.load("file.glb", file.glb()) : folder.load(file);
    QVERIFY2(scene, failureOf(scene));
    QVERIFY(flatten(scene->instances[0].mesh->positions()) == expected);
}

void TstGltfAccessors::readsSparseAccessors_data() {
    QTest::addColumn<bool>("hasView");
    QTest::addColumn<std::vector<float>>("expected");
    QTest::newRow("over data") << true << std::vector<float>{1, 1, 1, 7, 8, 9, 3, 3, 3};
    QTest::newRow("over zeros") << false << std::vector<float>{0, 0, 0, 7, 8, 9, 0, 0, 0};
}

void TstGltfAccessors::readsSparseAccessors() {
    QFETCH(bool, hasView);
    QFETCH(std::vector<float>, expected);
    GltfFile file = triangleOf(0);
    file.addAccessor<float>({1, 1, 1, 2, 2, 2, 3, 3, 3}, {"VEC3"});
    const int indices = file.addView<std::uint32_t>({1});
    const int values = file.addView<float>({7, 8, 9});
    file.at("/accessors/0/sparse") = {
        {"count", 1},
        {"indices", {{"bufferView", indices}, {"componentType", 5125}}},
        {"values", {{"bufferView", values}}}};
    if (!hasView) {
        file.erase("/accessors/0", "bufferView");
    }
    const ImportFolder folder;
    const auto scene = folder.load(file);
    QVERIFY2(scene, failureOf(scene));
    QCOMPARE(flatten(scene->instances[0].mesh->positions()), expected);
}

QTEST_GUILESS_MAIN(TstGltfAccessors)
#include "tst_gltf_accessors.moc"
