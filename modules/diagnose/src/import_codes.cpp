// SPDX-License-Identifier: Apache-2.0
// All codes of importers in one list.
#include "import_code_tables.h"

#include <sartor/diagnose/import_codes.h>

#include <algorithm>
#include <vector>

namespace sartor::diagnose {

std::span<const RuleInfo> importCodes() {
    static const std::vector<RuleInfo> kCodes = [] {
        std::vector<RuleInfo> all;
        for (const auto table : {fileCodes(), clipCodes(), characterCodes()}) {
            all.insert(all.end(), table.begin(), table.end());
        }
        std::sort(all.begin(), all.end(), [](const RuleInfo& a, const RuleInfo& b) {
            return a.id < b.id;
        });
        return all;
    }();
    return kCodes;
}

const RuleInfo* findCode(std::string_view id) {
    if (const RuleInfo* rule = findRule(id)) {
        return rule;
    }
    const std::span<const RuleInfo> codes = importCodes();
    const auto found = std::find_if(
        codes.begin(), codes.end(), [id](const RuleInfo& info) { return info.id == id; });
    return found == codes.end() ? nullptr : &*found;
}

} // namespace sartor::diagnose
