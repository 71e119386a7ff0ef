// SPDX-License-Identifier: Apache-2.0
// Primitives compressed by KHR_draco_mesh_compression.
#pragma once

#include "gltf/read_context.h"

#include <string>

namespace sartor::import::gltf {

/// While it lives, the accessors of a primitive that the extension covers, and that of its indices,
/// give what was compressed: in the order of vertices and triangles that Draco has, with the types
/// that the accessors declare. A primitive without the extension is left alone.
class DracoPrimitive {
public:
    /// `place` is the JSON path of the primitive. Fails with "file.too_large" before the memory is
    /// allocated, and with "gltf.draco" for data that cannot be decoded or does not fit the
    /// accessors.
    DracoPrimitive(const ReadContext& context, const Primitive& primitive, std::string place);
    ~DracoPrimitive() { context_.accessors.forgetReplaced(); }
    DracoPrimitive(const DracoPrimitive&) = delete;
    DracoPrimitive& operator=(const DracoPrimitive&) = delete;
    DracoPrimitive(DracoPrimitive&&) = delete;
    DracoPrimitive& operator=(DracoPrimitive&&) = delete;

private:
    const ReadContext& context_;
};

} // namespace sartor::import::gltf
