// SPDX-License-Identifier: Apache-2.0
// What importers say of files, their containers and limits.
#include "import_code_tables.h"

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
     {.id = "import.attribute_unknown",
      .title = "Joints or weights to be read from attributes that are not there",
      .severity = Severity::Error,
      .explanation = "Joints or weights were to be read from attributes that no primitive of the "
                     "file has. Say one of those that the message names."},
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
                     "what was expected."}});

} // namespace

std::span<const RuleInfo> fileCodes() {
    return kCodes;
}

} // namespace sartor::diagnose
