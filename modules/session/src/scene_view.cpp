// SPDX-License-Identifier: Apache-2.0
// Surfaces, skeleton and markers of a session as frames of the renderer.
#include "skeleton_shapes.h"

#include <sartor/base/log.h>
#include <sartor/deform_gpu/vulkan_chain_runner.h>
#include <sartor/import/image.h>
#include <sartor/import/mesh_text.h>
#include <sartor/render/renderer.h>
#include <sartor/session/scene_view.h>
#include <sartor/session/view_colours.h>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>

namespace sartor::session {

namespace {

constexpr std::uint32_t kMarkerColour = 0xffffffff;

/// From a grid in the space of the character to the same under it, where it stands.
void layOnGround(render::Grid& grid, const Ground& ground) {
    const math::DoubleRigid worldFromGround{
        .translation = {ground.centerWorld.x, 0.0, ground.centerWorld.y}};
    const math::DoubleRigid modelFromGround =
        math::inverse(ground.worldFromModel) * worldFromGround;
    const math::DoubleRigid groundFromModel = math::inverse(modelFromGround);
    grid.worldFromGround = glm::mat4(glm::mat4_cast(modelFromGround.rotation));
    grid.worldFromGround[3] = glm::vec4(glm::vec3(modelFromGround.translation), 1.0f);
    grid.center = ground.centerWorld;
    const glm::dvec3 middle =
        math::transformPoint(groundFromModel, {grid.shadowCenter.x, 0.0, grid.shadowCenter.y});
    grid.shadowCenter = glm::vec2(middle.x, middle.z);
    // The box around the shadow as it has turned.
    const glm::mat3 turn(glm::mat3_cast(groundFromModel.rotation));
    const glm::vec2 size = grid.shadowSize;
    grid.shadowSize = {std::abs(turn[0].x) * size.x + std::abs(turn[2].x) * size.y,
                       std::abs(turn[0].z) * size.x + std::abs(turn[2].z) * size.y};
}

} // namespace

struct SceneView::State {
    State(gpu::Device& drawnBy, const Session& shown, std::unique_ptr<render::Renderer> made)
        : device(drawnBy), session(shown), renderer(std::move(made)) {}

    gpu::Device& device;
    const Session& session;
    std::unique_ptr<render::Renderer> renderer;
    /// By instance.
    std::vector<render::SurfaceIndex> surfaces;
    /// Of the first frame: lines that change with the pose would be seen to jump.
    std::optional<render::Grid> grid;
    /// By instance: the colours of ViewMode::Collapse, which take long and hold for all poses, and
    /// the weights that they are of.
    struct CollapseColours {
        std::shared_ptr<const assets::InfluenceSet> influences;
        std::vector<std::uint32_t> colours;
    };
    std::vector<CollapseColours> collapse;
    render::Camera lastCamera;
    std::uint32_t lastWidth = 0;
    std::uint32_t lastHeight = 0;

    Result<std::vector<render::TextureIndex>> addTextures() const;
    Status addSurfaces(std::span<const render::TextureIndex> textures);
    Status checkOptions(const ViewOptions& options) const;
    render::SurfaceDraw drawOf(std::size_t instance) const;
    std::vector<std::uint32_t> coloursOf(std::size_t instance, const ViewOptions& options);
    render::Grid gridOfFrame(const render::Bounds& bounds, const Ground& ground);
    std::uint32_t nearestCorner(const render::SurfaceHit& hit, const glm::vec2& pixel) const;
};

/// By image of the scene; none where it cannot be decoded.
Result<std::vector<render::TextureIndex>> SceneView::State::addTextures() const {
    std::vector<render::TextureIndex> textures;
    for (const assets::EncodedImage& encoded : session.scene().images) {
        const Result<assets::Image> image = import::decodeImage(encoded);
        if (!image) {
            log(LogLevel::Warning,
                "image '" + encoded.name + "' is drawn white: " + image.error().message);
            textures.emplace_back();
            continue;
        }
        const Result<render::TextureIndex> texture = renderer->addTexture(*image);
        if (!texture) {
            return texture.error();
        }
        textures.push_back(*texture);
    }
    return textures;
}

Status SceneView::State::addSurfaces(std::span<const render::TextureIndex> textures) {
    const import::ImportedScene& scene = session.scene();
    for (const import::MeshInstance& instance : scene.instances) {
        render::SurfaceDescription description = {
            .vertexCount = static_cast<std::uint32_t>(instance.mesh->vertexCount()),
            .triangles = instance.mesh->triangles(),
            .uvs = instance.mesh->uvs()};
        if (instance.material) {
            const assets::Material& material = scene.materials[*instance.material];
            description.baseColorFactor = material.baseColorFactor;
            description.alphaCutoff = material.alphaCutoff;
            description.isDoubleSided = material.isDoubleSided;
            if (material.baseColorImage && !instance.mesh->uvs().empty()) {
                description.baseColor = textures[*material.baseColorImage];
            }
        }
        const Result<render::SurfaceIndex> surface = renderer->addSurface(description);
        if (!surface) {
            return Error{surface.error().code, meshText(instance) + ": " + surface.error().message};
        }
        surfaces.push_back(*surface);
    }
    return {};
}

Status SceneView::State::checkOptions(const ViewOptions& options) const {
    const std::size_t jointCount = session.scene().skeleton->jointCount();
    if (options.joint && options.joint->value() >= jointCount) {
        return Error{"view.joint_out_of_range",
                     "joint " + std::to_string(options.joint->value()) + ", expected less than " +
                         std::to_string(jointCount)};
    }
    for (const IkDrawing& chain : options.chains) {
        for (const JointIndex joint : chain.joints) {
            if (joint.value() >= jointCount) {
                return Error{"view.joint_out_of_range",
                             "a chain with joint " + std::to_string(joint.value()) +
                                 ", expected less than " + std::to_string(jointCount)};
            }
        }
    }
    if (options.markedVertex) {
        const auto [instance, vertex] = *options.markedVertex;
        const std::size_t vertexCount =
            instance < surfaces.size() ? session.scene().instances[instance].mesh->vertexCount()
                                       : 0;
        if (vertex >= vertexCount) {
            return Error{"view.vertex_out_of_range",
                         "vertex " + std::to_string(vertex) + " of mesh instance " +
                             std::to_string(instance) + ", expected less than " +
                             std::to_string(vertexCount)};
        }
    }
    return {};
}

render::SurfaceDraw SceneView::State::drawOf(std::size_t instance) const {
    render::SurfaceDraw draw;
    draw.surface = surfaces[instance];
    const deform_gpu::DeviceMesh* onDevice =
        session.device() == &device ? session.deviceMesh(instance) : nullptr;
    if (onDevice != nullptr) {
        const auto stream = [](const deform_gpu::DeviceStream& from) {
            return render::VertexStream{
                .buffer = from.buffer, .offset = from.offset, .size = from.size};
        };
        draw.source = onDevice->source;
        draw.positions = stream(onDevice->positions);
        draw.normals = stream(onDevice->normals);
    } else {
        const InstanceFrame frame = session.frame(instance);
        draw.positions.host = frame.positions;
        draw.normals.host = frame.normals;
    }
    return draw;
}

std::vector<std::uint32_t> SceneView::State::coloursOf(std::size_t instance,
                                                       const ViewOptions& options) {
    if (options.mode != ViewMode::Collapse) {
        return viewColours(session, instance, options);
    }
    collapse.resize(surfaces.size());
    CollapseColours& known = collapse[instance];
    const auto& influences = session.binding(instance).influences;
    if (known.colours.empty() || known.influences != influences) {
        known = {influences, viewColours(session, instance, options)};
    }
    return known.colours;
}

render::Grid SceneView::State::gridOfFrame(const render::Bounds& bounds, const Ground& ground) {
    render::Grid now = render::gridFor(bounds);
    if (!grid) {
        grid = now;
    }
    now.spacing = grid->spacing;
    now.radius = grid->radius;
    layOnGround(now, ground);
    return now;
}

std::uint32_t SceneView::State::nearestCorner(const render::SurfaceHit& hit,
                                              const glm::vec2& pixel) const {
    const glm::vec2 size(static_cast<float>(lastWidth), static_cast<float>(lastHeight));
    const glm::mat4 clipFromWorld =
        lastCamera.clipFromView(size.x / size.y) * lastCamera.viewFromWorld();
    const std::span<const glm::vec3> positions = session.frame(hit.draw).positions;
    const std::span<const std::uint32_t> corners =
        session.scene().instances[hit.draw].mesh->triangles().subspan(std::size_t{3} * hit.triangle,
                                                                      3);
    std::uint32_t nearest = corners[0];
    float least = std::numeric_limits<float>::infinity();
    for (const std::uint32_t corner : corners) {
        const glm::vec4 clip = clipFromWorld * glm::vec4(positions[corner], 1.0f);
        const glm::vec2 place = (glm::vec2(clip) / clip.w * 0.5f + 0.5f) * size;
        const float distance = glm::distance(place, pixel);
        if (clip.w > 0.0f && distance < least) {
            least = distance;
            nearest = corner;
        }
    }
    return nearest;
}

SceneView::SceneView(std::unique_ptr<State> state) : state_(std::move(state)) {}

SceneView::~SceneView() = default;

Result<std::unique_ptr<SceneView>> SceneView::create(gpu::Device& device, const Session& session) {
    Result<std::unique_ptr<render::Renderer>> renderer = render::Renderer::create(device);
    if (!renderer) {
        return renderer.error();
    }
    auto state = std::make_unique<State>(device, session, *std::move(renderer));
    const auto textures = state->addTextures();
    if (!textures) {
        return textures.error();
    }
    const Status status = state->addSurfaces(*textures);
    if (!status) {
        return status.error();
    }
    return std::unique_ptr<SceneView>(new SceneView(std::move(state)));
}

Status SceneView::render(const ViewOptions& options,
                         const render::Camera& camera,
                         std::uint32_t width,
                         std::uint32_t height,
                         Picture& destination) {
    State& state = *state_;
    const Session& session = state.session;
    Status status = state.checkOptions(options);
    if (!status) {
        return status;
    }
    std::vector<render::SurfaceDraw> draws;
    std::vector<std::vector<std::uint32_t>> colours(state.surfaces.size());
    for (std::size_t i = 0; options.showMesh && i < state.surfaces.size(); ++i) {
        render::SurfaceDraw draw = state.drawOf(i);
        colours[i] = state.coloursOf(i, options);
        draw.colours = colours[i];
        if (options.mode != ViewMode::Shaded) {
            draw.surfacing = render::Surfacing::Colours;
        } else {
            draw.surfacing =
                options.showTextures ? render::Surfacing::Material : render::Surfacing::Clay;
        }
        draws.push_back(draw);
    }
    const render::Bounds bounds = sceneBounds(session);
    SkeletonShapes shapes = skeletonShapes(session, options, bounds.radius());
    std::vector<render::Dot> markers;
    for (const IkDrawing& chain : options.chains) {
        const IkShapes drawn =
            ikShapes(*session.scene().skeleton, session.modelFromJoint(), chain, bounds.radius());
        shapes.axes.insert(shapes.axes.end(), drawn.lines.begin(), drawn.lines.end());
        markers.insert(markers.end(), drawn.dots.begin(), drawn.dots.end());
    }
    if (options.markedVertex) {
        const auto [instance, vertex] = *options.markedVertex;
        markers.push_back({session.frame(instance).positions[vertex], 4.5f, 0.0f, kMarkerColour});
    }
    render::FrameDescription frame;
    frame.surfaces = draws;
    frame.bones = shapes.bones;
    frame.jointDots = shapes.dots;
    frame.lines = shapes.axes;
    frame.markers = markers;
    if (options.showGrid) {
        frame.grid = state.gridOfFrame(bounds, options.ground);
    }
    frame.wireframe = options.showWireframe ? render::Wireframe::On : render::Wireframe::Off;
    frame.smoothing = options.isSmooth ? render::Smoothing::Supersample : render::Smoothing::None;
    frame.camera = camera;
    frame.width = width;
    frame.height = height;
    status = state.renderer->render(frame, destination.bgra);
    if (!status) {
        return status;
    }
    destination.width = width;
    destination.height = height;
    state.lastCamera = camera;
    state.lastWidth = width;
    state.lastHeight = height;
    return {};
}

std::size_t SceneView::inlinePipelineCount() const {
    return state_->renderer->inlinePipelineCount();
}

std::optional<Pick> SceneView::pick(std::uint32_t x, std::uint32_t y) const {
    const auto hit = state_->renderer->hit(x, y);
    if (!hit) {
        log(LogLevel::Error, "picking failed: " + hit.error().message);
        return std::nullopt;
    }
    if (!hit->has_value()) {
        return std::nullopt;
    }
    const glm::vec2 pixel(static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f);
    return Pick{(*hit)->draw, (*hit)->triangle, state_->nearestCorner(**hit, pixel)};
}

} // namespace sartor::session
