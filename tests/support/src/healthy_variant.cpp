// SPDX-License-Identifier: Apache-2.0
// Odd but healthy: other rest poses, other spaces, props and capes, joints and slots nobody uses.
#include <glm/gtc/quaternion.hpp>

#include <support/healthy_variant.h>
#include <support/plant_defect.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace sartor::test {

namespace {

using Parts = CharacterParts;
using math::DoubleAffine;

/// The first mesh that has a skin.
std::size_t skinnedMesh(const Parts& parts) {
    std::size_t mesh = 0;
    while (!parts.scene.instances[mesh].skin) {
        ++mesh;
    }
    return mesh;
}

/// What the first skin's binds map to where the rest pose stands: the identity for most files.
DoubleAffine modelFromBind(const Parts& parts) {
    const assets::SkinData& skin = parts.skins[0];
    return parts.modelFromJoint()[skin.joints[0].value()] * math::toDouble(skin.jointFromBind[0]);
}

bool turnRest(Parts& parts) {
    for (std::size_t i = 0; i < parts.skins[0].joints.size(); ++i) {
        const auto place = static_cast<float>(i);
        glm::quat& rotation =
            parts.joints[parts.skins[0].joints[i].value()].parentFromJointRest.rotation;
        rotation = glm::normalize(
            rotation *
            glm::angleAxis(0.35f,
                           glm::normalize(glm::vec3(std::sin(place), std::cos(place), 0.5f))));
    }
    return true;
}

bool turnOneJoint(Parts& parts) {
    glm::quat& rotation =
        parts.joints[parts.jointAboveAThird().value()].parentFromJointRest.rotation;
    rotation = glm::normalize(rotation *
                              glm::angleAxis(0.9f, glm::normalize(glm::vec3(0.5f, 0.2f, 1.0f))));
    return true;
}

/// The node above the joints is of a hundredth, what is below it a hundred times as far; the binds
/// take the scale off.
bool shrinkArmature(Parts& parts) {
    const JointIndex top =
        *std::min_element(parts.skins[0].joints.begin(), parts.skins[0].joints.end());
    const JointIndex armature = parts.joints[top.value()].parent;
    if (armature.isNone()) {
        return false;
    }
    parts.joints[armature.value()].parentFromJointRest.scale *= 0.01f;
    const std::vector<bool> below = parts.isBelow(armature);
    for (std::size_t i = 0; i < parts.joints.size(); ++i) {
        if (below[i] && JointIndex(i) != armature) {
            parts.joints[i].parentFromJointRest.translation *= 100.0f;
        }
    }
    parts.eachBind([&](const DoubleAffine& bind, JointIndex joint) {
        const double scale = below[joint.value()] ? 100.0 : 1.0;
        return math::toFloat(DoubleAffine{glm::dmat3(scale), glm::dvec3(0.0)} * bind);
    });
    parts.clips.clear();
    return true;
}

/// Vertices and binds in a space that is not that of the model.
void bindIn(Parts& parts, const DoubleAffine& bindFromOwn) {
    parts.eachPosition(math::inverse(bindFromOwn).value());
    parts.eachBind(
        [&](const DoubleAffine& bind, JointIndex) { return math::toFloat(bind * bindFromOwn); });
}

bool bindInCentimetres(Parts& parts) {
    DoubleAffine map = turnAbout({1.0, 0.0, 0.0}, -90.0);
    map.linear *= 0.01;
    bindIn(parts, map);
    return true;
}

bool bindElsewhere(Parts& parts) {
    DoubleAffine map = turnAbout({0.3, 1.0, -0.6}, 50.0);
    map.translation = parts.radius() * glm::dvec3(2.0, -1.0, 1.5);
    bindIn(parts, map);
    return true;
}

bool bindAtMeshNode(Parts& parts) {
    bindIn(parts, parts.modelFromJoint()[parts.firstMeshNode().value()]);
    return true;
}

/// A joint mirrors in its own space, and those below it stand in it as before.
bool mirrorJoints(Parts& parts) {
    const JointIndex top = parts.jointAboveAThird();
    const std::vector<bool> below = parts.isBelow(top);
    const glm::vec3 mirror(-1.0f, 1.0f, 1.0f);
    for (std::size_t i = 0; i < parts.joints.size(); ++i) {
        math::Transform& local = parts.joints[i].parentFromJointRest;
        if (JointIndex(i) == top) {
            local.scale *= mirror;
        } else if (below[i]) {
            // M * L * M for the mirror M: a turn about the mirrored axis the other way round.
            local.translation *= mirror;
            local.rotation =
                glm::quat(local.rotation.w, local.rotation.x, -local.rotation.y, -local.rotation.z);
        }
    }
    parts.eachBind([&](const DoubleAffine& bind, JointIndex joint) {
        DoubleAffine map;
        map.linear[0][0] = below[joint.value()] ? -1.0 : 1.0;
        return math::toFloat(map * bind);
    });
    parts.clips.clear();
    return true;
}

/// A sheet of 4 x 4 squares in the binds' space: corner, and two edges.
assets::MeshData sheet(const glm::vec3& corner, const glm::vec3& along, const glm::vec3& across) {
    constexpr std::uint32_t kSide = 5;
    assets::MeshData mesh;
    mesh.name = "Sheet";
    for (std::uint32_t row = 0; row < kSide; ++row) {
        for (std::uint32_t column = 0; column < kSide; ++column) {
            mesh.positions.push_back(corner + along * (static_cast<float>(row) / (kSide - 1)) +
                                     across * (static_cast<float>(column) / (kSide - 1)));
            mesh.normals.push_back(glm::normalize(glm::cross(along, across)));
            if (row + 1 < kSide && column + 1 < kSide) {
                const std::uint32_t a = row * kSide + column;
                for (const std::uint32_t vertex :
                     {a, a + kSide, a + 1, a + 1, a + kSide, a + kSide + 1}) {
                    mesh.triangles.push_back(vertex);
                }
            }
        }
    }
    mesh.influences.emplace();
    mesh.influences->slotsPerVertex = 1;
    mesh.influences->joints.assign(mesh.positions.size(), 0);
    mesh.influences->weights.assign(mesh.positions.size(), 1.0f);
    return mesh;
}

void addMesh(Parts& parts, assets::MeshData mesh, std::optional<std::uint32_t> skin) {
    import::MeshInstance instance;
    instance.node = parts.firstMeshNode();
    instance.fileMesh = static_cast<std::uint32_t>(parts.meshes.size());
    instance.meshName = mesh.name;
    instance.skin = skin;
    parts.scene.instances.push_back(instance);
    parts.meshes.push_back(std::move(mesh));
}

/// Far behind the bone that carries it, in the skin of the others.
bool addCape(Parts& parts) {
    const assets::SkinData& skin = parts.skins[0];
    const JointIndex bone = parts.jointAboveAThird();
    const auto slot = std::find(skin.joints.begin(), skin.joints.end(), bone);
    const glm::dvec3 joint = math::transformPoint(math::inverse(modelFromBind(parts)).value() *
                                                      parts.modelFromJoint()[bone.value()],
                                                  glm::dvec3(0.0));
    const auto size = static_cast<float>(parts.radius());
    assets::MeshData cape = sheet(glm::vec3(joint) + size * glm::vec3(-0.3f, 0.1f, -0.6f),
                                  size * glm::vec3(0.6f, 0.0f, 0.0f),
                                  size * glm::vec3(0.0f, -1.0f, -0.2f));
    std::fill(cape.influences->joints.begin(),
              cape.influences->joints.end(),
              static_cast<std::uint32_t>(slot - skin.joints.begin()));
    addMesh(parts, std::move(cape), parts.scene.instances[skinnedMesh(parts)].skin);
    return true;
}

/// In a skin of one joint, at some distance from it.
bool addProp(Parts& parts) {
    const assets::SkinData& skin = parts.skins[0];
    const JointIndex bone = skin.joints.back();
    const DoubleAffine modelFromJoint = parts.modelFromJoint()[bone.value()];
    const auto size = static_cast<float>(parts.radius());
    assets::MeshData prop =
        sheet(glm::vec3(modelFromJoint.translation) + size * glm::vec3(0.1f, -0.2f, 0.3f),
              size * glm::vec3(0.0f, 0.5f, 0.1f),
              size * glm::vec3(0.05f, 0.0f, 0.02f));
    parts.skins.push_back({"Prop", {bone}, {math::toFloat(math::inverse(modelFromJoint).value())}});
    addMesh(parts, std::move(prop), static_cast<std::uint32_t>(parts.skins.size() - 1));
    return true;
}

/// Modelled in the space of its joint, so that its inverse bind is the identity.
bool addPropAtJoint(Parts& parts) {
    const JointIndex bone = parts.skins[0].joints.back();
    const auto scale = static_cast<float>(
        parts.radius() /
        std::cbrt(std::abs(glm::determinant(parts.modelFromJoint()[bone.value()].linear))));
    assets::MeshData prop = sheet(scale * glm::vec3(-0.02f, 0.0f, -0.02f),
                                  scale * glm::vec3(0.0f, 0.5f, 0.0f),
                                  scale * glm::vec3(0.04f, 0.0f, 0.04f));
    parts.skins.push_back({"Prop", {bone}, {math::Affine{}}});
    addMesh(parts, std::move(prop), static_cast<std::uint32_t>(parts.skins.size() - 1));
    return true;
}

bool addUnskinned(Parts& parts) {
    assets::MeshData mesh = sheet({1.0f, 1.0f, 1.0f}, {0.5f, 0.0f, 0.0f}, {0.0f, 0.5f, 0.0f});
    mesh.influences.reset();
    addMesh(parts, std::move(mesh), std::nullopt);
    return true;
}

bool dropWeights(Parts& parts) {
    parts.eachVertexWeights([](std::span<float> weights, std::size_t vertex) {
        if (vertex % 17 == 3) {
            std::fill(weights.begin(), weights.end(), 0.0f);
        }
    });
    return true;
}

bool roundWeights(Parts& parts) {
    parts.eachVertexWeights([](std::span<float> weights, std::size_t vertex) {
        for (float& weight : weights) {
            weight *= 1.0f + 0.0009f * static_cast<float>(static_cast<int>(vertex % 3) - 1);
        }
    });
    return true;
}

/// The mesh once more, in a skin with the same joints in reverse.
bool shareSkeleton(Parts& parts) {
    const std::size_t mesh = skinnedMesh(parts);
    assets::SkinData skin = parts.skins[*parts.scene.instances[mesh].skin];
    const auto last = static_cast<std::uint32_t>(skin.joints.size() - 1);
    std::reverse(skin.joints.begin(), skin.joints.end());
    std::reverse(skin.jointFromBind.begin(), skin.jointFromBind.end());
    assets::MeshData copy = parts.meshes[mesh];
    for (std::uint32_t& slot : copy.influences->joints) {
        slot = last - slot;
    }
    parts.skins.push_back(std::move(skin));
    addMesh(parts, std::move(copy), static_cast<std::uint32_t>(parts.skins.size() - 1));
    return true;
}

/// Joints at the ends of all chains, and the first node, in the skin and without a vertex.
bool addUnusedJoints(Parts& parts) {
    std::vector<bool> hasChildren(parts.joints.size());
    for (const assets::Joint& joint : parts.joints) {
        if (!joint.parent.isNone()) {
            hasChildren[joint.parent.value()] = true;
        }
    }
    const DoubleAffine bind = modelFromBind(parts);
    assets::SkinData& skin = parts.skins[0];
    std::vector<JointIndex> unused;
    if (std::find(skin.joints.begin(), skin.joints.end(), JointIndex(0)) == skin.joints.end()) {
        unused.push_back(JointIndex(0));
    }
    for (const JointIndex joint : skin.joints) {
        if (!hasChildren[joint.value()]) {
            unused.push_back(JointIndex(parts.joints.size()));
            parts.joints.push_back(
                {parts.joints[joint.value()].name + "_end",
                 joint,
                 {glm::vec3(0.0f, static_cast<float>(0.1 * parts.radius()), 0.0f),
                  glm::quat(1.0f, 0.0f, 0.0f, 0.0f),
                  glm::vec3(1.0f)},
                 static_cast<std::uint32_t>(parts.joints.size())});
        }
    }
    const std::vector<DoubleAffine> model = parts.modelFromJoint();
    for (const JointIndex joint : unused) {
        skin.joints.push_back(joint);
        skin.jointFromBind.push_back(
            math::toFloat(math::inverse(model[joint.value()]).value() * bind));
    }
    return true;
}

/// One more slot a vertex, without weight, whose index names no joint.
bool padWithNoJoint(Parts& parts) {
    parts.eachInfluence([](assets::FileInfluences& influences, std::size_t) {
        const assets::FileInfluences before = influences;
        influences = {before.slotsPerVertex + 1, {}, {}};
        for (std::size_t vertex = 0; vertex < before.vertexCount(); ++vertex) {
            const auto from = static_cast<std::ptrdiff_t>(vertex * before.slotsPerVertex);
            const auto to = from + static_cast<std::ptrdiff_t>(before.slotsPerVertex);
            influences.joints.insert(
                influences.joints.end(), before.joints.begin() + from, before.joints.begin() + to);
            influences.weights.insert(influences.weights.end(),
                                      before.weights.begin() + from,
                                      before.weights.begin() + to);
            influences.joints.push_back(0xFFFFu);
            influences.weights.push_back(0.0f);
        }
    });
    return true;
}

bool shuffle(Parts& parts) {
    shuffleSlots(parts);
    return true;
}

bool withKeys(Parts& parts) {
    bakeClip(parts, assets::Interpolation::Linear);
    return true;
}

bool withSplines(Parts& parts) {
    bakeClip(parts, assets::Interpolation::CubicSpline);
    return true;
}

} // namespace

std::vector<HealthyVariant> healthyVariants() {
    return {{"as it is", [](Parts&) { return true; }},
            {"rest pose is another pose", turnRest},
            {"one joint turned at rest", turnOneJoint},
            {"armature of a hundredth", shrinkArmature},
            {"bound in centimetres with z up", bindInCentimetres},
            {"bound elsewhere, vertices too", bindElsewhere},
            {"bound in the space of the mesh node", bindAtMeshNode},
            {"mirrored joints", mirrorJoints},
            {"a cape far from its bone", addCape},
            {"a prop on one joint", addProp},
            {"a prop modelled at its joint", addPropAtJoint},
            {"a mesh without a skin", addUnskinned},
            {"vertices without weights", dropWeights},
            {"weights that nearly sum to one", roundWeights},
            {"two skins on one skeleton", shareSkeleton},
            {"joints that nobody uses", addUnusedJoints},
            {"padding that names no joint", padWithNoJoint},
            {"slots in any order", shuffle},
            {"a clip", withKeys},
            {"a clip of splines", withSplines}};
}

} // namespace sartor::test
