// SPDX-License-Identifier: Apache-2.0
// The camera while a character walks and turns: what stays still in the picture, and what does not.
#include "editor/view/camera_follow.h"

#include <QtTest>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <cmath>

using namespace sartor;
using namespace sartor::editor;

namespace {

/// Of a picture one unit wide and high, from a point of model space: the way through all spaces by
/// matrices of doubles, where the code works with targets and angles.
glm::dvec2 seenAt(const render::Camera& camera, const glm::dvec3& pointModel) {
    const glm::dmat4 clipFromModel =
        glm::dmat4(camera.clipFromView(1.0f)) * glm::dmat4(camera.viewFromWorld());
    const glm::dvec4 clip = clipFromModel * glm::dvec4(pointModel, 1.0);
    return glm::dvec2(clip) / clip.w;
}

glm::dvec3 inModel(const CharacterPlace& place, const glm::dvec3& world) {
    const glm::dmat4 worldFromModel = [&place] {
        glm::dmat4 matrix = glm::mat4_cast(place.worldFromModel.rotation);
        matrix[3] = glm::dvec4(place.worldFromModel.translation, 1.0);
        return matrix;
    }();
    return glm::dvec3(glm::inverse(worldFromModel) * glm::dvec4(world, 1.0));
}

CharacterPlace placeAt(const glm::dvec3& world, double heading, const glm::dvec3& model = {}) {
    CharacterPlace place;
    place.worldFromModel = {glm::angleAxis(heading, glm::dvec3(0.0, 1.0, 0.0)), world};
    place.characterModel = model;
    return place;
}

render::Camera makeCamera() {
    render::Camera camera;
    camera.target = {0.1f, 0.9f, -0.2f};
    camera.distance = 4.0f;
    camera.yaw = 0.7f;
    camera.pitch = 0.3f;
    return camera;
}

/// Of a picture: well below a pixel.
constexpr double kStill = 1e-5;

} // namespace

class TstCameraFollow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aCameraThatStaysSeesTheGroundStandStill() {
        render::Camera camera = makeCamera();
        CharacterPlace place = placeAt({0.5, 0.0, 0.25}, 0.4);
        const glm::dvec3 stone(0.3, 0.0, 1.1);
        const glm::dvec2 before = seenAt(camera, inModel(place, stone));
        for (int i = 1; i <= 20; ++i) {
            const CharacterPlace next = placeAt({0.5 + 0.05 * i, 0.0, 0.1 * i}, 0.4 + 0.3 * i);
            carryCamera(camera, place, next, CameraMode::Stay);
            place = next;
            QCOMPARE_LE(glm::distance(seenAt(camera, inModel(place, stone)), before), kStill);
        }
    }

    void aCameraThatFollowsKeepsTheCharacterAndSeesItTurn() {
        render::Camera camera = makeCamera();
        CharacterPlace place = placeAt({}, 0.0);
        const glm::dvec2 character = seenAt(camera, {0.0, 0.0, 0.0});
        // A metre to its east in the world stays a metre to the right, however it turns.
        const glm::dvec2 east = seenAt(camera, inModel(place, {1.0, 0.0, 0.0}));
        for (int i = 1; i <= 20; ++i) {
            const glm::dvec3 world(0.0, 0.0, 1e5 * i);
            const CharacterPlace next = placeAt(world, 0.5 * i);
            carryCamera(camera, place, next, CameraMode::Follow);
            place = next;
            QCOMPARE_LE(glm::distance(seenAt(camera, {0.0, 0.0, 0.0}), character), kStill);
            const glm::dvec3 beside = inModel(place, world + glm::dvec3(1.0, 0.0, 0.0));
            QCOMPARE_LE(glm::distance(seenAt(camera, beside), east), kStill);
        }
    }

    void whatStaysInThePoseIsFollowedToo() {
        render::Camera camera = makeCamera();
        CharacterPlace place;
        const glm::dvec2 before = seenAt(camera, {0.0, 0.0, 0.0});
        const CharacterPlace next = placeAt({}, 0.0, {0.5, 0.3, 2.0});
        carryCamera(camera, place, next, CameraMode::Follow);
        // Up and down it is seen to move.
        QCOMPARE_LE(glm::distance(seenAt(camera, {0.5, 0.0, 2.0}), before), kStill);
        const session::Ground ground = groundOf(next);
        QCOMPARE_LE(glm::distance(ground.centerWorld, glm::dvec2(0.5, 2.0)), 1e-12);
    }
};

QTEST_GUILESS_MAIN(TstCameraFollow)
#include "tst_camera_follow.moc"
