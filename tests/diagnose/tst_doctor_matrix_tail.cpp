// SPDX-License-Identifier: Apache-2.0
// The doctor on a tail of more joints than a byte counts.
#include "doctor_matrix.h"

#include <QTest>

#include <support/procedural_rigs.h>

int main(int argc, char** argv) {
    using namespace sartor::test;
    TstDoctorMatrix test({{"tail", tailRig(264)}});
    return QTest::qExec(&test, argc, argv);
}
