// SPDX-License-Identifier: Apache-2.0
// Hierarchy, rest pose and scenes. Nothing here recurses: any depth is fine.
#include "gltf/nodes.h"

#include "gltf/failure.h"

#include <sartor/math/quaternion.h>

#include <cmath>
#include <unordered_map>

namespace sartor::import::gltf {
namespace {

using assets::Joint;
using assets::Skeleton;

// Parent of every node, from the child lists.
std::vector<std::optional<std::uint32_t>> findParents(const Document& document) {
    struct Conflict {
        std::uint32_t child = 0;
        std::uint32_t parent = 0;
    };
    const auto nodeCount = static_cast<std::uint32_t>(document.nodes.size());
    std::vector<std::optional<std::uint32_t>> parents(nodeCount);
    std::vector<Conflict> conflicts;
    for (std::uint32_t node = 0; node < nodeCount; ++node) {
        for (const std::uint32_t child : document.nodes[node].children) {
            if (parents[child]) {
                conflicts.push_back({child, node});
            } else {
                parents[child] = node;
            }
        }
    }
    if (conflicts.empty()) {
        return parents;
    }
    // A second parent that is a descendant is a cycle, which says more about the mistake.
    const Conflict& first = conflicts.front();
    std::optional<std::uint32_t> ancestor = first.parent;
    for (std::uint32_t step = 0; ancestor && step <= nodeCount; ++step) {
        if (*ancestor == first.child) {
            fail("hier.cycle",
                 placeOf("nodes", first.parent) + "/children",
                 "node " + std::to_string(first.child) + " is an ancestor of its own parent");
        }
        ancestor = parents[*ancestor];
    }
    fail("hier.multiple_parents",
         placeOf("nodes", first.parent) + "/children",
         "node " + std::to_string(first.child) + " is already a child of node " +
             std::to_string(*parents[first.child]) + "; nodes must form trees");
}

// Unit quaternion of four numbers of any size.
glm::quat readRotation(const Node& node, const std::string& place, Notes& notes) {
    const auto& [x, y, z, w] = node.rotation;
    const double length = std::sqrt(x * x + y * y + z * z + w * w);
    constexpr double kUnitTolerance = 1e-3;
    if (!(length > 0.0)) {
        notes.error("node.quat_not_unit", place + "/rotation", "zero; read as no rotation");
        return math::identityQuat();
    }
    if (std::abs(length - 1.0) > kUnitTolerance) {
        notes.warning("node.quat_not_unit",
                      place + "/rotation",
                      "length " + std::to_string(length) + " was normalised to 1");
    }
    return glm::quat(static_cast<float>(w / length),
                     static_cast<float>(x / length),
                     static_cast<float>(y / length),
                     static_cast<float>(z / length));
}

glm::vec3 toVec3(const std::array<double, 3>& values) {
    return glm::vec3(glm::dvec3(values[0], values[1], values[2]));
}

// Eigenvectors of a symmetric matrix as the columns of a rotation, by cyclic Jacobi rotations.
glm::dmat3 eigenvectors(glm::dmat3 symmetric) {
    glm::dmat3 vectors(1.0);
    constexpr int kSweeps = 16;
    for (int i = 0; i < kSweeps * 3; ++i) {
        const int p = i % 3 == 2 ? 1 : 0;
        const int q = i % 3 == 0 ? 1 : 2;
        if (symmetric[p][q] == 0.0) {
            continue;
        }
        const double angle =
            0.5 * std::atan2(2.0 * symmetric[p][q], symmetric[q][q] - symmetric[p][p]);
        glm::dmat3 rotation(1.0);
        rotation[p][p] = rotation[q][q] = std::cos(angle);
        rotation[q][p] = std::sin(angle);
        rotation[p][q] = -std::sin(angle);
        symmetric = glm::transpose(rotation) * symmetric * rotation;
        vectors = vectors * rotation;
    }
    return vectors;
}

// A sheared map as two transforms, outer * inner: M = R P = (R Q) D Q^T with the stretch P = Q D
// Q^T.
struct SplitTransform {
    math::Transform outer;
    math::Transform inner;
};

SplitTransform splitShear(const math::Affine& parentFromNode) {
    const math::Polar polar = math::polarDecomposition(parentFromNode.linear);
    const glm::dmat3 stretch(polar.stretch);
    const glm::dmat3 axes = eigenvectors(stretch);
    const glm::dmat3 diagonal = glm::transpose(axes) * stretch * axes;
    const glm::dquat axesRotation = glm::normalize(glm::quat_cast(axes));
    SplitTransform split;
    split.outer.translation = parentFromNode.translation;
    split.outer.rotation = glm::quat(glm::normalize(glm::dquat(polar.rotation) * axesRotation));
    split.outer.scale = glm::vec3(glm::dvec3(diagonal[0][0], diagonal[1][1], diagonal[2][2]));
    split.inner.rotation = glm::quat(glm::conjugate(axesRotation));
    return split;
}

// Per node, whether a channel moves it: not by its weights, nor by a path that nobody reads.
std::vector<bool> findAnimatedNodes(const Document& document) {
    std::vector<bool> isAnimated(document.nodes.size(), false);
    for (const Animation& animation : document.animations) {
        for (const Channel& channel : animation.channels) {
            const bool isMove = channel.path == "translation" || channel.path == "rotation" ||
                                channel.path == "scale";
            if (channel.node && isMove) {
                isAnimated[*channel.node] = true;
            }
        }
    }
    return isAnimated;
}

struct NodePlace {
    std::uint32_t fileNode = 0;
    JointIndex parent;
    bool isAnimated = false;
};

// Appends the joints of one node: one, or two where a matrix has shear. An animated node stays one
// joint, because its channels replace translation, rotation and scale.
void appendJoints(const ReadContext& context, const NodePlace& where, std::vector<Joint>& joints) {
    const auto [fileNode, parent, isAnimated] = where;
    const Node& node = context.document.nodes[fileNode];
    const std::string place = placeOf("nodes", fileNode);
    Joint joint{node.name, parent, {}, fileNode};
    if (!node.matrix) {
        joint.parentFromJointRest = {
            toVec3(node.translation), readRotation(node, place, context.notes), toVec3(node.scale)};
        joints.push_back(std::move(joint));
        return;
    }
    const std::array<double, 16>& m = *node.matrix;
    if (m[3] != 0.0 || m[7] != 0.0 || m[11] != 0.0 || m[15] != 1.0) {
        context.notes.warning("node.matrix_row4",
                              place + "/matrix",
                              "its last row is not 0, 0, 0, 1 and was read as if it were");
    }
    math::Affine parentFromNode;
    for (std::size_t column = 0; column < 3; ++column) {
        parentFromNode.linear[static_cast<int>(column)] =
            toVec3({m[column * 4], m[column * 4 + 1], m[column * 4 + 2]});
    }
    parentFromNode.translation = toVec3({m[12], m[13], m[14]});
    const math::Decomposition decomposition = math::decompose(parentFromNode);
    constexpr float kShearTolerance = 1e-4f;
    if (!(decomposition.residual > kShearTolerance)) {
        joint.parentFromJointRest = decomposition.transform;
        joints.push_back(std::move(joint));
        return;
    }
    context.notes.warning(
        "node.matrix_shear",
        place + "/matrix",
        "it has shear (" + std::to_string(decomposition.residual) +
            " of its largest element), which one transform cannot hold; " +
            (isAnimated ? "dropped, because the node is animated" : "kept as two joints"));
    if (isAnimated) {
        joint.parentFromJointRest = decomposition.transform;
        joints.push_back(std::move(joint));
        return;
    }
    const SplitTransform split = splitShear(parentFromNode);
    joints.push_back({node.name + " (stretch)", parent, split.outer, fileNode});
    joint.parent = JointIndex(joints.size() - 1);
    joint.parentFromJointRest = split.inner;
    joints.push_back(std::move(joint));
}

void noteDuplicateNames(const Document& document, Notes& notes) {
    std::unordered_map<std::string_view, std::uint32_t> firstOfName;
    Occurrences duplicates;
    std::string example;
    for (std::uint32_t node = 0; node < document.nodes.size(); ++node) {
        const std::string& name = document.nodes[node].name;
        if (name.empty()) {
            continue;
        }
        const auto [first, isNew] = firstOfName.emplace(name, node);
        if (!isNew) {
            if (!duplicates) {
                example = "node " + std::to_string(node) + " is called '" + name + "' like node " +
                          std::to_string(first->second);
            }
            duplicates.add(node);
        }
    }
    if (duplicates) {
        notes.info("hier.duplicate_name",
                   "/nodes",
                   describe(duplicates, "nodes") + " have the name of another one: " + example +
                       "; nodes are linked by index",
                   duplicates);
    }
}

} // namespace

std::shared_ptr<const Skeleton> readSkeleton(const ReadContext& context) {
    const std::vector<std::optional<std::uint32_t>> parents = findParents(context.document);
    const Result<std::vector<std::uint32_t>> order = assets::sortParentsFirst(parents);
    if (!order) {
        fail(order.error().code, "/nodes", order.error().message);
    }
    const std::vector<bool> isAnimated = findAnimatedNodes(context.document);
    std::vector<Joint> joints;
    joints.reserve(order->size());
    std::vector<JointIndex> jointOfNode(order->size());
    for (const std::uint32_t node : *order) {
        const JointIndex parent = parents[node] ? jointOfNode[*parents[node]] : JointIndex();
        appendJoints(context, {node, parent, isAnimated[node]}, joints);
        jointOfNode[node] = JointIndex(joints.size() - 1);
    }
    noteDuplicateNames(context.document, context.notes);
    Result<std::shared_ptr<const Skeleton>> skeleton = Skeleton::create(std::move(joints));
    if (!skeleton) {
        fail(skeleton.error().code, "/nodes", skeleton.error().message);
    }
    return *skeleton;
}

std::vector<bool> findNodesOfScene(const ReadContext& context, std::optional<std::uint32_t> scene) {
    const Document& document = context.document;
    if (scene && *scene >= document.scenes.size()) {
        fail("import.scene_out_of_range",
             "/scenes",
             "scene " + std::to_string(*scene) + " was asked for, the file has " +
                 std::to_string(document.scenes.size()));
    }
    if (document.scenes.empty()) {
        return std::vector<bool>(document.nodes.size(), true);
    }
    const std::uint32_t chosen = scene ? *scene : document.defaultScene.value_or(0);
    std::vector<std::uint32_t> pending = document.scenes[chosen];
    std::vector<bool> isInScene(document.nodes.size(), false);
    while (!pending.empty()) {
        const std::uint32_t node = pending.back();
        pending.pop_back();
        if (isInScene[node]) {
            continue;
        }
        isInScene[node] = true;
        const std::vector<std::uint32_t>& children = document.nodes[node].children;
        pending.insert(pending.end(), children.begin(), children.end());
    }
    return isInScene;
}

} // namespace sartor::import::gltf
