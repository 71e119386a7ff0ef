// SPDX-License-Identifier: Apache-2.0
// Records of extreme poses as files.
#include "rom_record.h"

#include "json_reader.h"
#include "table.h"

#include <sartor/base/file.h>

#include <limits>
#include <optional>
#include <string_view>

namespace sartor::cli {
namespace {

using diagnose::MotionChange;
using diagnose::MotionDifference;
using diagnose::RecordedMesh;

constexpr std::string_view kFormat = "sartor-rom";

RecordedMesh readMesh(const Json& json, const std::string& place, JsonReader& reader) {
    RecordedMesh mesh;
    mesh.name = reader.text(json, place, "name");
    const auto number = [&](const char* key) {
        const std::optional<double> value = reader.number<double>(json, place, key);
        if (!value) {
            reader.fail(place + "/" + key, "a number");
        }
        return value.value_or(0.0);
    };
    const auto count = [&](const char* key) {
        const auto value = reader.number<std::uint64_t>(json, place, key);
        if (!value) {
            reader.fail(place + "/" + key, "a count");
        }
        return value.value_or(0);
    };
    const std::uint64_t vertexCount = count("vertex_count");
    if (vertexCount > std::numeric_limits<std::uint32_t>::max()) {
        reader.fail(place + "/vertex_count", "a count below 2^32");
        return mesh;
    }
    mesh.sketch.vertexCount = static_cast<std::uint32_t>(vertexCount);
    mesh.sketch.extent = number("extent");
    mesh.collapse = number("collapse");
    mesh.areaRatio = number("area_ratio");
    mesh.stretchOfMost = number("edge_stretch_p99");
    mesh.flippedTriangleCount = count("flipped_triangles");
    mesh.intersectionCount = count("self_intersections");
    const Json& sums = reader.list(json, place, "sketch");
    if (sums.size() != diagnose::sketchSize(mesh.sketch.vertexCount)) {
        reader.fail(place + "/sketch",
                    std::to_string(diagnose::sketchSize(mesh.sketch.vertexCount)) + " numbers");
        return mesh;
    }
    for (const Json& sum : sums) {
        // What was not finite is written as null.
        if (!sum.is_number() && !sum.is_null()) {
            reader.fail(place + "/sketch", "numbers");
        }
        mesh.sketch.sums.push_back(sum.is_number() ? sum.get<float>()
                                                   : std::numeric_limits<float>::quiet_NaN());
    }
    return mesh;
}

std::string_view changeText(MotionChange change) {
    switch (change) {
    case MotionChange::Rebuilt:
        return "other number of vertices";
    case MotionChange::Missing:
        return "missing now";
    case MotionChange::Added:
        return "new";
    case MotionChange::Moved:
        break;
    }
    return "moved";
}

std::string_view changeName(MotionChange change) {
    switch (change) {
    case MotionChange::Rebuilt:
        return "rebuilt";
    case MotionChange::Missing:
        return "missing";
    case MotionChange::Added:
        return "added";
    case MotionChange::Moved:
        break;
    }
    return "moved";
}

std::string bothText(double before, double after) {
    const std::string first = rounded(before);
    const std::string second = rounded(after);
    return first == second ? first : first + " -> " + second;
}

bool hasBoth(const MotionDifference& difference) {
    return difference.change == MotionChange::Moved || difference.change == MotionChange::Rebuilt;
}

} // namespace

Status saveMotionRecord(const std::filesystem::path& path, const diagnose::MotionRecord& record) {
    io::JsonWriter json;
    json.beginObject().member("format", kFormat).member("version", 1);
    json.key("poses").beginArray();
    for (const diagnose::RecordedPose& pose : record.poses) {
        json.beginObject().member("name", pose.name).key("meshes").beginArray();
        for (const RecordedMesh& mesh : pose.meshes) {
            json.beginObject().member("name", mesh.name);
            json.member("vertex_count", mesh.sketch.vertexCount);
            json.member("extent", mesh.sketch.extent).member("collapse", mesh.collapse);
            json.member("area_ratio", mesh.areaRatio);
            json.member("edge_stretch_p99", mesh.stretchOfMost);
            json.member("flipped_triangles", mesh.flippedTriangleCount);
            json.member("self_intersections", mesh.intersectionCount);
            json.member("sketch", mesh.sketch.sums).endObject();
        }
        json.endArray().endObject();
    }
    json.endArray().endObject();
    return writeFileAtomically(path, json.take());
}

Result<diagnose::MotionRecord> readMotionRecord(const std::filesystem::path& path) {
    const Result<Json> json = readJson(path, "rom");
    if (!json) {
        return json.error();
    }
    JsonReader reader(path.string(), "rom");
    reader.expectForm(*json, kFormat);
    diagnose::MotionRecord record;
    const Json& poses = reader.list(*json, "", "poses");
    for (std::size_t i = 0; i < poses.size() && !reader.error(); ++i) {
        const std::string place = "/poses/" + std::to_string(i);
        diagnose::RecordedPose& pose = record.poses.emplace_back();
        pose.name = reader.text(poses[i], place, "name");
        const Json& meshes = reader.list(poses[i], place, "meshes");
        for (std::size_t k = 0; k < meshes.size() && !reader.error(); ++k) {
            pose.meshes.push_back(
                readMesh(meshes[k], place + "/meshes/" + std::to_string(k), reader));
        }
    }
    if (reader.error()) {
        return *reader.error();
    }
    return record;
}

std::string differenceText(std::span<const MotionDifference> differences) {
    if (differences.empty()) {
        return "no differences\n";
    }
    using Align = Table::Align;
    Table table({{"difference", Align::Left},
                 {"of the size", Align::Right},
                 {"pose", Align::Left},
                 {"mesh", Align::Left},
                 {"vertices", Align::Left},
                 {"collapse", Align::Right},
                 {"area", Align::Right},
                 {"99 %", Align::Right},
                 {"flips", Align::Right},
                 {"intersections", Align::Right}});
    for (const MotionDifference& difference : differences) {
        const bool isMoved = difference.change == MotionChange::Moved;
        const auto measure = [&](auto value) {
            return hasBoth(difference) ? bothText(static_cast<double>(difference.before.*value),
                                                  static_cast<double>(difference.after.*value))
                                       : std::string();
        };
        table.addRow({std::string(changeText(difference.change)),
                      isMoved ? rounded(difference.moved.moved) : "",
                      difference.pose,
                      difference.mesh,
                      isMoved ? std::to_string(difference.moved.begin) + " to " +
                                    std::to_string(difference.moved.end - 1)
                              : "",
                      measure(&RecordedMesh::collapse),
                      measure(&RecordedMesh::areaRatio),
                      measure(&RecordedMesh::stretchOfMost),
                      measure(&RecordedMesh::flippedTriangleCount),
                      measure(&RecordedMesh::intersectionCount)});
    }
    return std::to_string(differences.size()) +
           (differences.size() == 1 ? " difference\n" : " differences\n") + table.text();
}

void writeDifferences(io::JsonWriter& json, std::span<const MotionDifference> differences) {
    json.beginArray();
    for (const MotionDifference& difference : differences) {
        json.beginObject().member("change", changeName(difference.change));
        json.member("pose", difference.pose).key("mesh");
        if (difference.mesh.empty()) {
            json.null();
        } else {
            json.value(difference.mesh);
        }
        if (difference.change == MotionChange::Moved) {
            json.member("moved", difference.moved.moved).key("vertices").beginInlineArray();
            json.value(difference.moved.begin).value(difference.moved.end - 1).endArray();
        }
        const auto writeMeasures = [&](std::string_view key, const RecordedMesh& mesh) {
            json.key(key).beginInlineObject().member("vertex_count", mesh.sketch.vertexCount);
            json.member("collapse", mesh.collapse).member("area_ratio", mesh.areaRatio);
            json.member("edge_stretch_p99", mesh.stretchOfMost);
            json.member("flipped_triangles", mesh.flippedTriangleCount);
            json.member("self_intersections", mesh.intersectionCount).endObject();
        };
        if (hasBoth(difference)) {
            writeMeasures("before", difference.before);
            writeMeasures("after", difference.after);
        }
        json.endObject();
    }
    json.endArray();
}

} // namespace sartor::cli
