// SPDX-License-Identifier: Apache-2.0
// Draws the character as it would be with another scene: mended, or changed by an experiment.
#include "editor/model/preview.h"

#include "editor/model/log_failure.h"
#include "editor/model/text.h"

#include <utility>

namespace sartor::editor {

namespace {

using Overlay = ViewSettings::Overlay;

} // namespace

Result<std::shared_ptr<session::Session>> makeTwin(const session::Session& character,
                                                   session::SessionOptions options,
                                                   const MakeScene& make,
                                                   std::stop_token stop) {
    Result<import::ImportedScene> scene = make(character.scene(), stop);
    if (!scene) {
        return scene.error();
    }
    options.import.foreign.stop = std::move(stop);
    auto session = session::Session::create(std::move(*scene), options);
    if (!session) {
        return session.error();
    }
    return std::shared_ptr<session::Session>(std::move(*session));
}

Preview::Preview(Document& document, ViewSettings& view, QObject* parent)
    : QObject(parent), document_(document), view_(view) {
    connect(&document_, &Document::changed, this, [this](DocumentChange change) {
        if (isOtherSession(change)) {
            worker_.cancel();
            problem_.clear();
            if (!key_.isEmpty()) {
                key_.clear();
                lookBack();
            }
            Q_EMIT changed();
        }
    });
}

void Preview::show(Request request) {
    const auto session = document_.session();
    if (session == nullptr) {
        return;
    }
    key_ = request.key;
    problem_.clear();
    worker_.start([this, session, options = session->options(), request = std::move(request)](
                      const CancelToken& token) -> Worker::Completion {
        if (token.isCancelled()) {
            return {};
        }
        auto twin = std::make_shared<Result<std::shared_ptr<session::Session>>>(
            makeTwin(*session, options, request.make, token.stopToken()));
        return [this, twin, request] {
            if (*twin) {
                document_.setStandIn(std::make_unique<StandIn>(**twin, request.title));
                look(request);
            } else {
                logFailure(twin->error());
                problem_ = toQString(twin->error().message);
                key_.clear();
                document_.setStandIn(nullptr);
                lookBack();
            }
            Q_EMIT changed();
        };
    });
    Q_EMIT changed();
}

void Preview::hide() {
    if (key_.isEmpty()) {
        return;
    }
    worker_.cancel();
    key_.clear();
    document_.setStandIn(nullptr);
    lookBack();
    Q_EMIT changed();
}

void Preview::look(const Request& request) {
    lookBack();
    if (!request.mode && !request.showsSkeleton) {
        return;
    }
    before_ = Look{view_.mode(), view_.isShown(Overlay::Skeleton)};
    view_.setMode(request.mode.value_or(view_.mode()));
    view_.setShown(Overlay::Skeleton, request.showsSkeleton || before_->hasSkeleton);
    during_ = {view_.mode(), view_.isShown(Overlay::Skeleton)};
}

void Preview::lookBack() {
    if (!before_) {
        return;
    }
    // What the user has chosen since stays.
    if (view_.mode() == during_.mode) {
        view_.setMode(before_->mode);
    }
    if (view_.isShown(Overlay::Skeleton) == during_.hasSkeleton) {
        view_.setShown(Overlay::Skeleton, before_->hasSkeleton);
    }
    before_.reset();
}

} // namespace sartor::editor
