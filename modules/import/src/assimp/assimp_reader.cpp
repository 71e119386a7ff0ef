// SPDX-License-Identifier: Apache-2.0
// The border to Assimp: checks before, one loader, its settings, and no exception behind it.
#include "assimp_reader.h"

#include "assimp_clips.h"
#include "assimp_materials.h"
#include "assimp_meshes.h"
#include "assimp_nodes.h"
#include "fbx_losses.h"
#include "md5_check.h"

#include <sartor/base/file.h>
#include <sartor/base/file_access.h>
#include <sartor/base/path.h>
#include <sartor/import/inside_folder.h>

#include <assimp/BaseImporter.h>
#include <assimp/DefaultIOSystem.h>
#include <assimp/Importer.hpp>
#include <assimp/config.h>
#include <assimp/postprocess.h>

#include <algorithm>
#include <exception>
#include <iterator>
#include <set>

namespace sartor::import {
namespace {

struct FormatRow {
    const char* name;
    const char* extension;
    AssimpFormat format;
};

constexpr FormatRow kGltf = {"glTF 2.0 (Assimp)", nullptr, AssimpFormat::Gltf};

constexpr FormatRow kFormats[] = {
    {"FBX", ".fbx", AssimpFormat::Fbx},
    {"Collada", ".dae", AssimpFormat::Collada},
    {"BVH", ".bvh", AssimpFormat::Bvh},
    {"MD5", ".md5mesh", AssimpFormat::Md5},
    {"X", ".x", AssimpFormat::X},
    {"SMD", ".smd", AssimpFormat::Smd},
};

// Opens files for Assimp only beside the input or below, and only up to the size limit.
class FolderFiles final : public Assimp::DefaultIOSystem {
public:
    // `extension`: the one that loaders give the input, whose own may have other case.
    FolderFiles(const std::filesystem::path& input,
                const char* extension,
                std::uint64_t maximumSize)
        : input_(input.string())
        , inputOfLoader_(std::filesystem::path(input).replace_extension(extension).string())
        , folder_(folderOf(input))
        , maximumSize_(maximumSize) {}

    bool Exists(const char* path) const override {
        const std::string actual = actualPath(path);
        return isAllowed(actual) && DefaultIOSystem::Exists(actual.c_str());
    }
    Assimp::IOStream* Open(const char* path, const char* mode) override {
        const std::string actual = actualPath(path);
        if (!isAllowed(actual)) {
            return nullptr;
        }
        reportFileAccess(actual);
        return DefaultIOSystem::Open(actual.c_str(), mode);
    }

private:
    // The input must be the file that was checked, even where another one has the loader's
    // spelling.
    std::string actualPath(const std::string& path) const {
        return path == inputOfLoader_ ? input_ : path;
    }

    bool isAllowed(const std::string& path) const {
        std::error_code error;
        return isInsideFolder(path, folder_) && std::filesystem::is_regular_file(path, error) &&
               std::filesystem::file_size(path, error) <= maximumSize_ && !error;
    }

    std::string input_;
    std::string inputOfLoader_;
    std::filesystem::path folder_;
    std::uint64_t maximumSize_;
};

std::string_view textIn(const std::vector<std::byte>& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

Error inFile(const std::filesystem::path& path, Error error) {
    error.message = path.string() + ": " + error.message;
    return error;
}

// What can be seen without a parser: size, glTF under a wrong name, and all of MD5, whose wrong
// indices the loader would follow to a wrong picture.
// Adds what is known to get lost.
Status checkFile(const std::filesystem::path& path,
                 AssimpFormat format,
                 const ImportOptions& options,
                 ImportReport& report) {
    const auto bytes = readFile(path, options.maximumDecodedSize);
    if (!bytes) {
        return bytes.error();
    }
    const std::string_view text = textIn(*bytes);
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (format == AssimpFormat::Gltf) {
        return {};
    }
    if (text.substr(0, 4) == "glTF" || (first != std::string_view::npos && text[first] == '{')) {
        return Error{"import.wrong_format",
                     path.string() + ": this is glTF, expected the extension .glb or .gltf"};
    }
    if (format == AssimpFormat::Fbx) {
        Notes notes(report);
        reportFbxLosses(text, notes);
    }
    if (format != AssimpFormat::Md5) {
        return {};
    }
    if (Status status = checkMd5Mesh(text); !status) {
        return inFile(path, status.error());
    }
    std::filesystem::path animation = path;
    animation.replace_extension(".md5anim");
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(animation, ignored)) {
        return {};
    }
    const auto animationBytes = readFile(animation, options.maximumDecodedSize);
    if (!animationBytes) {
        return animationBytes.error();
    }
    if (Status status = checkMd5Anim(textIn(*animationBytes)); !status) {
        return inFile(animation, status.error());
    }
    return {};
}

// Leaves the loaders of one extension, so that the content of a file cannot choose another one.
void keepLoadersOf(const std::string& extension, Assimp::Importer& importer) {
    std::vector<Assimp::BaseImporter*> others;
    for (std::size_t i = 0; i < importer.GetImporterCount(); ++i) {
        Assimp::BaseImporter* loader = importer.GetImporter(i);
        std::set<std::string> extensions;
        loader->GetExtensionList(extensions);
        if (extensions.count(extension.substr(1)) == 0) {
            others.push_back(loader);
        }
    }
    for (Assimp::BaseImporter* loader : others) {
        if (importer.UnregisterLoader(loader) == aiReturn_SUCCESS) {
            delete loader; // it is the caller's from here on
        }
    }
}

Result<ImportedScene> convertScene(const AssimpInput& input, const std::filesystem::path& path) {
    ImportedScene scene;
    scene.path = path;
    Notes notes(scene.report);
    NodeTree tree = readNodes(input, notes);
    scene.metresPerUnit = tree.metresPerUnit;
    if (Status status = readMeshes(input, tree, scene); !status) {
        return inFile(path, status.error());
    }
    readClips(input, tree, scene);
    readMaterials(input, scene);
    auto skeleton = assets::Skeleton::create(std::move(tree.joints));
    if (!skeleton) {
        return inFile(path, skeleton.error());
    }
    scene.skeleton = *skeleton;
    return scene;
}

Result<ImportedScene> readChecked(const std::filesystem::path& path,
                                  const FormatRow& format,
                                  const ImportOptions& options) {
    const std::string extension =
        format.extension != nullptr ? format.extension : lowerExtension(path);
    Assimp::Importer importer;
    importer.SetIOHandler( // takes it over
        new FolderFiles(path, extension.c_str(), options.maximumDecodedSize));
    keepLoadersOf(extension, importer);
    // With pivot nodes the rotation before an FBX joint's own is applied twice (Assimp 5.2.5).
    importer.SetPropertyBool(AI_CONFIG_IMPORT_FBX_PRESERVE_PIVOTS, false);
    // Joints without weights are joints all the same.
    importer.SetPropertyBool(AI_CONFIG_IMPORT_REMOVE_EMPTY_BONES, false);
    // No invented geometry for files that hold only a skeleton.
    importer.SetPropertyBool(AI_CONFIG_IMPORT_NO_SKELETON_MESHES, true);
    // Nothing else: joining vertices, limiting weights or flattening the graph all lose data.
    const aiScene* scene = importer.ReadFile(path.string(), aiProcess_Triangulate);
    if (scene == nullptr || scene->mRootNode == nullptr) {
        return Error{"import.unreadable",
                     path.string() + ": Assimp cannot read this as " + format.name + ": " +
                         importer.GetErrorString()};
    }
    return convertScene({*scene, format.format, folderOf(path), options.maximumDecodedSize}, path);
}

Result<ImportedScene> readFormat(const std::filesystem::path& path,
                                 const FormatRow& format,
                                 const ImportOptions& options) {
    if (options.scene.value_or(0) != 0) {
        return Error{"import.scene_out_of_range",
                     path.string() + ": scene " + std::to_string(*options.scene) +
                         " was asked for, a file of this format has one"};
    }
    try {
        ImportReport report;
        if (Status status = checkFile(path, format.format, options, report); !status) {
            return status.error();
        }
        Result<ImportedScene> scene = readChecked(path, format, options);
        if (scene) {
            std::move(
                report.notes.begin(), report.notes.end(), std::back_inserter(scene->report.notes));
        }
        return scene;
    } catch (const std::exception& exception) {
        return Error{"import.unreadable",
                     path.string() + ": reading it as " + format.name +
                         " failed: " + exception.what()};
    }
}

} // namespace

std::vector<Importer> assimpImporters() {
    std::vector<Importer> importers;
    for (const FormatRow& format : kFormats) {
        importers.push_back(
            {format.name,
             {format.extension},
             [&format](const std::filesystem::path& path, const ImportOptions& options) {
                 return readFormat(path, format, options);
             },
             true});
    }
    return importers;
}

const Importer& gltfThroughAssimp() {
    static const Importer kImporter = {
        kGltf.name,
        {".gltf", ".glb"},
        [](const std::filesystem::path& path, const ImportOptions& options) {
            return readFormat(path, kGltf, options);
        },
        true};
    return kImporter;
}

} // namespace sartor::import
