// SPDX-License-Identifier: Apache-2.0
// Nanoseconds of a frame's pose jobs for a character of 67 joints, beside plain loops of the same
// work in the same process, once for each set of instructions that the machine has. Rounds are
// interleaved, so that a slow phase of the machine hits all alike; what counts is the median, and
// the ratios of one run.
//
//   pose_bench [--smoke] [--json FILE]
#include "plain_pose.h"

#include <sartor/pose/runtime_blending.h>
#include <sartor/pose/runtime_clip.h>
#include <sartor/pose/runtime_local_to_model.h>
#include <sartor/pose/runtime_sampling.h>

#include <nlohmann/json.hpp>

#include <support/each_target.h>
#include <support/humanoid_clip.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace sartor;
using namespace sartor::pose;

double threadSeconds() {
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double medianOf(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

struct Job {
    std::string name;
    std::function<void()> plain;
    std::function<void()> runtime;
};

// Two clips of one character, and room for what is made of them.
class Character {
public:
    Character()
        : skeleton_(test::humanoidSkeleton())
        , runtimeSkeleton_(RuntimeSkeleton::create(skeleton_))
        , walk_(test::humanoidClip(*skeleton_, "Walk", 1))
        , run_(test::humanoidClip(*skeleton_, "Run", 2))
        , runtimeWalk_(test::require(RuntimeClip::create(runtimeSkeleton_, *walk_)))
        , runtimeRun_(test::require(RuntimeClip::create(runtimeSkeleton_, *run_)))
        , plain_(*skeleton_)
        , model_(runtimeSkeleton_->blockCount() * kJointsPerBlock) {
        for (auto& pose : poses_) {
            pose.resize(runtimeSkeleton_->blockCount());
        }
        for (auto& pose : plainPoses_) {
            pose.resize(skeleton_->jointCount());
        }
        plainModel_.resize(skeleton_->jointCount());
    }

    std::vector<Job> jobs() {
        return {{"sample, in sequence",
                 [this] { plain_.sample(*walk_, next(), plainPoses_[0]); },
                 [this] { sampleClip(*runtimeWalk_, next(), poses_[0]); }},
                {"sample, anywhere",
                 [this] { plain_.sample(*walk_, anywhere(), plainPoses_[0]); },
                 [this] { sampleClip(*runtimeWalk_, anywhere(), poses_[0]); }},
                {"blend 2", [this] { blendPlain(2); }, [this] { blend(2); }},
                {"blend 4", [this] { blendPlain(4); }, [this] { blend(4); }},
                {"local to model",
                 [this] { plain_.localToModel(plainPoses_[0], plainModel_); },
                 [this] { localToModel(*runtimeSkeleton_, poses_[0], model_); }},
                {"sample 2, blend 2, local to model",
                 [this] {
                     plain_.sample(*walk_, next(), plainPoses_[0]);
                     plain_.sample(*run_, next(), plainPoses_[1]);
                     blendPlain(2);
                     plain_.localToModel(plainPoses_[4], plainModel_);
                 },
                 [this] {
                     sampleClip(*runtimeWalk_, next(), poses_[0]);
                     sampleClip(*runtimeRun_, next(), poses_[1]);
                     blend(2);
                     localToModel(*runtimeSkeleton_, poses_[4], model_);
                 }}};
    }

    void fillPoses() {
        for (std::size_t i = 0; i < 4; ++i) {
            sampleClip(*runtimeWalk_, 0.3f * static_cast<float>(i), poses_[i]);
            plain_.sample(*walk_, 0.3f * static_cast<float>(i), plainPoses_[i]);
        }
    }

    /// Whether both ways lead to the same place.
    bool agrees() {
        fillPoses();
        blend(4);
        blendPlain(4);
        localToModel(*runtimeSkeleton_, poses_[4], model_);
        plain_.localToModel(plainPoses_[4], plainModel_);
        for (std::size_t slot = 0; slot < runtimeSkeleton_->jointCount(); ++slot) {
            const auto joint = runtimeSkeleton_->jointOfSlot()[slot].value();
            for (int axis = 0; axis < 3; ++axis) {
                if (std::abs(model_[slot].columns[3][axis] - plainModel_[joint][3][axis]) >
                    0.0003f) {
                    return false;
                }
            }
        }
        return true;
    }

    const RuntimeClip& clip() const { return *runtimeWalk_; }

private:
    // A frame on, at 60 Hz.
    float next() {
        sequential_ += 1.0f / 60.0f;
        if (sequential_ > 2.0f) {
            sequential_ -= 2.0f;
        }
        return sequential_;
    }

    float anywhere() {
        state_ = state_ * 1664525u + 1013904223u;
        return static_cast<float>(state_ >> 8) * (2.0f / 16777216.0f);
    }

    void blend(std::size_t count) {
        const std::array<BlockBlendInput, 4> inputs = {{{poses_[0], 0.4f, {}},
                                                        {poses_[1], 0.3f, {}},
                                                        {poses_[2], 0.2f, {}},
                                                        {poses_[3], 0.1f, {}}}};
        blendPoses(std::span(inputs).first(count), poses_[0], poses_[4]);
    }

    void blendPlain(std::size_t count) {
        const std::array<std::span<const math::Transform>, 4> poses = {
            plainPoses_[0], plainPoses_[1], plainPoses_[2], plainPoses_[3]};
        const std::array<float, 4> weights = {0.4f, 0.3f, 0.2f, 0.1f};
        plain_.blend(
            std::span(poses).first(count), std::span(weights).first(count), plainPoses_[4]);
    }

    std::shared_ptr<const assets::Skeleton> skeleton_;
    std::shared_ptr<const RuntimeSkeleton> runtimeSkeleton_;
    std::shared_ptr<const assets::Clip> walk_;
    std::shared_ptr<const assets::Clip> run_;
    std::shared_ptr<const RuntimeClip> runtimeWalk_;
    std::shared_ptr<const RuntimeClip> runtimeRun_;
    bench::PlainPose plain_;
    std::array<std::vector<PoseBlock>, 5> poses_;
    std::array<std::vector<math::Transform>, 5> plainPoses_;
    std::vector<ModelMatrix> model_;
    std::vector<glm::mat4> plainModel_;
    float sequential_ = 0.0f;
    std::uint32_t state_ = 1;
};

double nanosecondsOf(const std::function<void()>& run, int repeats) {
    const double start = threadSeconds();
    for (int i = 0; i < repeats; ++i) {
        run();
    }
    return (threadSeconds() - start) * 1e9 / repeats;
}

nlohmann::ordered_json measure(Character& character, int roundCount, int repeats) {
    character.fillPoses();
    const std::vector<Job> jobs = character.jobs();
    std::vector<std::vector<double>> plain(jobs.size());
    std::vector<std::vector<double>> runtime(jobs.size());
    std::vector<std::vector<double>> ratios(jobs.size());
    for (int round = 0; round < roundCount; ++round) {
        for (std::size_t i = 0; i < jobs.size(); ++i) {
            plain[i].push_back(nanosecondsOf(jobs[i].plain, repeats));
            runtime[i].push_back(nanosecondsOf(jobs[i].runtime, repeats));
            ratios[i].push_back(plain[i].back() / runtime[i].back());
        }
    }
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        rows.push_back({{"job", jobs[i].name},
                        {"plain_ns", medianOf(plain[i])},
                        {"runtime_ns", medianOf(runtime[i])},
                        {"plain_over_runtime", medianOf(ratios[i])}});
    }
    return rows;
}

} // namespace

int main(int argc, char** argv) {
    bool isSmoke = false;
    std::string jsonPath;
    for (int i = 1; i < argc; ++i) {
        const std::string_view argument = argv[i];
        if (argument == "--smoke") {
            isSmoke = true;
        } else if (argument == "--json" && i + 1 < argc) {
            jsonPath = argv[++i];
        } else {
            std::fprintf(stderr, "usage: pose_bench [--smoke] [--json FILE]\n");
            return 2;
        }
    }
    Character character;
    nlohmann::ordered_json result = {{"joints", 67},
                                     {"clip_bytes", character.clip().byteCount()},
                                     {"clip_max_error", character.clip().maxError()},
                                     {"targets", nlohmann::ordered_json::object()}};
    std::printf("67 joints; clip of %zu bytes, %.3f mm off\n",
                character.clip().byteCount(),
                character.clip().maxError() * 1e3);
    for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
        const test::OneTarget chosen(target);
        if (!character.agrees()) {
            std::fprintf(stderr, "pose_bench: %s differs from plain\n", hwy::TargetName(target));
            return 1;
        }
        const auto rows = measure(character, isSmoke ? 3 : 25, isSmoke ? 10 : 4000);
        std::printf("%s\n", hwy::TargetName(target));
        for (const auto& row : rows) {
            std::printf("  %-36s %8.1f ns  plain %8.1f ns  %6.2fx\n",
                        row["job"].get<std::string>().c_str(),
                        row["runtime_ns"].get<double>(),
                        row["plain_ns"].get<double>(),
                        row["plain_over_runtime"].get<double>());
        }
        result["targets"][hwy::TargetName(target)] = rows;
    }
    if (!jsonPath.empty()) {
        std::ofstream(jsonPath) << result.dump(2) << '\n';
    }
    return 0;
}
