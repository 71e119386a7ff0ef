// SPDX-License-Identifier: Apache-2.0
// PREPARE stages: what they may read and write, that they run once for what does not change, and
// that nobody sees how they were split.
#include "host_with_tools.h"

#include <sartor/base/parallel.h>

#include <map>
#include <tuple>

using namespace sartor;
using deform::PreparationCache;
using test::DeformCase;

namespace {

constexpr std::uint32_t kSide = 12;

// A bumpy sheet that a seam splits in the middle: column kSide / 2 is there twice.
deform::MeshSource seamedSheet(float bump = 0.3f) {
    assets::MeshData data;
    data.name = "sheet";
    std::vector<std::vector<test::OracleInfluence>> rows;
    const auto addColumn = [&](std::uint32_t x) {
        for (std::uint32_t y = 0; y < kSide; ++y) {
            data.positions.emplace_back(static_cast<float>(x),
                                        static_cast<float>(y),
                                        bump * static_cast<float>((x * 7 + y * 5) % 4));
            rows.push_back({{0, 0.25}, {1, 0.75}});
        }
    };
    const auto addStrip = [&](std::uint32_t first) {
        for (std::uint32_t y = 0; y + 1 < kSide; ++y) {
            const std::uint32_t a = first + y;
            const std::uint32_t b = a + kSide;
            data.triangles.insert(data.triangles.end(), {a, b, a + 1, b, b + 1, a + 1});
        }
    };
    for (std::uint32_t x = 0; x < kSide; ++x) {
        addColumn(x);
        if (x == kSide / 2) {
            addColumn(x);
        }
    }
    for (std::uint32_t x = 0; x < kSide; ++x) {
        if (x != kSide / 2) {
            addStrip(x * kSide);
        }
    }
    deform::MeshSource source;
    source.mesh = test::require(assets::Mesh::create(std::move(data)));
    source.jointCount = 2;
    source.influences = test::makeInfluences(rows, 2);
    return source;
}

Result<std::shared_ptr<const deform::ChainPlan>>
plan(const std::string& chain, const deform::MeshSource& source, deform::PlanOptions options = {}) {
    return deform::ChainPlan::create(
        test::require(deform::parseChain(chain, test::hostWithTools())), source, options);
}

std::vector<glm::vec3> positionsOf(const std::shared_ptr<const deform::ChainPlan>& made) {
    const std::vector<math::Affine> palette(made->source().jointCount);
    deform::FrameSource frame;
    frame.modelFromBind = palette;
    const auto runner = test::require(deform::CpuChainRunner::create(made));
    SARTOR_ASSERT(runner->run(frame).isOk());
    return test::toVector(runner->positions());
}

// Rest minus smoothed rest, in double, with neighbours by position.
std::vector<glm::dvec3> offsetsBySearch(const assets::Mesh& mesh, int iterations) {
    const auto key = [&](std::uint32_t vertex) {
        const glm::vec3& p = mesh.positions()[vertex];
        return std::array{p.x, p.y, p.z};
    };
    std::map<std::array<float, 3>, std::map<std::array<float, 3>, bool>> neighbours;
    const auto triangles = mesh.triangles();
    for (std::size_t corner = 0; corner < triangles.size(); ++corner) {
        const std::size_t next = corner / 3 * 3 + (corner + 1) % 3;
        neighbours[key(triangles[corner])][key(triangles[next])] = true;
        neighbours[key(triangles[next])][key(triangles[corner])] = true;
    }
    std::map<std::array<float, 3>, glm::dvec3> smooth;
    for (const auto& [place, others] : neighbours) {
        smooth[place] = glm::dvec3(place[0], place[1], place[2]);
    }
    for (int pass = 0; pass < iterations; ++pass) {
        auto next = smooth;
        for (const auto& [place, others] : neighbours) {
            glm::dvec3 sum(0.0);
            for (const auto& [other, unused] : others) {
                sum += smooth.at(other);
            }
            next.at(place) = sum / static_cast<double>(others.size());
        }
        smooth = next;
    }
    std::vector<glm::dvec3> offsets;
    for (std::uint32_t vertex = 0; vertex < mesh.vertexCount(); ++vertex) {
        offsets.push_back(glm::dvec3(mesh.positions()[vertex]) - smooth.at(key(vertex)));
    }
    return offsets;
}

} // namespace

class TstPreparation : public QObject {
    Q_OBJECT

private slots:
    void passesReadWhatThePassBeforeWrote_data();
    void passesReadWhatThePassBeforeWrote();
    void seamsStayClosed();
    void sameBitsForAnyNumberOfThreads();
    void linksHaveTheirOwnResults();
    void writesRowsAndWholes();
    void runsWhereSomethingReadsIt();
    void isKeptForWhatDoesNotChange();
    void isForgottenWithWhatItWasMadeFrom();
    void isForgottenBeyondTheCapacity();
    void failuresNameStagePluginAndMesh();
    void canBeCancelled();
    void worksOnEmptyMeshes();
    void timeIsToldToThoseWhoReadIt();
};

void TstPreparation::passesReadWhatThePassBeforeWrote_data() {
    QTest::addColumn<int>("iterations");
    for (const int iterations : {0, 1, 2, 3, 10}) {
        QTest::addRow("%d", iterations) << iterations;
    }
}

void TstPreparation::passesReadWhatThePassBeforeWrote() {
    QFETCH(int, iterations);
    const deform::MeshSource source = seamedSheet();
    const auto actual = positionsOf(
        test::require(plan("mush[scale=2,iterations=" + std::to_string(iterations) + "]", source)));
    const auto offsets = offsetsBySearch(*source.mesh, iterations);
    for (std::size_t vertex = 0; vertex < actual.size(); ++vertex) {
        const glm::dvec3 expected =
            glm::dvec3(source.mesh->positions()[vertex]) + 2.0 * offsets[vertex];
        // A few units in the last place of 12 for each pass.
        QCOMPARE_LE(test::maxAbsDiff(actual[vertex], expected), 2e-5);
    }
}

void TstPreparation::seamsStayClosed() {
    const auto actual = positionsOf(test::require(plan("mush[iterations=9]", seamedSheet())));
    const std::span all(actual);
    QVERIFY(!test::firstBitDifference<glm::vec3>(all.subspan(kSide / 2 * kSide, kSide),
                                                 all.subspan((kSide / 2 + 1) * kSide, kSide)));
}

void TstPreparation::sameBitsForAnyNumberOfThreads() {
    test::Random random(3);
    DeformCase large = test::randomCase(random, {.vertexCount = 20011});
    assets::MeshData data;
    data.positions = test::toVector(large.source.mesh->positions());
    for (int corner = 0; corner < 60000; ++corner) {
        data.triangles.push_back(random.below(20011));
    }
    large.source.mesh = test::require(assets::Mesh::create(std::move(data)));
    std::vector<glm::vec3> expected;
    {
        const ScopedThreadLimit serial(1);
        expected = positionsOf(test::require(plan("mush[iterations=4]", large.source)));
    }
    for (const std::size_t threads : {2u, 8u}) {
        const ScopedThreadLimit limit(threads);
        const auto actual = positionsOf(test::require(plan("mush[iterations=4]", large.source)));
        QVERIFY(!test::firstBitDifference<glm::vec3>(actual, expected));
    }
}

void TstPreparation::linksHaveTheirOwnResults() {
    const deform::MeshSource source = seamedSheet();
    const auto actual =
        positionsOf(test::require(plan("mush[iterations=1]+mush[iterations=6,scale=3]", source)));
    const auto few = offsetsBySearch(*source.mesh, 1);
    const auto many = offsetsBySearch(*source.mesh, 6);
    for (std::size_t vertex = 0; vertex < actual.size(); ++vertex) {
        const glm::dvec3 expected =
            glm::dvec3(source.mesh->positions()[vertex]) + few[vertex] + 3.0 * many[vertex];
        QCOMPARE_LE(test::maxAbsDiff(actual[vertex], expected), 2e-5);
    }
}

void TstPreparation::writesRowsAndWholes() {
    const deform::MeshSource source = seamedSheet();
    const auto ranges = positionsOf(test::require(plan("rows", source)));
    const auto whole = positionsOf(test::require(plan("rows[mode=whole]", source)));
    const auto off = positionsOf(test::require(plan("rows[mode=off]", source)));
    for (std::size_t vertex = 0; vertex < ranges.size(); ++vertex) {
        // Squares of 1/4 and 3/4.
        QCOMPARE(ranges[vertex], glm::vec3(.625f, 0, 1));
        QCOMPARE(whole[vertex], glm::vec3(.625f, .625f * static_cast<float>(whole.size()), 1));
        QCOMPARE(off[vertex], glm::vec3(0));
    }
}

void TstPreparation::runsWhereSomethingReadsIt() {
    const deform::MeshSource source = seamedSheet();
    PreparationCache cache;
    QVERIFY(plan("rows", source, {.cache = &cache}).hasValue());
    QCOMPARE(cache.counts().computed, std::uint64_t{1});
    // Height reads nothing of what the first link's preparations write.
    QVERIFY(plan("rows[mode=off]+height", source, {.cache = &cache}).hasValue());
    QCOMPARE(cache.counts().computed, std::uint64_t{1});
}

void TstPreparation::isKeptForWhatDoesNotChange() {
    const deform::MeshSource source = seamedSheet();
    PreparationCache cache;
    const auto counts = [&](const std::string& chain, const deform::MeshSource& of) {
        const auto before = cache.counts();
        const auto expected = positionsOf(test::require(plan(chain, of)));
        const auto actual = positionsOf(test::require(plan(chain, of, {.cache = &cache})));
        SARTOR_ASSERT(!test::firstBitDifference<glm::vec3>(actual, expected));
        const auto after = cache.counts();
        return std::pair(after.computed - before.computed, after.reused - before.reused);
    };
    using Counts = std::pair<std::uint64_t, std::uint64_t>;
    QCOMPARE(counts("mush", source), Counts(3, 0));
    QCOMPARE(counts("mush", source), Counts(0, 3));
    // A param that no preparation lists, other deformers, flags that somebody watches.
    QCOMPARE(counts("mush[scale=2]", source), Counts(0, 3));
    QCOMPARE(counts("height+mush", source), Counts(0, 3));
    // A param of the second of three.
    QCOMPARE(counts("mush[iterations=5]", source), Counts(2, 1));
    QCOMPARE(counts("mush[iterations=5]", source), Counts(0, 3));
    QCOMPARE(counts("mush", source), Counts(0, 3));
    // Other influences, and another mesh with the same contents.
    deform::MeshSource painted = source;
    painted.influences = seamedSheet().influences;
    QCOMPARE(counts("mush", painted), Counts(3, 0));
    QCOMPARE(counts("mush", seamedSheet()), Counts(3, 0));
    QCOMPARE(counts("mush", source), Counts(0, 3));
}

void TstPreparation::isForgottenWithWhatItWasMadeFrom() {
    PreparationCache cache;
    QVERIFY(plan("mush", seamedSheet(), {.cache = &cache}).hasValue());
    QCOMPARE(cache.counts().entries, std::size_t{3});
    const deform::MeshSource source = seamedSheet(0.1f);
    QVERIFY(plan("rows", source, {.cache = &cache}).hasValue());
    QCOMPARE(cache.counts().entries, std::size_t{1});
    QCOMPARE(cache.counts().bytes, std::size_t{2 * 4 * kSide * (kSide + 1)});
    // A plugin that was unloaded and loaded again is another.
    for (int load = 0; load < 2; ++load) {
        deform::PluginHost host;
        QVERIFY(host.load(SARTOR_FIXTURE_DIR "/tools.sartorplugin").isOk());
        const auto before = cache.counts();
        QVERIFY(deform::ChainPlan::create(
                    test::require(deform::parseChain("mush", host)), source, {.cache = &cache})
                    .hasValue());
        QCOMPARE(cache.counts().computed - before.computed, std::uint64_t{3});
    }
    QCOMPARE(cache.counts().entries, std::size_t{4});
}

void TstPreparation::isForgottenBeyondTheCapacity() {
    const deform::MeshSource source = seamedSheet();
    const std::size_t size = 12 * source.mesh->vertexCount();
    PreparationCache cache(2 * size);
    QVERIFY(plan("mush", source, {.cache = &cache}).hasValue());
    QCOMPARE(cache.counts().entries, std::size_t{2});
    QCOMPARE(cache.counts().bytes, 2 * size);
    // The first is computed again, and pushes another one out.
    QVERIFY(plan("mush", source, {.cache = &cache}).hasValue());
    QCOMPARE(cache.counts().entries, std::size_t{2});
    PreparationCache none(0);
    QVERIFY(plan("mush", source, {.cache = &none}).hasValue());
    QCOMPARE(none.counts().entries, std::size_t{0});
}

void TstPreparation::failuresNameStagePluginAndMesh() {
    PreparationCache cache;
    const auto failed = plan("rows[fail=true]", seamedSheet(), {.cache = &cache});
    QVERIFY(!failed);
    QCOMPARE(failed.error().code, std::string("deform.prepare"));
    QCOMPARE(failed.error().message,
             std::string("stage 'rows' of 'test.rows' failed with status 4 while it prepared mesh "
                         "'sheet'"));
    QCOMPARE(cache.counts().entries, std::size_t{0});
}

void TstPreparation::canBeCancelled() {
    std::stop_source stop;
    stop.request_stop();
    PreparationCache cache;
    const auto cancelled = plan("mush", seamedSheet(), {.cache = &cache, .stop = stop.get_token()});
    QVERIFY(!cancelled);
    QCOMPARE(cancelled.error().code, std::string("deform.cancelled"));
    QCOMPARE(cancelled.error().message,
             std::string("stage 'seed' of 'test.mush' was cancelled while it prepared mesh "
                         "'sheet'"));
    QCOMPARE(cache.counts().entries, std::size_t{0});
}

void TstPreparation::worksOnEmptyMeshes() {
    test::Random random(5);
    const DeformCase empty = test::randomCase(random, {.vertexCount = 0});
    for (const char* chain : {"mush", "rows[mode=whole]"}) {
        QVERIFY(positionsOf(test::require(plan(chain, empty.source))).empty());
    }
}

void TstPreparation::timeIsToldToThoseWhoReadIt() {
    const deform::MeshSource source = seamedSheet();
    const std::vector<math::Affine> palette(source.jointCount);
    for (const auto& [chain, first, second] :
         {std::tuple("clock", glm::vec3(5.5f, 0, 5.5f), glm::vec3(5.5f, .25f, 5.25f)),
          std::tuple("secret-clock", glm::vec3(0, 0, 1), glm::vec3(0, 0, 1))}) {
        const auto runner =
            test::require(deform::CpuChainRunner::create(test::require(plan(chain, source))));
        deform::FrameSource frame;
        frame.modelFromBind = palette;
        frame.time = 5.5;
        frame.deltaTime = 0.25;
        QVERIFY(runner->run(frame).isOk());
        QCOMPARE(runner->positions()[7], first); // a first frame comes after nothing
        QVERIFY(runner->run(frame).isOk());
        QCOMPARE(runner->positions()[7], second);
    }
}

QTEST_GUILESS_MAIN(TstPreparation)
#include "tst_preparation.moc"
