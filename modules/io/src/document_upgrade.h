// SPDX-License-Identifier: Apache-2.0
// Documents of older versions, brought up to date.
#pragma once

#include "json_document.h"

#include <span>

namespace sartor::io {

/// Turns a document of one version into one of the next. It may meet anything that was written by
/// hand, and leaves alone what it does not understand.
using UpgradeStep = void (*)(Json& document);

/// Checks "format" and "version" of an object, and takes the steps that lead from its version to
/// the present one: `steps[0]` leads from 1 to 2. Errors: "document.format", "document.version",
/// "document.missing_key".
Status upgradeDocument(Json& document, std::string_view format, std::span<const UpgradeStep> steps);

} // namespace sartor::io
