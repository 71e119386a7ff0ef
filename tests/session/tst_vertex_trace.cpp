// SPDX-License-Identifier: Apache-2.0
// The stages of a vertex against what was put into the scene.
#include <sartor/session/vertex_trace.h>

#include <QTest>

#include <support/scene_builder.h>

#include <algorithm>
#include <cmath>

using namespace sartor;
using session::Session;
using session::TraceStage;

namespace {

/// Two joints, the second two metres up at rest but bound at one; a vertex with a slot that names
/// no joint, a negative weight, and a sum of 0.8 of what is left.
std::unique_ptr<Session> makeSession(std::uint32_t maxInfluences = 0) {
    test::SceneBuilder builder;
    const JointIndex root = builder.joint("root");
    const JointIndex arm = builder.joint("arm", root, test::moved(glm::vec3(0, 2, 0)));
    const math::Affine armFromBind{math::identityMat3(), glm::vec3(0, -1, 0)};
    const std::uint32_t skin = builder.skin("skin", {root, arm}, {math::Affine{}, armFromBind});
    assets::MeshData mesh;
    mesh.positions = {glm::vec3(0.0f), glm::vec3(3, 4, 5)};
    mesh.influences =
        test::fileInfluences({{{0, 1.0f}}, {{0, 0.2f}, {1, 0.6f}, {7, 0.1f}, {1, -0.5f}}});
    builder.mesh(std::move(mesh), root, skin);
    session::SessionOptions options;
    options.pluginFolders = {SARTOR_PLUGIN_DIR};
    options.influences.maxPerVertex = maxInfluences;
    auto session = test::require(Session::create(builder.build(), options));
    if (!session->evaluate(0.0)) {
        qFatal("cannot evaluate");
    }
    return session;
}

const TraceStage& stageOf(const std::vector<TraceStage>& stages, std::string_view name) {
    const auto found = std::find_if(stages.begin(), stages.end(), [&](const TraceStage& stage) {
        return stage.name.starts_with(name);
    });
    if (found == stages.end()) {
        qFatal("no such stage");
    }
    return *found;
}

std::vector<double> valuesOf(const TraceStage& stage, std::string_view name) {
    for (const session::TraceValue& value : stage.values) {
        if (value.name == name) {
            return value.values;
        }
    }
    return {};
}

bool contains(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

} // namespace

class TstVertexTrace : public QObject {
    Q_OBJECT

private slots:
    void followsTheVertex() {
        const auto session = makeSession();
        const auto stages = test::require(session::traceVertex(*session, 0, 1));

        const TraceStage& imported = stageOf(stages, "imported");
        QCOMPARE(valuesOf(imported, "joints"), (std::vector<double>{0.0, 1.0, 7.0, 1.0}));
        QCOMPARE(valuesOf(imported, "position"), (std::vector<double>{3.0, 4.0, 5.0}));
        QVERIFY(std::abs(valuesOf(imported, "weights")[3] + 0.5) < 1e-7);

        const TraceStage& used = stageOf(stages, "used");
        QCOMPARE(valuesOf(used, "joints"), (std::vector<double>{0.0, 1.0}));
        QVERIFY(contains(used.change, "slot 7 with weight") && contains(used.change, "dropped"));
        QVERIFY2(contains(used.change, "slot 0 has weight 0.25"), used.change.c_str());

        const TraceStage& packed = stageOf(stages, "packed");
        QCOMPARE(valuesOf(packed, "sartor.influence.joint"), (std::vector<double>{0.0, 1.0}));
        QCOMPARE(valuesOf(packed, "sartor.influence.weight"), valuesOf(used, "weights"));
        QCOMPARE(valuesOf(packed, "sartor.rest.position"), (std::vector<double>{3.0, 4.0, 5.0}));
        QVERIFY2(packed.change.empty(), packed.change.c_str());

        // Three quarters of one metre up.
        const auto formula = valuesOf(stageOf(stages, "formula"), "position");
        QVERIFY(std::abs(formula[1] - 4.75) < 1e-6);
        const TraceStage& cpu = stageOf(stages, "cpu");
        QVERIFY(std::abs(valuesOf(cpu, "position")[1] - 4.75) < 1e-6);
        QVERIFY2(cpu.change.empty(), cpu.change.c_str());
    }

    /// What the limit takes away is said where it happens.
    void saysWhereInfluencesGo() {
        const auto session = makeSession(1);
        const auto stages = test::require(session::traceVertex(*session, 0, 1));
        const TraceStage& used = stageOf(stages, "used");
        QCOMPARE(valuesOf(used, "joints"), (std::vector<double>{1.0}));
        QVERIFY2(contains(used.change, "slot 0 with weight") && contains(used.change, "dropped"),
                 used.change.c_str());
    }

    /// A session that shows another moment stands for a backend that goes wrong.
    void saysWhichBackendDiffers() {
        const auto session = makeSession();
        const auto wrong = makeSession();
        QVERIFY(wrong->setJointPose(JointIndex(1), test::moved(glm::vec3(0, 6, 0))).isOk());
        QVERIFY(wrong->evaluate(0.0).isOk());
        const Session* others[] = {wrong.get()};
        const auto stages = test::require(session::traceVertex(*session, 0, 1, others));
        // Three quarters of four metres.
        QVERIFY2(contains(stages.back().change, "3 from the formula") ||
                     contains(stages.back().change, "2.99999") ||
                     contains(stages.back().change, "3.00000"),
                 stages.back().change.c_str());
    }

    /// There is no formula of another deformer to hold it to.
    void hasNoFormulaOfOthers() {
        const auto session = makeSession();
        QVERIFY(session->setChain("dqs").isOk());
        QVERIFY(session->evaluate(0.0).isOk());
        const auto stages = test::require(session::traceVertex(*session, 0, 1));
        QVERIFY(std::none_of(stages.begin(), stages.end(), [](const TraceStage& stage) {
            return stage.name == "formula";
        }));
        QVERIFY(stages.back().change.empty());
    }
};

QTEST_GUILESS_MAIN(TstVertexTrace)
#include "tst_vertex_trace.moc"
