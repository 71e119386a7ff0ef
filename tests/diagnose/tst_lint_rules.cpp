// SPDX-License-Identifier: Apache-2.0
// Every rule on scenes that break it, with the exact message, and on scenes that nearly do.
#include "lint_rows.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace sartor;
using namespace sartor::test;
using diagnose::Diagnostic;

namespace {

const LintRows& allRows() {
    static const LintRows all = [] {
        LintRows joined;
        for (const LintRows& rows : {weightRows(),
                                     skinRows(),
                                     hierarchyRows(),
                                     clipRows(),
                                     meshRows(),
                                     morphRows(),
                                     budgetRows()}) {
            joined.bad.insert(joined.bad.end(), rows.bad.begin(), rows.bad.end());
            joined.calm.insert(joined.calm.end(), rows.calm.begin(), rows.calm.end());
        }
        return joined;
    }();
    return all;
}

QString describe(const std::vector<Diagnostic>& found) {
    QStringList lines;
    for (const Diagnostic& diagnostic : found) {
        lines += QString::fromStdString(diagnostic.rule + ": " + diagnostic.message);
    }
    return lines.join("\n");
}

} // namespace

class TstLintRules : public QObject {
    Q_OBJECT

private slots:
    void findsWhatIsWrong_data() {
        QTest::addColumn<std::size_t>("index");
        for (std::size_t i = 0; i < allRows().bad.size(); ++i) {
            QTest::addRow("%s, %s", allRows().bad[i].rule, allRows().bad[i].message) << i;
        }
    }
    void findsWhatIsWrong() {
        QFETCH(const std::size_t, index);
        const BadScene& row = allRows().bad[index];
        Parts parts;
        row.change(parts);
        const std::vector<Diagnostic> found = check(parts);
        QStringList expected = row.also;
        expected += row.rule;
        expected.sort();
        QVERIFY2(rulesOf(found) == expected, qPrintable(describe(found)));
        const auto diagnostic = std::find_if(
            found.begin(), found.end(), [&](const Diagnostic& d) { return d.rule == row.rule; });
        QCOMPARE(QString::fromStdString(diagnostic->message), QString(row.message));
        QCOMPARE(QString::fromStdString(diagnostic->place), QString(row.place));
        QCOMPARE(diagnostic->severity, row.severity);
        QCOMPARE(diagnostic->count, row.count);
        QVERIFY(!diagnostic->subject.empty());
        // What is said for a target names it.
        const bool isOfTarget = QString(row.message).contains("Test engine");
        QCOMPARE(diagnostic->profile.empty(), !isOfTarget);
    }

    void isCalmAboutWhatIsNearlyWrong_data() {
        QTest::addColumn<std::size_t>("index");
        for (std::size_t i = 0; i < allRows().calm.size(); ++i) {
            QTest::addRow("%s, %s", allRows().calm[i].rule, allRows().calm[i].name) << i;
        }
    }
    void isCalmAboutWhatIsNearlyWrong() {
        QFETCH(const std::size_t, index);
        const CalmScene& row = allRows().calm[index];
        QVERIFY(!row.also.contains(row.rule));
        Parts parts;
        row.change(parts);
        const std::vector<Diagnostic> found = check(parts);
        QVERIFY2(rulesOf(found) == row.also, qPrintable(describe(found)));
    }

    void triesEveryRule() {
        std::set<std::string_view> broken;
        std::set<std::string_view> nearlyBroken;
        for (const BadScene& row : allRows().bad) {
            broken.insert(row.rule);
        }
        for (const CalmScene& row : allRows().calm) {
            nearlyBroken.insert(row.rule);
        }
        for (const diagnose::RuleInfo& rule : diagnose::rules()) {
            const std::string id(rule.id);
            QVERIFY2(broken.contains(rule.id), (id + " has no scene that breaks it").c_str());
            QVERIFY2(nearlyBroken.contains(rule.id),
                     (id + " has no scene that nearly breaks it").c_str());
            QVERIFY2(!rule.title.empty() && !rule.title.ends_with('.'), id.c_str());
            QVERIFY2(rule.explanation.ends_with('.'), id.c_str());
            QCOMPARE(diagnose::findRule(rule.id), &rule);
        }
        // No scene is about a rule that is gone.
        QCOMPARE(broken.size(), diagnose::rules().size());
        QCOMPARE(nearlyBroken.size(), diagnose::rules().size());
        QVERIFY(diagnose::rules().size() >= 60);
        QVERIFY(!diagnose::findRule("weights.perfect"));
        QVERIFY(std::is_sorted(diagnose::rules().begin(),
                               diagnose::rules().end(),
                               [](const auto& a, const auto& b) { return a.id < b.id; }));
    }
};

QTEST_GUILESS_MAIN(TstLintRules)
#include "tst_lint_rules.moc"
