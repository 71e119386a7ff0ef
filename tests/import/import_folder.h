// SPDX-License-Identifier: Apache-2.0
// A folder for the inputs of a test.
#pragma once

#include <sartor/import/import_file.h>

#include <QByteArray>
#include <QFile>
#include <QTemporaryDir>

#include <filesystem>
#include <string>

namespace sartor::test {

class GltfFile;

/// A folder to load files from; it goes away with the object.
class ImportFolder {
public:
    std::filesystem::path path() const { return folder_.path().toStdString(); }

    void write(const std::string& name, const QByteArray& bytes) const {
        QFile file(folder_.filePath(QString::fromStdString(name)));
        file.remove(); // truncating an old file makes some file systems wait for the disk
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) {
            qFatal("cannot write the input of a test");
        }
    }

    Result<import::ImportedScene> load(const std::string& name,
                                       const QByteArray& bytes,
                                       const import::ImportOptions& options = {}) const {
        write(name, bytes);
        return import::importFile(path() / name, options);
    }

    Result<import::ImportedScene> loadText(const std::string& name, const std::string& text) const {
        return load(name, QByteArray::fromStdString(text));
    }

    /// In gltf_file.h.
    Result<import::ImportedScene> load(const GltfFile& file,
                                       const import::ImportOptions& options = {}) const;

private:
    QTemporaryDir folder_;
};

} // namespace sartor::test
