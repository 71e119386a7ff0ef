// SPDX-License-Identifier: Apache-2.0
// Sets the answer to a check against what the case expects.
#pragma once

#include <sartor/io/case_expectations.h>

#include <string>
#include <string_view>

namespace sartor::io {

enum class CaseOutcome {
    Passed,
    Failed,
    Skipped ///< the answer says that there is none
};

struct CaseGrade {
    CaseOutcome outcome = CaseOutcome::Failed;
    /// Why it did not pass, in one line; what the answer says for a skipped one.
    std::string reason;
};

/// Grades one answer, an object of JSON:
///
///     load                   { "result", "crashed", "seconds", "peak_rss_mb", "opened_outside",
///                              "connected", "output_valid_utf8" }
///     diagnostic             { "diagnostics": [{ "code", "severity" }] }
///     vertex                 { "position", "normal", "tangent" }
///     vertex_set             { "rest_positions", "positions", "scale" }
///     joint_model_matrix     { "matrix" }, rows
///     joint_local            { "translation", "rotation", "scale" }
///     influences             { "influences": [[node, weight]] }
///     morph_weights          { "weights" }
///     clip_info              { "name", "duration", "channels" }
///     skeleton_info          { "joints", "joint_names", "parents" }
///     time_map               { "clip_time" }
///     ik_two_bone            { "root", "mid", "tip", "flexion_deg", "same_again" }
///     all_finite, no_nan, exit_status, output_must_not_contain    { "ok" }
///     any                    { "skip": reason } or { "refused": true }; { "error": reason } fails
///
/// Numbers are compared by component with the check's tolerance, normals and tangents with at least
/// 1e-4, quaternions up to sign. What is not a finite number fails.
CaseGrade gradeAnswer(const CaseExpectation& expectation, std::string_view answer);

} // namespace sartor::io
