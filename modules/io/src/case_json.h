// SPDX-License-Identifier: Apache-2.0
// The frame of a case.json, which questions and expectations share.
#pragma once

#include "json_document.h"

#include <filesystem>
#include <string>
#include <vector>

namespace sartor::io {

/// A case.json with the checks that its readers look into.
struct CaseJson {
    Json document;
    /// "FOLDER/case.json"
    std::string path;

    /// "/checks/3"
    static std::string placeOfCheck(std::size_t index);
};

/// Reads the document of a case and makes sure of its list of checks: objects, each with an id of
/// its own and a kind. Errors: as readCaseQuestions().
Result<CaseJson> readCaseJson(const std::filesystem::path& folder);

/// The error of a document, with the document's path in front.
Error inCase(const CaseJson& json, const Error& error);

} // namespace sartor::io
