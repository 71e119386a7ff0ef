// SPDX-License-Identifier: Apache-2.0
// Reads the frame of a case.json.
#include "case_json.h"

#include <sartor/base/file.h>
#include <sartor/io/case_questions.h>

#include <set>
#include <utility>

namespace sartor::io {
namespace {

void checkFrame(const Json& document) {
    const JsonObject root(document, "");
    if (root.text("id").empty()) {
        failDocument("value", "/id", "expected a text that is not empty");
    }
    const std::vector<JsonObject> checks = root.objects("checks");
    if (checks.empty()) {
        failDocument("value", "/checks", "expected at least one check");
    }
    std::set<std::string> ids;
    for (const JsonObject& check : checks) {
        if (!ids.insert(check.text("id")).second) {
            failDocument("value",
                         check.placeOf("id"),
                         "'" + check.text("id") + "' is the id of another check already");
        }
        check.text("kind");
    }
}

} // namespace

std::string CaseJson::placeOfCheck(std::size_t index) {
    return "/checks/" + std::to_string(index);
}

Result<CaseJson> readCaseJson(const std::filesystem::path& folder) {
    constexpr std::uint64_t kMaximumSize = std::uint64_t{16} << 20;
    CaseJson json;
    const std::filesystem::path path = folder / kCaseFileName;
    json.path = path.string();
    const auto bytes = readFile(path, kMaximumSize);
    if (!bytes) {
        return bytes.error();
    }
    Result<Json> document =
        parseJson({reinterpret_cast<const char*>(bytes->data()), bytes->size()});
    if (!document) {
        return inCase(json, document.error());
    }
    json.document = std::move(*document);
    try {
        checkFrame(json.document);
    } catch (const DocumentFailure& failure) {
        return inCase(json, failure.error);
    }
    return json;
}

Error inCase(const CaseJson& json, const Error& error) {
    return {error.code, json.path + ": " + error.message};
}

} // namespace sartor::io
