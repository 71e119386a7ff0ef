// SPDX-License-Identifier: Apache-2.0
// The viewport as a picture.
#include "picture.h"

#include <sartor/io/png_writer.h>
#include <sartor/io/text.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <memory>
#include <numbers>
#include <utility>

namespace sartor::cli {
namespace {

/// Larger pictures do not fit the images of every device.
constexpr std::uint32_t kLargestSide = 8192;

template <class T>
bool parseNumber(std::string_view text, T& number) {
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
    return code == std::errc() && end == text.data() + text.size();
}

} // namespace

Result<PictureSize> parseSize(std::string_view text) {
    PictureSize size;
    const std::size_t cross = text.find('x');
    const bool isRead = cross != std::string_view::npos &&
                        parseNumber(text.substr(0, cross), size.width) &&
                        parseNumber(text.substr(cross + 1), size.height);
    if (!isRead || size.width == 0 || size.height == 0 || size.width > kLargestSide ||
        size.height > kLargestSide) {
        return Error{"usage.size",
                     "size '" + std::string(text) + "': expected WIDTHxHEIGHT, each from 1 to " +
                         std::to_string(kLargestSide)};
    }
    return size;
}

Result<CameraRequest> parseCamera(std::string_view text) {
    CameraRequest camera;
    if (text == "auto") {
        return camera;
    }
    const Error error{"usage.camera",
                      "camera '" + std::string(text) +
                          "': expected auto, or yaw=DEGREES,pitch=DEGREES,distance=LENGTH"};
    while (!text.empty()) {
        const std::string_view part = text.substr(0, text.find(','));
        text.remove_prefix(std::min(text.size(), part.size() + 1));
        const std::size_t equals = part.find('=');
        float number = 0.0f;
        if (equals == std::string_view::npos || !parseNumber(part.substr(equals + 1), number) ||
            !std::isfinite(number)) {
            return error;
        }
        const std::string_view key = part.substr(0, equals);
        if (key == "yaw") {
            camera.yaw = number;
        } else if (key == "pitch") {
            camera.pitch = number;
        } else if (key == "distance" && number > 0.0f) {
            camera.distance = number;
        } else {
            return error;
        }
    }
    return camera;
}

#ifdef SARTOR_HAS_GPU

Status drawPicture(gpu::Device& device,
                   const session::Session& session,
                   const session::ViewOptions& view,
                   const PictureSize& size,
                   const CameraRequest& wanted,
                   session::Picture& picture) {
    constexpr float kRadians = std::numbers::pi_v<float> / 180.0f;
    render::Camera camera =
        render::frameBounds(session::sceneBounds(session),
                            static_cast<float>(size.width) / static_cast<float>(size.height),
                            wanted.yaw * kRadians,
                            wanted.pitch * kRadians);
    camera.distance = wanted.distance.value_or(camera.distance);
    Result<std::unique_ptr<session::SceneView>> sceneView =
        session::SceneView::create(device, session);
    if (!sceneView) {
        return sceneView.error();
    }
    return (*sceneView)->render(view, camera, size.width, size.height, picture);
}

Status writePicture(const std::filesystem::path& out,
                    const session::Session& session,
                    const session::ViewOptions& view,
                    const PictureSize& size,
                    const CameraRequest& camera) {
    const Result<std::unique_ptr<gpu::Device>> device = gpu::Device::create({});
    if (!device) {
        return device.error();
    }
    session::Picture picture;
    if (Status status = drawPicture(**device, session, view, size, camera, picture); !status) {
        return status;
    }
    return io::writePng(out, {picture.width, picture.height, picture.bgra});
}

std::string legendText(const session::Session& session, const session::ViewOptions& view) {
    std::string text;
    for (const session::LegendEntry& entry : session::viewLegend(session, view)) {
        std::array<char, 8> code{};
        std::snprintf(code.data(),
                      code.size(),
                      "#%02x%02x%02x",
                      entry.colour & 0xffu,
                      (entry.colour >> 8) & 0xffu,
                      (entry.colour >> 16) & 0xffu);
        text += std::string(code.data()) + "  " + io::printable(entry.label) + '\n';
    }
    return text;
}

#endif

} // namespace sartor::cli
