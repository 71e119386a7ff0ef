// SPDX-License-Identifier: Apache-2.0
// FABRIK in a graph.
#include "chain_ik_node_checks.h"

#include <sartor/pose/fabrik_ik.h>

using namespace sartor;

class TstFabrikIkNode : public QObject {
    Q_OBJECT

private slots:
    void rejectsWhatIsNoChain() { checks_.rejectsWhatIsNoChain(); }
    void putsTheTipOnTheTarget() { checks_.putsTheTipOnTheTarget(); }
    void isTheJobOnTheIncomingPose() { checks_.isTheJobOnTheIncomingPose(); }
    void limitsHold() { checks_.limitsHold(); }

private:
    test::ChainIkNodeChecks checks_{"fabrik_ik", pose::solveFabrikIk};
};

QTEST_APPLESS_MAIN(TstFabrikIkNode)
#include "tst_fabrik_ik_node.moc"
