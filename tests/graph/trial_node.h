// SPDX-License-Identifier: Apache-2.0
// A type of node with every kind of pin and param, a sound graph around it, and ways to spoil that.
#pragma once

#include "compiler.h"

#include <support/graph_fixture.h>

#include <functional>

namespace sartor::test {

/// Nothing is wrong with it: "trial" reads walk and run; everything it can have is there.
graph::GraphDefinition soundTrial();

/// compile() with the type.
graph::CompileResult compileTrial(const graph::GraphDefinition& definition,
                                  std::shared_ptr<const graph::Rig> rig = smallRig());

/// One thing that can be wrong.
struct CompileRow {
    const char* name;
    std::function<void(graph::GraphDefinition&)> spoil; ///< soundTrial()
    const char* code;
    const char* path;
    const char* message; ///< part of it
    const char* node;
};
const std::vector<CompileRow>& compileRows();

} // namespace sartor::test
