// SPDX-License-Identifier: Apache-2.0
// What `sartor doctor --symptom` says.
#pragma once

#include "answer.h"
#include "options.h"

#include <string>

namespace sartor::cli {

/// "explodes, flies-away, ...": what --symptom takes.
std::string symptomNames();

/// The questions that were asked, and the cause; a finding where there is one.
/// Errors: those of explainSymptom().
Result<Answer> symptomAnswer(const import::ImportedScene& scene,
                             const FileOptions& file,
                             const std::string& symptom,
                             bool isJson);

} // namespace sartor::cli
