// SPDX-License-Identifier: Apache-2.0
// From opening a broken file of 100,000 vertices to the named cause, in seconds of computing, for
// every defect that a skinned mesh in a .glb can have.
#include <sartor/diagnose/doctor.h>
#include <sartor/import/import_file.h>

#include <nlohmann/json.hpp>

#include <support/plant_defect.h>
#include <support/procedural_rigs.h>
#include <support/require.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace sartor;
using nlohmann::ordered_json;
using test::CharacterParts;

/// A .glb with accessors one after the other.
class GlbFile {
public:
    template <class T>
    std::size_t accessor(const std::vector<T>& values,
                         int componentType,
                         const char* type,
                         std::size_t componentsEach) {
        const std::size_t begin = bytes_.size();
        const std::size_t size = values.size() * sizeof(T);
        bytes_.resize(begin + (size + 3) / 4 * 4);
        std::memcpy(bytes_.data() + begin, values.data(), size);
        json["bufferViews"].push_back({{"buffer", 0}, {"byteOffset", begin}, {"byteLength", size}});
        json["accessors"].push_back({{"bufferView", json["bufferViews"].size() - 1},
                                     {"componentType", componentType},
                                     {"type", type},
                                     {"count", values.size() / componentsEach}});
        return json["accessors"].size() - 1;
    }

    void write(const std::filesystem::path& path) {
        json["buffers"] = {{{"byteLength", bytes_.size()}}};
        std::string text = json.dump();
        text.resize((text.size() + 3) / 4 * 4, ' ');
        std::ofstream file(path, std::ios::binary);
        const auto number = [&](std::size_t value) {
            const auto word = static_cast<std::uint32_t>(value);
            file.write(reinterpret_cast<const char*>(&word), sizeof(word));
        };
        number(0x46546C67); // "glTF"
        number(2);
        number(28 + text.size() + bytes_.size());
        number(text.size());
        number(0x4E4F534A); // "JSON"
        file << text;
        number(bytes_.size());
        number(0x004E4942); // "BIN"
        file.write(bytes_.data(), static_cast<std::streamsize>(bytes_.size()));
    }

    ordered_json json = {{"asset", {{"version", "2.0"}}}};

private:
    std::vector<char> bytes_;
};

constexpr int kFloat = 5126;
constexpr int kUnsignedShort = 5123;
constexpr int kUnsignedInt = 5125;

/// One skin, one mesh. Indices above 16 bits wrap.
void write(const CharacterParts& parts, const std::filesystem::path& path) {
    GlbFile glb;
    for (std::size_t i = 0; i < parts.joints.size(); ++i) {
        const math::Transform& local = parts.joints[i].parentFromJointRest;
        ordered_json node = {
            {"name", parts.joints[i].name},
            {"translation", {local.translation.x, local.translation.y, local.translation.z}},
            {"rotation", {local.rotation.x, local.rotation.y, local.rotation.z, local.rotation.w}},
            {"scale", {local.scale.x, local.scale.y, local.scale.z}}};
        for (std::size_t child = 0; child < parts.joints.size(); ++child) {
            if (parts.joints[child].parent == JointIndex(i)) {
                node["children"].push_back(child);
            }
        }
        if (JointIndex(i) == parts.firstMeshNode()) {
            node["mesh"] = 0;
            node["skin"] = 0;
        }
        glb.json["nodes"].push_back(std::move(node));
        if (parts.joints[i].parent.isNone()) {
            glb.json["scenes"][0]["nodes"].push_back(i);
        }
    }
    glb.json["scene"] = 0;

    std::vector<float> binds;
    const assets::SkinData& skin = parts.skins[0];
    for (std::size_t slot = 0; slot < skin.joints.size(); ++slot) {
        const math::Affine& bind = skin.jointFromBind[slot];
        const glm::vec4 row =
            skin.fourthRows.empty() ? glm::vec4(0.0f, 0.0f, 0.0f, 1.0f) : skin.fourthRows[slot];
        for (int column = 0; column < 4; ++column) {
            const glm::vec3 values = column < 3 ? bind.linear[column] : bind.translation;
            binds.insert(binds.end(), {values.x, values.y, values.z, row[column]});
        }
        glb.json["skins"][0]["joints"].push_back(skin.joints[slot].value());
    }
    glb.json["skins"][0]["inverseBindMatrices"] = glb.accessor(binds, kFloat, "MAT4", 16);

    const assets::MeshData& mesh = parts.meshes[0];
    const assets::FileInfluences& influences = *mesh.influences;
    std::vector<std::uint16_t> joints(4 * mesh.positions.size());
    std::vector<float> weights(4 * mesh.positions.size());
    for (std::size_t i = 0; i < influences.joints.size(); ++i) {
        const std::size_t at = i / influences.slotsPerVertex * 4 + i % influences.slotsPerVertex;
        joints[at] = static_cast<std::uint16_t>(influences.joints[i]);
        weights[at] = influences.weights[i];
    }
    const std::size_t positions = glb.accessor(mesh.positions, kFloat, "VEC3", 1);
    glm::vec3 low = mesh.positions[0];
    glm::vec3 high = low;
    for (const glm::vec3& position : mesh.positions) {
        low = glm::min(low, position);
        high = glm::max(high, position);
    }
    glb.json["accessors"][positions]["min"] = {low.x, low.y, low.z};
    glb.json["accessors"][positions]["max"] = {high.x, high.y, high.z};
    glb.json["meshes"][0]["primitives"][0] = {
        {"attributes",
         {{"POSITION", positions},
          {"NORMAL", glb.accessor(mesh.normals, kFloat, "VEC3", 1)},
          {"JOINTS_0", glb.accessor(joints, kUnsignedShort, "VEC4", 4)},
          {"WEIGHTS_0", glb.accessor(weights, kFloat, "VEC4", 4)}}},
        {"indices", glb.accessor(mesh.triangles, kUnsignedInt, "SCALAR", 1)}};
    glb.write(path);
}

std::string bytesOf(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

double secondsOfComputing() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

} // namespace

int main(int argc, char** argv) {
    const bool isSmoke = argc > 1 && std::string_view(argv[1]) == "--smoke";
    const import::ImportedScene healthy = isSmoke ? test::humanoidRig() : test::humanoidRig(73, 73);
    const std::filesystem::path path =
        std::filesystem::temp_directory_path() /
        ("sartor_doctor_bench_" + std::to_string(std::clock()) + ".glb");
    write(CharacterParts(healthy), path);
    const std::string healthyBytes = bytesOf(path);
    ordered_json result = {{"vertices", healthy.instances[0].mesh->vertexCount()}};
    double slowest = 0.0;
    std::map<std::string, std::size_t> counts;
    for (const test::DefectPlant& plant : test::defectPlants()) {
        // One way of each form; what the file above does not hold is left out: other attributes,
        // and another order of nodes.
        const std::string name = plant.id + (plant.form.empty() ? "" : " (" + plant.form + ")");
        CharacterParts parts(healthy);
        if (plant.form == "attribute" || plant.id == "hierarchy-unsorted" || counts[name] > 0 ||
            (plant.prepare && !plant.prepare(parts)) || !plant.plant(parts)) {
            continue;
        }
        write(parts, path);
        if (bytesOf(path) == healthyBytes) {
            continue; // no place for it
        }
        ++counts[name];
        const double start = secondsOfComputing();
        using import::importFile;
        const auto scene = importFile(path);
        const double opened = secondsOfComputing();
        const auto diagnosis = diagnose::examine(test::require(scene));
        const double end = secondsOfComputing();
        const auto& hypotheses = test::require(diagnosis).hypotheses;
        result["defects"].push_back({{"planted", name},
                                     {"named", hypotheses.empty() ? "" : hypotheses[0].id},
                                     {"open_seconds", opened - start},
                                     {"examine_seconds", end - opened}});
        slowest = std::max(slowest, end - start);
    }
    std::filesystem::remove(path);
    result["slowest_seconds"] = slowest;
    result["limit_seconds"] = 5.0;
    std::printf("%s\n", result.dump(2).c_str());
    return slowest < 5.0 || isSmoke ? 0 : 1;
}
