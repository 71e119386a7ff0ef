// SPDX-License-Identifier: Apache-2.0
// A folder in which the builds of a plugin take turns under one name, as a build tool does it.
// Needs the definition SARTOR_FIXTURE_DIR.
#pragma once

#include <QTemporaryDir>

#include <filesystem>
#include <fstream>
#include <string>

namespace sartor::test {

struct PluginFolder {
    QTemporaryDir temporary;
    std::filesystem::path root = temporary.path().toStdString();
    std::filesystem::path plugin = root / "shift.sartorplugin";

    static std::filesystem::path fixture(const std::string& name) {
        return std::filesystem::path(SARTOR_FIXTURE_DIR) / (name + ".sartorplugin");
    }

    /// As linkers do: another file under the same name.
    void replace(const std::string& fixtureName) const {
        std::filesystem::copy_file(fixture(fixtureName), root / "new");
        std::filesystem::rename(root / "new", plugin);
    }
    /// As `cp` does: other bytes in the same file.
    void overwrite(const std::string& fixtureName) const {
        std::ofstream(plugin, std::ios::binary | std::ios::trunc)
            << std::ifstream(fixture(fixtureName), std::ios::binary).rdbuf();
    }
    void truncate() const {
        replace("reload_two");
        // Linkers pack small libraries tightly: half of one may be all that is mapped.
        std::filesystem::resize_file(plugin, 1024);
    }
};

} // namespace sartor::test
