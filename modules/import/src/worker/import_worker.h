// SPDX-License-Identifier: Apache-2.0
// Both ends of reading a file in a process of its own.
#pragma once

#include <sartor/import/import_file.h>

namespace sartor::import {

/// Runs the worker on the file and takes its answer; within `options.foreign`.
///
/// Errors: those of the importer, and those that importFile lists for processes.
Result<ImportedScene> readInWorker(const Importer& importer,
                                   const std::filesystem::path& path,
                                   const ImportOptions& options);

/// The program that readInWorker runs. Errors: "environment.import_worker", naming where it was
/// looked for.
Result<std::filesystem::path> findImportWorker(const ForeignOptions& options);

/// What the worker program does: gives up all rights but to read in the folder of the file, reads
/// it as its arguments say, and writes the answer to its standard output. Does not return to the
/// caller's cleanup where memory runs out. Returns the exit code.
int runImportWorker(int argumentCount, const char* const* arguments);

} // namespace sartor::import
