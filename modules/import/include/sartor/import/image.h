// SPDX-License-Identifier: Apache-2.0
// PNG and JPEG to pixels.
#pragma once

#include <sartor/assets/material.h>
#include <sartor/base/result.h>

namespace sartor::import {

/// Decodes PNG or JPEG.
///
/// Errors: "image.undecodable", "image.too_large" (more than 64 Mi pixels, or 2 GiB), naming the
/// image.
Result<assets::Image> decodeImage(const assets::EncodedImage& image);

} // namespace sartor::import
