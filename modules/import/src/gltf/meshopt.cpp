// SPDX-License-Identifier: Apache-2.0
// The decoders and filters of meshoptimizer, which check the data but not what they are asked for.
#include "gltf/meshopt.h"

#include "gltf/failure.h"

#include <meshoptimizer.h>

#include <limits>

namespace sartor::import::gltf {
namespace {

// What the decoders and filters demand, as conditions of EXT_meshopt_compression.
void checkShape(const MeshoptView& view, const std::string& place) {
    const bool isAttributes = view.mode == "ATTRIBUTES";
    const std::string stride = std::to_string(view.byteStride);
    if (isAttributes &&
        (view.byteStride == 0 || view.byteStride > 256 || view.byteStride % 4 != 0)) {
        fail("gltf.meshopt",
             place + "/byteStride",
             stride + ", expected a multiple of 4 up to 256 for ATTRIBUTES");
    }
    if (!isAttributes && view.byteStride != 2 && view.byteStride != 4) {
        fail("gltf.meshopt", place + "/byteStride", stride + ", expected 2 or 4 for " + view.mode);
    }
    if (view.mode == "TRIANGLES" && view.count % 3 != 0) {
        fail("gltf.meshopt",
             place + "/count",
             std::to_string(view.count) + ", expected a multiple of 3 for TRIANGLES");
    }
    if (view.filter == "NONE") {
        return;
    }
    const bool fits =
        (view.filter == "OCTAHEDRAL" && (view.byteStride == 4 || view.byteStride == 8)) ||
        (view.filter == "QUATERNION" && view.byteStride == 8) || view.filter == "EXPONENTIAL";
    if (!isAttributes || !fits) {
        fail("gltf.meshopt",
             place + "/filter",
             view.filter + " does not go with mode " + view.mode + " and byteStride " + stride);
    }
}

} // namespace

std::vector<std::byte> decodeMeshopt(const MeshoptView& view,
                                     const Bytes& compressed,
                                     const std::string& place,
                                     Budget& budget) {
    checkShape(view, place);
    if (view.count > std::numeric_limits<std::uint32_t>::max()) {
        fail("file.too_large",
             place + "/count",
             std::to_string(view.count) + " elements, at most 4294967295 are read");
    }
    budget.charge(view.count * view.byteStride, place + "/count");
    const std::vector<std::byte> source = compressed.chargedCopy(budget, place + "/byteLength");
    const auto* bytes = reinterpret_cast<const unsigned char*>(source.data());
    std::vector<std::byte> decoded(view.count * view.byteStride);
    using Decode = int(void*, std::size_t, std::size_t, const unsigned char*, std::size_t);
    Decode* decode = meshopt_decodeIndexSequence;
    if (view.mode == "ATTRIBUTES") {
        decode = meshopt_decodeVertexBuffer;
    } else if (view.mode == "TRIANGLES") {
        decode = meshopt_decodeIndexBuffer;
    }
    if (const int result =
            decode(decoded.data(), view.count, view.byteStride, bytes, source.size());
        result != 0) {
        fail("gltf.meshopt",
             place,
             std::to_string(source.size()) + " bytes cannot be decoded to " +
                 std::to_string(view.count) + " elements of " + std::to_string(view.byteStride) +
                 " bytes in mode " + view.mode +
                 (result == -1 ? ": unknown version of the format" : ""));
    }
    if (view.filter == "OCTAHEDRAL") {
        meshopt_decodeFilterOct(decoded.data(), view.count, view.byteStride);
    } else if (view.filter == "QUATERNION") {
        meshopt_decodeFilterQuat(decoded.data(), view.count, view.byteStride);
    } else if (view.filter == "EXPONENTIAL") {
        meshopt_decodeFilterExp(decoded.data(), view.count, view.byteStride);
    }
    return decoded;
}

} // namespace sartor::import::gltf
