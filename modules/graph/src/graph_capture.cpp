// SPDX-License-Identifier: Apache-2.0
// Frames of an instance as bytes.
#include "content_hash.h"

#include <sartor/base/assert.h>
#include <sartor/graph/graph_capture.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>

namespace sartor::graph {
namespace {

static_assert(std::endian::native == std::endian::little, "captures are written as they lie");

constexpr char kMagic[8] = {'S', 'A', 'R', 'T', 'G', 'C', 'A', 'P'};
constexpr std::uint64_t kVersion = 1;

struct Header {
    char magic[8];
    std::uint64_t version;
    std::uint64_t fingerprint;
    std::uint64_t stateSize;
    std::uint64_t frameCount;
};

template <class T>
void append(std::vector<std::byte>& bytes, std::span<const T> items) {
    // Not by insert(), in which GCC 12 sees a copy beyond the end that there is not.
    const std::span<const std::byte> raw = std::as_bytes(items);
    const std::size_t end = bytes.size();
    bytes.resize(end + raw.size());
    std::copy(raw.begin(), raw.end(), bytes.begin() + static_cast<std::ptrdiff_t>(end));
}

template <class T>
void append(std::vector<std::byte>& bytes, const T& item) {
    append(bytes, std::span<const T>(&item, 1));
}

template <class T>
void take(std::span<const std::byte>& bytes, std::span<T> items) {
    std::memcpy(items.data(), bytes.data(), items.size_bytes());
    bytes = bytes.subspan(items.size_bytes());
}

std::uint64_t hashOf(std::span<const std::byte> bytes) {
    ContentHash hash;
    hash.addBytes(bytes);
    return hash.value();
}

std::uint64_t hashOfPose(std::span<const math::Transform> parentFromJoint,
                         std::span<const float> morphWeights) {
    ContentHash hash;
    hash.addBytes(std::as_bytes(parentFromJoint));
    hash.addBytes(std::as_bytes(morphWeights));
    return hash.value();
}

/// Saturates, so that no size in a file wraps round to a fitting one.
std::uint64_t frameSize(std::uint64_t stateSize) {
    constexpr std::uint64_t kRest = sizeof(double) + sizeof(std::uint64_t);
    return stateSize > ~std::uint64_t{0} - kRest ? ~std::uint64_t{0} : stateSize + kRest;
}

} // namespace

GraphCapture captureFrames(const GraphRecorder& recorder, std::size_t first, std::size_t count) {
    SARTOR_ASSERT(count > 0 && first + count <= recorder.frameCount());
    const CompiledGraph& graph = recorder.graph();
    GraphCapture capture;
    capture.fingerprint = fingerprint(graph);
    GraphInstance instance = GraphInstance::create(recorder.sharedGraph());
    std::vector<math::Transform> parentFromJoint(graph.rig().skeleton->jointCount());
    std::vector<float> morphWeights(graph.rig().defaultMorphWeights.size());
    for (std::size_t i = first; i < first + count; ++i) {
        GraphCapture::Frame& frame = capture.frames.emplace_back();
        const std::span<const std::byte> state = recorder.stateBefore(i);
        frame.state.assign(state.begin(), state.end());
        frame.dt = recorder.dt(i);
        // Whatever was recorded can be gone through again.
        SARTOR_ASSERT(recorder.show(i, instance).hasValue());
        instance.evaluate(parentFromJoint, morphWeights);
        frame.poseHash = hashOfPose(parentFromJoint, morphWeights);
    }
    return capture;
}

std::vector<std::byte> captureBytes(const GraphCapture& capture) {
    SARTOR_ASSERT(!capture.frames.empty());
    Header header{};
    std::memcpy(header.magic, kMagic, sizeof(kMagic));
    header.version = kVersion;
    header.fingerprint = capture.fingerprint;
    header.stateSize = capture.frames[0].state.size();
    header.frameCount = capture.frames.size();
    std::vector<std::byte> bytes;
    bytes.reserve(sizeof(header) + header.frameCount * frameSize(header.stateSize) +
                  sizeof(std::uint64_t));
    append(bytes, header);
    for (const GraphCapture::Frame& frame : capture.frames) {
        SARTOR_ASSERT(frame.state.size() == header.stateSize);
        append(bytes, frame.dt);
        append(bytes, frame.poseHash);
        append(bytes, std::span<const std::byte>(frame.state));
    }
    append(bytes, hashOf(bytes));
    return bytes;
}

Result<GraphCapture> readCapture(std::span<const std::byte> bytes) {
    Header header{};
    if (bytes.size() < sizeof(header) + sizeof(std::uint64_t)) {
        return Error{"capture.truncated",
                     std::to_string(bytes.size()) + " bytes: a capture has at least " +
                         std::to_string(sizeof(header) + sizeof(std::uint64_t))};
    }
    std::span<const std::byte> rest = bytes.first(bytes.size() - sizeof(std::uint64_t));
    const std::uint64_t actualHash = hashOf(rest);
    take(rest, std::span(&header, 1));
    if (std::memcmp(header.magic, kMagic, sizeof(kMagic)) != 0) {
        return Error{"capture.magic", "the first bytes are not those of a capture of a graph"};
    }
    if (header.version != kVersion) {
        return Error{"capture.version",
                     "version " + std::to_string(header.version) + ": expected " +
                         std::to_string(kVersion)};
    }
    const std::uint64_t size = rest.size();
    const std::uint64_t perFrame = frameSize(header.stateSize);
    if (header.frameCount == 0 || size % perFrame != 0 || size / perFrame != header.frameCount) {
        return Error{"capture.size",
                     std::to_string(header.frameCount) + " frames with a state of " +
                         std::to_string(header.stateSize) +
                         " bytes: expected just as many bytes behind the header, not " +
                         std::to_string(size)};
    }
    std::uint64_t writtenHash = 0;
    std::memcpy(
        &writtenHash, bytes.data() + bytes.size() - sizeof(writtenHash), sizeof(writtenHash));
    if (writtenHash != actualHash) {
        return Error{"capture.checksum", "the bytes are not those that were written"};
    }
    GraphCapture capture;
    capture.fingerprint = header.fingerprint;
    capture.frames.resize(header.frameCount);
    for (GraphCapture::Frame& frame : capture.frames) {
        take(rest, std::span(&frame.dt, 1));
        take(rest, std::span(&frame.poseHash, 1));
        frame.state.resize(header.stateSize);
        take(rest, std::span(frame.state));
    }
    return capture;
}

Result<GraphReplay> GraphReplay::create(std::shared_ptr<const CompiledGraph> graph,
                                        GraphCapture capture) {
    if (graph::fingerprint(*graph) != capture.fingerprint) {
        return Error{"capture.other_graph",
                     "the capture was made with another graph, or on another rig"};
    }
    for (const GraphCapture::Frame& frame : capture.frames) {
        if (frame.state.size() != graph->stateSize()) {
            return Error{"graph.state_size",
                         std::to_string(frame.state.size()) +
                             " bytes: the state of this graph has " +
                             std::to_string(graph->stateSize())};
        }
    }
    return GraphReplay(GraphInstance::create(std::move(graph)), std::move(capture));
}

Result<GraphReplay::Step> GraphReplay::show(std::size_t index,
                                            std::span<math::Transform> parentFromJoint,
                                            std::span<float> morphWeights) {
    SARTOR_ASSERT(index < frameCount());
    const GraphCapture::Frame& frame = capture_.frames[index];
    if (const Status status = instance_.restore(frame.state); !status) {
        return status.error();
    }
    const Result<GraphUpdate> update = instance_.update(frame.dt);
    if (!update) {
        return update.error();
    }
    instance_.evaluate(parentFromJoint, morphWeights);
    return Step{*update, hashOfPose(parentFromJoint, morphWeights) == frame.poseHash};
}

} // namespace sartor::graph
