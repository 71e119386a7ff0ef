// SPDX-License-Identifier: Apache-2.0
// One frame after the other: its targets, its passes, and the way back to the host.
#include "overlay_pass.h"
#include "surface_pass.h"

#include <sartor/render/renderer.h>

#include <array>
#include <cstring>

namespace sartor::render {

struct Renderer::State {
    State(gpu::Device& owner,
          gpu::Commands ownCommands,
          FrameConstants ownConstants,
          SurfacePass ownSurfacePass,
          OverlayPass ownOverlayPass)
        : device(owner)
        , commands(std::move(ownCommands))
        , constants(std::move(ownConstants))
        , surfacePass(std::move(ownSurfacePass))
        , overlayPass(std::move(ownOverlayPass)) {}

    gpu::Device& device;
    gpu::Commands commands;
    FrameConstants constants;
    SurfacePass surfacePass;
    OverlayPass overlayPass;
    FrameTargets targets;
    /// The targets hold a whole frame.
    bool hasPicture = false;

    Status prepareTargets(const FrameDescription& frame);
    Result<std::span<const std::byte>> record(const FrameDescription& frame);
};

Status Renderer::State::prepareTargets(const FrameDescription& frame) {
    const FrameTargets::Size size = {
        frame.width, frame.height, frame.smoothing == Smoothing::Supersample ? 2u : 1u};
    if (targets.size() == size) {
        return {};
    }
    // The old ones go first: there need not be memory for both.
    targets = {};
    Result<FrameTargets> made = FrameTargets::create(device, size);
    if (!made) {
        return made.error();
    }
    targets = *std::move(made);
    return {};
}

Result<std::span<const std::byte>> Renderer::State::record(const FrameDescription& frame) {
    // Streams on the device were written by compute work of an earlier submission.
    commands.barrier(gpu::kComputeWrite, gpu::kGraphicsRead);
    commands.barrier(gpu::kTransferWrite, gpu::kGraphicsRead);
    targets.recordStart(commands);
    const PassContext context = {commands, targets, constants};
    Status status = surfacePass.record(context, frame);
    if (status) {
        status = overlayPass.record(context, frame);
    }
    if (!status) {
        return status.error();
    }
    return targets.recordPictureCopy(commands);
}

Renderer::Renderer(std::unique_ptr<State> state) : state_(std::move(state)) {}

Renderer::~Renderer() = default;

Result<std::unique_ptr<Renderer>> Renderer::create(gpu::Device& device) {
    Result<gpu::Commands> commands = gpu::Commands::create(device, "frame");
    if (!commands) {
        return commands.error();
    }
    Result<FrameConstants> constants = FrameConstants::create(device);
    if (!constants) {
        return constants.error();
    }
    Result<SurfacePass> surfacePass = SurfacePass::create(device, *constants);
    if (!surfacePass) {
        return surfacePass.error();
    }
    Result<OverlayPass> overlayPass = OverlayPass::create(device, *constants);
    if (!overlayPass) {
        return overlayPass.error();
    }
    return std::unique_ptr<Renderer>(
        new Renderer(std::make_unique<State>(device,
                                             *std::move(commands),
                                             *std::move(constants),
                                             *std::move(surfacePass),
                                             *std::move(overlayPass))));
}

Result<TextureIndex> Renderer::addTexture(const assets::Image& image) {
    return state_->surfacePass.addTexture(image);
}

Result<SurfaceIndex> Renderer::addSurface(const SurfaceDescription& description) {
    return state_->surfacePass.addSurface(description);
}

Status Renderer::render(const FrameDescription& frame, std::vector<std::uint8_t>& bgra) {
    State& state = *state_;
    state.hasPicture = false;
    Status status = state.prepareTargets(frame);
    if (!status) {
        return status;
    }
    state.constants.write(frame, state.targets.size().scale);
    status = state.commands.begin();
    if (!status) {
        return status;
    }
    const Result<std::span<const std::byte>> picture = state.record(frame);
    if (!picture) {
        return picture.error();
    }
    status = state.commands.submitAndWait();
    if (!status) {
        return status;
    }
    bgra.resize(picture->size());
    std::memcpy(bgra.data(), picture->data(), picture->size());
    state.hasPicture = true;
    return {};
}

Result<std::optional<SurfaceHit>> Renderer::hit(std::uint32_t x, std::uint32_t y) {
    State& state = *state_;
    if (!state.hasPicture || x >= state.targets.size().width || y >= state.targets.size().height) {
        return std::optional<SurfaceHit>();
    }
    Status status = state.commands.begin();
    if (!status) {
        return status.error();
    }
    const Result<std::span<const std::byte>> bytes =
        state.targets.recordIdCopy(state.commands, x, y);
    if (!bytes) {
        return bytes.error();
    }
    status = state.commands.submitAndWait();
    if (!status) {
        return status.error();
    }
    std::array<std::uint32_t, 2> id = {};
    std::memcpy(id.data(), bytes->data(), sizeof(id));
    if (id[0] == 0) {
        return std::optional<SurfaceHit>();
    }
    return std::optional<SurfaceHit>(SurfaceHit{id[0] - 1, id[1]});
}

std::size_t Renderer::inlinePipelineCount() const {
    return state_->surfacePass.inlinePipelineCount();
}

} // namespace sartor::render
