// SPDX-License-Identifier: Apache-2.0
// The doctor beside the window: what it finds, previews, mends and writes.
#include "broken_character.h"
#include "clinic.h"
#include "editor/model/text.h"

#include <sartor/diagnose/doctor_report.h>

#include <QFile>
#include <QSemaphore>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QThread>
#include <QTimer>

#include <condition_variable>
#include <mutex>

using namespace sartor;
using namespace sartor::editor;
using namespace sartor::test;
using diagnose::Diagnosis;
using import::ImportedScene;
using State = DiagnosisModel::State;

namespace {

std::vector<glm::vec3> positionsOf(const session::Session* session) {
    if (session == nullptr) {
        return {};
    }
    const auto positions = session->frame(0).positions;
    return {positions.begin(), positions.end()};
}

float distanceBetween(const std::vector<glm::vec3>& a, const std::vector<glm::vec3>& b) {
    if (a.size() != b.size() || a.empty()) {
        return std::numeric_limits<float>::infinity();
    }
    float distance = 0.0f;
    for (std::size_t i = 0; i < a.size(); ++i) {
        distance = std::max(distance, glm::distance(a[i], b[i]));
    }
    return distance;
}

/// What the healthy humanoid looks like at rest.
std::vector<glm::vec3> healthyPositions() {
    Document document;
    document.open(makeSession(humanoidRig()));
    return positionsOf(document.evaluated());
}

QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TstDiagnosisModel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysWhyTheOpenCharacterIsBroken() {
        Clinic clinic;
        QCOMPARE(clinic.model.state(), State::NothingOpen);
        clinic.document.open(makeSession(brokenHumanoid()));
        QCOMPARE(clinic.model.state(), State::Running);
        QVERIFY(clinic.model.diagnosis() == nullptr);
        QVERIFY(clinic.model.markdown().isEmpty());
        QVERIFY(clinic.waitForDiagnosis());
        QVERIFY(!clinic.model.diagnosis()->isHealthy);
        QCOMPARE(clinic.model.diagnosis()->hypotheses.front().id, std::string("ibm-not-inverted"));
        QCOMPARE(clinic.model.markdown(),
                 toQString(diagnose::markdownReport(*clinic.model.diagnosis(),
                                                    clinic.document.fileName().toStdString())));
        clinic.document.open(makeSession(humanoidRig()));
        QVERIFY(clinic.waitForDiagnosis());
        QVERIFY(clinic.model.diagnosis()->isHealthy);
    }

    void aFileWithoutSkinIsNotIll() {
        ImportedScene scene = makeScene();
        scene.skins.clear();
        for (import::MeshInstance& instance : scene.instances) {
            instance.skin.reset();
        }
        Clinic clinic;
        clinic.document.open(makeSession(std::move(scene)));
        QTRY_COMPARE(clinic.model.state(), State::Unskinned);
        QVERIFY(!clinic.model.message().isEmpty());
    }

    // The window goes on while the examination of many vertices runs: it ends only after a timer of
    // the window's thread has fired.
    void neverHoldsUpTheWindow() {
        QSemaphore timerHasFired;
        std::atomic<QThread*> examined = nullptr;
        std::atomic<QThread*> repaired = nullptr;
        DiagnosisModel::Services services;
        services.examine = [&](const ImportedScene& scene, const diagnose::DoctorOptions& options) {
            examined = QThread::currentThread();
            if (!timerHasFired.tryAcquire(1, kMilliseconds)) {
                return Result<Diagnosis>(Error{"test", "the window stood still"});
            }
            return diagnose::examine(scene, options);
        };
        services.repair =
            [&](const ImportedScene& scene, std::string_view id, std::string_view form) {
                repaired = QThread::currentThread();
                if (!timerHasFired.tryAcquire(1, kMilliseconds)) {
                    return Result<ImportedScene>(Error{"test", "the window stood still"});
                }
                return diagnose::repair(scene, id, form);
            };
        Clinic clinic(services);
        const auto release = [&] { QTimer::singleShot(0, this, [&] { timerHasFired.release(); }); };
        ImportedScene scene = brokenHumanoid(40, 140);
        QVERIFY(scene.instances[0].mesh->vertexCount() > 100000);
        release();
        clinic.document.open(makeSession(std::move(scene)));
        QVERIFY(clinic.waitForDiagnosis());
        QVERIFY(examined != nullptr && examined != QThread::currentThread());
        QCOMPARE(clinic.model.diagnosis()->hypotheses.front().id, std::string("ibm-not-inverted"));
        release();
        clinic.model.setPreviewed(0, true);
        QVERIFY(
            QTest::qWaitFor([&] { return clinic.document.standIn() != nullptr; }, kMilliseconds));
        QVERIFY(repaired != nullptr && repaired != QThread::currentThread());
        repaired = nullptr;
        release();
        release(); // of the examination that follows
        clinic.model.apply(0);
        QVERIFY(QTest::qWaitFor([&] { return !clinic.document.repairs().empty(); }, kMilliseconds));
        QVERIFY(repaired != nullptr && repaired != QThread::currentThread());
        QVERIFY(clinic.waitForDiagnosis());
        QVERIFY(clinic.model.diagnosis()->isHealthy);
    }

    void canBeCancelledAndBegunAgain() {
        QSemaphore hasStarted;
        std::atomic<bool> hasStopped = false;
        std::atomic<bool> waits = true;
        DiagnosisModel::Services services;
        services.examine = [&](const ImportedScene& scene, const diagnose::DoctorOptions& options) {
            if (waits) {
                std::mutex mutex;
                std::condition_variable_any stopped;
                std::unique_lock lock(mutex);
                hasStarted.release();
                stopped.wait(lock, options.stop, [] { return false; });
                hasStopped = true;
                return Result<Diagnosis>(Error{"doctor.cancelled", "cancelled"});
            }
            return diagnose::examine(scene, options);
        };
        Clinic clinic(services);
        clinic.document.open(makeSession(brokenHumanoid()));
        QVERIFY(hasStarted.tryAcquire(1, kMilliseconds));
        clinic.model.cancel();
        QCOMPARE(clinic.model.state(), State::Cancelled);
        QTRY_VERIFY(hasStopped);
        QTest::qWait(0);
        QCOMPARE(clinic.model.state(), State::Cancelled);
        waits = false;
        clinic.model.examine();
        QVERIFY(clinic.waitForDiagnosis());
    }

    void dropsWhatAnOlderFileComesTo() {
        QSemaphore oldHasStarted;
        QSemaphore releaseOld;
        QSemaphore oldIsDone;
        DiagnosisModel::Services services;
        services.examine = [&](const ImportedScene& scene, const diagnose::DoctorOptions&) {
            Diagnosis diagnosis;
            diagnosis.summary = scene.path.string();
            if (scene.path == "/old.glb") {
                oldHasStarted.release();
                releaseOld.acquire();
                oldIsDone.release();
            }
            return Result<Diagnosis>(diagnosis);
        };
        Clinic clinic(services);
        ImportedScene old = makeScene();
        old.path = "/old.glb";
        clinic.document.open(makeSession(std::move(old)));
        QVERIFY(oldHasStarted.tryAcquire(1, kMilliseconds));
        clinic.document.open(makeSession());
        QVERIFY(clinic.waitForDiagnosis());
        releaseOld.release();
        QVERIFY(oldIsDone.tryAcquire(1, kMilliseconds));
        // Another file's comes after the late one through the same queue.
        clinic.document.open(makeSession());
        QVERIFY(clinic.waitForDiagnosis());
        QCOMPARE(clinic.model.diagnosis()->summary, std::string("/characters/bar.glb"));
        clinic.document.open(nullptr);
        QCOMPARE(clinic.model.state(), State::NothingOpen);
    }

    void aPreviewLeavesTheDocumentAlone() {
        Clinic clinic;
        clinic.document.open(makeSession(brokenHumanoid()));
        QVERIFY(clinic.waitForDiagnosis());
        const auto session = clinic.document.session();
        const auto broken = positionsOf(clinic.document.evaluated());
        QVERIFY(distanceBetween(broken, healthyPositions()) > 0.1f);
        QVERIFY(!clinic.model.isPreviewed(0));
        clinic.model.setPreviewed(0, true);
        QVERIFY(clinic.model.isPreviewed(0));
        QTRY_VERIFY(clinic.document.standIn() != nullptr);
        QCOMPARE_LT(distanceBetween(positionsOf(clinic.document.shown()), healthyPositions()),
                    1e-4f);
        QCOMPARE(clinic.document.session(), session);
        QCOMPARE(positionsOf(clinic.document.evaluated()), broken);
        QCOMPARE(clinic.document.undoStack()->count(), 0);
        QVERIFY(clinic.document.repairs().empty());
        clinic.model.setPreviewed(0, false);
        QVERIFY(clinic.document.standIn() == nullptr);
        QCOMPARE(positionsOf(clinic.document.shown()), broken);
    }

    void aPreviewEndsWithItsFile() {
        Clinic clinic;
        clinic.document.open(makeSession(brokenHumanoid()));
        QVERIFY(clinic.waitForDiagnosis());
        clinic.model.setPreviewed(0, true);
        // The file is another one before the preview is there.
        clinic.document.open(makeSession(humanoidRig()));
        QVERIFY(clinic.preview.key().isEmpty());
        QVERIFY(clinic.waitForDiagnosis());
        QTRY_VERIFY(!clinic.preview.isPending());
        QVERIFY(clinic.document.standIn() == nullptr);
    }

    void undoOfARepairRestoresExactly() {
        Clinic clinic;
        ImportedScene scene = brokenHumanoid();
        clinic.document.open(makeSession(std::move(scene)));
        QVERIFY(clinic.waitForDiagnosis());
        QVERIFY(clinic.document.setMaximumInfluences(1).isOk());
        const auto session = clinic.document.session();
        const auto broken = positionsOf(clinic.document.evaluated());
        const std::string summary = clinic.model.diagnosis()->summary;
        const session::Repair repair{clinic.model.diagnosis()->hypotheses[0].id,
                                     clinic.model.diagnosis()->hypotheses[0].form};
        clinic.model.setPreviewed(0, true);
        QTRY_VERIFY(clinic.document.standIn() != nullptr);
        clinic.model.apply(0);
        QTRY_COMPARE(clinic.document.repairs().size(), std::size_t{1});
        QCOMPARE(clinic.document.repairs()[0], repair);
        QVERIFY(clinic.document.standIn() == nullptr); // it is mended itself
        QCOMPARE(clinic.document.settings().maximumInfluences, 1u);
        QCOMPARE(clinic.document.session()->options().influences.maxPerVertex, 1u);
        const auto mended = positionsOf(clinic.document.evaluated());
        QVERIFY(distanceBetween(mended, broken) > 0.1f);
        QVERIFY(clinic.waitForDiagnosis());
        QVERIFY(clinic.model.diagnosis()->isHealthy);
        // A step after the repair.
        QVERIFY(clinic.document.setMaximumInfluences(0).isOk());
        clinic.document.undoStack()->undo();
        QCOMPARE(positionsOf(clinic.document.evaluated()), mended);

        clinic.document.undoStack()->undo();
        QCOMPARE(clinic.document.session(), session);
        QVERIFY(clinic.document.repairs().empty());
        QCOMPARE(clinic.document.settings().maximumInfluences, 1u);
        QCOMPARE(positionsOf(clinic.document.evaluated()), broken);
        QVERIFY(clinic.waitForDiagnosis());
        QCOMPARE(clinic.model.diagnosis()->summary, summary);
        clinic.document.undoStack()->undo(); // of the influences
        QCOMPARE(clinic.document.session()->options().influences.maxPerVertex, 0u);

        clinic.document.undoStack()->redo();
        clinic.document.undoStack()->redo();
        QCOMPARE(clinic.document.repairs().size(), std::size_t{1});
        QCOMPARE(positionsOf(clinic.document.evaluated()), mended);
        QCOMPARE(clinic.document.session()->options().influences.maxPerVertex, 1u);
    }

    void whatCannotBeMendedIsSaid() {
        DiagnosisModel::Services services;
        services.repair = [](const ImportedScene&, std::string_view, std::string_view) {
            return Result<ImportedScene>(Error{"doctor.not_repairable", "nothing is left of it"});
        };
        Clinic clinic(services);
        clinic.document.open(makeSession(brokenHumanoid()));
        QVERIFY(clinic.waitForDiagnosis());
        const auto session = clinic.document.session();
        QSignalSpy failed(&clinic.model, &DiagnosisModel::applyFailed);
        clinic.model.apply(0);
        QTRY_COMPARE(failed.count(), 1);
        QCOMPARE(failed[0][0].toString(), QStringLiteral("nothing is left of it"));
        QCOMPARE(clinic.document.session(), session);
        QCOMPARE(clinic.document.undoStack()->count(), 0);
        clinic.model.setPreviewed(0, true);
        QTRY_COMPARE(clinic.preview.problem(), QStringLiteral("nothing is left of it"));
        QVERIFY(!clinic.model.isPreviewed(0));
        QVERIFY(clinic.document.standIn() == nullptr);
    }

    void writesTheMendedFile() {
        const QTemporaryDir folder;
        const QString broken = folder.filePath(QStringLiteral("broken.glb"));
        const QString mended = folder.filePath(QStringLiteral("broken_mended.glb"));
        writeBrokenMannequin(toPath(broken));
        Clinic clinic;
        openFile(clinic, broken);
        QVERIFY(clinic.waitForDiagnosis());
        QVERIFY2(clinic.model.exportRefusal().isEmpty(), qPrintable(clinic.model.exportRefusal()));
        QCOMPARE(clinic.model.suggestedPath(), mended);
        const QByteArray before = contentOf(broken);
        QSignalSpy exported(&clinic.model, &DiagnosisModel::exported);
        clinic.model.exportFile(mended, clinic.model.repairOf(0), io::ExistingFiles::Keep);
        QVERIFY(clinic.model.isExporting());
        QVERIFY(exported.wait(kMilliseconds));
        QCOMPARE(exported[0][0].toString(), mended);
        QVERIFY(diagnose::examine(require(import::importFile(toPath(mended))))->isHealthy);
        QCOMPARE(contentOf(broken), before);
        QVERIFY(clinic.document.repairs().empty()); // the document is as it was
        // What was applied is written without being named again.
        clinic.model.apply(0);
        QTRY_COMPARE(clinic.document.repairs().size(), std::size_t{1});
        const QString second = folder.filePath(QStringLiteral("second.glb"));
        clinic.model.exportFile(second, std::nullopt, io::ExistingFiles::Keep);
        QVERIFY(exported.wait(kMilliseconds));
        QCOMPARE(contentOf(second), contentOf(mended));
    }

    void aFileInTheWayIsKeptUntilToldOtherwise() {
        const QTemporaryDir folder;
        const QString broken = folder.filePath(QStringLiteral("broken.glb"));
        writeBrokenMannequin(toPath(broken));
        const QByteArray before = contentOf(broken);
        Clinic clinic;
        openFile(clinic, broken);
        QVERIFY(clinic.waitForDiagnosis());
        QSignalSpy failed(&clinic.model, &DiagnosisModel::exportFailed);
        QSignalSpy exported(&clinic.model, &DiagnosisModel::exported);
        clinic.model.exportFile(broken, clinic.model.repairOf(0), io::ExistingFiles::Keep);
        QVERIFY(failed.wait(kMilliseconds));
        QVERIFY(failed[0][2].toBool());
        QCOMPARE(contentOf(broken), before);
        clinic.model.exportFile(broken, clinic.model.repairOf(0), io::ExistingFiles::Replace);
        QVERIFY(exported.wait(kMilliseconds));
        QVERIFY(contentOf(broken) != before);
    }

    // Where nobody may write, not even who may do everything.
    void aFolderThatCannotBeWrittenToIsNamed() {
        const QTemporaryDir folder;
        const QString broken = folder.filePath(QStringLiteral("broken.glb"));
        writeBrokenMannequin(toPath(broken));
        Clinic clinic;
        openFile(clinic, broken);
        QVERIFY(clinic.waitForDiagnosis());
        for (const QString& path :
             {QStringLiteral("/proc/mended.glb"), broken + QStringLiteral("/mended.glb")}) {
            QSignalSpy failed(&clinic.model, &DiagnosisModel::exportFailed);
            clinic.model.exportFile(path, clinic.model.repairOf(0), io::ExistingFiles::Keep);
            QVERIFY(failed.wait(kMilliseconds));
            QVERIFY2(failed[0][1].toString().contains(path), qPrintable(failed[0][1].toString()));
            QVERIFY(!failed[0][2].toBool());
            QVERIFY(!clinic.model.isExporting());
        }
    }

    void otherFormatsAreNotWritten() {
        ImportedScene scene = brokenHumanoid();
        scene.format = "FBX";
        Clinic clinic;
        clinic.document.open(makeSession(std::move(scene)));
        QVERIFY2(clinic.model.exportRefusal().contains(QStringLiteral("FBX")),
                 qPrintable(clinic.model.exportRefusal()));
    }

private:
    static void openFile(Clinic& clinic, const QString& path) {
        clinic.document.open(std::shared_ptr<session::Session>(
            require(openWithBuiltPlugins(toPath(path), session::SessionOptions()))));
    }
};

QTEST_GUILESS_MAIN(TstDiagnosisModel)
#include "tst_diagnosis_model.moc"
