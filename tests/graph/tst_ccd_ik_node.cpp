// SPDX-License-Identifier: Apache-2.0
// CCD in a graph.
#include "chain_ik_node_checks.h"

#include <sartor/pose/ccd_ik.h>

using namespace sartor;

class TstCcdIkNode : public QObject {
    Q_OBJECT

private slots:
    void rejectsWhatIsNoChain() { checks_.rejectsWhatIsNoChain(); }
    void putsTheTipOnTheTarget() { checks_.putsTheTipOnTheTarget(); }
    void isTheJobOnTheIncomingPose() { checks_.isTheJobOnTheIncomingPose(); }
    void limitsHold() { checks_.limitsHold(); }

private:
    test::ChainIkNodeChecks checks_{"ccd_ik", pose::solveCcdIk};
};

QTEST_APPLESS_MAIN(TstCcdIkNode)
#include "tst_ccd_ik_node.moc"
