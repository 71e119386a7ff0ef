// SPDX-License-Identifier: Apache-2.0
// Opens, changes and saves glTF files.
#include "gltf_edit.h"
#include "gltf_save.h"

#include <sartor/base/file.h>
#include <sartor/base/path.h>
#include <sartor/base/staged_files.h>
#include <sartor/io/gltf_writer.h>

#include <algorithm>
#include <exception>
#include <new>

namespace sartor::io {

struct GltfWriter::State {
    std::filesystem::path path;
    GltfDocument document;
};

GltfWriter::GltfWriter(std::unique_ptr<State> state) : state_(std::move(state)) {}
GltfWriter::GltfWriter(GltfWriter&&) noexcept = default;
GltfWriter& GltfWriter::operator=(GltfWriter&&) noexcept = default;
GltfWriter::~GltfWriter() = default;

Result<GltfWriter> GltfWriter::open(const std::filesystem::path& path,
                                    const import::ImportOptions& options) {
    if (!import::isGltf(path)) {
        return Error{"output.format", path.string() + ": only glTF files can be written back"};
    }
    Result<import::GltfParts> parts = import::readGltfParts(path, options);
    if (!parts) {
        return parts.error();
    }
    Result<GltfDocument> document = GltfDocument::create(std::move(*parts));
    if (!document) {
        return Error{document.error().code, path.string() + ": " + document.error().message};
    }
    return GltfWriter(std::make_unique<State>(State{path, std::move(*document)}));
}

Status GltfWriter::apply(const import::FileEdit& edit) {
    return applyEdit(state_->document, edit);
}

namespace {

namespace fs = std::filesystem;

bool isSameFile(const fs::path& a, const fs::path& b) {
    std::error_code error;
    return fs::equivalent(a, b, error);
}

bool holds(const fs::path& path, std::span<const std::byte> bytes) {
    const Result<std::vector<std::byte>> there = readFile(path, bytes.size());
    return there && std::equal(there->begin(), there->end(), bytes.begin(), bytes.end());
}

// Folders below the output's, without following links out of it.
Status makeFolder(const fs::path& folder, const fs::path& root, StagedFiles& files) {
    if (Status status = files.addFolder(folder); !status) {
        return status;
    }
    std::error_code error;
    const fs::path inside =
        fs::canonical(folder, error).lexically_relative(fs::canonical(root, error));
    if (error || inside.empty() || *inside.begin() == "..") {
        return Error{"file.unwritable",
                     folder.string() + ": a link leads out of the folder of the output"};
    }
    return {};
}

} // namespace

Result<GltfSaved> GltfWriter::save(const std::filesystem::path& out, ExistingFiles existing) const {
    if (existing == ExistingFiles::Keep && isSameFile(out, state_->path)) {
        return Error{"output.exists", out.string() + ": this is the input, which is not replaced"};
    }
    GltfDocument document = state_->document;
    const Result<GltfOutput> output = layOut(document, state_->path, out);
    if (!output) {
        return output.error();
    }
    const fs::path folder = folderOf(out);
    GltfSaved saved;
    saved.notes = output->notes;
    const auto isCompanion = [&](const GltfOutput::File& file) {
        return &file != &output->files.back();
    };
    for (const GltfOutput::File& file : output->files) {
        std::error_code error;
        if (existing == ExistingFiles::Keep && !file.isOwnName && fs::exists(file.path, error) &&
            !holds(file.path, file.bytes)) {
            return Error{"output.exists",
                         file.path.string() + ": another file is there, which is not replaced"};
        }
    }
    StagedFiles files;
    for (const GltfOutput::File& file : output->files) {
        if (isCompanion(file)) {
            if (const Status status = makeFolder(file.path.parent_path(), folder, files); !status) {
                return status.error();
            }
            if (holds(file.path, file.bytes)) {
                continue;
            }
            // The file's author has chosen this name, not the user.
            std::error_code error;
            if (fs::is_symlink(fs::symlink_status(file.path, error))) {
                return Error{"file.unwritable",
                             file.path.string() + ": a link is there, which is not followed"};
            }
        }
        if (const Status status = files.add(file.path, file.bytes); !status) {
            return status.error();
        }
        saved.files.push_back(file.path);
    }
    if (const Status status = files.commit(); !status) {
        return status.error();
    }
    return saved;
}

} // namespace sartor::io
