// SPDX-License-Identifier: Apache-2.0
// What messages call a mesh of a file.
#pragma once

#include <sartor/import/imported_scene.h>

#include <string>

namespace sartor::import {

/// "mesh 'Body'", or "mesh #3" for one without a name.
inline std::string meshText(const MeshInstance& instance) {
    return instance.meshName.empty() ? "mesh #" + std::to_string(instance.fileMesh)
                                     : "mesh '" + instance.meshName + "'";
}

} // namespace sartor::import
