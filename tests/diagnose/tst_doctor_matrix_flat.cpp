// SPDX-License-Identifier: Apache-2.0
// The doctor on a character that lies in a plane, of which several repairs deform alike.
#include "doctor_matrix.h"

#include <QTest>

#include <support/procedural_rigs.h>

int main(int argc, char** argv) {
    using namespace sartor::test;
    TstDoctorMatrix test({{"flat", flatRig()}});
    return QTest::qExec(&test, argc, argv);
}
