// SPDX-License-Identifier: Apache-2.0
// From a broken file to a mended one, on disk.
#pragma once

#include <sartor/base/result.h>
#include <sartor/diagnose/doctor.h>
#include <sartor/io/gltf_writer.h>

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

namespace sartor::session {

/// One cause that is undone: diagnose::Hypothesis::id and form; without a form, the one that fits
/// best.
struct Repair {
    std::string id;
    std::string form = {};

    bool operator==(const Repair&) const = default;
};

struct MendRequest {
    std::filesystem::path in;
    import::ImportOptions reading = {};
    /// One after the other, each of what the one before has left.
    std::vector<Repair> repairs;
    std::filesystem::path out;
    io::ExistingFiles existing = io::ExistingFiles::Keep;
    /// Nothing is written once it asks to stop.
    std::stop_token stop = {};
};

struct MendedFile {
    std::filesystem::path file;
    /// What the writer has to say.
    std::vector<std::string> notes;
    /// Of the file as it was written, read again.
    diagnose::Diagnosis after;
};

/// Reads the file, undoes the causes, writes all of it or nothing, and examines what was written.
/// Errors: those of import, of diagnose::repair and planRepair, of io::GltfWriter and of
/// diagnose::examine, which is the last to fail: the file then is there.
Result<MendedFile> mendFile(const MendRequest& request);

} // namespace sartor::session
