// SPDX-License-Identifier: Apache-2.0
// What importers say of nodes, meshes, skins and what belongs to them.
#include "import_code_tables.h"

#include <array>

namespace sartor::diagnose {
namespace {

constexpr auto kCodes = std::to_array<RuleInfo>(
    {{.id = "axis.converted",
      .title = "Another axis was up",
      .severity = Severity::Info,
      .explanation = "The up axis of the file was turned to +Y by the rest pose of the root "
                     "joint; the numbers below it are those of the file."},
     {.id = "axis.mirrored",
      .title = "The file was left-handed",
      .severity = Severity::Info,
      .explanation = "The file is left-handed and was made right-handed by negating z. Left and "
                     "right stay what they were."},
     {.id = "bind.mesh_space",
      .title = "Bound in the space of the mesh node",
      .severity = Severity::Info,
      .explanation = "The rest pose is the bind pose, and puts the vertices where the node of "
                     "the mesh does. Nothing is wrong."},
     {.id = "bind.model_space",
      .title = "Bound in model space",
      .severity = Severity::Info,
      .explanation = "The rest pose is the bind pose, and leaves the vertices where they are. "
                     "Nothing is wrong."},
     {.id = "bind.own_space",
      .title = "Bound in a space of its own",
      .severity = Severity::Info,
      .explanation = "The rest pose is the bind pose, and puts the vertices where one common "
                     "matrix of the skin does. Nothing is wrong with the picture; tools that "
                     "read vertices without the skin see the mesh elsewhere."},
     {.id = "bind.rest_is_not_bind",
      .title = "The rest pose is another pose",
      .severity = Severity::Info,
      .explanation = "Without a clip the mesh is deformed already: the file rests in another "
                     "pose than the one it was bound in. Fine for a file that was saved mid- "
                     "pose; go back to the bind pose before export otherwise."},
     {.id = "hier.cycle",
      .title = "A node below itself",
      .severity = Severity::Error,
      .explanation = "A node is an ancestor of its own parent, so no node of that loop has a "
                     "place. The file was edited or written wrongly."},
     {.id = "hier.multiple_parents",
      .title = "A node with two parents",
      .severity = Severity::Error,
      .explanation = "A node is the child of two others; which one moves it cannot be said. "
                     "Make a copy of it for the second parent."},
     {.id = "hier.parent_out_of_range",
      .title = "A parent that is not there",
      .severity = Severity::Error,
      .explanation = "A node names a parent that the file does not have."},
     {.id = "influences.bits",
      .title = "Weights of a width that is not possible",
      .severity = Severity::Error,
      .explanation = "Weights can be stored in 1 to 24 bits."},
     {.id = "influences.joint_out_of_range",
      .title = "Influences of joints that are not there",
      .severity = Severity::Error,
      .explanation = "Influences name joints beyond the joint list. Such weights are dropped "
                     "before; if you see this, data was made by a program that does not check."},
     {.id = "influences.shape",
      .title = "Influences of the wrong size",
      .severity = Severity::Error,
      .explanation = "Joints and weights are not one row for each vertex. Export the mesh "
                     "again."},
     {.id = "influences.weight",
      .title = "Influences without weight",
      .severity = Severity::Error,
      .explanation = "An influence that is kept must have a weight that is a number above zero."},
     {.id = "material.texcoord",
      .title = "Another set of texture coordinates",
      .severity = Severity::Warning,
      .explanation = "A texture uses another set of coordinates than the first, the only one "
                     "that is read. The picture shows it on the first set. Deformation is not "
                     "affected."},
     {.id = "material.texture_missing",
      .title = "Textures that are not there",
      .severity = Severity::Warning,
      .explanation = "A texture is not in the folder of the file or below it, and the mesh is "
                     "shown without it. Deformation is not affected."},
     {.id = "material.texture_transform",
      .title = "Moved textures",
      .severity = Severity::Warning,
      .explanation = "A texture is moved or scaled by an extension that is ignored here. "
                     "Deformation is not affected."},
     {.id = "material.texture_unsupported",
      .title = "Textures that cannot be shown",
      .severity = Severity::Warning,
      .explanation = "A texture is of a kind that is not decoded here, and the mesh is shown "
                     "without it. Deformation is not affected."},
     {.id = "mesh.attribute_count",
      .title = "Attributes of another length",
      .severity = Severity::Error,
      .explanation = "An attribute of the mesh has another number of elements than the "
                     "positions. Export the mesh again."},
     {.id = "mesh.attribute_ignored",
      .title = "Attributes without a use here",
      .severity = Severity::Info,
      .explanation = "The mesh has attributes that are not needed for deformation, or whose values "
                     "are not sound; they were ignored."},
     {.id = "mesh.attribute_name",
      .title = "Two attributes of one name",
      .severity = Severity::Error,
      .explanation = "An attribute of the mesh has no name, or that of another one, so a deformer "
                     "that asks for it by name would not know which one it gets. Rename it."},
     {.id = "mesh.attribute_width",
      .title = "Attributes that are no vectors",
      .severity = Severity::Error,
      .explanation = "An attribute of the mesh has another count of numbers per vertex than 1 to "
                     "4. Export it as a scalar or a vector."},
     {.id = "mesh.direction_degenerate",
      .title = "Normals or tangents without direction",
      .severity = Severity::Warning,
      .explanation = "Normals or tangents are zero, NaN or infinite, and were replaced. "
                     "Recompute them and export again."},
     {.id = "mesh.direction_not_unit",
      .title = "Normals or tangents that are not unit",
      .severity = Severity::Warning,
      .explanation = "Normals or tangents have another length than one and were normalised. "
                     "Normalise them at export.",
      .fix = "Normals are written with length one; tangents are left alone."},
     {.id = "mesh.faces_dropped",
      .title = "Points and lines",
      .severity = Severity::Info,
      .explanation = "The mesh holds points or lines, which are not drawn and were left out."},
     {.id = "mesh.incomplete_triangle",
      .title = "A triangle is not complete",
      .severity = Severity::Warning,
      .explanation = "The last indices do not make a whole triangle and were ignored. Export "
                     "the mesh again."},
     {.id = "mesh.index_out_of_range",
      .title = "Triangles of vertices that are not there",
      .severity = Severity::Error,
      .explanation = "A triangle names a vertex that the mesh does not have. Export the mesh "
                     "again."},
     {.id = "mesh.no_positions",
      .title = "A mesh without positions",
      .severity = Severity::Error,
      .explanation = "The mesh has no vertices and was left out."},
     {.id = "mesh.no_triangles",
      .title = "A mesh of points or lines",
      .severity = Severity::Info,
      .explanation = "The mesh has no triangles. It is deformed, but not drawn as a surface."},
     {.id = "mesh.none",
      .title = "No mesh",
      .severity = Severity::Info,
      .explanation = "The file holds a hierarchy and clips, but no usable mesh."},
     {.id = "mesh.nonfinite",
      .title = "Vertices that are not numbers",
      .severity = Severity::Error,
      .explanation = "A vertex is NaN or infinite. One such number spreads into bounds and "
                     "everything that is computed from them. Clean the mesh and export again."},
     {.id = "mesh.normals_dropped",
      .title = "Normals were left out",
      .severity = Severity::Warning,
      .explanation = "Normals without direction cannot be used, and all were left out. "
                     "Recompute them and export again."},
     {.id = "mesh.skin_blend_nonfinite",
      .title = "Blend weights that are not numbers",
      .severity = Severity::Warning,
      .explanation = "The attribute _SKIN_BLEND, which mixes linear and dual quaternion skinning, "
                     "is NaN or infinite at some vertices; those were set to one. Paint it "
                     "again."},
     {.id = "mesh.split_vertices",
      .title = "Too many vertices in one place",
      .severity = Severity::Error,
      .explanation = "So many vertices share one place that the neighbours of each would not fit "
                     "into any memory. Weld the vertices of the mesh, or take away those that "
                     "collapsed."},
     {.id = "mesh.tangent_sign",
      .title = "Tangents without a side",
      .severity = Severity::Warning,
      .explanation = "The fourth number of a tangent must be 1 or -1 and is not; the sign was "
                     "kept. Compute tangents again."},
     {.id = "mesh.tangents_dropped",
      .title = "Tangents were left out",
      .severity = Severity::Warning,
      .explanation = "Tangents without direction cannot be used, and all were left out. Compute "
                     "them again."},
     {.id = "mesh.tangents_without_normals",
      .title = "Tangents without normals",
      .severity = Severity::Info,
      .explanation = "The mesh has tangents, but no normals. A surface without normals is flat "
                     "and has no use for them; they were ignored. Export normals as well."},
     {.id = "mesh.triangle_count",
      .title = "Indices that are no triangles",
      .severity = Severity::Error,
      .explanation = "The number of indices is not a multiple of three."},
     {.id = "mesh.uv_nonfinite",
      .title = "Texture coordinates that are not numbers",
      .severity = Severity::Warning,
      .explanation = "Texture coordinates are NaN or infinite and were set to zero. Unwrap the "
                     "mesh again."},
     {.id = "mesh.welded",
      .title = "Vertices were merged",
      .severity = Severity::Info,
      .explanation = "The loader splits vertices at every corner; those that agree in "
                     "everything were merged. Vertex numbers are not those of the file."},
     {.id = "morph.base_missing",
      .title = "Morph targets of attributes that are not there",
      .severity = Severity::Info,
      .explanation = "Targets change normals or tangents that the mesh itself does not have; "
                     "those changes were left out."},
     {.id = "morph.default_weight_unknown",
      .title = "Default weights are not known",
      .severity = Severity::Warning,
      .explanation = "The weights that targets have without animation do not come through the "
                     "loader of this format; they start at zero. Export as glTF to keep them."},
     {.id = "morph.delta_count",
      .title = "Morph targets of the wrong size",
      .severity = Severity::Error,
      .explanation = "A target has another number of deltas than of vertices it touches."},
     {.id = "morph.in_between",
      .title = "In-between shapes read as targets",
      .severity = Severity::Warning,
      .explanation = "A channel of the file runs through several shapes one after the other. They "
                     "are read as targets of their own, which nothing drives in turn. Give each "
                     "shape a channel of its own, or bake the shapes that are needed."},
     {.id = "morph.nonfinite",
      .title = "Morph deltas that are not numbers",
      .severity = Severity::Error,
      .explanation = "A delta is NaN or infinite. Sculpt the shape again and export."},
     {.id = "morph.target_count",
      .title = "Parts with different numbers of targets",
      .severity = Severity::Warning,
      .explanation = "The parts of a mesh have different numbers of morph targets. The format "
                     "asks for the same number; missing ones move nothing here."},
     {.id = "morph.vertex_count",
      .title = "Morph targets of another mesh",
      .severity = Severity::Error,
      .explanation = "A target has another number of vertices than its mesh, and was left out. "
                     "The mesh was changed after the shape was made."},
     {.id = "morph.vertex_order",
      .title = "Morph deltas out of order",
      .severity = Severity::Error,
      .explanation = "The vertices of a target must increase."},
     {.id = "morph.vertex_out_of_range",
      .title = "Morph deltas of vertices that are not there",
      .severity = Severity::Error,
      .explanation = "A target names a vertex that the mesh does not have."},
     {.id = "morph.weights_count",
      .title = "Weights and targets that do not fit",
      .severity = Severity::Warning,
      .explanation = "A list of morph weights has another length than there are targets; what "
                     "is missing is zero, what is too many is ignored."},
     {.id = "node.matrix_row4",
      .title = "A last row that is not 0, 0, 0, 1",
      .severity = Severity::Warning,
      .explanation = "The matrix of a node has a last row that is no part of a transform; it "
                     "was read as if it were 0, 0, 0, 1. Often rows and columns were exchanged."},
     {.id = "node.matrix_shear",
      .title = "Matrices with shear",
      .severity = Severity::Warning,
      .explanation = "The matrix of a node has shear, which translation, rotation and scale "
                     "cannot say. The node takes two joints here and is exact; other tools lose "
                     "the shear. Freeze the transform before export."},
     {.id = "node.quat_not_unit",
      .title = "Rotations that are not unit",
      .severity = Severity::Warning,
      .explanation = "The rotation of a node has another length than one and was normalised; "
                     "zero was read as no rotation.",
      .fix = "The rotation is written with length one, and one of length zero as none."},
     {.id = "node.shear_lost",
      .title = "Shear was lost",
      .severity = Severity::Warning,
      .explanation = "Node matrices with shear became the nearest translation, rotation and "
                     "scale. Freeze the transforms before export."},
     {.id = "skeleton.nonfinite",
      .title = "A rest pose that is no number",
      .severity = Severity::Error,
      .explanation = "The transform of a node holds NaN or infinity. Reset it and export again."},
     {.id = "skeleton.parent_order",
      .title = "A child before its parent",
      .severity = Severity::Error,
      .explanation = "A skeleton lists a joint before the one above it."},
     {.id = "skeleton.rotation_not_unit",
      .title = "A rest rotation that is not unit",
      .severity = Severity::Error,
      .explanation = "The rotation of a joint has a length far from one."},
     {.id = "skin.ibm_count",
      .title = "Fewer matrices than joints",
      .severity = Severity::Error,
      .explanation = "A skin has fewer inverse bind matrices than joints. Export the skin "
                     "again."},
     {.id = "skin.ibm_nonfinite",
      .title = "Inverse bind matrices that are no numbers",
      .severity = Severity::Error,
      .explanation = "An inverse bind matrix holds NaN or infinity: a joint was scaled to zero "
                     "when its inverse was taken. Bind again with every scale above zero."},
     {.id = "skin.ibm_row4",
      .title = "Inverse bind matrices with a wrong last row",
      .severity = Severity::Warning,
      .explanation = "The last row of an inverse bind matrix must be 0, 0, 0, 1; what stood "
                     "there was ignored. Often rows and columns were exchanged.",
      .fix = "The last row is written as 0, 0, 0, 1."},
     {.id = "skin.joint_out_of_range",
      .title = "A skin of joints that are not there",
      .severity = Severity::Error,
      .explanation = "The joint list of a skin names a node that the file does not have."},
     {.id = "skin.joint_outside_scene",
      .title = "Joints outside of the scene",
      .severity = Severity::Warning,
      .explanation = "Joints of a skin are not part of the scene that its mesh is in. The "
                     "format forbids it, and tools that load one scene lose them. Put all "
                     "joints into the scene."},
     {.id = "skin.mesh_node_animation_ignored",
      .title = "Animation of a skinned mesh node",
      .severity = Severity::Info,
      .explanation = "A clip moves the node of a skinned mesh. Joints alone place such a mesh, "
                     "so that has no effect; tools that apply it move the mesh twice. Animate "
                     "the root joint instead."},
     {.id = "skin.no_heir",
      .title = "A joint that cannot be taken out",
      .severity = Severity::Error,
      .explanation = "No joint of the skin above the one to be taken out stays to take its "
                     "weights. Keep one above it."},
     {.id = "skin.no_influences",
      .title = "A skin without joints and weights",
      .severity = Severity::Warning,
      .explanation = "The node of a mesh has a skin, but the mesh has no joints and weights, so "
                     "it follows its node. Export the weights, or detach the skin."},
     {.id = "skin.no_joints",
      .title = "A skin without joints",
      .severity = Severity::Error,
      .explanation = "A skin must have at least one joint."},
     {.id = "skin.skeleton_not_ancestor",
      .title = "A root that is not above all joints",
      .severity = Severity::Info,
      .explanation = "The node that a skin names as its root is not above all of its joints. It "
                     "has no effect on the result; tools that rely on it lose joints."},
     {.id = "unit.kept",
      .title = "Lengths in the unit of the file",
      .severity = Severity::Info,
      .explanation = "Lengths stay in the unit of the file; the message says how many metres "
                     "one is."},
     {.id = "weights.attribute_missing",
      .title = "No weights where they were to be",
      .severity = Severity::Warning,
      .explanation = "Joints and weights were to be read from attributes that the primitive does "
                     "not have; it was read as if nothing had been said. Props beside a character "
                     "are often like that."},
     {.id = "weights.components_ignored",
      .title = "Joints and weights of different number",
      .severity = Severity::Warning,
      .explanation = "The attributes that hold joints have another number of components than "
                     "those that hold weights. Those without a partner were ignored. Name the "
                     "attributes in the same order on both sides."},
     {.id = "weights.follow_mesh_node",
      .title = "Vertices without weight follow their node",
      .severity = Severity::Warning,
      .explanation = "Vertices without any weight follow the node of the mesh, as the program "
                     "that wrote the file does. Give them weight before export to other "
                     "formats."},
     {.id = "weights.from_attributes",
      .title = "Weights from other attributes",
      .severity = Severity::Info,
      .explanation = "Joints or weights were read from colours or texture coordinates, as was "
                     "asked. Weights in colours of 8 bits are off by up to half of 1/255 each; "
                     "weights that were squeezed so often no longer sum to one."},
     {.id = "weights.joint_code_range",
      .title = "More joints than a colour can name",
      .severity = Severity::Warning,
      .explanation = "A component of a colour tells 256 joints apart, and the skin has more. "
                     "Those after the first 256 get no weight. Split the mesh, or write joints "
                     "into texture coordinates as whole numbers."},
     {.id = "weights.joint_code_rounded",
      .title = "Codes that name no joint",
      .severity = Severity::Warning,
      .explanation = "A code between two joints was rounded to the nearest. Something filtered, "
                     "compressed or painted over the colours; vertices may follow a wrong joint. "
                     "Write the colours again, without filtering."},
     {.id = "weights.joint_code_srgb",
      .title = "Codes decoded from sRGB",
      .severity = Severity::Warning,
      .explanation = "The colours that name joints went through a decoder of sRGB, which is for "
                     "colours and not for numbers. Here that was undone; a shader that reads them "
                     "gets wrong joints. Store them as linear data."},
     {.id = "weights.padding_out_of_range",
      .title = "Unused slots with a wrong joint number",
      .severity = Severity::Info,
      .explanation = "Slots without weight name joints that the skin does not have. Nothing "
                     "moves by it, but tools that check numbers refuse the file. Write zero "
                     "into unused slots.",
      .fix = "Unused slots name joint zero."},
     {.id = "weights.set_ignored",
      .title = "Sets of influences that were ignored",
      .severity = Severity::Warning,
      .explanation = "Sets of joints and weights without a partner, or after a gap in their "
                     "numbers, were ignored; their influences are lost. Export the mesh again."},
     {.id = "weights.vertex_out_of_range",
      .title = "Weights of vertices that are not there",
      .severity = Severity::Error,
      .explanation = "Weights name vertices that the mesh does not have, and were left out. The "
                     "mesh was changed after it was bound."}});

} // namespace

std::span<const RuleInfo> characterCodes() {
    return kCodes;
}

} // namespace sartor::diagnose
