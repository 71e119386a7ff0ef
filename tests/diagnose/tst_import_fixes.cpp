// SPDX-License-Identifier: Apache-2.0
// What the glTF reader puts right in reading is written back: a file that is mended so is read
// without the note.
#include "../import/gltf_file.h"

#include <sartor/diagnose/fix_plan.h>
#include <sartor/diagnose/import_codes.h>
#include <sartor/io/gltf_writer.h>

#include <QTest>

#include <support/require.h>

#include <algorithm>
#include <cmath>
#include <functional>

using namespace sartor;
using namespace sartor::test;
using import::ImportedScene;
using Json = GltfFile::Json;

namespace {

using Floats = std::vector<float>;

// A triangle on two joints and a clip that moves and turns the first.
struct Character {
    Floats normals = {0, 0, 1, 0, 0, 1, 0, 0, 1};
    std::vector<std::uint8_t> joints = {0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0};
    Floats binds = Floats(32, 0.0f);
    Floats times = {0, 1, 2};
    Floats turns = {0, 0, 0, 1, 0, 0, 0.6f, 0.8f, 0, 0, 1, 0};
    Floats moves = {0, 0, 0, 1, 0, 0, 2, 0, 0};
    std::string interpolation = "LINEAR";
    Floats restRotation = {0, 0, 0, 1};

    Character() {
        for (std::size_t i = 0; i < 32; i += i % 16 == 15 ? 1 : 5) {
            binds[i] = 1.0f;
        }
    }

    GltfFile file() const {
        GltfFile file;
        const Json attributes = {
            {"POSITION", file.addAccessor(Floats{0, 0, 0, 1, 0, 0, 0, 1, 0}, {"VEC3"})},
            {"NORMAL", file.addAccessor(normals, {"VEC3"})},
            {"JOINTS_0", file.addAccessor(joints, {"VEC4"})},
            {"WEIGHTS_0",
             file.addAccessor(Floats{0.5f, 0.5f, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}, {"VEC4"})}};
        file.root["meshes"] = {{{"primitives", {{{"attributes", attributes}}}}}};
        file.root["skins"] = {
            {{"joints", {1, 2}}, {"inverseBindMatrices", file.addAccessor(binds, {"MAT4"})}}};
        file.root["nodes"] = {{{"mesh", 0}, {"skin", 0}},
                              {{"name", "hips"}, {"children", {2}}, {"rotation", restRotation}},
                              {{"name", "spine"}, {"translation", {0.5, 0.0, 1.0}}}};
        file.root["scenes"] = {{{"nodes", {0, 1}}}};
        const int input = file.addAccessor(times);
        const auto sampler = [&](int output) {
            return Json{{"input", input}, {"output", output}, {"interpolation", interpolation}};
        };
        const auto channel = [](int index, const char* path) {
            return Json{{"sampler", index}, {"target", {{"node", 1}, {"path", path}}}};
        };
        const Json turn = sampler(file.addAccessor(turns, {"VEC4"}));
        const Json move = sampler(file.addAccessor(moves, {"VEC3"}));
        file.root["animations"] = {
            {{"samplers", {turn, move}},
             {"channels", {channel(0, "rotation"), channel(1, "translation")}}}};
        return file;
    }
};

struct Row {
    const char* code;
    const char* message;
    std::function<void(Character&)> spoil;
};

const std::vector<Row>& rows() {
    static const std::vector<Row> all = {
        {"anim.times_unsorted",
         "keys were put in the order of their times",
         [](Character& character) {
             character.times = {0, 2, 1};
         }},
        {"anim.quat_not_unit",
         "1 rotation key was normalised",
         [](Character& character) {
             character.turns[6] = 1.2f;
             character.turns[7] = 1.6f;
         }},
        {"node.quat_not_unit",
         "the rotation was normalised",
         [](Character& character) {
             character.restRotation = {0, 0, 1.2f, 1.6f};
         }},
        {"skin.ibm_row4",
         "the last row of the inverse bind matrices was set to 0, 0, 0, 1",
         [](Character& character) { character.binds[3] = 0.25f; }},
        {"mesh.direction_not_unit",
         "normals were normalised",
         [](Character& character) { character.normals[2] = 3.0f; }},
        {"weights.padding_out_of_range",
         "1 vertex: joints of slots without weight were set to zero",
         [](Character& character) { character.joints[3] = 9; }},
    };
    return all;
}

bool hasNote(const import::ImportedScene& scene, const std::string& code) {
    return std::any_of(scene.report.notes.begin(), scene.report.notes.end(), [&](const auto& note) {
        return note.code == code;
    });
}

} // namespace

class TstImportFixes : public QObject {
    Q_OBJECT

private slots:
    void everyFixThatIsSaidIsTested();
    void writesBackWhatTheReaderPutRight_data();
    void writesBackWhatTheReaderPutRight();
    void keepsTheKeysOfOtherChannels();
    void leavesSplinesAlone();
    void leavesNormalsWithoutDirection();
    void keepsTheFormOfOtherNumbers();

private:
    ImportedScene load(const Character& character) const {
        return require(folder_.load(character.file()));
    }
    // All edits of the plan, written and read again.
    ImportedScene mend(const diagnose::FixPlan& plan) const {
        io::GltfWriter writer = require(io::GltfWriter::open(folder_.path() / "file.gltf"));
        for (const import::FileEdit& edit : plan.edits) {
            const Status status = writer.apply(edit);
            if (!status) {
                qFatal("%s", status.error().message.c_str());
            }
        }
        require(writer.save(folder_.path() / "mended.gltf"));
        return require(import::importFile(folder_.path() / "mended.gltf"));
    }

    ImportFolder folder_;
};

void TstImportFixes::everyFixThatIsSaidIsTested() {
    std::size_t count = 0;
    for (const diagnose::RuleInfo& code : diagnose::importCodes()) {
        const bool isTested = std::any_of(
            rows().begin(), rows().end(), [&](const Row& row) { return row.code == code.id; });
        QVERIFY2(code.fix.empty() != isTested, std::string(code.id).c_str());
        count += isTested ? 1 : 0;
    }
    QCOMPARE(count, rows().size());
}

void TstImportFixes::writesBackWhatTheReaderPutRight_data() {
    QTest::addColumn<std::size_t>("row");
    for (std::size_t row = 0; row < rows().size(); ++row) {
        QTest::newRow(rows()[row].code) << row;
    }
}

void TstImportFixes::writesBackWhatTheReaderPutRight() {
    QFETCH(std::size_t, row);
    const Row& expected = rows()[row];
    Character character;
    QVERIFY(!hasNote(load(character), expected.code));
    expected.spoil(character);
    const auto before = load(character);
    QVERIFY(hasNote(before, expected.code));
    diagnose::FixOptions options;
    options.rules = {expected.code};
    const diagnose::FixPlan plan = require(diagnose::planFixes(before, options));
    QVERIFY(plan.changes.size() == 1 || plan.changes.size() == 2); // two channels of one clip
    QCOMPARE(plan.changes[0].rule, std::string(expected.code));
    QCOMPARE(plan.changes[0].message, std::string(expected.message));
    const auto after = mend(plan);
    QVERIFY(!hasNote(after, expected.code));
    // What deforms is what was read before.
    const assets::Mesh& mesh = *after.instances.at(0).mesh;
    QVERIFY(std::equal(mesh.normals().begin(),
                       mesh.normals().end(),
                       before.instances.at(0).mesh->normals().begin()));
    QVERIFY(after.skins.at(0)->jointFromBind()[0].linear ==
            before.skins.at(0)->jointFromBind()[0].linear);
    QCOMPARE(after.clips.at(0)->jointTracks()[0].translation.times,
             before.clips.at(0)->jointTracks()[0].translation.times);
    QVERIFY(after.clips.at(0)->jointTracks()[0].translation.values ==
            before.clips.at(0)->jointTracks()[0].translation.values);
    const glm::quat& rest = after.skeleton->joint(JointIndex(1)).parentFromJointRest.rotation;
    QVERIFY(rest == before.skeleton->joint(JointIndex(1)).parentFromJointRest.rotation);
}

void TstImportFixes::keepsTheKeysOfOtherChannels() {
    Character character;
    character.turns[6] = 1.2f;
    character.turns[7] = 1.6f;
    const auto after = mend(require(diagnose::planFixes(load(character))));
    const assets::JointTracks& tracks = after.clips.at(0)->jointTracks()[0];
    QVERIFY(std::abs(tracks.rotation.values[1].z - 0.6f) <= 1e-6f);
    QVERIFY(tracks.rotation.values[2] == glm::quat(0.0f, 0.0f, 0.0f, 1.0f));
    QVERIFY(tracks.translation.values[2] == glm::vec3(2.0f, 0.0f, 0.0f));
}

void TstImportFixes::leavesSplinesAlone() {
    Character character;
    character.interpolation = "CUBICSPLINE";
    character.times = {0};
    character.turns = {0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0};
    const auto scene = load(character);
    QVERIFY(hasNote(scene, "anim.quat_not_unit"));
    QVERIFY(require(diagnose::planFixes(scene)).edits.empty());
}

// The reader shows some axis for them; writing it would hide that there is none.
void TstImportFixes::leavesNormalsWithoutDirection() {
    Character character;
    character.normals = {0, 0, 3, 0, 0, 0, 0, 0, 1};
    const auto scene = load(character);
    QVERIFY(hasNote(scene, "mesh.direction_not_unit"));
    QVERIFY(hasNote(scene, "mesh.direction_degenerate"));
    QVERIFY(require(diagnose::planFixes(scene)).edits.empty());
}

void TstImportFixes::keepsTheFormOfOtherNumbers() {
    Character character;
    character.restRotation = {0, 0, 0, 3};
    mend(require(diagnose::planFixes(load(character))));
    QFile written(QString::fromStdString((folder_.path() / "mended.gltf").string()));
    QVERIFY(written.open(QIODevice::ReadOnly));
    const QByteArray text = written.readAll();
    QVERIFY(text.contains(R"("rotation":[0,0,0,1])"));
    QVERIFY(text.contains(R"("translation":[0.5,0.0,1.0])"));
    QVERIFY(!text.contains("\"scale\":["));
}

QTEST_GUILESS_MAIN(TstImportFixes)
#include "tst_import_fixes.moc"
