// SPDX-License-Identifier: Apache-2.0
// What cases ask about blends of poses, worked out.
#pragma once

#include <sartor/import/imported_scene.h>
#include <sartor/io/case_questions.h>
#include <sartor/math/transform.h>

#include <vector>

namespace sartor::session {

/// The blended local pose. Errors: "case.unknown" where there is no such clip.
Result<std::vector<math::Transform>> blendForCase(const import::ImportedScene& scene,
                                                  const io::BlendQuestion& question);

} // namespace sartor::session
