// SPDX-License-Identifier: Apache-2.0
// Looks through MD5 text before Assimp does, whose loader trusts every index and count in it.
#pragma once

#include <sartor/base/result.h>

#include <string_view>

namespace sartor::import {

/// Grammar, counts and indices of a .md5mesh file: joints form trees, weights name joints,
/// vertices name weights, triangles name vertices, and every list is as long as it says, with one
/// entry for each index.
///
/// Errors: "md5.syntax" (a number that is not finite too), "md5.count", "md5.index_out_of_range",
/// "md5.duplicate_index", "hier.cycle"; all but the last name the line. Cost: O(length).
Status checkMd5Mesh(std::string_view text);

/// The same for a .md5anim file: joints form trees, animated components lie inside of a frame, and
/// every frame is complete.
Status checkMd5Anim(std::string_view text);

} // namespace sartor::import
