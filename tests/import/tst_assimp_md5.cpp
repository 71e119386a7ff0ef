// SPDX-License-Identifier: Apache-2.0
// MD5 meshes and animations against closed forms.
#include "format_files.h"
#include "scene_lookup.h"
#include "scene_oracle.h"

#include <sartor/import/import_file.h>

#include <QtTest>

#include <support/compare.h>

#include <array>
#include <limits>
#include <numbers>

using namespace sartor;
using namespace sartor::test;
using import::importFile;

class TstAssimpMd5 : public QObject {
    Q_OBJECT

private slots:
    void placesMd5VerticesByTheirWeights();
    void playsMd5AnimBesideTheMesh();
};

void TstAssimpMd5::placesMd5VerticesByTheirWeights() {
    const auto scene = importFile(dataFile("good.md5mesh"));
    QVERIFY2(scene, failureOf(scene));
    QCOMPARE(scene->instances.size(), 1u);
    QVERIFY(scene->instances[0].skin.has_value());
    const auto positions = deformedPositionsAt(*scene, scene->instances[0], nullptr, 0.0);
    // arm: at (1, 0, 0), turned by 90 degrees about z; hand: at (1, 2, 0), orientation 0.5 (-1, -1,
    // -1, -1), which takes x to y, y to z, z to x. Then Z up becomes Y up: (x, y, z) to (x, z, -y).
    const std::array<glm::dvec3, 3> expected = {
        glm::dvec3(1.0, 0.0, -2.0), glm::dvec3(4.0, 2.0, -3.0), glm::dvec3(0.5, 0.0, -2.0)};
    QCOMPARE(positions.size(), expected.size());
    for (const glm::dvec3& point : expected) {
        double nearest = std::numeric_limits<double>::infinity();
        for (const glm::dvec3& position : positions) {
            nearest = std::min(nearest, maxAbsDiff(position, point));
        }
        QCOMPARE_LE(nearest, 1e-6);
    }
    QVERIFY(findNote(*scene, "axis.converted") != nullptr);
}

void TstAssimpMd5::playsMd5AnimBesideTheMesh() {
    const auto scene = importFile(dataFile("good.md5mesh"));
    QVERIFY2(scene, failureOf(scene));
    QCOMPARE(scene->clips.size(), 1u);
    QCOMPARE_LE(maxAbsDiff(scene->clips[0]->duration(), 2.0 / 24.0), 1e-6);
    // The arm turns from 90 degrees over 45 to 0 about z; the hand stays two units along its x.
    const JointIndex hand = findJoint(*scene, "hand");
    QVERIFY(!hand.isNone());
    const double half = std::numbers::sqrt2;
    const std::array<glm::dvec3, 3> expected = {
        glm::dvec3(1.0, 0.0, -2.0), glm::dvec3(1.0 + half, 0.0, -half), glm::dvec3(3.0, 0.0, 0.0)};
    for (std::size_t frame = 0; frame < expected.size(); ++frame) {
        const auto modelFromJoint =
            modelFromJointAt(*scene, scene->clips[0].get(), static_cast<double>(frame) / 24.0);
        QCOMPARE_LE(maxAbsDiff(glm::dvec3(modelFromJoint[hand.value()][3]), expected[frame]), 1e-6);
    }
}

QTEST_GUILESS_MAIN(TstAssimpMd5)
#include "tst_assimp_md5.moc"
