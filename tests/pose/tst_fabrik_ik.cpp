// SPDX-License-Identifier: Apache-2.0
// FABRIK.
#include "chain_ik_checks.h"

#include <sartor/pose/fabrik_ik.h>

using namespace sartor;

namespace {

const test::ChainIkChecks kChecks(pose::solveFabrikIk);

} // namespace

class TstFabrikIk : public QObject {
    Q_OBJECT

private slots:
    void numbersThatAreNotFiniteLeaveThePoseAlone() {
        kChecks.numbersThatAreNotFiniteLeaveThePoseAlone();
    }
    void reachesWhatIsInReach() { kChecks.reachesWhatIsInReach(); }
    void mirrorsWithinTheChainAreExact() { kChecks.mirrorsWithinTheChainAreExact(); }
    void pointsAtWhatIsOutOfReach() { kChecks.pointsAtWhatIsOutOfReach(); }
    void leavesWhatIsSingular() { kChecks.leavesWhatIsSingular(); }
    void limitsHold() { kChecks.limitsHold(); }
    void hingesBendInTheirPlane() { kChecks.hingesBendInTheirPlane(); }
    void weightIsPartOfTheLocalRotation() { kChecks.weightIsPartOfTheLocalRotation(); }
    void capOfIterationsHolds() { kChecks.capOfIterationsHolds(); }
    void allocatesNothing() { kChecks.allocatesNothing(); }
    void isDeterministic() { kChecks.isDeterministic(); }
    void onePassIsTheClosedForm();
};

void TstFabrikIk::onePassIsTheClosedForm() {
    // Middle (0, 1, 0), tip (1, 1, 0), target (1, 2, 0). Back: the middle joint one from the target
    // towards where it is, (1, 2, 0) - (1, 1, 0) * sqrt(1/2). Forward: one from the root towards
    // that, then one from there towards the target.
    test::IkRig rig = test::straightRig({"none", {}}, {1, 1});
    rig.local(1).rotation = glm::angleAxis(glm::radians(90.0f), glm::vec3(0, 0, 1));
    rig.update();
    pose::ChainIkInput input = test::ChainIkChecks::towards({1, 2, 0});
    input.maximumIterations = 1;
    kChecks.solve(rig, input);
    const glm::dvec3 root(0, 2, 0);
    const glm::dvec3 target(1, 2, 0);
    const glm::dvec3 back = target - glm::dvec3(1, 1, 0) * std::sqrt(0.5);
    const glm::dvec3 mid = root + glm::normalize(back - root);
    QCOMPARE_LE(test::maxAbsDiff(rig.position(1), mid), 1e-6);
    QCOMPARE_LE(test::maxAbsDiff(rig.position(2), mid + glm::normalize(target - mid)), 1e-6);
}

QTEST_GUILESS_MAIN(TstFabrikIk)
#include "tst_fabrik_ik.moc"
