// SPDX-License-Identifier: Apache-2.0
// C++20 convenience over the deformer ABI: declare tables with little code, read typed buffers, and
// let no exception out. Needs no other library.
//
//   constexpr sartor_buffer_need kNeeds[] = {
//       reads<Float3>(semantic::kPosition, SARTOR_PER_VERTEX),
//       writes<Float3>(semantic::kPosition, SARTOR_PER_VERTEX),
//   };
//   constexpr sartor_param kAmount = floatParam({.id = 1, .key = "amount", .name = "Amount"});
//   constexpr const sartor_param* kParams[] = {&kAmount};
//   void lift(const Run& run) { ... }
//   const sartor_stage kStage =
//       makeStage<lift>({.id = "lift", .needs = kNeeds, .params = kParams});
//   const sartor_stage* const kStages[] = {&kStage};
//   const sartor_descriptor kLift = makeDescriptor({.id = "org.example.lift", ...}, kStages);
//   SARTOR_DEFORMER_PLUGIN(kLift)
#pragma once

#include <sartor/deformer/sartor_deformer.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <new>
#include <span>
#include <type_traits>

namespace sartor::deformer {

// Elements of buffers, laid out as the formats of the ABI say.
struct Float2 {
    float x, y;
};
struct Float3 {
    float x, y, z;
};
struct Float4 {
    float x, y, z, w;
};
/// A dual quaternion: real x y z w, dual x y z w.
struct Float8 {
    float values[8];
};
/// A 3x3 matrix by columns.
struct Matrix3 {
    float columns[3][3];
};
/// An affine map: three rows of four.
struct Matrix3x4 {
    float rows[3][4];
};
struct UShort4 {
    std::uint16_t x, y, z, w;
};

template <class T>
inline constexpr sartor_format kFormatOf = 0;
template <>
inline constexpr sartor_format kFormatOf<float> = SARTOR_FORMAT_F32;
template <>
inline constexpr sartor_format kFormatOf<Float2> = SARTOR_FORMAT_F32X2;
template <>
inline constexpr sartor_format kFormatOf<Float3> = SARTOR_FORMAT_F32X3;
template <>
inline constexpr sartor_format kFormatOf<Float4> = SARTOR_FORMAT_F32X4;
template <>
inline constexpr sartor_format kFormatOf<Float8> = SARTOR_FORMAT_F32X8;
template <>
inline constexpr sartor_format kFormatOf<Matrix3> = SARTOR_FORMAT_F32X9;
template <>
inline constexpr sartor_format kFormatOf<Matrix3x4> = SARTOR_FORMAT_F32X12;
template <>
inline constexpr sartor_format kFormatOf<std::uint32_t> = SARTOR_FORMAT_U32;
template <>
inline constexpr sartor_format kFormatOf<UShort4> = SARTOR_FORMAT_U16X4;

/// Names of the semantics that the host knows; what they mean stands in sartor_deformer.h.
namespace semantic {
inline constexpr const char* kRestPosition = "sartor.rest.position";
inline constexpr const char* kRestNormal = "sartor.rest.normal";
inline constexpr const char* kRestTangent = "sartor.rest.tangent";
inline constexpr const char* kPosition = "sartor.position";
inline constexpr const char* kNormal = "sartor.normal";
inline constexpr const char* kTangent = "sartor.tangent";
inline constexpr const char* kLinear = "sartor.linear";
inline constexpr const char* kPaletteMatrix = "sartor.palette.matrix";
inline constexpr const char* kPaletteDualQuat = "sartor.palette.dualquat";
inline constexpr const char* kPaletteScale = "sartor.palette.scale";
inline constexpr const char* kPaletteCommon = "sartor.palette.common";
inline constexpr const char* kInfluenceOffset = "sartor.influence.offset";
inline constexpr const char* kInfluenceJoint = "sartor.influence.joint";
inline constexpr const char* kInfluenceWeight = "sartor.influence.weight";
inline constexpr const char* kInfluence4Joint = "sartor.influence4.joint";
inline constexpr const char* kInfluence4Weight = "sartor.influence4.weight";
inline constexpr const char* kSkinBlend = "sartor.skin.blend";
inline constexpr const char* kMorphOffset = "sartor.morph.offset";
inline constexpr const char* kMorphTarget = "sartor.morph.target";
inline constexpr const char* kMorphDeltaPosition = "sartor.morph.delta.position";
inline constexpr const char* kMorphDeltaNormal = "sartor.morph.delta.normal";
inline constexpr const char* kMorphDeltaTangent = "sartor.morph.delta.tangent";
inline constexpr const char* kMorphWeight = "sartor.morph.weight";
inline constexpr const char* kTriangleIndex = "sartor.triangle.index";
inline constexpr const char* kWeldRepresentative = "sartor.weld.representative";
inline constexpr const char* kNeighbourOffset = "sartor.neighbour.offset";
inline constexpr const char* kNeighbourIndex = "sartor.neighbour.index";
inline constexpr const char* kCornerOffset = "sartor.corner.offset";
inline constexpr const char* kCornerIndex = "sartor.corner.index";
inline constexpr const char* kTime = "sartor.time";
inline constexpr const char* kFlags = "sartor.flags";
} // namespace semantic

template <class T>
constexpr sartor_buffer_need reads(const char* name, sartor_domain domain) {
    static_assert(kFormatOf<T> != 0, "T is not the element of a format");
    return {name, kFormatOf<T>, domain, SARTOR_READ, 0};
}

template <class T>
constexpr sartor_buffer_need readsWherePresent(const char* name, sartor_domain domain) {
    static_assert(kFormatOf<T> != 0, "T is not the element of a format");
    return {name, kFormatOf<T>, domain, SARTOR_READ, 1};
}

/// What stages wrote in the last frame; see SARTOR_READ_PREVIOUS_FRAME.
template <class T>
constexpr sartor_buffer_need readsPrevious(const char* name, sartor_domain domain) {
    static_assert(kFormatOf<T> != 0, "T is not the element of a format");
    return {name, kFormatOf<T>, domain, SARTOR_READ_PREVIOUS_FRAME, 0};
}

template <class T>
constexpr sartor_buffer_need writes(const char* name, sartor_domain domain) {
    static_assert(kFormatOf<T> != 0, "T is not the element of a format");
    return {name, kFormatOf<T>, domain, SARTOR_WRITE, 0};
}

template <class T>
constexpr sartor_buffer_need writesWhereWanted(const char* name, sartor_domain domain) {
    static_assert(kFormatOf<T> != 0, "T is not the element of a format");
    return {name, kFormatOf<T>, domain, SARTOR_WRITE, 1};
}

/// Tables of needs, one after the other.
template <std::size_t... kCounts>
constexpr auto joined(const std::array<sartor_buffer_need, kCounts>&... tables) {
    std::array<sartor_buffer_need, (kCounts + ...)> all{};
    auto* end = all.data();
    const auto append = [&end](const auto& table) {
        for (const sartor_buffer_need& need : table) {
            *end++ = need;
        }
    };
    (append(tables), ...);
    return all;
}

struct FloatParamInfo {
    std::uint32_t id;
    const char* key;
    const char* name;
    const char* unit = "1";
    double minimum = 0.0;
    double maximum = 1.0;
    double initial = 0.0;
};

constexpr sartor_param floatParam(const FloatParamInfo& info) {
    return {sizeof(sartor_param),
            info.id,
            SARTOR_PARAM_FLOAT,
            0,
            nullptr,
            info.key,
            info.name,
            info.unit,
            info.minimum,
            info.maximum,
            info.initial};
}

struct IntParamInfo {
    std::uint32_t id;
    const char* key;
    const char* name;
    const char* unit = "1";
    std::int32_t minimum = 0;
    std::int32_t maximum = 100;
    std::int32_t initial = 0;
};

constexpr sartor_param intParam(const IntParamInfo& info) {
    return {sizeof(sartor_param),
            info.id,
            SARTOR_PARAM_INT,
            0,
            nullptr,
            info.key,
            info.name,
            info.unit,
            static_cast<double>(info.minimum),
            static_cast<double>(info.maximum),
            static_cast<double>(info.initial)};
}

struct BoolParamInfo {
    std::uint32_t id;
    const char* key;
    const char* name;
    bool initial = false;
};

constexpr sartor_param boolParam(const BoolParamInfo& info) {
    return {sizeof(sartor_param),
            info.id,
            SARTOR_PARAM_BOOL,
            0,
            nullptr,
            info.key,
            info.name,
            "",
            0.0,
            1.0,
            info.initial ? 1.0 : 0.0};
}

struct EnumParamInfo {
    std::uint32_t id;
    const char* key;
    const char* name;
    std::span<const char* const> labels;
    /// Index of a label.
    std::uint32_t initial = 0;
};

constexpr sartor_param enumParam(const EnumParamInfo& info) {
    return {sizeof(sartor_param),
            info.id,
            SARTOR_PARAM_ENUM,
            static_cast<std::uint32_t>(info.labels.size()),
            info.labels.data(),
            info.key,
            info.name,
            "",
            0.0,
            static_cast<double>(info.labels.size()) - 1.0,
            static_cast<double>(info.initial)};
}

/// The elements of one bound buffer; false where the host left an optional need unbound.
template <class T>
class BufferView {
public:
    constexpr BufferView(T* data, std::uint32_t count) : data_(data), count_(count) {}

    explicit operator bool() const { return data_ != nullptr; }
    std::uint32_t count() const { return count_; }
    T* data() const { return data_; }
    T& operator[](std::uint32_t index) const { return data_[index]; }

private:
    T* data_;
    std::uint32_t count_;
};

/// The elements of compressed rows that belong to one vertex: `offsets` says where they begin.
template <class T>
std::span<const T> rowOf(const BufferView<const std::uint32_t>& offsets,
                         const BufferView<const T>& values,
                         std::uint32_t vertex) {
    const std::uint32_t first = offsets[vertex];
    const std::uint32_t last = offsets[vertex + 1];
    return first == last ? std::span<const T>() : std::span<const T>(&values[first], last - first);
}

/// One call of a stage.
class Run {
public:
    explicit Run(const sartor_run& run) : run_(run) {}

    std::uint32_t begin() const { return run_.begin; }
    std::uint32_t end() const { return run_.end; }
    std::uint32_t pass() const { return run_.pass; }
    std::uint32_t frameFlags() const { return run_.frame_flags; }
    /// Nothing of the last frame counts.
    bool isReset() const { return (run_.frame_flags & SARTOR_FRAME_RESET) != 0; }
    double time() const { return run_.time; }
    double deltaTime() const { return run_.delta_time; }

    template <class T>
    BufferView<const T> read(std::uint32_t need) const {
        return {static_cast<const T*>(run_.buffers[need].data), run_.buffers[need].count};
    }
    template <class T>
    BufferView<T> write(std::uint32_t need) const {
        return {static_cast<T*>(run_.buffers[need].data), run_.buffers[need].count};
    }

    /// As the shader sees it.
    float floatParam(std::uint32_t index) const { return static_cast<float>(run_.params[index]); }
    /// INT, BOOL and ENUM.
    std::int32_t intParam(std::uint32_t index) const {
        return static_cast<std::int32_t>(run_.params[index]);
    }

private:
    const sartor_run& run_;
};

namespace detail {

/// Calls and turns whatever is thrown into a status.
template <class Function>
sartor_status guarded(Function&& function) noexcept {
    try {
        function();
        return SARTOR_OK;
    } catch (const std::bad_alloc&) {
        return SARTOR_E_MEMORY;
    } catch (...) {
        return SARTOR_E_FAILED;
    }
}

/// The C function for `void stage(const Run&)`.
template <auto kFunction>
sartor_status runStage(const void*, const sartor_run* run) noexcept requires
    std::is_invocable_v<decltype(kFunction), const Run&> {
    return guarded([run] { kFunction(Run(*run)); });
}

/// The C function for `void stage(const Instance&, const Run&)`.
template <auto kFunction, class Instance>
sartor_status runStage(const void* self, const sartor_run* run) noexcept {
    return guarded([self, run] { kFunction(*static_cast<const Instance*>(self), Run(*run)); });
}

} // namespace detail

struct StageInfo {
    const char* id;
    std::span<const sartor_buffer_need> needs;
    std::span<const sartor_param* const> params = {};
    sartor_spirv compute = {};
    sartor_spirv vertex = {};
    std::uint32_t flags = 0;
    std::uint32_t repeatParam = SARTOR_STAGE_NO_REPEAT;
    /// The stage is there while this BOOL or ENUM param has one of these values, as 1 << value; 0
    /// for always.
    std::uint32_t whenParam = 0;
    std::uint32_t whenValues = 0;
};

/// A stage that runs `void kFunction(const Run&)`, or with a second template argument
/// `void kFunction(const Instance&, const Run&)`.
template <auto kFunction, class... Instance>
constexpr sartor_stage makeStage(const StageInfo& info) {
    sartor_stage stage{};
    stage.struct_size = sizeof(sartor_stage);
    stage.kind = SARTOR_STAGE_RUN;
    stage.flags = info.flags;
    stage.repeat_param = info.repeatParam;
    stage.need_count = static_cast<std::uint32_t>(info.needs.size());
    stage.param_count = static_cast<std::uint32_t>(info.params.size());
    stage.id = info.id;
    stage.needs = info.needs.data();
    stage.params = info.params.data();
    stage.run = &detail::runStage<kFunction, Instance...>;
    stage.compute = info.compute;
    stage.vertex = info.vertex;
    stage.when_param = info.whenParam;
    stage.when_values = info.whenValues;
    return stage;
}

/// The same for a stage that computes once per mesh what others read in every frame.
template <auto kFunction, class... Instance>
constexpr sartor_stage makePrepareStage(const StageInfo& info) {
    sartor_stage stage = makeStage<kFunction, Instance...>(info);
    stage.kind = SARTOR_STAGE_PREPARE;
    return stage;
}

struct DescriptorInfo {
    const char* id;
    const char* name;
    const char* vendor;
    const char* version;
    std::uint32_t capabilities = 0;
};

constexpr sartor_descriptor makeDescriptor(const DescriptorInfo& info,
                                           std::span<const sartor_stage* const> stages) {
    sartor_descriptor descriptor{};
    descriptor.struct_size = sizeof(sartor_descriptor);
    descriptor.capabilities = info.capabilities;
    descriptor.stage_count = static_cast<std::uint32_t>(stages.size());
    descriptor.id = info.id;
    descriptor.name = info.name;
    descriptor.vendor = info.vendor;
    descriptor.version = info.version;
    descriptor.stages = stages.data();
    return descriptor;
}

/// What a deformer without state has for an instance.
struct NoInstance {};

namespace detail {

/// What all plugins have in common; `Plugin` derives from it and has the rest of the factory.
template <class Plugin>
struct PluginEntry {
    static sartor_status init(const char*) noexcept { return SARTOR_OK; }
    static void deinit() noexcept {}
    static const void* extension(const void*, const char*) noexcept { return nullptr; }
    static const sartor_factory* factory() noexcept {
        static constexpr sartor_factory kFactory = {
            Plugin::count, Plugin::descriptor, Plugin::create, Plugin::destroy, extension};
        return &kFactory;
    }
    static constexpr sartor_entry entry() {
        return {SARTOR_ABI_MAGIC,
                SARTOR_ABI_MAJOR,
                SARTOR_ABI_MINOR,
                sizeof(sartor_entry),
                init,
                deinit,
                factory};
    }
};

} // namespace detail

/// The functions behind the entry of a plugin with one deformer. `Instance` is made from a
/// `const sartor_host&` for each mesh instance.
template <const sartor_descriptor& kDescriptor, class Instance = NoInstance>
struct SinglePlugin : detail::PluginEntry<SinglePlugin<kDescriptor, Instance>> {
    static std::uint32_t count() noexcept { return 1; }
    static const sartor_descriptor* descriptor(std::uint32_t index) noexcept {
        return index == 0 ? &kDescriptor : nullptr;
    }
    static sartor_status create(const sartor_host* host, const char* id, void** instance) noexcept {
        if (host == nullptr || id == nullptr || instance == nullptr ||
            std::strcmp(id, kDescriptor.id) != 0) {
            return SARTOR_E_ARGUMENT;
        }
        *instance = nullptr;
        if constexpr (std::is_same_v<Instance, NoInstance>) {
            return SARTOR_OK;
        } else {
            return detail::guarded([&] { *instance = new Instance(*host); });
        }
    }
    static void destroy(void* instance) noexcept { delete static_cast<Instance*>(instance); }
};

/// The same for several deformers, a table of descriptors, none of which has a state.
template <const auto& kDescriptors>
struct PluginOfMany : detail::PluginEntry<PluginOfMany<kDescriptors>> {
    static std::uint32_t count() noexcept {
        return static_cast<std::uint32_t>(std::size(kDescriptors));
    }
    static const sartor_descriptor* descriptor(std::uint32_t index) noexcept {
        return index < count() ? &kDescriptors[index] : nullptr;
    }
    static sartor_status create(const sartor_host*, const char* id, void** instance) noexcept {
        if (id == nullptr || instance == nullptr) {
            return SARTOR_E_ARGUMENT;
        }
        *instance = nullptr;
        for (const sartor_descriptor& one : kDescriptors) {
            if (std::strcmp(id, one.id) == 0) {
                return SARTOR_OK;
            }
        }
        return SARTOR_E_ARGUMENT;
    }
    static void destroy(void*) noexcept {}
};

} // namespace sartor::deformer

/// Defines the entry of a plugin with several deformers without state:
/// SARTOR_DEFORMER_PLUGIN_OF_MANY(kDescriptors). At global namespace scope.
#define SARTOR_DEFORMER_PLUGIN_OF_MANY(...)                                                        \
    extern "C" const sartor_entry sartor_deformer_entry =                                          \
        sartor::deformer::PluginOfMany<__VA_ARGS__>::entry();

/// Defines the entry of a plugin with one deformer: SARTOR_DEFORMER_PLUGIN(kDescriptor) or
/// SARTOR_DEFORMER_PLUGIN(kDescriptor, Instance). At global namespace scope.
#define SARTOR_DEFORMER_PLUGIN(...)                                                                \
    extern "C" const sartor_entry sartor_deformer_entry =                                          \
        sartor::deformer::SinglePlugin<__VA_ARGS__>::entry();
