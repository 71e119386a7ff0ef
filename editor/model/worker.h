// SPDX-License-Identifier: Apache-2.0
// Work off the main thread whose late results are dropped.
#pragma once

#include <QObject>
#include <QThreadPool>

#include <cstdint>
#include <functional>
#include <stop_token>

namespace sartor::editor {

/// Asks running work to stop; shared by the worker and the work.
class CancelToken {
public:
    bool isCancelled() const { return source_.stop_requested(); }
    void cancel() { source_.request_stop(); }
    /// For what can be stopped at any moment.
    std::stop_token stopToken() const { return source_.get_token(); }

private:
    std::stop_source source_;
};

/// Runs one kind of work at a time. A newer start, or cancel(), makes the older work stale: its
/// result is dropped even when it arrives. Destruction waits for what still runs.
class Worker : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Worker)

public:
    /// Runs on the worker's own thread, i.e. the one that called start().
    using Completion = std::function<void()>;
    /// Runs on a pool thread; what it returns is called unless the work has become stale.
    using Work = std::function<Completion(const CancelToken&)>;

    explicit Worker(QObject* parent = nullptr);
    ~Worker() override;

    void start(Work work);
    void cancel();
    bool isBusy() const { return isBusy_; }

Q_SIGNALS:
    void busyChanged(bool isBusy);

private:
    void finish(std::uint64_t generation, const Completion& completion);
    void setBusy(bool isBusy);

    QThreadPool pool_;
    CancelToken token_;
    std::uint64_t generation_ = 0;
    bool isBusy_ = false;
};

} // namespace sartor::editor
