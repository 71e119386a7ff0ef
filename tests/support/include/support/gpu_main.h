// SPDX-License-Identifier: Apache-2.0
// Start of tests that need a Vulkan device: without one they are skipped as a whole, or fail when
// the environment variable SARTOR_REQUIRE_VULKAN is 1.
#pragma once

#include <sartor/gpu/device.h>

#include <QCoreApplication>
#include <QtTest/qtest.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

namespace sartor::test {

/// What ctest counts as skipped.
inline constexpr int kSkippedExitCode = 77;

/// Fails the test that runs when the validation layer has said anything.
inline void expectNoValidationMessages(const gpu::Device& device) {
    for (const std::string& message : device.validationMessages()) {
        QFAIL(message.c_str());
    }
}

/// The device of a test executable. It validates, unless SARTOR_VALIDATION is 0.
inline Result<std::unique_ptr<gpu::Device>>
createTestDevice(gpu::Staging staging = gpu::Staging::WhenNeeded) {
    const char* validation = std::getenv("SARTOR_VALIDATION");
    const bool isOff = validation != nullptr && std::string_view(validation) == "0";
    return gpu::Device::create(
        {.validation = isOff ? gpu::Validation::Off : gpu::Validation::On, .staging = staging});
}

template <class Test, class Application = QCoreApplication>
int runGpuTest(int argumentCount, char** arguments) {
    {
        const auto device = createTestDevice();
        if (!device) {
            const char* required = std::getenv("SARTOR_REQUIRE_VULKAN");
            const bool isRequired = required != nullptr && std::string_view(required) == "1";
            std::fprintf(stderr,
                         "%s: no Vulkan device to test with: %s (%s)\n",
                         isRequired ? "FAIL" : "SKIP",
                         device.error().message.c_str(),
                         device.error().code.c_str());
            return isRequired ? 1 : kSkippedExitCode;
        }
    }
    Application application(argumentCount, arguments);
    Test test;
    return QTest::qExec(&test, argumentCount, arguments);
}

} // namespace sartor::test

/// main() of a GPU test; the class has a default constructor.
#define SARTOR_GPU_TEST_MAIN(Test)                                                                 \
    int main(int argumentCount, char** arguments) {                                                \
        return sartor::test::runGpuTest<Test>(argumentCount, arguments);                           \
    }
