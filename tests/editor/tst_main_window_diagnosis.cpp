// SPDX-License-Identifier: Apache-2.0
// The diagnosis in the window: seen by itself where a character is ill, and as the command line has
// it.
#include "broken_character.h"
#include "editor/app/main_window.h"
#include "editor/model/text.h"
#include "editor/view/banner.h"

#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTemporaryDir>

using namespace sartor;
using namespace sartor::editor;
using namespace sartor::test;
using State = DiagnosisModel::State;

namespace {

constexpr int kMilliseconds = 60000;

} // namespace

class TstMainWindowDiagnosis : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { writeBrokenMannequin(toPath(broken())); }

    void init() {
        settings_ = std::make_unique<QSettings>(folder_.filePath(QStringLiteral("editor.ini")),
                                                QSettings::IniFormat);
        settings_->clear();
        WindowServices services;
        services.open = openWithBuiltPlugins;
        services.makeDevice = []() -> Result<std::unique_ptr<gpu::Device>> {
            return Error{"gpu.unavailable", "no device in this test"};
        };
        window_ = std::make_unique<MainWindow>(*settings_, services);
        window_->resize(1400, 900);
        window_->show();
    }

    void cleanup() { window_.reset(); }

    void isSeenByItselfWhereTheCharacterIsIll() {
        window_->document().open(makeSession(humanoidRig()));
        QTRY_COMPARE(window_->diagnosis().state(), State::Done);
        QVERIFY(isCovered("diagnosisPanel"));
        window_->document().open(makeSession(brokenHumanoid()));
        QTRY_COMPARE(window_->diagnosis().state(), State::Done);
        QTRY_VERIFY(!isCovered("diagnosisPanel"));
        QCOMPARE(window_->findChild<QWidget*>(QStringLiteral("diagnosisPanelDock"))->windowTitle(),
                 QStringLiteral("Diagnosis (%1)")
                     .arg(window_->diagnosis().diagnosis()->hypotheses.size()));
    }

    void beginsMended() {
        StartOptions options;
        options.file = broken();
        options.mended = QStringLiteral("ibm-not-inverted");
        QVERIFY(start(options));
        QVERIFY(window_->document().standIn() != nullptr);
        QVERIFY(window_->diagnosis().isPreviewed(0));
    }

    void saysWhatTheCharacterDoesNotSufferFrom() {
        StartOptions options;
        options.file = broken();
        options.mended = QStringLiteral("weights-l2-normalised");
        QVERIFY(!start(options));
        const QString message = window_->findChild<Banner*>(QStringLiteral("banner"))->message();
        QVERIFY2(message.contains(QStringLiteral("ibm-not-inverted")), qPrintable(message));
    }

    void beginsWithASymptom() {
        StartOptions options;
        options.file = broken();
        options.symptom = QStringLiteral("explodes");
        QVERIFY(start(options));
        auto* answer = window_->findChild<QLabel*>(QStringLiteral("answer"));
        QVERIFY(answer != nullptr && !answer->text().isEmpty());
        QVERIFY(!isCovered("symptomPage"));
    }

    void beginsWithAnExperiment() {
        StartOptions options;
        options.file = broken();
        options.experiment = QStringLiteral("unskinned");
        QVERIFY(start(options));
        QVERIFY(window_->document().standIn() != nullptr);
        QVERIFY(window_->findChild<QLabel*>(QStringLiteral("conclusion")) != nullptr);
    }

private:
    QString broken() const { return folder_.filePath(QStringLiteral("broken.glb")); }

    bool isCovered(const char* name) {
        auto* widget = window_->findChild<QWidget*>(QLatin1String(name));
        return widget == nullptr || widget->visibleRegion().isEmpty();
    }

    bool start(const StartOptions& options) {
        QSignalSpy started(window_.get(), &MainWindow::started);
        window_->start(options);
        return started.wait(kMilliseconds) &&
               started[0][0].value<MainWindow::StartOutcome>() == MainWindow::StartOutcome::Done;
    }

    const QTemporaryDir folder_;
    std::unique_ptr<QSettings> settings_;
    std::unique_ptr<MainWindow> window_;
};

QTEST_MAIN(TstMainWindowDiagnosis)
#include "tst_main_window_diagnosis.moc"
