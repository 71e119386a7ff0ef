// SPDX-License-Identifier: Apache-2.0
// A scene, or why there is none, as bytes between two processes of one machine and one version.
#pragma once

#include <sartor/base/result.h>
#include <sartor/import/imported_scene.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

namespace sartor::import {

/// Grows with every change of the form.
inline constexpr std::uint32_t kSceneStreamVersion = 1;

/// Takes the next bytes; they are only there during the call.
using SceneSink = std::function<void(std::span<const std::byte>)>;

/// Hands everything but path and format to the sink, piece by piece.
void writeScene(const Result<ImportedScene>& scene, const SceneSink& sink);

/// What writeScene wrote, without path and format. Nothing of it is believed: no count is taken for
/// memory that the bytes do not fill, and all assets are made by the functions that check them.
///
/// Errors: the one that was written; "import.worker_answer" for bytes that writeScene of this
/// version cannot have written, naming the place; those of the assets. Cost: O(bytes).
Result<ImportedScene> readScene(std::span<const std::byte> bytes);

} // namespace sartor::import
