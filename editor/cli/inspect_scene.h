// SPDX-License-Identifier: Apache-2.0
// The contents of a file as JSON and as text.
#pragma once

#include "options.h"

#include <sartor/import/imported_scene.h>

#include <string>

namespace sartor::cli {

std::string sceneJson(const import::ImportedScene& scene, const FileOptions& file);
std::string sceneText(const import::ImportedScene& scene);

} // namespace sartor::cli
