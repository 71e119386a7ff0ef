// SPDX-License-Identifier: Apache-2.0
// What an FBX file asks for and Assimp hands over nothing of.
#pragma once

#include "notes.h"

#include <string_view>

namespace sartor::import {

/// Looks through the bytes of a file, text or binary, for skinning that is not linear and for
/// geometric transforms, and says so in notes. Cost: O(length).
void reportFbxLosses(std::string_view content, Notes& notes);

} // namespace sartor::import
