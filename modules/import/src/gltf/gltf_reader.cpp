// SPDX-License-Identifier: Apache-2.0
// The order of the parts.
#include "gltf/gltf_reader.h"

#include "gltf/animations.h"
#include "gltf/attribute_influences.h"
#include "gltf/container.h"
#include "gltf/guarded.h"
#include "gltf/materials.h"
#include "gltf/meshes.h"
#include "gltf/nodes.h"
#include "gltf/skins.h"

#include <sartor/base/heap.h>
#include <sartor/base/input_file.h>

#include <algorithm>

namespace sartor::import::gltf {
namespace {

// What the accessors take as floats or indices, each of them once.
std::uint64_t decodedSizeOf(const Document& document) {
    std::uint64_t size = 0;
    for (const Accessor& accessor : document.accessors) {
        size += accessor.count * componentCountOf(accessor.elementType) * sizeof(float);
    }
    return size;
}

// Codes of 8 bits cannot name every joint of a large skin.
void noteJointsBeyondCodes(const ImportedScene& scene, const CodedInfluences& coded, Notes& notes) {
    const bool isInColours =
        std::any_of(coded.joints.begin(), coded.joints.end(), [](const std::string& name) {
            return name.starts_with("COLOR_");
        });
    for (std::size_t i = 0; isInColours && i < scene.skins.size(); ++i) {
        if (scene.skins[i]->jointCount() > kCodedJointCount) {
            notes.warning("weights.joint_code_range",
                          placeOf("skins", i) + "/joints",
                          std::to_string(scene.skins[i]->jointCount()) +
                              " joints, of which a component of a colour can name " +
                              std::to_string(kCodedJointCount));
        }
    }
}

ImportedScene read(const InputFile& file, const ImportOptions& options) {
    const std::filesystem::path& path = file.path();
    ImportedScene scene;
    Notes notes(scene.report);
    Budget budget(options.maximumDecodedSize, options.maximumExpansion);
    budget.addSource(file.size());
    const Container container = openContainer(Bytes(file), notes);
    const Document document = readDocument(container.json, notes);
    expectAttributes(document, options.codedInfluences);
    Buffers buffers(
        document, {path.parent_path(), options.mayLeaveFolder}, container.binary, budget);
    Accessors accessors(document, buffers, budget, notes);
    const ReadContext context{document, buffers, accessors, budget, notes, options.codedInfluences};

    prepareHeap(std::min(decodedSizeOf(document), budget.remaining()));
    scene.path = path;
    scene.skeleton = readSkeleton(context);
    scene.skins = readSkins(context, *scene.skeleton);
    const std::vector<bool> isInScene = findNodesOfScene(context, options.scene);
    scene.instances = readInstances(context, {*scene.skeleton, scene.skins, isInScene});
    noteJointsBeyondCodes(scene, options.codedInfluences, notes);
    scene.clips = readClips(context, *scene.skeleton);
    MaterialSet materials = readMaterials(context);
    scene.materials = std::move(materials.materials);
    scene.images = std::move(materials.images);
    return scene;
}

} // namespace

Result<ImportedScene> readGltf(const std::filesystem::path& path, const ImportOptions& options) {
    const Result<InputFile> file = InputFile::open(path, options.maximumDecodedSize);
    if (!file) {
        return file.error();
    }
    return guarded(path, [&] { return read(*file, options); });
}

} // namespace sartor::import::gltf
