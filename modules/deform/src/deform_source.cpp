// SPDX-License-Identifier: Apache-2.0
// Whether the data of a mesh fit together, and the data of a frame to them.
#include <sartor/deform/deform_source.h>
#include <sartor/deformer/sartor_deformer.h>

#include <string>
#include <utility>

namespace sartor::deform {

std::string meshText(const MeshSource& source) {
    return source.label.empty() ? "mesh '" + source.mesh->name() + "'" : source.label;
}

Status checkSource(const MeshSource& source) {
    if (source.mesh == nullptr) {
        return Error{"chain.source", "there is no mesh to deform"};
    }
    const std::size_t vertexCount = source.mesh->vertexCount();
    const std::string where = meshText(source) + ": ";
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
    const auto where = [&source] { return meshText(source) + ": "; };
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

FrameSource withReset(FrameSource frame, bool isFirst) {
    if (isFirst) {
        frame.flags |= SARTOR_FRAME_RESET;
    }
    if ((frame.flags & SARTOR_FRAME_RESET) != 0) {
        frame.deltaTime = 0.0;
    }
    return frame;
}

FlagCounts countFlags(std::span<const std::uint32_t> flags) {
    FlagCounts counts;
    for (const std::uint32_t word : flags) {
        if (word == 0) {
            continue;
        }
        for (const auto& [flag, count] :
             {std::pair(SARTOR_FLAG_BAD_INDEX, &counts.badIndices),
              std::pair(SARTOR_FLAG_ZERO_SUM, &counts.zeroSums),
              std::pair(SARTOR_FLAG_ANTIPODAL, &counts.antipodal),
              std::pair(SARTOR_FLAG_HEMISPHERE_CONFLICT, &counts.hemisphereConflicts),
              std::pair(SARTOR_FLAG_NEAR_HALF_TURN, &counts.nearHalfTurns)}) {
            *count += (word & static_cast<std::uint32_t>(flag)) != 0 ? 1u : 0u;
        }
    }
    return counts;
}

std::string describe(const StageFault& fault) {
    return "stage '" + fault.stage + "' of '" + fault.deformer + "' is left out: it " +
           fault.message + " (" + fault.code + ")";
}

} // namespace sartor::deform
