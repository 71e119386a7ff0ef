// SPDX-License-Identifier: Apache-2.0
// The doctor on a tail, and on one of more joints than a byte counts.
#include "doctor_matrix.h"

#include <QTest>

#include <support/procedural_rigs.h>

int main(int argc, char** argv) {
    using namespace sartor::test;
    TstDoctorMatrix test({{"tail", tailRig(40)}, {"long tail", tailRig(264), "joint-index-"}});
    return QTest::qExec(&test, argc, argv);
}
