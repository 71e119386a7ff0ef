// SPDX-License-Identifier: Apache-2.0
// Path containment after links are followed.
#include <sartor/import/inside_folder.h>

#include <algorithm>

namespace sartor::import {

bool isInsideFolder(const std::filesystem::path& path, const std::filesystem::path& folder) {
    std::error_code error;
    const std::filesystem::path resolvedFolder = std::filesystem::canonical(folder, error);
    if (error) {
        return false;
    }
    const std::filesystem::path resolved = std::filesystem::weakly_canonical(path, error);
    if (error) {
        return false;
    }
    const auto [folderEnd, pathPart] = std::mismatch(
        resolvedFolder.begin(), resolvedFolder.end(), resolved.begin(), resolved.end());
    return folderEnd == resolvedFolder.end() && pathPart != resolved.end();
}

} // namespace sartor::import
