// SPDX-License-Identifier: Apache-2.0
// The texts of the rules; the checks stand in plugin_library, declaration and spirv_check.
#include <sartor/deform/plugin_rules.h>

#include <algorithm>
#include <array>

namespace sartor::deform {

namespace {

using enum PluginRuleGroup;

constexpr auto kRules = std::to_array<PluginRule>({
    {"plugin.missing",
     File,
     "The file is there",
     "There is no file of that name, or it cannot be looked at. Check the path and the rights of "
     "its folders."},
    {"plugin.not_regular",
     File,
     "The file is a regular file",
     "A folder, a device or a pipe stands under the name. A link to a regular file is fine."},
    {"plugin.truncated",
     File,
     "The file is whole",
     "The header of the library asks for bytes that are behind the end of the file: it was cut off "
     "while it was copied, or is still being written. Mapping it would end the process. Build or "
     "copy it anew."},
    {"plugin.load",
     File,
     "The system loads the library",
     "The loader refuses the file; its reason is part of the message. Usual ones: the file is no "
     "library of this machine, a library that it needs is not found, or a symbol is missing. Link "
     "with -Wl,-z,defs, as sartor_add_deformer_plugin does, to hear of missing symbols when the "
     "plugin is built."},
    {"plugin.symbol",
     File,
     "The library exports sartor_deformer_entry",
     "The one constant that makes a library a deformer plugin is not visible. Declare it with "
     "SARTOR_EXPORT and C linkage, and keep it in the version script."},
    {"plugin.magic",
     File,
     "The entry begins with the magic number",
     "sartor_entry.magic must be SARTOR_ABI_MAGIC. Another value means that the symbol is "
     "something "
     "else than a sartor_entry."},
    {"plugin.major",
     File,
     "The major version of the ABI is the host's",
     "Structs and their meaning are fixed within a major version of the ABI and may change with "
     "it. "
     "Rebuild the plugin with the header of this host, or use a host of the plugin's version."},
    {"plugin.struct_size",
     File,
     "struct_size covers the fields that must be there",
     "A struct that grows says its size in its first field, and it is smaller than what every "
     "version of this major has. Set it to sizeof the struct."},
    {"plugin.function",
     File,
     "No function is null",
     "init, deinit and factory of the entry, all functions of the factory, what factory() returns "
     "and run of every stage must be there."},
    {"plugin.init",
     File,
     "init succeeds",
     "init returned a status other than SARTOR_OK. What it lacked only the plugin knows; it may "
     "say "
     "so on its standard error."},
    {"plugin.throws",
     File,
     "Nothing is thrown at the host",
     "An exception came out of init, factory or descriptor. Catch what is thrown and return a "
     "status, as the SDK does: a throw out of a plugin with its own C++ runtime ends the process."},
    {"plugin.descriptor",
     Declaration,
     "The factory offers 1 to 256 deformers, each with a descriptor",
     "count() must be from 1 to 256 and descriptor(i) must not be null for any index below it."},
    {"plugin.text",
     Declaration,
     "Texts are there, valid UTF-8, and at most 256 bytes long",
     "No text of a descriptor may be null: write \"\" where there is nothing to say."},
    {"plugin.id",
     Declaration,
     "The id of a deformer is dotted words",
     "An id has the form [a-z0-9]+(.[a-z0-9_-]+)+, for example org.example.jiggle. It is stored in "
     "documents and must never change."},
    {"plugin.id_duplicate",
     Declaration,
     "No two deformers have the same id",
     "Another loaded file, named in the message, or another descriptor of the same file has the id "
     "already. Two builds of one plugin in two folders are the usual reason."},
    {"plugin.stages",
     Declaration,
     "A deformer has 1 to 64 stages",
     "The table of stages is empty, too long, null, or has a null entry."},
    {"plugin.stage_id",
     Declaration,
     "The id of a stage is a word of its own",
     "A stage's id has the form [a-z0-9_-]+ and no other stage of the deformer has it."},
    {"plugin.stage_kind",
     Declaration,
     "The kind of a stage is one that the host knows",
     "See SARTOR_STAGE_RUN and its neighbours in sartor_deformer.h."},
    {"plugin.stage_flags",
     Declaration,
     "The flags of a stage are known and suit its kind",
     "SARTOR_STAGE_WHOLE is for stages of kind SARTOR_STAGE_PREPARE."},
    {"plugin.need_count",
     Declaration,
     "A stage has 1 to 64 buffer needs",
     "The table of needs is empty, too long, or null."},
    {"plugin.need_semantic",
     Declaration,
     "The semantic of a need is known, or the plugin's own",
     "Names that begin with sartor. are those of the table in sartor_deformer.h. A stream of your "
     "own needs a dotted name outside of it, such as org.example.heat."},
    {"plugin.need_format",
     Declaration,
     "The format of a need is that of its semantic",
     "The format is no SARTOR_FORMAT_*, or not the one that the semantic has. A stage that reads "
     "and "
     "writes one stream declares it with the same format and domain."},
    {"plugin.need_domain",
     Declaration,
     "The domain of a need is that of its semantic",
     "The domain is no SARTOR_PER_*, or not the one that the semantic has, or the need is written "
     "and is not of the domain that the stage's range counts."},
    {"plugin.need_access",
     Declaration,
     "The access of a need is allowed",
     "The access is no access that the host knows, the need writes what only the host may write, "
     "or "
     "it reads the previous frame of what no stage writes, or in a stage of kind "
     "SARTOR_STAGE_PREPARE."},
    {"plugin.need_optional",
     Declaration,
     "A need is optional or not",
     "The field is 0 or 1; other values may mean something in a later version."},
    {"plugin.need_duplicate",
     Declaration,
     "A stage reads a semantic once and writes it once",
     "The same semantic stands twice in the table of needs with the same access."},
    {"plugin.param_count",
     Declaration,
     "A stage has at most 256 params",
     "The table of params is too long, null, or has a null entry."},
    {"plugin.param_id",
     Declaration,
     "The id of a param is its own",
     "Documents store values under the id of a param; two different params of one deformer cannot "
     "share it. Stages may list the same param, equal in all fields, and share its value."},
    {"plugin.param_key",
     Declaration,
     "The key of a param is a word of its own",
     "Chains name a param by its key, of the form [a-z0-9_-]+; no other param of the deformer may "
     "have it."},
    {"plugin.param_name",
     Declaration,
     "A param has a name",
     "The name is what people read beside the field, so it cannot be empty."},
    {"plugin.param_type",
     Declaration,
     "The type of a param is known",
     "It must be one of SARTOR_PARAM_*."},
    {"plugin.param_labels",
     Declaration,
     "Enums have labels, others have none",
     "An enum has 1 to 256 labels of the form [a-z0-9_-]+, all different; a param of another type "
     "has label_count 0."},
    {"plugin.param_nonfinite",
     Declaration,
     "Limits and initial value of a param are finite",
     "Minimum, maximum or initial value is infinite or not a number."},
    {"plugin.param_range",
     Declaration,
     "minimum <= initial <= maximum, and they fit the type",
     "Whole numbers for INT, within 32 bits; 0 and 1 for BOOL; 0 and the last label for ENUM; what "
     "a float can hold for FLOAT."},
    {"plugin.repeat_param",
     Declaration,
     "The number of passes is an INT param",
     "repeat_param is the index of an INT param of the stage with a minimum of at least 0, or "
     "SARTOR_STAGE_NO_REPEAT."},
    {"plugin.when_param",
     Declaration,
     "What a stage hangs on is a choice that it lists",
     "when_param is the index of a BOOL or ENUM param of the stage and when_values has bits of its "
     "values alone, at most 32; or when_values is 0."},
    {"plugin.prepare_need",
     Declaration,
     "A PREPARE stage reads what no frame changes",
     "It reads what the host has once per mesh, and streams of its own names that PREPARE stages "
     "write; it writes such streams. Move the rest to a stage of kind SARTOR_STAGE_RUN."},
    {"plugin.prepare_compute",
     Declaration,
     "A PREPARE stage has no form for a device",
     "It runs on the CPU, once; the host uploads what it wrote."},
    {"plugin.spirv_needs",
     Compute,
     "A stage with a form for a device has at most 14 needs",
     "A device must offer 16 storage buffers to a shader and the host takes two. Pack streams, or "
     "split the stage."},
    {"plugin.spirv_magic",
     Compute,
     "The code begins with SPIR-V's magic number",
     "The words are no SPIR-V, or of the other byte order."},
    {"plugin.spirv_invalid",
     Compute,
     "The code is valid SPIR-V for Vulkan 1.3",
     "The validator of SPIRV-Tools refuses it; `spirv-val --target-env vulkan1.3` says the same. "
     "Modules of more than 1048576 words are refused unseen."},
    {"plugin.spirv_capability",
     Compute,
     "The code needs no capability but Shader",
     "Anything more, such as 64-bit floats, does not run on every device. Compute with what every "
     "device has."},
    {"plugin.spirv_entry",
     Compute,
     "The code has one entry point, GLCompute or Vertex, of the declared name",
     "sartor_spirv.entry_point names it; from GLSL it is \"main\". The form says which model."},
    {"plugin.spirv_local_size",
     Compute,
     "The workgroup size in x is the declared specialisation constant",
     "Write layout(local_size_x_id = N) in; with N the declared local_size_spec_id, and nothing "
     "for "
     "y and z. N cannot be an id that says whether a need is bound."},
    {"plugin.spirv_resource",
     Compute,
     "The code uses storage buffers only",
     "Uniform buffers, images and samplers are not bound. The table of needs says what is."},
    {"plugin.spirv_binding",
     Compute,
     "Binding i of set 0 is need i",
     "Each need has one buffer at its index, the host's two follow, and there are no others. A "
     "need "
     "that the code does not use is optimised away by the compiler: use it, or do not declare it. "
     "The vertex form has no buffers for what is written, and the corners at binding 0 of set 1."},
    {"plugin.spirv_access",
     Compute,
     "A read need is readonly, a written need is writeonly",
     "Barriers come from the declared access, so the code has to keep to it: qualify the buffer "
     "block."},
    {"plugin.spirv_layout",
     Compute,
     "A buffer is one array without padding",
     "The block holds one runtime array of floats, words, or vectors that fill an element without "
     "a "
     "remainder. vec3[] does not: its elements are 16 bytes apart in a std430 block, and 12 in the "
     "host's buffers. Declare float[]."},
    {"plugin.spirv_push",
     Compute,
     "The push constants are the host's 16 bytes, 80 in the vertex form",
     "Four uints: firstInstance, pass, frameFlags, 0; in the vertex form mat4 clipFromModel behind "
     "them."},
    {"plugin.vertex_needs",
     Compute,
     "A stage with a vertex form makes positions, and nothing that others must have",
     "It runs as the last of a chain, for each corner that is drawn: it must write "
     "sartor.position, "
     "may write sartor.normal, .tangent and .flags, anything else only where that is optional, "
     "and "
     "reads of streams only its own vertex."},
    {"plugin.vertex_interface",
     Compute,
     "Vertex code has no inputs and the six outputs",
     "Locations 0 to 5: vec3 position, vec3 normal, vec4 tangent, uint flags, vec3 corner, uint "
     "index of the corner. SARTOR_MAIN of sartor/deformer.glsl declares and fills them."},
    {"plugin.vertex_capture",
     Compute,
     "Vertex code has the constant that says whether results are captured",
     "local_size_spec_id is the id of a uint, 1 where gl_Position must be (0, 0, 0, 1). It cannot "
     "be an id that says whether a need is bound."},
    {"plugin.folder",
     Host,
     "A folder of plugins cannot be read",
     "It is not there, is no folder, or may not be read."},
    {"plugin.unknown",
     Host,
     "No loaded deformer has the id",
     "The message lists what is loaded; `sartor plugins` says which files were refused and why."},
    {"plugin.ambiguous",
     Host,
     "Several deformers have the last word of their id in common",
     "Write the whole id in the chain."},
    {"plugin.create",
     Host,
     "A deformer makes no instance",
     "create returned a status other than SARTOR_OK, or threw an exception."},
    {"plugin.copy",
     Host,
     "No private copy of a plugin can be made",
     "A plugin that is loaded again is loaded from a copy in the temporary folder, so that the "
     "file "
     "may change while the old build runs. The folder is full, or may not be written to; TMPDIR "
     "names another."},
    {"plugin.still_used",
     Host,
     "The old build of a reloaded plugin is still in use",
     "Somebody keeps a deformer of it. The new build runs beside it."},
    {"plugin.still_mapped",
     Host,
     "The old build of a reloaded plugin stays in memory",
     "The system does not unload a library with symbols that are unique in the process, which g++ "
     "makes of inline statics, or one with a destructor of a thread that still runs. Build it with "
     "sartor_add_deformer_plugin."},
    {"plugin.quarantined",
     Host,
     "A plugin took down the process that tried it",
     "Files that nobody knows are loaded in a process of their own first. This one crashed, ended "
     "or held up that process, or asked for more memory than there is for it. It is tried again "
     "when the file changes, or by `sartor plugin probe FILE`; `sartor plugin probe --clear` "
     "forgets all that is remembered of plugins."},
    {"plugin.disabled",
     Host,
     "A person has disabled the plugin",
     "The editor offers that when a plugin has crashed, and in its panel of plugins. It holds "
     "until "
     "the file changes; `sartor plugin probe --clear FILE` takes it back."},
});

} // namespace

std::span<const PluginRule> pluginRules() {
    return kRules;
}

const PluginRule* findPluginRule(std::string_view code) {
    const auto* found = std::find_if(
        kRules.begin(), kRules.end(), [code](const PluginRule& rule) { return rule.code == code; });
    return found == kRules.end() ? nullptr : found;
}

} // namespace sartor::deform
