// SPDX-License-Identifier: Apache-2.0
// Draco's decoders with bounds on what the compressed data may make them allocate.
#include "gltf/draco.h"

#include "gltf/attributes.h"
#include "gltf/failure.h"

#include <draco/compression/config/compression_shared.h>
#include <draco/compression/mesh/mesh_edgebreaker_decoder.h>
#include <draco/compression/mesh/mesh_sequential_decoder.h>
#include <draco/core/varint_decoding.h>
#include <draco/mesh/mesh.h>

#include <exception>
#include <new>
#include <optional>

namespace sartor::import::gltf {
namespace {

// What the accessors say there is, which the data has to agree with.
struct Shape {
    std::uint64_t vertexCount = 0;
    std::uint64_t triangleCount = 0;
};

[[noreturn]] void failDecoding(const std::string& place, const std::string& reason) {
    fail("gltf.draco", place, "the data cannot be decoded: " + reason);
}

// Looks at the counts in the data before the decoder acts on them: a few bytes may name billions.
// Draco's own code is not built to be left by exceptions, so a failure waits until it has returned.
template <class Decoder>
class Bounded : public Decoder {
public:
    Bounded(const Shape& shape, const std::string& place, Budget& budget)
        : shape_(shape), place_(place), budget_(budget) {}

    /// Fails as decodeMesh() does.
    void decode(draco::DecoderBuffer& buffer, draco::Mesh& mesh) {
        const draco::Status status = this->Decode(draco::DecoderOptions(), &buffer, &mesh);
        if (failure_) {
            throw Failure(*failure_);
        }
        if (!status.ok()) {
            failDecoding(place_, status.error_msg());
        }
    }

protected:
    bool DecodeGeometryData() override {
        return holds([this] { checkFaceCount(); }) && Decoder::DecodeGeometryData();
    }

    bool DecodeAllAttributes() override {
        return holds([this] { checkAttributes(); }) && Decoder::DecodeAllAttributes();
    }

private:
    template <class Check>
    bool holds(Check check) {
        try {
            check();
        } catch (const Failure& failure) {
            failure_ = failure;
        }
        return !failure_;
    }

    void checkFaceCount() {
        draco::DecoderBuffer ahead = *this->buffer(); // a view with a position of its own
        const std::optional<std::uint32_t> faceCount = peekFaceCount(ahead);
        if (!faceCount) {
            failDecoding(place_, "it is too short");
        }
        if (*faceCount > shape_.triangleCount) {
            fail("gltf.draco",
                 place_,
                 std::to_string(*faceCount) +
                     " triangles are compressed, the accessor of the "
                     "indices is for " +
                     std::to_string(shape_.triangleCount));
        }
        // Corners, opposite corners, vertices and the marks of the traversal.
        constexpr std::uint64_t kBytesPerTriangle = 128;
        budget_.charge(*faceCount * kBytesPerTriangle, place_);
    }

    void checkAttributes() {
        const draco::PointCloud& cloud = *this->point_cloud();
        if (cloud.num_points() != shape_.vertexCount) {
            fail("gltf.draco",
                 place_,
                 std::to_string(cloud.num_points()) +
                     " vertices are compressed, the accessors of the attributes have " +
                     std::to_string(shape_.vertexCount));
        }
        for (std::int32_t i = 0; i < cloud.num_attributes(); ++i) {
            const draco::PointAttribute& attribute = *cloud.attribute(i);
            const auto width = static_cast<std::uint64_t>(
                draco::DataTypeLength(attribute.data_type()) + std::int32_t{sizeof(std::int32_t)});
            // The values, their integers before the last transform, and the map from the vertices.
            const std::uint64_t perVertex =
                static_cast<std::uint64_t>(attribute.num_components()) * width +
                2 * sizeof(std::uint32_t);
            budget_.charge(shape_.vertexCount * perVertex, place_);
        }
    }

    static bool isBefore22(std::uint16_t version) {
        return version < DRACO_BITSTREAM_VERSION(2, 2);
    }

    // In front of the connectivity stand the counts: first vertices, then triangles in the
    // edgebreaker's data, the other way round in the sequential one.
    std::optional<std::uint32_t> peekFaceCount(draco::DecoderBuffer& ahead) const {
        const std::uint16_t version = this->bitstream_version();
        constexpr bool kIsEdgebreaker = std::is_same_v<Decoder, draco::MeshEdgebreakerDecoder>;
        const std::uint16_t firstWithVarints =
            kIsEdgebreaker ? DRACO_BITSTREAM_VERSION(2, 0) : DRACO_BITSTREAM_VERSION(2, 2);
        const auto next = [&]() -> std::optional<std::uint32_t> {
            std::uint32_t value = 0;
            const bool isRead = version < firstWithVarints ? ahead.Decode(&value)
                                                           : draco::DecodeVarint(&value, &ahead);
            return isRead ? std::optional(value) : std::nullopt;
        };
        int skipped = 0;
        if (kIsEdgebreaker) {
            skipped = isBefore22(version) ? 2 : 1;
        }
        for (int i = 0; i < skipped; ++i) {
            if (!next()) {
                return std::nullopt;
            }
        }
        return next();
    }

    Shape shape_;
    std::string place_;
    Budget& budget_;
    std::optional<Failure> failure_;
};

void decodeMesh(const std::vector<std::byte>& bytes,
                const Shape& shape,
                const std::string& place,
                Budget& budget,
                draco::Mesh& mesh) {
    draco::DecoderBuffer buffer;
    buffer.Init(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    draco::DecoderBuffer ahead = buffer;
    draco::DracoHeader header{};
    if (const draco::Status status = draco::PointCloudDecoder::DecodeHeader(&ahead, &header);
        !status.ok()) {
        failDecoding(place, status.error_msg());
    }
    if (header.encoder_type != draco::TRIANGULAR_MESH) {
        failDecoding(place, "it holds points, expected triangles");
    }
    try {
        if (header.encoder_method == draco::MESH_EDGEBREAKER_ENCODING) {
            Bounded<draco::MeshEdgebreakerDecoder>(shape, place, budget).decode(buffer, mesh);
        } else if (header.encoder_method == draco::MESH_SEQUENTIAL_ENCODING) {
            Bounded<draco::MeshSequentialDecoder>(shape, place, budget).decode(buffer, mesh);
        } else {
            failDecoding(place, "unknown method " + std::to_string(header.encoder_method));
        }
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception& exception) {
        failDecoding(place, exception.what());
    }
}

// The values of all vertices, packed, as the accessor declares them.
template <class Component>
std::vector<std::byte> valuesOf(const draco::PointAttribute& attribute,
                                std::uint32_t vertexCount,
                                const std::string& place) {
    const auto componentCount = static_cast<std::size_t>(attribute.num_components());
    std::vector<std::byte> values(vertexCount * componentCount * sizeof(Component));
    std::vector<Component> value(componentCount);
    for (std::uint32_t vertex = 0; vertex < vertexCount; ++vertex) {
        const draco::AttributeValueIndex index = attribute.mapped_index(draco::PointIndex(vertex));
        if (index.value() >= attribute.size() ||
            !attribute.ConvertValue<Component>(index, value.data())) {
            fail("gltf.draco",
                 place,
                 "vertex " + std::to_string(vertex) +
                     " has no value that the component type of the accessor can hold");
        }
        const auto bytes = std::as_bytes(std::span(value));
        std::copy(bytes.begin(),
                  bytes.end(),
                  values.begin() + static_cast<std::ptrdiff_t>(vertex * bytes.size()));
    }
    return values;
}

std::vector<std::byte> valuesOf(const draco::PointAttribute& attribute,
                                const Accessor& accessor,
                                const std::string& place) {
    if (static_cast<std::size_t>(attribute.num_components()) !=
        componentCountOf(accessor.elementType)) {
        fail("gltf.draco",
             place,
             std::to_string(attribute.num_components()) +
                 " components are compressed, but the "
                 "accessor is " +
                 std::string(nameOf(accessor.elementType)));
    }
    const bool isFloat = attribute.data_type() == draco::DT_FLOAT32;
    if (isFloat != (accessor.componentType == ComponentType::Float)) {
        fail("gltf.draco",
             place,
             "integers are compressed for a float accessor, or floats for another");
    }
    const auto vertexCount = static_cast<std::uint32_t>(accessor.count);
    switch (accessor.componentType) {
    case ComponentType::Int8:
        return valuesOf<std::int8_t>(attribute, vertexCount, place);
    case ComponentType::Uint8:
        return valuesOf<std::uint8_t>(attribute, vertexCount, place);
    case ComponentType::Int16:
        return valuesOf<std::int16_t>(attribute, vertexCount, place);
    case ComponentType::Uint16:
        return valuesOf<std::uint16_t>(attribute, vertexCount, place);
    case ComponentType::Uint32:
        return valuesOf<std::uint32_t>(attribute, vertexCount, place);
    case ComponentType::Float:
        break;
    }
    return valuesOf<float>(attribute, vertexCount, place);
}

template <class Index>
std::vector<std::byte> indicesOf(const draco::Mesh& mesh, const std::string& place) {
    std::vector<Index> indices;
    indices.reserve(std::size_t{mesh.num_faces()} * 3);
    for (std::uint32_t face = 0; face < mesh.num_faces(); ++face) {
        for (const draco::PointIndex& corner : mesh.face(draco::FaceIndex(face))) {
            if (corner.value() >= mesh.num_points() ||
                corner.value() > std::numeric_limits<Index>::max()) {
                fail("gltf.draco",
                     place,
                     "triangle " + std::to_string(face) + " names vertex " +
                         std::to_string(corner.value()) +
                         ", which the accessor cannot hold or "
                         "the mesh does not have");
            }
            indices.push_back(static_cast<Index>(corner.value()));
        }
    }
    const auto bytes = std::as_bytes(std::span(indices));
    return {bytes.begin(), bytes.end()};
}

std::vector<std::byte>
indicesOf(const draco::Mesh& mesh, ComponentType type, const std::string& place) {
    switch (type) {
    case ComponentType::Uint8:
        return indicesOf<std::uint8_t>(mesh, place);
    case ComponentType::Uint16:
        return indicesOf<std::uint16_t>(mesh, place);
    default:
        return indicesOf<std::uint32_t>(mesh, place);
    }
}

} // namespace

DracoPrimitive::DracoPrimitive(const ReadContext& context,
                               const Primitive& primitive,
                               std::string place)
    : context_(context) {
    if (!primitive.draco) {
        return;
    }
    constexpr std::uint64_t kTriangles = 4;
    Accessors& accessors = context.accessors;
    const std::string extension = place + "/extensions/KHR_draco_mesh_compression";
    if (primitive.mode != kTriangles || !primitive.indices) {
        fail("gltf.draco",
             extension,
             "expected triangles (mode 4) with an accessor of indices, which tells their number");
    }
    const std::optional<std::uint32_t> positions = findAttribute(primitive.attributes, "POSITION");
    if (!positions) {
        fail("gltf.draco", extension, "the primitive has no POSITION");
    }
    const Accessor& indices = accessors.info(*primitive.indices);
    const ComponentType indexType = indices.componentType;
    accessors.expectType(*primitive.indices, {ElementType::Scalar});
    accessors.expectUnsigned(*primitive.indices);
    if (indices.count % 3 != 0) {
        fail("gltf.draco",
             "/accessors/" + std::to_string(*primitive.indices) + "/count",
             std::to_string(indices.count) + ", expected a multiple of 3");
    }
    const Shape shape{accessors.info(*positions).count, indices.count / 3};
    const Bytes compressed = context.buffers.view(primitive.draco->bufferView);
    draco::Mesh mesh;
    decodeMesh(
        compressed.chargedCopy(context.budget, extension), shape, extension, context.budget, mesh);
    for (const auto& [name, id] : primitive.draco->attributes) {
        const std::string attributePlace = extension + "/attributes/" + name;
        const std::optional<std::uint32_t> accessor = findAttribute(primitive.attributes, name);
        if (!accessor) {
            fail("gltf.draco", attributePlace, "the primitive has no such attribute");
        }
        const draco::PointAttribute* attribute = mesh.GetAttributeByUniqueId(id);
        if (attribute == nullptr) {
            fail("gltf.draco",
                 attributePlace,
                 "the data has no attribute of id " + std::to_string(id));
        }
        const Accessor& info = accessors.info(*accessor);
        if (info.count != shape.vertexCount) {
            fail("gltf.draco",
                 attributePlace,
                 "its accessor has " + std::to_string(info.count) + " elements, that of POSITION " +
                     std::to_string(shape.vertexCount));
        }
        context.budget.charge(info.count * componentCountOf(info.elementType) *
                                  sizeOf(info.componentType),
                              attributePlace);
        accessors.replace(*accessor, valuesOf(*attribute, info, attributePlace));
    }
    context.budget.charge(indices.count * sizeOf(indexType) * 2, extension);
    accessors.replace(*primitive.indices, indicesOf(mesh, indexType, extension));
    if (mesh.num_faces() < shape.triangleCount) {
        // Encoders leave out triangles without area.
        context.notes.info("gltf.draco_triangle_count",
                           extension,
                           std::to_string(mesh.num_faces()) +
                               " triangles are compressed, the "
                               "accessor of the indices is for " +
                               std::to_string(shape.triangleCount));
    }
}

} // namespace sartor::import::gltf
