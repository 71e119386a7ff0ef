// SPDX-License-Identifier: Apache-2.0
// Builds small glTF files for tests: JSON to change at will, and one buffer behind it.
#pragma once

#include "import_folder.h"

#include <QByteArray>

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <type_traits>
#include <vector>

namespace sartor::test {

/// One accessor to add; the component type follows from the values.
struct AccessorOptions {
    std::string type = "SCALAR";
    bool isNormalized = false;
};

class GltfFile {
public:
    using Json = nlohmann::json;

    GltfFile() { root["asset"]["version"] = "2.0"; }

    Json root;
    QByteArray binary;

    /// A value by its path, as in messages of the reader: at("/accessors/0/count") = 7.
    Json& at(const std::string& path) { return root[Json::json_pointer(path)]; }
    void erase(const std::string& path, const std::string& key) { at(path).erase(key); }

    /// Index of a new buffer view over the bytes of the values, aligned to 4.
    template <class Value>
    int addView(const std::vector<Value>& values) {
        while (binary.size() % 4 != 0) {
            binary.append('\0');
        }
        const auto size = static_cast<qsizetype>(values.size() * sizeof(Value));
        Json view = {{"buffer", 0}, {"byteOffset", binary.size()}, {"byteLength", size}};
        binary.append(reinterpret_cast<const char*>(values.data()), size);
        return append("bufferViews", view);
    }

    template <class Value>
    int addAccessor(const std::vector<Value>& values, const AccessorOptions& options = {}) {
        static const std::map<std::string, std::size_t> kCounts = {
            {"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4}, {"MAT4", 16}};
        Json accessor = {{"bufferView", addView(values)},
                         {"componentType", componentType<Value>()},
                         {"count", values.size() / kCounts.at(options.type)},
                         {"type", options.type}};
        if (options.isNormalized) {
            accessor["normalized"] = true;
        }
        return append("accessors", accessor);
    }

    int append(const std::string& table, const Json& value) {
        root[table].push_back(value);
        return static_cast<int>(root[table].size()) - 1;
    }

    /// The JSON with the buffer as base64.
    QByteArray gltf() const {
        Json complete = root;
        if (!binary.isEmpty() && !complete.contains("buffers")) {
            complete["buffers"] = {
                {{"byteLength", binary.size()},
                 {"uri",
                  "data:application/octet-stream;base64," + binary.toBase64().toStdString()}}};
        }
        return QByteArray::fromStdString(complete.dump());
    }

    /// The same as a GLB.
    QByteArray glb() const {
        Json complete = root;
        complete["buffers"] = {{{"byteLength", binary.size()}}};
        return glbOf({{'J', QByteArray::fromStdString(complete.dump())}, {'B', binary}});
    }

    /// A GLB of any chunks: 'J' JSON, 'B' binary, anything else a type that nobody knows.
    static QByteArray glbOf(const std::vector<std::pair<char, QByteArray>>& chunks) {
        QByteArray body;
        for (const auto& [kind, content] : chunks) {
            QByteArray padded = content;
            while (padded.size() % 4 != 0) {
                padded.append(kind == 'J' ? ' ' : '\0');
            }
            appendWord(body, static_cast<std::uint32_t>(padded.size()));
            appendWord(body, kind == 'J' ? 0x4E4F534A : kind == 'B' ? 0x004E4942 : 0x12345678);
            body.append(padded);
        }
        QByteArray glb("glTF");
        appendWord(glb, 2);
        appendWord(glb, static_cast<std::uint32_t>(body.size() + 12));
        return glb + body;
    }

    static void appendWord(QByteArray& bytes, std::uint32_t word) {
        bytes.append(reinterpret_cast<const char*>(&word), sizeof word);
    }

private:
    template <class Value>
    static int componentType() {
        if constexpr (std::is_same_v<Value, std::int8_t>) {
            return 5120;
        } else if constexpr (std::is_same_v<Value, std::uint8_t>) {
            return 5121;
        } else if constexpr (std::is_same_v<Value, std::int16_t>) {
            return 5122;
        } else if constexpr (std::is_same_v<Value, std::uint16_t>) {
            return 5123;
        } else if constexpr (std::is_same_v<Value, std::uint32_t>) {
            return 5125;
        } else {
            static_assert(std::is_same_v<Value, float>);
            return 5126;
        }
    }
};

inline Result<import::ImportedScene>
ImportFolder::load(const GltfFile& file, const import::ImportOptions& options) const {
    return load("file.gltf", file.gltf(), options);
}

} // namespace sartor::test
