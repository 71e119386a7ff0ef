// SPDX-License-Identifier: Apache-2.0
// A planted change of weights is found, and the arithmetic of another kernel is none.
#include <sartor/diagnose/motion_record.h>
#include <sartor/pose/local_to_model.h>

#include <QTest>

#include <glm/gtc/matrix_transform.hpp>
#include <glm/trigonometric.hpp>

#include <support/compare.h>
#include <support/scene_builder.h>

#include <cmath>

using namespace sartor;
using diagnose::MotionChange;
using diagnose::MotionDifference;
using diagnose::MotionRecord;
// clang-format 14 takes a line that begins with `import` for something else.
using ImportedScene = import::ImportedScene;

namespace {

constexpr std::uint32_t kSides = 24;
constexpr std::uint32_t kRings = 41;

// An open tube along y from 0 to 4 around joints at 0 and 2.
assets::MeshData tube() {
    assets::MeshData data;
    data.name = "tube";
    std::vector<std::vector<std::pair<std::uint32_t, float>>> weights;
    for (std::uint32_t ring = 0; ring < kRings; ++ring) {
        const float y = 0.1f * static_cast<float>(ring);
        const float share = std::min(1.0f, std::max(0.0f, 0.5f * (y - 1.0f)));
        for (std::uint32_t side = 0; side < kSides; ++side) {
            const float angle = 6.2831853f * static_cast<float>(side) / kSides;
            data.positions.emplace_back(0.5f * std::cos(angle), y, 0.5f * std::sin(angle));
            weights.push_back({{0, 1.0f - share}, {1, share}});
        }
    }
    for (std::uint32_t ring = 0; ring + 1 < kRings; ++ring) {
        for (std::uint32_t side = 0; side < kSides; ++side) {
            const std::uint32_t low = ring * kSides;
            const std::uint32_t next = (side + 1) % kSides;
            for (const std::uint32_t index : {low + side,
                                              low + kSides + side,
                                              low + kSides + next,
                                              low + side,
                                              low + kSides + next,
                                              low + next}) {
                data.triangles.push_back(index);
            }
        }
    }
    data.influences = test::fileInfluences(weights);
    return data;
}

ImportedScene sceneOf(const assets::MeshData& data, const std::string& upperName = "upper") {
    test::SceneBuilder builder;
    const JointIndex lower = builder.joint("lower");
    const JointIndex upper =
        builder.joint(upperName, lower, test::moved(glm::vec3(0.0f, 2.0f, 0.0f)));
    builder.mesh(data, lower, builder.skin("skin", {lower, upper}));
    return builder.build();
}

std::vector<diagnose::MotionPose> posesOf(const ImportedScene& scene) {
    return diagnose::makeMotionPoses(
        *scene.skeleton,
        pose::modelFromJointAtRest(*scene.skeleton),
        std::vector{diagnose::ClassifiedJoint{JointIndex(1), diagnose::JointClass::Any}});
}

MotionRecord recordOf(const ImportedScene& scene) {
    const auto poses = posesOf(scene);
    return diagnose::makeMotionRecord(scene, poses, diagnose::measureMotion(scene, poses));
}

} // namespace

class TstMotionRecord : public QObject {
    Q_OBJECT

private slots:
    void aCharacterIsLikeItself() {
        const MotionRecord record = recordOf(sceneOf(tube()));
        QCOMPARE(record.poses.size(), std::size_t(7));
        QCOMPARE(record.poses[0].name, std::string("any bent to the front by 90 (upper)"));
        QCOMPARE(record.poses[0].meshes.at(0).name, std::string("lower primitive 0"));
        QVERIFY(diagnose::compareMotion(record, recordOf(sceneOf(tube())), 0.0).empty());
    }

    void anotherKernelIsNoChange() {
        // Float arithmetic, with the joints in the other order and the weights applied last.
        const assets::MeshData data = tube();
        const ImportedScene scene = sceneOf(data);
        const auto poses = posesOf(scene);
        const auto rest = pose::modelFromJointAtRest(*scene.skeleton);
        MotionRecord other = recordOf(scene);
        for (std::size_t i = 0; i < poses.size(); ++i) {
            std::vector<math::Affine> modelFromJoint(2);
            diagnose::applyMotionPose(*scene.skeleton, rest, poses[i], modelFromJoint);
            std::vector<glm::dvec3> positions;
            for (std::size_t vertex = 0; vertex < data.positions.size(); ++vertex) {
                glm::vec3 sum(0.0f);
                for (const std::size_t joint : {std::size_t(1), std::size_t(0)}) {
                    const glm::vec3 local =
                        data.positions[vertex] - glm::vec3(rest[joint].translation);
                    sum +=
                        (modelFromJoint[joint].linear * local + modelFromJoint[joint].translation) *
                        data.influences->weights[2 * vertex + joint];
                }
                positions.emplace_back(sum);
            }
            other.poses[i].meshes.at(0).sketch = diagnose::sketchPositions(positions);
        }
        const MotionRecord record = recordOf(scene);
        QVERIFY(diagnose::compareMotion(record, other).empty());
        // It is not the same to the last bit, so that the tolerance has been used.
        QVERIFY(!diagnose::compareMotion(record, other, 0.0).empty());
    }

    void aChangeOfWeightsIsFound() {
        assets::MeshData changed = tube();
        // Five hundredths of the weight of six vertices go to the other joint.
        for (std::size_t vertex = 20 * kSides; vertex < 20 * kSides + 6; ++vertex) {
            changed.influences->weights[2 * vertex] += 0.05f;
            changed.influences->weights[2 * vertex + 1] -= 0.05f;
        }
        const auto differences =
            diagnose::compareMotion(recordOf(sceneOf(tube())), recordOf(sceneOf(changed)));
        QCOMPARE(differences.size(), std::size_t(7));
        for (const MotionDifference& difference : differences) {
            QCOMPARE(difference.change, MotionChange::Moved);
            QCOMPARE(difference.mesh, std::string("lower primitive 0"));
            QVERIFY(difference.moved.begin <= 20 * kSides + 5);
            QVERIFY(difference.moved.end > 20 * kSides);
            QVERIFY(difference.moved.moved > 10.0 * diagnose::kMotionTolerance);
        }
        QVERIFY(differences.front().moved.moved >= differences.back().moved.moved);
    }

    void aShiftedVertexIsFound() {
        assets::MeshData changed = tube();
        changed.positions[500].x += 0.01f;
        const auto differences =
            diagnose::compareMotion(recordOf(sceneOf(tube())), recordOf(sceneOf(changed)));
        QCOMPARE(differences.size(), std::size_t(7));
        QVERIFY(differences[0].moved.begin <= 500 && differences[0].moved.end > 500);
    }

    void whatIsMissingIsSaid() {
        const MotionRecord before = recordOf(sceneOf(tube()));
        const MotionRecord after = recordOf(sceneOf(tube(), "raised"));
        const auto differences = diagnose::compareMotion(before, after);
        QCOMPARE(differences.size(), std::size_t(14));
        const auto count = [&](MotionChange change) {
            return std::count_if(differences.begin(), differences.end(), [&](const auto& other) {
                return other.change == change && other.mesh.empty();
            });
        };
        QCOMPARE(count(MotionChange::Missing), 7);
        QCOMPARE(count(MotionChange::Added), 7);
        assets::MeshData longer = tube();
        longer.positions.push_back(longer.positions.back());
        longer.influences->joints.insert(longer.influences->joints.end(), {0, 1});
        longer.influences->weights.insert(longer.influences->weights.end(), {0.0f, 1.0f});
        const auto rebuilt = diagnose::compareMotion(before, recordOf(sceneOf(longer)));
        QCOMPARE(rebuilt.size(), std::size_t(7));
        QCOMPARE(rebuilt[0].change, MotionChange::Rebuilt);
        MotionRecord without = before;
        without.poses[2].meshes.clear();
        const auto mesh = diagnose::compareMotion(before, without);
        QCOMPARE(mesh.size(), std::size_t(1));
        QCOMPARE(mesh[0].change, MotionChange::Missing);
        QCOMPARE(mesh[0].mesh, std::string("lower primitive 0"));
    }
};

QTEST_GUILESS_MAIN(TstMotionRecord)
#include "tst_motion_record.moc"
