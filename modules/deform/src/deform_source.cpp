// SPDX-License-Identifier: Apache-2.0
// Whether the data of a mesh fit together, and the data of a frame to them.
#include <sartor/deform/deform_source.h>

#include <string>

namespace sartor::deform {

Status checkSource(const MeshSource& source) {
    if (source.mesh == nullptr) {
        return Error{"chain.source", "there is no mesh to deform"};
    }
    const std::size_t vertexCount = source.mesh->vertexCount();
    const std::string where = "mesh '" + source.mesh->name() + "': ";
    if (source.influences) {
        if (source.influences->vertexCount() != vertexCount) {
            return Error{"chain.source",
                         where + "influences are for " +
                             std::to_string(source.influences->vertexCount()) +
                             " vertices, the mesh has " + std::to_string(vertexCount)};
        }
        for (const SkinJointIndex joint : source.influences->joints()) {
            if (joint.value() >= source.jointCount) {
                return Error{"chain.source",
                             where + "an influence names joint " + std::to_string(joint.value()) +
                                 ", the palette has " + std::to_string(source.jointCount)};
            }
        }
    }
    if (source.morphs) {
        for (const assets::MorphTarget& target : source.morphs->targets()) {
            if (!target.vertices.empty() && target.vertices.back() >= vertexCount) {
                return Error{"chain.source",
                             where + "morph target '" + target.name + "' moves vertex " +
                                 std::to_string(target.vertices.back()) + ", the mesh has " +
                                 std::to_string(vertexCount)};
            }
        }
    }
    return {};
}

Status checkFrame(const MeshSource& source, const FrameSource& frame) {
    // Called in every frame: text is made only for an error, because it would allocate.
    const auto where = [&source] { return "mesh '" + source.mesh->name() + "': "; };
    if (frame.modelFromBind.size() != source.jointCount) {
        return Error{"deform.frame",
                     where() + "the palette has " + std::to_string(frame.modelFromBind.size()) +
                         " matrices, expected " + std::to_string(source.jointCount)};
    }
    const std::size_t targetCount = source.morphs ? source.morphs->targetCount() : 0;
    if (frame.morphWeights.size() != targetCount) {
        return Error{"deform.frame",
                     where() + "there are " + std::to_string(frame.morphWeights.size()) +
                         " morph weights, expected " + std::to_string(targetCount)};
    }
    return {};
}

} // namespace sartor::deform
