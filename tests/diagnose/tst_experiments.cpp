// SPDX-License-Identifier: Apache-2.0
// Experiments on characters with planted defects: nothing right is accused, nothing wrong is
// cleared, and what each experiment finds out about each defect.
#include <sartor/diagnose/experiments.h>
#include <sartor/import/import_file.h>

#include <QDirIterator>
#include <QFile>
#include <QTest>

#include <support/plant_defect.h>
#include <support/procedural_rigs.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>

using namespace sartor;
using diagnose::CharacterPart;
using diagnose::Experiment;
using import::ImportedScene;
using test::CharacterParts;
using test::DefectPlant;
using enum CharacterPart;

namespace {

struct NamedScene {
    std::string name;
    ImportedScene scene;
};

void addFile(std::vector<NamedScene>& all, const std::string& name, const std::string& path) {
    if (QFile::exists(QString::fromStdString(path))) {
        all.push_back({name, test::require(import::importFile(path))});
    }
}

std::vector<NamedScene> rigs() {
    std::vector<NamedScene> all = {{"tube", test::tubeRig()},
                                   {"elbow", test::elbowRig()},
                                   {"humanoid", test::humanoidRig()},
                                   {"tail", test::tailRig()}};
    addFile(all, "mannequin", SARTOR_SAMPLES_DIR "/assets/mannequin.glb");
    addFile(all, "cesium_man", SARTOR_SHARED_DIR "/assets/CesiumMan/glTF-Binary/CesiumMan.glb");
    addFile(all, "fox", SARTOR_SHARED_DIR "/assets/Fox/glTF-Binary/Fox.glb");
    return all;
}

/// What a plant damages.
CharacterPart damagedBy(const DefectPlant& plant) {
    static const std::map<std::string, CharacterPart> kParts = {{"palette-merged", Skeleton},
                                                                {"quaternion-order", Skeleton},
                                                                {"scale-inherit", Skeleton},
                                                                {"bind-shape-missing", Mesh},
                                                                {"weights-l2-normalised", Weights},
                                                                {"weights-not-normalised", Weights},
                                                                {"weights-byte-as-float", Weights}};
    if (plant.form == "mesh") {
        return Mesh;
    }
    if (plant.form == "skeleton") {
        return Skeleton;
    }
    if (plant.id.starts_with("joint-index") ||
        (plant.id == "joint-list-order" && plant.form != "joints")) {
        return Indices;
    }
    const auto found = kParts.find(plant.id);
    return found != kParts.end() ? found->second : Skin;
}

/// Of all skinned meshes, at rest or with every joint turned. Linear blend with the numbers of the
/// file, in double.
std::vector<glm::dvec3> positionsOf(const ImportedScene& scene, bool isTurned = false) {
    std::vector<math::DoubleAffine> model;
    for (const assets::Joint& joint : scene.skeleton->joints()) {
        math::DoubleAffine local = math::toDoubleAffine(joint.parentFromJointRest);
        if (isTurned) {
            const auto number = static_cast<double>(model.size());
            local =
                local * test::turnAbout({1.0, 0.3 * number, 0.7}, 20.0 + std::fmod(number, 7.0));
        }
        model.push_back(joint.parent.isNone() ? local : model[joint.parent.value()] * local);
    }
    std::vector<glm::dvec3> positions;
    for (const import::MeshInstance& instance : scene.instances) {
        if (!instance.skin || instance.mesh->fileInfluences() == nullptr) {
            continue;
        }
        const assets::FileInfluences& influences = *instance.mesh->fileInfluences();
        const assets::Skin& skin = *scene.skins[*instance.skin];
        for (std::size_t i = 0; i < influences.joints.size(); ++i) {
            const std::size_t vertex = i / influences.slotsPerVertex;
            if (i % influences.slotsPerVertex == 0) {
                positions.emplace_back(0.0);
            }
            const std::uint32_t slot = influences.joints[i];
            if (slot < skin.jointCount()) {
                positions.back() +=
                    static_cast<double>(influences.weights[i]) *
                    math::transformPoint(model[skin.joints()[slot].value()] *
                                             math::toDouble(skin.jointFromBind()[slot]),
                                         glm::dvec3(instance.mesh->positions()[vertex]));
            }
        }
    }
    return positions;
}

double largestDistance(const std::vector<glm::dvec3>& a, const std::vector<glm::dvec3>& b) {
    double largest = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        largest = std::max(largest, glm::distance(a[i], b.at(i)));
    }
    return largest;
}

/// How far the defect moves any vertex, in units.
double effectOf(const ImportedScene& a, const ImportedScene& b) {
    return std::max(largestDistance(positionsOf(a), positionsOf(b)),
                    largestDistance(positionsOf(a, true), positionsOf(b, true)));
}

struct Row {
    std::string rig;
    const DefectPlant* plant = nullptr;
    CharacterPart damaged = Skin;
    std::vector<Experiment> experiments;
};

/// A letter a part: S skeleton, B skin (joint list and binds), M mesh, I indices, W weights.
std::string textOf(const std::vector<CharacterPart>& parts) {
    std::string text;
    for (const CharacterPart part : parts) {
        text += "SBMIW"[static_cast<std::size_t>(part)];
    }
    return text;
}

std::string textOf(const Experiment& experiment) {
    const std::string suspected = textOf(experiment.suspected);
    const std::string cleared = textOf(experiment.cleared);
    const std::string text =
        (suspected.empty() ? "" : "!" + suspected) + (cleared.empty() ? "" : "=" + cleared);
    return text.empty() ? "." : text;
}

/// In the order of experimentKinds().
std::string textOf(const std::vector<Experiment>& experiments) {
    std::string text;
    for (const Experiment& experiment : experiments) {
        text += (text.empty() ? "" : " ") + textOf(experiment);
    }
    return text;
}

struct Expected {
    std::string id;
    std::string form;
    /// "!" what is accused, "=" what is cleared, "." neither.
    std::string text;
};

/// Of the humanoid, the first of each form. Columns: skeleton-only, unskinned, palette,
/// identity-palette, force-index-0, force-weight-1, index-colours, displacement.
// clang-format off
const std::vector<Expected> kExpected = {
    {"ibm-transposed", "", ". . !B =W !SB . . !SB"},
    {"ibm-not-inverted", "", "!SB !IMB !SB =W !SB . . !SB"},
    {"ibm-missing", "", ". . !SB =W !SB . . !SB"},
    {"ibm-twice", "", "!SB !IMB !SB =W !SB . . !SB"},
    {"product-order", "", "!SB !IMB !SB =W !SB . . !SB"},
    {"palette-merged", "", "!S =M !SB =W !SB . . !SB"},
    {"two-bind-poses", "", "!SB =M !SB =W !SB . . !SB"},
    {"unit-times-100", "inverse binds", "!SB !MB !SB =W !SB . . !SB"},
    {"unit-times-100", "mesh", "=S !MB . =W . !MB . ."},
    {"unit-times-100", "skeleton", "!SB =M !SB =W !SB . . !SB"},
    {"unit-divided-100", "inverse binds", "!SB !MB !SB =W !SB . . !SB"},
    {"unit-divided-100", "mesh", "=S !MB =SB =W =SB !IMB . =SB"},
    {"unit-divided-100", "skeleton", "!SB =M !SB =W !SB . . !SB"},
    {"handedness-x", "inverse binds", "!SB !IMB !SB =W !SB . . !SB"},
    {"handedness-x", "mesh", "=S !M =SB =W =SB !IMB . =SB"},
    {"handedness-y", "inverse binds", "!SB !MB !SB =W !SB . . !SB"},
    {"handedness-y", "mesh", "=S !M . =W . !MB . ."},
    {"handedness-z", "inverse binds", "!SB =M !SB =W !SB . . !SB"},
    {"handedness-z", "mesh", "=S !M =SB =W =SB =I . =SB"},
    {"up-axis", "inverse binds", "!SB !MB !SB =W !SB . . !SB"},
    {"up-axis", "mesh", "=S !MB . =W . !MB . ."},
    {"mesh-transform-twice", "mesh", "=S !MB . =W . !MB . ."},
    {"mesh-transform-twice", "inverse binds", "=S !MB . =W . !MB . !MB"},
    {"bind-shape-missing", "", "=S !MB . =W . !MB . ."},
    {"bind-space-offset", "", "=S !MB . =W . !MB . !MB"},
    {"palette-world-space", "", "=S =M . =W . =I . ."},
    {"hierarchy-unsorted", "", "!SB !IMB !SB =W !SB . . !SB"},
    {"quaternion-order", "wxyz", ". =M . =W . =I . ."},
    {"quaternion-order", "xyzw", ". =M . =W . =I . ."},
    {"duplicate-joint-names", "", "!SB =M !SB =W !SB . . !SB"},
    {"scale-inherit", "", ". =M . =W . =I . ."},
    {"joint-list-order", "nodes", "=S !IMB =SB !I=W !I=SB !I !I !I"},
    {"joint-list-order", "joints", "!SB !IMB !SB =W !SB . . !SB"},
    {"joint-list-order", "influences", "=S !IMB =SB =W =SB !IMB . =SB"},
    {"joint-index-plus-1", "", "=S !IMB =SB !I=W !I=SB !I !I !I"},
    {"joint-index-minus-1", "", "=S !IMB =SB !I=W !I=SB !I !I !I"},
    {"joint-index-times-255", "", ". !IMB =SB !I=W !I=SB !I !I !I"},
    {"joint-index-divided-255", "", ". !IMB =SB =W =SB !IMB !I =SB"},
    {"joint-index-divided-255", "attribute", ". !IMB =SB =W =SB !IMB !I =SB"},
    {"weights-l2-normalised", "", "=S =M =SB !W !W=SB =I . !W"},
    {"weights-not-normalised", "", "=S =M =SB !W !W=SB =I . !W"},
    {"weights-byte-as-float", "", "=S =M =SB !W !W=SB =I . !W"},
};
// clang-format on

bool contains(const std::vector<CharacterPart>& parts, CharacterPart part) {
    return std::find(parts.begin(), parts.end(), part) != parts.end();
}

std::vector<Experiment> runAll(const ImportedScene& scene) {
    std::vector<Experiment> experiments;
    for (const diagnose::ExperimentKind& kind : diagnose::experimentKinds()) {
        experiments.push_back(test::require(diagnose::runExperiment(scene, kind.id)));
    }
    return experiments;
}

} // namespace

class TstExperiments : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        plants_ = test::defectPlants();
        for (const NamedScene& rig : rigs()) {
            for (const DefectPlant& plant : plants_) {
                CharacterParts parts(rig.scene);
                if (plant.prepare && !plant.prepare(parts)) {
                    continue;
                }
                const ImportedScene healthy = parts.whole();
                if (!plant.plant(parts)) {
                    continue;
                }
                const ImportedScene broken = parts.whole();
                if (effectOf(healthy, broken) > 1e-3) {
                    rows_.push_back({rig.name, &plant, damagedBy(plant), runAll(broken)});
                }
            }
        }
        for (const Row& row : rows_) {
            std::printf("%-10s|%-24s|%-14s|%-14s|%s\n",
                        row.rig.c_str(),
                        row.plant->id.c_str(),
                        row.plant->form.c_str(),
                        row.plant->variant.c_str(),
                        textOf(row.experiments).c_str());
        }
        QVERIFY(rows_.size() > 200);
    }

    void accusesOnlyWhereSomethingIsWrong() {
        for (const Row& row : rows_) {
            for (const Experiment& experiment : row.experiments) {
                QVERIFY2(experiment.suspected.empty() ||
                             contains(experiment.suspected, row.damaged),
                         (row.rig + " " + row.plant->id + " " + row.plant->form + ": " +
                          experiment.id + " accuses " + textOf(experiment.suspected))
                             .c_str());
            }
        }
    }

    void clearsNothingThatIsWrong() {
        for (const Row& row : rows_) {
            for (const Experiment& experiment : row.experiments) {
                QVERIFY2(!contains(experiment.cleared, row.damaged),
                         (row.rig + " " + row.plant->id + " " + row.plant->form + ": " +
                          experiment.id + " clears " + textOf(experiment.cleared))
                             .c_str());
            }
        }
    }

    void saysOfEachDefectWhatIsKnown() {
        std::size_t place = 0;
        std::set<std::string> known;
        for (const Row& row : rows_) {
            if (row.rig != "humanoid" || !known.insert(row.plant->id + row.plant->form).second) {
                continue;
            }
            QVERIFY(place < kExpected.size());
            const Expected& expected = kExpected[place++];
            QCOMPARE(row.plant->id, expected.id);
            QCOMPARE(row.plant->form, expected.form);
            QVERIFY2(textOf(row.experiments) == expected.text,
                     (expected.id + " " + expected.form + ": " + textOf(row.experiments) +
                      ", expected " + expected.text)
                         .c_str());
        }
        QCOMPARE(place, kExpected.size());
    }

    void accusesNothingOfTheHealthy() {
        std::vector<NamedScene> healthy = rigs();
        for (const char* name : {"face", "twist_tube"}) {
            addFile(healthy, name, std::string(SARTOR_SAMPLES_DIR "/assets/") + name + ".glb");
        }
        QDirIterator files(SARTOR_SHARED_DIR "/assets",
                           {"*.glb", "*.gltf", "*.fbx", "*.dae"},
                           QDir::Files,
                           QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const std::string path = files.next().toStdString();
            auto scene = import::importFile(path);
            // Blender writes this one with inverse binds of another size than the mesh.
            if (scene && path.ends_with("cm_rig.dae")) {
                const Experiment unskinned =
                    test::require(diagnose::runExperiment(*scene, "unskinned"));
                QVERIFY(contains(unskinned.suspected, Skin));
                continue;
            }
            if (scene && diagnose::runExperiment(*scene, "palette")) {
                healthy.push_back({path, *std::move(scene)});
            }
        }
        for (const NamedScene& rig : healthy) {
            for (const Experiment& experiment : runAll(rig.scene)) {
                QVERIFY2(experiment.suspected.empty(),
                         (rig.name + ": " + experiment.id + ": " + experiment.conclusion).c_str());
                QVERIFY(!experiment.conclusion.empty());
                QVERIFY(!experiment.measures.empty());
            }
        }
    }

    /// A healthy humanoid is cleared of everything.
    void clearsTheHealthy() {
        std::set<CharacterPart> cleared;
        for (const Experiment& experiment : runAll(test::humanoidRig())) {
            cleared.insert(experiment.cleared.begin(), experiment.cleared.end());
        }
        QCOMPARE(cleared.size(), diagnose::kCharacterPartNames.size());
    }

    void changesOnePart() {
        const ImportedScene scene = test::humanoidRig();
        const auto change = [&](std::string_view id) {
            return test::require(diagnose::runExperiment(scene, id)).scene;
        };
        QVERIFY(change("skeleton-only").instances.empty());
        QVERIFY(!change("unskinned").instances[0].skin);
        QVERIFY(change("palette").instances[0].mesh == scene.instances[0].mesh);

        const ImportedScene identity = change("identity-palette");
        QCOMPARE(identity.skeleton->jointCount(), scene.skeleton->jointCount() + 1);
        for (const JointIndex joint : identity.skins[0]->joints()) {
            QCOMPARE(joint.value(), scene.skeleton->jointCount());
        }
        const std::vector<glm::dvec3> stored(scene.instances[0].mesh->positions().begin(),
                                             scene.instances[0].mesh->positions().end());
        QVERIFY(largestDistance(positionsOf(identity), stored) < 1e-6);

        const assets::FileInfluences& before = *scene.instances[0].mesh->fileInfluences();
        const ImportedScene index = change("force-index-0");
        const assets::FileInfluences& forced = *index.instances[0].mesh->fileInfluences();
        QVERIFY(std::ranges::all_of(forced.joints, [](std::uint32_t slot) { return slot == 0; }));
        QCOMPARE(forced.weights, before.weights);

        const ImportedScene weight = change("force-weight-1");
        const assets::FileInfluences& heavy = *weight.instances[0].mesh->fileInfluences();
        QCOMPARE(heavy.joints, before.joints);
        for (std::size_t i = 0; i < heavy.weights.size(); ++i) {
            QCOMPARE(heavy.weights[i], i % heavy.slotsPerVertex == 0 ? 1.0f : 0.0f);
        }
    }

    /// Another joint than the first slot's, by name of the skeleton.
    void forcesTheJointThatWasChosen() {
        const ImportedScene scene = test::humanoidRig();
        const JointIndex head = scene.skeleton->findByName("Head")[0];
        const auto joints = scene.skins[0]->joints();
        const auto slot = static_cast<std::uint32_t>(std::find(joints.begin(), joints.end(), head) -
                                                     joints.begin());
        const Experiment experiment = test::require(
            diagnose::runExperiment(scene, "force-index-0", {.moment = {}, .joint = head}));
        QVERIFY(experiment.conclusion.find("'Head'") != std::string::npos);
        for (const std::uint32_t stored :
             experiment.scene.instances[0].mesh->fileInfluences()->joints) {
            QCOMPARE(stored, slot);
        }
    }

    /// In a clip the displacement is that of its pose: the tip of the tube, turned about its base.
    void measuresTheMoment() {
        ImportedScene scene = test::tubeRig();
        assets::ClipData clip{.name = "turn", .jointTracks = {}, .morphWeightTracks = {}};
        assets::JointTracks& tracks = clip.jointTracks.emplace_back();
        tracks.joint = scene.skeleton->findByName("Lower")[0];
        const glm::quat rest = scene.skeleton->joint(tracks.joint).parentFromJointRest.rotation;
        tracks.rotation.times = {0.0f, 1.0f};
        tracks.rotation.values = {
            rest, rest * glm::angleAxis(glm::pi<float>(), glm::vec3(1.0f, 0.0f, 0.0f))};
        scene.clips = {test::require(assets::Clip::create(clip, scene.skeleton->jointCount()))};
        double farthest = 0.0; // from the axis, which goes through the base of the lower bone
        const math::Affine modelFromLower =
            test::modelRestPose(*scene.skeleton)[tracks.joint.value()];
        for (const glm::vec3& position : scene.instances[0].mesh->positions()) {
            const glm::dvec3 inJoint(
                math::transformPoint(math::inverse(modelFromLower).value(), position));
            farthest = std::max(farthest, std::hypot(inJoint.y, inJoint.z));
        }
        const auto measured = [&](float time) {
            return test::require(
                       diagnose::runExperiment(scene,
                                               "displacement",
                                               {.moment = {.clip = 0, .time = time}, .joint = {}}))
                .measures[0]
                .value;
        };
        QVERIFY(measured(0.0f) < 1e-5);
        QVERIFY(std::abs(measured(1.0f) - 2.0 * farthest) < 1e-4);
    }

    void refusesWhatIsNotThere() {
        const ImportedScene scene = test::elbowRig();
        const auto unknown = diagnose::runExperiment(scene, "magic");
        QVERIFY(!unknown);
        QCOMPARE(unknown.error().code, std::string("doctor.unknown_experiment"));
        QVERIFY(unknown.error().message.find("force-index-0") != std::string::npos);

        const auto noJoint = diagnose::runExperiment(
            scene, "force-index-0", {.moment = {}, .joint = scene.skeleton->findByName("Body")[0]});
        QVERIFY(!noJoint);
        QCOMPARE(noJoint.error().code, std::string("doctor.not_a_joint"));

        ImportedScene empty = scene;
        empty.instances.clear();
        const auto noSkin = diagnose::runExperiment(empty, "palette");
        QVERIFY(!noSkin);
        QCOMPARE(noSkin.error().code, std::string("doctor.no_skin"));
    }

private:
    std::vector<DefectPlant> plants_;
    std::vector<Row> rows_;
};

QTEST_GUILESS_MAIN(TstExperiments)
#include "tst_experiments.moc"
