// SPDX-License-Identifier: Apache-2.0
// Small glTF files, each with one thing that importers get wrong.
#pragma once

#include "gltf_file.h"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace sartor::test {

/// A quad that follows two joints; its node is far away, which must not matter. Accessors: 0
/// positions, 1 normals, 2 indices, 3 joints, 4 weights, 5 inverse binds.
inline GltfFile probe() {
    GltfFile file;
    file.addAccessor<float>({0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0}, {"VEC3"});
    file.addAccessor<float>({0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1}, {"VEC3"});
    file.addAccessor<std::uint16_t>({0, 1, 2, 3, 1, 2});
    file.addAccessor<std::uint8_t>({0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0}, {"VEC4"});
    file.addAccessor<float>(
        {.75f, .25f, 0, 0, .75f, .25f, 0, 0, .75f, .25f, 0, 0, .75f, .25f, 0, 0}, {"VEC4"});
    file.addAccessor<float>({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0,  0, 1,
                             1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1},
                            {"MAT4"});
    file.root["meshes"] = {
        {{"name", "M"},
         {"primitives",
          {{{"attributes", {{"POSITION", 0}, {"NORMAL", 1}, {"JOINTS_0", 3}, {"WEIGHTS_0", 4}}},
            {"indices", 2}}}}}};
    file.root["nodes"] = {
        {{"name", "MeshNode"}, {"mesh", 0}, {"skin", 0}, {"translation", {100, 0, 0}}},
        {{"name", "J0"}, {"children", {2}}},
        {{"name", "J1"}, {"translation", {0, 1, 0}}},
        {{"name", "Root"}, {"children", {0, 1}}}};
    file.root["skins"] = {{{"joints", {1, 2}}, {"inverseBindMatrices", 5}}};
    file.root["scenes"] = {{{"nodes", {3}}}};
    file.root["scene"] = 0;
    return file;
}

/// The same four values for each of the four vertices.
template <class Value>
std::vector<Value> forEachVertex(const std::vector<Value>& values) {
    std::vector<Value> all;
    for (int vertex = 0; vertex < 4; ++vertex) {
        all.insert(all.end(), values.begin(), values.end());
    }
    return all;
}

/// A clip of one second with one channel.
inline void addClip(GltfFile& file, int node, const char* path, int output, const char* kind) {
    const int input = file.addAccessor<float>({0, 1});
    file.root["animations"] = {
        {{"name", "clip"},
         {"samplers", {{{"input", input}, {"output", output}, {"interpolation", kind}}}},
         {"channels", {{{"sampler", 0}, {"target", {{"node", node}, {"path", path}}}}}}}};
}

inline void addMorphTargets(GltfFile& file) {
    const int first = file.addAccessor<float>({0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1}, {"VEC3"});
    const int second = file.addAccessor<float>({0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0}, {"VEC3"});
    file.at("/meshes/0/primitives/0/targets") = {{{"POSITION", first}}, {{"POSITION", second}}};
    file.at("/meshes/0/extras/targetNames") = {"A", "B"};
}

/// Name, and what makes probe() that file.
inline const std::vector<std::pair<std::string, std::function<void(GltfFile&)>>>& importProbes() {
    const auto weights = [](std::vector<float> values) {
        return [values = std::move(values)](GltfFile& f) {
            f.at("/meshes/0/primitives/0/attributes/WEIGHTS_0") =
                f.addAccessor(forEachVertex(values), {"VEC4"});
        };
    };
    const auto joints = [](GltfFile& f, std::vector<std::uint8_t> values) {
        f.at("/meshes/0/primitives/0/attributes/JOINTS_0") =
            f.addAccessor(forEachVertex(values), {"VEC4"});
    };
    const auto secondSet = [weights](GltfFile& f, int joints1) {
        weights({.4f, .3f, 0, 0})(f);
        f.at("/meshes/0/primitives/0/attributes/JOINTS_1") = joints1;
        f.at("/meshes/0/primitives/0/attributes/WEIGHTS_1") =
            f.addAccessor(forEachVertex<float>({.2f, .1f, 0, 0}), {"VEC4"});
    };
    static const std::vector<std::pair<std::string, std::function<void(GltfFile&)>>> kProbes = {
        {"plain", [](GltfFile&) {}},
        {"weights of 8 bits",
         [](GltfFile& f) {
             f.at("/meshes/0/primitives/0/attributes/WEIGHTS_0") =
                 f.addAccessor(forEachVertex<std::uint8_t>({191, 64, 0, 0}), {"VEC4", true});
         }},
        {"weights of 16 bits",
         [](GltfFile& f) {
             f.at("/meshes/0/primitives/0/attributes/WEIGHTS_0") =
                 f.addAccessor(forEachVertex<std::uint16_t>({49151, 16384, 0, 0}), {"VEC4", true});
         }},
        {"two sets of joints",
         [secondSet](GltfFile& f) {
             secondSet(f, f.addAccessor(forEachVertex<std::uint8_t>({1, 0, 0, 0}), {"VEC4"}));
         }},
        {"two sets of joints, of other types",
         [secondSet](GltfFile& f) {
             secondSet(f, f.addAccessor(forEachVertex<std::uint16_t>({1, 0, 0, 0}), {"VEC4"}));
         }},
        {"weights that sum to 0.75", weights({.5f, .25f, 0, 0})},
        {"negative weights", weights({1.25f, -.25f, 0, 0})},
        {"zero weights", weights({0, 0, 0, 0})},
        {"one joint twice",
         [joints, weights](GltfFile& f) {
             joints(f, {0, 0, 0, 0});
             weights({.5f, .5f, 0, 0})(f);
         }},
        {"a joint that is not there",
         [joints](GltfFile& f) {
             joints(f, {0, 9, 0, 0});
         }},
        {"joints in another order",
         [](GltfFile& f) {
             f.at("/skins/0/joints") = {2, 1};
         }},
        {"no inverse binds", [](GltfFile& f) { f.erase("/skins/0", "inverseBindMatrices"); }},
        {"equal names", [](GltfFile& f) { f.at("/nodes/2/name") = "J0"; }},
        {"no names",
         [](GltfFile& f) {
             f.erase("/nodes/1", "name");
             f.erase("/nodes/2", "name");
         }},
        {"one mesh, two skins",
         [](GltfFile& f) {
             f.append("nodes", {{"name", "MeshNode2"}, {"mesh", 0}, {"skin", 1}});
             f.append("nodes", {{"name", "K0"}, {"children", {6}}});
             f.append("nodes", {{"name", "K1"}, {"translation", {0, 2, 0}}});
             f.append("skins", {{"joints", {5, 6}}, {"inverseBindMatrices", 5}});
             f.at("/nodes/3/children") = {0, 1, 4, 5};
         }},
        {"STEP",
         [](GltfFile& f) {
             addClip(
                 f, 1, "translation", f.addAccessor<float>({0, 0, 0, 5, 0, 0}, {"VEC3"}), "STEP");
         }},
        {"CUBICSPLINE",
         [](GltfFile& f) {
             const float r = 0.70710678f;
             addClip(f,
                     2,
                     "rotation",
                     f.addAccessor<float>(
                         {9, 9, 9, 9, 0, 0, 0, 1, 8, 8, 8, 8, 7, 7, 7, 7, 0, 0, r, r, 6, 6, 6, 6},
                         {"VEC4"}),
                     "CUBICSPLINE");
         }},
        {"rotations of 16 bits",
         [](GltfFile& f) {
             addClip(
                 f,
                 2,
                 "rotation",
                 f.addAccessor<std::int16_t>({0, 0, 0, 32767, 0, 0, 23170, 23170}, {"VEC4", true}),
                 "LINEAR");
         }},
        {"morph weights of a node, and negative ones",
         [](GltfFile& f) {
             addMorphTargets(f);
             f.at("/meshes/0/weights") = {.1, .2};
             f.at("/nodes/0/weights") = {.7, .8};
             addClip(f, 0, "weights", f.addAccessor<float>({0, -.5f, 1, 2}), "LINEAR");
         }},
        {"morph weights as CUBICSPLINE",
         [](GltfFile& f) {
             addMorphTargets(f);
             addClip(f,
                     0,
                     "weights",
                     f.addAccessor<float>({-9, -8, .1f, .2f, 9, 8, -7, -6, .3f, .4f, 7, 6}),
                     "CUBICSPLINE");
         }},
        {"several roots, and a node outside",
         [](GltfFile& f) {
             f.at("/scenes/0/nodes") = {0, 1};
             f.erase("/nodes/3", "children");
         }},
        {"no default scene", [](GltfFile& f) { f.root.erase("scene"); }},
        {"no scene", [](GltfFile& f) {
             f.root.erase("scene");
             f.root.erase("scenes");
         }}};
    return kProbes;
}

} // namespace sartor::test
