// SPDX-License-Identifier: Apache-2.0
// The chains of a session on the CPU, one instance after the other.
#include "chain_runner.h"

#include <sartor/deform/cpu_chain_runner.h>

#include <utility>

namespace sartor::session {

namespace {

class CpuRunner final : public ChainRunner {
public:
    static Result<std::unique_ptr<ChainRunner>> create(const Plans& plans, deform::Verify verify) {
        auto made = std::make_unique<CpuRunner>();
        made->plans_ = plans;
        for (const auto& plan : plans) {
            auto runner = deform::CpuChainRunner::create(plan, verify);
            if (!runner) {
                return runner.error();
            }
            made->runners_.push_back(std::move(*runner));
        }
        return std::unique_ptr<ChainRunner>(std::move(made));
    }

    Status run(std::span<const deform::FrameSource> frames) override {
        counts_ = {};
        for (std::size_t i = 0; i < runners_.size(); ++i) {
            if (Status status = runners_[i]->run(frames[i]); !status) {
                return status;
            }
            if (runners_[i]->wasReused()) {
                ++counts_.reusedMeshes;
                continue;
            }
            counts_.deformedVertices += plans_[i]->source().mesh->vertexCount();
            for (std::size_t stage = 0; stage < plans_[i]->stages().size(); ++stage) {
                counts_.writtenBytes += deform::writtenBytes(*plans_[i], stage);
            }
        }
        return {};
    }

    InstanceFrame results(std::size_t instance) const override {
        const deform::CpuChainRunner& runner = *runners_[instance];
        InstanceFrame frame;
        frame.positions = runner.positions();
        frame.previousPositions = runner.previousPositions();
        frame.normals = runner.normals();
        frame.tangents = runner.tangents();
        frame.flags = runner.flags();
        frame.faults = &runner.faults();
        return frame;
    }

    const deform::RunCounts& counts() const override { return counts_; }

private:
    Plans plans_;
    deform::RunCounts counts_;
    std::vector<std::unique_ptr<deform::CpuChainRunner>> runners_;
};

} // namespace

Result<std::unique_ptr<ChainRunner>> createCpuRunner(const Plans& plans, deform::Verify verify) {
    return CpuRunner::create(plans, verify);
}

} // namespace sartor::session
