// SPDX-License-Identifier: Apache-2.0
// Which joints extreme poses move.
#include "rom_joints.h"

#include "address.h"
#include "json_reader.h"
#include "options.h"

#include <sartor/base/file.h>
#include <sartor/io/json_writer.h>

#include <algorithm>

namespace sartor::cli {
namespace {

constexpr std::string_view kFormat = "sartor-joint-classes";

Result<diagnose::JointClass> parseClass(std::string_view text) {
    const auto& known = diagnose::kJointClassNames;
    const auto found = std::find(known.begin(), known.end(), text);
    if (found == known.end()) {
        std::string names;
        for (const std::string_view name : known) {
            names += (names.empty() ? "" : ", ") + std::string(name);
        }
        return Error{"usage.class",
                     "there is no joint class '" + std::string(text) + "'; there is " + names};
    }
    return static_cast<diagnose::JointClass>(found - known.begin());
}

Result<std::vector<diagnose::ClassifiedJoint>> readClasses(const std::filesystem::path& path,
                                                           const import::ImportedScene& scene,
                                                           const std::vector<bool>& movesSkin) {
    const Result<Json> json = readJson(path, "classes");
    if (!json) {
        return json.error();
    }
    JsonReader reader(path.string(), "classes");
    reader.expectForm(*json, kFormat);
    std::vector<diagnose::ClassifiedJoint> joints;
    const Json& list = reader.list(*json, "", "joints");
    for (std::size_t i = 0; i < list.size() && !reader.error(); ++i) {
        const std::string place = "/joints/" + std::to_string(i);
        const std::string node = reader.text(list[i], place, "node");
        const auto degrees = reader.number<double>(list[i], place, "degrees");
        // An angle alone says enough.
        const std::string kind =
            degrees && !list[i].contains("class") ? "any" : reader.text(list[i], place, "class");
        if (reader.error()) {
            break;
        }
        const auto parsed = parseClass(kind);
        const auto joint = findNode(scene, node);
        if (!parsed || !joint) {
            const Error& error = parsed ? joint.error() : parsed.error();
            return Error{"classes.value", path.string() + ": " + place + ": " + error.message};
        }
        if (degrees && *parsed != diagnose::JointClass::Any &&
            *parsed != diagnose::JointClass::Twist) {
            reader.fail(place + "/degrees", "no angle but for the classes 'any' and 'twist'");
        }
        if (degrees && !(*degrees >= 0.0 && *degrees <= 180.0)) {
            reader.fail(place + "/degrees", "an angle from 0 to 180");
        }
        if (!movesSkin[joint->value()]) {
            reader.fail(place + "/node", "a node that is, or has below it, a joint of a skin");
        }
        const bool isTwice = std::any_of(
            joints.begin(), joints.end(), [&](const auto& other) { return other.joint == *joint; });
        if (isTwice) {
            reader.fail(place + "/node", "each node once");
        }
        joints.push_back({*joint, *parsed, degrees});
    }
    if (reader.error()) {
        return *reader.error();
    }
    return joints;
}

} // namespace

Result<std::pair<std::string, std::string>> splitPair(std::string_view option,
                                                      const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
        return Error{"usage.pair",
                     std::string(option) + ": '" + text + "' is not of the form NAME=VALUE"};
    }
    return std::pair(text.substr(0, equals), text.substr(equals + 1));
}

void RomJointOptions::addTo(CLI::App& app) {
    app.add_option(
           "--joint",
           joints,
           "What a joint is, in place of what the names say: shoulder, elbow, wrist, hip, "
           "knee, spine, neck, finger, twist for one that only shares a limb's twist, or any "
           "for one that bends and twists by 90 degrees")
        ->type_name("CLASS=NODE,...")
        ->delimiter(',')
        ->allow_extra_args(false);
    app.add_option("--only", only, "Classes of joints to move [all]")
        ->type_name("CLASS,...")
        ->delimiter(',')
        ->allow_extra_args(false);
    app.add_option("--classes",
                   classes,
                   "A file of classes, in place of what is recognised; --save-classes writes one. "
                   "\"degrees\" in it says how far a joint of the class any or twist goes")
        ->type_name("FILE.json");
    addOutOption(app,
                 saveClasses,
                 {".json"},
                 "--save-classes",
                 "Write the classes of the joints that are moved, to be edited");
}

Result<std::vector<diagnose::ClassifiedJoint>> findRomJoints(const import::ImportedScene& scene,
                                                             const RomJointOptions& options) {
    const std::vector<bool> movesSkin = diagnose::findJointsThatMoveSkins(scene);
    std::vector<diagnose::ClassifiedJoint> said;
    for (const std::string& text : options.joints) {
        const auto parts = splitPair("--joint", text);
        if (!parts) {
            return parts.error();
        }
        const auto kind = parseClass(parts->first);
        if (!kind) {
            return kind.error();
        }
        const auto node = findNode(scene, parts->second);
        if (!node) {
            return node.error();
        }
        if (!movesSkin[node->value()]) {
            return Error{"usage.joint",
                         "--joint " + text + ": neither node " + nodeText(scene, *node) +
                             " nor anything below it is a joint of a skin"};
        }
        const bool isSaid = std::any_of(
            said.begin(), said.end(), [&](const auto& other) { return other.joint == *node; });
        if (isSaid) {
            return Error{"usage.joint",
                         "--joint " + text + ": node " + nodeText(scene, *node) +
                             " was given a class already"};
        }
        said.push_back({*node, *kind});
    }
    std::vector<diagnose::JointClass> only;
    for (const std::string& text : options.only) {
        const auto kind = parseClass(text);
        if (!kind) {
            return kind.error();
        }
        only.push_back(*kind);
    }
    // What is said about a class or a joint replaces what was recognised of it.
    std::vector<diagnose::ClassifiedJoint> joints = said;
    Result<std::vector<diagnose::ClassifiedJoint>> known =
        options.classes.empty() ? diagnose::classifyJoints(scene)
                                : readClasses(options.classes, scene, movesSkin);
    if (!known) {
        return known.error();
    }
    for (const diagnose::ClassifiedJoint& joint : *known) {
        const bool isSaid = std::any_of(said.begin(), said.end(), [&](const auto& other) {
            return other.kind == joint.kind || other.joint == joint.joint;
        });
        if (!isSaid) {
            joints.push_back(joint);
        }
    }
    std::erase_if(joints, [&](const diagnose::ClassifiedJoint& joint) {
        return !only.empty() && std::find(only.begin(), only.end(), joint.kind) == only.end();
    });
    std::sort(joints.begin(), joints.end(), [](const auto& a, const auto& b) {
        return a.joint < b.joint;
    });
    return joints;
}

Status saveRomJoints(const std::filesystem::path& path,
                     const import::ImportedScene& scene,
                     const std::vector<diagnose::ClassifiedJoint>& joints) {
    io::JsonWriter json;
    json.beginObject().member("format", kFormat).member("version", 1).key("joints").beginArray();
    for (const diagnose::ClassifiedJoint& joint : joints) {
        const assets::Joint& found = scene.skeleton->joint(joint.joint);
        // By name where that is enough to find it again.
        const auto named = findNode(scene, found.name);
        const bool isUnique = named && *named == joint.joint;
        json.beginInlineObject();
        json.member("node", isUnique ? found.name : "#" + std::to_string(found.fileNode));
        json.member("class", diagnose::kJointClassNames[static_cast<std::size_t>(joint.kind)]);
        if (joint.degrees) {
            json.member("degrees", *joint.degrees);
        }
        json.endObject();
    }
    json.endArray().endObject();
    return writeFileAtomically(path, json.take());
}

} // namespace sartor::cli
