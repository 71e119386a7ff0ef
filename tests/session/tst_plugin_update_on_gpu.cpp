// SPDX-License-Identifier: Apache-2.0
// A plugin that changes while a session runs it on the device, as compute and in the vertex shader.
#include <sartor/session/session.h>

#include <QTemporaryDir>
#include <QtTest>

#include <support/gpu_main.h>
#include <support/require.h>
#include <support/scene_builder.h>
#include <support/verify_ok.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

using namespace sartor;
using session::Backend;
using session::Session;

namespace {

const glm::vec3 kPlace(2.0f, 1.0f, 0.5f);
// The plugin's other build moves x to the next float.
const glm::vec3 kNext(std::nextafter(2.0f, std::numeric_limits<float>::infinity()), 1.0f, 0.5f);

struct Lbs {
    QTemporaryDir temporary;
    std::filesystem::path root = temporary.path().toStdString();
    std::filesystem::path plugin = root / "lbs.sartorplugin";

    void replace(const std::filesystem::path& build) const {
        std::filesystem::copy_file(build, root / "new");
        std::filesystem::rename(root / "new", plugin);
    }
    static std::filesystem::path original() { return SARTOR_PLUGIN_DIR "/lbs.sartorplugin"; }
    static std::filesystem::path mutant(const std::string& name) {
        return std::filesystem::path(SARTOR_MUTANT_DIR) / (name + ".sartorplugin");
    }
};

Result<std::unique_ptr<Session>> makeSession(const Lbs& lbs, Backend backend, gpu::Device& device) {
    test::SceneBuilder builder;
    const JointIndex still = builder.joint("still");
    assets::MeshData data;
    data.name = "points";
    data.positions.assign(3, kPlace);
    data.influences = test::fileInfluences({{{0, 1.0f}}, {{0, 1.0f}}, {{0, 1.0f}}});
    builder.mesh(data, still, builder.skin("skin", {still}));
    session::SessionOptions options;
    options.pluginFolders = {lbs.root};
    options.chain = "lbs";
    options.backend = backend;
    options.device = &device;
    return Session::create(builder.build(), options);
}

} // namespace

class TstPluginUpdateOnGpu : public QObject {
    Q_OBJECT

private slots:
    void theDeviceRunsTheNewBuild_data() {
        QTest::addColumn<Backend>("backend");
        QTest::addColumn<QString>("mutant");
        QTest::newRow("compute") << Backend::Vulkan << "one_ulp";
        QTest::newRow("vertex shader") << Backend::Vertex << "vertex_one_ulp";
    }

    void theDeviceRunsTheNewBuild() {
        QFETCH(const Backend, backend);
        QFETCH(const QString, mutant);
        const auto device = test::require(test::createTestDevice());
        {
            const Lbs lbs;
            lbs.replace(Lbs::original());
            const auto made = makeSession(lbs, backend, *device);
            SARTOR_VERIFY_OK(made);
            Session& session = **made;
            const auto isAt = [&session](const glm::vec3& place) {
                SARTOR_ASSERT(session.evaluate(0.0).isOk());
                const auto positions = session.frame(0).positions;
                return std::ranges::all_of(positions,
                                           [&](const glm::vec3& at) { return at == place; });
            };
            QVERIFY(isAt(kPlace));
            lbs.replace(Lbs::mutant(mutant.toStdString()));
            QVERIFY(isAt(kPlace)); // it was not asked to look
            const auto update = session.reloadPlugin(lbs.plugin);
            SARTOR_VERIFY_OK(update);
            QCOMPARE(update->changes.size(), std::size_t{1});
            QVERIFY(isAt(kNext));
            // What is broken keeps the build that runs.
            std::filesystem::resize_file(lbs.plugin, 1024);
            QCOMPARE(session.reloadPlugin(lbs.plugin).error().code,
                     std::string("plugin.truncated"));
            QVERIFY(isAt(kNext));
            lbs.replace(Lbs::original());
            SARTOR_VERIFY_OK(session.reloadPlugin(lbs.plugin));
            QVERIFY(isAt(kPlace));
        }
        test::expectNoValidationMessages(*device);
    }
};

SARTOR_GPU_TEST_MAIN(TstPluginUpdateOnGpu)
#include "tst_plugin_update_on_gpu.moc"
