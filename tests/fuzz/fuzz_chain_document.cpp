// SPDX-License-Identifier: Apache-2.0
// Any text as the document of a chain.
#include <sartor/io/chain_document.h>

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto text = sartor::io::parseChainDocument({reinterpret_cast<const char*>(data), size});
    if (!text && (text.error().code.empty() || text.error().message.empty())) {
        std::abort();
    }
    return 0;
}
