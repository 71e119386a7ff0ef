// SPDX-License-Identifier: Apache-2.0
// The box around what a session shows.
#include <sartor/session/scene_bounds.h>

#include <QtTest>

#include <support/compare.h>
#include <support/scene_builder.h>

#include <vector>

using namespace sartor;
using session::Session;

namespace {

assets::MeshData points(std::vector<glm::vec3> positions) {
    assets::MeshData data;
    data.name = "points";
    data.positions = std::move(positions);
    return data;
}

} // namespace

class TstSceneBounds : public QObject {
    Q_OBJECT

private slots:
    void boundsHoldMeshesElseJoints() {
        session::SessionOptions options;
        options.pluginFolders = {SARTOR_PLUGIN_DIR};
        test::SceneBuilder meshes;
        const JointIndex body = meshes.joint("body");
        const JointIndex prop = meshes.joint("prop", {}, test::moved(glm::vec3(5, 0, 0)));
        meshes.mesh(points({glm::vec3(0.0f), glm::vec3(0, 2, 0)}), body);
        meshes.mesh(points({glm::vec3(0.0f), glm::vec3(1, 0, 0)}), prop);
        const auto session = test::require(Session::create(meshes.build(), options));
        QVERIFY(session->evaluate(0.0).isOk());
        const render::Bounds bounds = session::sceneBounds(*session);
        QCOMPARE_LE(test::maxAbsDiff(bounds.minimum, glm::vec3(0.0f)), 1e-6);
        QCOMPARE_LE(test::maxAbsDiff(bounds.maximum, glm::vec3(6, 2, 0)), 1e-6);

        test::SceneBuilder builder;
        const JointIndex root = builder.joint("root", {}, test::moved(glm::vec3(0, 1, 0)));
        builder.joint("tip", root, test::moved(glm::vec3(2, 0, 0)));
        const auto bare = test::require(Session::create(builder.build(), options));
        QVERIFY(bare->evaluate(0.0).isOk());
        const render::Bounds joints = session::sceneBounds(*bare);
        QCOMPARE_LE(test::maxAbsDiff(joints.minimum, glm::vec3(0, 1, 0)), 1e-6);
        QCOMPARE_LE(test::maxAbsDiff(joints.maximum, glm::vec3(2, 1, 0)), 1e-6);
    }
};

QTEST_GUILESS_MAIN(TstSceneBounds)
#include "tst_scene_bounds.moc"
