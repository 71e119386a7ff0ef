// SPDX-License-Identifier: Apache-2.0
// Parts of paths.
#include <sartor/base/path.h>

#include <QtTest>

using namespace sartor;

class TstPath : public QObject {
    Q_OBJECT

private slots:
    void findsExtensionAndFolder_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("extension");
        QTest::addColumn<QString>("folder");
        const auto row = [](const char* path, const char* extension, const char* folder) {
            QTest::newRow(path) << path << extension << folder;
        };
        row("fox.obj", ".obj", ".");
        row("a/Fox.OBJ", ".obj", "a");
        row("/Fox.tar.GLB", ".glb", "/");
        row("a.b/fox", "", "a.b");
        row("./.Fox", "", ".");
        row("f.\xC3\x84", ".\xC3\x84", ".");
    }
    void findsExtensionAndFolder() {
        QFETCH(QString, path);
        QFETCH(QString, extension);
        QFETCH(QString, folder);
        QCOMPARE(QString::fromStdString(lowerExtension(path.toStdString())), extension);
        QCOMPARE(QString::fromStdString(folderOf(path.toStdString()).string()), folder);
    }
};

QTEST_GUILESS_MAIN(TstPath)
#include "tst_path.moc"
