// SPDX-License-Identifier: Apache-2.0
// Channels and samplers to tracks.
#include "gltf_character.h"

#include <QtTest>

#include <cmath>
#include <numbers>

using namespace sartor;
using namespace sartor::test;
using import::NoteSeverity;
using Json = nlohmann::json;

namespace {

const std::vector<Refusal>& refusals() {
    static const std::vector<Refusal> kRefusals = {
        {{"times of another type", [](GltfFile& f) { f.at("/animations/0/samplers/0/input") = 0; }},
         "gltf.accessor_type",
         "/accessors/0/type: VEC3, expected SCALAR for its use"},
        {{"translations of another type",
          [](GltfFile& f) { f.at("/animations/0/samplers/0/output") = 10; }},
         "gltf.accessor_type",
         "/accessors/10/type: VEC4, expected VEC3 for its use"},
    };
    return kRefusals;
}

const std::vector<Remark>& remarks() {
    const auto times = [](std::vector<float> values) {
        return [values = std::move(values)](GltfFile& f) {
            f.at("/animations/0/samplers/0/input") = f.addAccessor(values);
        };
    };
    static const char* const kChannel = "/animations/0/channels/0";
    static const std::vector<Remark> kRemarks = {
        {{"animated node of a skinned mesh",
          [](GltfFile& f) { f.at("/animations/0/channels/0/target/node") = 2; }},
         NoteSeverity::Info,
         "skin.mesh_node_animation_ignored",
         kChannel,
         1},
        {{"animated matrix",
          [](GltfFile& f) {
              f.at("/nodes/1/matrix") = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
          }},
         NoteSeverity::Warning,
         "anim.matrix_node",
         kChannel,
         1},
        {{"equal key times", times({1, 1})},
         NoteSeverity::Warning,
         "anim.times_duplicate",
         kChannel,
         1},
        {{"times that go back", times({1, 0})},
         NoteSeverity::Warning,
         "anim.times_unsorted",
         kChannel,
         1},
        {{"times before zero", times({-1, 0})},
         NoteSeverity::Warning,
         "anim.times_negative",
         kChannel,
         1},
        {{"first key after zero", times({0.5f, 1})},
         NoteSeverity::Info,
         "anim.first_key_after_zero",
         "/animations/0",
         1},
        {{"key time NaN", times({0, std::nanf("")})},
         NoteSeverity::Error,
         "anim.times_nonfinite",
         kChannel,
         1},
        {{"no keys", [](GltfFile& f) { f.at("/accessors/8/count") = 0; }},
         NoteSeverity::Warning,
         "anim.no_keys",
         kChannel,
         1},
        {{"more values than keys", times({0})},
         NoteSeverity::Error,
         "anim.output_count_mismatch",
         kChannel,
         1},
        {{"value NaN",
          [](GltfFile& f) {
              f.at("/animations/0/samplers/0/output") =
                  f.addAccessor<float>({0, 0, 0, 0, std::nanf(""), 0}, {"VEC3"});
          }},
         NoteSeverity::Error,
         "anim.output_nonfinite",
         kChannel,
         1},
        {{"rotation keys of another length",
          [](GltfFile& f) {
              f.at("/animations/0/samplers/1/output") =
                  f.addAccessor<float>({0, 0, 0, 1, 0, 0, 1e30f, 1e30f}, {"VEC4"});
          }},
         NoteSeverity::Warning,
         "anim.quat_not_unit",
         "/animations/0/channels/1",
         1},
        {{"rotation key of no length",
          [](GltfFile& f) {
              f.at("/animations/0/samplers/1/output") =
                  f.addAccessor<float>({0, 0, 0, 1, 0, 0, 0, 0}, {"VEC4"});
          }},
         NoteSeverity::Error,
         "anim.quat_zero",
         "/animations/0/channels/1",
         1},
        {{"two channels for one thing",
          [](GltfFile& f) {
              const Json first = f.at("/animations/0/channels/0");
              f.at("/animations/0/channels").push_back(first);
          }},
         NoteSeverity::Warning,
         "anim.duplicate_target",
         "/animations/0/channels/3",
         1},
        {{"channel without node",
          [](GltfFile& f) { f.erase("/animations/0/channels/0/target", "node"); }},
         NoteSeverity::Info,
         "anim.channel_ignored",
         kChannel,
         1},
        {{"channel with another path",
          [](GltfFile& f) { f.at("/animations/0/channels/0/target/path") = "shear"; }},
         NoteSeverity::Warning,
         "anim.channel_ignored",
         kChannel,
         1},
        {{"channel with a pointer",
          [](GltfFile& f) {
              f.at("/animations/0/channels/0/target") = {
                  {"path", "pointer"},
                  {"extensions",
                   {{"KHR_animation_pointer", {{"pointer", "/materials/0/alphaCutoff"}}}}}};
          }},
         NoteSeverity::Warning,
         "anim.pointer_ignored",
         kChannel,
         1},
        {{"weights of a node without targets",
          [](GltfFile& f) { f.at("/animations/0/channels/2/target/node") = 3; }},
         NoteSeverity::Warning,
         "anim.channel_ignored",
         "/animations/0/channels/2",
         1},
    };
    return kRemarks;
}

} // namespace

class TstGltfAnimations : public QObject {
    Q_OBJECT

private slots:
    void rejectsInvalidInput_data();
    void rejectsInvalidInput();
    void notesWhatDiffersFromTheFile_data();
    void notesWhatDiffersFromTheFile();
    void sortsKeysThatGoBackTogetherWithTheirValues();
    void readsNormalisedAnimationOutputs();
};

void TstGltfAnimations::rejectsInvalidInput_data() {
    addRows(refusals());
}

void TstGltfAnimations::rejectsInvalidInput() {
    checkRefusal(rowOf(refusals()));
}

void TstGltfAnimations::notesWhatDiffersFromTheFile_data() {
    addRows(remarks());
}

void TstGltfAnimations::notesWhatDiffersFromTheFile() {
    checkRemark(rowOf(remarks()));
}

void TstGltfAnimations::sortsKeysThatGoBackTogetherWithTheirValues() {
    GltfFile file = character();
    file.at("/animations/0/samplers/0/input") = file.addAccessor<float>({2, 0, 1});
    file.at("/animations/0/samplers/0/output") =
        file.addAccessor<float>({2, 2, 2, 0, 0, 0, 1, 1, 1}, {"VEC3"});
    const ImportFolder folder;
    const auto scene = folder.load(file);
    QVERIFY2(scene, failureOf(scene));
    const auto& track = scene->clips[0]->jointTracks()[0].translation;
    QCOMPARE(track.times, (std::vector<float>{0, 1, 2}));
    QCOMPARE(track.values,
             (std::vector<glm::vec3>{glm::vec3(0.0f), glm::vec3(1.0f), glm::vec3(2.0f)}));
}

void TstGltfAnimations::readsNormalisedAnimationOutputs() {
    GltfFile file = character();
    // 90 degrees about z in 16 bits, and a weight of a fifth in 8 bits without the flag.
    file.at("/animations/0/samplers/1/output") =
        file.addAccessor<std::int16_t>({0, 0, 0, 32767, 0, 0, 23170, 23170}, {"VEC4", true});
    file.at("/animations/0/samplers/2/output") = file.addAccessor<std::uint8_t>({51, 255});
    file.at("/animations/0/samplers/2/interpolation") = "LINEAR";
    const ImportFolder folder;
    const auto scene = folder.load(file);
    QVERIFY2(scene, failureOf(scene));
    const float half = std::numbers::sqrt2_v<float> / 2;
    QCOMPARE_LE(maxAbsDiff(scene->clips[0]->jointTracks()[1].rotation.values[1],
                           glm::quat(half, 0, 0, half)),
                kAngleTolerance);
    QCOMPARE_LE(
        largestDifference(scene->clips[0]->morphWeightTracks()[0].weights.values, {0.2f, 1.0f}),
        kCopyTolerance);
    QCOMPARE(findNote(*scene, "anim.quat_not_unit"), nullptr);
}

QTEST_GUILESS_MAIN(TstGltfAnimations)
#include "tst_gltf_animations.moc"
