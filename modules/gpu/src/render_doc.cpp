// SPDX-License-Identifier: Apache-2.0
// RenderDoc's in-application interface (renderdoc_app.h), found where it is loaded already.
#include <sartor/gpu/render_doc.h>

#include <dlfcn.h>

#ifdef SARTOR_HAS_RENDERDOC
#include <renderdoc_app.h>
#endif

#include <cstdint>
#include <cstring>
#include <string>

namespace sartor::gpu {

namespace {

#ifdef SARTOR_HAS_RENDERDOC
using Api = RENDERDOC_API_1_1_2;

const Api* findApi() {
    void* library = dlopen("librenderdoc.so", RTLD_NOW | RTLD_NOLOAD);
    if (library == nullptr) {
        return nullptr;
    }
    void* symbol = dlsym(library, "RENDERDOC_GetAPI");
    // It was loaded by somebody else and stays so.
    dlclose(library);
    pRENDERDOC_GetAPI getApi = nullptr;
    static_assert(sizeof(getApi) == sizeof(symbol));
    std::memcpy(&getApi, &symbol, sizeof(getApi));
    void* api = nullptr;
    if (getApi == nullptr || getApi(eRENDERDOC_API_Version_1_1_2, &api) != 1) {
        return nullptr;
    }
    return static_cast<const Api*>(api);
}
#endif

} // namespace

bool isUnderRenderDoc() {
#ifdef SARTOR_HAS_RENDERDOC
    return findApi() != nullptr;
#else
    return false;
#endif
}

Result<RenderDocCapture> RenderDocCapture::start() {
#ifdef SARTOR_HAS_RENDERDOC
    const Api* api = findApi();
    if (api == nullptr) {
        return Error{"gpu.no_renderdoc",
                     "this does not run under RenderDoc: start it from there, or with "
                     "LD_PRELOAD=librenderdoc.so in the environment"};
    }
    api->StartFrameCapture(nullptr, nullptr);
    if (api->IsFrameCapturing() != 1) {
        return Error{"gpu.capture", "RenderDoc did not start a capture; is there a Vulkan device?"};
    }
    return RenderDocCapture(api);
#else
    return Error{"gpu.no_renderdoc",
                 "this build has no support for RenderDoc (Debian package librenderdoc-dev)"};
#endif
}

Result<std::filesystem::path> RenderDocCapture::finish() {
#ifdef SARTOR_HAS_RENDERDOC
    const auto* api = static_cast<const Api*>(api_);
    api_ = nullptr;
    if (api == nullptr || api->EndFrameCapture(nullptr, nullptr) != 1) {
        return Error{"gpu.capture", "RenderDoc kept nothing: no work was given to a device"};
    }
    const std::uint32_t last = api->GetNumCaptures() - 1;
    std::uint32_t length = 0;
    if (api->GetCapture(last, nullptr, &length, nullptr) != 1 || length == 0) {
        return Error{"gpu.capture", "RenderDoc does not say where it put the capture"};
    }
    std::string file(length, '\0');
    api->GetCapture(last, file.data(), &length, nullptr);
    // With its terminating zero.
    return std::filesystem::path(file.c_str());
#else
    return Error{"gpu.capture", "nothing was captured"};
#endif
}

} // namespace sartor::gpu
