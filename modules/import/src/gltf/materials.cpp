// SPDX-License-Identifier: Apache-2.0
// Base colour, alpha and the images behind them.
#include "gltf/materials.h"

#include "gltf/failure.h"

#include <sartor/import/mime_type.h>

#include <map>

namespace sartor::import::gltf {
namespace {

class MaterialReader {
public:
    explicit MaterialReader(const ReadContext& context) : context_(context) {}

    MaterialSet read() {
        for (std::size_t i = 0; i < context_.document.materials.size(); ++i) {
            readMaterial(i);
        }
        return std::move(set_);
    }

private:
    void readMaterial(std::size_t index) {
        const MaterialInfo& info = context_.document.materials[index];
        const std::string texturePlace =
            placeOf("materials", index) + "/pbrMetallicRoughness/baseColorTexture";
        assets::Material material;
        material.name = info.name;
        for (std::size_t i = 0; i < 4; ++i) {
            material.baseColorFactor[static_cast<int>(i)] =
                static_cast<float>(info.baseColorFactor[i]);
        }
        material.alphaCutoff = info.alphaMode == "MASK" ? static_cast<float>(info.alphaCutoff) : 0;
        material.isDoubleSided = info.isDoubleSided;
        if (info.baseColorTexture) {
            material.baseColorImage = findImage(*info.baseColorTexture, texturePlace);
        }
        if (info.baseColorTexCoord != 0) {
            context_.notes.warning("material.texcoord",
                                   texturePlace + "/texCoord",
                                   "set " + std::to_string(info.baseColorTexCoord) +
                                       " was asked for; set 0 is used");
        }
        if (info.hasTextureTransform) {
            context_.notes.warning("material.texture_transform",
                                   texturePlace + "/extensions/KHR_texture_transform",
                                   "it was ignored");
        }
        set_.materials.push_back(std::move(material));
    }

    std::optional<std::uint32_t> findImage(std::uint32_t texture, const std::string& place) {
        const std::optional<std::uint32_t> image = context_.document.textureImages[texture];
        if (!image) {
            context_.notes.warning("material.texture_unsupported",
                                   place,
                                   "texture " + std::to_string(texture) +
                                       " has no image in a format that is read here");
            return std::nullopt;
        }
        const auto [known, isNew] = imageOfFileImage_.try_emplace(*image);
        if (isNew) {
            known->second = readImage(*image);
        }
        return known->second;
    }

    std::optional<std::uint32_t> readImage(std::uint32_t index) {
        const ImageSource& source = context_.document.images[index];
        const std::string place = placeOf("images", index);
        try {
            Bytes bytes;
            if (source.bufferView) {
                bytes = context_.buffers.view(*source.bufferView);
            } else if (source.uri) {
                bytes = context_.buffers.uri(*source.uri, place + "/uri");
            } else {
                fail("gltf.missing", place, "it has neither 'uri' nor 'bufferView'");
            }
            assets::EncodedImage image;
            image.name = source.name.empty() ? "image " + std::to_string(index) : source.name;
            image.bytes = bytes.chargedCopy(context_.budget, place);
            image.mimeType = mimeTypeOf(image.bytes);
            if (image.mimeType.empty()) {
                image.mimeType = source.mimeType;
            }
            set_.images.push_back(std::move(image));
        } catch (const Failure& failure) {
            context_.notes.error(
                failure.error.code, place, failure.error.message + "; shown without the image");
            return std::nullopt;
        }
        return static_cast<std::uint32_t>(set_.images.size() - 1);
    }

    const ReadContext& context_;
    MaterialSet set_;
    std::map<std::uint32_t, std::optional<std::uint32_t>> imageOfFileImage_;
};

} // namespace

MaterialSet readMaterials(const ReadContext& context) {
    return MaterialReader(context).read();
}

} // namespace sartor::import::gltf
