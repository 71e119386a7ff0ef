// SPDX-License-Identifier: Apache-2.0
// Every rule for the tables of a plugin.
#include "declaration.h"

#include "declared_text.h"
#include "semantics.h"
#include "spirv_check.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <set>
#include <span>
#include <string_view>
#include <tuple>
#include <vector>

namespace sartor::deform {

namespace {

constexpr std::size_t kMaxTextBytes = 256;
constexpr std::uint32_t kMaxStages = 64;
constexpr std::uint32_t kMaxNeeds = 64;
constexpr std::uint32_t kMaxParams = 256;
constexpr std::uint32_t kMaxLabels = 256;
// 4 MiB; a stage is a few thousand words.
constexpr std::uint32_t kMaxWords = 1u << 20;

// Sizes that structs had when this major version was frozen: later fields may be missing.
constexpr std::size_t kDescriptorSize = offsetof(sartor_descriptor, stages) + sizeof(void*);
constexpr std::size_t kStageSize = offsetof(sartor_stage, when_values) + sizeof(std::uint32_t);
constexpr std::size_t kParamSize = offsetof(sartor_param, initial) + sizeof(double);

// What the host knows of a plugin's struct, with zeros where the plugin's version had no field yet.
template <class T>
T knownPart(const T& declared) {
    T known{};
    std::memcpy(&known, &declared, std::min<std::size_t>(declared.struct_size, sizeof(T)));
    return known;
}

// Reads a descriptor; stops at the first broken rule, which error() then says.
class DescriptorReader {
public:
    bool read(const sartor_descriptor* declared, Deformer& deformer) {
        place_ = "descriptor";
        if (declared == nullptr) {
            return fail("plugin.descriptor", "is null");
        }
        if (!hasSize(declared->struct_size, kDescriptorSize)) {
            return false;
        }
        const sartor_descriptor known = knownPart(*declared);
        const sartor_descriptor* descriptor = &known;
        if (!readText(descriptor->id, "id", deformer.id)) {
            return false;
        }
        if (!isDottedId(deformer.id)) {
            return fail("plugin.id",
                        "id '" + deformer.id +
                            "' must be lower case words joined with dots, as in 'example.name'");
        }
        place_ = deformer_ = "deformer '" + deformer.id + "'";
        if (!readText(descriptor->name, "name", deformer.name) ||
            !readText(descriptor->vendor, "vendor", deformer.vendor) ||
            !readText(descriptor->version, "version", deformer.version)) {
            return false;
        }
        deformer.capabilities = descriptor->capabilities;
        if (descriptor->stage_count == 0 || descriptor->stage_count > kMaxStages) {
            return fail("plugin.stages",
                        "has " + std::to_string(descriptor->stage_count) +
                            " stages, expected 1 to " + std::to_string(kMaxStages));
        }
        if (descriptor->stages == nullptr) {
            return fail("plugin.stages", "has no table of stages");
        }
        for (const sartor_stage* stage : std::span(descriptor->stages, descriptor->stage_count)) {
            place_ = deformer_ + " stage " + std::to_string(deformer.stages.size());
            deformer.stages.emplace_back();
            if (!readStage(stage, deformer.stages.back())) {
                return false;
            }
        }
        return true;
    }

    const Error& error() const { return error_; }

private:
    bool fail(const char* code, const std::string& what) {
        error_ = {code, place_ + ": " + what};
        return false;
    }

    bool hasSize(std::uint32_t size, std::size_t expected) {
        return size >= expected || fail("plugin.struct_size",
                                        "struct_size is " + std::to_string(size) +
                                            ", expected at least " + std::to_string(expected));
    }

    bool readText(const char* text, const std::string& field, std::string& destination) {
        if (text == nullptr) {
            return fail("plugin.text", field + " is null");
        }
        const std::size_t length = strnlen(text, kMaxTextBytes + 1);
        if (length > kMaxTextBytes) {
            return fail("plugin.text",
                        field + " is longer than " + std::to_string(kMaxTextBytes) + " bytes");
        }
        destination.assign(text, length);
        return isUtf8(destination) || fail("plugin.text", field + " is not valid UTF-8");
    }

    bool readStage(const sartor_stage* declared, Stage& stage) {
        if (declared == nullptr) {
            return fail("plugin.stages", "is null");
        }
        return hasSize(declared->struct_size, kStageSize) && readStage(knownPart(*declared), stage);
    }

    bool readStage(const sartor_stage& declared, Stage& stage) {
        if (!readText(declared.id, "id", stage.id)) {
            return false;
        }
        if (!isWord(stage.id) || !stageIds_.insert(stage.id).second) {
            return fail("plugin.stage_id",
                        "id '" + stage.id + "' must be a lower case word that no other stage has");
        }
        place_ = stagePlace_ = deformer_ + " stage '" + stage.id + "'";
        stage.kind = declared.kind;
        stage.flags = declared.flags;
        stage.repeatParam = declared.repeat_param;
        stage.whenParam = declared.when_param;
        stage.whenValues = declared.when_values;
        stage.run = declared.run;
        const bool isPrepare = stage.kind == SARTOR_STAGE_PREPARE;
        if (stage.kind != SARTOR_STAGE_RUN && !isPrepare) {
            return fail("plugin.stage_kind",
                        "kind is " + std::to_string(stage.kind) +
                            ", expected SARTOR_STAGE_RUN or SARTOR_STAGE_PREPARE");
        }
        const std::uint32_t allowed =
            SARTOR_STAGE_NEIGHBOURHOOD | (isPrepare ? std::uint32_t{SARTOR_STAGE_WHOLE} : 0u);
        if ((stage.flags & ~allowed) != 0) {
            return fail("plugin.stage_flags",
                        "flags are " + std::to_string(stage.flags) + ", of which " +
                            std::to_string(stage.flags & ~allowed) +
                            " is nothing that such a stage can have");
        }
        if (stage.run == nullptr) {
            return fail("plugin.function", "run is null");
        }
        return readNeeds(declared, stage) && readParams(declared, stage) && checkRepeat(stage) &&
               checkWhen(stage) && readShader(declared.compute, ShaderForm::Compute, stage) &&
               readShader(declared.vertex, ShaderForm::Vertex, stage);
    }

    bool readNeeds(const sartor_stage& declared, Stage& stage) {
        if (declared.need_count == 0 || declared.need_count > kMaxNeeds) {
            return fail("plugin.need_count",
                        "has " + std::to_string(declared.need_count) +
                            " buffer needs, expected 1 to " + std::to_string(kMaxNeeds));
        }
        if (declared.needs == nullptr) {
            return fail("plugin.need_count", "has no table of needs");
        }
        for (const sartor_buffer_need& need : std::span(declared.needs, declared.need_count)) {
            place_ = stagePlace_ + " need " + std::to_string(stage.needs.size());
            BufferNeed copy{{}, need.format, need.domain, need.access, need.optional != 0};
            if (need.optional > 1) {
                return fail("plugin.need_optional",
                            "optional is " + std::to_string(need.optional) + ", expected 0 or 1");
            }
            if (!readText(need.semantic, "semantic", copy.semantic) || !checkNeed(stage, copy)) {
                return false;
            }
            const auto isSame = [&copy](const BufferNeed& other) {
                return other.semantic == copy.semantic && other.access == copy.access;
            };
            if (std::any_of(stage.needs.begin(), stage.needs.end(), isSame)) {
                return fail("plugin.need_duplicate",
                            "'" + copy.semantic + "' is declared twice with the same access");
            }
            const auto isOther = [&copy](const BufferNeed& other) {
                return other.semantic == copy.semantic &&
                       (other.format != copy.format || other.domain != copy.domain);
            };
            if (std::any_of(stage.needs.begin(), stage.needs.end(), isOther)) {
                return fail("plugin.need_format",
                            "'" + copy.semantic + "' is declared with two formats or domains");
            }
            stage.needs.push_back(std::move(copy));
        }
        place_ = stagePlace_;
        return true;
    }

    bool checkNeed(const Stage& stage, const BufferNeed& need) {
        if (bytesOf(need.format) == 0) {
            return fail("plugin.need_format",
                        "'" + need.semantic + "' has the unknown format " +
                            std::to_string(need.format));
        }
        if (!isDomain(need.domain)) {
            return fail("plugin.need_domain",
                        "'" + need.semantic + "' has the unknown domain " +
                            std::to_string(need.domain));
        }
        if (need.access < SARTOR_READ || need.access > SARTOR_READ_PREVIOUS_FRAME) {
            return fail("plugin.need_access",
                        "'" + need.semantic + "' has access " + std::to_string(need.access) +
                            ", expected SARTOR_READ, SARTOR_WRITE or SARTOR_READ_PREVIOUS_FRAME");
        }
        if (need.access == SARTOR_READ_PREVIOUS_FRAME) {
            if (stage.kind == SARTOR_STAGE_PREPARE) {
                return fail("plugin.need_access",
                            "'" + need.semantic +
                                "' of the previous frame is read by a stage of kind "
                                "SARTOR_STAGE_PREPARE, which belongs to no frame");
            }
            if (need.domain != SARTOR_PER_VERTEX) {
                return fail("plugin.need_domain",
                            "'" + need.semantic + "' of the previous frame is read with domain " +
                                std::to_string(need.domain) +
                                ", expected per vertex, as stages write");
            }
        }
        if (need.access == SARTOR_WRITE && !mayWriteDomain(stage, need.domain)) {
            const bool isPrepare = stage.kind == SARTOR_STAGE_PREPARE;
            const bool isWhole = (stage.flags & SARTOR_STAGE_WHOLE) != 0;
            return fail("plugin.need_domain",
                        "'" + need.semantic + "' is written with domain " +
                            std::to_string(need.domain) + ", expected " +
                            (!isPrepare ? "per vertex"
                             : isWhole  ? "any but delta, block and cluster"
                                        : "per vertex, influence, neighbour or corner"));
        }
        const Semantic* known = findSemantic(need.semantic);
        if (stage.kind == SARTOR_STAGE_PREPARE && known != nullptr &&
            (need.access == SARTOR_WRITE || known->contents != Contents::PerMesh)) {
            return fail("plugin.prepare_need",
                        "'" + need.semantic + "' is " +
                            (need.access == SARTOR_WRITE ? "written" : "read") +
                            " by a stage of kind SARTOR_STAGE_PREPARE, which reads what no frame "
                            "changes and writes streams of its own names");
        }
        if (!attributeName(need.semantic).empty()) {
            return checkAttribute(need);
        }
        if (known == nullptr) {
            const bool isOwn = isDottedId(need.semantic) && !need.semantic.starts_with("sartor.");
            return isOwn ||
                   fail("plugin.need_semantic", "this host does not know '" + need.semantic + "'");
        }
        if (need.format != known->format) {
            return fail("plugin.need_format",
                        "'" + need.semantic + "' is " + formatName(known->format) + ", not " +
                            formatName(need.format));
        }
        if (need.domain != known->domain) {
            return fail("plugin.need_domain",
                        "'" + need.semantic + "' has domain " + std::to_string(known->domain) +
                            ", not " + std::to_string(need.domain));
        }
        if (need.access != SARTOR_READ && known->contents != Contents::ByStages) {
            return fail(
                "plugin.need_access",
                "'" + need.semantic + "' comes from the host, no stage may " +
                    (need.access == SARTOR_WRITE ? "write it" : "read it of the previous frame"));
        }
        return true;
    }

    bool checkAttribute(const BufferNeed& need) {
        if (need.access != SARTOR_READ) {
            return fail("plugin.need_access",
                        "'" + need.semantic + "' comes from the file, stages only read it");
        }
        if (need.domain != SARTOR_PER_VERTEX) {
            return fail("plugin.need_domain",
                        "'" + need.semantic + "' has domain " + std::to_string(SARTOR_PER_VERTEX) +
                            ", not " + std::to_string(need.domain));
        }
        return floatCountOf(need.format) != 0 ||
               fail("plugin.need_format",
                    "'" + need.semantic + "' is F32, F32X2, F32X3 or F32X4, not " +
                        formatName(need.format));
    }

    // A range of vertices has rows of influences, neighbours and corners; all vertices have all.
    static bool mayWriteDomain(const Stage& stage, sartor_domain domain) {
        if (domain == SARTOR_PER_VERTEX || stage.kind != SARTOR_STAGE_PREPARE) {
            return domain == SARTOR_PER_VERTEX;
        }
        if ((stage.flags & SARTOR_STAGE_WHOLE) != 0) {
            return domain != SARTOR_PER_DELTA && domain != SARTOR_PER_BLOCK &&
                   domain != SARTOR_PER_CLUSTER;
        }
        return domain == SARTOR_PER_INFLUENCE || domain == SARTOR_PER_NEIGHBOUR ||
               domain == SARTOR_PER_CORNER;
    }

    bool readParams(const sartor_stage& declared, Stage& stage) {
        if (declared.param_count > kMaxParams) {
            return fail("plugin.param_count",
                        "has " + std::to_string(declared.param_count) + " params, expected 0 to " +
                            std::to_string(kMaxParams));
        }
        if (declared.param_count > 0 && declared.params == nullptr) {
            return fail("plugin.param_count", "has no table of params");
        }
        for (const sartor_param* param : std::span(declared.params, declared.param_count)) {
            place_ = stagePlace_ + " param " + std::to_string(stage.params.size());
            stage.params.emplace_back();
            if (!readParam(param, stage.params.back())) {
                return false;
            }
        }
        for (const Param& param : stage.params) {
            params_.push_back(param);
        }
        place_ = stagePlace_;
        return true;
    }

    bool readParam(const sartor_param* declared, Param& param) {
        if (declared == nullptr) {
            return fail("plugin.param_count", "is null");
        }
        return hasSize(declared->struct_size, kParamSize) && readParam(knownPart(*declared), param);
    }

    bool readParam(const sartor_param& declared, Param& param) {
        if (!readText(declared.key, "key", param.key) ||
            !readText(declared.name, "name", param.name) ||
            !readText(declared.unit, "unit", param.unit)) {
            return false;
        }
        param.id = declared.id;
        param.type = declared.type;
        param.minimum = declared.minimum;
        param.maximum = declared.maximum;
        param.initial = declared.initial;
        if (!paramIds_.insert(param.id).second) {
            return readSharedParam(declared, param);
        }
        if (!isWord(param.key) || !paramKeys_.insert(param.key).second) {
            return fail("plugin.param_key",
                        "key '" + param.key + "' must be a lower case word used only once");
        }
        if (param.name.empty()) {
            return fail("plugin.param_name", "'" + param.key + "' has an empty name");
        }
        return readLabels(declared, param) && checkRange(param);
    }

    // A stage may list a param of a stage before it, not another with the same id.
    bool readSharedParam(const sartor_param& declared, Param& param) {
        const auto before = std::find_if(params_.begin(), params_.end(), [&](const Param& other) {
            return other.id == param.id;
        });
        if (before == params_.end()) {
            return fail("plugin.param_id",
                        "id " + std::to_string(param.id) + " is used by two params");
        }
        if (!readLabels(declared, param)) {
            return false;
        }
        const auto fields = [](const Param& one) {
            return std::tie(one.type,
                            one.labels,
                            one.key,
                            one.name,
                            one.unit,
                            one.minimum,
                            one.maximum,
                            one.initial);
        };
        param.isShared = true;
        return fields(param) == fields(*before) ||
               fail("plugin.param_id",
                    "id " + std::to_string(param.id) +
                        " is used by two params that are not equal in all fields");
    }

    bool readLabels(const sartor_param& declared, Param& param) {
        if (param.type < SARTOR_PARAM_FLOAT || param.type > SARTOR_PARAM_ENUM) {
            return fail("plugin.param_type",
                        "'" + param.key + "' has the unknown type " + std::to_string(param.type));
        }
        const bool isEnum = param.type == SARTOR_PARAM_ENUM;
        if (isEnum != (declared.label_count > 0) || declared.label_count > kMaxLabels) {
            return fail("plugin.param_labels",
                        "'" + param.key + "' has " + std::to_string(declared.label_count) +
                            " labels: an enum has 1 to " + std::to_string(kMaxLabels) +
                            ", others none");
        }
        if (!isEnum) {
            return true;
        }
        if (declared.labels == nullptr) {
            return fail("plugin.param_labels", "'" + param.key + "' has no table of labels");
        }
        for (const char* label : std::span(declared.labels, declared.label_count)) {
            std::string copy;
            if (!readText(label, "label", copy)) {
                return false;
            }
            if (!isWord(copy) ||
                std::find(param.labels.begin(), param.labels.end(), copy) != param.labels.end()) {
                return fail("plugin.param_labels",
                            "label '" + copy + "' of '" + param.key +
                                "' must be a lower case word used only once");
            }
            param.labels.push_back(std::move(copy));
        }
        return true;
    }

    bool checkRange(const Param& param) {
        for (const double value : {param.minimum, param.maximum, param.initial}) {
            if (!std::isfinite(value)) {
                return fail("plugin.param_nonfinite",
                            "'" + param.key +
                                "' has a minimum, maximum or initial value that is "
                                "not finite");
            }
        }
        // Whole numbers must survive the way to a 32-bit word.
        const bool isWhole = param.type != SARTOR_PARAM_FLOAT;
        const double largest = isWhole ? 2147483647.0 : 3.4028234663852886e38;
        const bool hasFraction = isWhole && (std::floor(param.minimum) != param.minimum ||
                                             std::floor(param.maximum) != param.maximum ||
                                             std::floor(param.initial) != param.initial);
        const double last =
            param.type == SARTOR_PARAM_ENUM ? static_cast<double>(param.labels.size()) - 1.0 : 1.0;
        const bool isChoice = param.type == SARTOR_PARAM_BOOL || param.type == SARTOR_PARAM_ENUM;
        if (hasFraction || param.minimum > param.initial || param.initial > param.maximum ||
            param.minimum < -largest || param.maximum > largest ||
            (isChoice && (param.minimum != 0.0 || param.maximum != last))) {
            return fail("plugin.param_range",
                        "'" + param.key +
                            "': minimum <= initial <= maximum does not hold, or they "
                            "do not fit the param's type");
        }
        return true;
    }

    bool checkRepeat(const Stage& stage) {
        if (stage.repeatParam == SARTOR_STAGE_NO_REPEAT) {
            return true;
        }
        if (stage.repeatParam >= stage.params.size() ||
            stage.params[stage.repeatParam].type != SARTOR_PARAM_INT ||
            stage.params[stage.repeatParam].minimum < 0.0) {
            return fail("plugin.repeat_param",
                        "repeat_param " + std::to_string(stage.repeatParam) +
                            " is not the index of an INT param with minimum >= 0");
        }
        return true;
    }

    bool checkWhen(const Stage& stage) {
        if (stage.whenValues == 0) {
            return true;
        }
        if (stage.whenParam < stage.params.size()) {
            const Param& param = stage.params[stage.whenParam];
            const bool isChoice =
                param.type == SARTOR_PARAM_BOOL || param.type == SARTOR_PARAM_ENUM;
            if (isChoice && param.maximum < 32 &&
                (stage.whenValues >> 1 >> static_cast<int>(param.maximum)) == 0) {
                return true;
            }
        }
        return fail("plugin.when_param",
                    "when_param " + std::to_string(stage.whenParam) + " with when_values " +
                        std::to_string(stage.whenValues) +
                        " names no BOOL or ENUM param of the stage, or a value that it has not");
    }

    bool readShader(const sartor_spirv& declared, ShaderForm form, Stage& stage) {
        if (declared.words == nullptr) {
            return true;
        }
        if (stage.kind == SARTOR_STAGE_PREPARE) {
            return fail("plugin.prepare_compute",
                        "a stage of kind SARTOR_STAGE_PREPARE runs on the CPU and has no " +
                            std::string(formText(form)) + " code");
        }
        if (form == ShaderForm::Vertex && (stage.flags & SARTOR_STAGE_NEIGHBOURHOOD) != 0) {
            return fail("plugin.vertex_needs",
                        "a stage that reads other vertices than its own has no vertex code");
        }
        if (declared.word_count > kMaxWords) {
            return fail("plugin.spirv_invalid",
                        "the " + std::string(formText(form)) + " code has " +
                            std::to_string(declared.word_count) + " words, more than " +
                            std::to_string(kMaxWords));
        }
        ShaderCode code;
        code.words.assign(declared.words, declared.words + declared.word_count);
        code.specId = declared.local_size_spec_id;
        if (!readText(declared.entry_point, "entry point", code.entryPoint)) {
            return false;
        }
        if (Status checked = checkShader(form, stage.needs, code); !checked) {
            return fail(checked.error().code.c_str(), checked.error().message);
        }
        (form == ShaderForm::Compute ? stage.compute : stage.vertex) = std::move(code);
        return true;
    }

    std::string place_;
    std::string deformer_;
    std::string stagePlace_;
    std::set<std::string> stageIds_;
    std::set<std::uint32_t> paramIds_;
    std::set<std::string> paramKeys_;
    // Of the stages before.
    std::vector<Param> params_;
    Error error_;
};

} // namespace

Result<Deformer> copyDescriptor(const sartor_descriptor* descriptor) {
    Deformer deformer;
    DescriptorReader reader;
    if (!reader.read(descriptor, deformer)) {
        return reader.error();
    }
    return deformer;
}

} // namespace sartor::deform
