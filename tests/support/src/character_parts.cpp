// SPDX-License-Identifier: Apache-2.0
// Takes characters apart and puts them together.
#include <glm/gtc/matrix_access.hpp>
#include <glm/gtc/quaternion.hpp>

#include <support/character_parts.h>
#include <support/require.h>

#include <algorithm>
#include <cmath>

namespace sartor::test {

using math::DoubleAffine;

CharacterParts::CharacterParts(const ImportedScene& whole) : scene(whole) {
    joints.assign(whole.skeleton->joints().begin(), whole.skeleton->joints().end());
    for (const auto& skin : whole.skins) {
        skins.push_back({skin->name(),
                         {skin->joints().begin(), skin->joints().end()},
                         {skin->jointFromBind().begin(), skin->jointFromBind().end()},
                         {skin->fourthRows().begin(), skin->fourthRows().end()}});
    }
    for (const auto& instance : whole.instances) {
        const assets::Mesh& mesh = *instance.mesh;
        assets::MeshData data;
        data.name = mesh.name();
        data.positions.assign(mesh.positions().begin(), mesh.positions().end());
        data.normals.assign(mesh.normals().begin(), mesh.normals().end());
        data.triangles.assign(mesh.triangles().begin(), mesh.triangles().end());
        if (mesh.fileInfluences() != nullptr) {
            data.influences = *mesh.fileInfluences();
        }
        meshes.push_back(std::move(data));
    }
    for (const auto& clip : whole.clips) {
        clips.push_back({clip->name(),
                         {clip->jointTracks().begin(), clip->jointTracks().end()},
                         {clip->morphWeightTracks().begin(), clip->morphWeightTracks().end()}});
    }
}

CharacterParts::ImportedScene CharacterParts::whole() const {
    ImportedScene made = scene;
    made.skeleton = require(assets::Skeleton::create(joints));
    made.skins.clear();
    for (const assets::SkinData& skin : skins) {
        made.skins.push_back(require(assets::Skin::create(skin, joints.size())));
    }
    for (std::size_t i = 0; i < meshes.size(); ++i) {
        made.instances[i].mesh = require(assets::Mesh::create(meshes[i]));
        made.instances[i].fileNode = joints[made.instances[i].node.value()].fileNode;
        // Targets would be those of the whole mesh before.
        made.instances[i].morphs = nullptr;
        made.instances[i].defaultMorphWeights.clear();
    }
    made.clips.clear();
    for (const assets::ClipData& clip : clips) {
        made.clips.push_back(require(assets::Clip::create(clip, joints.size())));
    }
    return made;
} // namespace sartor::test

std::vector<DoubleAffine> CharacterParts::modelFromJoint() const {
    std::vector<DoubleAffine> model;
    for (const assets::Joint& joint : joints) {
        const auto local = math::toDoubleAffine(joint.parentFromJointRest);
        model.push_back(joint.parent.isNone() ? local : model[joint.parent.value()] * local);
    }
    return model;
}

void CharacterParts::eachBind(
    const std::function<math::Affine(const DoubleAffine&, JointIndex)>& change) {
    for (assets::SkinData& skin : skins) {
        for (std::size_t slot = 0; slot < skin.joints.size(); ++slot) {
            skin.jointFromBind[slot] =
                change(math::toDouble(skin.jointFromBind[slot]), skin.joints[slot]);
        }
    }
}

void CharacterParts::bindTo(const std::vector<DoubleAffine>& modelFromJoint) {
    eachBind([&](const DoubleAffine&, JointIndex joint) {
        return math::toFloat(math::inverse(modelFromJoint[joint.value()]).value());
    });
}

void CharacterParts::eachInfluence(
    const std::function<void(assets::FileInfluences&, std::size_t)>& change) {
    for (std::size_t i = 0; i < meshes.size(); ++i) {
        if (meshes[i].influences && scene.instances[i].skin) {
            change(*meshes[i].influences, i);
        }
    }
}

void CharacterParts::eachIndex(
    const std::function<std::uint32_t(std::uint32_t, std::size_t)>& change) {
    eachInfluence([&](assets::FileInfluences& influences, std::size_t mesh) {
        for (std::size_t i = 0; i < influences.joints.size(); ++i) {
            if (influences.weights[i] > 0.0f) {
                influences.joints[i] = change(influences.joints[i], mesh);
            }
        }
    });
}

void CharacterParts::eachVertexWeights(
    const std::function<void(std::span<float>, std::size_t)>& change) {
    eachInfluence([&](assets::FileInfluences& influences, std::size_t) {
        for (std::size_t vertex = 0; vertex < influences.vertexCount(); ++vertex) {
            change(std::span(influences.weights)
                       .subspan(vertex * influences.slotsPerVertex, influences.slotsPerVertex),
                   vertex);
        }
    });
}

void CharacterParts::eachPosition(const DoubleAffine& map) {
    const glm::dmat3 normalMap = glm::transpose(glm::inverse(map.linear));
    for (std::size_t i = 0; i < meshes.size(); ++i) {
        if (!scene.instances[i].skin) {
            continue;
        }
        for (glm::vec3& position : meshes[i].positions) {
            position = glm::vec3(math::transformPoint(map, glm::dvec3(position)));
        }
        for (glm::vec3& normal : meshes[i].normals) {
            normal = glm::vec3(glm::normalize(normalMap * glm::dvec3(normal)));
        }
    }
}

void CharacterParts::eachRotationKey(const std::function<glm::quat(const glm::quat&)>& change) {
    for (assets::ClipData& clip : clips) {
        for (assets::JointTracks& tracks : clip.jointTracks) {
            for (glm::quat& value : tracks.rotation.values) {
                value = change(value);
            }
        }
    }
}

void CharacterParts::eachTranslationKey(const std::function<glm::vec3(const glm::vec3&)>& change) {
    for (assets::ClipData& clip : clips) {
        for (assets::JointTracks& tracks : clip.jointTracks) {
            for (glm::vec3& value : tracks.translation.values) {
                value = change(value);
            }
        }
    }
}

JointIndex CharacterParts::firstMeshNode() const {
    for (const auto& instance : scene.instances) {
        if (instance.skin) {
            return instance.node;
        }
    }
    return {};
}

double CharacterParts::radius() const {
    glm::dvec3 sum(0.0);
    std::size_t count = 0;
    const auto eachSkinned = [&](const auto& visit) {
        for (std::size_t i = 0; i < meshes.size(); ++i) {
            if (scene.instances[i].skin) {
                for (const glm::vec3& position : meshes[i].positions) {
                    visit(glm::dvec3(position));
                }
            }
        }
    };
    eachSkinned([&](const glm::dvec3& position) {
        sum += position;
        ++count;
    });
    double largest = 0.0;
    eachSkinned([&](const glm::dvec3& position) {
        largest = std::max(largest, glm::distance(position, sum / static_cast<double>(count)));
    });
    return largest;
}

std::vector<bool> CharacterParts::isBelow(JointIndex top) const {
    std::vector<bool> below;
    for (std::size_t i = 0; i < joints.size(); ++i) {
        const JointIndex parent = joints[i].parent;
        below.push_back(JointIndex(i) == top || (!parent.isNone() && below[parent.value()]));
    }
    return below;
}

JointIndex CharacterParts::jointAboveAThird() const {
    const assets::SkinData& skin = skins[0];
    const double aim = static_cast<double>(skin.joints.size()) / 3.0;
    const auto miss = [&](JointIndex joint) {
        const std::vector<bool> below = isBelow(joint);
        const auto count = std::count_if(skin.joints.begin(),
                                         skin.joints.end(),
                                         [&](JointIndex other) { return below[other.value()]; });
        return std::abs(static_cast<double>(count) - aim);
    };
    std::vector<double> misses;
    for (const JointIndex joint : skin.joints) {
        misses.push_back(miss(joint));
    }
    return skin.joints[static_cast<std::size_t>(std::min_element(misses.begin(), misses.end()) -
                                                misses.begin())];
}

DoubleAffine turnAbout(const glm::dvec3& axis, double degrees) {
    return {glm::dmat3(glm::mat3_cast(glm::angleAxis(glm::radians(degrees), glm::normalize(axis)))),
            glm::dvec3(0.0)};
}

bool isIdentity(const DoubleAffine& map) {
    double difference = glm::length(map.translation);
    for (int column = 0; column < 3; ++column) {
        difference += glm::distance(map.linear[column], glm::dmat3(1.0)[column]);
    }
    return difference < 1e-6;
}

math::Transform transformOf(const DoubleAffine& map) {
    const double scale = std::cbrt(std::abs(glm::determinant(map.linear)));
    return {glm::vec3(map.translation),
            glm::normalize(glm::quat(glm::quat_cast(map.linear / scale))),
            glm::vec3(static_cast<float>(scale))};
}

} // namespace sartor::test
