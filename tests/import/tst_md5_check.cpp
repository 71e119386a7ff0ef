// SPDX-License-Identifier: Apache-2.0
// MD5 text whose counts and indices point outside of their lists.
#include "format_files.h"

#include <QtTest>

using namespace sartor;
using namespace sartor::test;

class TstMd5Check : public QObject {
    Q_OBJECT

private slots:
    void namesTheReasonForABrokenFile_data();
    void namesTheReasonForABrokenFile();
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
}

void TstMd5Check::namesTheReasonForABrokenFile() {
    QFETCH(QString, name);
    QFETCH(QString, text);
    QFETCH(QString, code);
    const ImportFolder folder;
    const auto scene = folder.loadText(name.toStdString(), text.toStdString());
    QVERIFY(!scene);
    QCOMPARE(QString::fromStdString(scene.error().code), code);
    QVERIFY(scene.error().message.find(name.toStdString()) != std::string::npos);
}

QTEST_GUILESS_MAIN(TstMd5Check)
#include "tst_md5_check.moc"
