// SPDX-License-Identifier: Apache-2.0
// Runs the rules and joins what the import noted.
#include "rule.h"

#include <sartor/diagnose/import_codes.h>
#include <sartor/diagnose/lint.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <map>
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
    return note.code == "bind.rest_is_not_bind" &&
           std::any_of(scene.instances.begin(), scene.instances.end(), [&](const auto& instance) {
               return instance.skin == diagnostic.skin &&
                      note.place == "/nodes/" + std::to_string(instance.fileNode);
           });
}

using FindingsByRule = std::map<std::string_view, std::vector<const Diagnostic*>>;

bool isSaidByRule(const import::ImportNote& note,
                  const FindingsByRule& found,
                  const import::ImportedScene& scene) {
    const auto isSaidBy = [&](std::string_view rule, auto isSame) {
        const auto of = found.find(rule);
        return of != found.end() && std::any_of(of->second.begin(), of->second.end(), isSame);
    };
    return isSaidBy(note.code,
                    [&](const Diagnostic* diagnostic) {
                        return isWithin(note.place, diagnostic->place) ||
                               isWithin(diagnostic->place, note.place);
                    }) ||
           isSaidBy("skin.bind_residual", [&](const Diagnostic* diagnostic) {
               return isNoteOnSkin(note, *diagnostic, scene);
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

// A finding at what the note is about, so that it is named as those of rules are.
Diagnostic atPlaceOf(const import::ImportNote& note, const import::ImportedScene& scene) {
    const RuleInfo code{.id = note.code, .title = {}, .explanation = {}};
    Findings findings(scene, code);
    for (std::uint32_t i = 0; i < scene.instances.size(); ++i) {
        if (isWithin(note.place, placeOf(scene.instances[i]))) {
            findings.addToInstance(i, note.message).vertices = note.examples;
            return findings.take().front();
        }
    }
    if (const auto skin = elementOf(note.place, "/skins/", scene.skins.size())) {
        return findings.addToSkin(*skin, note.message);
    }
    if (const auto clip = elementOf(note.place, "/animations/", scene.clips.size())) {
        return findings.addToClip(*clip, note.message);
    }
    if (const auto node =
            elementOf(note.place, "/nodes/", std::numeric_limits<std::uint32_t>::max())) {
        const JointIndex joint = scene.skeleton->jointOfFileNode(*node);
        if (!joint.isNone()) {
            return findings.addToJoint(joint, note.message);
        }
    }
    Diagnostic diagnostic;
    diagnostic.rule = note.code;
    diagnostic.message = note.message;
    return diagnostic;
}

} // namespace

Diagnostic fromNote(const import::ImportNote& note, const import::ImportedScene& scene) {
    Diagnostic diagnostic = atPlaceOf(note, scene);
    diagnostic.severity = severityOf(note.severity);
    diagnostic.place = note.place;
    diagnostic.count = note.count;
    return diagnostic;
}

std::string_view titleOf(const Diagnostic& diagnostic) {
    const RuleInfo* rule = findCode(diagnostic.rule);
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
    FindingsByRule byRule;
    for (const Diagnostic& diagnostic : all) {
        byRule[diagnostic.rule].push_back(&diagnostic);
    }
    std::vector<Diagnostic> notes;
    for (const import::ImportNote& note : scene.report.notes) {
        if (!isSaidByRule(note, byRule, scene)) {
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
