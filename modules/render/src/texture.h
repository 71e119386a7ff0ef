// SPDX-License-Identifier: Apache-2.0
// Pictures on surfaces.
#pragma once

#include <sartor/assets/material.h>
#include <sartor/gpu/commands.h>
#include <sartor/gpu/image.h>

namespace sartor::render {

using Sampler = gpu::Handle<VkSampler, vkDestroySampler>;

/// Repeats and filters between texels and between sizes.
Result<Sampler> createSampler(gpu::Device& device);

/// The image with all its smaller sizes, ready to be read by fragment shaders; sRGB is decoded when
/// it is read. Waits for the device.
/// Errors: "render.texture" (sizes that do not fit), "gpu.*".
Result<gpu::Image> createTexture(gpu::Device& device, const assets::Image& image);

} // namespace sartor::render
