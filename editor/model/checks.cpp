// SPDX-License-Identifier: Apache-2.0
// Everything that is checked when a file has been opened, computed beside the window.
#include "editor/model/checks.h"

namespace sartor::editor {

CheckReport checkScene(const import::ImportedScene& scene) {
    return {diagnose::check(scene), diagnose::computeBindPosesAtRest(scene)};
}

Checks::Checks(Document& document, CheckFunction check, QObject* parent)
    : QObject(parent)
    , document_(document)
    , check_(check ? std::move(check) : CheckFunction(checkScene)) {
    connect(&document, &Document::changed, this, [this](DocumentChange change) {
        if (isOtherSession(change)) {
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
