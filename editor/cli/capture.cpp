// SPDX-License-Identifier: Apache-2.0
// Captures for RenderDoc.
#include "capture.h"

#include "answer.h"

#ifdef SARTOR_HAS_GPU
#include <sartor/gpu/render_doc.h>
#endif

namespace sartor::cli {

void addCaptureFlag(CLI::App& app, bool& isCaptured) {
    app.add_flag("--renderdoc-capture",
                 isCaptured,
                 "Capture the work of the device for RenderDoc, under which this must run");
}

Status withCapture(bool isCaptured, const std::function<Status()>& work) {
    if (!isCaptured) {
        return work();
    }
#ifdef SARTOR_HAS_GPU
    auto capture = gpu::RenderDocCapture::start();
    if (!capture) {
        return capture.error();
    }
    const Status done = work();
    const auto file = capture->finish();
    if (!done) {
        return done;
    }
    if (!file) {
        return file.error();
    }
    printRemark("captured " + file->string());
    return {};
#else
    return Error{"gpu.no_renderdoc", "this build uses no device (SARTOR_BUILD_GPU=OFF)"};
#endif
}

} // namespace sartor::cli
