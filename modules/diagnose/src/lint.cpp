// SPDX-License-Identifier: Apache-2.0
// Runs the rules and joins what the import noted.
#include "rule.h"

#include <sartor/diagnose/lint.h>

#include <algorithm>
#include <charconv>
#include <tuple>

namespace sartor::diagnose {
namespace {

Severity severityOf(import::NoteSeverity severity) {
    switch (severity) {
    case import::NoteSeverity::Info:
        return Severity::Info;
    case import::NoteSeverity::Warning:
        return Severity::Warning;
    case import::NoteSeverity::Error:
        break;
    }
    return Severity::Error;
}

// Is one path the other, or a part of it?
bool isWithin(std::string_view place, std::string_view outer) {
    return place.starts_with(outer) && (place.size() == outer.size() || place[outer.size()] == '/');
}

// The note of a mesh that is deformed at rest already; the rule says it of the skin, with numbers.
bool isNoteOnSkin(const import::ImportNote& note,
                  const Diagnostic& diagnostic,
                  const import::ImportedScene& scene) {
    return note.code == "bind.rest_is_not_bind" && diagnostic.rule == "skin.bind_residual" &&
           std::any_of(scene.instances.begin(), scene.instances.end(), [&](const auto& instance) {
               return instance.skin == diagnostic.skin &&
                      note.place == "/nodes/" + std::to_string(instance.fileNode);
           });
}

bool isSaidByRule(const import::ImportNote& note,
                  std::span<const Diagnostic> found,
                  const import::ImportedScene& scene) {
    return std::any_of(found.begin(), found.end(), [&](const Diagnostic& diagnostic) {
        const bool isAtOnePlace =
            isWithin(note.place, diagnostic.place) || isWithin(diagnostic.place, note.place);
        return (diagnostic.rule == note.code && isAtOnePlace) ||
               isNoteOnSkin(note, diagnostic, scene);
    });
}

// The index that follows the list in a path; none when there is none, or none of the scene.
std::optional<std::uint32_t>
elementOf(std::string_view place, std::string_view list, std::size_t count) {
    std::uint32_t index = 0;
    if (!place.starts_with(list)) {
        return std::nullopt;
    }
    place.remove_prefix(list.size());
    const auto [end, error] = std::from_chars(place.data(), place.data() + place.size(), index);
    return error == std::errc() && index < count ? std::optional(index) : std::nullopt;
}

Diagnostic fromNote(const import::ImportNote& note, const import::ImportedScene& scene) {
    Diagnostic diagnostic;
    diagnostic.rule = note.code;
    diagnostic.severity = severityOf(note.severity);
    diagnostic.place = note.place;
    diagnostic.message = note.message;
    diagnostic.count = note.count;
    for (std::uint32_t i = 0; i < scene.instances.size(); ++i) {
        if (isWithin(note.place, placeOf(scene.instances[i]))) {
            diagnostic.instance = i;
            diagnostic.vertices = note.examples;
            break;
        }
    }
    diagnostic.skin = elementOf(note.place, "/skins/", scene.skins.size());
    diagnostic.clip = elementOf(note.place, "/animations/", scene.clips.size());
    return diagnostic;
}

} // namespace

std::string_view titleOf(const Diagnostic& diagnostic) {
    const RuleInfo* rule = findRule(diagnostic.rule);
    return rule != nullptr ? rule->title : "Import note";
}

std::vector<Diagnostic> check(const import::ImportedScene& scene, const CheckOptions& options) {
    const SceneFacts facts = gatherFacts(scene, options);
    std::vector<Diagnostic> all;
    for (const Rule& rule : ruleTable()) {
        Findings findings(scene, rule.info);
        rule.check(facts, findings);
        std::vector<Diagnostic> found = findings.take();
        std::move(found.begin(), found.end(), std::back_inserter(all));
    }
    std::vector<Diagnostic> notes;
    for (const import::ImportNote& note : scene.report.notes) {
        if (!isSaidByRule(note, all, scene)) {
            notes.push_back(fromNote(note, scene));
        }
    }
    std::move(notes.begin(), notes.end(), std::back_inserter(all));
    std::stable_sort(all.begin(), all.end(), [](const Diagnostic& a, const Diagnostic& b) {
        return std::tie(b.severity, a.rule, a.place) < std::tie(a.severity, b.rule, b.place);
    });
    return all;
}

} // namespace sartor::diagnose
