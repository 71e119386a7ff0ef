// SPDX-License-Identifier: Apache-2.0
// One vertex step by step, against numbers worked out by hand.
#include <sartor/diagnose/explain.h>
#include <sartor/math/transform.h>

#include <QTest>

#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

#include <support/compare.h>
#include <support/scene_builder.h>

#include <cmath>

using namespace sartor;
using diagnose::ThinCause;
using diagnose::VertexExplanation;

namespace {

// What a rotation by a float quaternion leaves of double numbers.
constexpr double kFloatRotation = 1e-6;

glm::quat turnX(double degrees) {
    return glm::angleAxis(static_cast<float>(glm::radians(degrees)), glm::vec3(1.0f, 0.0f, 0.0f));
}

glm::quat turnZ(double degrees) {
    return glm::angleAxis(static_cast<float>(glm::radians(degrees)), glm::vec3(0.0f, 0.0f, 1.0f));
}

// Three joints on the x axis that may turn, and one vertex, at first at distance 1 of the axis.
class Tube {
public:
    enum class Form {
        Siblings, ///< of one parent, at 1, 2 and 3
        Arm       ///< each the parent of the next, at 0, 2 and 4
    };

    explicit Tube(const std::vector<std::pair<std::uint32_t, float>>& weights,
                  const glm::vec3& vertex = glm::vec3(1.5f, 1.0f, 0.0f),
                  Form form = Form::Siblings) {
        test::SceneBuilder builder;
        const JointIndex root = builder.joint("root");
        if (form == Form::Arm) {
            joints_.push_back(builder.joint("upper", root));
            const math::Transform end = test::moved(glm::vec3(2.0f, 0.0f, 0.0f));
            joints_.push_back(builder.joint("fore", joints_[0], end));
            joints_.push_back(builder.joint("hand", joints_[1], end));
        } else {
            for (const char* name : {"upper", "lower", "hand"}) {
                joints_.push_back(builder.joint(
                    name,
                    root,
                    test::moved(glm::vec3(static_cast<float>(joints_.size() + 1), 0.0f, 0.0f))));
            }
        }
        const std::uint32_t skin = builder.skin("skin", joints_);
        assets::MeshData data;
        data.name = "tube";
        data.positions = {vertex};
        data.influences = test::fileInfluences({weights});
        builder.mesh(std::move(data), root, skin);
        scene_ = builder.build();
        influences_ = test::require(assets::buildInfluences(
                                        *scene_.instances[0].mesh->fileInfluences(), 3, {}))
                          .influences;
        local_.resize(scene_.skeleton->jointCount());
        pose::restPose(*scene_.skeleton, local_);
    }

    math::Transform& local(std::size_t slot) { return local_[joints_[slot].value()]; }
    void useWeightsAsTheyAre() {
        influences_ =
            test::require(assets::buildInfluences(*scene_.instances[0].mesh->fileInfluences(),
                                                  3,
                                                  {.policy = assets::WeightPolicy::None}))
                .influences;
    }

    Result<VertexExplanation> tryExplain(std::uint32_t vertex = 0,
                                         const assets::MorphSet* morphs = nullptr,
                                         std::span<const float> morphWeights = {}) {
        const std::vector<math::Affine> pose = test::modelPose(*scene_.skeleton, local_);
        return diagnose::explainLinearBlend({*scene_.skeleton,
                                             *scene_.instances[0].mesh,
                                             vertex,
                                             *influences_,
                                             joints_,
                                             scene_.skins[0]->jointFromBind(),
                                             pose,
                                             morphs,
                                             morphWeights});
    }
    VertexExplanation explain() { return test::require(tryExplain()); }

private:
    import::ImportedScene scene_;
    std::vector<JointIndex> joints_;
    std::shared_ptr<const assets::InfluenceSet> influences_;
    std::vector<math::Transform> local_;
};

Tube makeArm(const std::vector<std::pair<std::uint32_t, float>>& weights, const glm::vec3& vertex) {
    return Tube(weights, vertex, Tube::Form::Arm);
}

} // namespace

class TstExplain : public QObject {
    Q_OBJECT

private slots:
    void rejectsInvalidInput() {
        Tube tube({{0, 1.0f}});
        auto result = tube.tryExplain(1);
        QVERIFY(!result);
        QCOMPARE(result.error().code, std::string("explain.vertex_out_of_range"));
        QCOMPARE(result.error().message,
                 std::string("explain: vertex 1 of mesh 'tube', which has 1"));
        const auto morphs = test::require(assets::MorphSet::create({{}}, 1));
        result = tube.tryExplain(0, morphs.get(), {});
        QVERIFY(!result);
        QCOMPARE(result.error().code, std::string("explain.shape"));
        QCOMPARE(result.error().message, std::string("explain: 0 morph weights, expected 1"));
    }

    // Rotation of 90 degrees about x, joint at (1, 0, 0): (1,1,0) -> joint (0,1,0) -> (1,0,1).
    void showsTheThreePlacesOfAVertex() {
        Tube tube({{0, 1.0f}}, glm::vec3(1.0f, 1.0f, 0.0f));
        tube.local(0).rotation = turnX(90.0);
        const VertexExplanation explanation = tube.explain();
        QCOMPARE(explanation.influences.size(), std::size_t{1});
        const diagnose::InfluenceStep& step = explanation.influences[0];
        QCOMPARE(step.joint, JointIndex(1));
        QCOMPARE_LE(test::maxAbsDiff(step.positionJoint, glm::dvec3(0.0, 1.0, 0.0)), 0.0);
        QCOMPARE_LE(test::maxAbsDiff(step.positionModel, glm::dvec3(1.0, 0.0, 1.0)),
                    kFloatRotation);
        QVERIFY(!explanation.retention);
        QVERIFY(explanation.verdict.empty());
    }

    void showsTheFileAsItIs() {
        Tube tube({{1, 0.5f}, {0, 0.0f}, {1, 0.25f}, {7, 0.5f}});
        const VertexExplanation explanation = tube.explain();
        QCOMPARE(explanation.fileSlots.size(), std::size_t{4});
        QCOMPARE(explanation.fileSlots[3].joint, 7u);
        QCOMPARE(explanation.fileWeightSum, 1.25);
        QCOMPARE(explanation.influences.size(), std::size_t{1});
        QCOMPARE(explanation.weightSum, 1.0);
    }

    void addsUpToTheResult() {
        test::Random random(3);
        for (int i = 0; i < 100; ++i) {
            Tube tube({{0, random.uniform(0.1f, 1.0f)},
                       {1, random.uniform(0.1f, 1.0f)},
                       {2, random.uniform(0.1f, 1.0f)}},
                      random.vector(-1.0f, 1.0f));
            for (std::size_t slot = 0; slot < 3; ++slot) {
                tube.local(slot) = {
                    random.vector(-1.0f, 1.0f), random.rotation(), random.vector(0.5f, 2.0f)};
            }
            const VertexExplanation explanation = tube.explain();
            glm::dvec3 sum(0.0);
            for (const diagnose::InfluenceStep& step : explanation.influences) {
                QCOMPARE_LE(test::maxAbsDiff(step.contribution, step.weight * step.positionModel),
                            1e-15);
                sum += step.contribution;
                QCOMPARE_LE(test::maxAbsDiff(step.runningSum, sum), 1e-15);
            }
            QCOMPARE_LE(test::maxAbsDiff(explanation.positionModel, sum), 1e-15);
            QCOMPARE_LE(test::maxAbsDiff(explanation.weightSum, 1.0), 1e-6);
        }
    }

    void addsMorphTargetsBeforeTheSkin() {
        Tube tube({{0, 1.0f}}, glm::vec3(1.0f, 1.0f, 0.0f));
        tube.local(0).rotation = turnX(90.0);
        assets::MorphTarget target;
        target.vertices = {0};
        target.positionDeltas = {glm::vec3(0.0f, 2.0f, 0.0f)};
        const auto morphs = test::require(assets::MorphSet::create({target, {}}, 1));
        const std::vector<float> weights = {0.5f, 1.0f};
        const VertexExplanation explanation =
            test::require(tube.tryExplain(0, morphs.get(), weights));
        QCOMPARE_LE(test::maxAbsDiff(explanation.positionBind, glm::dvec3(1.0, 2.0, 0.0)), 0.0);
        QCOMPARE_LE(test::maxAbsDiff(explanation.positionModel, glm::dvec3(1.0, 0.0, 2.0)),
                    2.0 * kFloatRotation);
    }

    void predictsAndMeasuresRetention_data() {
        QTest::addColumn<double>("degrees");
        QTest::addColumn<double>("share");
        QTest::addColumn<double>("expected");
        const std::vector<std::array<double, 3>> rows = {{0.0, 0.5, 1.0},
                                                         {30.0, 0.5, 0.965926},
                                                         {60.0, 0.5, 0.866025},
                                                         {90.0, 0.5, 0.707107},
                                                         {120.0, 0.5, 0.5},
                                                         {150.0, 0.5, 0.258819},
                                                         {170.0, 0.5, 0.087156},
                                                         {180.0, 0.5, 0.0},
                                                         {120.0, 0.1, 0.8544},
                                                         {120.0, 0.25, 0.661438},
                                                         {120.0, 0.75, 0.661438},
                                                         {120.0, 0.9, 0.8544}};
        for (const auto& [degrees, share, expected] : rows) {
            QTest::addRow("%g degrees, share %g", degrees, share) << degrees << share << expected;
        }
    }
    void predictsAndMeasuresRetention() {
        QFETCH(const double, degrees);
        QFETCH(const double, share);
        QFETCH(const double, expected);
        // The table has six digits.
        constexpr double kTableTolerance = 5e-7 + 1e-9;
        const double tableTolerance = expected == 0.8544 ? 5e-5 : kTableTolerance;
        QCOMPARE_LE(test::maxAbsDiff(diagnose::predictRetention(share, degrees), expected),
                    tableTolerance);

        Tube tube({{0, static_cast<float>(1.0 - share)}, {1, static_cast<float>(share)}});
        tube.local(1).rotation = turnX(degrees);
        const VertexExplanation explanation = tube.explain();
        const diagnose::Retention& retention = explanation.retention.value();
        const bool isSwapped = share > 0.5;
        QCOMPARE(retention.first, std::size_t{isSwapped ? 1u : 0u});
        QCOMPARE_LE(test::maxAbsDiff(retention.secondShare, isSwapped ? 1.0 - share : share), 1e-7);
        QCOMPARE_LE(test::maxAbsDiff(retention.degrees, degrees), 1e-4);
        QCOMPARE_LE(test::maxAbsDiff(retention.predicted, expected), tableTolerance + 1e-6);
        QCOMPARE_LE(test::maxAbsDiff(retention.measured, expected), tableTolerance + 1e-6);
        QCOMPARE_LE(test::maxAbsDiff(retention.determinant, expected * expected),
                    2.0 * tableTolerance + 1e-6);
        // What is measured is what the vertex does: its distance from the axis, which was 1.
        const glm::dvec3 position = explanation.positionModel;
        QCOMPARE_LE(test::maxAbsDiff(std::hypot(position.y, position.z), retention.measured), 1e-6);
        QCOMPARE(explanation.verdict.empty(), expected >= diagnose::kThinRetention);
    }

    void measuresThreeJointsTogether() {
        Tube tube({{0, 0.4f}, {1, 0.3f}, {2, 0.3f}});
        tube.local(1).rotation = turnX(120.0);
        tube.local(2).rotation = turnX(-120.0);
        const VertexExplanation explanation = tube.explain();
        QCOMPARE_LE(test::maxAbsDiff(explanation.retention->measured, 0.1), kFloatRotation);
        QVERIFY(
            QString::fromStdString(explanation.verdict)
                .contains("several joints that pull apart: the 3 influences together keep 10 % of "
                          "the radius"));
    }

    void seesASurfaceTurnedInsideOut() {
        Tube tube({{0, 1.0f}, {1, 1.0f}, {2, 1.0f}});
        for (int axis = 0; axis < 3; ++axis) {
            glm::vec3 direction(0.0f);
            direction[axis] = 1.0f;
            tube.local(static_cast<std::size_t>(axis)).rotation =
                glm::quat(0.0f, direction.x, direction.y, direction.z);
        }
        const VertexExplanation explanation = tube.explain();
        QCOMPARE_LE(test::maxAbsDiff(explanation.retention->determinant, -1.0 / 27.0), 1e-7);
        QCOMPARE_LE(test::maxAbsDiff(explanation.retention->measured, 1.0 / 3.0), 1e-7);
    }

    void saysWhetherItIsMathematicsOrWeights() {
        Tube twisted({{0, 0.5f}, {1, 0.5f}});
        twisted.local(1).rotation = turnX(90.0);
        QCOMPARE(
            QString::fromStdString(twisted.explain().verdict),
            QString("The mathematics of linear blending, not the weights: 'upper' (0.5) and "
                    "'lower' (0.5) differ by 90 degrees, and the mean of two rotations so far "
                    "apart keeps 70.71 % of the radius. Dual quaternion skinning, twist joints "
                    "or a corrective shape help."));
        QCOMPARE(twisted.explain().cause, ThinCause::LinearBlending);

        Tube light({{0, 0.5f}, {1, 0.25f}});
        light.useWeightsAsTheyAre();
        QCOMPARE(QString::fromStdString(light.explain().verdict),
                 QString("Weights: they sum to 0.75 instead of 1, which pulls the vertex towards "
                         "the origin of the model. Normalise them."));

        QCOMPARE(light.explain().cause, ThinCause::Weights);

        Tube calm({{0, 0.5f}, {1, 0.5f}});
        calm.local(1).rotation = turnX(30.0);
        QVERIFY(calm.explain().verdict.empty());
        QCOMPARE(calm.explain().cause, ThinCause::None);

        // A joint that is small on purpose thins its surface, but the blend loses nothing.
        Tube scaled({{0, 0.5f}, {1, 0.5f}});
        scaled.local(0).scale = glm::vec3(0.25f);
        scaled.local(1).scale = glm::vec3(0.25f);
        QVERIFY(scaled.explain().verdict.empty());

        Tube mirrored({{0, 0.5f}, {1, 0.5f}});
        mirrored.local(1).scale = glm::vec3(1.0f, 1.0f, -1.0f);
        QVERIFY(mirrored.explain().verdict.starts_with("Mirror: of 'upper' (0.5)"));
        QCOMPARE(mirrored.explain().cause, ThinCause::Mirror);

        // Stretched along one axis and along another: each keeps its size, the mean does not.
        Tube stretched({{0, 0.5f}, {1, 0.5f}});
        stretched.local(0) = {glm::vec3(1.0f, 0.0f, 0.0f), turnX(45.0), glm::vec3(1.0f)};
        stretched.local(1) = {
            glm::vec3(2.0f, 0.0f, 0.0f), turnX(-45.0), glm::vec3(1.0f, 1.0f, 3.0f)};
        QVERIFY(stretched.explain().verdict.starts_with("Scale or shear: 'upper' (0.5)"));
        QCOMPARE(stretched.explain().cause, ThinCause::Scale);
    }

    void blamesWeightsFarFromTheBend_data() {
        QTest::addColumn<float>("along");
        QTest::addColumn<QString>("expected");
        QTest::newRow("at the elbow") << 2.0f << "";
        QTest::newRow("beside the elbow") << 1.5f << "";
        QTest::newRow("half up the arm")
            << 1.0f
            << "Weights: 'upper' (0.5) and 'fore' (0.5) bend at 'fore' by 90 degrees, but this "
               "vertex lies 4 times its radius along the bone from there, where one joint alone "
               "should hold it; the blend keeps 70.71 % of the radius. Take the weight of 'fore' "
               "away.";
        QTest::newRow("at the wrist")
            << 3.75f
            << "Weights: 'upper' (0.5) and 'fore' (0.5) bend at 'fore' by 90 degrees, but this "
               "vertex lies 7 times its radius along the bone from there, where one joint alone "
               "should hold it; the blend keeps 70.71 % of the radius. Take the weight of 'upper' "
               "away.";
    }
    void blamesWeightsFarFromTheBend() {
        QFETCH(const float, along);
        QFETCH(const QString, expected);
        Tube arm = makeArm({{0, 0.5f}, {1, 0.5f}}, glm::vec3(along, 0.25f, 0.0f));
        arm.local(1).rotation = turnZ(90.0);
        const VertexExplanation explanation = arm.explain();
        if (expected.isEmpty()) {
            QCOMPARE(explanation.cause, ThinCause::LinearBlending);
        } else {
            QCOMPARE(QString::fromStdString(explanation.verdict), expected);
            QCOMPARE(explanation.cause, ThinCause::Weights);
        }
        // A twist is spread along the bone on purpose.
        arm.local(1).rotation = turnX(90.0);
        QCOMPARE(arm.explain().cause, ThinCause::LinearBlending);
    }

    void blamesWeightsThatJumpOverAJoint() {
        Tube arm = makeArm({{0, 0.5f}, {2, 0.5f}}, glm::vec3(2.0f, 0.25f, 0.0f));
        arm.local(1).rotation = turnZ(60.0);
        const VertexExplanation explanation = arm.explain();
        QCOMPARE(QString::fromStdString(explanation.verdict),
                 QString("Weights: 'upper' (0.5) and 'hand' (0.5) are no neighbours: 'fore' lies "
                         "between them and has 0. They differ by 60 degrees, and the blend keeps "
                         "86.6 % of the radius. Give the weight of one to 'fore'."));
        QCOMPARE(explanation.cause, ThinCause::Weights);
    }

    void blamesTheWeightsOfLighterJoints() {
        Tube arm = makeArm({{0, 0.5f}, {1, 0.3f}, {2, 0.2f}}, glm::vec3(2.0f, 0.25f, 0.0f));
        arm.local(2).rotation = turnZ(180.0);
        const VertexExplanation explanation = arm.explain();
        QCOMPARE(
            QString::fromStdString(explanation.verdict),
            QString("Weights: the lighter joints pull apart: the 3 influences together keep 60 "
                    "% of the radius, where 'upper' (0.5) and 'fore' (0.3), 0 degrees apart, "
                    "alone would keep 100 %. Take their weights away at this vertex."));
        QCOMPARE(explanation.cause, ThinCause::Weights);
    }
};

QTEST_GUILESS_MAIN(TstExplain)
#include "tst_explain.moc"
