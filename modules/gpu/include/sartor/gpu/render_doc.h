// SPDX-License-Identifier: Apache-2.0
// Captures of the device's work for RenderDoc, where the program runs under it.
#pragma once

#include <sartor/base/result.h>

#include <filesystem>

namespace sartor::gpu {

/// The capture of what happens between start() and finish(). RenderDoc must have been there before
/// the Vulkan instance was made: started from RenderDoc, or with LD_PRELOAD=librenderdoc.so;
/// nothing is loaded here.
class RenderDocCapture {
public:
    /// Errors: "gpu.no_renderdoc" (the program does not run under it, or the build has no support),
    /// "gpu.capture" (RenderDoc refuses).
    static Result<RenderDocCapture> start();

    /// Ends the capture; the file that RenderDoc wrote.
    /// Errors: "gpu.capture" (nothing was captured).
    Result<std::filesystem::path> finish();

private:
    explicit RenderDocCapture(const void* api) : api_(api) {}
    const void* api_ = nullptr;
};

/// Whether the program runs under RenderDoc.
bool isUnderRenderDoc();

} // namespace sartor::gpu
