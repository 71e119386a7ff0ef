// SPDX-License-Identifier: Apache-2.0
// The doctor on a tube, an elbow and a humanoid.
#include "doctor_matrix.h"

#include <QTest>

#include <support/procedural_rigs.h>

int main(int argc, char** argv) {
    using namespace sartor::test;
    TstDoctorMatrix test({{"tube", tubeRig()}, {"elbow", elbowRig()}, {"humanoid", humanoidRig()}});
    return QTest::qExec(&test, argc, argv);
}
