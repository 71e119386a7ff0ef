// SPDX-License-Identifier: Apache-2.0
// Skinning of several vertices at once gives the bits of one at a time, with every set of
// instructions that the machine has.
#include "skinning_test.h"

#include <support/each_target.h>

using namespace sartor;
using namespace sartor::test;

namespace {

// Deformed one vertex at a time: with plain floats there are no lanes.
deform::DeformedMesh deformedAlone(const std::string& chain, const DeformCase& made) {
    const OneTarget scalar(HWY_SCALAR);
    return deformOnCpu(chain, made);
}

void compareTargets(const std::string& chain, const DeformCase& made) {
    const deform::DeformedMesh expected = deformedAlone(chain, made);
    onEachTarget([&](const char* target) {
        QVERIFY2(haveEqualBits(deformOnCpu(chain, made), expected), target);
    });
}

} // namespace

class TstSkinLanes : public QObject {
    Q_OBJECT

private slots:
    void initTestCase_data();
    void shapes_data();
    void shapes();
    void countsMayDifferByVertex();
    void mapsThatFlattenOrMirror();
    void mapsThatAreNotFinite();
};

void TstSkinLanes::initTestCase_data() {
    QTest::addColumn<QString>("chain");
    for (const char* chain : {"lbs", "lbs[normals=linear]", "lbs[normals=per-joint]"}) {
        QTest::newRow(chain) << QString(chain);
    }
}

void TstSkinLanes::shapes_data() {
    addShapeColumns();
    addShapeRows();
    for (const std::uint32_t vertices : {3u, 4u, 7u, 8u, 15u, 16u, 17u, 31u}) {
        addShapeRow(std::to_string(vertices) + " vertices, few", {.vertexCount = vertices});
    }
}

void TstSkinLanes::shapes() {
    QFETCH_GLOBAL(QString, chain);
    compareTargets(chain.toStdString(), fetchCase({.isScaled = true, .isSheared = true}));
}

void TstSkinLanes::countsMayDifferByVertex() {
    QFETCH_GLOBAL(QString, chain);
    compareTargets(chain.toStdString(), mixedCountsCase());
}

void TstSkinLanes::mapsThatFlattenOrMirror() {
    QFETCH_GLOBAL(QString, chain);
    Random random(71);
    DeformCase made = randomCase(random, {.vertexCount = 400});
    for (std::size_t joint = 0; joint < made.palette.size(); ++joint) {
        glm::mat3& linear = made.palette[joint].linear;
        switch (joint % 4) {
        case 0:
            linear = glm::mat3(0.0f);
            break;
        case 1:
            linear[0] = -linear[0];
            break;
        case 2:
            linear[1] = linear[2];
            break;
        default:
            linear *= 1e-20f;
        }
    }
    compareTargets(chain.toStdString(), made);
}

void TstSkinLanes::mapsThatAreNotFinite() {
    QFETCH_GLOBAL(QString, chain);
    Random random(72);
    DeformCase made = randomCase(random, {.vertexCount = 400});
    // Finite, but not what is made of them.
    for (math::Affine& modelFromBind : made.palette) {
        modelFromBind.linear *= 1e38f;
    }
    const deform::DeformedMesh expected = deformedAlone(chain.toStdString(), made);
    onEachTarget([&](const char* target) {
        const deform::DeformedMesh actual = deformOnCpu(chain.toStdString(), made);
        // The sign of what is not a number says nothing.
        for (std::size_t v = 0; v < expected.positions.size(); ++v) {
            for (int axis = 0; axis < 3; ++axis) {
                const float a = actual.positions[v][axis];
                const float b = expected.positions[v][axis];
                QVERIFY2(a == b || (std::isnan(a) && std::isnan(b)), target);
            }
        }
    });
}

QTEST_GUILESS_MAIN(TstSkinLanes)
#include "tst_skin_lanes.moc"
