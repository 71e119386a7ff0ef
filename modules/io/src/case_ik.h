// SPDX-License-Identifier: Apache-2.0
// The questions of a case.json about inverse kinematics.
#pragma once

#include "json_document.h"

#include <sartor/io/case_questions.h>

namespace sartor::io {

/// `moment`: that of the check.
TwoBoneIkQuestion twoBoneIkOf(const JsonObject& check, CaseMoment moment);

/// Gives every question about findings of the family "ik." the chains of its input.
void addChains(CaseQuestions& questions);

} // namespace sartor::io
