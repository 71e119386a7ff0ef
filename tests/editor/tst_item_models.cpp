// SPDX-License-Identifier: Apache-2.0
// The item models keep Qt's rules through every change, and show what the character holds.
#include "character.h"
#include "editor/model/chain_comparison_model.h"
#include "editor/model/character_facts.h"
#include "editor/model/clip_model.h"
#include "editor/model/explain_model.h"
#include "editor/model/log_model.h"
#include "editor/model/morph_model.h"
#include "editor/model/problems_model.h"
#include "editor/model/skeleton_tree_model.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QThreadPool>

using namespace sartor;
using namespace sartor::editor;
using namespace sartor::test;

namespace {

/// Breaks of Qt's rules fail the test that causes them.
std::unique_ptr<QAbstractItemModelTester> watch(QAbstractItemModel& model) {
    return std::make_unique<QAbstractItemModelTester>(
        &model, QAbstractItemModelTester::FailureReportingMode::QtTest);
}

QString textAt(const QAbstractItemModel& model, int row, int column = 0) {
    return model.index(row, column).data().toString();
}

} // namespace

class TstItemModels : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theSkeletonIsATree() {
        Document document;
        SkeletonTreeModel model(document);
        const auto tester = watch(model);
        QCOMPARE(model.rowCount(), 0);
        document.open(makeSession());
        QCOMPARE(model.rowCount(), 1);
        const QModelIndex root = model.index(0, 0);
        QCOMPARE(root.data().toString(), QStringLiteral("Root"));
        QCOMPARE(model.rowCount(root), 3);
        const QModelIndex knee = model.indexOf(kKnee);
        QCOMPARE(knee.data().toString(), QStringLiteral("Knee"));
        QCOMPARE(knee.parent(), model.indexOf(kHip));
        QCOMPARE(SkeletonTreeModel::jointOf(knee), kKnee);
        QVERIFY(knee.data(SkeletonTreeModel::IsSkinJointRole).toBool());
        QVERIFY(!root.data(SkeletonTreeModel::IsSkinJointRole).toBool());
        QVERIFY(model.indexOf(kProp).data(SkeletonTreeModel::CarriesMeshRole).toBool());
        // Hip moves rows 0 and 1 of the bar, knee rows 1 and 2; two vertices each.
        QCOMPARE(knee.siblingAtColumn(1).data().toString(), QStringLiteral("4"));
        // The number is the one by which the command finds the node.
        QVERIFY(knee.data(Qt::ToolTipRole).toString().startsWith(QStringLiteral("Joint #3,")));
        QVERIFY(root.data(Qt::ToolTipRole).toString().startsWith(QStringLiteral("Node #5,")));
        document.open(nullptr);
        QCOMPARE(model.rowCount(), 0);
    }

    void theSkeletonCountsWhatTheLimitLeaves() {
        Document document;
        SkeletonTreeModel model(document);
        const auto tester = watch(model);
        document.open(makeSession());
        QVERIFY(document.setMaximumInfluences(1).isOk());
        const int hip = model.indexOf(kHip).siblingAtColumn(1).data().toInt();
        const int knee = model.indexOf(kKnee).siblingAtColumn(1).data().toInt();
        QCOMPARE(hip + knee, 6);
    }

    void clipsBeginWithNone() {
        Document document;
        ClipModel model(document);
        const auto tester = watch(model);
        QCOMPARE(model.rowCount(), 1);
        document.open(makeSession());
        QCOMPARE(model.rowCount(), 3);
        QVERIFY(textAt(model, 0).startsWith(QStringLiteral("Rest")));
        QCOMPARE(textAt(model, 2), QStringLiteral("Swing"));
        QCOMPARE(ClipModel::clipOf(ClipModel::rowOf(1)), std::optional<std::uint32_t>(1));
        QCOMPARE(ClipModel::clipOf(ClipModel::rowOf(std::nullopt)), std::nullopt);
    }

    void morphTargetsShowTheWeightThatHolds() {
        Document document;
        MorphModel model(document);
        const auto tester = watch(model);
        document.open(makeSession());
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(textAt(model, 0), QStringLiteral("Bulge"));
        QCOMPARE(textAt(model, 0, MorphModel::NodeColumn), QStringLiteral("Body"));
        const QModelIndex lift = model.index(1, MorphModel::WeightColumn);
        QCOMPARE(lift.data(MorphModel::WeightRole).toFloat(), 0.25f);
        QVERIFY(!lift.data(MorphModel::IsSetRole).toBool());
        QSignalSpy changes(&model, &QAbstractItemModel::dataChanged);
        QVERIFY(document.setMorphWeight(model.idOf(1), 0.5f, Gesture::Single).isOk());
        QCOMPARE(changes.count(), 1);
        QCOMPARE(lift.data(MorphModel::WeightRole).toFloat(), 0.5f);
        QCOMPARE(lift.data().toString(), QStringLiteral("0.500"));
        QVERIFY(lift.data(MorphModel::IsSetRole).toBool());
    }

    void aVertexIsExplainedByItsJoints() {
        Document document;
        Selection selection(document);
        ExplainModel model(document, selection);
        const auto tester = watch(model);
        document.open(makeSession());
        QCOMPARE(model.rowCount(), 0);
        document.setTime(2.0);
        selection.setVertex(VertexId{0, 2});
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(textAt(model, 0), QStringLiteral("Hip"));
        QCOMPARE(textAt(model, 1), QStringLiteral("Knee"));
        QCOMPARE(textAt(model, 1, ExplainModel::WeightColumn), QStringLiteral("0.5000"));
        QVERIFY(model.explanation().has_value());
        glm::dvec3 sum(0.0);
        for (const diagnose::InfluenceStep& step : model.explanation()->influences) {
            sum += step.contribution;
        }
        QVERIFY(model.chainPosition().has_value());
        // Float arithmetic of the chain against the explanation in double, at a size of 2.
        constexpr double kTolerance = 1e-6;
        QCOMPARE_LE(glm::distance(sum, glm::dvec3(*model.chainPosition())), kTolerance);
        // The vertex is at (-0.2, 1): half stays, half is turned to (0, 1 - 0.2).
        QCOMPARE_LE(glm::distance(sum, glm::dvec3(-0.1, 0.9, 0.0)), kTolerance);
        QVERIFY(model.summary().contains(QStringLiteral("Vertex 2 of Bar")));
        // A difference within rounding is none; without the skin the vertex stays at (-0.2, 1).
        QVERIFY2(!model.summary().contains(QStringLiteral("The result of")),
                 qPrintable(model.summary()));
        QVERIFY(document.setChain("morph").isOk());
        QVERIFY2(
            model.summary().contains(QStringLiteral("The result of morph is 0.1414 away from LBS")),
            qPrintable(model.summary()));
        selection.setVertex(std::nullopt);
        QCOMPARE(model.rowCount(), 0);
    }

    void chainsStandSideBySide() {
        Document document;
        Selection selection(document);
        ExplainModel vertex(document, selection);
        ChainComparisonModel model(vertex);
        const auto tester = watch(model);
        document.open(makeSession());
        QCOMPARE(model.rowCount(), 0);
        QCOMPARE(model.columnCount(), 0);
        document.setTime(2.0);
        selection.setVertex(VertexId{0, 2});
        // The chain that runs is the usual linear one, so two remain.
        QCOMPARE(model.columnCount(), 3);
        QCOMPARE(model.headerData(1, Qt::Horizontal, Qt::DisplayRole).toString(),
                 QStringLiteral("morph+lbs"));
        QCOMPARE(model.headerData(2, Qt::Horizontal, Qt::DisplayRole).toString(),
                 QStringLiteral("morph+dqs"));
        // Half of the weight turned by a right angle keeps the cosine of half of it.
        QCOMPARE(textAt(model, 0), QStringLiteral("Radius kept"));
        QCOMPARE(textAt(model, 0, 1), QStringLiteral("70.7 %"));
        QCOMPARE(textAt(model, 0, 2), QStringLiteral("100.0 %"));
        QCOMPARE(textAt(model, 1, 1), QStringLiteral("70.7 %"));
        QCOMPARE(textAt(model, 1, 2), QStringLiteral("100.0 %"));
        QCOMPARE(textAt(model, 4, 1), QStringLiteral("nothing"));
        // A hundredth of the way to where the joint alone takes the vertex.
        QCOMPARE(textAt(model, 5), QStringLiteral("Hip +0.01"));
        QCOMPARE(textAt(model, 5, 1), QStringLiteral("0.0014"));
        QVERIFY2(vertex.summary().contains(
                     QStringLiteral("With the same weights 'morph+lbs' keeps 70.71 % of the radius "
                                    "and 'morph+dqs' keeps 100 %")),
                 qPrintable(vertex.summary()));
        QVERIFY(document.setChain("morph").isOk());
        QCOMPARE(model.columnCount(), 4);
        QCOMPARE(textAt(model, 1, 1), QStringLiteral("–"));
        selection.setVertex(std::nullopt);
        QCOMPARE(model.rowCount(), 0);
    }

    void anExplanationFollowsTheFrame() {
        Document document;
        Selection selection(document);
        ExplainModel model(document, selection);
        const auto tester = watch(model);
        document.open(makeSession());
        selection.setVertex(VertexId{0, 4});
        const QString before = model.summary();
        QSignalSpy changes(&model, &QAbstractItemModel::dataChanged);
        document.setTime(1.0);
        QCOMPARE(changes.count(), 1);
        QVERIFY(model.summary() != before);
        // A row more or less is another table.
        selection.setVertex(VertexId{0, 2});
        QVERIFY(document.setMaximumInfluences(1).isOk());
        QCOMPARE(model.rowCount(), 1);
    }

    void aRigidVertexFollowsItsNode() {
        Document document;
        Selection selection(document);
        ExplainModel model(document, selection);
        const auto tester = watch(model);
        document.open(makeSession());
        selection.setVertex(VertexId{1, 0});
        QCOMPARE(model.rowCount(), 1);
        QCOMPARE(textAt(model, 0), QStringLiteral("Prop"));
    }

    void problemsLeadToTheirPlace() {
        Document document;
        Selection selection(document);
        Checks checks(document, [](const import::ImportedScene&) {
            CheckReport report;
            diagnose::Diagnostic joint;
            joint.rule = "skin.unused_joint";
            joint.severity = diagnose::Severity::Error;
            joint.subject = "joint 'Knee'";
            joint.message = "the knee is wrong";
            joint.joints = {kKnee};
            diagnose::Diagnostic vertex;
            vertex.rule = "test.vertex";
            vertex.place = "/meshes/0";
            vertex.instance = 0;
            vertex.vertices = {4, 5};
            report.diagnostics = {joint, vertex};
            report.bindPoses.resize(1);
            return report;
        });
        ProblemsModel model(checks);
        const auto tester = watch(model);
        document.open(makeSession());
        QTRY_COMPARE(model.rowCount(), 2);
        QCOMPARE(textAt(model, 0, ProblemsModel::SubjectColumn), QStringLiteral("joint 'Knee'"));
        QCOMPARE(textAt(model, 0, ProblemsModel::MessageColumn),
                 QStringLiteral("the knee is wrong"));
        QCOMPARE(textAt(model, 1, ProblemsModel::SubjectColumn), QStringLiteral("/meshes/0"));
        QCOMPARE(textAt(model, 0, ProblemsModel::RuleColumn),
                 QStringLiteral("Joints that no vertex follows"));
        // A code of the import is no title, but worth knowing.
        const QModelIndex note = model.index(1, ProblemsModel::RuleColumn);
        QCOMPARE(note.data().toString(), QStringLiteral("Import note"));
        QVERIFY(note.data(Qt::ToolTipRole).toString().startsWith(QStringLiteral("test.vertex\n")));
        QCOMPARE(model.countOf(diagnose::Severity::Error), std::size_t{1});
        model.select(0, selection);
        QCOMPARE(selection.joint(), std::optional(kKnee));
        QVERIFY(!selection.vertex());
        model.select(1, selection);
        QVERIFY(selection.vertex() == std::optional(VertexId{0, 4}));
        model.select(7, selection);
        document.open(nullptr);
        QCOMPARE(model.rowCount(), 0);
    }

    void theLogTakesLinesFromAnyThread() {
        LogModel model;
        const auto tester = watch(model);
        setLogLevel(LogLevel::Info);
        QThreadPool pool;
        pool.start([] { log(LogLevel::Error, "from elsewhere"); });
        QVERIFY(pool.waitForDone(5000));
        QTRY_COMPARE(model.rowCount(), 1);
        QVERIFY(textAt(model, 0).endsWith(QStringLiteral("from elsewhere")));
        QCOMPARE(model.index(0, 0).data(LogModel::LevelRole).toInt(),
                 static_cast<int>(LogLevel::Error));
        model.clear();
        QCOMPARE(model.rowCount(), 0);
    }

    void theLogKeepsTheNewestLines() {
        LogModel model;
        setLogLevel(LogLevel::Info);
        for (int i = 0; i < LogModel::kMaximumRows + 5; ++i) {
            log(LogLevel::Info, std::to_string(i));
        }
        QCOMPARE(model.rowCount(), LogModel::kMaximumRows);
        QVERIFY(textAt(model, 0).endsWith(QStringLiteral(" 5")));
    }

    void factsAreCounted() {
        const auto session = makeSession();
        const CharacterCounts counts = countCharacter(*session);
        QCOMPARE(counts.vertices, std::size_t{9});
        QCOMPARE(counts.triangles, std::size_t{5});
        QCOMPARE(counts.skinJoints, std::size_t{2});
        QCOMPARE(counts.morphTargets, std::size_t{2});
        QCOMPARE(counts.largestInfluenceCount, 2u);
    }
};

QTEST_GUILESS_MAIN(TstItemModels)
#include "tst_item_models.moc"
