// SPDX-License-Identifier: Apache-2.0
// The doctor on a hand with fingers and on an animal of four legs.
#include "doctor_matrix.h"

#include <QTest>

#include <support/procedural_rigs.h>

int main(int argc, char** argv) {
    using namespace sartor::test;
    TstDoctorMatrix test({{"hand", handRig()}, {"quadruped", quadrupedRig()}});
    return QTest::qExec(&test, argc, argv);
}
