// SPDX-License-Identifier: Apache-2.0
// Documents of older versions, brought up to date.
#include "document_upgrade.h"

namespace sartor::io {

Status
upgradeDocument(Json& document, std::string_view format, std::span<const UpgradeStep> steps) {
    for (const char* key : {"format", "version"}) {
        if (!document.contains(key)) {
            return documentError("missing_key", "", "key '" + std::string(key) + "' is missing");
        }
    }
    if (document["format"] != format) {
        return documentError("format", "/format", "expected \"" + std::string(format) + "\"");
    }
    const std::size_t present = steps.size() + 1;
    const Json& version = document["version"];
    if (!version.is_number_unsigned() || version.get<std::uint64_t>() < 1) {
        return documentError("version", "/version", "expected a whole number from 1 on");
    }
    if (version.get<std::uint64_t>() > present) {
        return documentError("version",
                             "/version",
                             "written for a later version: expected at most " +
                                 std::to_string(present));
    }
    for (std::size_t step = version.get<std::size_t>() - 1; step < steps.size(); ++step) {
        steps[step](document);
    }
    document["version"] = present;
    return {};
}

} // namespace sartor::io
