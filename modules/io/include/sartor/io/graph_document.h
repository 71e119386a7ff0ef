// SPDX-License-Identifier: Apache-2.0
// Pose graphs as JSON files.
#pragma once

#include <sartor/base/result.h>
#include <sartor/graph/definition.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace sartor::io {

/// What a document says, and what of it could not be read.
struct GraphDocument {
    /// Without what is wrong.
    graph::GraphDefinition definition{};
    /// All of them, in the order of the document's parts.
    std::vector<graph::Problem> problems{};
};

/// A definition from its document:
///
///     { "format": "sartor-graph", "version": 1,
///       "parameters": [ { "id": "speed", "type": "float", "default": 0, "minimum": 0,
///                         "maximum": 4, "unit": "m/s", "doc": "..." } ],
///       "clips": [ { "clip": "Walk", "events": [ { "name": "step_left", "time": 0.1 } ],
///                    "markers": [ { "name": "L", "time": 0.1 } ] } ],
///       "root_motion": { "joint": "Hips", "components": [ "xz", "yaw" ], "owner": "entity" },
///       "nodes": [ { "id": "move", "type": "blend_1d", "params": { "sync": true },
///                    "inputs": { "value": { "parameter": "speed" },
///                                "poses": [ { "node": "idle", "threshold": 0 } ] },
///                    "at": [ 120, 40 ] } ],
///       "output": { "node": "move" },
///       "groups": [ { "title": "Legs", "nodes": [ "move" ] } ],
///       "comments": [ { "text": "...", "at": [ 0, 0 ], "size": [ 200, 80 ] } ] }
///
/// All but format, version and nodes may be left out. An input is { "node" }, with the "pin" of
/// that node where it has several, { "parameter" } or { "value" }; a constant may stand by itself:
/// "speed": -1, "target": [ 0, 1, 0 ]. An input without any of these has no source yet. A pin that
/// takes many has a list of such objects, with the pin's fields beside the source.
///
/// Reading is about form alone: whether there are such types, params and nodes says
/// graph::compile(). Documents of older versions are brought up to date.
///
/// Problems: "document.json" (also for more than 64 levels), "document.duplicate_key",
/// "document.format", "document.version", "document.unknown_key", "document.missing_key",
/// "document.value".
GraphDocument parseGraphDocument(std::string_view json);

/// The same from a file of at most 64 MiB. Errors: those of readFile().
Result<GraphDocument> readGraphDocument(const std::filesystem::path& path);

/// The document of a definition in its one form: params and fields in the order of their schemas,
/// those that are equal to their default left out, the shortest numbers. Parsing it gives the
/// definition back; what was written once is written again byte by byte.
std::string graphDocument(const graph::GraphDefinition& definition);

/// All problems, a line each: "/nodes/2/params/speed: what is wrong (graph.out_of_range)".
std::string describe(const std::vector<graph::Problem>& problems);

} // namespace sartor::io
