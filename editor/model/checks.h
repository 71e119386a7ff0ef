// SPDX-License-Identifier: Apache-2.0
// Everything that is checked when a file has been opened, computed beside the window.
#pragma once

#include "editor/model/document.h"
#include "editor/model/worker.h"

#include <sartor/diagnose/bind_pose.h>
#include <sartor/diagnose/lint.h>

#include <QObject>

#include <functional>
#include <memory>
#include <vector>

namespace sartor::editor {

struct CheckReport {
    /// The gravest first.
    std::vector<diagnose::Diagnostic> diagnostics;
    /// One per skin, in the file's own pose.
    std::vector<diagnose::BindPose> bindPoses;
};

/// Cost: O(file). Threads: re-entrant.
CheckReport checkScene(const import::ImportedScene& scene);

class Checks : public QObject {
    Q_OBJECT

public:
    using CheckFunction = std::function<CheckReport(const import::ImportedScene&)>;

    /// Without a function of the caller's, checkScene.
    explicit Checks(Document& document, CheckFunction check = {}, QObject* parent = nullptr);

    bool isRunning() const { return worker_.isBusy(); }
    /// Of the open file; null while the checks run and when nothing is open.
    const CheckReport* report() const { return report_.get(); }

Q_SIGNALS:
    /// Another report, or none any more.
    void changed();

private:
    void start();

    Document& document_;
    CheckFunction check_;
    std::shared_ptr<const CheckReport> report_;
    Worker worker_;
};

} // namespace sartor::editor
