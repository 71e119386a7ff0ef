// SPDX-License-Identifier: Apache-2.0
// The public cases, as far as reading alone can answer them: each check of each glTF case is a row.
#include "scene_lookup.h"
#include "support/compare.h"

#include <sartor/import/import_file.h>

#include <QFile>
#include <QtTest>

#include <nlohmann/json.hpp>

#include <sys/resource.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

using namespace sartor;
using namespace sartor::test;
using import::ImportedScene;
using Json = nlohmann::json;

namespace {

const std::filesystem::path kCases = std::filesystem::path(SARTOR_TEST_DATA_DIR) / "cases";

Json readJson(const std::filesystem::path& path) {
    std::ifstream stream(path);
    return Json::parse(stream);
}

// What needs no clip that is sampled, no deformer and no limit.
bool isAnsweredByReading(const Json& check) {
    static const std::set<std::string> kAnswered = {"load",
                                                    "influences",
                                                    "skeleton_info",
                                                    "clip_info",
                                                    "morph_weights",
                                                    "joint_model_matrix",
                                                    "joint_local",
                                                    "diagnostic"};
    static const std::set<std::string> kOtherDiagnostics = {"weights.influences_dropped",
                                                            "skin.mirrored_joint",
                                                            "dqs.reflection",
                                                            "ik.unreachable",
                                                            "ik.degenerate",
                                                            "ik.limit_reached"};
    const std::string kind = check.at("kind");
    const bool needsClip = kind != "clip_info" && kind != "diagnostic" && check.contains("clip") &&
                           !check["clip"].is_null();
    const bool isOther = kind == "diagnostic" && kOtherDiagnostics.contains(check.at("code"));
    const bool isLimited =
        check.contains("when") && check["when"].is_object() && kind == "diagnostic";
    return kAnswered.contains(kind) && !needsClip && !isOther && !isLimited;
}

std::uint32_t nodeOf(const ImportedScene& scene, JointIndex joint) {
    return scene.skeleton->joint(joint).fileNode;
}

double toleranceOf(const Json& check) {
    return check.value("tolerance", 1e-5);
}

QString checkInfluences(const ImportedScene& scene, const Json& check) {
    const auto instance = std::find_if(
        scene.instances.begin(), scene.instances.end(), [&](const import::MeshInstance& i) {
            return i.fileNode == check.at("node") && i.filePrimitive == check.at("primitive");
        });
    if (instance == scene.instances.end() || !instance->skin) {
        return "no such skinned primitive";
    }
    const assets::Skin& skin = *scene.skins[*instance->skin];
    assets::InfluenceOptions options;
    if (check.contains("max_influences")) {
        options.maxPerVertex = check["max_influences"];
    }
    const auto built =
        assets::buildInfluences(*instance->mesh->fileInfluences(), skin.jointCount(), options);
    if (!built) {
        return QString::fromStdString(built.error().message);
    }
    std::map<std::uint32_t, double> actual;
    const std::uint32_t vertex = check.at("vertex");
    for (std::uint32_t i = built->influences->offsets()[vertex];
         i < built->influences->offsets()[vertex + 1];
         ++i) {
        actual[nodeOf(scene, skin.joint(built->influences->joints()[i]))] +=
            static_cast<double>(built->influences->weights()[i]);
    }
    for (const Json& expected : check.at("expected")) {
        const double weight = actual[expected[0]];
        if (maxAbsDiff(weight, expected[1].get<double>()) > toleranceOf(check)) {
            return QString("node %1 has weight %2").arg(expected[0].get<int>()).arg(weight);
        }
    }
    return actual.size() == check["expected"].size() ? "" : "other nodes have weight too";
}

QString checkSkeleton(const ImportedScene& scene, const Json& check) {
    const assets::Skin& skin = *scene.skins.at(check.at("skin"));
    if (skin.jointCount() != check.at("joints").size()) {
        return QString("%1 joints").arg(skin.jointCount());
    }
    for (std::size_t slot = 0; slot < skin.jointCount(); ++slot) {
        const assets::Joint& joint = scene.skeleton->joint(skin.joints()[slot]);
        const Json& name = check.at("joint_names")[slot];
        if (joint.fileNode != check["joints"][slot] ||
            joint.name != (name.is_null() ? "" : name.get<std::string>())) {
            return QString("slot %1 is node %2").arg(slot).arg(joint.fileNode);
        }
    }
    const Json parents = check.value("parents", Json::object());
    for (const auto& [node, parent] : parents.items()) {
        const JointIndex joint =
            scene.skeleton->jointOfFileNode(static_cast<std::uint32_t>(std::stoul(node)));
        const JointIndex actual = scene.skeleton->joint(joint).parent;
        if (parent.is_null() ? !actual.isNone() : nodeOf(scene, actual) != parent) {
            return QString("node %1 has another parent").arg(node.c_str());
        }
    }
    return "";
}

QString checkClip(const ImportedScene& scene, const Json& check) {
    const assets::Clip& clip = *scene.clips.at(check.at("clip"));
    if (check.contains("name") && clip.name() != check["name"]) {
        return "its name is " + QString::fromStdString(clip.name());
    }
    if (check.contains("channels") && clip.channelCount() != check["channels"]) {
        return QString("%1 channels").arg(clip.channelCount());
    }
    const auto duration = static_cast<double>(clip.duration());
    if (check.contains("duration") &&
        maxAbsDiff(duration, check["duration"].get<double>()) > toleranceOf(check)) {
        return QString("it lasts %1 s").arg(duration);
    }
    return "";
}

QString checkMorphWeights(const ImportedScene& scene, const Json& check) {
    for (const import::MeshInstance& instance : scene.instances) {
        if (instance.fileNode != check.at("node")) {
            continue;
        }
        const Json& expected = check.at("weights");
        if (instance.defaultMorphWeights.size() != expected.size()) {
            return QString("%1 weights").arg(instance.defaultMorphWeights.size());
        }
        for (std::size_t i = 0; i < expected.size(); ++i) {
            const auto actual = static_cast<double>(instance.defaultMorphWeights[i]);
            if (maxAbsDiff(actual, expected[i].get<double>()) > toleranceOf(check)) {
                return QString("weight %1 is %2").arg(i).arg(actual);
            }
        }
        return "";
    }
    return "the node carries no mesh";
}

// The joint a check names by its node, or by its name.
std::uint32_t nodeOfCheck(const ImportedScene& scene, const Json& check) {
    return check.contains("node")
               ? check["node"].get<std::uint32_t>()
               : nodeOf(scene, scene.skeleton->findByName(check["name"].get<std::string>()).at(0));
}

QString checkModelMatrix(const ImportedScene& scene, const Json& check) {
    const math::Affine actual = modelFromFileNode(scene, nodeOfCheck(scene, check));
    math::Affine expected;
    for (int row = 0; row < 3; ++row) {
        const Json& values = check.at("matrix")[static_cast<std::size_t>(row)];
        for (int column = 0; column < 3; ++column) {
            expected.linear[column][row] = values[static_cast<std::size_t>(column)];
        }
        expected.translation[row] = values[3];
    }
    const double difference = maxAbsDiff(actual, expected);
    return difference <= toleranceOf(check) ? "" : QString("off by %1").arg(difference);
}

QString checkLocal(const ImportedScene& scene, const Json& check) {
    const math::Transform& rest =
        scene.skeleton->joint(scene.skeleton->jointOfFileNode(nodeOfCheck(scene, check)))
            .parentFromJointRest;
    const auto vector = [&](const char* key) {
        return glm::vec3(check[key][0].get<float>(), check[key][1], check[key][2]);
    };
    double difference = 0.0;
    if (check.contains("translation")) {
        difference = std::max(difference, maxAbsDiff(rest.translation, vector("translation")));
    }
    if (check.contains("scale")) {
        difference = std::max(difference, maxAbsDiff(rest.scale, vector("scale")));
    }
    if (check.contains("rotation")) {
        const Json& q = check["rotation"];
        difference = std::max(
            difference, maxAbsDiff(rest.rotation, glm::quat(q[3].get<float>(), q[0], q[1], q[2])));
    }
    return difference <= toleranceOf(check) ? "" : QString("off by %1").arg(difference);
}

QString checkDiagnostic(const Result<ImportedScene>& scene, const std::string& code) {
    std::string said = scene ? "" : scene.error().code;
    if (scene) {
        for (const import::ImportNote& note : scene->report.notes) {
            if (note.code == code) {
                return "";
            }
            said += note.code + " ";
        }
    }
    return !scene && said == code ? "" : "it said: " + QString::fromStdString(said);
}

} // namespace

class TstGltfCases : public QObject {
    Q_OBJECT

private slots:
    void answersAsTheCaseSays_data();
    void answersAsTheCaseSays();
    void staysWithinTheMemoryOfTheCases();
};

void TstGltfCases::answersAsTheCaseSays_data() {
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("check");
    std::size_t rowCount = 0;
    for (const auto& entry : std::filesystem::directory_iterator(kCases)) {
        if (!entry.is_directory()) {
            continue;
        }
        const Json description = readJson(entry.path() / "case.json");
        for (const Json& check : description.at("checks")) {
            Json complete = check;
            complete["input"] =
                check.value("input", description.at("inputs")[0].get<std::string>());
            const std::string extension =
                std::filesystem::path(complete["input"].get<std::string>()).extension();
            if ((extension == ".gltf" || extension == ".glb") && isAnsweredByReading(check)) {
                QTest::addRow("%s %s",
                              entry.path().filename().c_str(),
                              check.at("id").get<std::string>().c_str())
                    << QString::fromStdString(entry.path())
                    << QString::fromStdString(complete.dump());
                ++rowCount;
            }
        }
    }
    // A walk that finds nothing would pass.
    QVERIFY2(rowCount > 90, qPrintable(QString::number(rowCount)));
}

void TstGltfCases::answersAsTheCaseSays() {
    QFETCH(QString, folder);
    QFETCH(QString, check);
    const Json expected = Json::parse(check.toStdString());
    const std::filesystem::path path =
        std::filesystem::path(folder.toStdString()) / expected["input"].get<std::string>();
    const Result<ImportedScene> scene = import::importFile(path);
    const std::string kind = expected["kind"];
    if (kind == "diagnostic") {
        const QString difference = checkDiagnostic(scene, expected["code"]);
        QVERIFY2(difference.isEmpty(), qPrintable(difference));
        return;
    }
    if (kind == "load") {
        std::string result = expected["result"];
        if (result == "either") {
            result = expected.value("prefer", result);
        }
        const std::string actual = scene ? "ok" : "error";
        QVERIFY2(result == "either" || result == actual,
                 scene ? "it loads" : scene.error().message.c_str());
        return;
    }
    if (!scene) {
        QCOMPARE(expected.value("when", ""), std::string("loaded"));
        return;
    }
    const QString difference = kind == "influences"           ? checkInfluences(*scene, expected)
                               : kind == "skeleton_info"      ? checkSkeleton(*scene, expected)
                               : kind == "clip_info"          ? checkClip(*scene, expected)
                               : kind == "joint_model_matrix" ? checkModelMatrix(*scene, expected)
                               : kind == "joint_local"        ? checkLocal(*scene, expected)
                                                              : checkMorphWeights(*scene, expected);
    QVERIFY2(difference.isEmpty(), qPrintable(difference));
}

void TstGltfCases::staysWithinTheMemoryOfTheCases() {
#ifdef __SANITIZE_ADDRESS__
    constexpr long kMaximumKilobytes = 2048 * 1024; // shadow memory and quarantine
#else
    constexpr long kMaximumKilobytes = 256 * 1024; // the strictest of the cases
#endif
    struct rusage usage {};
    QCOMPARE(getrusage(RUSAGE_SELF, &usage), 0);
    QCOMPARE_LT(usage.ru_maxrss, kMaximumKilobytes);
}

QTEST_GUILESS_MAIN(TstGltfCases)
#include "tst_gltf_cases.moc"
