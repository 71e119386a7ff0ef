// SPDX-License-Identifier: Apache-2.0
// A scene, or why there is none, as bytes between two processes of one machine and one version.
#pragma once

#include "byte_stream.h"

#include <sartor/base/result.h>
#include <sartor/import/imported_scene.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

namespace sartor::import {

/// Grows with every change of the form.
inline constexpr std::uint32_t kSceneStreamVersion = 1;

/// What the worker answers.
struct WorkerAnswer {
    /// All but path and format, which the other side knows.
    Result<ImportedScene> scene;
    /// What was opened to read it, in order.
    std::vector<std::filesystem::path> openedFiles{};
};

/// Hands the answer to the sink, piece by piece.
void writeAnswer(const WorkerAnswer& answer, const ByteSink& sink);

/// What writeAnswer wrote. Nothing of it is believed: no count is taken for memory that the bytes
/// do not fill, and all assets are made by the functions that check them. The scene's error is the
/// one that was written; "import.worker_answer" for bytes that writeAnswer of this version cannot
/// have written, naming the place; or one of the assets. Cost: O(bytes).
WorkerAnswer readAnswer(std::span<const std::byte> bytes);

} // namespace sartor::import
