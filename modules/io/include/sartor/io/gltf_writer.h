// SPDX-License-Identifier: Apache-2.0
// Writes a glTF file back with changes: what is not changed stays as it was read.
#pragma once

#include <sartor/base/result.h>
#include <sartor/import/file_edit.h>
#include <sartor/import/import_file.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace sartor::io {

enum class ExistingFiles {
    Keep,   ///< never onto the input, nor onto another file that it needs
    Replace ///< whatever is there
};

struct GltfSaved {
    /// The main file last.
    std::vector<std::filesystem::path> files;
    /// What was done beside the edits, and what to know: sentences.
    std::vector<std::string> notes;
};

/// A glTF file, open for changes. The JSON is edited as text: order, extras, extensions, unknown
/// keys and the form of numbers stay. Buffers stay byte for byte but for the values of edits, which
/// keep the component type of their accessor where it can hold them. Accessors that share their
/// bytes or are used elsewhere are copied, not changed for all; sparse and compressed ones become
/// plain.
class GltfWriter {
public:
    /// Errors: those of import::readGltfParts, and "output.format" for a file that is no glTF.
    static Result<GltfWriter> open(const std::filesystem::path& path,
                                   const import::ImportOptions& options = {});

    GltfWriter(GltfWriter&&) noexcept;
    GltfWriter& operator=(GltfWriter&&) noexcept;
    ~GltfWriter();

    /// Integer weights of a vertex that sum to one are written so that they sum to it exactly.
    /// Errors, after which the file is as before: "edit.no_such_place", "edit.shape",
    /// "edit.nonfinite", "edit.compressed" (vertices under KHR_draco_mesh_compression).
    Status apply(const import::FileEdit& edit);

    /// Writes a .glb or .gltf by the extension, all files of it or, where one cannot be written,
    /// none (StagedFiles). A .glb takes all buffers into itself, and, made from a .gltf, its
    /// images; to another folder, the files that the output names are copied. A changed buffer of a
    /// .gltf in its own folder gets a file of a new name. Errors: "output.format", "output.exists"
    /// (with ExistingFiles::Keep: the output is the input, or a file with another content is where
    /// one goes), "output.too_large", "file.unwritable".
    Result<GltfSaved> save(const std::filesystem::path& out,
                           ExistingFiles existing = ExistingFiles::Keep) const;

private:
    struct State;
    explicit GltfWriter(std::unique_ptr<State> state);

    std::unique_ptr<State> state_;
};

} // namespace sartor::io
