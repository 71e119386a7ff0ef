// SPDX-License-Identifier: Apache-2.0
// Any bytes as a glTF file that is opened for changes, mended wherever there is a fix, written in
// both forms, and read again.
#include "memory_folder.h"

#include <sartor/diagnose/fix_plan.h>
#include <sartor/import/import_file.h>
#include <sartor/io/gltf_writer.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <span>

namespace {

using namespace sartor;

// Bit by bit, since positions may be anything that the reader takes.
template <class T>
bool isSame(std::span<const T> a, std::span<const T> b) {
    return std::ranges::equal(std::as_bytes(a), std::as_bytes(b));
}

bool hasSameShape(const import::ImportedScene& a, const import::ImportedScene& b) {
    const auto isSameMesh = [](const import::MeshInstance& left,
                               const import::MeshInstance& right) {
        return isSame(left.mesh->positions(), right.mesh->positions()) &&
               isSame(left.mesh->triangles(), right.mesh->triangles());
    };
    return std::ranges::equal(a.instances, b.instances, isSameMesh);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const fuzz::MemoryFolder folder;
    // Both forms are told apart by their first bytes.
    const std::filesystem::path in = folder.path() / "in.gltf";
    std::ofstream file(in, std::ios::binary);
    file.write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
    file.close();
    if (!file) {
        std::abort();
    }
    import::ImportOptions options;
    options.maximumDecodedSize = std::uint64_t{64} << 20;
    const auto& readGltf = import::importers().front().read;
    const auto before = readGltf(in, options);
    auto writer = io::GltfWriter::open(in, options);
    if (!before || !writer) {
        return 0;
    }
    const auto plan = diagnose::planFixes(*before);
    if (!plan) {
        std::abort(); // all rules, none by a name that could be wrong
    }
    for (const import::FileEdit& edit : plan->edits) {
        static_cast<void>(writer->apply(edit));
    }
    for (const char* name : {"out.glb", "out.gltf"}) {
        const std::filesystem::path out = folder.path() / name;
        const auto saved = writer->save(out, io::ExistingFiles::Replace);
        if (!saved) {
            continue;
        }
        const auto after = readGltf(out, options);
        if (!after || !hasSameShape(*before, *after)) {
            std::abort(); // what was read is there again
        }
        for (const std::filesystem::path& written : saved->files) {
            std::filesystem::remove(written);
        }
    }
    return 0;
}
