// SPDX-License-Identifier: Apache-2.0
// Every defect planted on every rig: the doctor names it first, mends it, and calls nobody sick who
// is not. Prints the table.
#include <sartor/diagnose/doctor.h>
#include <sartor/import/import_file.h>
#include <sartor/math/random.h>

#include <QDir>
#include <QTest>

#include <support/plant_defect.h>
#include <support/procedural_rigs.h>

#include <cstdio>
#include <map>
#include <optional>

using namespace sartor;
using import::ImportedScene;
using math::DoubleAffine;
using test::CharacterParts;
using test::DefectPlant;

namespace {

constexpr int kPoseCount = 8;
/// Against the radius of the healthy character.
constexpr double kSameShape = 1e-4;

struct NamedRig {
    std::string name;
    ImportedScene scene;
};

std::vector<NamedRig> rigs() {
    std::vector<NamedRig> all;
    all.push_back({"tube", test::tubeRig()});
    all.push_back({"elbow", test::elbowRig()});
    all.push_back({"humanoid", test::humanoidRig()});
    all.push_back({"tail", test::tailRig()});
    const auto addFile = [&](const std::string& name, const QString& path) {
        if (QFile::exists(path)) {
            all.push_back({name, test::require(import::importFile(path.toStdString()))});
        }
    };
    addFile("mannequin", SARTOR_SAMPLES_DIR "/assets/mannequin.glb");
    addFile("cesium_man", SARTOR_SHARED_DIR "/assets/CesiumMan/glTF-Binary/CesiumMan.glb");
    addFile("fox", SARTOR_SHARED_DIR "/assets/Fox/glTF-Binary/Fox.glb");
    return all;
}

/// Positions of all skinned meshes in a pose: that at rest with each joint turned by up to a
/// third of a turn about axes of its own; pose 0 is the rest pose. Linear blend with the weights
/// as they are, in double; indices without a joint add nothing.
std::vector<glm::dvec3> deformed(const ImportedScene& scene, int pose) {
    math::Random random(static_cast<std::uint32_t>(pose) * 7919u + 17u);
    std::vector<DoubleAffine> model;
    for (const assets::Joint& joint : scene.skeleton->joints()) {
        DoubleAffine local = math::toDoubleAffine(joint.parentFromJointRest);
        if (pose > 0) {
            const glm::dvec3 axis(random.uniform(-1.0f, 1.0f),
                                  random.uniform(-1.0f, 1.0f),
                                  random.uniform(0.1f, 1.0f));
            local =
                local * test::turnAbout(axis, static_cast<double>(random.uniform(-40.0f, 40.0f)));
        }
        model.push_back(joint.parent.isNone() ? local : model[joint.parent.value()] * local);
    }
    std::vector<glm::dvec3> positions;
    for (const import::MeshInstance& instance : scene.instances) {
        const assets::FileInfluences* influences = instance.mesh->fileInfluences();
        if (!instance.skin || influences == nullptr) {
            continue;
        }
        const assets::Skin& skin = *scene.skins[*instance.skin];
        std::vector<DoubleAffine> modelFromBind;
        for (std::size_t slot = 0; slot < skin.jointCount(); ++slot) {
            modelFromBind.push_back(model[skin.joints()[slot].value()] *
                                    math::toDouble(skin.jointFromBind()[slot]));
        }
        for (std::size_t vertex = 0; vertex < instance.mesh->vertexCount(); ++vertex) {
            glm::dvec3 sum(0.0);
            for (std::size_t i = vertex * influences->slotsPerVertex;
                 i < (vertex + 1) * influences->slotsPerVertex;
                 ++i) {
                if (influences->joints[i] < modelFromBind.size()) {
                    sum += static_cast<double>(influences->weights[i]) *
                           math::transformPoint(modelFromBind[influences->joints[i]],
                                                glm::dvec3(instance.mesh->positions()[vertex]));
                }
            }
            positions.push_back(sum);
        }
    }
    return positions;
}

double radiusOf(const std::vector<glm::dvec3>& positions) {
    glm::dvec3 middle(0.0);
    for (const glm::dvec3& position : positions) {
        middle += position / static_cast<double>(positions.size());
    }
    double radius = 0.0;
    for (const glm::dvec3& position : positions) {
        radius = std::max(radius, glm::distance(position, middle));
    }
    return radius;
}

/// Largest distance of any vertex in any pose, against the radius of `a` at rest.
double shapeDifference(const ImportedScene& a, const ImportedScene& b) {
    const double radius = radiusOf(deformed(a, 0));
    double largest = 0.0;
    for (int pose = 0; pose <= kPoseCount; ++pose) {
        const auto first = deformed(a, pose);
        const auto second = deformed(b, pose);
        for (std::size_t i = 0; i < first.size(); ++i) {
            const double distance = glm::distance(first[i], second[i]) / radius;
            largest = std::isfinite(distance) ? std::max(largest, distance) : HUGE_VAL;
        }
    }
    return largest;
}

enum class Outcome { Right, Ambiguous, Wrong, Unexplained, Missed, NoDefect };
constexpr std::array kOutcomeNames = {
    "right", "same repair", "WRONG", "UNEXPLAINED", "MISSED", "no defect"};

struct Row {
    std::string rig;
    std::string id;
    std::string form;
    Outcome outcome = Outcome::NoDefect;
    std::string named = {};
    /// After the repair; none where there can be none.
    std::optional<double> difference = {};
    double residual = 0.0;
    bool isHealthyAgain = true;
};

Row examineRow(const NamedRig& rig, const DefectPlant& plant, CharacterParts parts) {
    Row row{.rig = rig.name, .id = plant.id, .form = plant.form};
    const ImportedScene healthy = parts.whole();
    if (!plant.plant(parts)) {
        return row;
    }
    const ImportedScene broken = parts.whole();
    if (shapeDifference(healthy, broken) < kSameShape) {
        return row; // what was done did nothing
    }
    const diagnose::Diagnosis diagnosis = test::require(diagnose::examine(broken));
    if (diagnosis.isHealthy) {
        row.outcome = Outcome::Missed;
        return row;
    }
    if (diagnosis.hypotheses.empty()) {
        row.outcome = Outcome::Unexplained;
        return row;
    }
    const diagnose::Hypothesis& first = diagnosis.hypotheses.front();
    row.named = first.id;
    if (first.canRepair) {
        const ImportedScene repaired =
            test::require(diagnose::repair(broken, first.id, first.form));
        row.difference = shapeDifference(healthy, repaired);
        const diagnose::Diagnosis again = test::require(diagnose::examine(repaired));
        row.isHealthyAgain = again.isHealthy;
        row.residual = std::max(again.asRead.bindResidual, again.asRead.bindSpread);
    }
    if (first.id == plant.id) {
        row.outcome = Outcome::Right;
    } else {
        row.outcome =
            row.difference && *row.difference < kSameShape ? Outcome::Ambiguous : Outcome::Wrong;
    }
    return row;
}

} // namespace

class TstDoctorMatrix : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        for (const NamedRig& rig : rigs()) {
            for (const DefectPlant& plant : test::defectPlants()) {
                CharacterParts parts(rig.scene);
                if (plant.prepare(parts)) {
                    rows_.push_back(examineRow(rig, plant, parts));
                }
            }
        }
        for (const Row& row : rows_) {
            std::printf("%-14s %-24s %-14s %-12s %-24s %10.2e %10.2e %s\n",
                        row.rig.c_str(),
                        row.id.c_str(),
                        row.form.c_str(),
                        kOutcomeNames[static_cast<std::size_t>(row.outcome)],
                        row.named.c_str(),
                        row.difference.value_or(-1.0),
                        row.residual,
                        row.isHealthyAgain ? "" : "STILL SICK");
        }
        std::map<Outcome, std::size_t> counts;
        for (const Row& row : rows_) {
            ++counts[row.outcome];
        }
        for (const auto& [outcome, count] : counts) {
            std::printf("%zu %s\n", count, kOutcomeNames[static_cast<std::size_t>(outcome)]);
        }
        QVERIFY(rows_.size() > 150);
    }

    void theRightOneComesFirst() {
        const double right = static_cast<double>(count(Outcome::Right));
        const double told = right + static_cast<double>(count(Outcome::Wrong)) +
                            static_cast<double>(count(Outcome::Unexplained)) +
                            static_cast<double>(count(Outcome::Missed));
        QCOMPARE_GE(right / told, 0.98);
    }

    void noneIsMissedSilently() { QCOMPARE(count(Outcome::Missed), std::size_t{0}); }

    void fewCannotBeToldApart() {
        QCOMPARE_LE(static_cast<double>(count(Outcome::Ambiguous)),
                    0.1 * static_cast<double>(rows_.size() - count(Outcome::NoDefect)));
    }

    void repairsGiveTheHealthyCharacter() {
        for (const Row& row : rows_) {
            if (row.outcome != Outcome::Right || !row.difference) {
                continue;
            }
            const std::string what = row.rig + " " + row.id + " " + row.form;
            QVERIFY2(*row.difference < kSameShape, what.c_str());
            QVERIFY2(row.isHealthyAgain, what.c_str());
            QVERIFY2(row.residual < 1e-5, what.c_str());
        }
    }

    void healthyCharactersAreHealthy() {
        for (const NamedRig& rig : rigs()) {
            QVERIFY2(test::require(diagnose::examine(rig.scene)).isHealthy, rig.name.c_str());
            for (const DefectPlant& plant : test::defectPlants()) {
                CharacterParts parts(rig.scene);
                if (plant.prepare(parts)) {
                    const auto diagnosis = test::require(diagnose::examine(parts.whole()));
                    QVERIFY2(diagnosis.isHealthy,
                             (rig.name + " made ready for " + plant.id + ": " + diagnosis.summary)
                                 .c_str());
                }
            }
        }
    }

    void aLargeCharacterIsExaminedAsSurely() {
        CharacterParts parts(test::humanoidRig(70, 72));
        QVERIFY(parts.meshes[0].positions.size() > 95'000);
        parts.eachIndex([](std::uint32_t slot, std::size_t) { return slot + 1; });
        const auto diagnosis = test::require(diagnose::examine(parts.whole()));
        QVERIFY(!diagnosis.hypotheses.empty());
        QCOMPARE(diagnosis.hypotheses[0].id, std::string("joint-index-plus-1"));
    }

private:
    std::size_t count(Outcome outcome) const {
        return static_cast<std::size_t>(std::count_if(
            rows_.begin(), rows_.end(), [&](const Row& row) { return row.outcome == outcome; }));
    }

    std::vector<Row> rows_;
};

QTEST_GUILESS_MAIN(TstDoctorMatrix)
#include "tst_doctor_matrix.moc"
