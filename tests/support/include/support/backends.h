// SPDX-License-Identifier: Apache-2.0
// One test on every backend: the rows of a test class whose main() is SARTOR_BACKENDS_TEST_MAIN run
// once for each. The definition SARTOR_TEST_VULKAN says that the test links the Vulkan runner.
//
//   private slots:
//       void initTestCase_data() { test::addBackendRows(); }
//       void turnsTheVertex() { QCOMPARE(test::deformed("lbs", made).positions[0], ...); }
//   ...
//   SARTOR_BACKENDS_TEST_MAIN(TstLbs)
#pragma once

#include <QCoreApplication>

#include <support/deform_fixture.h>

#ifdef SARTOR_TEST_VULKAN
#include <sartor/deform_gpu/vulkan_chain_runner.h>

#include <support/gpu_main.h>
#endif

#include <array>
#include <cstdio>
#include <memory>
#include <string>

namespace sartor::test {

#ifdef SARTOR_TEST_VULKAN

/// The device of this process; null before BackendScope and where there is none.
inline std::unique_ptr<gpu::Device>& backendDevice() {
    static std::unique_ptr<gpu::Device> device;
    return device;
}

inline bool hasVulkan() {
    return backendDevice() != nullptr;
}

/// Plans and runs one frame on the device; validation has nothing to say. Without a vertex form the
/// last stage is compute in any case.
template <deform_gpu::LastStage kLastStage>
deform::DeformedMesh deformOnVulkan(const std::string& chain, const DeformCase& deformCase) {
    gpu::Device& device = *backendDevice();
    const auto runner = require(deform_gpu::VulkanChainRunner::create(
        device, {planChain(chain, deformCase.source)}, {.lastStage = kLastStage}));
    deform::DeformedMesh mesh;
    require(runner->run(std::array{deformCase.frame()}));
    require(runner->readBack(0, mesh));
    expectNoValidationMessages(device);
    return mesh;
}

#endif

struct Backend {
    const char* name;
    bool (*isThere)();
    deform::DeformedMesh (*deform)(const std::string& chain, const DeformCase& deformCase);
};

inline constexpr std::array kBackends = {
    Backend{"cpu", [] { return true; }, deformOnCpu},
#ifdef SARTOR_TEST_VULKAN
    Backend{"vulkan", hasVulkan, deformOnVulkan<deform_gpu::LastStage::Compute>},
    Backend{"vertex", hasVulkan, deformOnVulkan<deform_gpu::LastStage::Inline>},
#endif
};

/// Call it in initTestCase_data().
inline void addBackendRows() {
    QTest::addColumn<int>("backend");
    for (std::size_t i = 0; i < kBackends.size(); ++i) {
        if (kBackends[i].isThere()) {
            QTest::newRow(kBackends[i].name) << static_cast<int>(i);
        }
    }
}

/// Plans and runs one frame on the backend of the row that runs.
inline deform::DeformedMesh deformed(const std::string& chain, const DeformCase& deformCase) {
    QFETCH_GLOBAL(int, backend);
    return kBackends[static_cast<std::size_t>(backend)].deform(chain, deformCase);
}

/// Compares the backend of the row that runs with the CPU: equal to the bit where each operation is
/// rounded on its own, elsewhere division and square root may be off by a few units in the last
/// place.
inline void compareWithCpu(const std::string& chain, const DeformCase& deformCase) {
    const deform::DeformedMesh actual = deformed(chain, deformCase);
    const deform::DeformedMesh expected = deformOnCpu(chain, deformCase);
    bool isExact = true;
#ifdef SARTOR_TEST_VULKAN
    isExact = !hasVulkan() || backendDevice()->deviceName().find("llvmpipe") != std::string::npos;
#endif
    if (isExact) {
        QVERIFY(haveEqualBits(actual, expected));
        return;
    }
    const auto compare = [](const auto& a, const auto& b) {
        QCOMPARE(a.size(), b.size());
        for (std::size_t i = 0; i < a.size(); ++i) {
            QCOMPARE_LE(maxAbsDiff(a[i], b[i]), 4e-5);
        }
    };
    compare(actual.positions, expected.positions);
    compare(actual.normals, expected.normals);
    compare(actual.tangents, expected.tangents);
}

/// Opens what the backends need and closes it before the process ends.
class BackendScope {
public:
    BackendScope() {
#ifdef SARTOR_TEST_VULKAN
        auto device = createTestDevice();
        if (device) {
            backendDevice() = *std::move(device);
        } else {
            error_ = device.error().message;
        }
#endif
    }
    ~BackendScope() {
#ifdef SARTOR_TEST_VULKAN
        backendDevice().reset();
#endif
    }
    BackendScope(const BackendScope&) = delete;
    BackendScope& operator=(const BackendScope&) = delete;
    BackendScope(BackendScope&&) = delete;
    BackendScope& operator=(BackendScope&&) = delete;

    /// Why backends are left out; empty where none is.
    const std::string& error() const {
        return error_;
    }

private:
    std::string error_;
};

template <class Test>
int runOnBackends(int argumentCount, char** arguments) {
    const BackendScope scope;
    if (!scope.error().empty()) {
        const bool isRequired = qgetenv("SARTOR_REQUIRE_VULKAN") == "1";
        std::fprintf(stderr,
                     "%s: no Vulkan device to test with: %s\n",
                     isRequired ? "FAIL" : "the CPU alone",
                     scope.error().c_str());
        if (isRequired) {
            return 1;
        }
    }
    QCoreApplication application(argumentCount, arguments);
    Test test;
    return QTest::qExec(&test, argumentCount, arguments);
}

} // namespace sartor::test

/// main() of a test class that begins with addBackendRows().
#define SARTOR_BACKENDS_TEST_MAIN(Test)                                                            \
    int main(int argumentCount, char** arguments) {                                                \
        return sartor::test::runOnBackends<Test>(argumentCount, arguments);                        \
    }
