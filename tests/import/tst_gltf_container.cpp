// SPDX-License-Identifier: Apache-2.0
// GLB files: chunks, and what is wrong with them.
#include "gltf_character.h"

#include <QtTest>

#include <cstring>

using namespace sartor;
using namespace sartor::test;
using import::ImportNote;
using Json = nlohmann::json;

class TstGltfContainer : public QObject {
    Q_OBJECT

private slots:
    void readsBinaryFiles();
    void rejectsBrokenBinaryFiles_data();
    void rejectsBrokenBinaryFiles();
};

void TstGltfContainer::readsBinaryFiles() {
    const GltfFile file = character();
    const ImportFolder folder;
    Json json = file.root;
    json["buffers"] = {{{"byteLength", file.binary.size()}}};
    const QByteArray text = QByteArray::fromStdString(json.dump());

    const auto plain = folder.load("plain.glb", file.glb());
    QVERIFY2(plain, failureOf(plain));
    QVERIFY2(plain->report.notes.empty(), notesOf(*plain).c_str());
    QCOMPARE(plain->instances[0].mesh->positions()[2], glm::vec3(0, 1, 0));

    // A second binary chunk and an unknown one do not change what is read.
    const QByteArray other(file.binary.size(), '\x7F');
    const auto chunks = folder.load(
        "chunks.glb",
        GltfFile::glbOf({{'J', text}, {'B', file.binary}, {'X', "what"}, {'B', other}}));
    QVERIFY2(chunks, failureOf(chunks));
    QCOMPARE(chunks->instances[0].mesh->positions()[2], glm::vec3(0, 1, 0));
    QCOMPARE(chunks->report.notes.size(), std::size_t{2});
    QVERIFY(findNote(*chunks, "gltf.chunk_ignored") != nullptr);

    const auto trailing = folder.load("trailing.glb", file.glb() + "trailing");
    QVERIFY2(trailing, failureOf(trailing));
    const ImportNote* note = findNote(*trailing, "gltf.trailing_bytes");
    QVERIFY(note != nullptr);
    QCOMPARE(note->message, std::string("8 bytes after the declared end were ignored"));
}

void TstGltfContainer::rejectsBrokenBinaryFiles_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QString>("message");
    const QByteArray glb = character().glb();
    const auto withWord = [&](qsizetype offset, std::uint32_t word) {
        QByteArray changed = glb;
        std::memcpy(changed.data() + offset, &word, sizeof word);
        return changed;
    };
    const QByteArray json = QByteArray::fromStdString(character().root.dump());
    QTest::newRow("empty") << QByteArray() << QByteArray("file.truncated") << "file: it is empty";
    QTest::newRow("header cut") << glb.first(11) << QByteArray("file.truncated")
                                << "GLB header: 11 bytes, expected at least 12";
    QTest::newRow("version") << withWord(4, 1) << QByteArray("gltf.version")
                             << "GLB header: container version 1, expected 2";
    QTest::newRow("length beyond the file")
        << withWord(8, 0xFFFFFFFF) << QByteArray("file.truncated")
        << "GLB header: declares 4294967295 bytes";
    QTest::newRow("length below the header")
        << withWord(8, 4) << QByteArray("file.truncated") << "GLB header: there is no JSON chunk";
    QTest::newRow("chunk header cut") << withWord(8, 17) << QByteArray("file.truncated")
                                      << "GLB chunk 0: 5 bytes are left for its header, expected 8";
    QTest::newRow("chunk length") << withWord(12, 0xFFFFFFF0) << QByteArray("file.truncated")
                                  << "GLB chunk 0: declares 4294967280 bytes";
    QTest::newRow("binary first") << GltfFile::glbOf({{'B', "data"}, {'J', json}})
                                  << QByteArray("gltf.chunk")
                                  << "GLB chunk 0: expected the JSON chunk first";
    QTest::newRow("binary missing")
        << GltfFile::glbOf({{'J', json}}) << QByteArray("gltf.index_out_of_range")
        << "/bufferViews/0/buffer: 0 names none of the file's 0 buffers";
}

void TstGltfContainer::rejectsBrokenBinaryFiles() {
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, code);
    QFETCH(QString, message);
    const ImportFolder folder;
    const auto scene = folder.load("file.glb", bytes);
    QVERIFY(!scene);
    QCOMPARE(QByteArray::fromStdString(scene.error().code), code);
    const QString actual = QString::fromStdString(scene.error().message);
    QVERIFY2(actual.contains(message), qPrintable(actual));
}

QTEST_GUILESS_MAIN(TstGltfContainer)
#include "tst_gltf_container.moc"
