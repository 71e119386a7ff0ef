// SPDX-License-Identifier: Apache-2.0
// Any words as the code, of either form, of a stage that reads positions and writes them.
#include "spirv_check.h"

#include <cstdlib>
#include <cstring>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace sartor::deform;
    const BufferNeed positions[] = {
        {"sartor.position", SARTOR_FORMAT_F32X3, SARTOR_PER_VERTEX, SARTOR_READ, false},
        {"sartor.position", SARTOR_FORMAT_F32X3, SARTOR_PER_VERTEX, SARTOR_WRITE, false},
    };
    ShaderCode code;
    code.entryPoint = "main";
    code.words.resize(size / sizeof(std::uint32_t));
    if (!code.words.empty()) {
        std::memcpy(code.words.data(), data, code.words.size() * sizeof(std::uint32_t));
    }
    for (const ShaderForm form : {ShaderForm::Compute, ShaderForm::Vertex}) {
        const sartor::Status status = checkShader(form, positions, code);
        if (!status && !status.error().code.starts_with("plugin.spirv_") &&
            !status.error().code.starts_with("plugin.vertex_")) {
            std::abort();
        }
    }
    return 0;
}
