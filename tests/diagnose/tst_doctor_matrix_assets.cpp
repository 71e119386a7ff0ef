// SPDX-License-Identifier: Apache-2.0
// The doctor on characters from elsewhere, where they are at hand.
#include "doctor_matrix.h"

#include <QTest>

int main(int argc, char** argv) {
    using namespace sartor::test;
    std::vector<NamedRig> rigs =
        rigOfFile("cesium_man", SARTOR_SHARED_DIR "/assets/CesiumMan/glTF-Binary/CesiumMan.glb");
    for (NamedRig& rig : rigOfFile("fox", SARTOR_SHARED_DIR "/assets/Fox/glTF-Binary/Fox.glb")) {
        rigs.push_back(std::move(rig));
    }
    TstDoctorMatrix test(std::move(rigs));
    return QTest::qExec(&test, argc, argv);
}
