// SPDX-License-Identifier: Apache-2.0
// The page that a diagnosis makes.
#include <sartor/diagnose/doctor_report.h>

#include <QtTest>

using namespace sartor;
using namespace sartor::diagnose;

namespace {

Diagnosis illCharacter() {
    Diagnosis diagnosis;
    diagnosis.isHealthy = false;
    diagnosis.summary = "The joints disagree.";
    diagnosis.asRead.bindResidual = 0.5;
    Hypothesis twice;
    twice.id = "ibm-twice";
    twice.score = 0.75;
    twice.evidence = "40 of 41 joints of 'arm|<left>*' agree";
    twice.explanation = "each joint moves twice";
    twice.fix = "takes the root of each matrix";
    twice.sameAs = {"palette-merged"};
    Hypothesis unit;
    unit.id = "unit-times-100";
    unit.form = "mesh";
    unit.score = 0.25;
    unit.canRepair = false;
    unit.repaired.badIndexCount = 7;
    diagnosis.hypotheses = {twice, unit};
    return diagnosis;
}

} // namespace

class TstDoctorReport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyKindIsFoundByItsId() {
        for (const DefectKind& kind : defectKinds()) {
            QCOMPARE(findDefectKind(kind.id), &kind);
        }
        QVERIFY(findDefectKind("a wolf") == nullptr);
    }

    void causesStandInOrderWithWhatIsKnownOfThem() {
        const QString page = QString::fromStdString(markdownReport(illCharacter(), "hero.glb"));
        auto after = [&, from = qsizetype(0)](const QString& text) mutable {
            from = page.indexOf(text, from);
            return from >= 0;
        };
        const QString first =
            QString::fromStdString("## 1. " + std::string(findDefectKind("ibm-twice")->title));
        QVERIFY2(page.startsWith(QStringLiteral("# hero.glb\n\nThe joints disagree.\n")),
                 qPrintable(page));
        for (const QString& text : {first,
                                    QStringLiteral("`ibm-twice`, score 0.75"),
                                    QStringLiteral("- Why: each joint moves twice"),
                                    QStringLiteral("- Seen: 40 of 41 joints"),
                                    QStringLiteral("- Fix: takes the root of each matrix"),
                                    QStringLiteral("- At its source: "),
                                    QStringLiteral("- Cannot be told from `palette-merged`"),
                                    QStringLiteral("## 2. "),
                                    QStringLiteral("`unit-times-100 (mesh)`, score 0.25"),
                                    QStringLiteral("- Cannot be mended"),
                                    QStringLiteral("| as read | 0.5 | 0 | 0 | 0 | 0 | 0 |"),
                                    QStringLiteral("| without ibm-twice | 0 | 0 |"),
                                    QStringLiteral("| without unit-times-100 (mesh) | 0 | 0 | 0 | "
                                                   "0 | 0 | 7 |")}) {
            QVERIFY2(after(text), qPrintable(text + u'\n' + page));
        }
    }

    void wordsOfTheFileDoNotChangeTheForm() {
        const std::string page = markdownReport(illCharacter(), "a\n# b.glb");
        QVERIFY(page.starts_with("# a \\# b.glb\n"));
        QVERIFY(page.find("'arm\\|\\<left\\>\\*'") != std::string::npos);
    }

    void aHealthyCharacterIsMeasuredToo() {
        Diagnosis diagnosis;
        diagnosis.summary = "Nothing is wrong.";
        diagnosis.asRead.locality = 0.0625;
        const std::string page = markdownReport(diagnosis, "hero.glb");
        QVERIFY(page.find("Nothing is wrong.") != std::string::npos);
        QVERIFY(page.find("| as read | 0 | 0 | 0.0625 |") != std::string::npos);
        QVERIFY(page.find("## ") == std::string::npos);
    }

    void doubtsAreToldAsDoubts() {
        Diagnosis diagnosis;
        diagnosis.summary = "Nothing is wrong.";
        diagnosis.doubts = illCharacter().hypotheses;
        const std::string page = markdownReport(diagnosis, "hero.glb");
        const std::size_t words = page.find("may be wrong, or meant");
        QVERIFY(words != std::string::npos);
        QVERIFY(page.find("## 1. ") > words);
        QVERIFY(page.find("| without ibm-twice |") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TstDoctorReport)
#include "tst_doctor_report.moc"
