// SPDX-License-Identifier: Apache-2.0
// Rows of the active targets: against a plain search, and equal to the bit to what all targets
// give.
#include "host_with_tools.h"

#include <sartor/deform/active_morphs.h>

using namespace sartor;
using deform::ActiveMorphs;
using test::DeformCase;

namespace {

template <class T>
std::vector<T> rows(ActiveMorphs& morphs, const char* semantic, const deform::MeshSource& source) {
    std::vector<std::byte> bytes(sizeof(T) *
                                 std::max<std::size_t>(ActiveMorphs::largestDeltaCount(source),
                                                       source.mesh->vertexCount() + 1));
    const std::size_t size = morphs.write(semantic, bytes);
    std::vector<T> values(size / sizeof(T));
    if (size > 0) {
        std::memcpy(values.data(), bytes.data(), size);
    }
    return values;
}

DeformCase caseWithTargets(std::uint32_t targetCount) {
    test::Random random(61);
    return test::randomCase(random, {.vertexCount = 200, .targetCount = targetCount});
}

// Positions after one CPU frame.
std::vector<glm::vec3> positionsOf(const std::string& chain, const DeformCase& deformCase) {
    const auto runner =
        test::require(deform::CpuChainRunner::create(test::require(deform::ChainPlan::create(
            test::require(deform::parseChain(chain, test::hostWithTools())), deformCase.source))));
    SARTOR_ASSERT(runner->run(deformCase.frame()).isOk());
    return test::toVector(runner->positions());
}

} // namespace

class TstActiveMorphs : public QObject {
    Q_OBJECT

private slots:
    void rowsAreByVertex();
    void equalsAPlainSearch();
    void saysWhetherTheSetHasChanged();
    void sameBitsAsWithoutTheOthers();
    void goesFromSetToSet();
    void preparationsSeeAllTargets();
    void withoutTargetsRowsAreEmpty();
};

void TstActiveMorphs::rowsAreByVertex() {
    assets::MorphTarget first;
    first.vertices = {0, 2};
    first.positionDeltas = {glm::vec3(1), glm::vec3(2)};
    assets::MorphTarget second;
    second.vertices = {2};
    second.normalDeltas = {glm::vec3(3)};
    deform::MeshSource source;
    assets::MeshData data;
    data.positions.resize(3, glm::vec3(0));
    source.mesh = test::require(assets::Mesh::create(std::move(data)));
    source.morphs = test::require(assets::MorphSet::create({first, second}, 3));
    ActiveMorphs morphs(source);
    morphs.activateAll();
    const auto indices = [&](const char* semantic) {
        return rows<std::uint32_t>(morphs, semantic, source);
    };
    const auto deltas = [&](const char* semantic) {
        return rows<glm::vec3>(morphs, semantic, source);
    };
    QCOMPARE(indices("sartor.morph.offset"), (std::vector<std::uint32_t>{0, 1, 1, 3}));
    QCOMPARE(indices("sartor.morph.target"), (std::vector<std::uint32_t>{0, 0, 1}));
    QCOMPARE(deltas("sartor.morph.delta.position"),
             (std::vector<glm::vec3>{glm::vec3(1), glm::vec3(2), glm::vec3(0)}));
    QCOMPARE(deltas("sartor.morph.delta.normal"),
             (std::vector<glm::vec3>{glm::vec3(0), glm::vec3(0), glm::vec3(3)}));
    QVERIFY(morphs.update(std::array{0.0f, 2.0f}));
    QCOMPARE(indices("sartor.morph.offset"), (std::vector<std::uint32_t>{0, 0, 0, 1}));
    QCOMPARE(indices("sartor.morph.target"), (std::vector<std::uint32_t>{1}));
    QCOMPARE(deltas("sartor.morph.delta.normal"), (std::vector<glm::vec3>{glm::vec3(3)}));
}

void TstActiveMorphs::equalsAPlainSearch() {
    const DeformCase made = caseWithTargets(9);
    const auto targets = made.source.morphs->targets();
    ActiveMorphs morphs(made.source);
    test::Random random(62);
    for (int step = 0; step < 40; ++step) {
        std::vector<float> weights;
        for (std::size_t target = 0; target < targets.size(); ++target) {
            weights.push_back(random.below(3) == 0 ? random.uniform(-1, 1) : 0.0f);
        }
        morphs.update(weights);
        std::vector<std::uint32_t> offsets = {0};
        std::vector<std::uint32_t> numbers;
        std::vector<glm::vec3> positions;
        std::vector<glm::vec3> tangents;
        for (std::uint32_t vertex = 0; vertex < made.source.mesh->vertexCount(); ++vertex) {
            for (std::uint32_t target = 0; target < targets.size(); ++target) {
                const auto& vertices = targets[target].vertices;
                const auto found = std::find(vertices.begin(), vertices.end(), vertex);
                if (weights[target] != 0.0f && found != vertices.end()) {
                    const auto entry = static_cast<std::size_t>(found - vertices.begin());
                    numbers.push_back(target);
                    positions.push_back(targets[target].positionDeltas[entry]);
                    tangents.push_back(targets[target].tangentDeltas[entry]);
                }
            }
            offsets.push_back(static_cast<std::uint32_t>(numbers.size()));
        }
        QCOMPARE(rows<std::uint32_t>(morphs, "sartor.morph.offset", made.source), offsets);
        QCOMPARE(rows<std::uint32_t>(morphs, "sartor.morph.target", made.source), numbers);
        QCOMPARE(rows<glm::vec3>(morphs, "sartor.morph.delta.position", made.source), positions);
        QCOMPARE(rows<glm::vec3>(morphs, "sartor.morph.delta.tangent", made.source), tangents);
        QCOMPARE(std::size_t{morphs.deltaCount()}, numbers.size());
    }
}

void TstActiveMorphs::saysWhetherTheSetHasChanged() {
    const DeformCase made = caseWithTargets(3);
    ActiveMorphs morphs(made.source);
    const float none = std::numeric_limits<float>::quiet_NaN();
    QVERIFY(morphs.update(std::array{0.0f, 0.0f, 0.0f})); // the first time
    QVERIFY(!morphs.update(std::array{0.0f, -0.0f, none}));
    QVERIFY(morphs.update(std::array{0.5f, 0.0f, 0.0f}));
    QVERIFY(!morphs.update(std::array{0.25f, 0.0f, 0.0f}));
    QVERIFY(morphs.update(std::array{0.25f, 1e-30f, 0.0f}));
    QVERIFY(morphs.update(std::array{0.0f, 1e-30f, 0.0f}));
}

void TstActiveMorphs::sameBitsAsWithoutTheOthers() {
    DeformCase all = caseWithTargets(30);
    DeformCase few = all;
    few.morphWeights.clear();
    std::vector<assets::MorphTarget> targets;
    test::Random random(63);
    for (std::size_t target = 0; target < 30; ++target) {
        const bool isActive = target % 7 == 3;
        all.morphWeights[target] = isActive ? random.uniform(-1, 1) : 0.0f;
        if (isActive) {
            targets.push_back(all.source.morphs->targets()[target]);
            few.morphWeights.push_back(all.morphWeights[target]);
        }
    }
    few.source.morphs = test::require(assets::MorphSet::create(targets, 200));
    QVERIFY(test::haveEqualBits(test::deformOnCpu("morph+lbs", all),
                                test::deformOnCpu("morph+lbs", few)));
}

void TstActiveMorphs::goesFromSetToSet() {
    DeformCase made = caseWithTargets(6);
    const auto runner =
        test::require(deform::CpuChainRunner::create(test::planChain("morph", made.source)));
    test::Random random(64);
    for (int step = 0; step < 20; ++step) {
        for (float& weight : made.morphWeights) {
            weight = random.below(2) == 0 ? random.uniform(-1, 1) : 0.0f;
        }
        QVERIFY(runner->run(made.frame()).isOk());
        const auto fresh = test::deformOnCpu("morph", made);
        QVERIFY(!test::firstBitDifference<glm::vec3>(runner->positions(), fresh.positions));
        QVERIFY(!test::firstBitDifference<glm::vec3>(runner->normals(), fresh.normals));
    }
}

void TstActiveMorphs::preparationsSeeAllTargets() {
    DeformCase made = caseWithTargets(5);
    made.morphWeights = {0, 0, 1, 0, 0};
    const auto actual = positionsOf("reach", made);
    for (std::uint32_t vertex = 0; vertex < actual.size(); ++vertex) {
        float all = 0;
        float active = 0;
        for (std::size_t target = 0; target < 5; ++target) {
            const auto& vertices = made.source.morphs->targets()[target].vertices;
            const bool isThere = std::binary_search(vertices.begin(), vertices.end(), vertex);
            all += isThere ? 1.0f : 0.0f;
            active += isThere && target == 2 ? 1.0f : 0.0f;
        }
        // Deltas in the preparation's row and in the frame's, and in the frame's buffer.
        const auto count = static_cast<float>(made.source.morphs->targets()[2].vertices.size());
        QCOMPARE(actual[vertex], glm::vec3(all, active, count));
    }
}

void TstActiveMorphs::withoutTargetsRowsAreEmpty() {
    const DeformCase made = caseWithTargets(0);
    ActiveMorphs morphs(made.source);
    QVERIFY(morphs.update({}));
    QVERIFY(!morphs.update({}));
    QCOMPARE(rows<std::uint32_t>(morphs, "sartor.morph.offset", made.source),
             std::vector<std::uint32_t>(201, 0));
    QVERIFY(rows<glm::vec3>(morphs, "sartor.morph.delta.position", made.source).empty());
}

QTEST_GUILESS_MAIN(TstActiveMorphs)
#include "tst_active_morphs.moc"
