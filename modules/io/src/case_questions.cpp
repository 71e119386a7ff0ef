// SPDX-License-Identifier: Apache-2.0
// The questions of a case.json. What is expected is not looked at here.
#include "case_blend.h"
#include "case_ik.h"
#include "case_json.h"
#include "case_root_motion.h"

#include <sartor/io/case_questions.h>

#include <algorithm>
#include <charconv>
#include <set>
#include <utility>

namespace sartor::io {
namespace {

constexpr auto kNoKeys = std::initializer_list<const char*>{};

pose::PlaybackMode modeOf(const JsonObject& object) {
    const std::string mode = object.text("mode", "once");
    if (mode != "once" && mode != "loop") {
        failDocument("value", object.placeOf("mode"), "expected \"once\" or \"loop\"");
    }
    return mode == "loop" ? pose::PlaybackMode::Loop : pose::PlaybackMode::Once;
}

pose::Playback playbackOf(const JsonObject& object) {
    return {.mode = modeOf(object),
            .speed = object.number("speed", 1.0),
            .start = object.number("start", 0.0)};
}

CaseMoment momentOf(const JsonObject& check) {
    CaseMoment moment;
    moment.clip = check.optionalIndex("clip");
    if (check.has("playback")) {
        moment.playback = playbackOf(check.object("playback"));
    }
    if (!check.has("at")) {
        // Without a clip all times are one.
        moment.time = moment.clip ? check.number("time") : check.number("time", 0.0);
        return moment;
    }
    const std::string at = check.text("at");
    if (at != "end" && at != "half") {
        failDocument("value", check.placeOf("at"), "expected \"end\" or \"half\"");
    }
    moment.place = at == "end" ? CaseMoment::Place::End : CaseMoment::Place::Half;
    return moment;
}

CaseNode nodeOf(const JsonObject& check) {
    CaseNode node{.index = check.optionalIndex("node"), .name = check.text("name", "")};
    if (!node.index && node.name.empty()) {
        failDocument("missing_key", check.place(), "expected 'node' or 'name'");
    }
    return node;
}

std::string deformerOf(const JsonObject& check) {
    return check.text("deformer", "lbs");
}

/// One text, or a list of them.
std::vector<std::string> textsOf(const JsonObject& check, const char* key) {
    return check.at(key).is_string() ? std::vector{check.text(key)} : check.texts(key);
}

LoadQuestion loadOf(const JsonObject& check) {
    LoadQuestion question{.maximumSeconds = check.number("max_seconds"),
                          .maximumMegabytes = check.number("max_rss_mb"),
                          .mustNotOpen = {}};
    if (question.maximumSeconds <= 0.0 || question.maximumMegabytes <= 0.0) {
        failDocument("value", check.place(), "expected limits above zero");
    }
    if (check.has("must_not_open")) {
        for (std::string& path : textsOf(check, "must_not_open")) {
            question.mustNotOpen.emplace_back(std::move(path));
        }
    }
    return question;
}

VertexQuestion vertexOf(const JsonObject& check) {
    VertexQuestion question;
    question.moment = momentOf(check);
    question.node = check.optionalIndex("node");
    question.primitive = check.optionalIndex("primitive").value_or(0);
    if (question.node) {
        question.vertex = check.index("vertex");
    } else {
        question.meshName = check.text("mesh_name");
        question.restPosition = check.vector("rest_position");
    }
    question.deformer = deformerOf(check);
    const std::string rootMotion = check.text("root_motion", "");
    if (!rootMotion.empty() && rootMotion != "extracted") {
        failDocument("value", check.placeOf("root_motion"), "expected \"extracted\"");
    }
    question.isRootMotionExtracted = !rootMotion.empty();
    if (const auto root = check.optionalIndex("root")) {
        question.root = CaseNode{.index = root, .name = ""};
    }
    question.extracted = componentsOf(check);
    return question;
}

decltype(CaseQuestion::body) diagnosticOf(const JsonObject& check) {
    // Of the code only its family is looked at: whether there is anything that could say it.
    const std::string code = check.text("code");
    if (code.starts_with("dqs.")) {
        return UnansweredQuestion{"nothing says 'dqs...' yet"};
    }
    DiagnosticQuestion question{.isAboutIk = code.starts_with("ik."), .chains = {}};
    if (question.isAboutIk && check.has("chain")) {
        question.chains.push_back(twoBoneIkOf(check, momentOf(check)));
    }
    return question;
}

SkeletonInfoQuestion skeletonOf(const JsonObject& check) {
    SkeletonInfoQuestion question{.skin = check.index("skin"), .nodes = {}};
    if (!check.has("parents")) {
        return question;
    }
    for (const auto& [key, ignored] : check.at("parents").items()) {
        std::uint32_t node = 0;
        const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), node);
        if (error != std::errc() || end != key.data() + key.size()) {
            failDocument("value", check.placeOf("parents"), "'" + key + "' is not a node");
        }
        question.nodes.push_back(node);
    }
    return question;
}

FiniteQuestion finiteOf(const JsonObject& check, bool isInfinityAllowed) {
    FiniteQuestion question{
        .moments = {}, .deformer = deformerOf(check), .isInfinityAllowed = isInfinityAllowed};
    CaseMoment moment;
    moment.clip = check.optionalIndex("clip");
    if (check.has("playback")) {
        moment.playback = playbackOf(check.object("playback"));
    }
    for (const double time : check.numbers("times")) {
        moment.time = time;
        question.moments.push_back(moment);
    }
    return question;
}

OutputQuestion outputOf(const JsonObject& check) {
    return {.texts = textsOf(check, "text")};
}

/// How one kind of check is read.
struct Kind {
    const char* name;
    /// Keys that only this kind has, also those of its expectation.
    std::initializer_list<const char*> keys;
    decltype(CaseQuestion::body) (*read)(const JsonObject& check);
};

template <auto read>
decltype(CaseQuestion::body) readAs(const JsonObject& check) {
    return read(check);
}

const Kind kKinds[] = {
    {"load",
     {"result",
      "prefer",
      "must_not_crash",
      "max_seconds",
      "max_rss_mb",
      "must_not_open",
      "must_not_connect",
      "output_must_be_valid_utf8"},
     readAs<loadOf>},
    {"diagnostic",
     {"code", "severity", "node", "mesh", "primitive", "vertices", "skin", "joint", "clip"},
     diagnosticOf},
    {"vertex",
     {"clip",
      "time",
      "at",
      "playback",
      "node",
      "mesh",
      "primitive",
      "vertex",
      "rest_position",
      "mesh_name",
      "deformer",
      "root_motion",
      "root",
      "extract",
      "position",
      "normal",
      "tangent"},
     readAs<vertexOf>},
    {"vertex_set",
     {"clip",
      "time",
      "at",
      "playback",
      "deformer",
      "allow_uniform_scale",
      "rest_positions",
      "positions"},
     [](const JsonObject& check) -> decltype(CaseQuestion::body) {
         return VertexSetQuestion{momentOf(check), deformerOf(check)};
     }},
    {"joint_model_matrix",
     {"clip", "time", "at", "playback", "node", "name", "matrix"},
     [](const JsonObject& check) -> decltype(CaseQuestion::body) {
         return JointModelMatrixQuestion{momentOf(check), nodeOf(check)};
     }},
    {"joint_local",
     {"clip", "time", "at", "playback", "node", "name", "translation", "rotation", "scale"},
     [](const JsonObject& check) -> decltype(CaseQuestion::body) {
         return JointLocalQuestion{momentOf(check), nodeOf(check)};
     }},
    {"influences",
     {"node", "mesh", "primitive", "vertex", "rest_position", "expected"},
     [](const JsonObject& check) -> decltype(CaseQuestion::body) {
         return InfluencesQuestion{check.index("node"),
                                   check.optionalIndex("primitive").value_or(0),
                                   check.index("vertex")};
     }},
    {"morph_weights",
     {"clip", "time", "at", "playback", "node", "name", "weights"},
     [](const JsonObject& check) -> decltype(CaseQuestion::body) {
         return MorphWeightsQuestion{momentOf(check), nodeOf(check)};
     }},
    {"clip_info",
     {"clip", "name", "duration", "duration_any_of", "channels"},
     [](const JsonObject& check) -> decltype(CaseQuestion::body) {
         return ClipInfoQuestion{check.index("clip")};
     }},
    {"skeleton_info", {"skin", "joints", "joint_names", "parents"}, readAs<skeletonOf>},
    {"time_map",
     {"clip", "start", "elapsed", "speed", "mode", "clip_time"},
     [](const JsonObject& check) -> decltype(CaseQuestion::body) {
         return TimeMapQuestion{check.index("clip"), playbackOf(check), check.number("elapsed")};
     }},
    {"all_finite",
     {"clip", "times", "deformer", "playback", "include_bounds", "include_normals"},
     [](const JsonObject& check) -> decltype(CaseQuestion::body) {
         return finiteOf(check, false);
     }},
    {"no_nan",
     {"clip", "times", "deformer", "playback", "include_bounds", "include_normals"},
     [](const JsonObject& check) -> decltype(CaseQuestion::body) { return finiteOf(check, true); }},
    {"exit_status",
     kNoKeys,
     [](const JsonObject&) -> decltype(CaseQuestion::body) { return ExitStatusQuestion{}; }},
    {"output_must_not_contain", {"text"}, readAs<outputOf>},
    {"blend",
     {"node", "name", "inputs", "base", "additive", "rotation", "translation", "scale"},
     readAs<blendOf>},
    {"root_motion",
     {"clip", "root", "from_time", "to_time", "loops", "extract", "translation", "rotation"},
     readAs<rootMotionOf>},
    {"root_motion_total",
     {"clip", "root", "duration_seconds", "step", "mode", "extract", "translation", "rotation"},
     readAs<rootMotionTotalOf>},
    {"root_motion_residual",
     {"clip", "root", "time", "extract", "translation", "rotation"},
     readAs<rootMotionResidualOf>},
    {"root_motion_composite",
     {"clip", "root", "node", "time", "extract", "matrix"},
     readAs<rootMotionCompositeOf>},
    {"root_motion_blend",
     {"root", "inputs", "from_time", "to_time", "extract", "translation", "rotation"},
     readAs<rootMotionBlendOf>},
    {"ik_two_bone",
     {"clip",
      "time",
      "chain",
      "target",
      "pole_direction",
      "pole_position",
      "lengths",
      "mid",
      "tip",
      "limits",
      "flexion_deg",
      "deterministic"},
     [](const JsonObject& check) -> decltype(CaseQuestion::body) {
         return twoBoneIkOf(check, momentOf(check));
     }},
};

bool isOneOf(const std::string& key, std::initializer_list<const char*> keys) {
    return std::find(keys.begin(), keys.end(), key) != keys.end();
}

void applySettings(const JsonObject& check, CaseQuestion& question) {
    question.maximumInfluences = check.optionalIndex("max_influences").value_or(0);
    if (!check.has("when") || check.at("when") == "loaded") {
        return;
    }
    const JsonObject when = check.object("when");
    for (const auto& [key, value] : check.at("when").items()) {
        if (key != "max_influences") {
            failDocument("value", when.placeOf(key.c_str()), "there is no such setting");
        }
        question.maximumInfluences = when.index("max_influences");
    }
}

void remarkOnKeys(const JsonObject& check,
                  const Json& json,
                  const Kind& kind,
                  std::vector<std::string>& remarks) {
    for (const auto& [key, value] : json.items()) {
        if (!isOneOf(
                key,
                {"id", "kind", "input", "note", "tolerance", "when", "any_of", "max_influences"}) &&
            !isOneOf(key, kind.keys)) {
            remarks.push_back(check.place() + ": key '" + key + "' has no effect");
        }
    }
}

CaseQuestion questionOf(const JsonObject& check, const Json& json, CaseQuestions& questions) {
    CaseQuestion question;
    question.check = check.text("id");
    question.kind = check.text("kind");
    question.input = questions.inputs[0];
    try {
        question.input = check.text("input", questions.inputs[0].c_str());
        if (std::find(questions.inputs.begin(), questions.inputs.end(), question.input) ==
            questions.inputs.end()) {
            failDocument("value", check.placeOf("input"), "expected one of the inputs of the case");
        }
        const auto kind = std::find_if(std::begin(kKinds), std::end(kKinds), [&](const Kind& k) {
            return question.kind == k.name;
        });
        if (kind == std::end(kKinds)) {
            failDocument("value",
                         check.placeOf("kind"),
                         "there is no kind of check '" + question.kind + "'");
        }
        remarkOnKeys(check, json, *kind, questions.remarks);
        question.body = kind->read(check);
        applySettings(check, question);
    } catch (const DocumentFailure& failure) {
        question.input = questions.inputs[0];
        question.body = InvalidQuestion{failure.error.message};
    }
    return question;
}

void readInputs(const JsonObject& root, CaseQuestions& questions) {
    questions.inputs = root.texts("inputs");
    if (questions.inputs.empty()) {
        failDocument("value", "/inputs", "expected at least one file");
    }
    for (std::size_t i = 0; i < questions.inputs.size(); ++i) {
        const std::filesystem::path input = questions.inputs[i];
        const bool isOutside =
            input.empty() || input.is_absolute() || *input.lexically_normal().begin() == "..";
        if (isOutside) {
            failDocument("value",
                         "/inputs/" + std::to_string(i),
                         "expected a file in the folder of the case");
        }
    }
}

} // namespace

Result<CaseQuestions> readCaseQuestions(const std::filesystem::path& folder) {
    const Result<CaseJson> json = readCaseJson(folder);
    if (!json) {
        return json.error();
    }
    CaseQuestions questions;
    questions.folder = folder;
    try {
        const JsonObject root(json->document, "");
        questions.id = root.text("id");
        questions.className = root.text("class", "own");
        readInputs(root, questions);
        const Json& checks = root.at("checks");
        for (std::size_t i = 0; i < checks.size(); ++i) {
            const JsonObject check(checks[i], CaseJson::placeOfCheck(i));
            questions.questions.push_back(questionOf(check, checks[i], questions));
        }
        addChains(questions);
        for (const auto& [key, value] : json->document.items()) {
            if (!isOneOf(key,
                         {"id",
                          "class",
                          "title",
                          "source",
                          "related",
                          "inputs",
                          "well_formed",
                          "khronos_validator",
                          "what_happens_elsewhere",
                          "root_cause",
                          "right_behaviour",
                          "checks"})) {
                questions.remarks.push_back("/: key '" + key + "' has no effect");
            }
        }
    } catch (const DocumentFailure& failure) {
        return inCase(*json, failure.error);
    }
    for (std::string& remark : questions.remarks) {
        remark = json->path + ": " + remark;
    }
    for (CaseQuestion& question : questions.questions) {
        if (auto* invalid = std::get_if<InvalidQuestion>(&question.body)) {
            invalid->problem = json->path + ": " + invalid->problem;
        }
    }
    return questions;
}

} // namespace sartor::io
