// SPDX-License-Identifier: Apache-2.0
// The questions of a case.json about inverse kinematics.
#include "case_ik.h"

#include <algorithm>
#include <string>
#include <utility>

namespace sartor::io {
namespace {

/// {"node", "kind": "flexion", "min_deg", "max_deg"}; several narrow each other.
void addLimits(const JsonObject& check, TwoBoneIkQuestion& question) {
    for (const JsonObject& limit : check.objects("limits")) {
        if (limit.text("kind") != "flexion") {
            failDocument("value", limit.placeOf("kind"), "expected \"flexion\"");
        }
        if (limit.index("node") != question.chain[1]) {
            failDocument("value",
                         limit.placeOf("node"),
                         "expected the middle joint, node " + std::to_string(question.chain[1]));
        }
        question.minimumDegrees = std::max(question.minimumDegrees, limit.number("min_deg", 0.0));
        question.maximumDegrees = std::min(question.maximumDegrees, limit.number("max_deg", 180.0));
        if (question.minimumDegrees > question.maximumDegrees) {
            failDocument("value",
                         limit.place(),
                         "expected a minimum, 180 degrees at most, that is not above the maximum");
        }
    }
}

} // namespace

TwoBoneIkQuestion twoBoneIkOf(const JsonObject& check, CaseMoment moment) {
    TwoBoneIkQuestion question;
    question.moment = std::move(moment);
    const std::vector<std::uint32_t> chain = check.indices("chain");
    if (chain.size() != question.chain.size()) {
        failDocument("value", check.placeOf("chain"), "expected three nodes: root, middle, tip");
    }
    std::copy(chain.begin(), chain.end(), question.chain.begin());
    question.target = check.vector("target");
    if (check.has("pole_direction")) {
        question.poleDirection = check.vector("pole_direction");
    }
    if (check.has("pole_position")) {
        question.polePosition = check.vector("pole_position");
    }
    if (check.has("limits")) {
        addLimits(check, question);
    }
    return question;
}

void addChains(CaseQuestions& questions) {
    for (CaseQuestion& question : questions.questions) {
        auto* diagnostic = std::get_if<DiagnosticQuestion>(&question.body);
        if (diagnostic == nullptr || !diagnostic->isAboutIk || !diagnostic->chains.empty()) {
            continue;
        }
        for (const CaseQuestion& other : questions.questions) {
            const auto* ik = std::get_if<TwoBoneIkQuestion>(&other.body);
            if (ik != nullptr && other.input == question.input) {
                diagnostic->chains.push_back(*ik);
            }
        }
    }
}

} // namespace sartor::io
