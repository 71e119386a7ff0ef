// SPDX-License-Identifier: Apache-2.0
// crash_program FOLDER PLUGIN VERTICES: loads a plugin and runs it, with reports of crashes.
// Without PLUGIN and VERTICES it crashes by itself.
#include <sartor/deform/crash_report.h>

#include <support/deform_fixture.h>

#include <cstdlib>

using namespace sartor;

int main(int argumentCount, char** arguments) {
    if (argumentCount < 2 || !deform::installCrashReporter(arguments[1], "crash-program").isOk()) {
        return 1;
    }
    if (argumentCount < 4) {
        std::abort();
    }
    deform::PluginHost host;
    if (!host.load(arguments[2]).isOk()) {
        return 2;
    }
    test::Random random(5);
    const test::DeformCase deformCase = test::randomCase(
        random, {.vertexCount = static_cast<std::uint32_t>(std::atoi(arguments[3]))});
    const auto chain = test::require(deform::parseChain(host.deformers()[0]->id, host));
    const auto plan = test::require(deform::ChainPlan::create(chain, deformCase.source));
    const auto runner = test::require(deform::CpuChainRunner::create(plan));
    return runner->run(deformCase.frame()).isOk() ? 0 : 3;
}
