// SPDX-License-Identifier: Apache-2.0
// Base colour, alpha and one texture per material; files are kept inside the folder of the input.
#include "assimp_materials.h"

#include "notes.h"

#include <sartor/base/file.h>
#include <sartor/import/inside_folder.h>
#include <sartor/import/mime_type.h>

#include <assimp/material.h>

#include <algorithm>
#include <map>

namespace sartor::import {
namespace {

// Exporters write paths of their own machine, often with a drive: the file is looked for under
// the path as written, then beside the input under its name alone.
Result<assets::EncodedImage> readTextureFile(const AssimpInput& input, const std::string& written) {
    std::string portable = written;
    std::replace(portable.begin(), portable.end(), '\\', '/');
    const std::filesystem::path asWritten = input.folder / portable;
    const std::filesystem::path besideInput =
        input.folder / std::filesystem::path(portable).filename();
    for (const std::filesystem::path& candidate : {asWritten, besideInput}) {
        if (!isInsideFolder(candidate, input.folder)) {
            continue;
        }
        std::error_code ignored;
        if (!std::filesystem::is_regular_file(candidate, ignored)) {
            continue;
        }
        auto bytes = readFile(candidate, input.maximumDecodedSize);
        if (!bytes) {
            return bytes.error();
        }
        assets::EncodedImage image;
        image.name = candidate.filename().string();
        image.mimeType = mimeTypeOf(*bytes);
        image.bytes = std::move(*bytes);
        return image;
    }
    return Error{"material.texture_missing",
                 "'" + written + "' is not in the folder of the file or below it"};
}

Result<assets::EncodedImage> readEmbedded(const aiTexture& texture, const std::string& name) {
    // With a height the texture is raw pixels; no format of ours writes those.
    if (texture.mHeight != 0 || texture.mWidth == 0 || texture.pcData == nullptr) {
        return Error{"material.texture_unsupported",
                     "the embedded texture '" + name + "' is not a PNG or JPEG file"};
    }
    const auto* bytes = reinterpret_cast<const std::byte*>(texture.pcData);
    assets::EncodedImage image;
    image.name = name;
    image.bytes.assign(bytes, bytes + texture.mWidth);
    image.mimeType = mimeTypeOf(image.bytes);
    return image;
}

} // namespace

void readMaterials(const AssimpInput& input, ImportedScene& scene) {
    Notes notes(scene.report);
    std::map<std::string, std::uint32_t> imageOfTexture;
    for (unsigned i = 0; i < input.scene.mNumMaterials; ++i) {
        const aiMaterial& source = *input.scene.mMaterials[i];
        assets::Material material;
        material.name = textOf(source.GetName());
        aiColor4D color;
        if (source.Get(AI_MATKEY_BASE_COLOR, color) == AI_SUCCESS ||
            source.Get(AI_MATKEY_COLOR_DIFFUSE, color) == AI_SUCCESS) {
            material.baseColorFactor = glm::vec4(color.r, color.g, color.b, 1.0f);
        }
        float opacity = 1.0f;
        if (source.Get(AI_MATKEY_OPACITY, opacity) == AI_SUCCESS) {
            material.baseColorFactor.a = std::clamp(opacity, 0.0f, 1.0f);
        }
        int twoSided = 0;
        material.isDoubleSided =
            source.Get(AI_MATKEY_TWOSIDED, twoSided) == AI_SUCCESS && twoSided != 0;

        aiString texturePath;
        if (source.GetTexture(aiTextureType_BASE_COLOR, 0, &texturePath) == AI_SUCCESS ||
            source.GetTexture(aiTextureType_DIFFUSE, 0, &texturePath) == AI_SUCCESS) {
            const std::string written = textOf(texturePath);
            const auto known = imageOfTexture.find(written);
            if (known != imageOfTexture.end()) {
                material.baseColorImage = known->second;
            } else {
                const aiTexture* embedded = input.scene.GetEmbeddedTexture(texturePath.C_Str());
                auto image = embedded != nullptr ? readEmbedded(*embedded, written)
                                                 : readTextureFile(input, written);
                if (image) {
                    material.baseColorImage = static_cast<std::uint32_t>(scene.images.size());
                    imageOfTexture[written] = *material.baseColorImage;
                    scene.images.push_back(std::move(*image));
                } else {
                    notes.warning(image.error().code,
                                  "/materials/" + material.name,
                                  "The texture was left out: " + image.error().message + ".");
                }
            }
            // A texture replaces the diffuse colour in these formats; it is not multiplied.
            if (material.baseColorImage) {
                material.baseColorFactor = glm::vec4(1.0f, 1.0f, 1.0f, material.baseColorFactor.a);
            }
        }
        scene.materials.push_back(std::move(material));
    }
}

} // namespace sartor::import
