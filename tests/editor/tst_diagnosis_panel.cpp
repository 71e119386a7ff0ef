// SPDX-License-Identifier: Apache-2.0
// The diagnosis as it is seen and used: cards, preview, repair, report, symptoms, experiments.
#include "broken_character.h"
#include "clinic.h"
#include "editor/model/text.h"
#include "editor/view/cause_card.h"
#include "editor/view/diagnosis_panel.h"
#include "editor/view/theme.h"

#include <sartor/diagnose/doctor_report.h>

#include <QClipboard>
#include <QFile>
#include <QFileDialog>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>
#include <QSemaphore>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QToolButton>

using namespace sartor;
using namespace sartor::editor;
using namespace sartor::test;
using diagnose::Diagnosis;
using import::ImportedScene;
using State = DiagnosisModel::State;

namespace {

/// With the panel on it.
struct PanelClinic : Clinic {
    explicit PanelClinic(DiagnosisModel::Services services = {})
        : Clinic(std::move(services))
        , symptoms(document)
        , experiments(document, preview)
        , panel({model, preview, symptoms, experiments}) {
        panel.resize(420, 700);
        panel.show();
        panel.activateWindow();
        if (!QTest::qWaitForWindowActive(&panel)) {
            qFatal("the panel does not become active");
        }
    }

    bool open(ImportedScene scene) {
        document.open(makeSession(std::move(scene)));
        return waitForDiagnosis();
    }

    template <class T>
    T& find(const char* name, const QWidget* in = nullptr) {
        T* found = (in == nullptr ? &panel : in)->template findChild<T*>(QLatin1String(name));
        if (found == nullptr) {
            qFatal("the panel has no '%s'", name);
        }
        return *found;
    }

    QString text(const char* name, const QWidget* in = nullptr) {
        return find<QLabel>(name, in).text();
    }

    SymptomModel symptoms;
    ExperimentModel experiments;
    DiagnosisPanel panel;
};

/// Two causes: one that has a twin, and one of which the file has lost what is needed.
DiagnosisModel::Services twoCauses() {
    DiagnosisModel::Services services;
    services.examine = [](const ImportedScene&, const diagnose::DoctorOptions&) {
        Diagnosis diagnosis;
        diagnosis.isHealthy = false;
        diagnosis.summary = "Two things may be wrong.";
        diagnosis.asRead.bindResidual = 0.5;
        diagnosis.asRead.locality = 0.25;
        diagnose::Hypothesis twice;
        twice.id = "ibm-twice";
        twice.score = 0.875;
        twice.evidence = "40 of 41 joints agree";
        twice.sameAs = {"palette-merged"};
        twice.repaired.locality = 0.25;
        diagnose::Hypothesis lost;
        lost.id = "joint-index-divided-255";
        lost.score = 0.5;
        lost.canRepair = false;
        diagnosis.hypotheses = {twice, lost};
        return Result<Diagnosis>(diagnosis);
    };
    return services;
}

QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TstDiagnosisPanel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { applyTheme(*qobject_cast<QApplication*>(QCoreApplication::instance())); }

    void ranksWhatItFound() {
        PanelClinic clinic(twoCauses());
        QSignalSpy titles(&clinic.panel, &DiagnosisPanel::titleChanged);
        QSignalSpy illnesses(&clinic.panel, &DiagnosisPanel::illnessFound);
        QVERIFY(clinic.open(humanoidRig()));
        QCOMPARE(clinic.text("verdict"), QStringLiteral("Two things may be wrong."));
        QCOMPARE(titles.last()[0].toString(), QStringLiteral("Diagnosis (2)"));
        QCOMPARE(illnesses.count(), 1);
        auto& first = clinic.find<CauseCard>("cause1");
        auto& second = clinic.find<CauseCard>("cause2");
        QTRY_VERIFY(first.y() < second.y());
        const QString title = toQString(diagnose::findDefectKind("ibm-twice")->title);
        QCOMPARE(clinic.text("title", &first), QStringLiteral("1. ") + title);
        QVERIFY(first.accessibleName().contains(title));
        QCOMPARE(clinic.text("score", &first), QStringLiteral("88 %"));
        QCOMPARE(clinic.text("evidence", &first), QStringLiteral("40 of 41 joints agree"));
        const QString twin = toQString(diagnose::findDefectKind("palette-merged")->title);
        QVERIFY(clinic.text("sameAs", &first).contains(twin));
        QVERIFY(first.findChild<QLabel*>(QStringLiteral("notRepairable")) == nullptr);
        // Numbers that mending changes, and only those.
        const auto labels = first.findChildren<QLabel*>();
        const auto has = [&](const QString& text) {
            return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
                return label->text() == text;
            });
        };
        QVERIFY(has(QStringLiteral("Bind residual")) && has(numberText(0.5)));
        QVERIFY(!has(QStringLiteral("Distance to bones")));
        // What cannot be mended says so and offers nothing.
        QTRY_VERIFY(clinic.find<QLabel>("notRepairable", &second).isVisibleTo(&clinic.panel));
        for (const char* name : {"preview", "apply", "export"}) {
            QVERIFY2(!clinic.find<QPushButton>(name, &second).isEnabled(), name);
        }
        QVERIFY(clinic.find<QPushButton>("preview", &first).isEnabled());
    }

    void saysWhatWasMeasuredOfTheHealthy() {
        PanelClinic clinic;
        QSignalSpy illnesses(&clinic.panel, &DiagnosisPanel::illnessFound);
        QVERIFY(clinic.open(humanoidRig()));
        QTRY_VERIFY(clinic.find<QLabel>("measured").isVisibleTo(&clinic.panel));
        const auto& fit = clinic.model.diagnosis()->asRead;
        const auto labels = clinic.panel.findChildren<QLabel*>();
        for (const double value : {fit.bindResidual, fit.bindSpread, fit.locality, fit.stretch}) {
            QVERIFY(std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
                return label->text() == numberText(value);
            }));
        }
        QVERIFY(clinic.panel.findChild<CauseCard*>() == nullptr);
        QCOMPARE(illnesses.count(), 0);
    }

    void previewsAndMendsFromTheKeyboard() {
        PanelClinic clinic;
        QVERIFY(clinic.open(brokenHumanoid()));
        auto& preview = clinic.find<QPushButton>("preview", &clinic.find<CauseCard>("cause1"));
        preview.setFocus();
        QTest::keyClick(&preview, Qt::Key_Space);
        QTRY_VERIFY(clinic.document.standIn() != nullptr);
        QVERIFY(preview.isChecked());
        QTest::keyClick(&preview, Qt::Key_Space);
        QVERIFY(clinic.document.standIn() == nullptr);
        QVERIFY(!preview.isChecked());
        // From the preview to the next button, and there.
        QTest::keyClick(&preview, Qt::Key_Tab);
        auto* apply = qobject_cast<QPushButton*>(QApplication::focusWidget());
        QVERIFY(apply != nullptr && apply->objectName() == QLatin1String("apply"));
        QVERIFY(!clinic.find<QPushButton>("exportApplied").isVisible());
        QTest::keyClick(apply, Qt::Key_Space);
        QTRY_COMPARE(clinic.document.repairs().size(), std::size_t{1});
        QTRY_COMPARE(clinic.model.state(), State::Done);
        QVERIFY(clinic.model.diagnosis()->isHealthy);
        QVERIFY(clinic.find<QPushButton>("exportApplied").isVisible());
        clinic.document.undoStack()->undo();
        QTRY_COMPARE(clinic.model.state(), State::Done);
        QVERIFY(!clinic.model.diagnosis()->isHealthy);
        QVERIFY(!clinic.find<QPushButton>("exportApplied").isVisible());
    }

    void everythingCanBeReachedAndHasAName() {
        PanelClinic clinic;
        QVERIFY(clinic.open(brokenHumanoid()));
        for (const auto* button : clinic.panel.findChildren<QAbstractButton*>()) {
            if (button->parentWidget() != nullptr && button->parentWidget()->inherits("QTabBar")) {
                continue; // arrows of the tab bar
            }
            const QString name =
                button->text().isEmpty() ? button->accessibleName() : button->text();
            QVERIFY2(!name.isEmpty(), qPrintable(button->objectName()));
            QVERIFY2((button->focusPolicy() & Qt::TabFocus) != 0, qPrintable(name));
        }
    }

    void copiesTheReportOfTheCommand() {
        PanelClinic clinic;
        QVERIFY(clinic.open(brokenHumanoid()));
        QTest::mouseClick(&clinic.find<QPushButton>("copyReport"), Qt::LeftButton);
        QCOMPARE(QGuiApplication::clipboard()->text(), clinic.model.markdown());
        QVERIFY(clinic.model.markdown().contains(QStringLiteral("ibm-not-inverted")));
    }

    void writesWhereAskedAndAsksBeforeItReplaces() {
        const QTemporaryDir folder;
        const QString broken = folder.filePath(QStringLiteral("broken.glb"));
        const QString mended = folder.filePath(QStringLiteral("mended.glb"));
        writeBrokenMannequin(toPath(broken));
        PanelClinic clinic;
        clinic.document.open(std::shared_ptr<session::Session>(
            require(openWithBuiltPlugins(toPath(broken), session::SessionOptions()))));
        QVERIFY(
            QTest::qWaitFor([&] { return clinic.model.state() == State::Done; }, kMilliseconds));
        choose(clinic, mended);
        QTRY_VERIFY(clinic.text("diagnosisSaid").contains(QStringLiteral("is written")));
        QVERIFY(QFile::exists(mended));
        QVERIFY(!clinic.find<QPushButton>("replaceFile").isVisible());
        choose(clinic, QStringLiteral("/proc/mended.glb"));
        QTRY_VERIFY2(clinic.text("diagnosisSaid").contains(QStringLiteral("/proc/mended.glb")) &&
                         !clinic.model.isExporting(),
                     qPrintable(clinic.text("diagnosisSaid")));
        const QByteArray before = contentOf(broken);
        choose(clinic, broken);
        auto& replace = clinic.find<QPushButton>("replaceFile");
        QTRY_VERIFY(replace.isVisible());
        QCOMPARE(contentOf(broken), before);
        QTest::mouseClick(&replace, Qt::LeftButton);
        QTRY_VERIFY(clinic.text("diagnosisSaid").contains(QStringLiteral("is written")));
        QVERIFY(contentOf(broken) != before);
        QVERIFY(!replace.isVisible());
        QVERIFY(clinic.text("diagnosisSaid").contains(QStringLiteral("reload")));
    }

    void anExaminationCanBeCancelled() {
        QSemaphore go;
        DiagnosisModel::Services services;
        services.examine = [&](const ImportedScene&, const diagnose::DoctorOptions&) {
            go.acquire();
            Diagnosis diagnosis;
            diagnosis.summary = "All is well.";
            return Result<Diagnosis>(diagnosis);
        };
        PanelClinic clinic(services);
        clinic.document.open(makeSession());
        auto& button = clinic.find<QPushButton>("examine");
        QCOMPARE(button.text(), QStringLiteral("Cancel"));
        QTest::mouseClick(&button, Qt::LeftButton);
        QCOMPARE(clinic.model.state(), State::Cancelled);
        QCOMPARE(button.text(), QStringLiteral("Examine Again"));
        QVERIFY(!clinic.find<QPushButton>("copyReport").isEnabled());
        go.release(2);
        QTest::mouseClick(&button, Qt::LeftButton);
        QTRY_COMPARE(clinic.text("verdict"), QStringLiteral("All is well."));
    }

    void aSymptomLeadsToItsCause() {
        PanelClinic clinic;
        QVERIFY(clinic.open(brokenHumanoid()));
        clinic.panel.showPage(DiagnosisPanel::Page::Symptoms);
        auto& explodes = clinic.find<QPushButton>("symptom_explodes");
        QVERIFY(!explodes.isChecked());
        QTest::mouseClick(&explodes, Qt::LeftButton);
        QVERIFY(QTest::qWaitFor(
            [&] { return clinic.symptoms.state() == SymptomModel::State::Done; }, kMilliseconds));
        QVERIFY(explodes.isChecked());
        const auto& answer = *clinic.symptoms.answer();
        QCOMPARE(clinic.text("answer"), toQString(answer.answer));
        for (std::size_t i = 0; i < answer.steps.size(); ++i) {
            const QString name = QStringLiteral("step%1").arg(i + 1);
            QVERIFY2(clinic.panel.findChild<QWidget*>(name) != nullptr, qPrintable(name));
        }
        QTest::mouseClick(&clinic.find<QPushButton>("lookAtIt"), Qt::LeftButton);
        QCOMPARE(clinic.find<QTabWidget>("diagnosisPages").currentIndex(), 2);
        QTRY_VERIFY(clinic.experiments.result().has_value());
        QCOMPARE(clinic.experiments.running(), answer.experiment);
        clinic.panel.showPage(DiagnosisPanel::Page::Symptoms);
        QTest::mouseClick(&clinic.find<QPushButton>("showCause"), Qt::LeftButton);
        QCOMPARE(clinic.find<QTabWidget>("diagnosisPages").currentIndex(), 0);
        QTRY_COMPARE(QApplication::focusWidget(),
                     clinic.panel.findChild<QWidget*>(QStringLiteral("cause1"))
                         ->findChild<QWidget*>(QStringLiteral("preview")));
    }

    void anExperimentIsDrawnAndConcludes() {
        PanelClinic clinic;
        QVERIFY(clinic.open(brokenHumanoid()));
        clinic.panel.showPage(DiagnosisPanel::Page::Experiments);
        auto& unskinned = clinic.find<QPushButton>("experiment_unskinned");
        QTest::mouseClick(&unskinned, Qt::LeftButton);
        QTRY_VERIFY(clinic.experiments.result().has_value());
        QCOMPARE(clinic.text("conclusion"), toQString(clinic.experiments.result()->conclusion));
        QVERIFY(clinic.document.standIn() != nullptr);
        QVERIFY(unskinned.isChecked());
        QTest::mouseClick(&unskinned, Qt::LeftButton);
        QVERIFY(clinic.document.standIn() == nullptr);
        QVERIFY(!unskinned.isChecked());
        // A preview of a repair ends it too.
        QTest::mouseClick(&unskinned, Qt::LeftButton);
        QTRY_VERIFY(clinic.experiments.result().has_value());
        clinic.model.setPreviewed(0, true);
        QTRY_VERIFY(clinic.model.isPreviewed(0) && !clinic.preview.isPending());
        QVERIFY(!unskinned.isChecked());
    }

private:
    static void choose(PanelClinic& clinic, const QString& path) {
        QTest::mouseClick(&clinic.find<QPushButton>("export", &clinic.find<CauseCard>("cause1")),
                          Qt::LeftButton);
        auto& dialog = clinic.find<QFileDialog>("exportDialog");
        Q_EMIT dialog.fileSelected(path);
        dialog.close();
        QTest::qWait(0);
        delete clinic.panel.findChild<QFileDialog*>(QStringLiteral("exportDialog"));
    }
};

QTEST_MAIN(TstDiagnosisPanel)
#include "tst_diagnosis_panel.moc"
