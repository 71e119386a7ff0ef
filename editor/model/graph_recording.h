// SPDX-License-Identifier: Apache-2.0
// What a graph did, moment by moment, and its way to a file and back.
#pragma once

#include "editor/model/graph_happenings.h"

#include <sartor/base/result.h>
#include <sartor/graph/compiled_graph.h>
#include <sartor/math/double_rigid.h>

#include <cstddef>
#include <deque>
#include <filesystem>
#include <memory>
#include <vector>

namespace sartor::editor {

/// A moment that can be gone back to.
struct GraphMoment {
    double time = 0.0; ///< seconds since the start of the graph
    double dt = 0.0;   ///< since the moment before; of the first, whatever
    std::vector<std::byte> state{};
    math::DoubleRigid worldFromModel{};
    /// Of the frame that ended there.
    std::vector<GraphHappening> happenings{};
};

struct GraphRecording {
    /// From the one before the first frame on; times and places are counted from there.
    std::deque<GraphMoment> moments{};
    /// Frames whose poses have other bits here than where they were recorded.
    std::size_t differentCount = 0;
};

/// Writes the frames between moments of `graph` as a graph::GraphCapture, whole or not at all.
/// Errors: "editor.nothing_recorded" for fewer than two moments, those of writing.
Status writeRecording(const std::filesystem::path& path,
                      const std::shared_ptr<const graph::CompiledGraph>& graph,
                      const std::deque<GraphMoment>& moments);

/// Goes through the frames of a capture of `graph` again. The message begins with the path.
/// Errors: those of readFile, graph::readCapture and graph::GraphReplay.
Result<GraphRecording> readRecording(const std::filesystem::path& path,
                                     const std::shared_ptr<const graph::CompiledGraph>& graph);

} // namespace sartor::editor
