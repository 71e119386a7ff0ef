// SPDX-License-Identifier: Apache-2.0
// What the doctor has found, as a page to hand on.
#include "text.h"

#include <sartor/diagnose/doctor_report.h>

#include <algorithm>

namespace sartor::diagnose {

namespace {

/// As part of a line: characters that mean something to Markdown stand for themselves.
std::string escaped(std::string_view text) {
    std::string result;
    for (const char c : text) {
        if (c == '\n' || c == '\r') {
            result += ' ';
            continue;
        }
        if (std::string_view("\\`*[]<>|#").find(c) != std::string_view::npos) {
            result += '\\';
        }
        result += c;
    }
    return result;
}

std::string item(std::string_view name, std::string_view text) {
    return text.empty() ? std::string() : "- " + std::string(name) + ": " + escaped(text) + "\n";
}

std::string row(const std::string& name, const CharacterFit& fit) {
    return "| " + escaped(name) + " | " + formatNumber(fit.bindResidual) + " | " +
           formatNumber(fit.bindSpread) + " | " + formatNumber(fit.locality) + " | " +
           formatNumber(fit.stretch) + " | " + formatNumber(fit.weightError) + " | " +
           std::to_string(fit.badIndexCount) + " |\n";
}

std::string section(const Hypothesis& hypothesis, std::size_t rank) {
    const DefectKind* kind = findDefectKind(hypothesis.id);
    std::string text = "\n## " + std::to_string(rank) + ". " +
                       escaped(kind == nullptr ? hypothesis.id : kind->title) + "\n\n`" +
                       nameOf(hypothesis) + "`, score " + formatNumber(hypothesis.score) + "\n\n";
    text += item("Why", hypothesis.explanation);
    text += item("Seen", hypothesis.evidence);
    text += item("Fix", hypothesis.fix);
    if (kind != nullptr) {
        text += item("At its source", kind->remedy);
    }
    for (const std::string& other : hypothesis.sameAs) {
        text += "- Cannot be told from `" + other + "`: both repairs deform alike\n";
    }
    if (!hypothesis.canRepair) {
        text += "- Cannot be mended: the file no longer holds what is needed\n";
    }
    for (const Hypothesis& next : hypothesis.then) {
        text += "- Then `" + next.id + "` (" + next.form + "): " + next.evidence + "\n";
    }
    if (!hypothesis.remains.empty()) {
        text += item("Left unexplained after that", hypothesis.remains);
    }
    return text;
}

} // namespace

const DefectKind* findDefectKind(std::string_view id) {
    const auto kinds = defectKinds();
    const auto kind = std::find_if(
        kinds.begin(), kinds.end(), [id](const DefectKind& known) { return known.id == id; });
    return kind == kinds.end() ? nullptr : &*kind;
}

std::string nameOf(const Hypothesis& hypothesis) {
    return hypothesis.form.empty() ? hypothesis.id : hypothesis.id + " (" + hypothesis.form + ")";
}

std::string markdownReport(const Diagnosis& diagnosis, std::string_view fileName) {
    std::string text = "# " + escaped(fileName) + "\n\n" + escaped(diagnosis.summary) + "\n";
    std::size_t rank = 0;
    for (const Hypothesis& hypothesis : diagnosis.hypotheses) {
        text += section(hypothesis, ++rank);
    }
    if (!diagnosis.doubts.empty()) {
        text += "\nWhat follows may be wrong, or meant; whoever made the file knows.\n";
    }
    for (const Hypothesis& doubt : diagnosis.doubts) {
        text += section(doubt, ++rank);
    }
    text += "\n|  | bind residual | bind spread | locality | stretch | weight error | bad indices "
            "|\n|---|---:|---:|---:|---:|---:|---:|\n";
    text += row("as read", diagnosis.asRead);
    for (const auto* hypotheses : {&diagnosis.hypotheses, &diagnosis.doubts}) {
        for (const Hypothesis& hypothesis : *hypotheses) {
            text += row("without " + nameOf(hypothesis), hypothesis.repaired);
        }
    }
    return text;
}

} // namespace sartor::diagnose
