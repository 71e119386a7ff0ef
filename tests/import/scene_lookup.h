// SPDX-License-Identifier: Apache-2.0
// Finding parts of an imported scene by name, and the reason why there is none.
#pragma once

#include <sartor/import/imported_scene.h>

#include <QByteArray>

#include <string>

namespace sartor::test {

/// Why a file could not be read, or an empty text; for QVERIFY2.
inline QByteArray failureOf(const Result<import::ImportedScene>& scene) {
    return scene ? QByteArray()
                 : QByteArray::fromStdString(scene.error().code + ": " + scene.error().message);
}

/// Null when there is none.
inline const assets::Clip* findClip(const import::ImportedScene& scene, const std::string& name) {
    for (const auto& clip : scene.clips) {
        if (clip->name() == name) {
            return clip.get();
        }
    }
    return nullptr;
}

/// The one joint of that name; none when there are several or none.
inline JointIndex findJoint(const import::ImportedScene& scene, const std::string& name) {
    const std::vector<JointIndex> found = scene.skeleton->findByName(name);
    return found.size() == 1 ? found.front() : JointIndex();
}

} // namespace sartor::test
