// SPDX-License-Identifier: Apache-2.0
// From a symptom to its cause, as text and JSON.
#include "doctor_symptom.h"

#include <sartor/diagnose/symptoms.h>
#include <sartor/io/text.h>

namespace sartor::cli {
namespace {

std::string json(const diagnose::SymptomAnswer& answer, const FileOptions& file) {
    io::JsonWriter json;
    json.beginObject().member("file", file.file.string()).member("symptom", answer.id);
    json.member("found", answer.isFound).member("cause", answer.cause);
    json.member("form", answer.form).member("answer", answer.answer);
    json.member("remedy", answer.remedy).member("experiment", answer.experiment);
    if (answer.clip) {
        json.member("clip", *answer.clip).member("time", answer.time);
    }
    json.key("steps").beginArray();
    for (const diagnose::SymptomStep& step : answer.steps) {
        json.beginObject().member("question", step.question).member("method", step.method);
        json.member("finding", step.finding).member("is_cause", step.isCause).endObject();
    }
    json.endArray();
    writeNotes(json, {});
    return json.endObject().take();
}

std::string text(const diagnose::SymptomAnswer& answer, const FileOptions& file) {
    std::string result = io::printable(file.file.string()) + ": ";
    for (const diagnose::SymptomKind& kind : diagnose::symptomKinds()) {
        result += kind.id == answer.id ? std::string(kind.title) + "\n" : "";
    }
    std::size_t number = 0;
    for (const diagnose::SymptomStep& step : answer.steps) {
        result += "\n" + std::to_string(++number) + ". " + step.question + "  [" + step.method +
                  "]\n   " + (step.isCause ? "yes: " : "") + io::printable(step.finding) + "\n";
    }
    if (!answer.isFound) {
        return result + "\nNone of this explains it.\n";
    }
    result += "\ncause: " + answer.cause + (answer.form.empty() ? "" : " (" + answer.form + ")") +
              "\n" + io::printable(answer.answer) + "\n";
    result += "what to do: " + io::printable(answer.remedy) + "\n";
    if (!answer.experiment.empty()) {
        result += "to see it: sartor experiment " + io::printable(file.file.string()) + " --run " +
                  answer.experiment + " --screenshot seen.png\n";
    }
    return result;
}

} // namespace

std::string symptomNames() {
    std::string names;
    for (const diagnose::SymptomKind& kind : diagnose::symptomKinds()) {
        names += (names.empty() ? "" : ", ") + std::string(kind.id);
    }
    return names;
}

Result<Answer> symptomAnswer(const import::ImportedScene& scene,
                             const FileOptions& file,
                             const std::string& symptom,
                             bool isJson) {
    const auto answer = diagnose::explainSymptom(scene, symptom);
    if (!answer) {
        return answer.error();
    }
    return Answer{isJson ? json(*answer, file) : text(*answer, file),
                  answer->isFound ? ExitCode::Found : ExitCode::Done};
}

} // namespace sartor::cli
