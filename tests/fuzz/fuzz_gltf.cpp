// SPDX-License-Identifier: Apache-2.0
// Any bytes as a .gltf or .glb file.
#include "gltf_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const sartor::fuzz::MemoryFile file;
    file.write(data, size);
    sartor::fuzz::readAndCheck(file);
    return 0;
}
