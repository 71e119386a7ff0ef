// SPDX-License-Identifier: Apache-2.0
// The glTF reader on small files made here: each feature with its values, each fault with its
// words.
#include "gltf_file.h"
#include "support/compare.h"

#include <sartor/import/import_file.h>

#include <QtTest>

#include <array>
#include <functional>
#include <numbers>

using namespace sartor;
using namespace sartor::test;
using import::ImportedScene;
using import::ImportNote;
using import::NoteSeverity;

namespace {

using Json = nlohmann::json;

/// Values that a decoder only copies or scales once: a few units in the last place.
constexpr double kCopyTolerance = 1e-7;

// A triangle that follows two joints, with a morph target and a clip of all three interpolations.
// Accessors: 0 positions, 1 normals, 2 texture coordinates, 3 joints, 4 weights, 5 indices,
// 6 deltas, 7 inverse binds, 8 times, 9 translations, 10 rotations, 11 morph weights.
GltfFile character() {
    GltfFile file;
    file.addAccessor<float>({0, 0, 0, 1, 0, 0, 0, 1, 0}, {"VEC3"});
    file.addAccessor<float>({0, 0, 1, 0, 0, 1, 0, 0, 1}, {"VEC3"});
    file.addAccessor<float>({0, 0, 1, 0, 0, 1}, {"VEC2"});
    file.addAccessor<std::uint8_t>({0, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0}, {"VEC4"});
    file.addAccessor<float>({1, 0, 0, 0, 1, 0, 0, 0, 0.25f, 0.75f, 0, 0}, {"VEC4"});
    file.addAccessor<std::uint16_t>({0, 1, 2});
    file.addAccessor<float>({0, 0, 0, 0, 0, 0.5f, 0, 0, 0}, {"VEC3"});
    file.addAccessor<float>({1, 0, 0, 0, 0,  1, 0, 0, 0, 0, 1, 0, 0,    -1, 0, 1,
                             0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0.5f, -2, 0, 1},
                            {"MAT4"});
    file.addAccessor<float>({0, 1});
    file.addAccessor<float>({0, 1, 0, 2, 1, 0}, {"VEC3"});
    file.addAccessor<float>({0, 0, 0, 1, 0, 0, 1, 0}, {"VEC4"});
    file.addAccessor<float>({0.1f, 0.2f, 0.3f, 0.4f, 0.5f, 0.6f});
    file.root["meshes"] = {{{"name", "tri"},
                            {"weights", {0.25}},
                            {"extras", {{"targetNames", {"smile"}}}},
                            {"primitives",
                             {{{"attributes",
                                {{"POSITION", 0},
                                 {"NORMAL", 1},
                                 {"TEXCOORD_0", 2},
                                 {"JOINTS_0", 3},
                                 {"WEIGHTS_0", 4}}},
                               {"indices", 5},
                               {"targets", {{{"POSITION", 6}}}}}}}}};
    file.root["nodes"] = {
        {{"name", "root"}, {"children", {1, 2}}},
        {{"name", "a"}, {"translation", {0, 1, 0}}, {"children", {3}}},
        {{"name", "body"}, {"mesh", 0}, {"skin", 0}},
        {{"name", "b"}, {"rotation", {0, 0, std::numbers::sqrt2 / 2, std::numbers::sqrt2 / 2}}}};
    file.root["skins"] = {{{"name", "skin"}, {"joints", {1, 3}}, {"inverseBindMatrices", 7}}};
    file.root["animations"] = {
        {{"name", "clip"},
         {"samplers",
          {{{"input", 8}, {"output", 9}},
           {{"input", 8}, {"output", 10}, {"interpolation", "STEP"}},
           {{"input", 8}, {"output", 11}, {"interpolation", "CUBICSPLINE"}}}},
         {"channels",
          {{{"sampler", 0}, {"target", {{"node", 1}, {"path", "translation"}}}},
           {{"sampler", 1}, {"target", {{"node", 3}, {"path", "rotation"}}}},
           {{"sampler", 2}, {"target", {{"node", 2}, {"path", "weights"}}}}}}}};
    file.root["scenes"] = {{{"nodes", {0}}}};
    file.root["scene"] = 0;
    return file;
}

// One unskinned triangle of the given positions, without anything else.
GltfFile triangleOf(int positions) {
    GltfFile file;
    file.root["meshes"] = {{{"primitives", {{{"attributes", {{"POSITION", positions}}}}}}}};
    file.root["nodes"] = {{{"mesh", 0}}};
    return file;
}

const std::string kPrimitive = "/meshes/0/primitives/0";

struct Change {
    const char* name;
    std::function<void(GltfFile&)> apply;
};

/// A change of character() that must be refused.
struct Refusal {
    Change change;
    const char* code;
    const char* message;
};

const std::vector<Refusal>& refusals() {
    static const std::vector<Refusal> kRefusals = {
        {{"no asset", [](GltfFile& f) { f.root.erase("asset"); }},
         "gltf.missing",
         "/: 'asset' is missing"},
        {{"version 1", [](GltfFile& f) { f.at("/asset/version") = "1.0"; }},
         "gltf.version",
         "/asset: the file is glTF 1.0 and needs at least 2.0, expected version 2.0"},
        {{"newer minimum version", [](GltfFile& f) { f.at("/asset/minVersion") = "2.1"; }},
         "gltf.version",
         "needs at least 2.1"},
        {{"required extension",
          [](GltfFile& f) { f.at("/extensionsRequired") = {"EXT_meshopt_compression"}; }},
         "gltf.extension_required",
         "/extensionsRequired/0: the file cannot be read without EXT_meshopt_compression"},
        {{"required draco",
          [](GltfFile& f) { f.at("/extensionsRequired") = {"KHR_draco_mesh_compression"}; }},
         "gltf.extension_required",
         "without KHR_draco_mesh_compression"},
        {{"wrong type", [](GltfFile& f) { f.at("/nodes/1/name") = 3; }},
         "gltf.type",
         "/nodes/1/name: expected a string"},
        {{"object instead of array", [](GltfFile& f) { f.at("/skins") = Json::object(); }},
         "gltf.type",
         "/skins: expected an array"},
        {{"child out of range", [](GltfFile& f) { f.at("/nodes/1/children/0") = 9; }},
         "gltf.index_out_of_range",
         "/nodes/1/children/0: 9 names none of the file's 4 nodes"},
        {{"negative index", [](GltfFile& f) { f.at("/nodes/2/mesh") = -1; }},
         "gltf.value",
         "/nodes/2/mesh: expected a whole number of at least 0"},
        {{"index beyond 32 bits", [](GltfFile& f) { f.at("/nodes/2/mesh") = 4294967296u * 1ull; }},
         "gltf.index_out_of_range",
         "/nodes/2/mesh: 4294967296 names none"},
        {{"fractional count", [](GltfFile& f) { f.at("/accessors/0/count") = 2.5; }},
         "gltf.value",
         "/accessors/0/count: expected a whole number"},
        {{"short translation",
          [](GltfFile& f) {
              f.at("/nodes/1/translation") = {1, 2};
          }},
         "gltf.value",
         "/nodes/1/translation: 2 numbers, expected 3"},
        {{"long matrix", [](GltfFile& f) { f.at("/nodes/1/matrix") = std::vector<int>(17, 1); }},
         "gltf.value",
         "/nodes/1/matrix: 17 numbers, expected 16"},
        {{"number beyond a float", [](GltfFile& f) { f.at("/nodes/1/translation/0") = 1e39; }},
         "gltf.value",
         "/nodes/1/translation/0: the number does not fit a 32-bit float"},
        {{"component type", [](GltfFile& f) { f.at("/accessors/0/componentType") = 5124; }},
         "gltf.value",
         "/accessors/0/componentType: 5124 is no component type"},
        {{"accessor type", [](GltfFile& f) { f.at("/accessors/0/type") = "VEC5"; }},
         "gltf.value",
         "/accessors/0/type: 'VEC5' is no accessor type"},
        {{"interpolation",
          [](GltfFile& f) { f.at("/animations/0/samplers/0/interpolation") = "QUADRATIC"; }},
         "gltf.value",
         "/animations/0/samplers/0/interpolation: 'QUADRATIC', expected LINEAR"},
        {{"mode", [](GltfFile& f) { f.at(kPrimitive + "/mode") = 7; }},
         "gltf.value",
         "/meshes/0/primitives/0/mode: 7, expected 0 to 6"},
        {{"skin without joints", [](GltfFile& f) { f.at("/skins/0/joints") = Json::array(); }},
         "gltf.value",
         "/skins/0/joints: expected at least one joint"},
        {{"stride too long", [](GltfFile& f) { f.at("/bufferViews/0/byteStride") = 256; }},
         "gltf.value",
         "/bufferViews/0/byteStride: 256, expected at most 252"},
        {{"stride too short", [](GltfFile& f) { f.at("/bufferViews/0/byteStride") = 8; }},
         "gltf.byte_stride",
         "/bufferViews/0/byteStride: 8, but an element of /accessors/0 takes 12 bytes"},
        {{"count beyond the view", [](GltfFile& f) { f.at("/accessors/0/count") = 4; }},
         "file.accessor_out_of_bounds",
         "/accessors/0: 4 elements take 48 bytes from 0 on, but buffer view 0 has 36"},
        {{"accessor offset", [](GltfFile& f) { f.at("/accessors/0/byteOffset") = 4; }},
         "file.accessor_out_of_bounds",
         "/accessors/0: 3 elements take 36 bytes from 4 on, but buffer view 0 has 36"},
        {{"accessor offset near 2^64",
          [](GltfFile& f) { f.at("/accessors/0/byteOffset") = 18446744073709551600u; }},
         "file.accessor_out_of_bounds",
         "/accessors/0: 3 elements take 36 bytes from 18446744073709551600 on"},
        {{"view offset", [](GltfFile& f) { f.at("/bufferViews/0/byteOffset") = 1u << 30; }},
         "file.accessor_out_of_bounds",
         "/bufferViews/0/byteOffset: 1073741824, but buffer 0 has"},
        {{"view length near 2^64",
          [](GltfFile& f) { f.at("/bufferViews/0/byteLength") = 18446744073709551615u; }},
         "file.accessor_out_of_bounds",
         "/bufferViews/0/byteLength: 18446744073709551615 bytes from 0 on"},
        {{"count near 2^32", [](GltfFile& f) { f.at("/accessors/0/count") = 4294967295u; }},
         "file.too_large",
         "/accessors/0/count: 4294967295 elements, at most 4294967294 are read"},
        {{"zero-filled bomb",
          [](GltfFile& f) {
              f.erase("/accessors/0", "bufferView");
              f.at("/accessors/0/count") = 1000000000;
          }},
         "file.too_large",
         "/accessors/0/count: decoding it takes 12000000000 more bytes"},
        {{"no such buffer",
          [](GltfFile& f) {
              f.at("/buffers") = {{{"byteLength", 500}}};
          }},
         "gltf.missing",
         "/buffers/0: it has no 'uri', and there is no binary chunk for it"},
        {{"buffer longer than its data",
          [](GltfFile& f) {
              f.at("/buffers") = {
                  {{"byteLength", 500}, {"uri", "data:application/octet-stream;base64,AAAA"}}};
          }},
         "file.truncated",
         "/buffers/0/byteLength: 500 bytes are declared, there are 3"},
        {{"not base64",
          [](GltfFile& f) {
              f.at("/buffers") = {
                  {{"byteLength", 3}, {"uri", "data:application/octet-stream;base64,AA*A"}}};
          }},
         "gltf.data_uri",
         "/buffers/0/uri: character 2 is not base64"},
        {{"base64 cut short",
          [](GltfFile& f) {
              f.at("/buffers") = {
                  {{"byteLength", 3}, {"uri", "data:application/octet-stream;base64,AAAAA"}}};
          }},
         "gltf.data_uri",
         "/buffers/0/uri: the base64 text is cut short"},
        {{"plain data URI",
          [](GltfFile& f) {
              f.at("/buffers") = {{{"byteLength", 3}, {"uri", "data:text/plain,abc"}}};
          }},
         "gltf.data_uri",
         "/buffers/0/uri: expected 'data:...;base64,...'"},
        {{"own child", [](GltfFile& f) { f.at("/nodes/3/children") = {3}; }},
         "hier.cycle",
         "/nodes/3/children: node 3 is an ancestor of its own parent"},
        {{"child of its descendant", [](GltfFile& f) { f.at("/nodes/3/children") = {1}; }},
         "hier.cycle",
         "/nodes/3/children: node 1 is an ancestor of its own parent"},
        {{"cycle without a root", [](GltfFile& f) { f.at("/nodes/3/children") = {0}; }},
         "hier.cycle",
         "/nodes: node 0 is its own ancestor"},
        {{"two parents", [](GltfFile& f) { f.at("/nodes/2/children") = {3}; }},
         "hier.multiple_parents",
         "/nodes/2/children: node 3 is already a child of node 1"},
        {{"too few inverse binds", [](GltfFile& f) { f.at("/accessors/7/count") = 1; }},
         "skin.ibm_count",
         "/skins/0/inverseBindMatrices: 1 matrices for 2 joints"},
        {{"inverse binds of another type",
          [](GltfFile& f) { f.at("/skins/0/inverseBindMatrices") = 0; }},
         "gltf.accessor_type",
         "/accessors/0/type: VEC3, expected MAT4 for its use"},
        {{"inverse bind NaN",
          [](GltfFile& f) {
              f.at("/skins/0/inverseBindMatrices") =
                  f.addAccessor(std::vector<float>(32, std::nanf("")), {"MAT4"});
          }},
         "skin.ibm_nonfinite",
         "/skins/0: skin 'skin': the inverse bind matrix of slot 0 holds NaN or infinity"},
        {{"position NaN",
          [](GltfFile& f) {
              f.at(kPrimitive + "/attributes/POSITION") =
                  f.addAccessor<float>({0, 0, 0, 0, 0, 0, 0, std::nanf(""), 0}, {"VEC3"});
          }},
         "mesh.nonfinite",
         "/meshes/0/primitives/0/attributes/POSITION: vertex 2 is NaN or infinite"},
        {{"delta infinite",
          [](GltfFile& f) {
              f.at(kPrimitive + "/targets/0/POSITION") =
                  f.addAccessor<float>({0, 0, 0, 0, 0, 0, 0, HUGE_VALF, 0}, {"VEC3"});
          }},
         "mesh.nonfinite",
         "/meshes/0/primitives/0/targets/0/POSITION: vertex 2 is NaN or infinite"},
        {{"normals missing for a vertex", [](GltfFile& f) { f.at("/accessors/1/count") = 2; }},
         "mesh.attribute_count",
         "/meshes/0/primitives/0/attributes/NORMAL: 2 elements, but POSITION has 3"},
        {{"deltas missing for a vertex", [](GltfFile& f) { f.at("/accessors/6/count") = 2; }},
         "mesh.attribute_count",
         "/meshes/0/primitives/0/targets/0/POSITION: 2 elements, but POSITION has 3"},
        {{"joints of another type", [](GltfFile& f) { f.at("/accessors/3/type") = "SCALAR"; }},
         "gltf.accessor_type",
         "/accessors/3/type: SCALAR, expected VEC4 for its use"},
        {{"signed joints", [](GltfFile& f) { f.at("/accessors/3/componentType") = 5120; }},
         "gltf.accessor_type",
         "/accessors/3/componentType: expected an unsigned integer type"},
        {{"joints of 32 bits",
          [](GltfFile& f) {
              f.at(kPrimitive + "/attributes/JOINTS_0") =
                  f.addAccessor(std::vector<std::uint32_t>(12, 0), {"VEC4"});
          }},
         "gltf.accessor_type",
         "/attributes/JOINTS_0: expected components of 8 or 16 bits"},
        {{"index out of range",
          [](GltfFile& f) {
              f.at(kPrimitive + "/indices") = f.addAccessor<std::uint16_t>({0, 1, 65535});
          }},
         "mesh.index_out_of_range",
         "/meshes/0/primitives/0: mesh 'tri': index 2 is 65535, but there are 3 vertices"},
        {{"times of another type", [](GltfFile& f) { f.at("/animations/0/samplers/0/input") = 0; }},
         "gltf.accessor_type",
         "/accessors/0/type: VEC3, expected SCALAR for its use"},
        {{"translations of another type",
          [](GltfFile& f) { f.at("/animations/0/samplers/0/output") = 10; }},
         "gltf.accessor_type",
         "/accessors/10/type: VEC4, expected VEC3 for its use"},
        {{"sparse index out of range",
          [](GltfFile& f) {
              const int indices = f.addView<std::uint16_t>({3});
              const int values = f.addView<float>({1, 2, 3});
              f.at("/accessors/6/sparse") = {
                  {"count", 1},
                  {"indices", {{"bufferView", indices}, {"componentType", 5123}}},
                  {"values", {{"bufferView", values}}}};
          }},
         "file.accessor_out_of_bounds",
         "/accessors/6/sparse/indices: entry 0 is 3, but the accessor has 3 elements"},
        {{"more sparse entries than elements",
          [](GltfFile& f) {
              f.at("/accessors/6/sparse") = {
                  {"count", 4},
                  {"indices", {{"bufferView", 0}, {"componentType", 5123}}},
                  {"values", {{"bufferView", 0}}}};
          }},
         "gltf.value",
         "/accessors/6/sparse/count: 4 of 3 elements cannot be replaced"},
    };
    return kRefusals;
}

/// A change of character() that is repaired or ignored, with what is said about it.
struct Remark {
    Change change;
    NoteSeverity severity;
    const char* code;
    const char* place;
    std::uint64_t count;
};

const std::vector<Remark>& remarks() {
    const auto weights = [](std::vector<float> values) {
        return [values = std::move(values)](GltfFile& f) {
            f.at(kPrimitive + "/attributes/WEIGHTS_0") = f.addAccessor(values, {"VEC4"});
        };
    };
    const auto times = [](std::vector<float> values) {
        return [values = std::move(values)](GltfFile& f) {
            f.at("/animations/0/samplers/0/input") = f.addAccessor(values);
        };
    };
    static const char* const kWeights = "/meshes/0/primitives/0/attributes/WEIGHTS_0";
    static const char* const kChannel = "/animations/0/channels/0";
    static const std::vector<Remark> kRemarks = {
        {{"zero weights", weights({1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0})},
         NoteSeverity::Warning,
         "weights.zero_sum",
         kWeights,
         2},
        {{"weights off by 2e-4", weights({1, 0, 0, 0, 0.5f, 0.5002f, 0, 0, 1, 0, 0, 0})},
         NoteSeverity::Warning,
         "weights.not_normalized",
         kWeights,
         1},
        {{"negative weight", weights({1.5f, -0.5f, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0})},
         NoteSeverity::Warning,
         "weights.negative",
         kWeights,
         1},
        {{"NaN and infinite weights",
          weights({std::nanf(""), 0, 0, 0, HUGE_VALF, 0, 0, 0, 1, 0, 0, 0})},
         NoteSeverity::Error,
         "weights.nonfinite",
         kWeights,
         2},
        {{"one joint twice", weights({1, 0, 0, 0, 0.5f, 0, 0, 0.5f, 0.5f, 0, 0.5f, 0})},
         NoteSeverity::Warning,
         "weights.duplicate_joint",
         kWeights,
         1},
        {{"missing joint with weight",
          [](GltfFile& f) {
              f.at(kPrimitive + "/attributes/JOINTS_0") =
                  f.addAccessor<std::uint8_t>({0, 1, 0, 0, 2, 0, 0, 0, 5, 1, 0, 0}, {"VEC4"});
          }},
         NoteSeverity::Error,
         "weights.joint_out_of_range",
         "/meshes/0/primitives/0/attributes/JOINTS_0",
         2},
        {{"missing joint without weight",
          [](GltfFile& f) {
              f.at(kPrimitive + "/attributes/JOINTS_0") =
                  f.addAccessor<std::uint8_t>({0, 1, 255, 255, 1, 0, 255, 0, 0, 1, 0, 0}, {"VEC4"});
          }},
         NoteSeverity::Info,
         "weights.padding_out_of_range",
         "/meshes/0/primitives/0/attributes/JOINTS_0",
         2},
        {{"weights without joints",
          [](GltfFile& f) { f.at(kPrimitive + "/attributes/WEIGHTS_1") = 4; }},
         NoteSeverity::Warning,
         "weights.set_ignored",
         "/meshes/0/primitives/0/attributes",
         1},
        {{"integer weights that are not said to be normalised",
          [](GltfFile& f) {
              f.at(kPrimitive + "/attributes/WEIGHTS_0") =
                  f.addAccessor<std::uint8_t>({255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0}, {"VEC4"});
          }},
         NoteSeverity::Warning,
         "accessor.not_normalized",
         "/accessors/12/normalized",
         1},
        {{"influences without a skin", [](GltfFile& f) { f.erase("/nodes/2", "skin"); }},
         NoteSeverity::Warning,
         "skin.attributes_without_skin",
         "/nodes/2",
         1},
        {{"skin without influences",
          [](GltfFile& f) { f.erase(kPrimitive + "/attributes", "JOINTS_0"); }},
         NoteSeverity::Warning,
         "skin.no_influences",
         "/nodes/2/skin",
         1},
        {{"unused joint", weights({1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0})},
         NoteSeverity::Info,
         "skin.unused_joint",
         "/skins/0/joints",
         1},
        {{"joint listed twice",
          [](GltfFile& f) {
              f.at("/skins/0/joints") = {1, 1};
          }},
         NoteSeverity::Warning,
         "skin.duplicate_joint",
         "/skins/0/joints",
         1},
        {{"joints in two trees",
          [](GltfFile& f) {
              f.at("/skins/0/joints") = {1, 4};
              f.append("nodes", {{"name", "elsewhere"}});
          }},
         NoteSeverity::Warning,
         "skin.no_common_root",
         "/skins/0/joints",
         1},
        {{"joint outside of the scene",
          [](GltfFile& f) {
              f.at("/skins/0/joints") = {1, 4};
              f.append("nodes", {{"name", "elsewhere"}});
          }},
         NoteSeverity::Warning,
         "skin.joint_outside_scene",
         "/skins/0/joints",
         1},
        {{"skeleton that is no ancestor", [](GltfFile& f) { f.at("/skins/0/skeleton") = 3; }},
         NoteSeverity::Info,
         "skin.skeleton_not_ancestor",
         "/skins/0/skeleton",
         1},
        {{"singular inverse bind",
          [](GltfFile& f) {
              std::vector<float> flat(32, 0.0f);
              flat[15] = flat[31] = flat[16] = flat[21] = flat[26] = 1.0f;
              f.at("/skins/0/inverseBindMatrices") = f.addAccessor(flat, {"MAT4"});
          }},
         NoteSeverity::Warning,
         "skin.ibm_singular",
         "/skins/0/inverseBindMatrices",
         1},
        {{"fourth row of an inverse bind",
          [](GltfFile& f) {
              std::vector<float> projective(32, 0.0f);
              for (const std::size_t i : {0u, 5u, 10u, 15u, 16u, 21u, 26u}) {
                  projective[i] = 1.0f;
              }
              projective[31] = 2.0f;
              f.at("/skins/0/inverseBindMatrices") = f.addAccessor(projective, {"MAT4"});
          }},
         NoteSeverity::Warning,
         "skin.ibm_row4",
         "/skins/0/inverseBindMatrices",
         1},
        {{"node above a skinned mesh",
          [](GltfFile& f) {
              f.at("/nodes/0/scale") = {2, 2, 2};
          }},
         NoteSeverity::Info,
         "skin.mesh_node_transform_ignored",
         "/nodes/2",
         1},
        {{"animated node of a skinned mesh",
          [](GltfFile& f) { f.at("/animations/0/channels/0/target/node") = 2; }},
         NoteSeverity::Info,
         "skin.mesh_node_animation_ignored",
         kChannel,
         1},
        {{"equal names", [](GltfFile& f) { f.at("/nodes/3/name") = "a"; }},
         NoteSeverity::Info,
         "hier.duplicate_name",
         "/nodes",
         1},
        {{"rotation of another length",
          [](GltfFile& f) {
              f.at("/nodes/3/rotation") = {0, 0, 2, 2};
          }},
         NoteSeverity::Warning,
         "node.quat_not_unit",
         "/nodes/3/rotation",
         1},
        {{"rotation of no length",
          [](GltfFile& f) {
              f.at("/nodes/3/rotation") = {0, 0, 0, 0};
          }},
         NoteSeverity::Error,
         "node.quat_not_unit",
         "/nodes/3/rotation",
         1},
        {{"sheared matrix",
          [](GltfFile& f) {
              f.at("/nodes/0/matrix") = {1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
          }},
         NoteSeverity::Warning,
         "node.matrix_shear",
         "/nodes/0/matrix",
         1},
        {{"projective matrix",
          [](GltfFile& f) {
              f.at("/nodes/0/matrix") = {1, 0, 0, 0.5, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
          }},
         NoteSeverity::Warning,
         "node.matrix_row4",
         "/nodes/0/matrix",
         1},
        {{"animated matrix",
          [](GltfFile& f) {
              f.at("/nodes/1/matrix") = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
          }},
         NoteSeverity::Warning,
         "anim.matrix_node",
         kChannel,
         1},
        {{"equal key times", times({1, 1})},
         NoteSeverity::Warning,
         "anim.times_duplicate",
         kChannel,
         1},
        {{"times that go back", times({1, 0})},
         NoteSeverity::Warning,
         "anim.times_unsorted",
         kChannel,
         1},
        {{"times before zero", times({-1, 0})},
         NoteSeverity::Warning,
         "anim.times_negative",
         kChannel,
         1},
        {{"first key after zero", times({0.5f, 1})},
         NoteSeverity::Info,
         "anim.first_key_after_zero",
         "/animations/0",
         1},
        {{"key time NaN", times({0, std::nanf("")})},
         NoteSeverity::Error,
         "anim.times_nonfinite",
         kChannel,
         1},
        {{"no keys", [](GltfFile& f) { f.at("/accessors/8/count") = 0; }},
         NoteSeverity::Warning,
         "anim.no_keys",
         kChannel,
         1},
        {{"more values than keys", times({0})},
         NoteSeverity::Error,
         "anim.output_count_mismatch",
         kChannel,
         1},
        {{"value NaN",
          [](GltfFile& f) {
              f.at("/animations/0/samplers/0/output") =
                  f.addAccessor<float>({0, 0, 0, 0, std::nanf(""), 0}, {"VEC3"});
          }},
         NoteSeverity::Error,
         "anim.output_nonfinite",
         kChannel,
         1},
        {{"rotation keys of another length",
          [](GltfFile& f) {
              f.at("/animations/0/samplers/1/output") =
                  f.addAccessor<float>({0, 0, 0, 1, 0, 0, 1e30f, 1e30f}, {"VEC4"});
          }},
         NoteSeverity::Warning,
         "anim.quat_not_unit",
         "/animations/0/channels/1",
         1},
        {{"rotation key of no length",
          [](GltfFile& f) {
              f.at("/animations/0/samplers/1/output") =
                  f.addAccessor<float>({0, 0, 0, 1, 0, 0, 0, 0}, {"VEC4"});
          }},
         NoteSeverity::Error,
         "anim.quat_zero",
         "/animations/0/channels/1",
         1},
        {{"two channels for one thing",
          [](GltfFile& f) {
              const Json first = f.at("/animations/0/channels/0");
              f.at("/animations/0/channels").push_back(first);
          }},
         NoteSeverity::Warning,
         "anim.duplicate_target",
         "/animations/0/channels/3",
         1},
        {{"channel without node",
          [](GltfFile& f) { f.erase("/animations/0/channels/0/target", "node"); }},
         NoteSeverity::Info,
         "anim.channel_ignored",
         kChannel,
         1},
        {{"channel with a pointer",
          [](GltfFile& f) { f.at("/animations/0/channels/0/target/path") = "pointer"; }},
         NoteSeverity::Warning,
         "anim.channel_ignored",
         kChannel,
         1},
        {{"weights of a node without targets",
          [](GltfFile& f) { f.at("/animations/0/channels/2/target/node") = 3; }},
         NoteSeverity::Warning,
         "anim.channel_ignored",
         "/animations/0/channels/2",
         1},
        {{"normal of no length",
          [](GltfFile& f) {
              f.at(kPrimitive + "/attributes/NORMAL") =
                  f.addAccessor<float>({0, 0, 0, std::nanf(""), 0, 0, 0, 0, 1}, {"VEC3"});
          }},
         NoteSeverity::Warning,
         "mesh.direction_degenerate",
         "/meshes/0/primitives/0/attributes/NORMAL",
         2},
        {{"normal of another length",
          [](GltfFile& f) {
              f.at(kPrimitive + "/attributes/NORMAL") =
                  f.addAccessor<float>({0, 0, 2, 0, 0, 1, 0, 0, 1}, {"VEC3"});
          }},
         NoteSeverity::Warning,
         "mesh.direction_not_unit",
         "/meshes/0/primitives/0/attributes/NORMAL",
         1},
        {{"tangent without side",
          [](GltfFile& f) {
              f.at(kPrimitive + "/attributes/TANGENT") =
                  f.addAccessor<float>({1, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0, -1}, {"VEC4"});
          }},
         NoteSeverity::Warning,
         "mesh.tangent_sign",
         "/meshes/0/primitives/0/attributes/TANGENT",
         1},
        {{"texture coordinate NaN",
          [](GltfFile& f) {
              f.at(kPrimitive + "/attributes/TEXCOORD_0") =
                  f.addAccessor<float>({0, 0, std::nanf(""), 0, 0, 1}, {"VEC2"});
          }},
         NoteSeverity::Warning,
         "mesh.uv_nonfinite",
         "/meshes/0/primitives/0/attributes/TEXCOORD_0",
         1},
        {{"attributes without use",
          [](GltfFile& f) { f.at(kPrimitive + "/attributes/COLOR_0") = 0; }},
         NoteSeverity::Info,
         "mesh.attribute_ignored",
         "/meshes/0/primitives/0/attributes",
         1},
        {{"two indices too many",
          [](GltfFile& f) {
              f.at(kPrimitive + "/indices") = f.addAccessor<std::uint16_t>({0, 1, 2, 0, 1});
          }},
         NoteSeverity::Warning,
         "mesh.incomplete_triangle",
         "/meshes/0/primitives/0/indices",
         1},
        {{"no indices", [](GltfFile& f) { f.at("/accessors/5/count") = 0; }},
         NoteSeverity::Warning,
         "mesh.no_triangles",
         "/meshes/0/primitives/0/indices",
         1},
        {{"lines", [](GltfFile& f) { f.at(kPrimitive + "/mode") = 1; }},
         NoteSeverity::Info,
         "mesh.no_triangles",
         "/meshes/0/primitives/0/mode",
         1},
        {{"no positions", [](GltfFile& f) { f.erase(kPrimitive + "/attributes", "POSITION"); }},
         NoteSeverity::Error,
         "mesh.no_positions",
         "/meshes/0/primitives/0",
         1},
        {{"targets that change missing normals",
          [](GltfFile& f) {
              f.erase(kPrimitive + "/attributes", "NORMAL");
              f.at(kPrimitive + "/targets/0/NORMAL") = 6;
          }},
         NoteSeverity::Info,
         "morph.base_missing",
         "/meshes/0/primitives/0/targets",
         1},
        {{"fewer targets in one primitive",
          [](GltfFile& f) {
              Json second = f.at(kPrimitive);
              second.erase("targets");
              f.at("/meshes/0/primitives").push_back(second);
          }},
         NoteSeverity::Warning,
         "morph.target_count",
         "/meshes/0/primitives/1/targets",
         1},
        {{"too many weights of a node",
          [](GltfFile& f) {
              f.at("/nodes/2/weights") = {1, 2};
          }},
         NoteSeverity::Warning,
         "morph.weights_count",
         "/nodes/2/weights",
         1},
        {{"too many weights of a mesh",
          [](GltfFile& f) {
              f.at("/meshes/0/weights") = {1, 2};
          }},
         NoteSeverity::Warning,
         "morph.weights_count",
         "/meshes/0/weights",
         1},
        {{"sparse entries out of order",
          [](GltfFile& f) {
              const int indices = f.addView<std::uint8_t>({1, 0});
              const int values = f.addView<float>({1, 2, 3, 4, 5, 6});
              f.at("/accessors/6/sparse") = {
                  {"count", 2},
                  {"indices", {{"bufferView", indices}, {"componentType", 5121}}},
                  {"values", {{"bufferView", values}}}};
          }},
         NoteSeverity::Warning,
         "accessor.sparse_order",
         "/accessors/6/sparse/indices",
         1},
        {{"extension", [](GltfFile& f) { f.at("/extensionsUsed") = {"KHR_animation_pointer"}; }},
         NoteSeverity::Info,
         "gltf.extension_ignored",
         "/extensionsUsed/0",
         1},
        {{"texture transform",
          [](GltfFile& f) {
              f.at("/extensionsUsed") = {"KHR_texture_transform"};
              f.at("/extensionsRequired") = {"KHR_texture_transform"};
              f.at("/textures") = {Json::object()};
              f.at("/materials/0/pbrMetallicRoughness/baseColorTexture") = {
                  {"index", 0}, {"extensions", {{"KHR_texture_transform", Json::object()}}}};
          }},
         NoteSeverity::Warning,
         "material.texture_transform",
         "/materials/0/pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform",
         1},
        {{"second set of texture coordinates",
          [](GltfFile& f) {
              f.at("/textures") = {Json::object()};
              f.at("/materials/0/pbrMetallicRoughness/baseColorTexture") = {{"index", 0},
                                                                            {"texCoord", 1}};
          }},
         NoteSeverity::Warning,
         "material.texcoord",
         "/materials/0/pbrMetallicRoughness/baseColorTexture/texCoord",
         1},
        {{"texture without an image that is read here",
          [](GltfFile& f) {
              f.at("/textures") = {Json::object()};
              f.at("/materials/0/pbrMetallicRoughness/baseColorTexture") = {{"index", 0}};
          }},
         NoteSeverity::Warning,
         "material.texture_unsupported",
         "/materials/0/pbrMetallicRoughness/baseColorTexture",
         1},
        {{"image file missing",
          [](GltfFile& f) {
              f.at("/images") = {{{"uri", "none.png"}}};
              f.at("/textures") = {{{"source", 0}}};
              f.at("/materials/0/pbrMetallicRoughness/baseColorTexture") = {{"index", 0}};
          }},
         NoteSeverity::Error,
         "file.missing",
         "/images/0",
         1},
        {{"image outside of the folder",
          [](GltfFile& f) {
              f.at("/images") = {{{"uri", "../secret.png"}}};
              f.at("/textures") = {{{"source", 0}}};
              f.at("/materials/0/pbrMetallicRoughness/baseColorTexture") = {{"index", 0}};
          }},
         NoteSeverity::Error,
         "file.uri_outside_root",
         "/images/0",
         1},
    };
    return kRemarks;
}

const assets::Joint* jointNamed(const ImportedScene& scene, const std::string& name) {
    const std::vector<JointIndex> found = scene.skeleton->findByName(name);
    return found.size() == 1 ? &scene.skeleton->joint(found[0]) : nullptr;
}

double largestDifference(const std::vector<float>& a, const std::vector<float>& b) {
    if (a.size() != b.size()) {
        return std::numeric_limits<double>::infinity();
    }
    double largest = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        largest =
            std::max(largest, maxAbsDiff(static_cast<double>(a[i]), static_cast<double>(b[i])));
    }
    return largest;
}

std::vector<float> flatten(std::span<const glm::vec3> vectors) {
    std::vector<float> flat;
    for (const glm::vec3& v : vectors) {
        flat.insert(flat.end(), {v.x, v.y, v.z});
    }
    return flat;
}

// Global rest matrix of the joint of a file node.
math::Affine modelFromFileNode(const ImportedScene& scene, std::uint32_t fileNode) {
    math::Affine modelFromJoint;
    for (JointIndex joint = scene.skeleton->jointOfFileNode(fileNode); !joint.isNone();
         joint = scene.skeleton->joint(joint).parent) {
        modelFromJoint =
            math::toAffine(scene.skeleton->joint(joint).parentFromJointRest) * modelFromJoint;
    }
    return modelFromJoint;
}

constexpr const char* kPng = // 2 x 1: opaque red, then (10, 20, 30) at alpha 128
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAAEUlEQVR4nGP4z8Dwn0tErgEADhwCu4IAMPwAAAAASUVO"
    "RK5CYII=";
constexpr const char* kLargePng = // its header claims 12000 x 12000
    "iVBORw0KGgoAAAANSUhEUgAALuAAAC7gCAYAAABRRYzxAAAAC0lEQVR4nGNggAIAAAkAAftSuKkAAAAASUVORK5CYII=";
constexpr const char* kHugePng = // its header claims 100000 x 100000
    "iVBORw0KGgoAAAANSUhEUgABhqAAAYagCAYAAACoUgvIAAAAC0lEQVR4nGNggAIAAAkAAftSuKkAAAAASUVORK5CYII=";

std::vector<std::byte> bytesOf(const char* base64) {
    const QByteArray decoded = QByteArray::fromBase64(base64);
    const auto* first = reinterpret_cast<const std::byte*>(decoded.data());
    return {first, first + decoded.size()};
}

} // namespace

class TstGltfReader : public QObject {
    Q_OBJECT

private slots:
    void rejectsInvalidInput_data();
    void rejectsInvalidInput();
    void notesWhatDiffersFromTheFile_data();
    void notesWhatDiffersFromTheFile();
    void readsEverythingOfACharacter();
    void sortsKeysThatGoBackTogetherWithTheirValues();
    void decodesComponents_data();
    void decodesComponents();
    void decodesIntegerWeights_data();
    void decodesIntegerWeights();
    void joinsInfluenceSetsOfDifferentTypes();
    void readsInterleavedViews();
    void readsSparseAccessors_data();
    void readsSparseAccessors();
    void unrollsPrimitives_data();
    void unrollsPrimitives();
    void readsNormalisedAnimationOutputs();
    void takesMorphWeightsOfNodeThenMeshThenZero();
    void makesTargetsOfEqualCountInAllPrimitives();
    void choosesTheScene_data();
    void choosesTheScene();
    void rejectsASceneThatIsNotThere();
    void keepsMatrices_data();
    void keepsMatrices();
    void dropsShearOfAnAnimatedMatrix();
    void takesIdentityWithoutInverseBinds();
    void acceptsMoreInverseBindsThanJoints();
    void readsMaterialsAndImages();
    void decodesImages();
    void readsFilesInTheFolder_data();
    void readsFilesInTheFolder();
    void leavesNoFolder_data();
    void leavesNoFolder();
    void readsBinaryFiles();
    void rejectsBrokenBinaryFiles_data();
    void rejectsBrokenBinaryFiles();
    void repairsText_data();
    void repairsText();
    void rejectsWhatIsNoJson_data();
    void rejectsWhatIsNoJson();
    void readsDeepChains();
    void boundsDecodedSize();
    void boundsRepeatedUseOfTheSameData();
    void survivesTruncation();
    void survivesFlippedBytes();
    void findsImportersByExtension();
};

void TstGltfReader::rejectsInvalidInput_data() {
    QTest::addColumn<int>("row");
    for (std::size_t i = 0; i < refusals().size(); ++i) {
        QTest::newRow(refusals()[i].change.name) << static_cast<int>(i);
    }
}

void TstGltfReader::rejectsInvalidInput() {
    QFETCH(int, row);
    const Refusal& refusal = refusals()[static_cast<std::size_t>(row)];
    GltfFile file = character();
    refusal.change.apply(file);
    const ImportFolder folder;
    const auto scene = folder.load(file);
    QVERIFY(!scene);
    QCOMPARE(scene.error().code, std::string(refusal.code));
    const QString message = QString::fromStdString(scene.error().message);
    QVERIFY2(message.contains(refusal.message), qPrintable(message));
    QVERIFY2(message.contains("file.gltf: "), qPrintable(message));
}

void TstGltfReader::notesWhatDiffersFromTheFile_data() {
    QTest::addColumn<int>("row");
    for (std::size_t i = 0; i < remarks().size(); ++i) {
        QTest::newRow(remarks()[i].change.name) << static_cast<int>(i);
    }
}

void TstGltfReader::notesWhatDiffersFromTheFile() {
    QFETCH(int, row);
    const Remark& remark = remarks()[static_cast<std::size_t>(row)];
    GltfFile file = character();
    const ImportFolder folder;
    const auto unchanged = folder.load(file);
    QVERIFY2(unchanged, unchanged ? "" : unchanged.error().message.c_str());
    QVERIFY2(unchanged->report.notes.empty(), codesOf(unchanged->report).c_str());
    remark.change.apply(file);
    const auto scene = folder.load(file);
    QVERIFY2(scene, scene ? "" : scene.error().message.c_str());
    const auto& notes = scene->report.notes;
    const auto found = std::find_if(notes.begin(), notes.end(), [&](const ImportNote& note) {
        return note.code == remark.code && note.place == remark.place;
    });
    QVERIFY2(found != notes.end(), codesOf(scene->report).c_str());
    QCOMPARE(found->severity, remark.severity);
    QCOMPARE(found->count, remark.count);
    QVERIFY(!found->message.empty());
}

void TstGltfReader::readsEverythingOfACharacter() {
    const ImportFolder folder;
    const auto loaded = folder.load(character());
    QVERIFY2(loaded, loaded ? "" : loaded.error().message.c_str());
    const ImportedScene& scene = *loaded;
    QCOMPARE(scene.format, std::string("glTF 2.0"));
    QCOMPARE(scene.skeleton->jointCount(), std::size_t{4});
    const assets::Joint* a = jointNamed(scene, "a");
    const assets::Joint* b = jointNamed(scene, "b");
    QVERIFY(a != nullptr && b != nullptr);
    QCOMPARE(a->fileNode, 1u);
    QCOMPARE(b->fileNode, 3u);
    QCOMPARE(scene.skeleton->joint(b->parent).name, std::string("a"));
    QCOMPARE(a->parentFromJointRest.translation, glm::vec3(0, 1, 0));
    const float half = std::numbers::sqrt2_v<float> / 2;
    QCOMPARE_LE(maxAbsDiff(b->parentFromJointRest.rotation, glm::quat(half, 0, 0, half)),
                kAngleTolerance);

    QCOMPARE(scene.skins.size(), std::size_t{1});
    const assets::Skin& skin = *scene.skins[0];
    QCOMPARE(skin.joint(SkinJointIndex(0)), scene.skeleton->jointOfFileNode(1));
    QCOMPARE(skin.joint(SkinJointIndex(1)), scene.skeleton->jointOfFileNode(3));
    // Columns in the file: the second matrix turns x to y and y to -x, then moves.
    QCOMPARE(skin.jointFromBind()[1].linear,
             glm::mat3(glm::vec3(0, 1, 0), glm::vec3(-1, 0, 0), glm::vec3(0, 0, 1)));
    QCOMPARE(skin.jointFromBind()[1].translation, glm::vec3(0.5f, -2, 0));

    QCOMPARE(scene.instances.size(), std::size_t{1});
    const import::MeshInstance& instance = scene.instances[0];
    QCOMPARE(instance.meshName, std::string("tri"));
    QCOMPARE(instance.fileNode, 2u);
    QCOMPARE(instance.node, scene.skeleton->jointOfFileNode(2));
    QVERIFY(instance.skin == 0u);
    QVERIFY(!instance.material);
    QCOMPARE(flatten(instance.mesh->positions()), (std::vector<float>{0, 0, 0, 1, 0, 0, 0, 1, 0}));
    QCOMPARE(instance.mesh->normals()[1], glm::vec3(0, 0, 1));
    QCOMPARE(instance.mesh->uvs()[2], glm::vec2(0, 1));
    QVERIFY(instance.mesh->tangents().empty());
    const auto triangles = instance.mesh->triangles();
    QCOMPARE(std::vector<std::uint32_t>(triangles.begin(), triangles.end()),
             (std::vector<std::uint32_t>{0, 1, 2}));
    const assets::FileInfluences* influences = instance.mesh->fileInfluences();
    QVERIFY(influences != nullptr);
    QCOMPARE(influences->slotsPerVertex, 4u);
    QCOMPARE(influences->joints, (std::vector<std::uint32_t>{0, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0}));
    QCOMPARE(influences->weights, (std::vector<float>{1, 0, 0, 0, 1, 0, 0, 0, 0.25f, 0.75f, 0, 0}));

    QVERIFY(instance.morphs != nullptr);
    QCOMPARE(instance.morphs->targetCount(), std::size_t{1});
    const assets::MorphTarget& target = instance.morphs->targets()[0];
    QCOMPARE(target.name, std::string("smile"));
    QCOMPARE(target.vertices, std::vector<std::uint32_t>{1});
    QCOMPARE(target.positionDeltas, std::vector<glm::vec3>{glm::vec3(0, 0, 0.5f)});
    QVERIFY(target.normalDeltas.empty());
    QCOMPARE(instance.defaultMorphWeights, std::vector<float>{0.25f});

    QCOMPARE(scene.clips.size(), std::size_t{1});
    const assets::Clip& clip = *scene.clips[0];
    QCOMPARE(clip.name(), std::string("clip"));
    QCOMPARE(clip.duration(), 1.0f);
    QCOMPARE(clip.jointTracks().size(), std::size_t{2});
    const assets::JointTracks& move = clip.jointTracks()[0];
    QCOMPARE(move.joint, scene.skeleton->jointOfFileNode(1));
    QCOMPARE(move.translation.interpolation, assets::Interpolation::Linear);
    QCOMPARE(move.translation.values,
             (std::vector<glm::vec3>{glm::vec3(0, 1, 0), glm::vec3(2, 1, 0)}));
    QVERIFY(move.rotation.isEmpty() && move.scale.isEmpty());
    const assets::JointTracks& turn = clip.jointTracks()[1];
    QCOMPARE(turn.rotation.interpolation, assets::Interpolation::Step);
    QCOMPARE(turn.rotation.values[1].z, 1.0f); // x, y, z, w in the file
    QCOMPARE(clip.morphWeightTracks().size(), std::size_t{1});
    const assets::MorphWeightTrack& morph = clip.morphWeightTracks()[0];
    QCOMPARE(morph.node, scene.skeleton->jointOfFileNode(2));
    QCOMPARE(morph.targetCount, 1u);
    QCOMPARE(morph.weights.interpolation, assets::Interpolation::CubicSpline);
    QCOMPARE(morph.weights.values, (std::vector<float>{0.1f, 0.2f, 0.3f, 0.4f, 0.5f, 0.6f}));
}

void TstGltfReader::sortsKeysThatGoBackTogetherWithTheirValues() {
    GltfFile file = character();
    file.at("/animations/0/samplers/0/input") = file.addAccessor<float>({2, 0, 1});
    file.at("/animations/0/samplers/0/output") =
        file.addAccessor<float>({2, 2, 2, 0, 0, 0, 1, 1, 1}, {"VEC3"});
    const ImportFolder folder;
    const auto scene = folder.load(file);
    QVERIFY2(scene, scene ? "" : scene.error().message.c_str());
    const auto& track = scene->clips[0]->jointTracks()[0].translation;
    QCOMPARE(track.times, (std::vector<float>{0, 1, 2}));
    QCOMPARE(track.values,
             (std::vector<glm::vec3>{glm::vec3(0.0f), glm::vec3(1.0f), glm::vec3(2.0f)}));
}

namespace {

struct Decoding {
    const char* name;
    std::function<int(GltfFile&)> add;
    std::vector<float> expected;
};

const std::vector<Decoding>& decodings() {
    static const std::vector<Decoding> kDecodings = {
        {"float",
         [](GltfFile& f) {
             return f.addAccessor<float>({-1.5f, 0, 3e5f}, {"VEC3"});
         },
         {-1.5f, 0, 3e5f}},
        {"int8",
         [](GltfFile& f) {
             return f.addAccessor<std::int8_t>({-128, 0, 127}, {"VEC3"});
         },
         {-128, 0, 127}},
        {"normalised int8",
         [](GltfFile& f) {
             return f.addAccessor<std::int8_t>({-128, -127, 64}, {"VEC3", true});
         },
         {-1, -1, 64.0f / 127.0f}},
        {"uint8",
         [](GltfFile& f) {
             return f.addAccessor<std::uint8_t>({0, 128, 255}, {"VEC3"});
         },
         {0, 128, 255}},
        {"normalised uint8",
         [](GltfFile& f) {
             return f.addAccessor<std::uint8_t>({0, 51, 255}, {"VEC3", true});
         },
         {0, 0.2f, 1}},
        {"int16",
         [](GltfFile& f) {
             return f.addAccessor<std::int16_t>({-32768, 7, 32767}, {"VEC3"});
         },
         {-32768, 7, 32767}},
        {"normalised int16",
         [](GltfFile& f) {
             return f.addAccessor<std::int16_t>({-32768, -32767, 16384}, {"VEC3", true});
         },
         {-1, -1, 16384.0f / 32767.0f}},
        {"uint16",
         [](GltfFile& f) {
             return f.addAccessor<std::uint16_t>({0, 9, 65535}, {"VEC3"});
         },
         {0, 9, 65535}},
        {"normalised uint16",
         [](GltfFile& f) {
             return f.addAccessor<std::uint16_t>({0, 13107, 65535}, {"VEC3", true});
         },
         {0, 0.2f, 1}},
    };
    return kDecodings;
}

} // namespace

void TstGltfReader::decodesComponents_data() {
    QTest::addColumn<int>("row");
    for (std::size_t i = 0; i < decodings().size(); ++i) {
        QTest::newRow(decodings()[i].name) << static_cast<int>(i);
    }
}

void TstGltfReader::decodesComponents() {
    QFETCH(int, row);
    const Decoding& decoding = decodings()[static_cast<std::size_t>(row)];
    GltfFile file = triangleOf(0);
    file.at("/extensionsRequired") = {"KHR_mesh_quantization"};
    decoding.add(file);
    const ImportFolder folder;
    const auto scene = folder.load(file);
    QVERIFY2(scene, scene ? "" : scene.error().message.c_str());
    const std::vector<float> actual = flatten(scene->instances[0].mesh->positions());
    QCOMPARE_LE(largestDifference(actual, decoding.expected), kCopyTolerance);
}

void TstGltfReader::decodesIntegerWeights_data() {
    QTest::addColumn<bool>("is16Bit");
    QTest::addColumn<bool>("isNormalized");
    QTest::newRow("8 bits") << false << true;
    QTest::newRow("16 bits") << true << true;
    QTest::newRow("8 bits, flag forgotten") << false << false;
    QTest::newRow("16 bits, flag forgotten") << true << false;
}

void TstGltfReader::decodesIntegerWeights() {
    QFETCH(bool, is16Bit);
    QFETCH(bool, isNormalized);
    GltfFile file = character();
    file.at(kPrimitive + "/attributes/WEIGHTS_0") =
        is16Bit ? file.addAccessor<std::uint16_t>(
                      {65535, 0, 0, 0, 13107, 52428, 0, 0, 0, 65535, 0, 0}, {"VEC4", isNormalized})
                : file.addAccessor<std::uint8_t>({255, 0, 0, 0, 51, 204, 0, 0, 0, 255, 0, 0},
                                                 {"VEC4", isNormalized});
    const ImportFolder folder;
    const auto scene = folder.load(file);
    QVERIFY2(scene, scene ? "" : scene.error().message.c_str());
    QCOMPARE_LE(largestDifference(scene->instances[0].mesh->fileInfluences()->weights,
                                  {1, 0, 0, 0, 0.2f, 0.8f, 0, 0, 0, 1, 0, 0}),
                kCopyTolerance);
    QCOMPARE(findNote(scene->report, "weights.not_normalized"), nullptr);
}

void TstGltfReader::joinsInfluenceSetsOfDifferentTypes() {
    GltfFile file = character();
    file.at(kPrimitive + "/attributes/JOINTS_1") =
        file.addAccessor<std::uint16_t>({1, 0, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0}, {"VEC4"});
    file.at(kPrimitive + "/attributes/WEIGHTS_1") =
        file.addAccessor<std::uint8_t>({0, 0, 0, 255, 51, 0, 0, 0, 0, 0, 102, 0}, {"VEC4", true});
    const ImportFolder folder;
    const auto scene = folder.load(file);
    QVERIFY2(scene, scene ? "" : scene.error().message.c_str());
    const assets::FileInfluences* influences = scene->instances[0].mesh->fileInfluences();
    QCOMPARE(influences->slotsPerVertex, 8u);
    QCOMPARE(influences->joints, (std::vector<std::uint32_t>{0, 1, 0, 0, 1, 0, 0, 0, //
                                                             1, 0, 0, 0, 0, 1, 0, 0, //
                                                             0, 1, 0, 0, 1, 1, 0, 0}));
    QCOMPARE_LE(largestDifference(influences->weights, {1,     0,     0, 0, 0,    0, 0,    1, //
                                                        1,     0,     0, 0, 0.2f, 0, 0,    0, //
                                                        0.25f, 0.75f, 0, 0, 0,    0, 0.4f, 0}),
                kCopyTolerance);
}

void TstGltfReader::readsInterleavedViews() {
    GltfFile file = triangleOf(0);
    // Position, then two bytes of coordinate, then two bytes nobody reads: 16 bytes a vertex.
    QByteArray vertices;
    for (const float x : {1.0f, 2.0f, 3.0f}) {
        const std::array<float, 3> position{x, 2 * x, 3 * x};
        vertices.append(reinterpret_cast<const char*>(position.data()), sizeof position);
        vertices.append(static_cast<char>(51 * static_cast<int>(x)));
        vertices.append('\xFF');
        vertices.append("zz");
    }
    file.binary = vertices;
    // The view ends with the last element, not with the last stride.
    file.append("bufferViews",
                {{"buffer", 0}, {"byteLength", vertices.size() - 2}, {"byteStride", 16}});
    file.append("accessors",
                {{"bufferView", 0}, {"componentType", 5126}, {"count", 3}, {"type", "VEC3"}});
    file.append("accessors",
                {{"bufferView", 0},
                 {"byteOffset", 12},
                 {"componentType", 5121},
                 {"normalized", true},
                 {"count", 3},
                 {"type", "VEC2"}});
    file.at(kPrimitive + "/attributes/TEXCOORD_0") = 1;
    const ImportFolder folder;
    const auto scene = folder.load(file);
    QVERIFY2(scene, scene ? "" : scene.error().message.c_str());
    const assets::Mesh& mesh = *scene->instances[0].mesh;
    QCOMPARE(flatten(mesh.positions()), (std::vector<float>{1, 2, 3, 2, 4, 6, 3, 6, 9}));
    QCOMPARE_LE(maxAbsDiff(mesh.uvs()[2], glm::vec2(0.6f, 1.0f)), kCopyTolerance);
}

void TstGltfReader::readsSparseAccessors_data() {
    QTest::addColumn<bool>("hasView");
    QTest::addColumn<std::vector<float>>("expected");
    QTest::newRow("over data") << true << std::vector<float>{1, 1, 1, 7, 8, 9, 3, 3, 3};
    QTest::newRow("over zeros") << false << std::vector<float>{0, 0, 0, 7, 8, 9, 0, 0, 0};
}

void TstGltfReader::readsSparseAccessors() {
    QFETCH(bool, hasView);
    QFETCH(std::vector<float>, expected);
    GltfFile file = triangleOf(0);
    file.addAccessor<float>({1, 1, 1, 2, 2, 2, 3, 3, 3}, {"VEC3"});
    const int indices = file.addView<std::uint32_t>({1});
    const int values = file.addView<float>({7, 8, 9});
    file.at("/accessors/0/sparse") = {
        {"count", 1},
        {"indices", {{"bufferView", indices}, {"componentType", 5125}}},
        {"values", {{"bufferView", values}}}};
    if (!hasView) {
        file.erase("/accessors/0", "bufferView");
    }
    const ImportFolder folder;
    const auto scene = folder.load(file);
    QVERIFY2(scene, scene ? "" : scene.error().message.c_str());
    QCOMPARE(flatten(scene->instances[0].mesh->positions()), expected);
}

void TstGltfReader::unrollsPrimitives_data() {
    QTest::addColumn<int>("mode");
    QTest::addColumn<bool>("isIndexed");
    QTest::addColumn<std::vector<std::uint32_t>>("expected");
    using Triangles = std::vector<std::uint32_t>;
    QTest::newRow("points") << 0 << true << Triangles{};
    QTest::newRow("line strip") << 3 << true << Triangles{};
    QTest::newRow("triangles") << 4 << true << Triangles{4, 3, 2};
    QTest::newRow("strip") << 5 << true << Triangles{4, 3, 2, 3, 1, 2, 2, 1, 0};
    QTest::newRow("fan") << 6 << true << Triangles{4, 3, 2, 4, 2, 1, 4, 1, 0};
    QTest::newRow("triangles without indices") << 4 << false << Triangles{0, 1, 2};
    QTest::newRow("strip without indices") << 5 << false << Triangles{0, 1, 2, 1, 3, 2, 2, 3, 4};
}

void TstGltfReader::unrollsPrimitives() {
    QFETCH(int, mode);
    QFETCH(bool, isIndexed);
    QFETCH(std::vector<std::uint32_t>, expected);
    GltfFile file = triangleOf(0);
    file.addAccessor(std::vector<float>(15, 1.0f), {"VEC3"});
    if (isIndexed) {
        file.at(kPrimitive + "/indices") = file.addAccessor<std::uint8_t>({4, 3, 2, 1, 0});
    }
    file.at(kPrimitive + "/mode") = mode;
    const ImportFolder folder;
    const auto scene = folder.load(file);
    QVERIFY2(scene, scene ? "" : scene.error().message.c_str());
    const auto triangles = scene->instances[0].mesh->triangles();
    QCOMPARE(std::vector<std::uint32_t>(triangles.begin(), triangles.end()), expected);
}

void TstGltfReader::readsNormalisedAnimationOutputs() {
    GltfFile file = character();
    // 90 degrees about z in 16 bits, and a weight of a fifth in 8 bits without the flag.
    file.at("/animations/0/samplers/1/output") =
        file.addAccessor<std::int16_t>({0, 0, 0, 32767, 0, 0, 23170, 23170}, {"VEC4", true});
    file.at("/animations/0/samplers/2/output") = file.addAccessor<std::uint8_t>({51, 255});
    file.at("/animations/0/samplers/2/interpolation") = "LINEAR";
    const ImportFolder folder;
    const auto scene = folder.load(file);
    QVERIFY2(scene, scene ? "" : scene.error().message.c_str());
    const float half = std::numbers::sqrt2_v<float> / 2;
    QCOMPARE_LE(maxAbsDiff(scene->clips[0]->jointTracks()[1].rotation.values[1],
                           glm::quat(half, 0, 0, half)),
                kAngleTolerance);
    QCOMPARE_LE(
        largestDifference(scene->clips[0]->morphWeightTracks()[0].weights.values, {0.2f, 1.0f}),
        kCopyTolerance);
    QCOMPARE(findNote(scene->report, "anim.quat_not_unit"), nullptr);
}

void TstGltfReader::takesMorphWeightsOfNodeThenMeshThenZero() {
    GltfFile file = character();
    file.at("/nodes/2/weights") = {0.75};
    const ImportFolder folder;
    auto scene = folder.load(file);
    QVERIFY2(scene, scene ? "" : scene.error().message.c_str());
    QCOMPARE(scene->instances[0].defaultMorphWeights, std::vector<float>{0.75f});
    file.erase("/nodes/2", "weights");
    file.erase("/meshes/0", "weights");
    scene = folder.load(file);
    QVERIFY2(scene, scene ? "" : scene.error().message.c_str());
    QCOMPARE(scene->instances[0].defaultMorphWeights, std::vector<float>{0.0f});
}

void TstGltfReader::makesTargetsOfEqualCountInAllPrimitives() {
    GltfFile file = character();
    Json second = file.at(kPrimitive);
    second.erase("targets");
    file.at("/meshes/0/primitives").push_back(second);
    const ImportFolder folder;
    const auto scene = folder.load(file);
    QVERIFY2(scene, scene ? "" : scene.error().message.c_str());
    QCOMPARE(scene->instances.size(), std::size_t{2});
    QCOMPARE(scene->instances[1].filePrimitive, 1u);
    QCOMPARE(scene->instances[1].morphs->targetCount(), std::size_t{1});
    QVERIFY(scene->instances[1].morphs->targets()[0].vertices.empty());
    QCOMPARE(scene->clips[0]->morphWeightTracks()[0].targetCount, 1u);
}

namespace {

// Nodes 0 and 1 carry the triangle; scene 0 shows node 0, scene 1 node 1.
GltfFile twoScenes() {
    GltfFile file = triangleOf(0);
    file.addAccessor(std::vector<float>(9, 1.0f), {"VEC3"});
    file.root["nodes"] = {{{"mesh", 0}}, {{"mesh", 0}}};
    file.root["scenes"] = {{{"nodes", {0}}}, {{"nodes", {1}}}};
    return file;
}

} // namespace

void TstGltfReader::choosesTheScene_data() {
    QTest::addColumn<int>("asked");
    QTest::addColumn<int>("declared");
    QTest::addColumn<bool>("hasScenes");
    QTest::addColumn<std::vector<std::uint32_t>>("nodes");
    using Nodes = std::vector<std::uint32_t>;
    QTest::newRow("asked for") << 0 << 1 << true << Nodes{0};
    QTest::newRow("the default") << -1 << 1 << true << Nodes{1};
    QTest::newRow("the first") << -1 << -1 << true << Nodes{0};
    QTest::newRow("no scenes") << -1 << -1 << false << Nodes{0, 1};
}

void TstGltfReader::choosesTheScene() {
    QFETCH(int, asked);
    QFETCH(int, declared);
    QFETCH(bool, hasScenes);
    QFETCH(std::vector<std::uint32_t>, nodes);
    GltfFile file = twoScenes();
    if (declared >= 0) {
        file.root["scene"] = declared;
    }
    if (!hasScenes) {
        file.root.erase("scenes");
    }
    import::ImportOptions options;
    if (asked >= 0) {
        options.scene = static_cast<std::uint32_t>(asked);
    }
    const ImportFolder folder;
    const auto scene = folder.load(file, options);
    QVERIFY2(scene, scene ? "" : scene.error().message.c_str());
    std::vector<std::uint32_t> actual;
    for (const import::MeshInstance& instance : scene->instances) {
        actual.push_back(instance.fileNode);
    }
    QCOMPARE(actual, nodes);
    QCOMPARE(scene->skeleton->jointCount(), std::size_t{2}); // all nodes, whatever is shown
}

void TstGltfReader::rejectsASceneThatIsNotThere() {
    const ImportFolder folder;
    import::ImportOptions options;
    options.scene = 2;
    const auto scene = folder.load(twoScenes(), options);
    QVERIFY(!scene);
    QCOMPARE(scene.error().code, std::string("import.scene_out_of_range"));
    QVERIFY(QString::fromStdString(scene.error().message)
                .contains("/scenes: scene 2 was asked for, the file has 2"));
}

void TstGltfReader::keepsMatrices_data() {
    QTest::addColumn<std::vector<float>>("matrix");
    QTest::addColumn<int>("jointCount");
    QTest::newRow("turned and scaled")
        << std::vector<float>{0, 2, 0, 0, -3, 0, 0, 0, 0, 0, 4, 0, 5, 6, 7, 1} << 2;
    QTest::newRow("mirrored") << std::vector<float>{-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 2, 3, 1}
                              << 2;
    QTest::newRow("flat") << std::vector<float>{1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}
                          << 2;
    QTest::newRow("sheared")
        << std::vector<float>{1, 0, 0, 0, 0.5f, 1, 0, 0, 0, 0, 1, 0, 3, 2, 1, 1} << 3;
    QTest::newRow("sheared and mirrored")
        << std::vector<float>{-1, 0.2f, 0.1f, 0, 0.5f, 2, -0.3f, 0, 0.7f, 0, 1.5f, 0, 3, 2, 1, 1}
        << 3;
}

void TstGltfReader::keepsMatrices() {
    QFETCH(std::vector<float>, matrix);
    QFETCH(int, jointCount);
    GltfFile file;
    file.root["nodes"] = {{{"name", "m"}, {"matrix", matrix}, {"children", {1}}},
                          {{"translation", {0, 2, 0}}}};
    const ImportFolder folder;
    const auto scene = folder.load(file);
    QVERIFY2(scene, scene ? "" : scene.error().message.c_str());
    QCOMPARE(scene->skeleton->jointCount(), static_cast<std::size_t>(jointCount));
    math::Affine expected;
    for (int column = 0; column < 3; ++column) {
        for (int row = 0; row < 3; ++row) {
            expected.linear[column][row] = matrix[static_cast<std::size_t>(column * 4 + row)];
        }
        expected.translation[column] = matrix[static_cast<std::size_t>(12 + column)];
    }
    QCOMPARE_LE(maxAbsDiff(modelFromFileNode(*scene, 0), expected), kPositionTolerance);
    const glm::vec3 child = expected.linear * glm::vec3(0, 2, 0) + expected.translation;
    QCOMPARE_LE(maxAbsDiff(modelFromFileNode(*scene, 1).translation, child), kPositionTolerance);
}

void TstGltfReader::dropsShearOfAnAnimatedMatrix() {
    GltfFile file = character();
    file.at("/nodes/1/matrix") = {1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    const ImportFolder folder;
    const auto scene = folder.load(file);
    QVERIFY2(scene, scene ? "" : scene.error().message.c_str());
    QCOMPARE(scene->skeleton->jointCount(), std::size_t{4});
    QVERIFY(findNote(scene->report, "node.matrix_shear") != nullptr);
    QCOMPARE(scene->clips[0]->jointTracks()[0].joint, scene->skeleton->jointOfFileNode(1));
}

void TstGltfReader::takesIdentityWithoutInverseBinds() {
    GltfFile file = character();
    file.erase("/skins/0", "inverseBindMatrices");
    const ImportFolder folder;
    const auto scene = folder.load(file);
    QVERIFY2(scene, scene ? "" : scene.error().message.c_str());
    QCOMPARE(scene->skins[0]->jointFromBind().size(), std::size_t{2});
    QCOMPARE_LE(maxAbsDiff(scene->skins[0]->jointFromBind()[1], math::Affine{}), 0.0);
}

void TstGltfReader::acceptsMoreInverseBindsThanJoints() {
    GltfFile file = character();
    file.at("/skins/0/joints") = {1};
    const ImportFolder folder;
    const auto scene = folder.load(file);
    QVERIFY2(scene, scene ? "" : scene.error().message.c_str());
    QCOMPARE(scene->skins[0]->jointCount(), std::size_t{1});
    QCOMPARE(scene->skins[0]->jointFromBind()[0].translation, glm::vec3(0, -1, 0));
}

void TstGltfReader::readsMaterialsAndImages() {
    GltfFile file = character();
    const QByteArray png = QByteArray::fromBase64(kPng);
    const std::vector<std::uint8_t> bytes(png.begin(), png.end());
    file.root["images"] = {{{"name", "view"}, {"bufferView", file.addView(bytes)}},
                           {{"uri", std::string("data:image/png;base64,") + kPng}},
                           {{"uri", "pic%20ture.png"}},
                           {{"uri", "never asked for.png"}}};
    file.root["textures"] = {{{"source", 2}}, {{"source", 1}}, {{"source", 0}}};
    const auto material = [](int texture) {
        return Json{{"pbrMetallicRoughness", {{"baseColorTexture", {{"index", texture}}}}}};
    };
    file.root["materials"] = {material(0), material(1), material(2), material(0)};
    file.at("/materials/1/name") = "skin";
    file.at("/materials/1/doubleSided") = true;
    file.at("/materials/1/alphaMode") = "MASK";
    file.at("/materials/1/pbrMetallicRoughness/baseColorFactor") = {0.5, 0.25, 1, 0.75};
    file.at("/materials/2/alphaMode") = "MASK";
    file.at("/materials/2/alphaCutoff") = 0.125;
    file.at(kPrimitive + "/material") = 1;
    const ImportFolder folder;
    folder.write("pic ture.png", png);
    const auto scene = folder.load(file);
    QVERIFY2(scene, scene ? "" : scene.error().message.c_str());
    QVERIFY2(scene->report.notes.empty(), codesOf(scene->report).c_str());
    QVERIFY(scene->instances[0].material == 1u);
    QCOMPARE(scene->materials.size(), std::size_t{4});
    const assets::Material& skin = scene->materials[1];
    QCOMPARE(skin.name, std::string("skin"));
    QVERIFY(skin.isDoubleSided);
    QCOMPARE(skin.alphaCutoff, 0.5f);
    QCOMPARE(skin.baseColorFactor, glm::vec4(0.5f, 0.25f, 1, 0.75f));
    QCOMPARE(scene->materials[2].alphaCutoff, 0.125f);
    QCOMPARE(scene->materials[0].alphaCutoff, 0.0f);
    // Three images are used, the first one twice.
    QCOMPARE(scene->images.size(), std::size_t{3});
    QVERIFY(scene->materials[0].baseColorImage == scene->materials[3].baseColorImage);
    for (const assets::Material& entry : scene->materials) {
        QVERIFY(entry.baseColorImage.has_value());
        const assets::EncodedImage& image = scene->images[*entry.baseColorImage];
        QCOMPARE(image.mimeType, std::string("image/png"));
        QVERIFY(image.bytes == bytesOf(kPng));
    }
}

void TstGltfReader::decodesImages() {
    const auto image = import::decodeImage({"red", "image/png", bytesOf(kPng)});
    QVERIFY2(image, image ? "" : image.error().message.c_str());
    QCOMPARE(image->width, 2u);
    QCOMPARE(image->height, 1u);
    QCOMPARE(image->rgba, (std::vector<std::uint8_t>{255, 0, 0, 255, 10, 20, 30, 128}));

    const auto large = import::decodeImage({"large", "", bytesOf(kLargePng)});
    QVERIFY(!large);
    QCOMPARE(large.error().code, std::string("image.too_large"));
    QCOMPARE(large.error().message,
             std::string("image 'large': 12000 x 12000 pixels, at most 67108864 are decoded"));
    std::vector<std::byte> cut = bytesOf(kPng);
    cut.resize(cut.size() / 2);
    // The header of the huge one is more than the decoder itself accepts.
    for (const auto& bytes :
         {cut, std::vector<std::byte>{}, bytesOf("AAAAAAAA"), bytesOf(kHugePng)}) {
        const auto bad = import::decodeImage({"bad", "", bytes});
        QVERIFY(!bad);
        QCOMPARE(bad.error().code, std::string("image.undecodable"));
        QVERIFY(QString::fromStdString(bad.error().message).startsWith("image 'bad': "));
    }
}

void TstGltfReader::readsFilesInTheFolder_data() {
    QTest::addColumn<QString>("uri");
    QTest::newRow("name") << "data.bin";
    QTest::newRow("dot") << "./data.bin";
    QTest::newRow("folder") << "sub/data.bin";
    QTest::newRow("percent") << "%64ata.bin";
    QTest::newRow("blank") << "with%20blank.bin";
    QTest::newRow("dots in a name") << "a..b.bin";
}

void TstGltfReader::readsFilesInTheFolder() {
    QFETCH(QString, uri);
    GltfFile file = character();
    const ImportFolder folder;
    std::filesystem::create_directory(folder.path() / "sub");
    for (const char* name : {"data.bin", "sub/data.bin", "with blank.bin", "a..b.bin"}) {
        folder.write(name, file.binary);
    }
    file.root["buffers"] = {{{"byteLength", file.binary.size()}, {"uri", uri.toStdString()}}};
    const auto scene = folder.load(file);
    QVERIFY2(scene, scene ? "" : scene.error().message.c_str());
    QCOMPARE(scene->instances[0].mesh->positions()[1], glm::vec3(1, 0, 0));
}

void TstGltfReader::leavesNoFolder_data() {
    QTest::addColumn<QString>("uri");
    QTest::addColumn<QString>("reason");
    const QString out = "leads out of the folder of the file";
    const QString scheme = "has a scheme, expected a relative path or base64 data";
    QTest::newRow("up") << "../data.bin" << out;
    QTest::newRow("down and up") << "sub/../../data.bin" << out;
    QTest::newRow("encoded up") << "%2e%2e/data.bin" << out;
    QTest::newRow("encoded slash") << "..%2fdata.bin" << out;
    QTest::newRow("backslash") << "..\\data.bin" << out;
    QTest::newRow("absolute") << "/etc/passwd" << out;
    QTest::newRow("file scheme") << "file:///etc/passwd" << scheme;
    QTest::newRow("web") << "https://example.com/data.bin" << scheme;
    QTest::newRow("link") << "link.bin"
                          << "is a link that leads out of the folder of the file";
    QTest::newRow("link to a folder") << "up/data.bin"
                                      << "is a link that leads out of the folder of the file";
}

void TstGltfReader::leavesNoFolder() {
    QFETCH(QString, uri);
    QFETCH(QString, reason);
    GltfFile file = character();
    const ImportFolder outer;
    outer.write("data.bin", file.binary);
    const std::filesystem::path inner = outer.path() / "inner";
    std::filesystem::create_directories(inner / "sub");
    std::filesystem::create_symlink("../data.bin", inner / "link.bin");
    std::filesystem::create_directory_symlink("..", inner / "up");
    file.root["buffers"] = {{{"byteLength", file.binary.size()}, {"uri", uri.toStdString()}}};
    const auto scene = outer.load("inner/file.gltf", file.gltf());
    QVERIFY(!scene);
    QCOMPARE(scene.error().code, std::string("file.uri_outside_root"));
    const QString message = QString::fromStdString(scene.error().message);
    QVERIFY2(message.contains("/buffers/0/uri: '" + uri + "' " + reason), qPrintable(message));
}

void TstGltfReader::readsBinaryFiles() {
    const GltfFile file = character();
    const ImportFolder folder;
    Json json = file.root;
    json["buffers"] = {{{"byteLength", file.binary.size()}}};
    const QByteArray text = QByteArray::fromStdString(json.dump());

    const auto plain = folder.load("plain.glb", file.glb());
    QVERIFY2(plain, plain ? "" : plain.error().message.c_str());
    QVERIFY2(plain->report.notes.empty(), codesOf(plain->report).c_str());
    QCOMPARE(plain->instances[0].mesh->positions()[2], glm::vec3(0, 1, 0));

    // A second binary chunk and an unknown one do not change what is read.
    const QByteArray other(file.binary.size(), '\x7F');
    const auto chunks = folder.load(
        "chunks.glb",
        GltfFile::glbOf({{'J', text}, {'B', file.binary}, {'X', "what"}, {'B', other}}));
    QVERIFY2(chunks, chunks ? "" : chunks.error().message.c_str());
    QCOMPARE(chunks->instances[0].mesh->positions()[2], glm::vec3(0, 1, 0));
    QCOMPARE(chunks->report.notes.size(), std::size_t{2});
    QVERIFY(findNote(chunks->report, "gltf.chunk_ignored") != nullptr);

    const auto trailing = folder.load("trailing.glb", file.glb() + "trailing");
    QVERIFY2(trailing, trailing ? "" : trailing.error().message.c_str());
    const ImportNote* note = findNote(trailing->report, "gltf.trailing_bytes");
    QVERIFY(note != nullptr);
    QCOMPARE(note->message, std::string("8 bytes after the declared end were ignored"));
}

void TstGltfReader::rejectsBrokenBinaryFiles_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QString>("message");
    const QByteArray glb = character().glb();
    const auto withWord = [&](qsizetype offset, std::uint32_t word) {
        QByteArray changed = glb;
        std::memcpy(changed.data() + offset, &word, sizeof word);
        return changed;
    };
    const QByteArray json = QByteArray::fromStdString(character().root.dump());
    QTest::newRow("empty") << QByteArray() << QByteArray("file.truncated") << "file: it is empty";
    QTest::newRow("header cut") << glb.first(11) << QByteArray("file.truncated")
                                << "GLB header: 11 bytes, expected at least 12";
    QTest::newRow("version") << withWord(4, 1) << QByteArray("gltf.version")
                             << "GLB header: container version 1, expected 2";
    QTest::newRow("length beyond the file")
        << withWord(8, 0xFFFFFFFF) << QByteArray("file.truncated")
        << "GLB header: declares 4294967295 bytes";
    QTest::newRow("length below the header")
        << withWord(8, 4) << QByteArray("file.truncated") << "GLB header: there is no JSON chunk";
    QTest::newRow("chunk header cut") << withWord(8, 17) << QByteArray("file.truncated")
                                      << "GLB chunk 0: 5 bytes are left for its header, expected 8";
    QTest::newRow("chunk length") << withWord(12, 0xFFFFFFF0) << QByteArray("file.truncated")
                                  << "GLB chunk 0: declares 4294967280 bytes";
    QTest::newRow("binary first") << GltfFile::glbOf({{'B', "data"}, {'J', json}})
                                  << QByteArray("gltf.chunk")
                                  << "GLB chunk 0: expected the JSON chunk first";
    QTest::newRow("binary missing")
        << GltfFile::glbOf({{'J', json}}) << QByteArray("gltf.index_out_of_range")
        << "/bufferViews/0/buffer: 0 names none of the file's 0 buffers";
}

void TstGltfReader::rejectsBrokenBinaryFiles() {
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, code);
    QFETCH(QString, message);
    const ImportFolder folder;
    const auto scene = folder.load("file.glb", bytes);
    QVERIFY(!scene);
    QCOMPARE(QByteArray::fromStdString(scene.error().code), code);
    const QString actual = QString::fromStdString(scene.error().message);
    QVERIFY2(actual.contains(message), qPrintable(actual));
}

void TstGltfReader::repairsText_data() {
    QTest::addColumn<QByteArray>("written");
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("isRepaired");
    const QChar bad(0xFFFD);
    QTest::newRow("plain") << QByteArray("J\xC3\xB6rg") << QString::fromUtf8("J\xC3\xB6rg")
                           << false;
    QTest::newRow("astral") << QByteArray("\xF0\x9F\x98\x80")
                            << QString::fromUtf8("\xF0\x9F\x98\x80") << false;
    QTest::newRow("escaped pair") << QByteArray("\\ud83d\\ude00")
                                  << QString::fromUtf8("\xF0\x9F\x98\x80") << false;
    QTest::newRow("Latin 1") << QByteArray("J\xF6rg") << QString("J") + bad + "rg" << true;
    QTest::newRow("cut sequence") << QByteArray("a\xE2\x82z") << QString("a") + bad + "z" << true;
    QTest::newRow("overlong") << QByteArray("\xC0\xAF") << QString(bad) + bad << true;
    QTest::newRow("encoded surrogate")
        << QByteArray("\xED\xA0\x80") << QString(bad) + bad + bad << true;
    QTest::newRow("beyond Unicode")
        << QByteArray("\xF4\x90\x80\x80") << QString(bad) + bad + bad + bad << true;
    QTest::newRow("escaped half") << QByteArray("a\\ud800z") << QString("a") + bad + "z" << true;
    QTest::newRow("escaped other half") << QByteArray("\\uDC00") << QString(bad) << true;
    QTest::newRow("half before a pair") << QByteArray("\\ud83d\\ud83d\\ude00")
                                        << bad + QString::fromUtf8("\xF0\x9F\x98\x80") << true;
    QTest::newRow("escaped backslash before u")
        << QByteArray("\\\\ud800\xFF") << QString("\\ud800") + bad << true;
}

void TstGltfReader::repairsText() {
    QFETCH(QByteArray, written);
    QFETCH(QString, name);
    QFETCH(bool, isRepaired);
    const ImportFolder folder;
    const auto scene = folder.load(
        "file.gltf", R"({"asset":{"version":"2.0"},"nodes":[{"name":")" + written + R"("}]})");
    QVERIFY2(scene, scene ? "" : scene.error().message.c_str());
    QCOMPARE(QString::fromStdString(scene->skeleton->joints()[0].name), name);
    QCOMPARE(findNote(scene->report, "file.utf8_invalid") != nullptr, isRepaired);
}

void TstGltfReader::rejectsWhatIsNoJson_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("words") << QByteArray("hello");
    QTest::newRow("cut") << QByteArray(R"({"asset":{"version":"2.0")");
    QTest::newRow("array") << QByteArray("[]");
    QTest::newRow("number") << QByteArray("3");
    QTest::newRow("number too large") << QByteArray(R"({"asset":{"version":1e999}})");
    QTest::newRow("bytes") << QByteArray("\x00\xFF\xFE\x01", 4);
    QTest::newRow("deep") << QByteArray(100000, '[');
    QTest::newRow("deep extras") << R"({"asset":{"version":"2.0"},"extras":)" +
                                        QByteArray(5000, '[') + QByteArray(5000, ']') + "}";
}

void TstGltfReader::rejectsWhatIsNoJson() {
    QFETCH(QByteArray, text);
    const ImportFolder folder;
    const auto scene = folder.load("file.gltf", text);
    QVERIFY(!scene);
    QVERIFY2(scene.error().code == "gltf.json" || scene.error().code == "gltf.type",
             scene.error().message.c_str());
}

void TstGltfReader::readsDeepChains() {
    constexpr int kDepth = 20000;
    GltfFile file;
    Json nodes = Json::array();
    for (int i = 0; i < kDepth; ++i) {
        nodes.push_back({{"translation", {0, 0.5, 0}}});
        if (i + 1 < kDepth) {
            nodes.back()["children"] = {i + 1};
        }
    }
    file.root["nodes"] = nodes;
    const ImportFolder folder;
    const auto scene = folder.load(file);
    QVERIFY2(scene, scene ? "" : scene.error().message.c_str());
    QCOMPARE(modelFromFileNode(*scene, kDepth - 1).translation, glm::vec3(0, kDepth * 0.5f, 0));
}

void TstGltfReader::boundsDecodedSize() {
    const ImportFolder folder;
    import::ImportOptions options;
    options.maximumDecodedSize = 100000;
    QVERIFY(folder.load(character(), options));
    GltfFile file = triangleOf(0);
    file.addAccessor(std::vector<std::uint8_t>(30000, 1), {"VEC3"});
    const auto scene = folder.load(file, options); // 120000 bytes as floats
    QVERIFY(!scene);
    QCOMPARE(scene.error().code, std::string("file.too_large"));
    const QString message = QString::fromStdString(scene.error().message);
    QVERIFY2(message.contains("/accessors/0/count: decoding it takes 120000 more bytes"),
             qPrintable(message));
    options.maximumDecodedSize = 1000; // less than the file itself
    const auto large = folder.load(file, options);
    QVERIFY(!large);
    QCOMPARE(large.error().code, std::string("file.too_large"));
}

void TstGltfReader::boundsRepeatedUseOfTheSameData() {
    // 12 kB of positions, named by 50000 targets: 600 MB of deltas from a file of 1 MB.
    GltfFile file = triangleOf(0);
    file.addAccessor(std::vector<float>(3000, 1.0f), {"VEC3"});
    const std::vector<Json> targets(50000, Json{{"POSITION", 0}});
    file.at(kPrimitive + "/targets") = targets;
    const ImportFolder folder;
    const auto scene = folder.load(file);
    QVERIFY(!scene);
    QCOMPARE(scene.error().code, std::string("file.too_large"));
}

void TstGltfReader::survivesTruncation() {
    const QByteArray glb = character().glb();
    const ImportFolder folder;
    for (qsizetype length = 0; length < glb.size(); ++length) {
        const auto scene = folder.load("cut.glb", glb.first(length));
        QVERIFY2(!scene, qPrintable(QString::number(length)));
        QVERIFY(!scene.error().code.empty() && !scene.error().message.empty());
    }
}

void TstGltfReader::survivesFlippedBytes() {
    const QByteArray glb = character().glb();
    const ImportFolder folder;
    Random random(20240229);
    int loadedCount = 0;
    constexpr int kRuns = 4000;
    for (int run = 0; run < kRuns; ++run) {
        QByteArray changed = glb;
        const auto place =
            static_cast<qsizetype>(random.below(static_cast<std::uint32_t>(changed.size())));
        changed[place] = static_cast<char>(static_cast<unsigned char>(changed[place]) ^
                                           (1u + random.below(255)));
        const auto scene = folder.load("flipped.glb", changed);
        loadedCount += scene ? 1 : 0;
        if (!scene) {
            QVERIFY(!scene.error().code.empty() && !scene.error().message.empty());
        }
    }
    // Most changes hit names and numbers that any value is fine for, others must be refused.
    QVERIFY2(loadedCount > kRuns / 10 && loadedCount < kRuns,
             qPrintable(QString::number(loadedCount)));
}

void TstGltfReader::findsImportersByExtension() {
    for (const char* name : {"a.gltf", "a.GLB", "folder.x/b.glTF"}) {
        const import::Importer* importer = import::findImporter(name);
        QVERIFY(importer != nullptr);
        QCOMPARE(importer->name, std::string("glTF 2.0"));
    }
    QCOMPARE(import::findImporter("a.txt"), nullptr);
    QCOMPARE(import::findImporter("gltf"), nullptr);
    const auto unknown = import::importFile("a.txt");
    QVERIFY(!unknown);
    QCOMPARE(unknown.error().code, std::string("import.unknown_format"));
    QVERIFY(QString::fromStdString(unknown.error().message).contains(".gltf .glb"));
    const auto missing = import::importFile("no such file.glb");
    QVERIFY(!missing);
    QCOMPARE(missing.error().code, std::string("file.missing"));
}

QTEST_GUILESS_MAIN(TstGltfReader)
#include "tst_gltf_reader.moc"
