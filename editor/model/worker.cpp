// SPDX-License-Identifier: Apache-2.0
// Work off the main thread whose late results are dropped.
#include "editor/model/worker.h"

namespace sartor::editor {

Worker::Worker(QObject* parent) : QObject(parent) {
    // New work does not wait for stale work that cannot be interrupted, on any machine.
    constexpr int kThreads = 4;
    pool_.setMaxThreadCount(kThreads);
}

Worker::~Worker() {
    token_.cancel();
    pool_.waitForDone();
}

void Worker::start(Work work) {
    token_.cancel();
    token_ = CancelToken{};
    const std::uint64_t generation = ++generation_;
    setBusy(true);
    pool_.start([this, generation, token = token_, work = std::move(work)] {
        Completion completion = work(token);
        QMetaObject::invokeMethod(
            this,
            [this, generation, completion = std::move(completion)] {
                finish(generation, completion);
            },
            Qt::QueuedConnection);
    });
}

void Worker::cancel() {
    token_.cancel();
    ++generation_;
    setBusy(false);
}

void Worker::finish(std::uint64_t generation, const Completion& completion) {
    if (generation != generation_) {
        return;
    }
    setBusy(false);
    if (completion) {
        completion();
    }
}

void Worker::setBusy(bool isBusy) {
    if (isBusy_ != isBusy) {
        isBusy_ = isBusy;
        Q_EMIT busyChanged(isBusy);
    }
}

} // namespace sartor::editor
