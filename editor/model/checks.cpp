// SPDX-License-Identifier: Apache-2.0
// Everything that is checked when a file has been opened, computed beside the window.
#include "editor/model/checks.h"

#include <sartor/pose/local_to_model.h>
#include <sartor/pose/sampling.h>

#include <algorithm>

namespace sartor::editor {

namespace {

/// The node of the first mesh that uses a skin; none where no mesh does.
std::optional<JointIndex> meshNodeOf(const import::ImportedScene& scene, std::uint32_t skin) {
    const auto found = std::find_if(scene.instances.begin(),
                                    scene.instances.end(),
                                    [skin](const auto& instance) { return instance.skin == skin; });
    return found == scene.instances.end() ? std::nullopt : std::optional(found->node);
}

} // namespace

CheckReport checkScene(const import::ImportedScene& scene) {
    CheckReport report;
    report.diagnostics = diagnose::check(scene);
    std::vector<math::Transform> parentFromJoint(scene.skeleton->jointCount());
    std::vector<math::Affine> modelFromJoint(scene.skeleton->jointCount());
    pose::restPose(*scene.skeleton, parentFromJoint);
    pose::localToModel(*scene.skeleton, parentFromJoint, modelFromJoint);
    for (std::uint32_t skin = 0; skin < scene.skins.size(); ++skin) {
        report.bindPoses.push_back(diagnose::computeBindPose(
            *scene.skeleton, *scene.skins[skin], modelFromJoint, meshNodeOf(scene, skin)));
    }
    return report;
}

Checks::Checks(Document& document, CheckFunction check, QObject* parent)
    : QObject(parent)
    , document_(document)
    , check_(check ? std::move(check) : CheckFunction(checkScene)) {
    connect(&document, &Document::changed, this, [this](DocumentChange change) {
        if (change == DocumentChange::Opened) {
            start();
        }
    });
    start();
}

void Checks::start() {
    worker_.cancel();
    report_.reset();
    Q_EMIT changed();
    const auto session = document_.session();
    if (session == nullptr) {
        return;
    }
    // The scene never changes; the session is kept for it.
    worker_.start([this, session, check = check_](const CancelToken& token) -> Worker::Completion {
        if (token.isCancelled()) {
            return {};
        }
        auto report = std::make_shared<const CheckReport>(check(session->scene()));
        return [this, session, report = std::move(report)] {
            report_ = report;
            Q_EMIT changed();
        };
    });
}

} // namespace sartor::editor
