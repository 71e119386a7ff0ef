// SPDX-License-Identifier: Apache-2.0
// The defects in the words of riggers; of two that explain a file alike, the first one leads.
#include "doctor_kinds.h"

#include <algorithm>
#include <array>

namespace sartor::diagnose {
namespace {

using enum DefectCategory;

constexpr auto kKinds = std::to_array<DefectKind>({
    {"ibm-transposed",
     Palette,
     "The inverse bind matrices are stored transposed",
     "The mesh explodes or collapses towards the origin already in the rest pose.",
     "Write matrices column by column, as glTF stores them, or transpose when loading row-major "
     "data."},
    {"ibm-not-inverted",
     Palette,
     "The bind matrices are stored without being inverted",
     "The mesh blows up to about twice its size: parts fly away from their joints, farther out the "
     "farther a joint is from the origin.",
     "Store the inverse of each joint's global transform at binding."},
    {"ibm-missing",
     Palette,
     "The inverse bind matrices are missing",
     "Every part is moved once more by its joint: the mesh is torn apart in the rest pose.",
     "Export the inverse bind matrices; a skin without them binds every joint at the origin."},
    {"ibm-twice",
     Palette,
     "The inverse bind matrices are applied twice",
     "The mesh folds in on itself: parts land on the far side of the origin.",
     "Multiply by the inverse bind once: either when exporting or in the palette."},
    {"product-order",
     Palette,
     "Parent and child were multiplied in the wrong order",
     "The spine may look right while limbs are torn off and turned, worse down the chain.",
     "Compute globals as parent times local (column vectors), or local times parent with row "
     "vectors, never one in the convention of the other."},
    {"palette-merged",
     Hierarchy,
     "The nodes hold finished skin matrices",
     "All bones lie in one point, and the mesh is shifted or crushed because the inverse bind is "
     "applied a second time.",
     "Export the joints' own transforms, not joint times inverse bind."},
    {"hierarchy-unsorted",
     Hierarchy,
     "Joints were bound before their parents were computed",
     "Single limbs are torn off while the rest is right; which ones follows the order of the "
     "nodes.",
     "Sort joints parents first before computing global transforms."},
    {"quaternion-order",
     Hierarchy,
     "The numbers of the rotations are in the wrong order",
     "The skeleton is twisted into knots, with half turns where joints should be straight.",
     "glTF stores quaternions as x, y, z, w: reorder them when exporting w, x, y, z."},
    {"duplicate-joint-names",
     Hierarchy,
     "Joints that share a name were taken for one",
     "One of two equal parts follows the other's joint: a hand or wheel flies to the other side.",
     "Give every joint a name of its own, or link joints by index."},
    {"scale-inherit",
     Hierarchy,
     "Binding and nodes disagree on whether children inherit scale",
     "Parts below a scaled joint are too large or small, or shifted along the chain.",
     "Turn segment scale compensation off before binding, or bake it into the nodes."},
    {"unit-times-100",
     Space,
     "A part of the character is 100 times too large",
     "The mesh explodes into spikes, or is a hundred times larger than its skeleton.",
     "Use one unit for mesh, skin and skeleton: convert centimetres to metres everywhere or "
     "nowhere."},
    {"unit-divided-100",
     Space,
     "A part of the character is 100 times too small",
     "The mesh collapses towards a point, or is a hundred times smaller than its skeleton.",
     "Use one unit for mesh, skin and skeleton: convert metres to centimetres everywhere or "
     "nowhere."},
    {"handedness-x",
     Space,
     "Mirrored along X: left and right handed axes are mixed",
     "Left and right are swapped between mesh and skeleton; parts cross the body.",
     "Convert handedness of mesh, inverse binds and nodes together."},
    {"handedness-y",
     Space,
     "Mirrored along Y: left and right handed axes are mixed",
     "Top and bottom are swapped between mesh and skeleton.",
     "Convert handedness of mesh, inverse binds and nodes together."},
    {"handedness-z",
     Space,
     "Mirrored along Z: left and right handed axes are mixed",
     "Front and back are swapped between mesh and skeleton; feet point backwards.",
     "Convert handedness of mesh, inverse binds and nodes together."},
    {"up-axis",
     Space,
     "The up axis was converted for one part only",
     "The mesh lies on its face or back while the skeleton stands.",
     "Convert Z up to Y up for mesh, inverse binds and nodes together."},
    {"mesh-transform-twice",
     Space,
     "The transform of the mesh node is applied twice",
     "The whole mesh is moved, turned or scaled away from its skeleton, its shape kept.",
     "Freeze the mesh's transform before binding, or leave it out of vertices and inverse binds."},
    {"bind-shape-missing",
     Space,
     "The transform of the mesh at binding is missing",
     "The whole mesh is away from its skeleton, its shape kept; its node still holds the "
     "transform.",
     "Apply the bind shape matrix (Collada) or geometric transform (FBX) to the vertices."},
    {"palette-world-space",
     Space,
     "The inverse binds are in world space, the joints are not",
     "The whole mesh is displaced by the transform of the armature, its shape kept.",
     "Compute inverse binds in the space in which the joints are posed."},
    {"bind-space-offset",
     Space,
     "All inverse binds are off by one and the same transform",
     "The whole mesh is displaced, its shape kept.",
     "Bind again in the space of the skeleton, or remove the offset from the inverse binds."},
    {"two-bind-poses",
     Space,
     "Two parts of the skeleton were bound in different poses",
     "One part of the mesh stands apart from the rest, both in good shape.",
     "Reset all joints to one bind pose and bind again."},
    {"joint-index-plus-1",
     Indices,
     "Joint indices are one too high",
     "Fine in the bind pose; once it moves, each part follows the next joint in the list.",
     "Count joints from 0."},
    {"joint-index-minus-1",
     Indices,
     "Joint indices are one too low",
     "Fine in the bind pose; once it moves, each part follows the previous joint in the list.",
     "Count joints from 0, without a slot for \"no joint\"."},
    {"joint-index-times-255",
     Indices,
     "Joint indices were multiplied by 255",
     "Almost all vertices name joints that do not exist and stay behind or vanish.",
     "Store joint indices as whole numbers, not as normalised colours."},
    {"joint-index-divided-255",
     Indices,
     "Joint indices were divided by 255",
     "The whole mesh follows the first joint like a statue.",
     "Store joint indices as whole numbers, or multiply by 255 and round when decoding."},
    {"joint-index-wrapped-256",
     Indices,
     "Joint indices were cut to one byte",
     "Part of the mesh is right; vertices of joints from 256 on fly to the first joints of the "
     "list.",
     "Use 16-bit joint indices, or split the mesh so that a part needs at most 256 joints."},
    {"joint-list-order",
     Indices,
     "Vertices and joint list do not mean the same order",
     "Parts follow joints of other limbs: an arm moves the leg.",
     "Write the joint list in the order that the indices and inverse binds refer to."},
    {"weights-byte-as-float",
     Weights,
     "Weights from 0 to 255 are read as they are",
     "The mesh explodes to hundreds of times its size.",
     "Mark the weights as normalised integers, or divide by 255."},
    {"weights-l2-normalised",
     Weights,
     "Weights are normalised by length instead of by sum",
     "Blended places bulge away from the origin; places on one joint are right.",
     "Divide the weights of a vertex by their sum."},
    {"weights-not-normalised",
     Weights,
     "Weights do not sum to one",
     "Vertices are drawn to the origin or pushed away from it, each by another amount.",
     "Normalise the weights when exporting."},
});

struct Explanation {
    std::string_view id;
    std::string_view text;
};

constexpr auto kExplanations = std::to_array<Explanation>({
    {"ibm-transposed",
     "Transposing moves the translation to the last row, where skinning ignores it, and turns "
     "every "
     "rotation into its inverse."},
    {"ibm-not-inverted",
     "A vertex is then carried from the joint instead of to it, and its joint's transform is added "
     "twice."},
    {"ibm-missing",
     "Vertices are taken as if they were given in joint space, so each joint's place is added to "
     "where they are already."},
    {"ibm-twice", "The way into joint space is taken twice and the way out only once."},
    {"product-order",
     "Along a chain of pure translations the order makes no difference; each rotation makes the "
     "joints below it wrong."},
    {"palette-merged",
     "Skin matrices are the identity in the bind pose, so nodes that hold them all rest in one "
     "place; the inverse bind that they contain comes on top once more."},
    {"hierarchy-unsorted",
     "A parent that comes after its child in the file counted as the identity when the child was "
     "bound."},
    {"quaternion-order",
     "Read in the wrong order, the w of a small rotation becomes an axis, which makes it a half "
     "turn."},
    {"duplicate-joint-names",
     "A loader that links joints by name gives every slot of that name the first joint that has "
     "it."},
    {"scale-inherit",
     "With segment scale compensation a joint's scale stays in its own segment; glTF nodes hand it "
     "down."},
    {"unit-times-100",
     "One part of the file is in centimetres, the others in metres, so translations do not "
     "cancel."},
    {"unit-divided-100",
     "One part of the file is in metres, the others in centimetres, so translations do not "
     "cancel."},
    {"handedness-x", "One part of the file was mirrored and the others were not."},
    {"handedness-y", "One part of the file was mirrored and the others were not."},
    {"handedness-z", "One part of the file was mirrored and the others were not."},
    {"up-axis", "One part of the file was turned by 90 degrees and the others were not."},
    {"mesh-transform-twice",
     "The vertices are in model space already, and the inverse binds or the vertices hold the "
     "node's transform once more."},
    {"bind-shape-missing",
     "The vertices are still in the space of their node, which skinning does not apply."},
    {"palette-world-space",
     "The inverse binds contain the armature's place in the world, which the posed joints do not."},
    {"bind-space-offset",
     "In the rest pose every joint moves its vertices by the same transform, which therefore is no "
     "joint's own."},
    {"two-bind-poses",
     "Joint times inverse bind has one value in one part of the skeleton and another in the rest."},
    {"joint-index-plus-1",
     "In the bind pose all joints do the same, which hides it; the vertices lie at the bone before "
     "the one that they name."},
    {"joint-index-minus-1",
     "In the bind pose all joints do the same, which hides it; the vertices lie at the bone after "
     "the one that they name."},
    {"joint-index-times-255",
     "An index coded as a colour, 0 to 1, was decoded although it was a whole number already."},
    {"joint-index-divided-255",
     "An index coded as a colour, 0 to 1, was rounded before it was multiplied by 255."},
    {"joint-index-wrapped-256", "A byte holds 0 to 255; higher indices start again at 0."},
    {"joint-list-order",
     "In the bind pose all joints do the same, which hides it; the vertices lie at other bones "
     "than "
     "those that they name."},
    {"weights-byte-as-float", "The weights of a vertex sum to 255, which scales it that much."},
    {"weights-l2-normalised",
     "The squares of a vertex's weights sum to one, so the weights themselves sum to up to the "
     "square root of their number."},
    {"weights-not-normalised", "A vertex's position is multiplied by the sum of its weights."},
});

static_assert(kKinds.size() == kExplanations.size());

} // namespace

std::span<const DefectKind> defectKinds() {
    return kKinds;
}

std::size_t rankOf(std::string_view id) {
    return static_cast<std::size_t>(
        std::find_if(
            kKinds.begin(), kKinds.end(), [&](const DefectKind& kind) { return kind.id == id; }) -
        kKinds.begin());
}

std::string_view explanationOf(std::string_view id) {
    const auto* const found =
        std::find_if(kExplanations.begin(), kExplanations.end(), [&](const Explanation& entry) {
            return entry.id == id;
        });
    return found == kExplanations.end() ? std::string_view() : found->text;
}

} // namespace sartor::diagnose
