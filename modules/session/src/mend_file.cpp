// SPDX-License-Identifier: Apache-2.0
// From a broken file to a mended one, on disk.
#include <sartor/import/import_file.h>
#include <sartor/session/mend_file.h>

namespace sartor::session {

Result<MendedFile> mendFile(const MendRequest& request) {
    Result<import::ImportedScene> scene = import::importFile(request.in, request.reading);
    if (!scene) {
        return scene.error();
    }
    Result<io::GltfWriter> writer = io::GltfWriter::open(request.in, request.reading);
    if (!writer) {
        return writer.error();
    }
    for (const Repair& repair : request.repairs) {
        const auto edits = diagnose::planRepair(*scene, repair.id, repair.form);
        if (!edits) {
            return edits.error();
        }
        for (const import::FileEdit& edit : *edits) {
            if (const Status status = writer->apply(edit); !status) {
                return status.error();
            }
        }
        scene = diagnose::repair(*scene, repair.id, repair.form);
        if (!scene) {
            return scene.error();
        }
    }
    if (request.stop.stop_requested()) {
        return Error{"doctor.cancelled", "nothing was written: it was asked to stop"};
    }
    Result<io::GltfSaved> saved = writer->save(request.out, request.existing);
    if (!saved) {
        return saved.error();
    }
    const Result<import::ImportedScene> written = import::importFile(request.out, request.reading);
    if (!written) {
        return written.error();
    }
    Result<diagnose::Diagnosis> after = diagnose::examine(*written, {request.stop});
    if (!after) {
        return after.error();
    }
    return MendedFile{request.out, std::move(saved->notes), std::move(*after)};
}

} // namespace sartor::session
