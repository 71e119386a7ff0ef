// SPDX-License-Identifier: Apache-2.0
// Vertex streams, triangles, influences and morph targets of a primitive.
#include "gltf/primitives.h"

#include "gltf/failure.h"

#include <algorithm>
#include <cmath>

namespace sartor::import::gltf {
namespace {

std::optional<std::uint32_t> findAttribute(const Attributes& attributes, const std::string& name) {
    const auto found = std::find_if(attributes.begin(), attributes.end(), [&](const auto& entry) {
        return entry.first == name;
    });
    return found == attributes.end() ? std::nullopt : std::optional(found->second);
}

template <class Vector>
std::vector<Vector> toVectors(const std::vector<float>& flat) {
    constexpr auto kLength = static_cast<std::size_t>(Vector::length());
    std::vector<Vector> vectors(flat.size() / kLength);
    for (std::size_t i = 0; i < vectors.size(); ++i) {
        for (std::size_t c = 0; c < kLength; ++c) {
            vectors[i][static_cast<int>(c)] = flat[i * kLength + c];
        }
    }
    return vectors;
}

bool isFinite(const glm::vec3& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

// Makes directions unit, as normals and tangents must be, and counts what was not.
class UnitRepair {
public:
    UnitRepair(const glm::vec3& fallback, double tolerance)
        : fallback_(fallback), tolerance_(tolerance) {}

    glm::vec3 operator()(const glm::vec3& direction, std::size_t vertex) {
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
        , place_(placeOf("meshes", meshIndex) + placeOf("primitives", primitiveIndex)) {}

    DecodedPrimitive read() {
        assets::MeshData data;
        data.name = meshInfo_.name;
        data.positions = readPositions();
        vertexCount_ = data.positions.size();
        if (vertexCount_ == 0) {
            context_.notes.error(
                "mesh.no_positions", place_, "it has no vertices and was left out");
            return {};
        }
        data.normals = readNormals();
        data.tangents = readTangents();
        data.uvs = readUvs();
        data.triangles = readTriangles();
        data.influences = readInfluences();
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
    std::string attributePlace(const std::string& name) const {
        return place_ + "/attributes/" + name;
    }

    // Nothing when the primitive has no such attribute, or not one for each vertex.
    std::optional<std::uint32_t> find(const std::string& name,
                                      std::initializer_list<ElementType> types) {
        const std::optional<std::uint32_t> accessor = findAttribute(primitive_.attributes, name);
        if (accessor) {
            used_.push_back(name);
            context_.accessors.expectType(*accessor, types);
            expectVertexCount(*accessor, attributePlace(name));
        }
        return accessor;
    }

    void expectVertexCount(std::uint32_t accessor, const std::string& place) const {
        const std::uint64_t count = context_.accessors.info(accessor).count;
        if (count != vertexCount_) {
            fail("mesh.attribute_count",
                 place,
                 std::to_string(count) + " elements, but POSITION has " +
                     std::to_string(vertexCount_));
        }
    }

    std::vector<glm::vec3> readPositions() {
        const std::optional<std::uint32_t> accessor =
            findAttribute(primitive_.attributes, "POSITION");
        if (!accessor) {
            return {};
        }
        used_.emplace_back("POSITION");
        context_.accessors.expectType(*accessor, {ElementType::Vec3});
        std::vector<glm::vec3> positions =
            toVectors<glm::vec3>(context_.accessors.floats(*accessor));
        expectFinite(positions, attributePlace("POSITION"));
        return positions;
    }

    static void expectFinite(const std::vector<glm::vec3>& vectors, const std::string& place) {
        const auto bad = std::find_if_not(vectors.begin(), vectors.end(), isFinite);
        if (bad != vectors.end()) {
            fail("mesh.nonfinite",
                 place,
                 "vertex " + std::to_string(bad - vectors.begin()) + " is NaN or infinite");
        }
    }

    // Integers are off by half a step, so their length says nothing.
    double unitToleranceOf(std::uint32_t accessor) const {
        return context_.accessors.info(accessor).componentType == ComponentType::Float ? 1e-2 : 1.0;
    }

    std::vector<glm::vec3> readNormals() {
        const std::optional<std::uint32_t> accessor = find("NORMAL", {ElementType::Vec3});
        if (!accessor) {
            return {};
        }
        std::vector<glm::vec3> normals = toVectors<glm::vec3>(context_.accessors.floats(*accessor));
        UnitRepair repair(glm::vec3(0.0f, 1.0f, 0.0f), unitToleranceOf(*accessor));
        for (std::size_t i = 0; i < normals.size(); ++i) {
            normals[i] = repair(normals[i], i);
        }
        repair.note(context_.notes, attributePlace("NORMAL"));
        return normals;
    }

    std::vector<glm::vec4> readTangents() {
        const std::optional<std::uint32_t> accessor = find("TANGENT", {ElementType::Vec4});
        if (!accessor) {
            return {};
        }
        std::vector<glm::vec4> tangents =
            toVectors<glm::vec4>(context_.accessors.floats(*accessor));
        UnitRepair repair(glm::vec3(1.0f, 0.0f, 0.0f), unitToleranceOf(*accessor));
        Occurrences badSigns;
        for (std::size_t i = 0; i < tangents.size(); ++i) {
            const float sign = tangents[i].w < 0.0f ? -1.0f : 1.0f;
            if (tangents[i].w != sign) {
                badSigns.add(i);
            }
            tangents[i] = glm::vec4(repair(glm::vec3(tangents[i]), i), sign);
        }
        repair.note(context_.notes, attributePlace("TANGENT"));
        if (badSigns) {
            context_.notes.warning("mesh.tangent_sign",
                                   attributePlace("TANGENT"),
                                   describe(badSigns, "vertices") +
                                       " have a w other than +1 or -1; its sign was taken",
                                   badSigns);
        }
        return tangents;
    }

    std::vector<glm::vec2> readUvs() {
        const std::optional<std::uint32_t> accessor = find("TEXCOORD_0", {ElementType::Vec2});
        if (!accessor) {
            return {};
        }
        std::vector<glm::vec2> uvs = toVectors<glm::vec2>(context_.accessors.floats(*accessor));
        Occurrences bad;
        for (std::size_t i = 0; i < uvs.size(); ++i) {
            if (!std::isfinite(uvs[i].x) || !std::isfinite(uvs[i].y)) {
                uvs[i] = glm::vec2(0.0f);
                bad.add(i);
            }
        }
        if (bad) {
            context_.notes.warning("mesh.uv_nonfinite",
                                   attributePlace("TEXCOORD_0"),
                                   describe(bad, "vertices") +
                                       " are NaN or infinite; replaced by zero",
                                   bad);
        }
        return uvs;
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

    std::optional<assets::FileInfluences> readInfluences() {
        struct Set {
            std::vector<std::uint32_t> joints;
            std::vector<float> weights;
        };
        std::vector<Set> sets;
        // 256 influences a vertex; what comes after is noted as ignored.
        constexpr std::size_t kMaximumSets = 64;
        while (sets.size() < kMaximumSets) {
            const std::string number = std::to_string(sets.size());
            const std::optional<std::uint32_t> joints =
                findAttribute(primitive_.attributes, "JOINTS_" + number);
            const std::optional<std::uint32_t> weights =
                findAttribute(primitive_.attributes, "WEIGHTS_" + number);
            if (!joints || !weights) {
                break;
            }
            find("JOINTS_" + number, {ElementType::Vec4});
            find("WEIGHTS_" + number, {ElementType::Vec4});
            if (context_.accessors.info(*joints).componentType == ComponentType::Uint32) {
                fail("gltf.accessor_type",
                     attributePlace("JOINTS_" + number),
                     "expected components of 8 or 16 bits");
            }
            Set set;
            set.joints = context_.accessors.unsignedIntegers(*joints);
            set.weights = context_.accessors.floats(*weights, Integers::Normalized);
            sets.push_back(std::move(set));
        }
        if (sets.empty()) {
            return std::nullopt;
        }
        assets::FileInfluences influences;
        influences.slotsPerVertex = static_cast<std::uint32_t>(sets.size() * 4);
        context_.budget.charge(vertexCount_ * influences.slotsPerVertex * 8, place_);
        influences.joints.reserve(vertexCount_ * influences.slotsPerVertex);
        influences.weights.reserve(vertexCount_ * influences.slotsPerVertex);
        for (std::size_t vertex = 0; vertex < vertexCount_; ++vertex) {
            for (const Set& set : sets) {
                const auto first = static_cast<std::ptrdiff_t>(vertex * 4);
                influences.joints.insert(influences.joints.end(),
                                         set.joints.begin() + first,
                                         set.joints.begin() + first + 4);
                influences.weights.insert(influences.weights.end(),
                                          set.weights.begin() + first,
                                          set.weights.begin() + first + 4);
            }
        }
        noteWeights(influences);
        return influences;
    }

    struct WeightFaults {
        Occurrences nonfinite;
        Occurrences negative;
        Occurrences zeroSum;
        Occurrences notNormalized;
        Occurrences duplicateJoint;
    };

    void noteWeights(const assets::FileInfluences& influences) {
        WeightFaults faults;
        for (std::size_t vertex = 0; vertex < vertexCount_; ++vertex) {
            inspectVertex(influences, vertex, faults);
        }
        Notes& notes = context_.notes;
        const std::string place = attributePlace("WEIGHTS_0");
        if (faults.nonfinite) {
            notes.error("weights.nonfinite",
                        place,
                        describe(faults.nonfinite, "vertices") +
                            " have a weight that is NaN or infinite",
                        faults.nonfinite);
        }
        if (faults.negative) {
            notes.warning("weights.negative",
                          place,
                          describe(faults.negative, "vertices") + " have a negative weight",
                          faults.negative);
        }
        if (faults.zeroSum) {
            notes.warning("weights.zero_sum",
                          place,
                          describe(faults.zeroSum, "vertices") + " have no weight at all",
                          faults.zeroSum);
        }
        if (faults.notNormalized) {
            notes.warning("weights.not_normalized",
                          place,
                          describe(faults.notNormalized, "vertices") +
                              " have weights whose sum is off from 1 by more than 1e-4",
                          faults.notNormalized);
        }
        if (faults.duplicateJoint) {
            notes.warning("weights.duplicate_joint",
                          place,
                          describe(faults.duplicateJoint, "vertices") +
                              " name one joint more than once with weight",
                          faults.duplicateJoint);
        }
    }

    void inspectVertex(const assets::FileInfluences& influences,
                       std::size_t vertex,
                       WeightFaults& faults) {
        const std::size_t slotCount = influences.slotsPerVertex;
        const std::uint32_t* joints = influences.joints.data() + vertex * slotCount;
        const float* weights = influences.weights.data() + vertex * slotCount;
        double sum = 0.0;
        bool hasNonfinite = false;
        bool hasNegative = false;
        bool hasDuplicate = false;
        std::optional<std::uint32_t> largestSlot;
        std::optional<std::uint32_t> largestPadding;
        for (std::size_t slot = 0; slot < slotCount; ++slot) {
            if (weights[slot] == 0.0f) {
                largestPadding = std::max(largestPadding.value_or(0), joints[slot]);
                continue;
            }
            largestSlot = std::max(largestSlot.value_or(0), joints[slot]);
            decoded_.weightedSlots.insert(joints[slot]);
            hasNonfinite = hasNonfinite || !std::isfinite(weights[slot]);
            hasNegative = hasNegative || weights[slot] < 0.0f;
            for (std::size_t earlier = 0; earlier < slot; ++earlier) {
                hasDuplicate =
                    hasDuplicate || (joints[earlier] == joints[slot] && weights[earlier] != 0.0f);
            }
            sum += static_cast<double>(weights[slot]);
        }
        if (largestSlot) {
            decoded_.verticesOfLargestSlot[*largestSlot].add(vertex);
        }
        if (largestPadding) {
            decoded_.verticesOfLargestPadding[*largestPadding].add(vertex);
        }
        constexpr double kSumTolerance = 1e-4;
        if (hasNonfinite) {
            faults.nonfinite.add(vertex);
        } else if (sum == 0.0) {
            faults.zeroSum.add(vertex);
        } else if (std::abs(sum - 1.0) > kSumTolerance) {
            faults.notNormalized.add(vertex);
        }
        if (hasNegative) {
            faults.negative.add(vertex);
        }
        if (hasDuplicate) {
            faults.duplicateJoint.add(vertex);
        }
    }

    void noteIgnoredAttributes() {
        std::string ignored;
        std::string unpaired;
        for (const auto& [name, accessor] : primitive_.attributes) {
            if (std::find(used_.begin(), used_.end(), name) != used_.end()) {
                continue;
            }
            const bool isInfluence = name.starts_with("JOINTS_") || name.starts_with("WEIGHTS_");
            (isInfluence ? unpaired : ignored) += " " + name;
        }
        if (!ignored.empty()) {
            context_.notes.info("mesh.attribute_ignored",
                                place_ + "/attributes",
                                "these attributes have no use here and were ignored:" + ignored);
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
        expectVertexCount(*accessor, place + "/" + name);
        std::vector<glm::vec3> deltas = toVectors<glm::vec3>(context_.accessors.floats(*accessor));
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
    std::size_t vertexCount_ = 0;
    bool hasNormals_ = false;
    bool hasTangents_ = false;
    std::vector<std::string> used_;
    DecodedPrimitive decoded_;
};

} // namespace

DecodedPrimitive
decodePrimitive(const ReadContext& context, std::size_t meshIndex, std::size_t primitiveIndex) {
    return PrimitiveReader(context, meshIndex, primitiveIndex).read();
}

} // namespace sartor::import::gltf
