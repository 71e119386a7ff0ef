// SPDX-License-Identifier: Apache-2.0
// A frame of the viewport as a capture for RenderDoc.
#include "editor/view/frame_capture.h"

#include "editor/model/document.h"
#include "editor/view/viewport_widget.h"

#include <sartor/gpu/render_doc.h>

namespace sartor::editor {

Result<std::filesystem::path> captureForRenderDoc(Document& document, ViewportWidget& viewport) {
    auto capture = gpu::RenderDocCapture::start();
    if (!capture) {
        return capture.error();
    }
    document.deformAgain();
    viewport.drawNow();
    return capture->finish();
}

} // namespace sartor::editor
