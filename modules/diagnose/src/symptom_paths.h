// SPDX-License-Identifier: Apache-2.0
// The questions that lead from a symptom to its cause.
#pragma once

#include <sartor/diagnose/doctor.h>
#include <sartor/diagnose/experiments.h>
#include <sartor/diagnose/lint.h>
#include <sartor/diagnose/symptoms.h>

#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sartor::diagnose {

/// A character that questions are asked about. What several of them need is computed once.
class Patient {
public:
    Patient(const import::ImportedScene& scene, std::stop_token stop);

    const import::ImportedScene& scene() const { return scene_; }
    const std::stop_token& stop() const { return stop_; }
    /// Healthy where nothing is skinned. Errors: "doctor.cancelled".
    const Result<Diagnosis>& diagnosis();
    const std::vector<Diagnostic>& lint();
    /// What is not seen: a pixel of a full-HD picture that the character fills, in millimetres.
    double unseenMillimetres();
    /// The gravest finding of any of these rules; null for none. What is known to move no vertex by
    /// more than is seen in any clip is none.
    const Diagnostic* findLint(std::span<const std::string_view> rules);

private:
    const import::ImportedScene& scene_;
    std::stop_token stop_;
    std::optional<Result<Diagnosis>> diagnosis_;
    std::optional<std::vector<Diagnostic>> lint_;
    std::optional<double> unseenMillimetres_;
};

/// What a question found.
struct SymptomFinding {
    std::string finding;
    /// The rest is empty for no cause.
    std::string cause = {};
    std::string form = {};
    std::string answer = {};
    std::string remedy = {};
    std::string experiment = {};
    std::optional<std::uint32_t> clip = std::nullopt;
    float time = 0.0f;
};

struct SymptomQuestion {
    std::string question;
    std::string method;
    std::function<Result<SymptomFinding>(Patient&)> ask;
};

/// What an experiment says; never a cause by itself.
SymptomQuestion askExperiment(std::string question, std::string_view id);
/// Whether the best explanation of the doctor is of one of these categories; of any without one.
SymptomQuestion
askDoctor(std::string question, std::string_view name, std::vector<DefectCategory> categories);
/// Whether a lint rule finds something.
SymptomQuestion askLint(std::string question, std::initializer_list<std::string_view> rules);

std::vector<SymptomQuestion> explodesQuestions();
std::vector<SymptomQuestion> fliesAwayQuestions();
std::vector<SymptomQuestion> shiftedQuestions();
std::vector<SymptomQuestion> thinQuestions();
std::vector<SymptomQuestion> jittersQuestions();
std::vector<SymptomQuestion> slowQuestions();

} // namespace sartor::diagnose
