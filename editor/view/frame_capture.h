// SPDX-License-Identifier: Apache-2.0
// A frame of the viewport as a capture for RenderDoc.
#pragma once

#include <sartor/base/result.h>

#include <filesystem>

namespace sartor::editor {

class Document;
class ViewportWidget;

/// Deforms and draws the current frame once more, within a capture; the file that RenderDoc wrote.
/// Errors: "gpu.no_renderdoc", "gpu.capture".
Result<std::filesystem::path> captureForRenderDoc(Document& document, ViewportWidget& viewport);

} // namespace sartor::editor
