// SPDX-License-Identifier: Apache-2.0
// The list of recent files and its place in the settings.
#include "editor/model/recent_files.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace sartor::editor;

class TstRecentFiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        settings_ = std::make_unique<QSettings>(folder_->filePath(QStringLiteral("s.ini")),
                                                QSettings::IniFormat);
    }

    void keepsTheNewestFirstAndOnlyOnce() {
        RecentFiles files(*settings_);
        QVERIFY(files.paths().isEmpty());
        QCOMPARE(files.lastFolder(), QString());
        files.add(QStringLiteral("/a/one.glb"));
        files.add(QStringLiteral("/b/two.glb"));
        files.add(QStringLiteral("/a/one.glb"));
        QCOMPARE(files.paths(),
                 (QStringList{QStringLiteral("/a/one.glb"), QStringLiteral("/b/two.glb")}));
        QCOMPARE(files.lastFolder(), QStringLiteral("/a"));
    }

    void forgetsTheOldest() {
        RecentFiles files(*settings_);
        for (int i = 0; i < 15; ++i) {
            files.add(QStringLiteral("/%1.glb").arg(i));
        }
        QCOMPARE(files.paths().size(), RecentFiles::kMaximumCount);
        QCOMPARE(files.paths().front(), QStringLiteral("/14.glb"));
        QCOMPARE(files.paths().back(), QStringLiteral("/5.glb"));
    }

    void survivesInTheSettings() {
        RecentFiles(*settings_).add(QStringLiteral("/kept.glb"));
        settings_->sync();
        QSettings again(settings_->fileName(), QSettings::IniFormat);
        RecentFiles files(again);
        QCOMPARE(files.paths(), QStringList{QStringLiteral("/kept.glb")});
        files.remove(QStringLiteral("/kept.glb"));
        QVERIFY(RecentFiles(again).paths().isEmpty());
    }

    void clears() {
        RecentFiles files(*settings_);
        files.add(QStringLiteral("/a.glb"));
        files.clear();
        QVERIFY(RecentFiles(*settings_).paths().isEmpty());
    }

private:
    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<QSettings> settings_;
};

QTEST_GUILESS_MAIN(TstRecentFiles)
#include "tst_recent_files.moc"
