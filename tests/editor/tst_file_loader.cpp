// SPDX-License-Identifier: Apache-2.0
// Opening files: the old character stays until the new one is there and good.
#include "character.h"
#include "editor/model/file_loader.h"

#include <QSemaphore>
#include <QSignalSpy>

using namespace sartor;
using namespace sartor::editor;
using namespace sartor::test;

namespace {

using OpenResult = Result<std::unique_ptr<session::Session>>;

OpenResult namedSession(const std::filesystem::path& path, const session::SessionOptions& options) {
    import::ImportedScene scene = makeScene();
    scene.path = path;
    session::SessionOptions withPlugins = options;
    withPlugins.pluginFolders = {SARTOR_PLUGIN_DIR};
    withPlugins.backend = session::Backend::Cpu;
    return session::Session::create(std::move(scene), withPlugins);
}

/// Holds "slow.glb" back until the test lets it finish.
class SlowFile {
public:
    FileLoader::OpenFunction openFunction() {
        return [this](const auto& path, const auto& options) {
            OpenResult result = namedSession(path, options);
            if (path.filename() == "slow.glb") {
                started_.release();
                release_.acquire();
                done_.release();
            }
            return result;
        };
    }

    /// True when it is being read; work that is dropped before is never begun.
    bool hasStarted() { return started_.tryAcquire(1, kMilliseconds); }
    bool finish() {
        release_.release();
        return done_.tryAcquire(1, kMilliseconds);
    }

private:
    static constexpr int kMilliseconds = 5000;

    QSemaphore started_;
    QSemaphore release_;
    QSemaphore done_;
};

} // namespace

class TstFileLoader : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void opensARealFile() {
        Document document;
        FileLoader loader(document, openWithBuiltPlugins);
        QSignalSpy opened(&loader, &FileLoader::opened);
        loader.open(QStringLiteral(SARTOR_SAMPLES_DIR "/assets/twist_tube.glb"));
        QVERIFY(loader.isLoading());
        QVERIFY(document.session() == nullptr);
        QTRY_COMPARE(opened.count(), 1);
        QVERIFY(document.session() != nullptr);
        QVERIFY(!loader.isLoading());
        QVERIFY(document.evaluated() != nullptr);
    }

    void aBadFileLeavesTheOldCharacter_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("part");
        QTest::newRow("missing") << QStringLiteral("/nowhere/no.glb") << QStringLiteral("no.glb");
        QTest::newRow("unknown format")
            << QStringLiteral(SARTOR_SAMPLES_DIR "/assets/README.md") << QStringLiteral(".md");
    }

    void aBadFileLeavesTheOldCharacter() {
        QFETCH(QString, path);
        QFETCH(QString, part);
        Document document;
        document.open(makeSession());
        const auto old = document.session();
        FileLoader loader(document, openWithBuiltPlugins);
        QSignalSpy failed(&loader, &FileLoader::failed);
        loader.open(path);
        QTRY_COMPARE(failed.count(), 1);
        QVERIFY2(failed[0][1].toString().contains(part), qPrintable(failed[0][1].toString()));
        QCOMPARE(document.session(), old);
    }

    void theNewestOfSeveralFilesWins() {
        SlowFile slow;
        Document document;
        FileLoader loader(document, slow.openFunction());
        QSignalSpy opened(&loader, &FileLoader::opened);
        loader.open(QStringLiteral("/slow.glb"));
        QVERIFY(slow.hasStarted());
        loader.open(QStringLiteral("/quick.glb"));
        QTRY_COMPARE(opened.count(), 1);
        QVERIFY(slow.finish());
        loader.open(QStringLiteral("/last.glb"));
        QTRY_COMPARE(document.fileName(), QStringLiteral("last.glb"));
        QCOMPARE(opened.count(), 2);
        QCOMPARE(opened[0][0].toString(), QStringLiteral("/quick.glb"));
        QCOMPARE(opened[1][0].toString(), QStringLiteral("/last.glb"));
    }

    void cancelKeepsTheOldCharacter() {
        SlowFile slow;
        Document document;
        document.open(makeSession());
        FileLoader loader(document, slow.openFunction());
        QSignalSpy opened(&loader, &FileLoader::opened);
        loader.open(QStringLiteral("/slow.glb"));
        QVERIFY(slow.hasStarted());
        loader.cancel();
        QVERIFY(!loader.isLoading());
        QVERIFY(slow.finish());
        loader.open(QStringLiteral("/next.glb"));
        QTRY_COMPARE(document.fileName(), QStringLiteral("next.glb"));
        QCOMPARE(opened.count(), 1);
    }

    void cancelEndsTheReadingOfAForeignFile() {
        // Whoever reads sees the request, whether it comes from cancel() or from another file.
        QSemaphore started;
        QSemaphore stopped;
        Document document;
        FileLoader loader(document, [&](const auto& path, const auto& options) -> OpenResult {
            if (path.filename() != "slow.fbx") {
                return namedSession(path, options);
            }
            std::stop_callback wake(options.import.foreign.stop, [&] { stopped.release(); });
            started.release();
            while (!options.import.foreign.stop.stop_requested()) {
                QThread::yieldCurrentThread();
            }
            return Error{"import.cancelled", "slow.fbx: was stopped"};
        });
        QSignalSpy failed(&loader, &FileLoader::failed);
        loader.open(QStringLiteral("/slow.fbx"));
        QVERIFY(started.tryAcquire(1, 5000));
        loader.cancel();
        QVERIFY(stopped.tryAcquire(1, 5000));
        loader.open(QStringLiteral("/slow.fbx"));
        QVERIFY(started.tryAcquire(1, 5000));
        loader.open(QStringLiteral("/next.glb"));
        QVERIFY(stopped.tryAcquire(1, 5000));
        QTRY_COMPARE(document.fileName(), QStringLiteral("next.glb"));
        QCOMPARE(failed.count(), 0);
    }

    void withoutADeviceItDeformsOnTheProcessor() {
        Document document;
        FileLoader loader(document, [](const auto& path, const auto& options) -> OpenResult {
            if (options.backend == session::Backend::Vulkan) {
                return Error{"gpu.unavailable", "no driver"};
            }
            return namedSession(path, options);
        });
        QSignalSpy opened(&loader, &FileLoader::opened);
        loader.setBackend(session::Backend::Vulkan);
        loader.open(QStringLiteral("/bar.glb"));
        QTRY_COMPARE(opened.count(), 1);
        QCOMPARE(document.backend(), session::Backend::Cpu);
    }
};

QTEST_GUILESS_MAIN(TstFileLoader)
#include "tst_file_loader.moc"
