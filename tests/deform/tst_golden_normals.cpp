// SPDX-License-Identifier: Apache-2.0
// Golden numbers of normals between joints that stretch: what the modes of linear blend skinning
// differ by.
#include <support/backends.h>
#include <support/small_case.h>

#include <algorithm>
#include <cmath>

using namespace sartor;
using test::DeformCase;
using test::degreesBetween;
using test::SmallCase;

class TstGoldenNormals : public QObject {
    Q_OBJECT

private slots:
    void initTestCase_data() { test::addBackendRows(); }
    void mildStretchSeparatesTheModes();
    void invertingBeforeBlendingCanTurnNormalsRound();
};

void TstGoldenNormals::mildStretchSeparatesTheModes() {
    const float half = std::sqrt(0.5f);
    const DeformCase made =
        SmallCase{.positions = {glm::vec3(0)},
                  .normals = {glm::vec3(half, half, 0)},
                  .influences = {{{0, .5}, {1, .5}}},
                  .palette = {math::Affine(), test::scaledBy(glm::vec3(1, 2, 1))}}
            .make();
    const glm::vec3 blended = test::deformed("lbs", made).normals[0];
    // The right normal is that of diag(1, 1.5, 1): (1, 1/1.5) made unit.
    QCOMPARE_LE(degreesBetween(blended, glm::vec3(1.5f, 1.0f, 0.0f)), 1e-4);
    const glm::vec3 linear = test::deformed("lbs[normals=linear]", made).normals[0];
    QCOMPARE_LE(test::maxAbsDiff(degreesBetween(linear, blended), 22.6199), 1e-3);
    // Inverting each joint first and blending then is a third answer, off by 3.18 degrees.
    const glm::vec3 perJoint = test::deformed("lbs[normals=per-joint]", made).normals[0];
    QCOMPARE_LE(degreesBetween(perJoint, glm::vec3(1.0f, 0.75f, 0.0f)), 1e-4);
    QCOMPARE_LE(test::maxAbsDiff(degreesBetween(perJoint, blended), 3.1798), 1e-3);
}

void TstGoldenNormals::invertingBeforeBlendingCanTurnNormalsRound() {
    // Joints of any elements: the inverse transpose of the mean and the mean of the inverse
    // transposes have nothing to do with each other.
    test::Random random(31);
    SmallCase small{.positions = {}, .influences = {}, .palette = {}};
    for (std::size_t joint = 0; joint < 200; ++joint) {
        small.palette.push_back(
            {glm::mat3(random.vector(-1, 1), random.vector(-1, 1), random.vector(-1, 1)),
             glm::vec3(0)});
    }
    for (std::size_t vertex = 0; vertex < 4000; ++vertex) {
        small.positions.emplace_back(0);
        small.normals.push_back(test::randomUnit(random));
        small.influences.push_back({{random.below(200), .5}, {random.below(200), .5}});
    }
    const DeformCase made = small.make();
    const auto blended = test::deformed("lbs", made).normals;
    const auto perJoint = test::deformed("lbs[normals=per-joint]", made).normals;
    double largest = 0.0;
    for (std::size_t vertex = 0; vertex < blended.size(); ++vertex) {
        largest = std::max(largest, degreesBetween(blended[vertex], perJoint[vertex]));
    }
    QCOMPARE_GE(largest, 170.0);
}

SARTOR_BACKENDS_TEST_MAIN(TstGoldenNormals)
#include "tst_golden_normals.moc"
