// SPDX-License-Identifier: Apache-2.0
// What the codes mean that importers say.
#include <sartor/diagnose/import_codes.h>

#include <algorithm>
#include <array>

namespace sartor::diagnose {
namespace {

constexpr auto kCodes = std::to_array<RuleInfo>(
    {{.id = "accessor.not_normalized",
      .title = "Integers not marked as fractions",
      .severity = Severity::Warning,
      .explanation = "Weights or rotations are stored as integers without being marked as "
                     "normalized. They are read as fractions, the only meaning they can have; "
                     "other tools take them as they are. Set normalized in the accessor."},
     {.id = "accessor.sparse_order",
      .title = "Sparse indices out of order",
      .severity = Severity::Warning,
      .explanation = "The indices of a sparse accessor must increase and do not. The last of "
                     "equal ones counts here; other tools refuse the file. Sort them at export."},
     {.id = "anim.channel_ignored",
      .title = "Channels without a target here",
      .severity = Severity::Info,
      .explanation = "A channel names no node, or a property that is not animated here, and was "
                     "left out. Nothing else is affected."},
     {.id = "anim.curve_flattened",
      .title = "Curves that the loader does not hand over",
      .severity = Severity::Warning,
      .explanation = "Between sparse keys the file has curves, but only the keys reach us, so "
                     "the way between them is straight. Bake the animation, a key for every "
                     "frame, before export."},
     {.id = "anim.duplicate_target",
      .title = "Two channels for one property",
      .severity = Severity::Warning,
      .explanation = "Two channels of a clip move the same property of the same node. The "
                     "format forbids it, and one of the two is lost. Remove the one that is not "
                     "meant."},
     {.id = "anim.joint_out_of_range",
      .title = "Channels of joints that are not there",
      .severity = Severity::Error,
      .explanation = "A channel names a joint that the skeleton does not have. The clip belongs "
                     "to another skeleton; export both together."},
     {.id = "anim.matrix_node",
      .title = "Animated nodes given by a matrix",
      .severity = Severity::Warning,
      .explanation = "A channel moves a node whose transform is a matrix. The format wants "
                     "translation, rotation and scale there, and the matrix was taken apart. "
                     "Export the node in three parts."},
     {.id = "anim.morph_target_missing",
      .title = "Channels of morph targets that are not there",
      .severity = Severity::Warning,
      .explanation = "A channel drives a morph target that no mesh has, by name or by number, "
                     "and was left out. Export the mesh with its targets, or rename the "
                     "channel."},
     {.id = "anim.output_count_mismatch",
      .title = "Keys and values that do not fit",
      .severity = Severity::Error,
      .explanation = "The number of values of a channel does not follow from its number of "
                     "keys, so it cannot be said which value belongs to which time, and the "
                     "channel was left out. Export the clip again."},
     {.id = "anim.output_nonfinite",
      .title = "Key values that are not numbers",
      .severity = Severity::Error,
      .explanation = "Keys are NaN or infinite, or have no direction, and were left out. Mostly "
                     "an exporter divided by a scale of zero. Clean the curves and export "
                     "again."},
     {.id = "anim.pointer_ignored",
      .title = "Animation of other things than nodes",
      .severity = Severity::Warning,
      .explanation = "A channel animates something by KHR_animation_pointer, which is not "
                     "supported, and was left out. If it moves nodes or morph weights, export "
                     "them as ordinary channels."},
     {.id = "anim.quat_not_unit",
      .title = "Rotation keys that are not unit",
      .severity = Severity::Warning,
      .explanation = "Rotation keys have another length than one. What is sampled is normalised "
                     "here; players that are not so careful scale and shear the joint. "
                     "Normalise the keys at export.",
      .fix = "The keys are normalised; those of splines are left alone."},
     {.id = "anim.quat_zero",
      .title = "Rotation keys of length zero",
      .severity = Severity::Error,
      .explanation = "A rotation key is zero and says no rotation at all; the key before it was "
                     "kept. Set the key again and export."},
     {.id = "anim.start_shifted",
      .title = "Clips counted from their start",
      .severity = Severity::Info,
      .explanation = "Key times are counted from the start of each take; where the take starts "
                     "in the time of the file does not come through the loader."},
     {.id = "anim.target_missing",
      .title = "Channels of nodes that are not there",
      .severity = Severity::Warning,
      .explanation = "A channel names a node that the file does not have, and was left out. The "
                     "clip was made for another skeleton, or the node was renamed."},
     {.id = "anim.ticks_per_second_missing",
      .title = "Clips without a frame rate",
      .severity = Severity::Warning,
      .explanation = "The file does not say how long a frame is; 25 frames a second are "
                     "assumed, so the pace may be wrong. Write the frame rate at export."},
     {.id = "anim.times_negative",
      .title = "Keys before zero",
      .severity = Severity::Warning,
      .explanation = "Keys lie before time zero, where no player looks. Move the clip to begin "
                     "at zero."},
     {.id = "anim.times_nonfinite",
      .title = "Key times that are not numbers",
      .severity = Severity::Error,
      .explanation = "Key times are NaN or infinite, and the channel was left out. Export the "
                     "clip again."},
     {.id = "anim.times_unsorted",
      .title = "Keys out of order",
      .severity = Severity::Warning,
      .explanation = "Key times go back. The format wants them to increase; the channel was "
                     "sorted or left out, as the message says. Export the clip again.",
      .fix = "The keys are written in the order of their times."},
     {.id = "assimp.bone_nonfinite",
      .title = "Bones bound by no numbers",
      .severity = Severity::Error,
      .explanation = "The inverse bind matrix of a bone holds NaN or infinity, and its weights "
                     "were left out. Bind the mesh again and export."},
     {.id = "assimp.bone_without_node",
      .title = "Bones without a node",
      .severity = Severity::Error,
      .explanation = "A bone of the mesh names a node that the file does not have, and its "
                     "weights were left out. Export skeleton and mesh together."},
     {.id = "assimp.name_clash",
      .title = "Names that two nodes share",
      .severity = Severity::Warning,
      .explanation = "Bones and channels of this format are linked by name, and several nodes "
                     "have this one. They were linked to the first of them that carries no "
                     "mesh. Make names unique before export."},
     {.id = "axis.converted",
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
     {.id = "environment.import_worker",
      .title = "No program to read foreign formats with",
      .severity = Severity::Error,
      .explanation = "Formats other than glTF are read by the program sartor-import-worker, which "
                     "is not there "
                     "or cannot be run. It is installed with the command: copy both, or name it in "
                     "the variable "
                     "SARTOR_IMPORT_WORKER of the environment."},
     {.id = "fbx.geometric_transform",
      .title = "Meshes with an offset from their node",
      .severity = Severity::Warning,
      .explanation = "Meshes have a transform that their node does not pass on (geometric "
                     "transform). The loader makes it part of the node: nodes below move with it, "
                     "and a skinned mesh, which its node does not place, is off by it. Reset the "
                     "transform of the mesh before export."},
     {.id = "fbx.inherit_type",
      .title = "Scale inherited in another order",
      .severity = Severity::Warning,
      .explanation = "Nodes apply the scale of their parent after their own rotation, which "
                     "this program cannot say; they are off where that scale differs by axis. "
                     "Change the inherit type to the ordinary one before export."},
     {.id = "fbx.mesh_node_animated",
      .title = "Animated nodes of skinned meshes",
      .severity = Severity::Warning,
      .explanation = "A clip moves the node of a skinned mesh itself. Programs disagree on what "
                     "that means; here the joints alone place the vertices. Move the joints, and "
                     "leave the node where it is."},
     {.id = "fbx.scale_compensation",
      .title = "Joints that do not inherit scale",
      .severity = Severity::Info,
      .explanation = "Nodes that do not take the scale of their parent got a joint above them "
                     "that takes the scale away. The result is that of the program that wrote "
                     "the file."},
     {.id = "fbx.skinning_type",
      .title = "Skins that are not meant to be linear",
      .severity = Severity::Warning,
      .explanation = "The file asks for dual quaternion skinning, or for a blend of it with linear "
                     "skinning by vertex. Neither comes through the loader, and the weights of the "
                     "blend are lost. Choose the deformer by hand: --chain dqs."},
     {.id = "file.accessor_out_of_bounds",
      .title = "Data beyond the end of its buffer",
      .severity = Severity::Error,
      .explanation = "An accessor reads more than its buffer holds, so the file is refused. It "
                     "was cut off or written wrongly; export it again."},
     {.id = "file.byte_order_mark",
      .title = "A byte order mark was skipped",
      .severity = Severity::Info,
      .explanation = "The JSON begins with a byte order mark, which was skipped. The format "
                     "forbids it, and some tools refuse the file."},
     {.id = "file.missing",
      .title = "The file is not there",
      .severity = Severity::Error,
      .explanation = "No file of that name can be found. Check the path, and that the file was "
                     "not moved."},
     {.id = "file.not_regular",
      .title = "Not a regular file",
      .severity = Severity::Error,
      .explanation = "The path names a folder or a device where a file is expected."},
     {.id = "file.too_large",
      .title = "More than the limit",
      .severity = Severity::Error,
      .explanation = "The file, or what it would unpack to, is larger than what is read. A "
                     "small file that claims to be huge is broken or hostile."},
     {.id = "file.truncated",
      .title = "The file is cut off",
      .severity = Severity::Error,
      .explanation = "The file ends before what it declares to hold. The copy or the download "
                     "did not finish; get it again."},
     {.id = "file.unreadable",
      .title = "The file cannot be read",
      .severity = Severity::Error,
      .explanation = "The system does not let the file be opened or read; its reason is in the "
                     "message."},
     {.id = "file.unwritable",
      .title = "The file cannot be written",
      .severity = Severity::Error,
      .explanation = "The system does not let the file be written; its reason is in the "
                     "message."},
     {.id = "file.uri_outside_root",
      .title = "Data outside of the folder",
      .severity = Severity::Error,
      .explanation = "The file refers to data outside of its own folder, or by a network "
                     "address, and that is not followed: a file from elsewhere must not read "
                     "what is yours. Put the data beside the file."},
     {.id = "file.utf8_invalid",
      .title = "Text that is not UTF-8",
      .severity = Severity::Warning,
      .explanation = "Names hold bytes that are not UTF-8; they were replaced. Tools that link "
                     "by name may no longer find them. Export with names in UTF-8."},
     {.id = "gltf.accessor_type",
      .title = "Data of the wrong kind",
      .severity = Severity::Error,
      .explanation = "An accessor has another type than its use asks for. The exporter is "
                     "wrong, or the file was edited by hand."},
     {.id = "gltf.byte_stride",
      .title = "A stride that cannot be",
      .severity = Severity::Error,
      .explanation = "The distance between two elements in a buffer is smaller than an element, "
                     "or not a multiple of its parts. Export the file again."},
     {.id = "gltf.chunk",
      .title = "Broken parts of a GLB",
      .severity = Severity::Error,
      .explanation = "The chunks of the container are missing, too long or in the wrong order. "
                     "The file is damaged; export it again."},
     {.id = "gltf.chunk_ignored",
      .title = "A chunk of another kind",
      .severity = Severity::Info,
      .explanation = "The container holds a chunk that glTF does not know; it was ignored."},
     {.id = "gltf.data_uri",
      .title = "Embedded data that is not base64",
      .severity = Severity::Error,
      .explanation = "Data embedded as text is damaged or not base64. Export the file again, or "
                     "put the data beside it."},
     {.id = "gltf.draco",
      .title = "Compressed data that cannot be decoded",
      .severity = Severity::Error,
      .explanation = "Data compressed with Draco is damaged or does not fit its accessors. "
                     "Export again, or without compression."},
     {.id = "gltf.draco_triangle_count",
      .title = "Compression changed the number of triangles",
      .severity = Severity::Info,
      .explanation = "The compressed data has another number of triangles than the accessor of "
                     "the indices says. Encoders leave out triangles without area; the "
                     "compressed ones count."},
     {.id = "gltf.extension_ignored",
      .title = "Extensions that have no use here",
      .severity = Severity::Info,
      .explanation = "The file has extensions that say nothing on deformation, or that are not "
                     "known here; they were ignored. The file can be read without them."},
     {.id = "gltf.extension_required",
      .title = "An extension that is needed",
      .severity = Severity::Error,
      .explanation = "The file says that it cannot be read without an extension that is not "
                     "supported here. Export without it."},
     {.id = "gltf.index_out_of_range",
      .title = "A reference to nothing",
      .severity = Severity::Error,
      .explanation = "A number in the JSON names an element that the file does not have. The "
                     "file was edited or written wrongly; export it again."},
     {.id = "gltf.json",
      .title = "JSON that cannot be read",
      .severity = Severity::Error,
      .explanation = "The JSON is broken; the message says where. The file is damaged, or no "
                     "glTF."},
     {.id = "gltf.meshopt",
      .title = "Compressed data that cannot be decoded",
      .severity = Severity::Error,
      .explanation = "Data compressed with meshoptimizer is damaged, or its mode, filter and "
                     "stride do not go together. Export again, or without compression."},
     {.id = "gltf.missing",
      .title = "Something is missing",
      .severity = Severity::Error,
      .explanation = "A member that the format demands is not there. Export the file again."},
     {.id = "gltf.trailing_bytes",
      .title = "Bytes behind the end",
      .severity = Severity::Warning,
      .explanation = "Behind the declared end of the container are more bytes, which were "
                     "ignored. Something was appended, or the declared length is wrong."},
     {.id = "gltf.type",
      .title = "JSON of the wrong type",
      .severity = Severity::Error,
      .explanation = "A member of the JSON has another type than the format says: a text for a "
                     "number, or an object for a list."},
     {.id = "gltf.unreadable",
      .title = "The file cannot be read",
      .severity = Severity::Error,
      .explanation = "Reading stopped for a reason of the system, such as memory; it is in the "
                     "message."},
     {.id = "gltf.value",
      .title = "A value that is not allowed",
      .severity = Severity::Error,
      .explanation = "A member of the JSON has a value that the format does not allow; the "
                     "message says which ones it does."},
     {.id = "gltf.version",
      .title = "Another version of glTF",
      .severity = Severity::Error,
      .explanation = "The file is of another version than 2.0. Convert it, or export again."},
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
     {.id = "image.too_large",
      .title = "Images beyond the limit",
      .severity = Severity::Error,
      .explanation = "An image is larger than what is decoded. Make it smaller; the character "
                     "is shown without it."},
     {.id = "image.undecodable",
      .title = "Images that cannot be decoded",
      .severity = Severity::Error,
      .explanation = "An image is no PNG or JPEG, or is damaged. The character is shown without "
                     "it."},
     {.id = "import.cancelled",
      .title = "Reading that was stopped",
      .severity = Severity::Error,
      .explanation = "Whoever asked for the file asked to stop. Nothing is wrong with it."},
     {.id = "import.coded_influences",
      .title = "Joints in attributes of a foreign format",
      .severity = Severity::Error,
      .explanation = "Joints or weights were to be read from colours or texture coordinates, and "
                     "only glTF hands those over. Convert the file to glTF."},
     {.id = "import.crashed",
      .title = "Files that crash the reader",
      .severity = Severity::Error,
      .explanation =
          "The library that reads this format crashed on the file, in a process of its own. The "
          "file is damaged or of a kind that the library does not survive. Export it again, or as "
          "glTF."},
     {.id = "import.out_of_memory",
      .title = "Files that take too much memory",
      .severity = Severity::Error,
      .explanation =
          "Reading needs more memory than an import may take. Most such files are damaged and let "
          "the reader allocate for ever; give a good one more with --import-memory."},
     {.id = "import.scene_out_of_range",
      .title = "No such scene",
      .severity = Severity::Error,
      .explanation = "The scene that was asked for is not in the file."},
     {.id = "import.timeout",
      .title = "Files that take too long",
      .severity = Severity::Error,
      .explanation =
          "Reading took longer than an import may. Most such files are damaged and let the reader "
          "run for ever; give a good one more time with --import-seconds."},
     {.id = "import.unknown_format",
      .title = "A format that is not read here",
      .severity = Severity::Error,
      .explanation = "No importer reads files with this extension. Export as glTF, or FBX, "
                     "Collada, BVH, MD5, X or SMD."},
     {.id = "import.unreadable",
      .title = "The loader refuses the file",
      .severity = Severity::Error,
      .explanation = "The loader of this format cannot read the file; its reason is in the "
                     "message. Export again, if possible as glTF."},
     {.id = "import.worker_answer",
      .title = "Scenes that cannot be passed on",
      .severity = Severity::Error,
      .explanation = "The program that reads foreign formats gave an answer that this one does not "
                     "understand. Both must be of one version: install them together."},
     {.id = "import.wrong_format",
      .title = "Another format than the name says",
      .severity = Severity::Error,
      .explanation = "The contents are of another format than the extension says. Rename the "
                     "file."},
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
     {.id = "md5.count",
      .title = "A count that is wrong",
      .severity = Severity::Error,
      .explanation = "The file says a number of elements that differs from what it holds, or "
                     "says it twice."},
     {.id = "md5.duplicate_index",
      .title = "An element twice",
      .severity = Severity::Error,
      .explanation = "Two elements have the same number."},
     {.id = "md5.index_out_of_range",
      .title = "A number of nothing",
      .severity = Severity::Error,
      .explanation = "A number names an element that the file does not have."},
     {.id = "md5.syntax",
      .title = "Text that cannot be read",
      .severity = Severity::Error,
      .explanation = "A line does not have the form that the format asks for; the message says "
                     "what was expected."},
     {.id = "mesh.attribute_count",
      .title = "Attributes of another length",
      .severity = Severity::Error,
      .explanation = "An attribute of the mesh has another number of elements than the "
                     "positions. Export the mesh again."},
     {.id = "mesh.attribute_ignored",
      .title = "Attributes without a use here",
      .severity = Severity::Info,
      .explanation = "The mesh has attributes that are not needed for deformation; they were "
                     "ignored."},
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

std::span<const RuleInfo> importCodes() {
    return kCodes;
}

const RuleInfo* findCode(std::string_view id) {
    if (const RuleInfo* rule = findRule(id)) {
        return rule;
    }
    const auto* const found = std::find_if(
        kCodes.begin(), kCodes.end(), [id](const RuleInfo& info) { return info.id == id; });
    return found == kCodes.end() ? nullptr : found;
}

} // namespace sartor::diagnose
