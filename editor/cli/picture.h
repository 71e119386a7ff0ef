// SPDX-License-Identifier: Apache-2.0
// The viewport as a picture: its size, where the camera stands, and what its colours mean.
#pragma once

#include <sartor/base/result.h>

#ifdef SARTOR_HAS_GPU
#include <sartor/gpu/device.h>
#include <sartor/session/scene_view.h>
#include <sartor/session/view_colours.h>
#endif

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace sartor::cli {

/// Where the camera stands; what is not given is chosen so that everything is seen.
struct CameraRequest {
    float yaw = 30.0f;   // degrees
    float pitch = 10.0f; // degrees
    std::optional<float> distance;
};

struct PictureSize {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
};

/// "WIDTHxHEIGHT". Errors: "usage.size".
Result<PictureSize> parseSize(std::string_view text);

/// "auto", or some of yaw=DEGREES,pitch=DEGREES,distance=LENGTH. Errors: "usage.camera".
Result<CameraRequest> parseCamera(std::string_view text);

#ifdef SARTOR_HAS_GPU

/// Draws the current frame of a session. Errors: those of SceneView.
Status drawPicture(gpu::Device& device,
                   const session::Session& session,
                   const session::ViewOptions& view,
                   const PictureSize& size,
                   const CameraRequest& camera,
                   session::Picture& picture);

/// The same as a PNG, on a device that is made for it. Errors: those of SceneView, "gpu.*", and
/// those of io::writePng().
Status writePicture(const std::filesystem::path& out,
                    const session::Session& session,
                    const session::ViewOptions& view,
                    const PictureSize& size,
                    const CameraRequest& camera);

/// What the colours of the view stand for, a line each; empty for views with a ramp or none.
std::string legendText(const session::Session& session, const session::ViewOptions& view);

#endif

} // namespace sartor::cli
