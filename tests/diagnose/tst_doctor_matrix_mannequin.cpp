// SPDX-License-Identifier: Apache-2.0
// The doctor on the sample character.
#include "doctor_matrix.h"

#include <QTest>

int main(int argc, char** argv) {
    using namespace sartor::test;
    TstDoctorMatrix test(rigOfFile("mannequin", SARTOR_SAMPLES_DIR "/assets/mannequin.glb"));
    return QTest::qExec(&test, argc, argv);
}
