// SPDX-License-Identifier: Apache-2.0
// Code of either form with every word changed: it is refused or accepted, and nothing else happens.
#include "spirv_check.h"

#include <support/deform_fixture.h>

#include <map>

using namespace sartor;
using deform::ShaderCode;
using deform::ShaderForm;

namespace {

std::shared_ptr<const deform::Deformer> loadFixture(const std::string& name) {
    deform::PluginHost host;
    SARTOR_ASSERT(host.load(SARTOR_FIXTURE_DIR "/" + name + ".sartorplugin").isOk());
    return host.deformers()[0];
}

const deform::Stage& stageOf(const std::string& id) {
    static const std::shared_ptr<const deform::Deformer> small = loadFixture("spirv_valid");
    static const std::shared_ptr<const deform::Deformer> vertex = loadFixture("vertex_valid");
    if (id == "fixture") {
        return small->stages[0];
    }
    if (id == "vertex") {
        return vertex->stages[0];
    }
    // A plugin of the tree may prepare things on the CPU before its stage with both forms.
    const auto& stages = test::require(test::builtPlugins().find(id))->stages;
    return *std::find_if(stages.begin(), stages.end(), [](const deform::Stage& stage) {
        return stage.compute && stage.vertex;
    });
}

} // namespace

class TstSpirvCheck : public QObject {
    Q_OBJECT

private slots:
    void acceptsTheWordsAsTheyAre();
    void survivesEveryChangedWord_data();
    void survivesEveryChangedWord();
    void survivesEveryLength();
    void survivesNoise();
};

void TstSpirvCheck::acceptsTheWordsAsTheyAre() {
    for (const char* id : {"fixture", "lbs", "dqs", "morph"}) {
        const deform::Stage& stage = stageOf(id);
        QVERIFY(deform::checkShader(ShaderForm::Compute, stage.needs, *stage.compute).isOk());
    }
    for (const char* id : {"vertex", "lbs", "dqs", "morph"}) {
        const deform::Stage& stage = stageOf(id);
        QVERIFY(deform::checkShader(ShaderForm::Vertex, stage.needs, *stage.vertex).isOk());
        // Neither is taken for the other.
        QVERIFY(!deform::checkShader(ShaderForm::Compute, stage.needs, *stage.vertex).isOk());
    }
}

void TstSpirvCheck::survivesEveryChangedWord_data() {
    QTest::addColumn<bool>("isVertex");
    QTest::addColumn<QStringList>("expected");
    // Most changes are caught by the validator, others only by the reflection.
    const QStringList both = {"plugin.spirv_magic",
                              "plugin.spirv_invalid",
                              "plugin.spirv_binding",
                              "plugin.spirv_access",
                              "plugin.spirv_layout",
                              "accepted"};
    QTest::newRow("compute") << false << both + QStringList{"plugin.spirv_local_size"};
    QTest::newRow("vertex") << true
                            << both +
                                   QStringList{"plugin.vertex_interface", "plugin.vertex_capture"};
}

void TstSpirvCheck::survivesEveryChangedWord() {
    QFETCH(const bool, isVertex);
    QFETCH(const QStringList, expected);
    const deform::Stage& stage = stageOf(isVertex ? "vertex" : "fixture");
    const ShaderForm form = isVertex ? ShaderForm::Vertex : ShaderForm::Compute;
    test::Random random(7);
    std::map<std::string, int> answers;
    ShaderCode code = isVertex ? *stage.vertex : *stage.compute;
    for (std::size_t i = 0; i < code.words.size(); ++i) {
        const std::uint32_t kept = code.words[i];
        for (const std::uint32_t changed : {0u,
                                            0xffffffffu,
                                            kept + 1u,
                                            kept - 1u,
                                            kept ^ 0x10000u,
                                            kept ^ (1u << random.below(32)),
                                            random.below(64)}) {
            code.words[i] = changed;
            const Status status = deform::checkShader(form, stage.needs, code);
            ++answers[status ? "accepted" : status.error().code];
            if (!status) {
                QVERIFY2(status.error().code.starts_with("plugin.spirv_") ||
                             status.error().code.starts_with("plugin.vertex_"),
                         status.error().code.c_str());
                QVERIFY(!status.error().message.empty());
            }
        }
        code.words[i] = kept;
    }
    for (const QString& answer : expected) {
        QVERIFY2(answers[answer.toStdString()] > 0, qPrintable(answer));
    }
    QVERIFY(answers["plugin.spirv_invalid"] > answers["accepted"]);
}

void TstSpirvCheck::survivesEveryLength() {
    const deform::Stage& stage = stageOf("lbs");
    ShaderCode code = *stage.compute;
    while (!code.words.empty()) {
        code.words.resize(code.words.size() - std::min<std::size_t>(code.words.size(), 7));
        QVERIFY(!deform::checkShader(ShaderForm::Compute, stage.needs, code).isOk());
    }
}

void TstSpirvCheck::survivesNoise() {
    test::Random random(11);
    for (const char* id : {"lbs", "dqs", "morph"}) {
        const deform::Stage& stage = stageOf(id);
        for (int round = 0; round < 200; ++round) {
            ShaderCode code = *stage.compute;
            for (std::uint32_t change = random.below(8) + 1; change > 0; --change) {
                const std::uint32_t at =
                    random.below(static_cast<std::uint32_t>(code.words.size()));
                const std::uint32_t from =
                    random.below(static_cast<std::uint32_t>(code.words.size()));
                code.words[at] = code.words[from];
            }
            const Status status = deform::checkShader(ShaderForm::Compute, stage.needs, code);
            QVERIFY(status.isOk() || status.error().code.starts_with("plugin.spirv_"));
        }
    }
}

QTEST_GUILESS_MAIN(TstSpirvCheck)
#include "tst_spirv_check.moc"
