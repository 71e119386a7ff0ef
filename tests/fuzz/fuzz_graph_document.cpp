// SPDX-License-Identifier: Apache-2.0
// Any text as the document of a graph.
#include <sartor/graph/compiled_graph.h>
#include <sartor/io/graph_document.h>

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace sartor;
    const io::GraphDocument document =
        io::parseGraphDocument({reinterpret_cast<const char*>(data), size});
    for (const graph::Problem& problem : document.problems) {
        if (problem.code.empty() || problem.message.empty()) {
            std::abort();
        }
    }
    static_cast<void>(graph::compile(document.definition, nullptr));
    if (document.problems.empty()) {
        // What was read is what is written, and it is written in one form.
        const std::string written = io::graphDocument(document.definition);
        const io::GraphDocument again = io::parseGraphDocument(written);
        if (!again.problems.empty() || io::graphDocument(again.definition) != written) {
            std::abort();
        }
    }
    return 0;
}
