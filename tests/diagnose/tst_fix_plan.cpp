// SPDX-License-Identifier: Apache-2.0
// Every fix on a scene that needs it, with the exact edits, and on scenes that do not.
#include "lint_scene.h"

#include <sartor/diagnose/fix_plan.h>

#include <QTest>

#include <support/verify_ok.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>

using namespace sartor;
using namespace sartor::test;
using diagnose::FixOptions;
using diagnose::FixPlan;
using diagnose::WeightlessTarget;

namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

using Vertex = Parts::Vertex;

FixPlan planOf(const Parts& parts, const FixOptions& options = {}) {
    return require(diagnose::planFixes(build(parts), options));
}

template <class Edit>
const Edit* findEdit(const FixPlan& plan) {
    const auto found = std::find_if(plan.edits.begin(), plan.edits.end(), [](const auto& edit) {
        return std::holds_alternative<Edit>(edit);
    });
    return found == plan.edits.end() ? nullptr : &std::get<Edit>(*found);
}

// The slots of a vertex as the edit has them, empty ones at the end left out.
Vertex vertexOf(const import::InfluencesEdit& edit, std::size_t vertex) {
    Vertex row;
    const std::size_t count = edit.influences.slotsPerVertex;
    for (std::size_t slot = vertex * count; slot < (vertex + 1) * count; ++slot) {
        row.emplace_back(edit.influences.joints[slot], edit.influences.weights[slot]);
    }
    while (!row.empty() && row.back() == std::pair(0u, 0.0f)) {
        row.pop_back();
    }
    return row;
}

bool areNear(const Vertex& a, const Vertex& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
        return x.first == y.first && std::abs(x.second - y.second) <= 1e-7f;
    });
}

struct WeightRowCase {
    const char* name;
    const char* rule;
    Vertex before;
    Vertex after;
    const char* message;
};

const std::vector<WeightRowCase>& weightRows() {
    static const std::vector<WeightRowCase> rows = {
        {"negative",
         "weights.negative",
         {{1, 1.5f}, {0, -0.5f}},
         {{1, 1.0f}},
         "1 vertex: negative weights were dropped"},
        {"NaN",
         "weights.nonfinite",
         {{1, kNaN}, {0, 0.25f}, {1, 0.25f}},
         {{0, 0.0f}, {0, 0.5f}, {1, 0.5f}},
         "1 vertex: weights that are NaN or infinite were dropped"},
        {"infinite",
         "weights.nonfinite",
         {{1, std::numeric_limits<float>::infinity()}, {0, 0.5f}},
         {{0, 0.0f}, {0, 1.0f}},
         "1 vertex: weights that are NaN or infinite were dropped"},
        {"joint twice",
         "weights.duplicate_joint",
         {{1, 0.25f}, {0, 0.5f}, {1, 0.25f}},
         {{1, 0.5f}, {0, 0.5f}},
         "1 vertex: slots of one joint were merged"},
        {"sum too small",
         "weights.not_normalized",
         {{1, 0.25f}, {0, 0.25f}},
         {{1, 0.5f}, {0, 0.5f}},
         "1 vertex: weights were divided by their sum"},
        {"sum a little too large",
         "weights.not_normalized",
         {{1, 0.5f}, {0, 0.50005f}},
         {{1, 0.499975f}, {0, 0.500025f}},
         "1 vertex: weights were divided by their sum"},
        {"tiny",
         "weights.tiny",
         {{1, 0.999f}, {0, 0.001f}},
         {{1, 1.0f}},
         "1 vertex: weights below 0.001961 were dropped"},
        {"nothing but tiny",
         "weights.tiny",
         {{1, 0.001f}, {0, 0.0005f}},
         {{1, 1.0f}},
         "1 vertex: weights below 0.001961 were dropped"},
    };
    return rows;
}

} // namespace

class TstFixPlan : public QObject {
    Q_OBJECT

private slots:
    void rejectsRulesItCannotFix_data();
    void rejectsRulesItCannotFix();
    void everyFixIsSaid();
    void leavesASceneWithoutFaultAlone();
    void mendsWeights_data();
    void mendsWeights();
    void keepsTheWeightsOfOtherVertices();
    void bindsWeightlessVertices_data();
    void bindsWeightlessVertices();
    void bindsWhatIsLeftWithoutWeight();
    void keepsWeightOnMissingJoints();
    void joinsFixesOfOneMesh();
    void mendedWeightsHaveNoFindings();
    void alignsSignsOfRotations();
    void leavesSignsOfSplinesAlone();
    void separatesKeysAtOneTime_data();
    void separatesKeysAtOneTime();
    void renamesDuplicates();
};

void TstFixPlan::rejectsRulesItCannotFix_data() {
    QTest::addColumn<QString>("rule");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("message");
    QTest::newRow("unknown") << "weights.wrong"
                             << "lint.unknown_rule"
                             << "there is no rule 'weights.wrong'";
    QTest::newRow("no fix") << "skin.ibm_singular"
                            << "lint.no_fix"
                            << "the rule 'skin.ibm_singular' has no safe fix";
}

void TstFixPlan::rejectsRulesItCannotFix() {
    QFETCH(QString, rule);
    FixOptions options;
    options.rules = {"weights.tiny", rule.toStdString()};
    const Result<FixPlan> plan = diagnose::planFixes(build(Parts()), options);
    QVERIFY(!plan);
    QTEST(QString::fromStdString(plan.error().code), "code");
    QTEST(QString::fromStdString(plan.error().message), "message");
}

// A rule without the sentence would mend in silence, one without the function would promise.
void TstFixPlan::everyFixIsSaid() {
    Parts parts;
    parts.weights = {{}, {{0, -1.0f}, {1, 2.0f}}, {{1, kNaN}, {0, 1.0f}}, {{1, 0.3f}, {1, 0.3f}}};
    parts.joints[1].name = "root";
    parts.tracks.rotation =
        track<glm::quat>({0.0f, 1.0f, 1.0f}, {turnX(0.0f), -turnX(1.0f), turnX(2.0f)});
    for (const diagnose::Diagnostic& change : planOf(parts).changes) {
        QVERIFY2(!diagnose::findRule(change.rule)->fix.empty(), change.rule.c_str());
    }
    for (const diagnose::RuleInfo& rule : diagnose::rules()) {
        FixOptions options;
        options.rules = {std::string(rule.id)};
        QCOMPARE(diagnose::planFixes(build(parts), options).hasValue(), !rule.fix.empty());
        QVERIFY2(rule.fix.empty() || rule.fix.ends_with('.'), rule.id.data());
    }
}

void TstFixPlan::leavesASceneWithoutFaultAlone() {
    const FixPlan plan = planOf(Parts());
    QVERIFY(plan.edits.empty());
    QVERIFY(plan.changes.empty());
}

void TstFixPlan::mendsWeights_data() {
    QTest::addColumn<std::size_t>("row");
    for (std::size_t row = 0; row < weightRows().size(); ++row) {
        QTest::newRow(weightRows()[row].name) << row;
    }
}

void TstFixPlan::mendsWeights() {
    QFETCH(std::size_t, row);
    const WeightRowCase& expected = weightRows()[row];
    Parts parts;
    parts.weights[3] = expected.before;
    FixOptions options;
    options.rules = {expected.rule};
    const FixPlan plan = planOf(parts, options);
    QCOMPARE(plan.edits.size(), std::size_t{1});
    const auto* edit = findEdit<import::InfluencesEdit>(plan);
    QVERIFY(edit != nullptr);
    QVERIFY(areNear(vertexOf(*edit, 3), expected.after));
    QCOMPARE(plan.changes.size(), std::size_t{1});
    QCOMPARE(plan.changes[0].rule, std::string(expected.rule));
    QCOMPARE(plan.changes[0].message, std::string(expected.message));
    QCOMPARE(plan.changes[0].place, std::string(kMeshPlace));
    QCOMPARE(plan.changes[0].count, std::uint64_t{1});
    QCOMPARE(plan.changes[0].vertices, std::vector<std::uint32_t>{3});
}

void TstFixPlan::keepsTheWeightsOfOtherVertices() {
    Parts parts;
    parts.weights[3] = {{1, 0.1f}, {0, 0.2f}};
    const FixPlan plan = planOf(parts);
    const auto* edit = findEdit<import::InfluencesEdit>(plan);
    QVERIFY(edit != nullptr);
    for (std::size_t vertex = 0; vertex < 3; ++vertex) {
        QCOMPARE(vertexOf(*edit, vertex), parts.weights[vertex]);
    }
}

void TstFixPlan::bindsWeightlessVertices_data() {
    QTest::addColumn<glm::vec3>("position");
    QTest::addColumn<int>("target");
    QTest::addColumn<std::uint32_t>("joint");
    // Slot 0 is bound at height 1, slot 1, its child, at 1.5.
    const auto target = [](WeightlessTarget value) { return static_cast<int>(value); };
    QTest::newRow("near the lower one")
        << glm::vec3(0.0f, 1.2f, 0.0f) << target(WeightlessTarget::NearestJoint) << 0u;
    QTest::newRow("near the upper one")
        << glm::vec3(0.0f, 1.3f, 0.0f) << target(WeightlessTarget::NearestJoint) << 1u;
    QTest::newRow("its parent") << glm::vec3(0.0f, 1.3f, 0.0f)
                                << target(WeightlessTarget::ParentOfNearest) << 0u;
    QTest::newRow("no parent in the skin")
        << glm::vec3(0.0f, 0.3f, 0.0f) << target(WeightlessTarget::ParentOfNearest) << 0u;
    QTest::newRow("root") << glm::vec3(0.0f, 9.0f, 0.0f) << target(WeightlessTarget::Root) << 0u;
}

void TstFixPlan::bindsWeightlessVertices() {
    QFETCH(glm::vec3, position);
    QFETCH(int, target);
    Parts parts;
    parts.weights[3] = {};
    parts.mesh.positions[3] = position;
    FixOptions options;
    options.weightless = static_cast<WeightlessTarget>(target);
    const FixPlan plan = planOf(parts, options);
    const auto* edit = findEdit<import::InfluencesEdit>(plan);
    QVERIFY(edit != nullptr);
    QTEST(vertexOf(*edit, 3).at(0).first, "joint");
    QCOMPARE(vertexOf(*edit, 3).at(0).second, 1.0f);
    QCOMPARE(vertexOf(*edit, 3).size(), std::size_t{1});
    QCOMPARE(plan.changes.size(), std::size_t{1});
    QVERIFY(plan.changes[0].message.starts_with("1 vertex: bound to the "));
}

// Dropping weights of one rule may leave nothing; the rule on empty vertices comes after.
void TstFixPlan::bindsWhatIsLeftWithoutWeight() {
    Parts parts;
    parts.weights[3] = {{1, kNaN}, {0, -1.0f}};
    const FixPlan plan = planOf(parts);
    const auto* edit = findEdit<import::InfluencesEdit>(plan);
    QVERIFY(edit != nullptr);
    QCOMPARE(vertexOf(*edit, 3), (Vertex{{1, 1.0f}}));
}

// Where the weight belongs is lost, so nothing safe can be done.
void TstFixPlan::keepsWeightOnMissingJoints() {
    Parts parts;
    parts.weights[3] = {{7, 0.5f}, {0, 0.5f}};
    QVERIFY(planOf(parts).edits.empty());
}

void TstFixPlan::joinsFixesOfOneMesh() {
    Parts parts;
    parts.weights[1] = {{1, 0.5f}, {0, 0.25f}};
    parts.weights[2] = {{0, 0.5f}, {0, 0.5f}};
    parts.weights[3] = {{1, -0.5f}, {0, 1.0f}};
    const FixPlan plan = planOf(parts);
    QCOMPARE(plan.edits.size(), std::size_t{1});
    QCOMPARE(plan.changes.size(), std::size_t{3});
    const auto* edit = findEdit<import::InfluencesEdit>(plan);
    QVERIFY(areNear(vertexOf(*edit, 1), {{1, 2.0f / 3.0f}, {0, 1.0f / 3.0f}}));
    QVERIFY(areNear(vertexOf(*edit, 2), {{0, 1.0f}}));
    QVERIFY(areNear(vertexOf(*edit, 3), {{0, 0.0f}, {0, 1.0f}}));
}

// Random weights of every kind but on missing joints.
void TstFixPlan::mendedWeightsHaveNoFindings() {
    std::mt19937 random(20240607);
    for (int round = 0; round < 200; ++round) {
        Parts parts;
        for (Vertex& vertex : parts.weights) {
            vertex.clear();
            for (int slot = 0; slot < 6; ++slot) {
                const float small = static_cast<float>(random() % 1000) * 1e-6f;
                const float large = static_cast<float>(random() % 1000) * 1e-3f;
                const std::array<float, 7> weights = {
                    0.0f, 0.0f, small, large, -large, kNaN, 1.0f / 3.0f};
                vertex.emplace_back(random() % 2, weights[random() % weights.size()]);
            }
        }
        const FixPlan plan = planOf(parts);
        if (const auto* edit = findEdit<import::InfluencesEdit>(plan)) {
            for (std::size_t vertex = 0; vertex < parts.weights.size(); ++vertex) {
                parts.weights[vertex] = vertexOf(*edit, vertex);
            }
        }
        for (const QString& rule : rulesOf(check(parts))) {
            const diagnose::RuleInfo* info = diagnose::findRule(rule.toStdString());
            QVERIFY2(!rule.startsWith("weights.") || info->fix.empty(), qPrintable(rule));
        }
    }
}

void TstFixPlan::alignsSignsOfRotations() {
    Parts parts;
    parts.tracks.rotation = track<glm::quat>(
        {0.0f, 1.0f, 2.0f, 3.0f}, {turnX(0.0f), -turnX(10.0f), turnX(20.0f), -turnX(30.0f)});
    const FixPlan plan = planOf(parts);
    QCOMPARE(plan.edits.size(), std::size_t{1});
    const auto* edit = findEdit<import::KeysEdit>(plan);
    QVERIFY(edit != nullptr);
    QCOMPARE(edit->animation, 0u);
    QCOMPARE(edit->node, 2u);
    QVERIFY(edit->path == import::ChannelPath::Rotation);
    QCOMPARE(edit->times, (std::vector{0.0f, 1.0f, 2.0f, 3.0f}));
    for (std::size_t key = 0; key < 4; ++key) {
        const glm::quat expected = turnX(10.0f * static_cast<float>(key));
        QCOMPARE(edit->values[key * 4], expected.x);
        QCOMPARE(edit->values[key * 4 + 3], expected.w);
    }
    QCOMPARE(plan.changes.at(0).message,
             std::string("2 keys: the sign of the rotation was turned"));
}

void TstFixPlan::leavesSignsOfSplinesAlone() {
    Parts parts;
    parts.tracks.rotation.interpolation = assets::Interpolation::CubicSpline;
    parts.tracks.rotation.values = {{}, turnX(0.0f), {}, {}, -turnX(10.0f), {}};
    QVERIFY(planOf(parts).edits.empty());
}

void TstFixPlan::separatesKeysAtOneTime_data() {
    using assets::Interpolation;
    QTest::addColumn<int>("interpolation");
    QTest::addColumn<std::vector<float>>("times");
    QTest::addColumn<std::vector<float>>("values"); // x of the scale
    QTest::addColumn<std::vector<float>>("newTimes");
    QTest::addColumn<std::vector<float>>("newValues");
    const int linear = static_cast<int>(Interpolation::Linear);
    const int step = static_cast<int>(Interpolation::Step);
    const float before = std::nextafter(1.0f, 0.0f);
    using Floats = std::vector<float>;
    QTest::newRow("jump") << linear << Floats{0, 1, 1, 2} << Floats{1, 2, 3, 4}
                          << Floats{0, before, 1, 2} << Floats{1, 2, 3, 4};
    QTest::newRow("three") << linear << Floats{0, 1, 1, 1} << Floats{1, 2, 3, 4}
                           << Floats{0, before, 1} << Floats{1, 2, 4};
    QTest::newRow("equal values") << linear << Floats{0, 1, 1, 2} << Floats{1, 2, 2, 4}
                                  << Floats{0, 1, 2} << Floats{1, 2, 4};
    QTest::newRow("at the start") << linear << Floats{1, 1, 2} << Floats{1, 2, 3} << Floats{1, 2}
                                  << Floats{2, 3};
    QTest::newRow("steps") << step << Floats{0, 1, 1, 2} << Floats{1, 2, 3, 4} << Floats{0, 1, 2}
                           << Floats{1, 3, 4};
    QTest::newRow("no room") << linear << Floats{0, before, 1, 1} << Floats{1, 2, 3, 4}
                             << Floats{0, before, 1} << Floats{1, 2, 4};
}

void TstFixPlan::separatesKeysAtOneTime() {
    QFETCH(int, interpolation);
    QFETCH(std::vector<float>, times);
    QFETCH(std::vector<float>, values);
    Parts parts;
    parts.tracks.scale.interpolation = static_cast<assets::Interpolation>(interpolation);
    parts.tracks.scale.times = times;
    parts.tracks.scale.values.clear();
    for (const float value : values) {
        parts.tracks.scale.values.emplace_back(value, 1.0f, 1.0f);
    }
    FixOptions options;
    options.rules = {"anim.times_duplicate"};
    const FixPlan plan = planOf(parts, options);
    const auto* edit = findEdit<import::KeysEdit>(plan);
    QVERIFY(edit != nullptr);
    QVERIFY(edit->path == import::ChannelPath::Scale);
    QTEST(edit->times, "newTimes");
    std::vector<float> newValues;
    for (std::size_t i = 0; i < edit->values.size(); i += 3) {
        newValues.push_back(edit->values[i]);
    }
    QTEST(newValues, "newValues");
}

void TstFixPlan::renamesDuplicates() {
    Parts parts;
    parts.joints[1].name = "arm";
    parts.joints[2].name = "arm";
    parts.joints[0].name = "arm_2";
    parts.joints[3].name = "arm";
    const FixPlan plan = planOf(parts);
    QCOMPARE(plan.edits.size(), std::size_t{2});
    const auto& first = std::get<import::NameEdit>(plan.edits[0]);
    const auto& second = std::get<import::NameEdit>(plan.edits[1]);
    QVERIFY(first.list == import::NamedList::Nodes);
    QCOMPARE(first.index, 2u);
    QCOMPARE(first.name, std::string("arm_3"));
    QCOMPARE(second.index, 3u);
    QCOMPARE(second.name, std::string("arm_4"));
    QCOMPARE(plan.changes.at(0).message, std::string("renamed to 'arm_3'"));
}

QTEST_GUILESS_MAIN(TstFixPlan)
#include "tst_fix_plan.moc"
