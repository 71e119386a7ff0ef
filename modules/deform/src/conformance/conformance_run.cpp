// SPDX-License-Identifier: Apache-2.0
// Invariants about how stages run: what they touch, what their bits may hang on, what they leave
// behind.
#include "conformance_check.h"

#include <sartor/base/parallel.h>
#include <sartor/deform/plugin_host.h>

#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>
#include <thread>

namespace sartor::deform::conformance {

namespace {

/// Kinds of joints that every backend must agree on, claimed or not.
constexpr std::array kAllKinds = {
    PoseKind::Rigid, PoseKind::Scaled, PoseKind::Sheared, PoseKind::Mirrored};

/// Faults of the subject's stages with one of the codes, on meshes of all shapes.
void expectNoFaults(const Kit& kit, Check& check, std::initializer_list<std::string_view> codes) {
    math::Random random = kit.random(18);
    std::vector<Case> cases = usualCases(random);
    for (const std::uint32_t count : {63u, 64u, 65u, 129u, 1000u}) {
        cases.push_back(scattered(random, count));
    }
    Influences some = cases.back().influences();
    for (std::size_t vertex = 0; vertex < some.size(); vertex += 3) {
        some[vertex].clear();
    }
    cases.push_back(cases.back().with(some));
    for (const Case& deformed : cases) {
        const std::string place = deformed.name;
        auto plan = kit.plan(deformed, {.watch = Watch::Flags, .verify = Verify::Stages});
        auto runner = plan ? CpuChainRunner::create(*plan, Verify::Stages)
                           : Result<std::unique_ptr<CpuChainRunner>>(plan.error());
        if (!runner) {
            check.expect(false, place, std::nullopt, runner.error().message);
            return;
        }
        for (const PoseKind kind : kAllKinds) {
            const Pose pose = randomPose(random, deformed, kind, Spread::Any);
            if (const Status status = (*runner)->run(pose.frame()); !status) {
                check.expect(false, place, std::nullopt, status.error().message);
                return;
            }
        }
        check.expect(true, place, std::nullopt, "");
        for (const StageFault& fault : (*runner)->faults().stages) {
            if (std::find(codes.begin(), codes.end(), fault.code) != codes.end()) {
                check.expect(fault.deformer != kit.subject().id,
                             place,
                             std::nullopt,
                             "stage '" + fault.stage + "' " + fault.message + " (" + fault.code +
                                 ")");
            }
        }
    }
}

bool readsLastFrame(const Deformer& deformer) {
    return std::any_of(deformer.stages.begin(), deformer.stages.end(), [](const Stage& stage) {
        return std::any_of(stage.needs.begin(), stage.needs.end(), [](const BufferNeed& need) {
            return need.access == SARTOR_READ_PREVIOUS_FRAME;
        });
    });
}

} // namespace

void checkDeterminism(const Kit& kit, Check& check) {
    expectNoFaults(kit, check, {"stage.unstable", "stage.split"});
    math::Random random = kit.random(16);
    const Case deformed = scattered(random, 5000);
    const Pose pose = randomPose(random, deformed, PoseKind::Rigid, Spread::Any);
    // What stages prepare is computed anew as well.
    const auto deformWith = [&](std::size_t threads) {
        const ScopedThreadLimit limit(threads);
        return kit.deform(check, deformed.name, deformed, pose);
    };
    const auto expected = deformWith(1);
    if (!expected) {
        return;
    }
    for (const std::size_t threads : {1u, 2u, 8u}) {
        const std::string place = deformed.name + ", on " + std::to_string(threads) + " threads";
        if (const auto actual = deformWith(threads)) {
            check.expectEqualBits(place, *actual, *expected);
        }
    }
    std::optional<DeformedMesh> elsewhere;
    std::thread([&] { elsewhere = deformWith(1); }).join();
    if (elsewhere) {
        check.expectEqualBits(deformed.name + ", on another thread", *elsewhere, *expected);
    }
    if (readsLastFrame(kit.subject())) {
        return;
    }
    const Pose other = randomPose(random, deformed, PoseKind::Rigid, Spread::Any);
    const std::vector<FrameSource> frames = {other.frame(), pose.frame()};
    const auto plan = kit.plan(deformed);
    const auto later = plan ? kit.deform(check, deformed.name, *plan, frames) : std::nullopt;
    if (later) {
        check.expectEqualBits(deformed.name + ", after another pose", later->back(), *expected);
    }
}

void checkSeparateBuffers(const Kit& kit, Check& check) {
    expectNoFaults(kit, check, {"stage.reads_output"});
}

void checkDeclaredAccess(const Kit& kit, Check& check) {
    expectNoFaults(kit,
                   check,
                   {"stage.status",
                    "stage.writes_input",
                    "stage.writes_outside",
                    "stage.unwritten",
                    "stage.nonfinite"});
}

void checkBackend(const Kit& kit, Check& check) {
    ConformanceBackend& backend = *kit.request().backend;
    math::Random random = kit.random(17);
    std::vector<Case> cases;
    for (const std::uint32_t count : {1u, 63u, 64u, 65u, 129u, 1000u, 0u}) {
        cases.push_back(scattered(random, count));
    }
    // A mesh without vertices has no normals for a stage that needs some.
    if (!kit.plan(cases.back())) {
        cases.pop_back();
    }
    cases.push_back(tube(random));
    cases.push_back(grid(random));
    std::vector<std::shared_ptr<const ChainPlan>> plans;
    for (const Case& deformed : cases) {
        auto plan = kit.plan(deformed);
        if (!plan) {
            check.expect(false, deformed.name, std::nullopt, plan.error().message);
            return;
        }
        plans.push_back(std::move(*plan));
    }
    std::vector<std::vector<Pose>> poses;
    std::vector<std::vector<FrameSource>> frames;
    for (const PoseKind kind : kAllKinds) {
        auto& row = poses.emplace_back();
        for (const Case& deformed : cases) {
            row.push_back(randomPose(random, deformed, kind, Spread::Any));
        }
        auto& frame = frames.emplace_back();
        for (const Pose& pose : row) {
            frame.push_back(pose.frame());
        }
    }
    const auto compareRun = [&](std::size_t firstMesh, std::size_t meshCount) {
        std::vector<std::vector<FrameSource>> some;
        for (const auto& frame : frames) {
            const auto begin = frame.begin() + static_cast<std::ptrdiff_t>(firstMesh);
            some.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(meshCount));
        }
        auto run = backend.run(std::span(plans).subspan(firstMesh, meshCount), some);
        if (!run) {
            check.expect(false, backend.name(), std::nullopt, run.error().message);
            return;
        }
        check.expect(run->overrun.empty(), backend.name(), std::nullopt, run->overrun);
        for (std::size_t frame = 0; frame < frames.size(); ++frame) {
            for (std::size_t mesh = 0; mesh < meshCount; ++mesh) {
                const Case& deformed = cases[firstMesh + mesh];
                const std::string place =
                    placeText(deformed, kAllKinds[frame]) + ", " + backend.name();
                const auto expected = kit.deform(
                    check, place, plans[firstMesh + mesh], poses[frame][firstMesh + mesh]);
                if (!expected) {
                    return;
                }
                if (backend.isExact()) {
                    check.expectEqualBits(place, run->results[frame][mesh], *expected);
                } else {
                    kit.compare(check, place, deformed, run->results[frame][mesh], *expected);
                }
            }
        }
    };
    // All in one dispatch, then one that ends in the middle of a workgroup on its own.
    compareRun(0, cases.size());
    compareRun(3, 1);
}

namespace {

/// Values at which a param is tried.
std::vector<double> valuesOf(const Param& param) {
    if (param.type == SARTOR_PARAM_ENUM || param.type == SARTOR_PARAM_BOOL) {
        std::vector<double> all;
        for (double value = param.minimum; value <= param.maximum; value += 1.0) {
            all.push_back(value);
        }
        return all;
    }
    double middle = 0.5 * (param.minimum + param.maximum);
    if (param.type == SARTOR_PARAM_INT) {
        middle = std::floor(middle);
    }
    return {param.minimum, middle, param.initial, param.maximum};
}

/// In all stages that list it.
void setParam(ChainLink& link, std::uint32_t id, double value) {
    const auto& stages = link.deformer->stages;
    for (std::size_t stage = 0; stage < stages.size(); ++stage) {
        for (std::size_t index = 0; index < stages[stage].params.size(); ++index) {
            if (stages[stage].params[index].id == id) {
                link.params[stage][index] = value;
            }
        }
    }
}

/// What nobody may set it to.
std::vector<std::string> refusedTexts(const Param& param) {
    std::vector<std::string> texts = {"nan", "inf", ""};
    texts.push_back(std::to_string(param.minimum - 1.0 - std::abs(param.minimum)));
    texts.push_back(std::to_string(param.maximum + 1.0 + std::abs(param.maximum)));
    return texts;
}

} // namespace

void checkParams(const Kit& kit, Check& check) {
    math::Random random = kit.random(20);
    const Case deformed = tube(random);
    PluginHost host;
    const Status loaded = host.load(kit.subject().pluginPath);
    check.expect(loaded.isOk(), "loading once more", std::nullopt, "the plugin is refused");
    const auto& stages = kit.subject().stages;
    for (std::size_t stage = 0; stage < stages.size(); ++stage) {
        for (std::size_t index = 0; index < stages[stage].params.size(); ++index) {
            const Param& param = stages[stage].params[index];
            if (param.isShared) {
                continue;
            }
            for (const double value : valuesOf(param)) {
                const std::string place = param.key + "=" + std::to_string(value);
                ChainLink link = kit.request().subject;
                setParam(link, param.id, value);
                auto plan = kit.plan(deformed, link);
                auto runner = plan ? CpuChainRunner::create(*plan, Verify::Stages)
                                   : Result<std::unique_ptr<CpuChainRunner>>(plan.error());
                if (!runner) {
                    check.expect(false, place, std::nullopt, runner.error().message);
                    continue;
                }
                for (const PoseKind kind : kit.claimedKinds()) {
                    const Pose pose = randomPose(random, deformed, kind, Spread::Any);
                    const Status status = (*runner)->run(pose.frame());
                    check.expect(status.isOk(), place, std::nullopt, "does not run");
                }
                const auto& faults = (*runner)->faults().stages;
                check.expect(faults.empty(),
                             place,
                             std::nullopt,
                             faults.empty() ? "" : faults.front().message);
            }
            for (const std::string& text : refusedTexts(param)) {
                const std::string chain = kit.subject().id + "[" + param.key + "=" + text + "]";
                check.expect(!parseChain(chain, host), chain, std::nullopt, "is not refused");
            }
        }
    }
}

namespace {

std::set<std::string> threads() {
    std::set<std::string> ids;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/task", error)) {
        ids.insert(entry.path().filename().string());
    }
    return ids;
}

/// A file that goes when the object does.
class CopiedFile {
public:
    explicit CopiedFile(const std::filesystem::path& from) {
        static int count = 0;
        std::error_code error;
        path_ = std::filesystem::temp_directory_path(error) /
                ("sartor-conformance-" + std::to_string(getpid()) + "-" + std::to_string(count++) +
                 ".sartorplugin");
        isThere_ = std::filesystem::copy_file(
            from, path_, std::filesystem::copy_options::overwrite_existing, error);
    }
    ~CopiedFile() {
        std::error_code error;
        std::filesystem::remove(path_, error);
    }
    CopiedFile(const CopiedFile&) = delete;
    CopiedFile& operator=(const CopiedFile&) = delete;
    CopiedFile(CopiedFile&&) = delete;
    CopiedFile& operator=(CopiedFile&&) = delete;

    const std::filesystem::path& path() const { return path_; }
    bool isThere() const { return isThere_; }

private:
    std::filesystem::path path_;
    bool isThere_ = false;
};

} // namespace

// With a copy, because the file itself is loaded already.
void checkReload(const Kit& kit, Check& check) {
    const CopiedFile copy(kit.subject().pluginPath);
    if (!copy.isThere()) {
        check.expect(false, copy.path().string(), std::nullopt, "no copy could be made");
        return;
    }
    math::Random random = kit.random(21);
    const Case deformed = scattered(random, 300);
    const Pose pose = randomPose(random, deformed, PoseKind::Rigid, Spread::Close);
    // No worker of ours may begin in between.
    const ScopedThreadLimit serial(1);
    const auto expected = kit.deform(check, deformed.name, deformed, pose);
    const std::set<std::string> before = threads();
    for (int round = 0; round < 2 && expected; ++round) {
        const std::string place = round == 0 ? "a copy of the plugin" : "the copy, loaded again";
        {
            PluginHost host;
            const Status loaded = host.load(copy.path());
            const auto found = loaded ? host.find(kit.subject().id)
                                      : Result<std::shared_ptr<const Deformer>>(loaded.error());
            if (!found) {
                check.expect(false, place, std::nullopt, found.error().message);
                return;
            }
            // What was set before is set again.
            auto plan = kit.plan(deformed, {*found, kit.request().subject.params});
            const auto actual =
                plan ? kit.deform(check, place, *plan, pose) : std::optional<DeformedMesh>();
            check.expect(actual.has_value(), place, std::nullopt, "does not run");
            if (actual) {
                check.expectEqualBits(place, *actual, *expected);
            }
        }
        void* left = dlopen(copy.path().c_str(), RTLD_LAZY | RTLD_NOLOAD);
        check.expect(left == nullptr,
                     place,
                     std::nullopt,
                     "is still mapped after it was unloaded: a reload would run the old code");
        if (left != nullptr) {
            dlclose(left);
        }
        const std::set<std::string> after = threads();
        check.expect(std::includes(before.begin(), before.end(), after.begin(), after.end()),
                     place,
                     std::nullopt,
                     "leaves a thread running after it was unloaded");
    }
}

} // namespace sartor::deform::conformance
