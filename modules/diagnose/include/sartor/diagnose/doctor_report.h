// SPDX-License-Identifier: Apache-2.0
// What the doctor has found, as a page to hand on.
#pragma once

#include <sartor/diagnose/doctor.h>

#include <string>
#include <string_view>

namespace sartor::diagnose {

/// Entry of defectKinds(); null for an id that is none.
const DefectKind* findDefectKind(std::string_view id);

/// What names a hypothesis in lists: "unit-times-100 (mesh)", "ibm-twice".
std::string nameOf(const Hypothesis& hypothesis);

/// The whole diagnosis in Markdown: the verdict, each cause with its evidence and what to do,
/// doubts likewise, and the measures as read and without each of them. Words of the file cannot
/// change the page's form.
std::string markdownReport(const Diagnosis& diagnosis, std::string_view fileName);

} // namespace sartor::diagnose
