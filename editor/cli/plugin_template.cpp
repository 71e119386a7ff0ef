// SPDX-License-Identifier: Apache-2.0
// The files of a new deformer plugin, which moves vertices along their normals: enough to show
// streams, an optional stream, a param and a compute form.
#include "plugin_template.h"

#include <string_view>

namespace sartor::cli {
namespace {

constexpr std::string_view kProject = R"(cmake_minimum_required(VERSION 3.25)
project(@NAME@ VERSION 1.0.0 LANGUAGES @LANGUAGES@)
enable_testing()
find_package(sartor 0.1 CONFIG REQUIRED COMPONENTS deformer)
# Builds @NAME@.sartorplugin and adds a test that has `sartor` check it.
sartor_add_deformer_plugin(@NAME@ SOURCES @SOURCE@ SHADERS @NAME@.comp VERTEX_SHADERS @NAME@.comp)
target_compile_options(@NAME@ PRIVATE -Wall -Wextra)
)";

constexpr std::string_view kCPlusPlus =
    R"(// Moves every vertex along its normal. @NAME@.comp does the same float operations in the same order.
#include "@NAME@_comp_spv.h"
#include "@NAME@_vert_spv.h"

#include <sartor/deformer/deformer.hpp>

namespace {

using namespace sartor::deformer;

// What the stage reads and writes. The index is the slot in the run and the binding in the shader.
enum Need : std::uint32_t { PositionIn, PositionOut, Normal };
constexpr sartor_buffer_need kNeeds[] = {
    reads<Float3>(semantic::kPosition, SARTOR_PER_VERTEX),
    writes<Float3>(semantic::kPosition, SARTOR_PER_VERTEX),
    readsWherePresent<Float3>(semantic::kNormal, SARTOR_PER_VERTEX),
};

// Documents keep the id, chains have the key: @NAME@[amount=0.02]. Both are for ever.
constexpr sartor_param kAmount = floatParam({.id = 1,
                                             .key = "amount",
                                             .name = "Amount",
                                             .unit = "m",
                                             .minimum = -1.0,
                                             .maximum = 1.0,
                                             .initial = 0.01});
constexpr const sartor_param* kParams[] = {&kAmount};

// Runs on many threads at once, each with a range of vertices of its own: writes those and no other.
void push(const Run& run) {
    const auto positionIn = run.read<Float3>(Need::PositionIn);
    const auto positionOut = run.write<Float3>(Need::PositionOut);
    const auto normal = run.read<Float3>(Need::Normal);
    const float amount = run.floatParam(0);
    for (std::uint32_t vertex = run.begin(); vertex < run.end(); ++vertex) {
        const Float3 position = positionIn[vertex];
        // A mesh without normals stays as it is.
        const Float3 direction = normal ? normal[vertex] : Float3{};
        positionOut[vertex] = {position.x + amount * direction.x,
                               position.y + amount * direction.y,
                               position.z + amount * direction.z};
    }
}

const sartor_stage kPush =
    makeStage<push>({.id = "push",
                     .needs = kNeeds,
                     .params = kParams,
                     .compute = {@NAME@_comp_spv, @NAME@_comp_spv_word_count, 0, "main"},
                     .vertex = {@NAME@_vert_spv, @NAME@_vert_spv_word_count, 0, "main"}});
const sartor_stage* const kStages[] = {&kPush};
const sartor_descriptor kDescriptor = makeDescriptor(
    {.id = "@ID@", .name = "@NAME@", .vendor = "", .version = "1.0.0"}, kStages);

} // namespace

SARTOR_DEFORMER_PLUGIN(kDescriptor)
)";

constexpr std::string_view kC =
    R"(/* Moves every vertex along its normal. @NAME@.comp does the same float operations in the same
 * order. */
#include "@NAME@_comp_spv.h"
#include "@NAME@_vert_spv.h"

#include <sartor/deformer/stateless_plugin.h>

/* What the stage reads and writes. The index is the slot in the run and the binding in the shader. */
enum { POSITION_IN, POSITION_OUT, NORMAL, NEED_COUNT };
static const sartor_buffer_need needs[NEED_COUNT] = {
    {"sartor.position", SARTOR_FORMAT_F32X3, SARTOR_PER_VERTEX, SARTOR_READ, 0},
    {"sartor.position", SARTOR_FORMAT_F32X3, SARTOR_PER_VERTEX, SARTOR_WRITE, 0},
    {"sartor.normal", SARTOR_FORMAT_F32X3, SARTOR_PER_VERTEX, SARTOR_READ, 1 /* optional */},
};

/* Documents keep the id, chains have the key: @NAME@[amount=0.02]. Both are for ever. */
static const sartor_param amount_param = {
    .struct_size = sizeof(sartor_param),
    .id = 1,
    .type = SARTOR_PARAM_FLOAT,
    .key = "amount",
    .name = "Amount",
    .unit = "m",
    .minimum = -1.0,
    .maximum = 1.0,
    .initial = 0.01,
};
static const sartor_param* const params[] = {&amount_param};

/* Runs on many threads at once, each with a range of vertices of its own: writes those and no
 * other. */
static sartor_status push(const void* self, const sartor_run* run) {
    (void)self;
    const float* in = run->buffers[POSITION_IN].data;
    const float* normal = run->buffers[NORMAL].data;
    float* out = run->buffers[POSITION_OUT].data;
    const float amount = (float)run->params[0];
    for (size_t i = 3 * (size_t)run->begin; i < 3 * (size_t)run->end; ++i) {
        /* A mesh without normals stays as it is. */
        out[i] = in[i] + amount * (normal != NULL ? normal[i] : 0.0f);
    }
    return SARTOR_OK;
}

static const sartor_stage stage = {
    .struct_size = sizeof(sartor_stage),
    .kind = SARTOR_STAGE_RUN,
    .repeat_param = SARTOR_STAGE_NO_REPEAT,
    .need_count = NEED_COUNT,
    .param_count = 1,
    .id = "push",
    .needs = needs,
    .params = params,
    .run = push,
    .compute = {@NAME@_comp_spv, sizeof(@NAME@_comp_spv) / sizeof(uint32_t), 0, "main"},
    .vertex = {@NAME@_vert_spv, sizeof(@NAME@_vert_spv) / sizeof(uint32_t), 0, "main"},
};
static const sartor_stage* const stages[] = {&stage};
static const sartor_descriptor descriptor = {
    .struct_size = sizeof(sartor_descriptor),
    .stage_count = 1,
    .id = "@ID@",
    .name = "@NAME@",
    .vendor = "",
    .version = "1.0.0",
    .stages = stages,
};

/* Defines what the host calls. A deformer that remembers something between runs writes that itself,
 * with an instance from `create`. */
SARTOR_STATELESS_PLUGIN(descriptor);
)";

constexpr std::string_view kShader =
    R"(// @SOURCE@ for the device, as compute and inline in the vertex shader: the same float operations in
// the same order, and `precise`, so that all give the same bits.
#version 450
#extension GL_GOOGLE_include_directive : require
#define SARTOR_NEED_COUNT 3
#include <sartor/deformer.glsl>

SARTOR_READ_FLOATS(0, positionIn)
SARTOR_WRITE_POSITION(1)
SARTOR_READ_FLOATS(2, normal)
SARTOR_BOUND(2, hasNormal)

void move(uint vertex) {
    // One dispatch serves many meshes; each begins somewhere else in the buffers.
    uint source = 3u * (firstElement(0u) + vertex);
    uint direction = 3u * (firstElement(2u) + vertex);
    float amount = floatParam(0u);
    precise vec3 moved;
    for (uint axis = 0u; axis < 3u; ++axis) {
        float along = hasNormal() ? normal[direction + axis] : 0.0;
        moved[axis] = positionIn[source + axis] + amount * along;
    }
    writePosition(vertex, moved);
}

SARTOR_MAIN(move)
)";

constexpr std::string_view kReadme = R"(# @NAME@

A deformer plugin for Sartor: every vertex moves along its normal.

| file | what |
|---|---|
| `@SOURCE@` | the tables that declare what is read and written and which params there are, and the function for the CPU |
| `@NAME@.comp` | the same for the GPU, as compute and in the vertex shader |
| `CMakeLists.txt` | the project, against the installed package |

## Build and test

    cmake -S . -B build
    cmake --build build
    ctest --test-dir build

Where Sartor is not installed in a usual place, the first line needs
`-DCMAKE_PREFIX_PATH=PLACE`. The test has `sartor` load the plugin and hold it to the rules.

## Try it

    sartor plugins --plugin-path build
    sartor deform character.glb --chain 'lbs+@NAME@[amount=0.02]' --plugin-path build --out pushed.obj
    sartor diff character.glb --chain 'lbs+@NAME@[amount=0.02]' --plugin-path build --backends cpu,vulkan

The last one compares the two forms. A folder that is named in `SARTOR_PLUGIN_PATH` is found by the
command and the editor without `--plugin-path`.

## Make it yours

- Name yourself: the id `@ID@` and the vendor in `@SOURCE@`. The last word of the id is what chains
  use. The id of a plugin and the ids and keys of its params are kept in documents, so they never
  change once others have the plugin.
- Everything that a stage may read and write is in the header `sartor/deformer/sartor_deformer.h`,
  with the formats and the rules: skin weights and palettes, morph targets, triangles, neighbours,
  streams of your own from one stage to the next.
- A buffer that is added to the table of needs is added to the shader with the same index, and
  counted in `SARTOR_NEED_COUNT`; the host refuses a plugin whose tables and shader disagree, and
  `sartor plugins` says where.
)";

std::string filled(std::string_view text,
                   const std::vector<std::pair<std::string_view, std::string>>& values) {
    std::string result(text);
    for (const auto& [placeholder, value] : values) {
        for (std::size_t at = result.find(placeholder); at != std::string::npos;
             at = result.find(placeholder, at + value.size())) {
            result.replace(at, placeholder.size(), value);
        }
    }
    return result;
}

} // namespace

std::vector<TemplateFile> pluginTemplate(const PluginName& name, PluginLanguage language) {
    const bool isC = language == PluginLanguage::C;
    const std::string source = name.word + (isC ? ".c" : ".cpp");
    const std::vector<std::pair<std::string_view, std::string>> values = {
        {"@NAME@", name.word},
        {"@ID@", name.id},
        {"@SOURCE@", source},
        {"@LANGUAGES@", isC ? "C" : "C CXX"}};
    return {{"CMakeLists.txt", filled(kProject, values)},
            {source, filled(isC ? kC : kCPlusPlus, values)},
            {name.word + ".comp", filled(kShader, values)},
            {"README.md", filled(kReadme, values)}};
}

} // namespace sartor::cli
