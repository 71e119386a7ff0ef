// SPDX-License-Identifier: Apache-2.0
// Any bytes as a capture of a graph. The checksum at the end is made to fit, or little would be
// read.
#include "content_hash.h"

#include <sartor/graph/graph_capture.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace sartor::graph;
    std::vector<std::byte> bytes(size);
    std::transform(data, data + size, bytes.begin(), [](std::uint8_t b) { return std::byte{b}; });
    if (size >= sizeof(std::uint64_t)) {
        ContentHash hash;
        hash.addBytes(std::span(bytes).first(size - sizeof(std::uint64_t)));
        const std::uint64_t value = hash.value();
        std::memcpy(bytes.data() + size - sizeof(value), &value, sizeof(value));
    }
    const auto capture = readCapture(bytes);
    if (!capture ? capture.error().message.empty() : captureBytes(*capture) != bytes) {
        std::abort();
    }
    return 0;
}
