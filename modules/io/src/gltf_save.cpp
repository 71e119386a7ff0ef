// SPDX-License-Identifier: Apache-2.0
// Where buffers and images go: into the binary chunk, beside the file, or where they are.
#include "gltf_save.h"

#include "glb_container.h"

#include <sartor/base/path.h>
#include <sartor/import/mime_type.h>
#include <sartor/io/text.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <set>

namespace sartor::io {
namespace {

namespace fs = std::filesystem;
using import::GltfPart;
using import::GltfStorage;

// A name of a file as a URI (RFC 3986, 2.3).
std::string encodePercent(std::string_view name) {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    std::string encoded;
    for (const char c : name) {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isalnum(byte) != 0 ||
            std::string_view("-._~/").find(c) != std::string_view::npos) {
            encoded += c;
        } else {
            encoded += {'%', kDigits[byte >> 4], kDigits[byte & 15]};
        }
    }
    return encoded;
}

std::string encodeBase64(std::span<const std::byte> bytes) {
    constexpr std::string_view kAlphabet =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t bits = 0;
        const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
        for (std::size_t k = 0; k < 3; ++k) {
            bits = bits << 8 | (k < count ? std::to_integer<std::uint32_t>(bytes[i + k]) : 0u);
        }
        for (std::size_t k = 0; k < 4; ++k) {
            text += k <= count ? kAlphabet[bits >> (18 - 6 * k) & 63] : '=';
        }
    }
    return text;
}

class Layout {
public:
    Layout(GltfDocument& document, const fs::path& in, const fs::path& out)
        : document_(document), in_(in), out_(out) {
        std::error_code error;
        isOtherFolder_ = !fs::equivalent(folderOf(in), folderOf(out), error);
    }

    Result<GltfOutput> run() {
        const std::string extension = lowerExtension(out_);
        if (extension != ".glb" && extension != ".gltf") {
            return Error{"output.format",
                         out_.string() + ": a glTF file is written as .glb or .gltf"};
        }
        const bool isGlb = extension == ".glb";
        if (isGlb && !document_.parts().isGlb) {
            embedImages();
        }
        noteOtherFiles();
        placeImages();
        std::vector<std::byte> main;
        if (isGlb) {
            Result<std::vector<std::byte>> glb = takeInBuffers();
            if (!glb) {
                return Error{glb.error().code, out_.string() + ": " + glb.error().message};
            }
            main = std::move(*glb);
        } else {
            placeBuffers();
            const std::string text = document_.root().text();
            const auto bytes = std::as_bytes(std::span(text.data(), text.size()));
            main.assign(bytes.begin(), bytes.end());
            if (!document_.parts().otherChunks.empty()) {
                output_.notes.push_back("chunks that glTF does not know have no place in a .gltf "
                                        "file and were left out");
            }
        }
        if (document_.unusedBytes() > 0) {
            output_.notes.push_back(std::to_string(document_.unusedBytes()) +
                                    " bytes of replaced data stay in the file, unused");
        }
        output_.files.push_back({out_, std::move(main), true});
        return std::move(output_);
    }

private:
    void addCompanion(const fs::path& relative,
                      std::span<const std::byte> bytes,
                      bool isOwnName = false) {
        if (written_.insert(relative).second) {
            output_.files.push_back(
                {folderOf(out_) / relative, {bytes.begin(), bytes.end()}, isOwnName});
        }
    }

    // A file that the input names stays where it is, or is copied along.
    void keepFile(const GltfPart& part) {
        const bool isBelow = !part.relativePath.is_absolute() && !part.relativePath.empty() &&
                             *part.relativePath.begin() != "..";
        const std::string name = printable(part.relativePath.string());
        if (isOtherFolder_ && isBelow) {
            addCompanion(part.relativePath, part.bytes);
            output_.notes.push_back("'" + name + "' was copied to the folder of the output");
        } else if (isOtherFolder_) {
            output_.notes.push_back("'" + name +
                                    "' lies outside of the folder and was not copied; the output "
                                    "does not find it");
        }
    }

    void embedImages() {
        std::map<fs::path, std::uint32_t> viewOfFile;
        std::size_t count = 0;
        for (std::size_t i = 0; i < document_.parts().images.size(); ++i) {
            const GltfPart image = document_.parts().images[i];
            const std::string type = import::mimeTypeOf(image.bytes);
            JsonNode* node = document_.element("images", i);
            if (image.storage != GltfStorage::File || type.empty() || node == nullptr) {
                continue;
            }
            const auto [view, isNew] = viewOfFile.try_emplace(image.relativePath);
            if (isNew) {
                view->second = document_.appendView(image.bytes, 0, JsonNode::object());
            }
            node->remove("uri");
            node->set("bufferView", JsonNode::number(view->second));
            node->set("mimeType", JsonNode::string(type));
            embedded_.insert(i);
            ++count;
        }
        if (count > 0) {
            output_.notes.push_back(std::to_string(count) +
                                    (count == 1 ? " image was" : " images were") +
                                    " taken into the file");
        }
    }

    void placeImages() {
        for (std::size_t i = 0; i < document_.parts().images.size(); ++i) {
            const GltfPart& image = document_.parts().images[i];
            if (image.storage == GltfStorage::File && !embedded_.contains(i)) {
                keepFile(image);
            } else if (image.error) {
                output_.notes.push_back("image " + std::to_string(i) +
                                        " is named but cannot be read: " + image.error->message);
            }
        }
    }

    // Files that extensions and extras may name are none of ours to find.
    void noteOtherFiles() {
        std::size_t count = 0;
        for (const char* list : {"extensions", "extras"}) {
            if (JsonNode* node = document_.root().find(list)) {
                const std::string text = node->text();
                for (std::size_t at = 0; (at = text.find("\"uri\"", at)) != std::string::npos;
                     ++at) {
                    ++count;
                }
            }
        }
        if (count > 0 && isOtherFolder_) {
            output_.notes.push_back(std::to_string(count) +
                                    " files that extensions may name were not copied");
        }
    }

    // All data becomes one buffer, the first; those without data keep their place behind it.
    Result<std::vector<std::byte>> takeInBuffers() {
        const std::vector<GltfPart>& parts = document_.parts().buffers;
        std::vector<std::byte> binary;
        std::vector<std::uint64_t> offsets(parts.size(), 0);
        std::vector<std::uint64_t> newIndex(parts.size(), 0);
        std::vector<bool> isKept(parts.size(), true);
        const auto isData = [](const GltfPart& part) { return part.storage != GltfStorage::None; };
        const auto first = std::find_if(parts.begin(), parts.end(), isData);
        const auto dataCount = std::count_if(parts.begin(), parts.end(), isData);
        if (first == parts.end()) {
            return glbContainer(document_.root().text(), {}, document_.parts().otherChunks);
        }
        const auto firstIndex = static_cast<std::size_t>(first - parts.begin());
        std::uint64_t next = 1;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (!isData(parts[i])) {
                newIndex[i] = next++;
                continue;
            }
            binary.resize((binary.size() + 3) / 4 * 4);
            offsets[i] = binary.size();
            binary.insert(binary.end(), parts[i].bytes.begin(), parts[i].bytes.end());
            isKept[i] = i == firstIndex;
        }
        JsonNode& buffers = *document_.root().find("buffers");
        buffers.at(firstIndex).remove("uri");
        if (dataCount > 1 || firstIndex != 0) {
            buffers.at(firstIndex).set("byteLength", JsonNode::number(binary.size()));
            JsonNode data = buffers.at(firstIndex);
            for (std::size_t i = firstIndex; i > 0; --i) {
                buffers.at(i) = buffers.at(i - 1); // none of them has data
            }
            buffers.at(0) = std::move(data);
            std::rotate(isKept.begin(),
                        isKept.begin() + static_cast<std::ptrdiff_t>(firstIndex),
                        isKept.begin() + static_cast<std::ptrdiff_t>(firstIndex) + 1);
            buffers.keepOnly(isKept);
            moveViews(offsets, newIndex);
            output_.notes.push_back(std::to_string(dataCount) + " buffers became one");
        }
        return glbContainer(document_.root().text(), binary, document_.parts().otherChunks);
    }

    void moveViews(const std::vector<std::uint64_t>& offsets,
                   const std::vector<std::uint64_t>& newIndex) {
        const auto move = [&](JsonNode& node) {
            JsonNode* buffer = node.find("buffer");
            const std::optional<std::uint64_t> index =
                buffer == nullptr ? std::nullopt : buffer->asWhole();
            if (!index || *index >= newIndex.size()) {
                return;
            }
            *buffer = JsonNode::number(newIndex[*index]);
            JsonNode* offset = node.find("byteOffset");
            const std::uint64_t old = offset == nullptr ? 0 : offset->asWhole().value_or(0);
            if (offsets[*index] > 0) {
                node.set("byteOffset", JsonNode::number(old + offsets[*index]));
            }
        };
        JsonNode* views = document_.root().find("bufferViews");
        for (std::size_t i = 0; views != nullptr && i < views->size(); ++i) {
            move(views->at(i));
            JsonNode* extensions = views->at(i).find("extensions");
            for (std::size_t k = 0; extensions != nullptr && k < extensions->size(); ++k) {
                move(extensions->at(k));
            }
        }
    }

    // A name for data that no file of the input has, nor any other but for an older output.
    fs::path newBufferName(std::size_t index) {
        std::error_code error;
        const bool isReplaced = fs::exists(out_, error);
        for (std::size_t number = index;; ++number) {
            const std::string suffix = number == 0 ? "" : "_" + std::to_string(number);
            fs::path name = out_.stem().string() + suffix + ".bin";
            const auto isNamed = [&](const GltfPart& part) { return part.relativePath == name; };
            const std::vector<GltfPart>& parts = document_.parts().buffers;
            const bool isTaken = written_.contains(name) ||
                                 std::any_of(parts.begin(), parts.end(), isNamed) ||
                                 (!isReplaced && fs::exists(folderOf(out_) / name, error));
            if (!isTaken) {
                return name;
            }
        }
    }

    void placeBuffers() {
        for (std::size_t i = 0; i < document_.parts().buffers.size(); ++i) {
            const GltfPart& part = document_.parts().buffers[i];
            const bool isChanged = document_.isChanged(i);
            JsonNode& node = document_.root().find("buffers")->at(i);
            if (part.storage == GltfStorage::Text && isChanged) {
                const std::string uri = node.find("uri")->asString().value_or("");
                node.set(
                    "uri",
                    JsonNode::string(uri.substr(0, uri.find(',') + 1) + encodeBase64(part.bytes)));
            } else if (part.storage == GltfStorage::File && !isChanged) {
                keepFile(part);
            } else if (part.storage == GltfStorage::File && isOtherFolder_) {
                addCompanion(part.relativePath, part.bytes);
            } else if (part.storage == GltfStorage::File || part.storage == GltfStorage::Chunk) {
                const fs::path name = newBufferName(i);
                addCompanion(name, part.bytes, true);
                node.set("uri", JsonNode::string(encodePercent(name.string())));
                output_.notes.push_back("buffer " + std::to_string(i) + " is in '" +
                                        printable(name.string()) + "'");
            }
        }
    }

    GltfDocument& document_;
    fs::path in_;
    fs::path out_;
    bool isOtherFolder_ = true;
    std::set<std::size_t> embedded_;
    std::set<fs::path> written_;
    GltfOutput output_;
};

} // namespace

Result<GltfOutput>
layOut(GltfDocument& document, const std::filesystem::path& in, const std::filesystem::path& out) {
    return Layout(document, in, out).run();
}

} // namespace sartor::io
