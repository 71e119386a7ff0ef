// SPDX-License-Identifier: Apache-2.0
// The option --renderdoc-capture.
#pragma once

#include <sartor/base/result.h>

#include <CLI/App.hpp>

#include <functional>

namespace sartor::cli {

void addCaptureFlag(CLI::App& app, bool& isCaptured);

/// Does the work; with `isCaptured` in a capture for RenderDoc, whose file is told on standard
/// error. Errors: those of the work, then "gpu.no_renderdoc", "gpu.capture".
Status withCapture(bool isCaptured, const std::function<Status()>& work);

} // namespace sartor::cli
