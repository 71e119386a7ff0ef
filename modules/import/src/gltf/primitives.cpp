// SPDX-License-Identifier: Apache-2.0
// Vertex streams, triangles, influences and morph targets of a primitive.
#include "gltf/primitives.h"

#include "gltf/attributes.h"
#include "gltf/draco.h"
#include "gltf/failure.h"
#include "gltf/influences.h"

#include <sartor/math/finite.h>

#include <algorithm>
#include <cmath>

namespace sartor::import::gltf {
namespace {

// Makes directions unit, as normals and tangents must be, and counts what was not.
class UnitRepair {
public:
    UnitRepair(const glm::vec3& fallback, double tolerance)
        : fallback_(fallback), tolerance_(tolerance) {}

    glm::vec3 operator()(const glm::vec3& direction, std::size_t vertex) {
        // Nearly all are unit: what is this close in float keeps its bits, as below.
        constexpr float kNearlyUnit = 1e-5f;
        if (std::abs(glm::dot(direction, direction) - 1.0f) <= kNearlyUnit) {
            return direction;
        }
        const double length = glm::length(glm::dvec3(direction));
        if (!std::isfinite(length) || !(length > 0.0)) {
            degenerate_.add(vertex);
            return fallback_;
        }
        if (std::abs(length - 1.0) > tolerance_) {
            notUnit_.add(vertex);
        }
        // What a float can hold anyway stays bit for bit as it is in the file.
        constexpr double kFloatUnit = 1e-5;
        return std::abs(length - 1.0) <= kFloatUnit ? direction
                                                    : glm::vec3(glm::dvec3(direction) / length);
    }

    void note(Notes& notes, const std::string& place) const {
        if (degenerate_) {
            notes.warning("mesh.direction_degenerate",
                          place,
                          describe(degenerate_, "vertices") +
                              " have no direction (zero, NaN or infinite); replaced by an axis",
                          degenerate_);
        }
        if (notUnit_) {
            notes.warning("mesh.direction_not_unit",
                          place,
                          describe(notUnit_, "vertices") +
                              " have a direction of another length than 1; normalised",
                          notUnit_);
        }
    }

private:
    glm::vec3 fallback_;
    double tolerance_;
    Occurrences degenerate_;
    Occurrences notUnit_;
};

class PrimitiveReader {
public:
    PrimitiveReader(const ReadContext& context, std::size_t meshIndex, std::size_t primitiveIndex)
        : context_(context)
        , meshInfo_(context.document.meshes[meshIndex])
        , primitive_(meshInfo_.primitives[primitiveIndex])
        , place_(placeOf("meshes", meshIndex) + placeOf("primitives", primitiveIndex))
        , attributes_(context, primitive_.attributes, place_) {}

    DecodedPrimitive read() {
        const DracoPrimitive decompressed(context_, primitive_, place_);
        assets::MeshData data;
        data.name = meshInfo_.name;
        data.positions = readPositions();
        vertexCount_ = data.positions.size();
        attributes_.setVertexCount(vertexCount_);
        if (vertexCount_ == 0) {
            context_.notes.error(
                "mesh.no_positions", place_, "it has no vertices and was left out");
            return {};
        }
        data.normals = readNormals();
        data.tangents = readTangents();
        if (data.normals.empty() && !data.tangents.empty()) {
            // glTF 2.0, 3.7.2.1: flat normals come with tangents of their own.
            context_.notes.info("mesh.tangents_without_normals",
                                attributes_.placeOf("TANGENT"),
                                "without normals the surface is flat and has no use for them; "
                                "they were ignored");
            data.tangents.clear();
        }
        data.uvs = readUvs();
        data.skinBlend = readSkinBlend();
        data.attributes = readOtherAttributes();
        data.triangles = readTriangles();
        DecodedInfluences influences = readInfluences(attributes_);
        data.influences = std::move(influences.influences);
        decoded_.slots = std::move(influences.slots);
        noteIgnoredAttributes();
        hasNormals_ = !data.normals.empty();
        hasTangents_ = !data.tangents.empty();
        Result<std::shared_ptr<const assets::Mesh>> mesh = assets::Mesh::create(std::move(data));
        if (!mesh) {
            fail(mesh.error().code, place_, mesh.error().message);
        }
        decoded_.mesh = *mesh;
        readMorphs();
        return std::move(decoded_);
    }

private:
    std::vector<glm::vec3> readPositions() {
        const std::optional<std::uint32_t> accessor =
            attributes_.find("POSITION", {ElementType::Vec3});
        if (!accessor) {
            return {};
        }
        std::vector<glm::vec3> positions = context_.accessors.vectors<glm::vec3>(*accessor);
        expectFinite(positions, attributes_.placeOf("POSITION"));
        return positions;
    }

    static void expectFinite(const std::vector<glm::vec3>& vectors, const std::string& place) {
        if (const std::optional<std::size_t> bad = math::findNonfinite(vectors)) {
            fail("mesh.nonfinite", place, "vertex " + std::to_string(*bad) + " is NaN or infinite");
        }
    }

    // Integers are off by half a step, so their length says nothing.
    double unitToleranceOf(std::uint32_t accessor) const {
        return context_.accessors.info(accessor).componentType == ComponentType::Float ? 1e-2 : 1.0;
    }

    std::vector<glm::vec3> readNormals() {
        const std::optional<std::uint32_t> accessor =
            attributes_.find("NORMAL", {ElementType::Vec3});
        if (!accessor) {
            return {};
        }
        std::vector<glm::vec3> normals = context_.accessors.vectors<glm::vec3>(*accessor);
        UnitRepair repair(glm::vec3(0.0f, 1.0f, 0.0f), unitToleranceOf(*accessor));
        for (std::size_t i = 0; i < normals.size(); ++i) {
            normals[i] = repair(normals[i], i);
        }
        repair.note(context_.notes, attributes_.placeOf("NORMAL"));
        return normals;
    }

    std::vector<glm::vec4> readTangents() {
        const std::optional<std::uint32_t> accessor =
            attributes_.find("TANGENT", {ElementType::Vec4});
        if (!accessor) {
            return {};
        }
        std::vector<glm::vec4> tangents = context_.accessors.vectors<glm::vec4>(*accessor);
        UnitRepair repair(glm::vec3(1.0f, 0.0f, 0.0f), unitToleranceOf(*accessor));
        Occurrences badSigns;
        for (std::size_t i = 0; i < tangents.size(); ++i) {
            const float sign = tangents[i].w < 0.0f ? -1.0f : 1.0f;
            if (tangents[i].w != sign) {
                badSigns.add(i);
            }
            tangents[i] = glm::vec4(repair(glm::vec3(tangents[i]), i), sign);
        }
        repair.note(context_.notes, attributes_.placeOf("TANGENT"));
        if (badSigns) {
            context_.notes.warning("mesh.tangent_sign",
                                   attributes_.placeOf("TANGENT"),
                                   describe(badSigns, "vertices") +
                                       " have a w other than +1 or -1; its sign was taken",
                                   badSigns);
        }
        return tangents;
    }

    std::vector<glm::vec2> readUvs() {
        const std::optional<std::uint32_t> accessor =
            attributes_.find("TEXCOORD_0", {ElementType::Vec2});
        if (!accessor) {
            return {};
        }
        std::vector<glm::vec2> uvs = context_.accessors.vectors<glm::vec2>(*accessor);
        if (!math::findNonfinite(uvs)) {
            return uvs;
        }
        Occurrences bad;
        for (std::size_t i = 0; i < uvs.size(); ++i) {
            if (!std::isfinite(uvs[i].x) || !std::isfinite(uvs[i].y)) {
                uvs[i] = glm::vec2(0.0f);
                bad.add(i);
            }
        }
        if (bad) {
            context_.notes.warning("mesh.uv_nonfinite",
                                   attributes_.placeOf("TEXCOORD_0"),
                                   describe(bad, "vertices") +
                                       " are NaN or infinite; replaced by zero",
                                   bad);
        }
        return uvs;
    }

    // A custom attribute, so one of another type is somebody else's.
    std::vector<float> readSkinBlend() {
        const std::string name = "_SKIN_BLEND";
        const std::optional<std::uint32_t> candidate = findAttribute(primitive_.attributes, name);
        if (!candidate || context_.accessors.info(*candidate).elementType != ElementType::Scalar) {
            return {};
        }
        attributes_.find(name, {ElementType::Scalar});
        std::vector<float> blend = context_.accessors.floats(*candidate, Integers::Normalized);
        Occurrences bad;
        for (std::size_t i = 0; i < blend.size(); ++i) {
            if (!std::isfinite(blend[i])) {
                blend[i] = 1.0f;
                bad.add(i);
            }
        }
        if (bad) {
            context_.notes.warning("mesh.skin_blend_nonfinite",
                                   attributes_.placeOf(name),
                                   describe(bad, "vertices") +
                                       " are NaN or infinite; replaced by one",
                                   bad);
        }
        return blend;
    }

    // Colours, further texture coordinates and custom attributes, as they are; deformers may ask
    // for them. One that is not sound is somebody else's, and ignored.
    std::vector<assets::VertexAttribute> readOtherAttributes() {
        std::vector<assets::VertexAttribute> attributes;
        for (const std::string& name : attributes_.unused()) {
            const bool isWanted = name.starts_with("COLOR_") || name.starts_with("TEXCOORD_") ||
                                  (name.size() > 1 && name[0] == '_');
            const std::uint32_t accessor = *findAttribute(primitive_.attributes, name);
            const Accessor& info = context_.accessors.info(accessor);
            const std::uint32_t width = info.elementType == ElementType::Scalar ? 1
                                        : info.elementType == ElementType::Vec2 ? 2
                                        : info.elementType == ElementType::Vec3 ? 3
                                        : info.elementType == ElementType::Vec4 ? 4
                                                                                : 0;
            if (!isWanted || width == 0 || info.count != vertexCount_) {
                continue;
            }
            std::vector<float> values = context_.accessors.floats(accessor);
            if (std::all_of(
                    values.begin(), values.end(), [](float x) { return std::isfinite(x); })) {
                attributes_.find(name, {info.elementType});
                attributes.push_back({name, width, std::move(values)});
            }
        }
        return attributes;
    }

    // The vertices in drawing order.
    std::vector<std::uint32_t> readIndices() {
        std::vector<std::uint32_t> indices;
        if (primitive_.indices) {
            context_.accessors.expectType(*primitive_.indices, {ElementType::Scalar});
            return context_.accessors.unsignedIntegers(*primitive_.indices);
        }
        context_.budget.charge(vertexCount_ * sizeof(std::uint32_t), place_);
        indices.resize(vertexCount_);
        for (std::size_t i = 0; i < indices.size(); ++i) {
            indices[i] = static_cast<std::uint32_t>(i);
        }
        return indices;
    }

    std::vector<std::uint32_t> readTriangles() {
        constexpr std::uint64_t kTriangles = 4;
        constexpr std::uint64_t kStrip = 5;
        constexpr std::uint64_t kFan = 6;
        if (primitive_.mode < kTriangles) {
            context_.notes.info(
                "mesh.no_triangles", place_ + "/mode", "points and lines have none");
            return {};
        }
        std::vector<std::uint32_t> indices = readIndices();
        if (indices.empty()) {
            context_.notes.warning(
                "mesh.no_triangles", place_ + "/indices", "the list of indices is empty");
        }
        if (primitive_.mode == kTriangles) {
            if (const std::size_t rest = indices.size() % 3; rest != 0) {
                context_.notes.warning("mesh.incomplete_triangle",
                                       place_ + "/indices",
                                       "the last " + std::to_string(rest) +
                                           " indices make no triangle and were dropped");
                indices.resize(indices.size() - rest);
            }
            return indices;
        }
        const std::size_t triangleCount = indices.size() < 3 ? 0 : indices.size() - 2;
        context_.budget.charge(triangleCount * 3 * sizeof(std::uint32_t), place_);
        std::vector<std::uint32_t> triangles;
        triangles.reserve(triangleCount * 3);
        for (std::size_t i = 0; i < triangleCount; ++i) {
            // glTF 2.0, 3.7.2.1: every second triangle of a strip has its last two vertices
            // swapped.
            const std::size_t swap = primitive_.mode == kStrip ? i % 2 : 0;
            const std::size_t first = primitive_.mode == kFan ? 0 : i;
            triangles.insert(triangles.end(),
                             {indices[first], indices[i + 1 + swap], indices[i + 2 - swap]});
        }
        return triangles;
    }

    void noteIgnoredAttributes() {
        std::string ignored;
        std::string unpaired;
        for (const std::string& name : attributes_.unused()) {
            const bool isInfluence = name.starts_with("JOINTS_") || name.starts_with("WEIGHTS_");
            (isInfluence ? unpaired : ignored) += " " + name;
        }
        if (!ignored.empty()) {
            context_.notes.info(
                "mesh.attribute_ignored",
                place_ + "/attributes",
                "these attributes have no use here, or are not sound, and were ignored:" + ignored);
        }
        if (!unpaired.empty()) {
            context_.notes.warning(
                "weights.set_ignored",
                place_ + "/attributes",
                "without a partner, after a gap in the numbers or beyond 64 sets, these were "
                "ignored:" +
                    unpaired);
        }
    }

    std::vector<glm::vec3>
    readDeltas(const Attributes& target, const std::string& name, const std::string& place) {
        const std::optional<std::uint32_t> accessor = findAttribute(target, name);
        if (!accessor) {
            return {};
        }
        context_.accessors.expectType(*accessor, {ElementType::Vec3});
        attributes_.expectVertexCount(*accessor, place + "/" + name);
        std::vector<glm::vec3> deltas = context_.accessors.vectors<glm::vec3>(*accessor);
        expectFinite(deltas, place + "/" + name);
        return deltas;
    }

    void readMorphs() {
        if (meshInfo_.targetCount == 0) {
            return;
        }
        std::vector<assets::MorphTarget> targets;
        Occurrences withoutBase;
        for (std::size_t i = 0; i < meshInfo_.targetCount; ++i) {
            std::string name = i < meshInfo_.targetNames.size() ? meshInfo_.targetNames[i] : "";
            const std::string place = place_ + "/targets/" + std::to_string(i);
            if (i >= primitive_.targets.size()) {
                targets.push_back(assets::makeSparseTarget(std::move(name), {}, {}, {}));
                continue;
            }
            const Attributes& attributes = primitive_.targets[i];
            const std::vector<glm::vec3> positions = readDeltas(attributes, "POSITION", place);
            std::vector<glm::vec3> normals = readDeltas(attributes, "NORMAL", place);
            std::vector<glm::vec3> tangents = readDeltas(attributes, "TANGENT", place);
            if ((!hasNormals_ && !normals.empty()) || (!hasTangents_ && !tangents.empty())) {
                withoutBase.add(i);
            }
            normals.resize(hasNormals_ ? normals.size() : 0);
            tangents.resize(hasTangents_ ? tangents.size() : 0);
            targets.push_back(
                assets::makeSparseTarget(std::move(name), positions, normals, tangents));
        }
        if (primitive_.targets.size() < meshInfo_.targetCount) {
            context_.notes.warning("morph.target_count",
                                   place_ + "/targets",
                                   std::to_string(primitive_.targets.size()) + " targets, but " +
                                       std::to_string(meshInfo_.targetCount) +
                                       " in another primitive of the mesh; empty ones were added");
        }
        if (withoutBase) {
            context_.notes.info("morph.base_missing",
                                place_ + "/targets",
                                describe(withoutBase, "targets") +
                                    " change normals or tangents that the mesh does not have",
                                withoutBase);
        }
        Result<std::shared_ptr<const assets::MorphSet>> morphs =
            assets::MorphSet::create(std::move(targets), vertexCount_);
        if (!morphs) {
            fail(morphs.error().code, place_ + "/targets", morphs.error().message);
        }
        decoded_.morphs = *morphs;
    }

    const ReadContext& context_;
    const MeshInfo& meshInfo_;
    const Primitive& primitive_;
    std::string place_;
    AttributeTable attributes_;
    std::size_t vertexCount_ = 0;
    bool hasNormals_ = false;
    bool hasTangents_ = false;
    DecodedPrimitive decoded_;
};

} // namespace

DecodedPrimitive
decodePrimitive(const ReadContext& context, std::size_t meshIndex, std::size_t primitiveIndex) {
    return PrimitiveReader(context, meshIndex, primitiveIndex).read();
}

} // namespace sartor::import::gltf
