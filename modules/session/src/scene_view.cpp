// SPDX-License-Identifier: Apache-2.0
// What a session looks like: colours of the view modes, the skeleton's shapes, and the frame.
#include <sartor/base/log.h>
#include <sartor/deform_gpu/vulkan_chain_runner.h>
#include <sartor/import/image.h>
#include <sartor/pose/local_to_model.h>
#include <sartor/pose/sampling.h>
#include <sartor/render/colour_ramp.h>
#include <sartor/render/renderer.h>
#include <sartor/session/scene_view.h>

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

namespace sartor::session {

namespace {

constexpr std::uint32_t kBoneColour = 0xffe8e0d8;
constexpr std::uint32_t kJointColour = 0xffd8c8b0;
constexpr std::uint32_t kSelectedColour = 0xff30a0ff;
constexpr std::uint32_t kMarkerColour = 0xffffffff;
/// X, Y, Z.
constexpr std::array<std::uint32_t, 3> kAxisColours = {0xff3c46f0, 0xff46c850, 0xfff07832};

bool isFinite(const glm::vec3& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

/// 0 at `low` and below, 1 at `high`, evenly in the exponent; NaN stays NaN.
float logScale(double value, double low, double high) {
    if (std::isnan(value)) {
        return std::numeric_limits<float>::quiet_NaN();
    }
    return static_cast<float>(std::log(std::clamp(value, low, high) / low) / std::log(high / low));
}

std::vector<math::Affine> restModelFromJoint(const assets::Skeleton& skeleton) {
    std::vector<math::Transform> parentFromJoint(skeleton.jointCount());
    pose::restPose(skeleton, parentFromJoint);
    std::vector<math::Affine> modelFromJoint(skeleton.jointCount());
    pose::localToModel(skeleton, parentFromJoint, modelFromJoint);
    return modelFromJoint;
}

/// Slots and weights of one vertex.
struct VertexInfluences {
    std::span<const SkinJointIndex> slots;
    std::span<const float> weights;
};

VertexInfluences influencesOf(const InstanceBinding& binding, std::size_t vertex) {
    const assets::InfluenceSet& set = *binding.influences;
    const std::size_t begin = set.offsets()[vertex];
    const std::size_t count = set.offsets()[vertex + 1] - begin;
    return {set.joints().subspan(begin, count), set.weights().subspan(begin, count)};
}

/// Sum over all slots that name the joint; none of them gives nothing.
std::optional<float>
weightOf(const InstanceBinding& binding, std::size_t vertex, JointIndex joint) {
    const VertexInfluences influences = influencesOf(binding, vertex);
    std::optional<float> sum;
    for (std::size_t i = 0; i < influences.slots.size(); ++i) {
        if (binding.joints[influences.slots[i].value()] == joint && influences.weights[i] != 0.0f) {
            sum = sum.value_or(0.0f) + influences.weights[i];
        }
    }
    return sum;
}

/// The slot with the most weight, the first of equals; none without influences.
SkinJointIndex dominantSlot(const InstanceBinding& binding, std::size_t vertex) {
    const VertexInfluences influences = influencesOf(binding, vertex);
    if (influences.weights.empty()) {
        return {};
    }
    const auto heaviest = std::ranges::max_element(influences.weights);
    return influences.slots[static_cast<std::size_t>(heaviest - influences.weights.begin())];
}

void colourWeights(const InstanceBinding& binding,
                   JointIndex joint,
                   std::span<std::uint32_t> colours) {
    for (std::size_t vertex = 0; vertex < colours.size(); ++vertex) {
        const std::optional<float> weight = weightOf(binding, vertex, joint);
        colours[vertex] = weight ? render::weightColour(*weight) : render::kNoInfluenceColour;
    }
}

/// By joint, not by slot: two slots of one joint have one colour.
void colourDominant(const InstanceBinding& binding, std::span<std::uint32_t> colours) {
    for (std::size_t vertex = 0; vertex < colours.size(); ++vertex) {
        JointIndex heaviest;
        float most = -std::numeric_limits<float>::infinity();
        for (const SkinJointIndex slot : influencesOf(binding, vertex).slots) {
            const JointIndex joint = binding.joints[slot.value()];
            const float weight = weightOf(binding, vertex, joint).value_or(0.0f);
            if (weight > most) {
                most = weight;
                heaviest = joint;
            }
        }
        colours[vertex] = heaviest.isNone() ? render::kNoInfluenceColour
                                            : render::categoryColour(heaviest.value());
    }
}

void colourInfluenceCounts(const InstanceBinding& binding, std::span<std::uint32_t> colours) {
    for (std::size_t vertex = 0; vertex < colours.size(); ++vertex) {
        const std::size_t count = influencesOf(binding, vertex).slots.size();
        colours[vertex] = count == 0 ? render::kNoInfluenceColour
                                     : render::weightColour(static_cast<float>(count - 1) / 7.0f);
    }
}

void colourWeightSums(const assets::FileInfluences* file, std::span<std::uint32_t> colours) {
    if (file == nullptr || file->slotsPerVertex == 0) {
        return;
    }
    const std::size_t slots = file->slotsPerVertex;
    const std::size_t count = std::min(colours.size(), file->weights.size() / slots);
    for (std::size_t vertex = 0; vertex < count; ++vertex) {
        const auto weights = std::span(file->weights).subspan(vertex * slots, slots);
        const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
        colours[vertex] = render::residualColour(logScale(std::abs(sum - 1.0), 1e-6, 1.0));
    }
}

/// Where the rest pose puts each vertex, without morphs.
std::vector<glm::vec3> restPositions(const Session& session, std::size_t instance) {
    const InstanceBinding& binding = session.binding(instance);
    const std::vector<math::Affine> modelFromJoint = restModelFromJoint(*session.scene().skeleton);
    std::vector<math::Affine> modelFromBind(binding.joints.size());
    for (std::size_t slot = 0; slot < modelFromBind.size(); ++slot) {
        modelFromBind[slot] =
            modelFromJoint[binding.joints[slot].value()] * binding.jointFromBind[slot];
    }
    const std::span<const glm::vec3> bindPositions =
        session.scene().instances[instance].mesh->positions();
    std::vector<glm::vec3> positions(bindPositions.size(), glm::vec3(0.0f));
    for (std::size_t vertex = 0; vertex < positions.size(); ++vertex) {
        const VertexInfluences influences = influencesOf(binding, vertex);
        for (std::size_t i = 0; i < influences.slots.size(); ++i) {
            positions[vertex] += influences.weights[i] *
                                 math::transformPoint(modelFromBind[influences.slots[i].value()],
                                                      bindPositions[vertex]);
        }
    }
    return positions;
}

void colourDisplacements(const Session& session,
                         std::size_t instance,
                         std::span<std::uint32_t> colours) {
    const std::vector<glm::vec3> rest = restPositions(session, instance);
    const std::span<const glm::vec3> positions = session.frame(instance).positions;
    render::Bounds bounds;
    for (const glm::vec3& position : rest) {
        if (isFinite(position)) {
            bounds.add(position);
        }
    }
    const float most = std::max(bounds.radius(), std::numeric_limits<float>::min());
    for (std::size_t vertex = 0; vertex < colours.size(); ++vertex) {
        colours[vertex] =
            render::weightColour(glm::distance(positions[vertex], rest[vertex]) / most);
    }
}

void colourBind(const Session& session, std::size_t instance, std::span<std::uint32_t> colours) {
    const import::ImportedScene& scene = session.scene();
    const import::MeshInstance& mesh = scene.instances[instance];
    const InstanceBinding& binding = session.binding(instance);
    if (binding.isRigid || !mesh.skin) {
        return;
    }
    const std::vector<math::Affine> modelFromJoint = restModelFromJoint(*scene.skeleton);
    const diagnose::BindPose bind = diagnose::computeBindPose(
        *scene.skeleton, *scene.skins[*mesh.skin], modelFromJoint, mesh.node);
    std::vector<std::uint32_t> slotColours;
    slotColours.reserve(bind.joints.size());
    for (const diagnose::JointBind& joint : bind.joints) {
        slotColours.push_back(render::residualColour(logScale(bindSeverity(joint), 1e-5, 0.1)));
    }
    for (std::size_t vertex = 0; vertex < colours.size(); ++vertex) {
        const SkinJointIndex slot = dominantSlot(binding, vertex);
        if (!slot.isNone()) {
            colours[vertex] = slotColours[slot.value()];
        }
    }
}

void colourNormals(std::span<const glm::vec3> normals, std::span<std::uint32_t> colours) {
    for (std::size_t vertex = 0; vertex < normals.size(); ++vertex) {
        std::uint32_t colour = 0xff000000u;
        for (int axis = 0; axis < 3; ++axis) {
            const float component = std::clamp(normals[vertex][axis] * 0.5f + 0.5f, 0.0f, 1.0f);
            colour |= static_cast<std::uint32_t>(std::lround(component * 255.0f)) << (8 * axis);
        }
        colours[vertex] = isFinite(normals[vertex]) ? colour : render::kInvalidColour;
    }
}

/// Joints that bind something and what hangs below them; all nodes where nothing is bound. Nodes
/// that only place the character or a mesh would draw links that mean nothing.
std::vector<bool> drawnJoints(const Session& session) {
    const std::span<const assets::Joint> joints = session.scene().skeleton->joints();
    std::vector<bool> isDrawn(joints.size(), false);
    bool isAnyBound = false;
    for (std::size_t i = 0; i < session.scene().instances.size(); ++i) {
        const InstanceBinding& binding = session.binding(i);
        if (!binding.isRigid) {
            for (const JointIndex joint : binding.joints) {
                isDrawn[joint.value()] = true;
                isAnyBound = true;
            }
        }
    }
    if (!isAnyBound) {
        return std::vector<bool>(joints.size(), true);
    }
    std::vector<bool> carriesMesh(joints.size(), false);
    for (const import::MeshInstance& instance : session.scene().instances) {
        carriesMesh[instance.node.value()] = true;
    }
    for (std::size_t joint = 0; joint < joints.size(); ++joint) {
        const JointIndex parent = joints[joint].parent;
        if (!parent.isNone() && isDrawn[parent.value()] && !carriesMesh[joint]) {
            isDrawn[joint] = true;
        }
    }
    return isDrawn;
}

/// The skeleton's shapes in the current frame.
struct SkeletonShapes {
    std::vector<render::Bone> bones;
    std::vector<render::Dot> dots;
    std::vector<render::Line> axes;
};

class SkeletonDrawing {
public:
    SkeletonDrawing(const Session& session, const ViewOptions& options)
        : session_(session)
        , options_(options)
        , joints_(session.scene().skeleton->joints())
        , modelFromJoint_(session.modelFromJoint())
        , isDrawn_(drawnJoints(session))
        , hasNoMesh_(session.scene().instances.empty())
        , size_(std::max(sceneBounds(session).radius(), 1e-6f)) {}

    SkeletonShapes shapes() const {
        SkeletonShapes shapes;
        const std::vector<float> reach = reachOfJoints();
        for (std::size_t joint = 0; joint < joints_.size(); ++joint) {
            if (!isShown(joint)) {
                continue;
            }
            if (options_.showSkeleton || hasNoMesh_) {
                addLink(joint, shapes);
            }
            if (options_.showAxes) {
                addAxes(joint, reach[joint], shapes);
            }
        }
        return shapes;
    }

private:
    bool isShown(std::size_t joint) const {
        return isDrawn_[joint] && isFinite(modelFromJoint_[joint].translation);
    }
    bool isSelected(std::size_t joint) const { return options_.joint == JointIndex(joint); }

    void addLink(std::size_t joint, SkeletonShapes& shapes) const {
        const glm::vec3& place = modelFromJoint_[joint].translation;
        shapes.dots.push_back({place,
                               isSelected(joint) ? 4.5f : 3.5f,
                               isSelected(joint) ? 0.0f : size_ * 0.007f,
                               isSelected(joint) ? kSelectedColour : kJointColour});
        const JointIndex parent = joints_[joint].parent;
        if (parent.isNone() || !isShown(parent.value())) {
            return;
        }
        const glm::vec3& head = modelFromJoint_[parent.value()].translation;
        const float length = glm::distance(head, place);
        if (length > size_ * 1e-5f) {
            shapes.bones.push_back({head,
                                    std::min(length * 0.085f, size_ * 0.018f),
                                    place,
                                    isSelected(parent.value()) ? kSelectedColour : kBoneColour});
        }
    }

    void addAxes(std::size_t joint, float reach, SkeletonShapes& shapes) const {
        const math::Affine& modelFromJoint = modelFromJoint_[joint];
        const float length = std::clamp(reach * 0.4f, size_ * 0.010f, size_ * 0.06f);
        for (int axis = 0; axis < 3; ++axis) {
            const glm::vec3 direction = modelFromJoint.linear[axis];
            const float scale = glm::length(direction);
            if (scale > 0.0f && std::isfinite(scale)) {
                shapes.axes.push_back({modelFromJoint.translation,
                                       2.0f,
                                       modelFromJoint.translation + direction * (length / scale),
                                       kAxisColours[static_cast<std::size_t>(axis)]});
            }
        }
    }

    /// Distance from each joint to its nearest neighbour up or down, so that axes do not overlap.
    std::vector<float> reachOfJoints() const {
        std::vector<float> reach(joints_.size(), size_);
        for (std::size_t joint = 0; joint < joints_.size(); ++joint) {
            const JointIndex parent = joints_[joint].parent;
            if (parent.isNone() || !isShown(joint) || !isShown(parent.value())) {
                continue;
            }
            const float length = glm::distance(modelFromJoint_[joint].translation,
                                               modelFromJoint_[parent.value()].translation);
            if (length > size_ * 1e-5f) {
                reach[joint] = std::min(reach[joint], length);
                reach[parent.value()] = std::min(reach[parent.value()], length);
            }
        }
        return reach;
    }

    const Session& session_;
    const ViewOptions& options_;
    std::span<const assets::Joint> joints_;
    std::span<const math::Affine> modelFromJoint_;
    std::vector<bool> isDrawn_;
    bool hasNoMesh_;
    /// Half the diagonal of what is seen.
    float size_;
};

} // namespace

double bindSeverity(const diagnose::JointBind& joint) {
    if (joint.isSingular || !joint.isFinite) {
        return std::numeric_limits<double>::infinity();
    }
    const diagnose::BindDifference& residual = joint.residual;
    const double stretch = residual.scale > 0.0
                               ? std::max(residual.scale, 1.0 / residual.scale) - 1.0
                               : std::numeric_limits<double>::infinity();
    return std::max({residual.relativeLength, glm::radians(residual.degrees), stretch});
}

std::vector<std::uint32_t>
viewColours(const Session& session, std::size_t instance, const ViewOptions& options) {
    if (options.mode == ViewMode::Shaded) {
        return {};
    }
    const import::MeshInstance& mesh = session.scene().instances[instance];
    const InstanceBinding& binding = session.binding(instance);
    std::vector<std::uint32_t> colours(mesh.mesh->vertexCount(), render::kNoInfluenceColour);
    switch (options.mode) {
    case ViewMode::Shaded:
        break;
    case ViewMode::Weights:
        if (options.joint) {
            colourWeights(binding, *options.joint, colours);
        }
        break;
    case ViewMode::Dominant:
        colourDominant(binding, colours);
        break;
    case ViewMode::Influences:
        colourInfluenceCounts(binding, colours);
        break;
    case ViewMode::WeightSum:
        colourWeightSums(mesh.mesh->fileInfluences(), colours);
        break;
    case ViewMode::Displacement:
        colourDisplacements(session, instance, colours);
        break;
    case ViewMode::Bind:
        colourBind(session, instance, colours);
        break;
    case ViewMode::Normals:
        colourNormals(session.frame(instance).normals, colours);
        break;
    }
    return colours;
}

render::Bounds sceneBounds(const Session& session) {
    render::Bounds bounds;
    for (std::size_t i = 0; i < session.scene().instances.size(); ++i) {
        for (const glm::vec3& position : session.frame(i).positions) {
            if (isFinite(position)) {
                bounds.add(position);
            }
        }
    }
    if (bounds.isEmpty) {
        for (const math::Affine& modelFromJoint : session.modelFromJoint()) {
            if (isFinite(modelFromJoint.translation)) {
                bounds.add(modelFromJoint.translation);
            }
        }
    }
    return bounds;
}

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
    render::Camera lastCamera;
    std::uint32_t lastWidth = 0;
    std::uint32_t lastHeight = 0;

    Result<std::vector<render::TextureIndex>> addTextures() const;
    Status addSurfaces(std::span<const render::TextureIndex> textures);
    Status checkOptions(const ViewOptions& options) const;
    render::SurfaceDraw drawOf(std::size_t instance) const;
    render::Grid gridOfFrame();
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
            return Error{surface.error().code,
                         "mesh '" + instance.meshName + "': " + surface.error().message};
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
        draw.positions = stream(onDevice->positions);
        draw.normals = stream(onDevice->normals);
    } else {
        const InstanceFrame frame = session.frame(instance);
        draw.positions.host = frame.positions;
        draw.normals.host = frame.normals;
    }
    return draw;
}

render::Grid SceneView::State::gridOfFrame() {
    render::Grid now = render::gridFor(sceneBounds(session));
    if (!grid) {
        grid = now;
    }
    now.spacing = grid->spacing;
    now.radius = grid->radius;
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
        colours[i] = viewColours(session, i, options);
        draw.colours = colours[i];
        if (options.mode != ViewMode::Shaded) {
            draw.surfacing = render::Surfacing::Colours;
        } else {
            draw.surfacing =
                options.showTextures ? render::Surfacing::Material : render::Surfacing::Clay;
        }
        draws.push_back(draw);
    }
    const SkeletonShapes shapes = SkeletonDrawing(session, options).shapes();
    std::vector<render::Dot> markers;
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
        frame.grid = state.gridOfFrame();
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
