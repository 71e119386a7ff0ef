// SPDX-License-Identifier: Apache-2.0
// MD5 text whose counts and indices point outside of their lists.
#include "format_files.h"
#include "scene_lookup.h"

#include <QtTest>

using namespace sartor;
using namespace sartor::test;

class TstMd5Check : public QObject {
    Q_OBJECT

private slots:
    void namesTheReasonForABrokenFile_data();
    void namesTheReasonForABrokenFile();
    void namesTheReasonForABrokenAnimation_data();
    void namesTheReasonForABrokenAnimation();
    void checksTheFileThatIsRead_data();
    void checksTheFileThatIsRead();
};

void TstMd5Check::namesTheReasonForABrokenFile_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("code");
    const auto md5 = [](const char* name, const char* code) {
        QTest::newRow(name) << name << QString::fromStdString(readText(dataFile(name))) << code;
    };
    md5("first_weight.md5mesh", "md5.index_out_of_range");
    md5("joint_index.md5mesh", "md5.index_out_of_range");
    md5("tri_index.md5mesh", "md5.index_out_of_range");
    md5("count_negative.md5mesh", "md5.index_out_of_range");
    md5("parent_loop.md5mesh", "hier.cycle");
    md5("truncated.md5mesh", "md5.syntax");
    const auto changed = [](const char* row, const char* from, const char* to, const char* code) {
        QTest::newRow(row) << QString(row) + ".md5mesh"
                           << QString::fromStdString(
                                  replaced(readText(dataFile("good.md5mesh")), from, to))
                           << code;
    };
    changed("missing weight", "\tweight 3 1 0.75 ( 2 0.5 0 )\n", "", "md5.count");
    changed(
        "last weight range", "2 ( 0.5 0.5 ) 2 2", "2 ( 0.5 0.5 ) 2 3", "md5.index_out_of_range");
    changed("weight overflow",
            "2 ( 0.5 0.5 ) 2 2",
            "2 ( 0.5 0.5 ) 9223372036854775807 2",
            "md5.index_out_of_range");
    changed("vertex count", "numverts 3", "numverts 4000000000", "md5.count");
    changed("negative joint count", "numJoints 3", "numJoints -3", "md5.count");
    changed("infinite weight", "weight 3 1 0.75", "weight 3 1 inf", "md5.syntax");
    changed("word for a number", "tri 0 0 1 2", "tri 0 0 one 2", "md5.syntax");
    changed("unknown section", "mesh {", "mush {", "md5.syntax");
    changed("mesh count", "numMeshes 1", "numMeshes 2", "md5.count");
    changed("version", "MD5Version 10", "MD5Version 6", "md5.syntax");
    changed("triangle twice",
            "numtris 1\n\ttri 0 0 1 2",
            "numtris 2\n\ttri 0 0 1 2\n\ttri 0 0 1 2",
            "md5.duplicate_index");
    changed("vertex twice", "vert 1 ( 0.25", "vert 0 ( 0.25", "md5.duplicate_index");
    changed("weight twice", "weight 1 2 1", "weight 0 2 1", "md5.duplicate_index");
    changed("vertex count twice", "numverts 3", "numverts 9\n\tnumverts 3", "md5.count");
}

void TstMd5Check::namesTheReasonForABrokenFile() {
    checkRefusedText();
}

void TstMd5Check::namesTheReasonForABrokenAnimation_data() {
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::addColumn<QString>("code");
    const auto changed = [](const char* row, const char* from, const char* to, const char* code) {
        QTest::newRow(row) << from << to << code;
    };
    changed("parent", "\"hand\"\t1", "\"hand\"\t3", "md5.index_out_of_range");
    changed("own parent", "\"hand\"\t1", "\"hand\"\t2", "hier.cycle");
    changed("component flags", "0 56 0", "0 64 0", "md5.index_out_of_range");
    changed("first component", "0 56 0", "0 56 1", "md5.index_out_of_range");
    changed("joint count", "numJoints 3", "numJoints 4", "md5.count");
    changed("frame count", "numFrames 3", "numFrames 4", "md5.count");
    changed("frame number", "frame 2 {", "frame 3 {", "md5.index_out_of_range");
    changed("component missing", "0 0 -0.38", "0 -0.38", "md5.count");
    changed("component count twice",
            "numAnimatedComponents 3",
            "numAnimatedComponents 9\nnumAnimatedComponents 3",
            "md5.count");
    changed("base pose missing", "\t( 1 0 0 ) ( 0 0 -0.7071067812 )\n", "", "md5.count");
    changed("bounds", "( -1 -1 -1 ) ( 1 1 1 )", "( -1 -1 -1 ) ( 1 1 )", "md5.syntax");
    changed("word for a number", "0 0 -0.38", "0 zero -0.38", "md5.syntax");
    changed("unknown section", "bounds {", "bonds {", "md5.syntax");
}

void TstMd5Check::namesTheReasonForABrokenAnimation() {
    QFETCH(QString, from);
    QFETCH(QString, to);
    QFETCH(QString, code);
    const ImportFolder folder;
    const std::string motion =
        replaced(readText(dataFile("good.md5anim")), from.toStdString(), to.toStdString());
    folder.write("good.md5anim", QByteArray::fromStdString(motion));
    const auto scene = folder.loadText("good.md5mesh", readText(dataFile("good.md5mesh")));
    QVERIFY(!scene);
    QCOMPARE(QString::fromStdString(scene.error().code), code);
    QVERIFY(scene.error().message.find("good.md5anim") != std::string::npos);
}

void TstMd5Check::checksTheFileThatIsRead_data() {
    QTest::addColumn<QString>("neighbour");
    QTest::newRow("alone") << "";
    QTest::newRow("beside one in the loader's spelling") << "a.md5mesh";
}

void TstMd5Check::checksTheFileThatIsRead() {
    QFETCH(QString, neighbour);
    const ImportFolder folder;
    if (!neighbour.isEmpty()) {
        const std::string broken = readText(dataFile("first_weight.md5mesh"));
        folder.write(neighbour.toStdString(), QByteArray::fromStdString(broken));
    }
    const auto scene = folder.loadText("a.MD5MESH", readText(dataFile("good.md5mesh")));
    QVERIFY2(scene, failureOf(scene));
    QCOMPARE(scene->instances.size(), 1u);
}

QTEST_GUILESS_MAIN(TstMd5Check)
#include "tst_md5_check.moc"
