// SPDX-License-Identifier: Apache-2.0
// What the tests of the glTF reader share: two small files, tables of changes to the larger one,
// and what has to come of them.
#pragma once

#include "gltf_file.h"
#include "scene_lookup.h"

#include <QtTest>

#include <support/compare.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <numbers>
#include <span>
#include <string>
#include <vector>

namespace sartor::test {

/// Values that a decoder only copies or scales once: a few units in the last place.
inline constexpr double kCopyTolerance = 1e-7;

inline const std::string kPrimitive = "/meshes/0/primitives/0";

/// A triangle that follows two joints, with a morph target and a clip of all three interpolations.
/// Accessors: 0 positions, 1 normals, 2 texture coordinates, 3 joints, 4 weights, 5 indices,
/// 6 deltas, 7 inverse binds, 8 times, 9 translations, 10 rotations, 11 morph weights.
inline GltfFile character() {
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

/// One unskinned triangle of the given positions, without anything else.
inline GltfFile triangleOf(int positions) {
    GltfFile file;
    file.root["meshes"] = {{{"primitives", {{{"attributes", {{"POSITION", positions}}}}}}}};
    file.root["nodes"] = {{{"mesh", 0}}};
    return file;
}

struct Change {
    const char* name;
    std::function<void(GltfFile&)> apply;
};

/// Other weights for the three vertices of character(), four for each.
inline std::function<void(GltfFile&)> withWeights(std::vector<float> values) {
    return [values = std::move(values)](GltfFile& f) {
        f.at(kPrimitive + "/attributes/WEIGHTS_0") = f.addAccessor(values, {"VEC4"});
    };
}

/// A change of character() that must be refused.
struct Refusal {
    Change change;
    const char* code;
    const char* message;
};

/// A change of character() that is repaired or ignored, with what is said about it.
struct Remark {
    Change change;
    import::NoteSeverity severity;
    const char* code;
    const char* place;
    std::uint64_t count;
};

/// A row for each change; rowOf() is the one of the current row.
template <class Case>
void addRows(const std::vector<Case>& cases) {
    QTest::addColumn<int>("row");
    for (std::size_t i = 0; i < cases.size(); ++i) {
        QTest::newRow(cases[i].change.name) << static_cast<int>(i);
    }
}

template <class Case>
const Case& rowOf(const std::vector<Case>& cases) {
    QFETCH(int, row);
    return cases[static_cast<std::size_t>(row)];
}

inline void checkRefusal(const Refusal& refusal) {
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

inline void checkRemark(const Remark& remark) {
    GltfFile file = character();
    const ImportFolder folder;
    const auto unchanged = folder.load(file);
    QVERIFY2(unchanged, failureOf(unchanged));
    QVERIFY2(unchanged->report.notes.empty(), notesOf(*unchanged).c_str());
    remark.change.apply(file);
    const auto scene = folder.load(file);
    QVERIFY2(scene, failureOf(scene));
    const auto& notes = scene->report.notes;
    const auto found =
        std::find_if(notes.begin(), notes.end(), [&](const import::ImportNote& note) {
            return note.code == remark.code && note.place == remark.place;
        });
    QVERIFY2(found != notes.end(), notesOf(*scene).c_str());
    QCOMPARE(found->severity, remark.severity);
    QCOMPARE(found->count, remark.count);
    QVERIFY(!found->message.empty());
}

inline double largestDifference(const std::vector<float>& a, const std::vector<float>& b) {
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

inline std::vector<float> flatten(std::span<const glm::vec3> vectors) {
    std::vector<float> flat;
    for (const glm::vec3& v : vectors) {
        flat.insert(flat.end(), {v.x, v.y, v.z});
    }
    return flat;
}

} // namespace sartor::test
