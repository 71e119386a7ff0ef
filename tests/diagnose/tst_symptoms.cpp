// SPDX-License-Identifier: Apache-2.0
// From each symptom to what was planted, and from a healthy character to nothing.
#include <sartor/diagnose/doctor.h>
#include <sartor/diagnose/symptoms.h>
#include <sartor/import/import_file.h>
#include <sartor/math/random.h>

#include <QTest>

#include <support/plant_defect.h>
#include <support/procedural_rigs.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>

using namespace sartor;
using diagnose::SymptomAnswer;
using import::ImportedScene;
using test::CharacterParts;
using test::DefectPlant;

namespace {

SymptomAnswer ask(const ImportedScene& scene, std::string_view id) {
    return test::require(diagnose::explainSymptom(scene, id));
}

bool contains(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

/// The humanoid with a defect; none where it has no place for it.
std::optional<ImportedScene> planted(const DefectPlant& plant) {
    CharacterParts parts(test::humanoidRig());
    if ((plant.prepare && !plant.prepare(parts)) || !plant.plant(parts)) {
        return std::nullopt;
    }
    return parts.whole();
}

/// Every vertex follows one joint alone.
ImportedScene rigid(const ImportedScene& scene) {
    CharacterParts parts(scene);
    parts.eachVertexWeights([](std::span<float> weights, std::size_t) {
        std::fill(weights.begin(), weights.end(), 0.0f);
        weights[0] = 1.0f;
    });
    return parts.whole();
}

using Angle = std::function<double(std::size_t frame)>;

/// Four seconds in which a joint of the humanoid turns about x of its own, in degrees.
ImportedScene turning(ImportedScene scene, const std::string& name, const Angle& angle) {
    assets::ClipData clip;
    clip.name = "Walk";
    assets::JointTracks& tracks = clip.jointTracks.emplace_back();
    tracks.joint = scene.skeleton->findByName(name)[0];
    const glm::quat rest = scene.skeleton->joint(tracks.joint).parentFromJointRest.rotation;
    for (std::size_t frame = 0; frame < 120; ++frame) {
        tracks.rotation.times.push_back(static_cast<float>(frame) / 30.0f);
        tracks.rotation.values.push_back(
            rest * glm::angleAxis(static_cast<float>(glm::radians(angle(frame))),
                                  glm::vec3(1.0f, 0.0f, 0.0f)));
    }
    scene.clips = {test::require(assets::Clip::create(clip, scene.skeleton->jointCount()))};
    return scene;
}

double swing(std::size_t frame) {
    return 20.0 * std::sin(0.1 * static_cast<double>(frame));
}

} // namespace

class TstSymptoms : public QObject {
    Q_OBJECT

private slots:
    /// Whatever is wrong with the binding, the three symptoms of it lead to what the doctor says,
    /// and that is what was planted, or cannot be told from it.
    void leadsToWhatWasPlanted() {
        std::size_t count = 0;
        for (const DefectPlant& plant : test::defectPlants()) {
            const auto broken = planted(plant);
            if (!broken) {
                continue;
            }
            const diagnose::Diagnosis diagnosis = test::require(diagnose::examine(*broken));
            if (diagnosis.hypotheses.empty() || diagnosis.hypotheses.front().id != plant.id) {
                continue; // for the tests of the doctor
            }
            ++count;
            for (const char* symptom : {"explodes", "flies-away", "shifted"}) {
                const SymptomAnswer answer = ask(*broken, symptom);
                const std::string what = plant.id + " " + plant.form + ", " + symptom + ": ";
                QVERIFY2(answer.isFound, (what + answer.answer).c_str());
                QVERIFY2(answer.cause == plant.id, (what + answer.cause).c_str());
                QVERIFY(answer.steps.back().isCause);
                QVERIFY(std::none_of(answer.steps.begin(),
                                     answer.steps.end() - 1,
                                     [](const auto& step) { return step.isCause; }));
                QVERIFY(!answer.answer.empty() && !answer.remedy.empty());
            }
        }
        QVERIFY(count > 30);
    }

    /// A path asks first what its symptom points at.
    void asksInTheOrderOfTheSymptom() {
        const auto plants = test::defectPlants();
        const auto of = [&](std::string_view id) {
            return *planted(*std::find_if(
                plants.begin(), plants.end(), [&](const auto& plant) { return plant.id == id; }));
        };
        QCOMPARE(ask(of("joint-index-plus-1"), "flies-away").steps.size(), std::size_t{3});
        QCOMPARE(ask(of("bind-space-offset"), "shifted").steps.size(), std::size_t{3});
        QCOMPARE(ask(of("ibm-twice"), "explodes").steps.size(), std::size_t{4});
    }

    void findsNothingInTheHealthy() {
        for (const diagnose::SymptomKind& kind : diagnose::symptomKinds()) {
            if (kind.id == "slow") {
                continue; // joints that the clip does not move could go
            }
            // Smooth weights collapse in a sharp bend, whoever made them.
            const ImportedScene healthy =
                turning(kind.id == "thin" ? rigid(test::humanoidRig()) : test::humanoidRig(),
                        "LeftArm",
                        swing);
            const SymptomAnswer answer = ask(healthy, kind.id);
            QVERIFY2(!answer.isFound, (std::string(kind.id) + ": " + answer.answer).c_str());
            QVERIFY(answer.cause.empty() && answer.remedy.empty());
            QVERIFY(answer.steps.size() > 2);
            for (const auto& step : answer.steps) {
                QVERIFY(!step.isCause && !step.finding.empty() && !step.method.empty());
                QVERIFY(contains(answer.answer, step.finding));
            }
        }
        const SymptomAnswer slow = ask(test::humanoidRig(), "slow");
        QVERIFY2(!slow.isFound, slow.answer.c_str());
        QVERIFY(contains(slow.answer, "19 joints"));
    }

    /// Two joints at a right angle: the mean of a point and the same point turned.
    void thinIsCollapse() {
        const ImportedScene scene = test::tubeRig();
        double worst = 1.0;
        for (const float weight : scene.instances[0].mesh->fileInfluences()->weights) {
            const auto share = static_cast<double>(weight);
            worst = std::min(worst, std::hypot(share, 1.0 - share));
        }
        const SymptomAnswer answer = ask(scene, "thin");
        QVERIFY(answer.isFound);
        QCOMPARE(answer.cause, std::string("collapse"));
        std::array<char, 16> expected{};
        std::snprintf(expected.data(), expected.size(), "%.4g %%", 100.0 * worst);
        QVERIFY2(contains(answer.answer, expected.data()), answer.answer.c_str());
        QVERIFY2(contains(answer.remedy, "helper joint"), answer.remedy.c_str());
    }

    void thinIsScale() {
        CharacterParts parts(rigid(test::tubeRig()));
        parts.joints[2].parentFromJointRest.scale = {1.0f, 0.2f, 1.0f};
        const SymptomAnswer answer = ask(parts.whole(), "thin");
        QVERIFY(answer.isFound);
        QCOMPARE(answer.cause, std::string("hier.nonuniform_scale"));
    }

    void jitterIsFoundWhereItIs() {
        math::Random random(5);
        const ImportedScene scene = turning(test::humanoidRig(), "Spine", [&](std::size_t frame) {
            return swing(frame) + static_cast<double>(random.uniform(-1.5f, 1.5f));
        });
        const SymptomAnswer answer = ask(scene, "jitters");
        QVERIFY2(answer.isFound, answer.answer.c_str());
        QCOMPARE(answer.cause, std::string("jitter"));
        QVERIFY(contains(answer.answer, "'Spine'") && contains(answer.answer, "'Walk'"));
        QVERIFY(answer.clip == std::optional(0u));
        QVERIFY2(contains(answer.steps.back().finding, "joints tremble only because"),
                 answer.steps.back().finding.c_str());
    }

    void spikeIsFound() {
        const ImportedScene scene = turning(test::humanoidRig(), "Head", [](std::size_t frame) {
            return swing(frame) + (frame == 60 ? 120.0 : 0.0);
        });
        const SymptomAnswer answer = ask(scene, "jitters");
        QVERIFY2(answer.isFound, answer.answer.c_str());
        QVERIFY2(answer.cause == "anim.spike", answer.answer.c_str());
    }

    void sparseKeysAreFound() {
        ImportedScene scene = test::humanoidRig();
        assets::ClipData clip;
        clip.name = "Turn";
        assets::JointTracks& tracks = clip.jointTracks.emplace_back();
        tracks.joint = scene.skeleton->findByName("Hips")[0];
        tracks.rotation.times = {0.0f, 1.0f, 2.0f};
        for (const float degrees : {0.0f, 130.0f, 200.0f}) {
            tracks.rotation.values.push_back(
                glm::angleAxis(glm::radians(degrees), glm::vec3(0.0f, 1.0f, 0.0f)));
        }
        scene.clips = {test::require(assets::Clip::create(clip, scene.skeleton->jointCount()))};
        const SymptomAnswer answer = ask(scene, "jitters");
        QVERIFY2(answer.isFound, answer.answer.c_str());
        QCOMPARE(answer.cause, std::string("sparse-keys"));
        QVERIFY(contains(answer.answer, "130 degrees"));
        QCOMPARE(answer.time, 0.0f);
    }

    void coarseNumbersAreFound() {
        CharacterParts parts(turning(rigid(test::humanoidRig()), "Head", swing));
        const math::DoubleAffine far{glm::dmat3(1.0), glm::dvec3(50000.0, 0.0, 0.0)};
        parts.eachPosition(far);
        for (assets::SkinData& skin : parts.skins) {
            for (math::Affine& bind : skin.jointFromBind) {
                bind = math::toFloat(math::toDouble(bind) * math::inverse(far).value());
            }
        }
        const SymptomAnswer answer = ask(parts.whole(), "jitters");
        QVERIFY2(answer.isFound, answer.answer.c_str());
        QCOMPARE(answer.cause, std::string("unit.far_from_origin"));
    }

    /// Six influences, of which two are next to nothing.
    void influencesAreTooMany() {
        CharacterParts parts(test::humanoidRig());
        assets::FileInfluences& influences = *parts.meshes[0].influences;
        assets::FileInfluences wide;
        wide.slotsPerVertex = 6;
        for (std::size_t vertex = 0; vertex < influences.vertexCount(); ++vertex) {
            const std::uint32_t first = influences.joints[2 * vertex];
            for (std::uint32_t slot = 0; slot < 6; ++slot) {
                wide.joints.push_back((first + slot) % 19);
                wide.weights.push_back(slot == 0 ? 0.9996f : 0.00008f);
            }
        }
        influences = wide;
        const SymptomAnswer answer = ask(parts.whole(), "slow");
        QVERIFY2(answer.isFound, answer.answer.c_str());
        QCOMPARE(answer.cause, std::string("influences"));
        QVERIFY(contains(answer.answer, "6 joints") && contains(answer.answer, "cannot be seen"));
    }

    /// In a clip that moves the head alone, arms and legs do nothing.
    void jointsAreIdle() {
        const ImportedScene scene = turning(test::humanoidRig(), "Head", swing);
        const SymptomAnswer answer = ask(scene, "slow");
        QVERIFY2(answer.isFound, answer.answer.c_str());
        QCOMPARE(answer.cause, std::string("joints"));
    }

    void verticesAreMany() {
        const SymptomAnswer answer = ask(test::humanoidRig(60, 100), "slow");
        QVERIFY2(answer.isFound, answer.answer.c_str());
        QCOMPARE(answer.cause, std::string("vertices"));
        QVERIFY(contains(answer.answer, "114000 vertices"));
    }

    void isTheSameEachTime() {
        const ImportedScene scene = *planted(test::defectPlants()[3]);
        for (const diagnose::SymptomKind& kind : diagnose::symptomKinds()) {
            const SymptomAnswer first = ask(scene, kind.id);
            const SymptomAnswer second = ask(scene, kind.id);
            QCOMPARE(first.answer, second.answer);
            QCOMPARE(first.steps.size(), second.steps.size());
        }
    }

    void tellsEachStepOnTheWay() {
        const ImportedScene scene = *planted(test::defectPlants()[3]);
        for (const diagnose::SymptomKind& kind : diagnose::symptomKinds()) {
            std::vector<diagnose::SymptomStep> told;
            diagnose::SymptomOptions options;
            options.onStep = [&](const diagnose::SymptomStep& step) { told.push_back(step); };
            const SymptomAnswer answer =
                test::require(diagnose::explainSymptom(scene, kind.id, options));
            QCOMPARE(told.size(), answer.steps.size());
            for (std::size_t i = 0; i < told.size(); ++i) {
                QCOMPARE(told[i].question, answer.steps[i].question);
                QCOMPARE(told[i].finding, answer.steps[i].finding);
                QCOMPARE(told[i].isCause, answer.steps[i].isCause);
            }
        }
    }

    void refusesWhatIsNotThere() {
        const ImportedScene scene = test::elbowRig();
        const auto unknown = diagnose::explainSymptom(scene, "sad");
        QVERIFY(!unknown);
        QCOMPARE(unknown.error().code, std::string("doctor.unknown_symptom"));
        QVERIFY(contains(unknown.error().message, "flies-away"));

        ImportedScene empty = scene;
        empty.instances.clear();
        const auto noSkin = diagnose::explainSymptom(empty, "explodes");
        QVERIFY(!noSkin);
        QCOMPARE(noSkin.error().code, std::string("doctor.no_skin"));
        // A skeleton can tremble and be slow without one.
        QVERIFY(diagnose::explainSymptom(empty, "jitters").hasValue());
        QVERIFY(diagnose::explainSymptom(empty, "slow").hasValue());

        std::stop_source source;
        source.request_stop();
        const auto stopped =
            diagnose::explainSymptom(scene, "explodes", {.stop = source.get_token()});
        QVERIFY(!stopped);
        QCOMPARE(stopped.error().code, std::string("doctor.cancelled"));
    }
};

QTEST_GUILESS_MAIN(TstSymptoms)
#include "tst_symptoms.moc"
