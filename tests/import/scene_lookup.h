// SPDX-License-Identifier: Apache-2.0
// Finding parts of an imported scene and of its report, and the reason why there is none.
#pragma once

#include <sartor/import/imported_scene.h>

#include <QByteArray>

#include <cstdint>
#include <string>

namespace sartor::test {

/// Why there is no value, or an empty text; for QVERIFY2.
template <class T>
QByteArray failureOf(const Result<T>& result) {
    return result ? QByteArray()
                  : QByteArray::fromStdString(result.error().code + ": " + result.error().message);
}

/// The first note of that code; null when there is none.
inline const import::ImportNote* findNote(const import::ImportedScene& scene,
                                          const std::string& code) {
    for (const import::ImportNote& note : scene.report.notes) {
        if (note.code == code) {
            return &note;
        }
    }
    return nullptr;
}

/// All codes and messages, for messages of tests.
inline std::string notesOf(const import::ImportedScene& scene) {
    std::string notes;
    for (const import::ImportNote& note : scene.report.notes) {
        notes += note.code + " (" + note.message + ") ";
    }
    return notes;
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

/// Where the rest pose puts the joint of a file node.
inline math::Affine modelFromFileNode(const import::ImportedScene& scene, std::uint32_t fileNode) {
    math::Affine modelFromJoint;
    for (JointIndex joint = scene.skeleton->jointOfFileNode(fileNode); !joint.isNone();
         joint = scene.skeleton->joint(joint).parent) {
        modelFromJoint =
            math::toAffine(scene.skeleton->joint(joint).parentFromJointRest) * modelFromJoint;
    }
    return modelFromJoint;
}

} // namespace sartor::test
