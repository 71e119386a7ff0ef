// SPDX-License-Identifier: Apache-2.0
// Asks the questions of a symptom in their order.
#include "skinned_parts.h"
#include "symptom_paths.h"
#include "text.h"

#include <sartor/diagnose/surface.h>
#include <sartor/diagnose/symptoms.h>
#include <sartor/pose/local_to_model.h>
#include <sartor/pose/matrix_palette.h>

#include <algorithm>
#include <array>
#include <utility>

namespace sartor::diagnose {
namespace {

constexpr std::array kKinds = {
    SymptomKind{"explodes",
                "It explodes",
                "The mesh is twisted, torn, turned inside out or not there at all, at rest or as "
                "soon as it moves."},
    SymptomKind{"flies-away",
                "Parts fly away",
                "Most of the character is right, but some vertices or a whole part go elsewhere."},
    SymptomKind{"shifted",
                "It is shifted, but its shape is kept",
                "The mesh as a whole is beside, above, turned or larger than its skeleton."},
    SymptomKind{"thin",
                "It is thin at a joint",
                "A bent or twisted joint loses its volume: candy wrapper, collapsing elbow."},
    SymptomKind{
        "jitters", "It jitters", "The character trembles, swims or jumps while a clip plays."},
    SymptomKind{"slow", "It is too slow", "Deforming the character takes too long."}};

struct Path {
    bool needsSkin = true;
    std::vector<SymptomQuestion> (*questions)() = nullptr;
};
/// In the order of kKinds.
constexpr std::array kPaths = {Path{true, explodesQuestions},
                               Path{true, fliesAwayQuestions},
                               Path{true, shiftedQuestions},
                               Path{true, thinQuestions},
                               Path{false, jittersQuestions},
                               Path{false, slowQuestions}};
static_assert(kPaths.size() == kKinds.size());

Error unknownSymptom(std::string_view id) {
    std::string known;
    for (const SymptomKind& kind : kKinds) {
        known += (known.empty() ? "" : ", ") + std::string(kind.id);
    }
    return {"doctor.unknown_symptom",
            "there is no symptom '" + std::string(id) + "'; there are " + known};
}

bool isSkinned(const import::ImportedScene& scene) {
    return std::any_of(
        scene.instances.begin(), scene.instances.end(), [&](const import::MeshInstance& instance) {
            return instance.skin && instance.mesh->fileInfluences() != nullptr &&
                   scene.skins[*instance.skin]->jointCount() > 0;
        });
}

/// With each measurement once.
std::string nothingFound(const SymptomAnswer& answer) {
    std::string text = "None of the " + formatCount(answer.steps.size(), "question", "questions") +
                       " explains it. Measured:";
    for (const SymptomStep& step : answer.steps) {
        if (text.find(step.finding) == std::string::npos) {
            text += " " + step.finding;
        }
    }
    return text;
}

} // namespace

Patient::Patient(const import::ImportedScene& scene, std::stop_token stop)
    : scene_(scene), stop_(std::move(stop)) {}

const Result<Diagnosis>& Patient::diagnosis() {
    if (!diagnosis_) {
        diagnosis_ = examine(scene_, {.stop = stop_});
        if (!*diagnosis_ && diagnosis_->error().code == "doctor.no_skin") {
            diagnosis_ = Diagnosis{};
        }
    }
    return *diagnosis_;
}

const std::vector<Diagnostic>& Patient::lint() {
    if (!lint_) {
        lint_ = check(scene_);
    }
    return *lint_;
}

double Patient::unseenMillimetres() {
    if (!unseenMillimetres_) {
        const std::vector<math::Affine> modelFromJoint =
            pose::modelFromJointAtRest(*scene_.skeleton);
        double size = 0.0;
        for (const SkinnedPart& part : findSkinnedParts(scene_)) {
            const import::MeshInstance& instance = scene_.instances[part.instance];
            const assets::Skin& skin = *scene_.skins[*instance.skin];
            std::vector<math::Affine> modelFromBind(skin.jointCount());
            pose::matrixPalette(modelFromJoint, skin.joints(), skin.jointFromBind(), modelFromBind);
            size = std::max(
                size, extentOf(blendPositions(*instance.mesh, *part.influences, modelFromBind)));
        }
        unseenMillimetres_ = size * 1000.0 * static_cast<double>(scene_.metresPerUnit) / 1080.0;
    }
    return *unseenMillimetres_;
}

const Diagnostic* Patient::findLint(std::span<const std::string_view> rules) {
    const auto found =
        std::find_if(lint().begin(), lint().end(), [&](const Diagnostic& diagnostic) {
            const bool isUnseen = diagnostic.millimetres && !scene_.clips.empty() &&
                                  *diagnostic.millimetres < unseenMillimetres();
            return !isUnseen &&
                   std::find(rules.begin(), rules.end(), diagnostic.rule) != rules.end();
        });
    return found != lint().end() ? &*found : nullptr;
}

std::span<const SymptomKind> symptomKinds() {
    return kKinds;
}

Result<SymptomAnswer> explainSymptom(const import::ImportedScene& scene,
                                     std::string_view id,
                                     const SymptomOptions& options) {
    const auto kind = std::find_if(
        kKinds.begin(), kKinds.end(), [&](const SymptomKind& known) { return known.id == id; });
    if (kind == kKinds.end()) {
        return unknownSymptom(id);
    }
    const Path& path = kPaths[static_cast<std::size_t>(kind - kKinds.begin())];
    if (path.needsSkin && !isSkinned(scene)) {
        return Error{"doctor.no_skin",
                     "'" + scene.path.string() + "' holds no mesh that a skin deforms"};
    }
    Patient patient(scene, options.stop);
    SymptomAnswer answer;
    answer.id = id;
    for (const SymptomQuestion& question : path.questions()) {
        if (options.stop.stop_requested()) {
            return Error{"doctor.cancelled", "the examination was cancelled"};
        }
        Result<SymptomFinding> found = question.ask(patient);
        if (!found) {
            return found.error();
        }
        const bool isCause = !found->cause.empty();
        answer.steps.push_back({question.question, question.method, found->finding, isCause});
        if (options.onStep) {
            options.onStep(answer.steps.back());
        }
        if (isCause) {
            answer.isFound = true;
            answer.cause = std::move(found->cause);
            answer.form = std::move(found->form);
            answer.answer = std::move(found->answer);
            answer.remedy = std::move(found->remedy);
            answer.experiment = std::move(found->experiment);
            answer.clip = found->clip;
            answer.time = found->time;
            return answer;
        }
    }
    answer.answer = nothingFound(answer);
    return answer;
}

} // namespace sartor::diagnose
