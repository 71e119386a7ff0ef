// SPDX-License-Identifier: Apache-2.0
// Scenes that break the rules on clips, and scenes that nearly do.
#include "lint_rows.h"

namespace sartor::test {
namespace {

using diagnose::Severity;

// A rotation key that far from its neighbours, which are a degree apart.
void addSpike(Parts& parts, float degrees, float time) {
    parts.tracks.rotation = test::track<glm::quat>(
        {0.0f, time, 2.0f * time, 1.0f}, {turnX(0.0f), turnX(degrees), turnX(1.0f), turnX(90.0f)});
}

// A key before the last of the scale.
void addScaleKey(Parts& parts, float time) {
    parts.tracks.scale = test::track<glm::vec3>(
        {0.0f, time, 1.0f}, {glm::vec3(1.0f), glm::vec3(1.5f), glm::vec3(2.0f)});
}

// From no turn to that one without tangents.
void turnBySpline(Parts& parts, const glm::quat& end) {
    const glm::quat none(0.0f, 0.0f, 0.0f, 0.0f);
    parts.tracks.rotation = {assets::Interpolation::CubicSpline,
                             {0.0f, 1.0f},
                             {none, turnX(0.0f), none, none, end, none}};
}

} // namespace

LintRows clipRows() {
    LintRows rows;
    rows.bad = {
        {"anim.no_keys",
         Severity::Info,
         "/animations/0",
         "The clip has no keys",
         1,
         [](Parts& parts) {
             parts.tracks = {JointIndex(2), {}, {}, {}};
         }},
        {"anim.times_duplicate",
         Severity::Warning,
         "/animations/0",
         "1 key has the time of the key before; the first is joint 'spine' at 1 s",
         1,
         [](Parts& parts) {
             parts.tracks.scale = test::track<glm::vec3>(
                 {0.0f, 1.0f, 1.0f}, {glm::vec3(1.0f), glm::vec3(1.0f), glm::vec3(2.0f)});
         }},
        {"anim.first_key_after_zero",
         Severity::Info,
         "/animations/0",
         "1 channel has its first key after 0; the latest is joint 'spine' at 0.5 s",
         1,
         [](Parts& parts) { parts.tracks.scale.times[0] = 0.5f; }},
        {"anim.key_gap",
         Severity::Info,
         "/animations/0",
         "1 rotation key is more than 170 degrees from the one before; the widest step, 175 "
         "degrees, is that of joint 'spine' at 1 s",
         1,
         [](Parts& parts) { parts.tracks.rotation.values[1] = turnX(175.0f); }},
        {"anim.nonuniform_scale",
         Severity::Warning,
         "/animations/0",
         "1 key scales the axes differently; the worst, joint 'spine' at 1 s, by a factor of 2: "
         "normals that are not corrected lean by up to 36.87 degrees",
         1,
         [](Parts& parts) { parts.tracks.scale.values[1] = glm::vec3(1.0f, -2.0f, 1.0f); },
         {"anim.scale_zero_cross"}},
        {"anim.quat_flip",
         Severity::Info,
         "/animations/0",
         "1 rotation key changes sign; the first is joint 'spine' at 1 s",
         1,
         [](Parts& parts) { parts.tracks.rotation.values[1] = -turnX(90.0f); }},
        {"anim.quat_flip",
         Severity::Warning,
         "/animations/0",
         "1 rotation key changes sign in a spline, which is not corrected; the first is joint "
         "'spine' at 1 s",
         1,
         [](Parts& parts) {
             const glm::quat none(0.0f, 0.0f, 0.0f, 0.0f);
             parts.tracks.rotation = {assets::Interpolation::CubicSpline,
                                      {0.0f, 1.0f},
                                      {none, turnX(0.0f), none, none, -turnX(90.0f), none}};
         }},
        {"anim.scale_zero_cross",
         Severity::Warning,
         "/animations/0",
         "The scale passes through zero 1 time; the first is joint 'spine' at 1 s",
         1,
         [](Parts& parts) { parts.tracks.scale.values[1] = glm::vec3(-1.0f); }},
        {"anim.scale_zero_cross",
         Severity::Warning,
         "/animations/0",
         "The scale passes through zero 2 times; the first is joint 'spine' at 0.125 s",
         2,
         [](Parts& parts) {
             // 1 - 10 t (1 - t): below zero between the roots 0.1127 and 0.8873, seen in
             // sixteenths.
             const glm::vec3 one(1.0f);
             parts.tracks.scale = {assets::Interpolation::CubicSpline,
                                   {0.0f, 1.0f},
                                   {one, one, one * -10.0f, one * 10.0f, one, one}};
         }},
        {"anim.scale_zero_cross",
         Severity::Info,
         "/animations/0",
         "1 scale key is zero; the first is joint 'spine' at 1 s",
         1,
         [](Parts& parts) { parts.tracks.scale.values[1] = glm::vec3(0.0f); }},
        {"anim.bone_stretch",
         Severity::Info,
         "/animations/0",
         "1 translation key changes the length of a bone; the worst, by 20 %, is joint 'spine' at "
         "1 s",
         1,
         [](Parts& parts) { parts.tracks.translation.values[1] = glm::vec3(0.0f, 0.6f, 0.0f); }},
        {"anim.duplicate_name",
         Severity::Warning,
         "/animations/1",
         "2 clips are called 'Walk'",
         2,
         [](Parts& parts) {
             parts.moreClips = {{"Walk", {makeTracks()}, {}}};
         }},
        {"anim.empty_name",
         Severity::Info,
         "/animations/0",
         "1 clip without a name",
         1,
         [](Parts& parts) { parts.clipName.clear(); }},
        {"anim.constant_channel",
         Severity::Info,
         "/animations/0",
         "1 of 3 channels never change; 2 keys could be left out",
         1,
         [](Parts& parts) {
             const glm::vec3 two(2.0f);
             parts.tracks.scale = test::track<glm::vec3>({0.0f, 0.5f, 1.0f}, {two, two, two});
         }},
        {"anim.no_duration",
         Severity::Info,
         "/animations/0",
         "All keys of the clip are at 0 s: it is a pose",
         1,
         [](Parts& parts) {
             parts.tracks = {JointIndex(2), {}, test::track<glm::quat>({0.0f}, {turnX(30.0f)}), {}};
         }},
        {"anim.channel_ends_early",
         Severity::Info,
         "/animations/0",
         "1 channel ends before the clip; the earliest, by 0.25 s, is joint 'spine' at 0.75 s",
         1,
         [](Parts& parts) { parts.tracks.scale.times[1] = 0.75f; }},
        {"anim.spike",
         Severity::Warning,
         "/animations/0",
         "1 rotation key jumps out and back; the worst, by 39 degrees, is joint 'spine' at 0.0625 "
         "s",
         1,
         [](Parts& parts) { addSpike(parts, 40.0f, 0.0625f); }},
        {"anim.times_nearly_equal",
         Severity::Warning,
         "/animations/0",
         "1 key is less than 0.0001 s behind the one before; the nearest is joint 'spine' at 1 s",
         1,
         [](Parts& parts) { addScaleKey(parts, 0.99995f); }},
        {"anim.spline_collapse",
         Severity::Warning,
         "/animations/0",
         "The rotation spline comes near zero behind 1 key; the worst, down to a length of 0, is "
         "joint 'spine' at 0 s",
         1,
         [](Parts& parts) { turnBySpline(parts, -turnX(0.0f)); },
         {"anim.quat_flip"}},
        {"anim.joints_not_keyed",
         Severity::Info,
         "/animations/0",
         "1 joint without a channel that other clips move: 'hips'",
         1,
         [](Parts& parts) {
             assets::JointTracks hips = makeTracks();
             hips.joint = JointIndex(1);
             parts.moreClips = {{"Wave", {makeTracks(), hips}, {}}};
         }},
        {"anim.morph_weight_range",
         Severity::Info,
         "/animations/0",
         "1 morph weight outside of 0 to 1; the farthest, by 0.5, is joint 'body' at 1 s",
         1,
         [](Parts& parts) {
             parts.morphTracks = {
                 {JointIndex(3), 1, test::track<float>({0.0f, 1.0f}, {0.0f, 1.5f})}};
         }},
        {"anim.unit_mismatch",
         Severity::Warning,
         "/animations/0",
         "The translations of its bones are 100 times as long as in the rest pose",
         1,
         [](Parts& parts) {
             for (glm::vec3& translation : parts.tracks.translation.values) {
                 translation *= 100.0f;
             }
         }}};
    rows.calm = {
        {"anim.bone_stretch",
         "bone longer by half a hundredth",
         [](Parts& parts) { parts.tracks.translation.values[1].y = 0.5025f; }},
        {"anim.bone_stretch",
         "hips that move",
         [](Parts& parts) {
             parts.tracks.joint = JointIndex(1);
             parts.tracks.translation.values[1].y = 3.0f;
         }},
        {"anim.scale_zero_cross",
         "scale that goes from key to key without way between",
         [](Parts& parts) {
             parts.tracks.scale = test::track<glm::vec3>(
                 {0.0f, 1.0f}, {glm::vec3(1.0f), glm::vec3(-1.0f)}, assets::Interpolation::Step);
         }},
        {"anim.key_gap",
         "half a turn without way between",
         [](Parts& parts) {
             parts.tracks.rotation = test::track<glm::quat>(
                 {0.0f, 1.0f}, {turnX(0.0f), turnX(179.0f)}, assets::Interpolation::Step);
         }},
        {"anim.no_keys",
         "one key",
         [](Parts& parts) {
             parts.tracks = {JointIndex(2), {}, test::track<glm::quat>({1.0f}, {turnX(30.0f)}), {}};
         },
         {"anim.first_key_after_zero"}},
        {"anim.first_key_after_zero",
         "a first key at zero with a sign",
         [](Parts& parts) { parts.tracks.scale.times[0] = -0.0f; }},
        {"anim.times_duplicate",
         "keys a frame apart",
         [](Parts& parts) { addScaleKey(parts, 0.98f); }},
        {"anim.nonuniform_scale",
         "axes that differ by rounding",
         [](Parts& parts) { parts.tracks.scale.values[1] = glm::vec3(2.0f, 2.001f, 2.0f); }},
        {"anim.quat_flip",
         "a turn that changes the sign of one component",
         [](Parts& parts) {
             parts.tracks.rotation.values = {turnX(-60.0f), turnX(60.0f)};
         }},
        {"anim.duplicate_name",
         "names that differ in case",
         [](Parts& parts) {
             parts.moreClips = {{"walk", {makeTracks()}, {}}};
         }},
        {"anim.empty_name", "a number for a name", [](Parts& parts) { parts.clipName = "0"; }},
        {"anim.constant_channel",
         "two keys that say a value and an end",
         [](Parts& parts) {
             parts.tracks.scale =
                 test::track<glm::vec3>({0.0f, 1.0f}, {glm::vec3(2.0f), glm::vec3(2.0f)});
         }},
        {"anim.constant_channel",
         "a spline that swings out between equal keys",
         [](Parts& parts) {
             const glm::vec3 none(0.0f);
             const glm::vec3 one(1.0f);
             parts.tracks.scale = {assets::Interpolation::CubicSpline,
                                   {0.0f, 0.5f, 1.0f},
                                   {none, one, one, none, one, none, none, one, none}};
         }},
        {"anim.no_duration",
         "a clip of one frame",
         [](Parts& parts) {
             parts.tracks = {JointIndex(2),
                             {},
                             test::track<glm::quat>({0.0f, 0.04f}, {turnX(30.0f), turnX(31.0f)}),
                             {}};
         }},
        {"anim.channel_ends_early",
         "an end that is off by rounding",
         [](Parts& parts) { parts.tracks.scale.times[1] = 0.9995f; }},
        {"anim.channel_ends_early",
         "one key that holds",
         [](Parts& parts) {
             parts.tracks.scale = test::track<glm::vec3>({0.0f}, {glm::vec3(1.0f)});
         }},
        {"anim.spike", "a smaller jump", [](Parts& parts) { addSpike(parts, 25.0f, 0.0625f); }},
        {"anim.spike", "a slower one", [](Parts& parts) { addSpike(parts, 40.0f, 0.25f); }},
        {"anim.times_nearly_equal",
         "keys a millisecond apart",
         [](Parts& parts) { addScaleKey(parts, 0.999f); }},
        {"anim.spline_collapse",
         "a quarter turn",
         [](Parts& parts) { turnBySpline(parts, turnX(90.0f)); }},
        {"anim.joints_not_keyed",
         "a joint that no clip moves",
         [](Parts& parts) {
             assets::JointTracks hips;
             hips.joint = JointIndex(1);
             hips.rotation = test::track<glm::quat>({0.0f, 1.0f}, {turnX(0.0f), turnX(0.0f)});
             parts.moreClips = {{"Wave", {makeTracks(), hips}, {}}};
         }},
        {"anim.morph_weight_range",
         "weights from end to end",
         [](Parts& parts) {
             parts.morphTracks = {
                 {JointIndex(3), 1, test::track<float>({0.0f, 1.0f}, {0.0f, 1.0f})}};
         }},
        {"anim.morph_weight_range",
         "a spline with steep tangents",
         [](Parts& parts) {
             parts.morphTracks = {{JointIndex(3),
                                   1,
                                   {assets::Interpolation::CubicSpline,
                                    {0.0f, 1.0f},
                                    {-5.0f, 0.0f, 5.0f, 5.0f, 1.0f, -5.0f}}}};
         }},
        {"anim.unit_mismatch",
         "bones that are long, but not by a unit",
         [](Parts& parts) {
             for (glm::vec3& translation : parts.tracks.translation.values) {
                 translation *= 50.0f;
             }
         },
         {"anim.bone_stretch"}}};
    return rows;
}

} // namespace sartor::test
