// SPDX-License-Identifier: Apache-2.0
// Checks beside the window, and what is said of the bind pose.
#include "character.h"
#include "editor/model/bind_verdict.h"
#include "editor/model/checks.h"

#include <QSemaphore>
#include <QSignalSpy>

using namespace sartor;
using namespace sartor::editor;
using namespace sartor::test;
using import::ImportedScene;

namespace {

/// The bar with the knee's inverse bind moved aside.
ImportedScene sceneWithResidual() {
    ImportedScene scene = makeScene();
    assets::SkinData skin;
    skin.name = "BarSkin";
    skin.joints = {kHip, kKnee};
    skin.jointFromBind.resize(2);
    skin.jointFromBind[1].translation = glm::vec3(0.5f, -1.0f, 0.0f);
    skin.jointFromBind[1].linear = glm::mat3(2.0f);
    scene.skins = {require(assets::Skin::create(std::move(skin), 5))};
    return scene;
}

ImportedScene sceneWithoutSkin() {
    ImportedScene scene = makeScene();
    scene.skins.clear();
    for (import::MeshInstance& instance : scene.instances) {
        instance.skin.reset();
    }
    return scene;
}

} // namespace

class TstChecks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void reportsOnTheOpenFile() {
        Document document;
        Checks checks(document);
        QVERIFY(checks.report() == nullptr);
        QVERIFY(!checks.isRunning());
        document.open(makeSession());
        QVERIFY(checks.isRunning());
        QTRY_VERIFY(checks.report() != nullptr);
        QCOMPARE(checks.report()->bindPoses.size(), std::size_t{1});
        QCOMPARE(checks.report()->bindPoses[0].joints.size(), std::size_t{2});
    }

    void dropsTheReportOfAnOlderFile() {
        constexpr int kMilliseconds = 5000;
        QSemaphore oldHasStarted;
        QSemaphore releaseOld;
        QSemaphore oldIsDone;
        Document document;
        Checks checks(document, [&](const ImportedScene& scene) {
            CheckReport report;
            if (scene.path == "/old.glb") {
                oldHasStarted.release();
                releaseOld.acquire();
                oldIsDone.release();
            }
            report.diagnostics.resize(1);
            report.diagnostics[0].place = scene.path.string();
            return report;
        });
        ImportedScene old = makeScene();
        old.path = "/old.glb";
        document.open(makeSession(std::move(old)));
        QVERIFY(oldHasStarted.tryAcquire(1, kMilliseconds));
        document.open(makeSession());
        QTRY_VERIFY(checks.report() != nullptr);
        QSignalSpy changes(&checks, &Checks::changed);
        releaseOld.release();
        QVERIFY(oldIsDone.tryAcquire(1, kMilliseconds));
        // Another file's report comes after the late one through the same queue.
        document.open(makeSession());
        QTRY_VERIFY(checks.report() != nullptr);
        QCOMPARE(changes.count(), 2);
        QCOMPARE(checks.report()->diagnostics[0].place, std::string("/characters/bar.glb"));
    }

    void theBindPoseIsHeld() {
        const BindVerdict verdict = verdictOf(makeScene());
        QCOMPARE(verdict.state, BindState::Held);
        QVERIFY(verdict.details.contains(QStringLiteral("BarSkin: all 2 joints agree")));
        QVERIFY(!verdict.worstJoint);
    }

    void aResidualNamesTheJoint() {
        const BindVerdict verdict = verdictOf(sceneWithResidual());
        QCOMPARE(verdict.state, BindState::Residual);
        QVERIFY2(verdict.text.contains(u'1'), qPrintable(verdict.text));
        QVERIFY(verdict.worstJoint.has_value());
        QVERIFY2(verdict.details.contains(QStringLiteral("1 of 2 joints disagree")),
                 qPrintable(verdict.details));
    }

    void nothingIsFurtherOffThanWhatIsNotFinite() {
        diagnose::BindPose finite;
        finite.joints.resize(2);
        finite.joints[1].joint = kKnee;
        finite.joints[1].group = 1;
        finite.joints[1].residual.relativeLength = 0.5;
        finite.groups.resize(2);
        diagnose::BindPose infinite = finite;
        infinite.joints[1].joint = kHip;
        infinite.joints[1].isFinite = false;
        infinite.joints[1].residual = {};
        ImportedScene scene = makeScene();
        scene.skins.push_back(scene.skins.front());
        for (const bool isFirst : {true, false}) {
            const auto report = [&](const ImportedScene&) -> CheckReport {
                return {{},
                        isFirst ? std::vector{infinite, finite} : std::vector{finite, infinite}};
            };
            const BindVerdict verdict = verdictOf(scene, report);
            QCOMPARE(verdict.state, BindState::Residual);
            QCOMPARE(verdict.worstJoint, std::optional(kHip));
        }
    }

    void anotherPoseIsNoResidual() {
        // The knee is bent in the file's pose; its inverse bind still is that of the straight one.
        ImportedScene scene = makeScene();
        std::vector<assets::Joint> joints(scene.skeleton->joints().begin(),
                                          scene.skeleton->joints().end());
        joints[kKnee.value()].parentFromJointRest.rotation =
            glm::angleAxis(0.8f, glm::vec3(0.0f, 0.0f, 1.0f));
        scene.skeleton = require(assets::Skeleton::create(std::move(joints)));
        const BindVerdict verdict = verdictOf(std::move(scene));
        QCOMPARE(verdict.state, BindState::OtherPose);
    }

    void withoutASkinNothingIsClaimed() {
        const BindVerdict verdict = verdictOf(sceneWithoutSkin());
        QCOMPARE(verdict.state, BindState::Unknown);
        QVERIFY(!verdict.details.isEmpty());
    }

private:
    static BindVerdict verdictOf(ImportedScene scene, Checks::CheckFunction check = {}) {
        Document document;
        Checks checks(document, std::move(check));
        document.open(makeSession(std::move(scene)));
        if (!QTest::qWaitFor([&] { return checks.report() != nullptr; })) {
            return {};
        }
        return describeBind(document, checks);
    }
};

QTEST_GUILESS_MAIN(TstChecks)
#include "tst_checks.moc"
