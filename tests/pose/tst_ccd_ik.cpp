// SPDX-License-Identifier: Apache-2.0
// Cyclic coordinate descent.
#include "chain_ik_checks.h"

#include <sartor/pose/ccd_ik.h>

using namespace sartor;

namespace {

const test::ChainIkChecks kChecks(pose::solveCcdIk);

} // namespace

class TstCcdIk : public QObject {
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

void TstCcdIk::onePassIsTheClosedForm() {
    // Two bones of length 1 from (0, 2, 0): middle (0, 1, 0), tip (1, 1, 0). The root turns the
    // tip's direction from 45 degrees down to 45 degrees up, and the middle joint with it to (1, 2,
    // 0).
    test::IkRig bent = test::straightRig({"none", {}}, {1, 1});
    bent.local(1).rotation = glm::angleAxis(glm::radians(90.0f), glm::vec3(0, 0, 1));
    bent.update();
    pose::ChainIkInput input = test::ChainIkChecks::towards({2, 4, 0});
    input.maximumIterations = 1;
    kChecks.solve(bent, input);
    QCOMPARE_LE(test::maxAbsDiff(bent.position(1), glm::dvec3(1, 2, 0)), 1e-6);
    // From the middle joint the target (2, 4, 0) is at (1, 2, 0).
    QCOMPARE_LE(test::maxAbsDiff(bent.position(2),
                                 glm::dvec3(1, 2, 0) + glm::normalize(glm::dvec3(1, 2, 0))),
                1e-6);
}

QTEST_GUILESS_MAIN(TstCcdIk)
#include "tst_ccd_ik.moc"
