// SPDX-License-Identifier: Apache-2.0
// Files that are nested too deeply, or hide how deep they are.
#include "format_files.h"

#include <QtTest>

using namespace sartor;
using namespace sartor::test;

namespace {

// Text that is `depth` levels deep in the middle.
QString nested(int depth, const char* head, const char* open, const char* close, const char* tail) {
    return QString(head) + QString(open).repeated(depth) + QString(close).repeated(depth) +
           QString(tail);
}

// Records in records: end, no properties, a name of one letter; a list ends with an empty record.
QByteArray nestedRecords(int depth) {
    constexpr int kHead = 13;
    QByteArray bytes("Kaydara FBX Binary  \0\x1a\0", 23);
    const auto append = [&](std::uint32_t number) {
        bytes.append(reinterpret_cast<const char*>(&number), sizeof(number));
    };
    append(7400);
    const int size = static_cast<int>(bytes.size()) + depth * (2 * kHead + 1);
    for (int i = 0; i < depth; ++i) {
        append(static_cast<std::uint32_t>(size - kHead * i));
        append(0);
        append(0);
        bytes.append("\x01"
                     "A");
    }
    return bytes + QByteArray(kHead * (depth + 1), '\0');
}

// Compressed X text: its length, then blocks, each with its length before and after.
QByteArray compressed(const QByteArray& text) {
    QByteArray file("xof 0303tzip0032");
    const auto append = [&](qsizetype number, qsizetype byteCount) {
        for (qsizetype i = 0; i < byteCount; ++i) {
            file.append(static_cast<char>(number >> (8 * i) & 0xFF));
        }
    };
    constexpr qsizetype kHead = 16;
    constexpr qsizetype kBlock = 32768;
    append(text.size() + kHead, 4);
    for (qsizetype first = 0; first < text.size(); first += kBlock) {
        const QByteArray part = text.mid(first, kBlock);
        // Four bytes of Qt's and two of zlib's come before the stream, four of zlib's after.
        const QByteArray stream = qCompress(part).mid(6).chopped(4);
        append(part.size(), 2);
        append(stream.size() + 2, 2);
        file.append("CK" + stream);
    }
    return file;
}

// Frames in frames as tokens of two bytes: name "Frame", open and close.
QByteArray nestedTokens(int depth) {
    const QByteArray open("\x01\0\x05\0\0\0Frame\x0a\0", 13);
    return "xof 0303bin 0032" + open.repeated(depth) + QByteArray("\x0b\0", 2).repeated(depth);
}

} // namespace

class TstNestingCheck : public QObject {
    Q_OBJECT

private slots:
    void refusesDeepNesting_data();
    void refusesDeepNesting();
    void refusesWhatHidesItsNesting_data();
    void refusesWhatHidesItsNesting();
};

void TstNestingCheck::refusesDeepNesting_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<bool>("isTooDeep");
    for (const int depth : {900, 100000}) {
        const auto add = [&](const char* name, const QByteArray& content) {
            QTest::addRow("%s %d levels", name, depth) << name << content << (depth > 1000);
        };
        const auto text = [&](const char* name, const QString& content) {
            add(name, content.toUtf8());
        };
        const char* const bvhHead = "HIERARCHY\nROOT r\n{\nOFFSET 0 0 0\nCHANNELS 0\n";
        text("joints.bvh",
             nested(depth, bvhHead, "JOINT j\n{\nOFFSET 0 1 0\nCHANNELS 0\n", "}\n", "}\n"));
        // A brace for a name is no end of a joint.
        text("brace_names.bvh",
             nested(depth, bvhHead, "JOINT }\n{\nOFFSET 0 1 0\nCHANNELS 0\n", "}\n", "}\n"));
        const char* const daeHead =
            "<?xml version=\"1.0\"?><COLLADA version=\"1.4.1\"><library_visual_scenes>"
            "<visual_scene id=\"s\"><!-- </node> -->";
        const char* const daeTail = "</visual_scene></library_visual_scenes><scene>"
                                    "<instance_visual_scene url=\"#s\"/></scene></COLLADA>";
        text("nodes.dae", nested(depth, daeHead, "<node id='>'>", "</node>", daeTail));
        text("hidden_ends.dae",
             nested(depth, daeHead, "<node><!-- </node> -->", "</node>", daeTail));
        text("text.x", nested(depth, "xof 0303txt 0032\n", "Frame f {\n", "}\n", ""));
        text("hidden_ends.x", nested(depth, "xof 0303txt 0032\n", "Frame f { // }\n", "}\n", ""));
        add("binary.x", nestedTokens(depth));
        text("text.fbx", nested(depth, "; FBX 7.4.0 project file\n", "A: {\n", "}\n", ""));
        text("hidden_ends.fbx", nested(depth, "", "A: \"}\" { ; }\n", "}\n", ""));
        add("binary.fbx", nestedRecords(depth));
    }
}

void TstNestingCheck::refusesDeepNesting() {
    QFETCH(QString, name);
    QFETCH(QByteArray, content);
    QFETCH(bool, isTooDeep);
    const ImportFolder folder;
    const auto scene = folder.load(name.toStdString(), content);
    // What is not too deep may lack everything else.
    const std::string code = scene ? "" : scene.error().code;
    QCOMPARE(code == "import.too_deep", isTooDeep);
}

void TstNestingCheck::refusesWhatHidesItsNesting_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("content");
    const auto add = [](const char* name, const QByteArray& content) {
        QTest::newRow(name) << name << content;
    };
    add("archive.dae", "<COLLADA/>PK\x05\x06");
    add("doctype.dae", "<!DOCTYPE a [<!ENTITY b '<c>'>]><COLLADA/>");
    add("compressed.x", compressed(nested(100000, "", "Frame f {\n", "}\n", "").toUtf8()));
    add("compressed_tokens.x", "xof 0303bzip0032");
}

void TstNestingCheck::refusesWhatHidesItsNesting() {
    QFETCH(QString, name);
    QFETCH(QByteArray, content);
    const ImportFolder folder;
    const auto scene = folder.load(name.toStdString(), content);
    QVERIFY(!scene);
    QCOMPARE(scene.error().code, std::string("import.unsupported"));
    QVERIFY(scene.error().message.find(name.toStdString()) != std::string::npos);
}

QTEST_GUILESS_MAIN(TstNestingCheck)
#include "tst_nesting_check.moc"
