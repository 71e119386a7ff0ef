// SPDX-License-Identifier: Apache-2.0
// Making a plan: which buffers a chain needs and which stage reads and writes which.
#include "host_data.h"
#include "preparation.h"
#include "semantics.h"

#include <sartor/deform/chain_plan.h>

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

namespace sartor::deform {

namespace {

constexpr std::size_t kMaxPlannedStages = 4096;

// The streams of the mesh itself: before any stage wrote them they are the rest streams.
std::string_view restOf(std::string_view semantic) {
    if (semantic == "sartor.position") {
        return "sartor.rest.position";
    }
    if (semantic == "sartor.normal") {
        return "sartor.rest.normal";
    }
    return semantic == "sartor.tangent" ? "sartor.rest.tangent" : std::string_view();
}

// What all joints have in common moves nothing.
bool isSkinning(const Stage& stage) {
    return std::any_of(stage.needs.begin(), stage.needs.end(), [](const BufferNeed& need) {
        return need.semantic.starts_with("sartor.palette.") && need.domain == SARTOR_PER_JOINT;
    });
}

// The chosen label of the param `order`, which the host knows (sartor_deformer.h); empty without.
std::string_view orderOf(const PlannedStage& planned) {
    const auto& params = planned.stage().params;
    for (std::size_t index = 0; index < params.size(); ++index) {
        if (params[index].key == "order" && params[index].type == SARTOR_PARAM_ENUM) {
            return params[index].labels[static_cast<std::size_t>(planned.params[index])];
        }
    }
    return {};
}

enum class Reading { Never, WherePresent, Always };

// Whether a stage reads a need, which may hang on its order.
Reading readingOf(const PlannedStage& planned, const BufferNeed& need) {
    if (need.access != SARTOR_READ) {
        return Reading::Never;
    }
    const std::string_view order = orderOf(planned);
    const bool isTangent = order == "tangent";
    if (need.semantic == "sartor.linear" && !order.empty()) {
        return isTangent || order == "carried" ? Reading::Always : Reading::Never;
    }
    if (isTangent && (need.semantic == "sartor.normal" || need.semantic == "sartor.tangent")) {
        return Reading::Always;
    }
    return need.isOptional ? Reading::WherePresent : Reading::Always;
}

bool readsSemantic(const PlannedStage& planned, std::string_view semantic) {
    const auto& needs = planned.stage().needs;
    return std::any_of(needs.begin(), needs.end(), [&](const BufferNeed& need) {
        return need.semantic == semantic && readingOf(planned, need) != Reading::Never;
    });
}

std::string stageName(const PlannedStage& planned) {
    return "stage '" + planned.stage().id + "' of '" + planned.deformer->id + "'";
}

} // namespace

// Makes the plan stage by stage. Keeps for each semantic where its newest contents are.
class ChainPlanner {
public:
    ChainPlanner(const Chain& chain, const MeshSource& source, PlanOptions options)
        : options_(std::move(options)), plan_(new ChainPlan(source)) {
        plan_->chain_ = chain;
    }

    Result<std::shared_ptr<const ChainPlan>> make() {
        if (Status checked = checkSource(plan_->source_); !checked) {
            return checked.error();
        }
        if (Status status = listStages(); !status) {
            return status.error();
        }
        for (std::size_t index = 0; index < listed_.size(); ++index) {
            const bool isPreparation = listed_[index].stage().kind == SARTOR_STAGE_PREPARE;
            if (!isPreparation && !hasWantedOutput(index)) {
                continue;
            }
            if (Status status = isPreparation ? planPreparation(index) : planStage(index);
                !status) {
                return status.error();
            }
        }
        for (const auto& [semantic, result] : {std::pair("sartor.position", &plan_->positions_),
                                               std::pair("sartor.normal", &plan_->normals_),
                                               std::pair("sartor.tangent", &plan_->tangents_)}) {
            auto buffer = currentBuffer(semantic);
            if (!buffer) {
                return buffer.error();
            }
            *result = *buffer;
        }
        if (Status status = planHistories(); !status) {
            return status.error();
        }
        if (options_.watch == Watch::Flags) {
            plan_->flags_ = streams_["sartor.flags"].current;
        } else if (options_.watch == Watch::Linear) {
            plan_->linear_ = streams_["sartor.linear"].current;
        }
        if (Status status = prepare(); !status) {
            return status.error();
        }
        return std::shared_ptr<const ChainPlan>(std::move(plan_));
    }

private:
    struct Stream {
        std::optional<std::uint32_t> current;
        // A PREPARE stage wrote the newest contents; `current` is their buffer once it is needed.
        std::optional<PreparedOutput> prepared;
        // Of the RUN stage that wrote the newest contents, for messages.
        std::string writer;
        // Buffers that RUN stages write, at most two of each format but for those that are kept.
        std::vector<std::uint32_t> written;
    };

    const HostData& hostData() const { return *plan_->hostData_; }

    // All passes of all RUN stages, and the PREPARE stages, in order; buffers come later.
    Status listStages() {
        bool isSkinned = false;
        std::uint32_t linkIndex = 0;
        for (const ChainLink& link : plan_->chain_.links) {
            for (std::size_t index = 0; index < link.deformer->stages.size(); ++index) {
                PlannedStage planned;
                planned.deformer = link.deformer;
                planned.stageIndex = static_cast<std::uint32_t>(index);
                planned.linkIndex = linkIndex;
                planned.params = link.params[index];
                if (!isThere(planned)) {
                    continue;
                }
                if (isSkinned && orderOf(planned) == "pre") {
                    return Error{"chain.order",
                                 stageName(planned) +
                                     " has order=pre and must stand before the skinning stage"};
                }
                const bool isPreparation = planned.stage().kind == SARTOR_STAGE_PREPARE;
                isSkinned = isSkinned || (!isPreparation && isSkinning(planned.stage()));
                const std::uint32_t passes = passCountOf(planned);
                if (std::size_t{passes} + listed_.size() > kMaxPlannedStages) {
                    return Error{"chain.too_large",
                                 stageName(planned) + ": the chain has more than " +
                                     std::to_string(kMaxPlannedStages) + " passes"};
                }
                // A preparation is one entry, its passes are carried out together.
                const std::uint32_t entries = isPreparation ? std::min(passes, 1u) : passes;
                for (planned.pass = 0; planned.pass < entries; ++planned.pass) {
                    listed_.push_back(planned);
                }
            }
            ++linkIndex;
        }
        return {};
    }

    static bool isThere(const PlannedStage& planned) {
        const Stage& stage = planned.stage();
        return stage.whenValues == 0 ||
               (stage.whenValues >> static_cast<std::uint32_t>(planned.params[stage.whenParam]) &
                1u) != 0;
    }

    static std::uint32_t passCountOf(const PlannedStage& planned) {
        const std::uint32_t repeat = planned.stage().repeatParam;
        return repeat == SARTOR_STAGE_NO_REPEAT
                   ? 1
                   : static_cast<std::uint32_t>(planned.params[repeat]);
    }

    Status planPreparation(std::size_t index) {
        const PlannedStage& planned = listed_[index];
        const auto& needs = planned.stage().needs;
        Preparation preparation;
        preparation.deformer = planned.deformer;
        preparation.stageIndex = planned.stageIndex;
        preparation.linkIndex = planned.linkIndex;
        preparation.passCount = passCountOf(planned);
        preparation.params = planned.params;
        preparation.inputs.resize(needs.size());
        for (std::size_t need = 0; need < needs.size(); ++need) {
            if (needs[need].access != SARTOR_READ) {
                continue;
            }
            Preparation::Input& input = preparation.inputs[need];
            const Stream& stream = streams_[needs[need].semantic];
            if (!stream.writer.empty()) {
                return Error{"chain.prepare_input",
                             stageName(planned) + " prepares once per mesh, but '" +
                                 needs[need].semantic + "' is written in every frame by " +
                                 stream.writer};
            }
            input.prepared = stream.prepared;
            if (input.prepared) {
                const BufferNeed& there = neededOutput(*input.prepared);
                if (Status status = checkFormat(planned, needs[need], there.format, there.domain);
                    !status) {
                    return status;
                }
            }
            input.isBound = input.prepared || hostData().offer(needs[need].semantic).isPresent;
            if (!input.isBound && !needs[need].isOptional) {
                return missingInput(planned, needs[need]);
            }
        }
        for (std::uint32_t need = 0; need < needs.size(); ++need) {
            if (needs[need].access == SARTOR_WRITE) {
                Stream& stream = streams_[needs[need].semantic];
                stream.current.reset();
                stream.writer.clear();
                stream.prepared =
                    PreparedOutput{static_cast<std::uint32_t>(preparations_.size()), need};
            }
        }
        preparations_.push_back(std::move(preparation));
        return {};
    }

    const BufferNeed& neededOutput(const PreparedOutput& output) const {
        return preparations_[output.preparation].stage().needs[output.need];
    }

    // Computes what the buffers hold that PREPARE stages write.
    Status prepare() {
        plan_->prepared_.resize(plan_->buffers_.size());
        const bool isVerified = options_.verify == Verify::Stages;
        // What is kept was made without a watch.
        PreparationRun run({hostData(),
                            preparations_,
                            isVerified ? nullptr : options_.cache,
                            options_.verify,
                            options_.stop});
        for (const auto& [buffer, wanted] : preparedBuffers_) {
            auto output = run.output(wanted);
            if (!output) {
                return output.error();
            }
            plan_->prepared_[buffer] = std::move(*output);
        }
        plan_->preparationFaults_ = run.faults();
        plan_->faultyLinks_ = run.faultyLinks();
        return {};
    }

    // A need that reads the previous frame; where that is, is known when all stages are planned.
    struct PastRead {
        std::size_t stage = 0;
        std::size_t need = 0;
        std::uint32_t buffer = 0;
    };

    // Whether a RUN stage of the chain, or of one link, has such a need.
    bool hasNeed(std::string_view semantic,
                 sartor_access access,
                 std::optional<std::uint32_t> link = {}) const {
        return std::any_of(listed_.begin(), listed_.end(), [&](const PlannedStage& stage) {
            const auto& needs = stage.stage().needs;
            return stage.stage().kind == SARTOR_STAGE_RUN && (!link || stage.linkIndex == *link) &&
                   std::any_of(needs.begin(), needs.end(), [&](const BufferNeed& need) {
                       return need.semantic == semantic && need.access == access;
                   });
        });
    }

    Result<std::optional<std::uint32_t>> pastBuffer(const PlannedStage& planned,
                                                    std::size_t index) {
        const BufferNeed& need = planned.stage().needs[index];
        if (!hasNeed(need.semantic, SARTOR_WRITE)) {
            if (need.isOptional) {
                return std::optional<std::uint32_t>();
            }
            return Error{
                "chain.missing_input",
                stageName(planned) + " reads '" + need.semantic +
                    "' of the previous frame, but no stage of the chain writes that in a frame"};
        }
        auto buffer =
            addBuffer(need.semantic, need.format, need.domain, PlannedBuffer::Filled::FromHistory);
        if (!buffer) {
            return buffer.error();
        }
        pastReads_.push_back({plan_->stages_.size(), index, *buffer});
        return std::optional(*buffer);
    }

    Status planHistories() {
        for (const PastRead& read : pastReads_) {
            const PlannedStage& planned = plan_->stages_[read.stage];
            const BufferNeed& need = planned.stage().needs[read.need];
            const auto own = lastOfLink_.find({planned.linkIndex, need.semantic});
            PlannedHistory history;
            history.to = read.buffer;
            history.from = own == lastOfLink_.end() ? lastOfChain_.at(need.semantic) : own->second;
            const PlannedBuffer& there = plan_->buffers_[history.from];
            if (Status status = checkFormat(planned, need, there.format, there.domain); !status) {
                return status;
            }
            if (const std::string_view rest = restOf(need.semantic); !rest.empty()) {
                auto initial = currentBuffer(rest);
                if (!initial) {
                    return initial.error();
                }
                history.initial = *initial;
            }
            plan_->histories_.push_back(history);
        }
        return {};
    }

    // Whether the next frame reads what the last stage of an earlier link left there.
    bool isKept(std::uint32_t buffer, const std::string& semantic, std::uint32_t link) const {
        return std::any_of(lastOfLink_.begin(), lastOfLink_.end(), [&](const auto& last) {
            const auto& [place, kept] = last;
            return kept == buffer && place.first != link && place.second == semantic &&
                   hasNeed(semantic, SARTOR_READ_PREVIOUS_FRAME, place.first);
        });
    }

    Status planStage(std::size_t index) {
        PlannedStage planned = listed_[index];
        const auto& needs = planned.stage().needs;
        planned.buffers.resize(needs.size());
        for (std::size_t need = 0; need < needs.size(); ++need) {
            if (needs[need].access == SARTOR_READ_PREVIOUS_FRAME) {
                auto past = pastBuffer(planned, need);
                if (!past) {
                    return past.error();
                }
                planned.buffers[need] = *past;
                continue;
            }
            const Reading reading = readingOf(planned, needs[need]);
            if (reading == Reading::Never) {
                continue;
            }
            auto buffer = currentBuffer(needs[need]);
            if (!buffer) {
                return buffer.error();
            }
            if (!*buffer && reading == Reading::Always) {
                return missingInput(planned, needs[need]);
            }
            planned.buffers[need] = *buffer;
            if (*buffer) {
                const PlannedBuffer& there = plan_->buffers_[**buffer];
                if (Status status = checkFormat(planned, needs[need], there.format, there.domain);
                    !status) {
                    return status;
                }
            }
        }
        // Reads come first: a stage that reads and writes a stream reads what was there before.
        for (std::size_t need = 0; need < needs.size(); ++need) {
            if (needs[need].access != SARTOR_WRITE || !isWanted(needs[need], index)) {
                continue;
            }
            auto buffer = writableBuffer(needs[need], planned.linkIndex);
            if (!buffer) {
                return buffer.error();
            }
            planned.buffers[need] = *buffer;
        }
        for (std::size_t need = 0; need < needs.size(); ++need) {
            if (needs[need].access == SARTOR_WRITE && planned.buffers[need]) {
                Stream& stream = streams_[needs[need].semantic];
                stream.current = planned.buffers[need];
                stream.prepared.reset();
                stream.writer = stageName(planned);
                lastOfLink_[{planned.linkIndex, needs[need].semantic}] = *stream.current;
                lastOfChain_[needs[need].semantic] = *stream.current;
            }
        }
        plan_->stages_.push_back(std::move(planned));
        return {};
    }

    // Whether anybody looks at what a stage writes; false means that it need not run.
    bool hasWantedOutput(std::size_t index) {
        const auto& needs = listed_[index].stage().needs;
        const auto isOutput = [](const BufferNeed& need) { return need.access == SARTOR_WRITE; };
        return std::none_of(needs.begin(), needs.end(), isOutput) ||
               std::any_of(needs.begin(), needs.end(), [&](const BufferNeed& need) {
                   return isOutput(need) && isWanted(need, index);
               });
    }

    // Whether an output is bound.
    bool isWanted(const BufferNeed& need, std::size_t index) {
        if (!need.isOptional) {
            return true;
        }
        const std::string_view rest = restOf(need.semantic);
        if (!rest.empty()) {
            return streams_[need.semantic].current || hostData().offer(rest).isPresent;
        }
        if ((need.semantic == "sartor.flags" && options_.watch == Watch::Flags) ||
            (need.semantic == "sartor.linear" && options_.watch == Watch::Linear) ||
            hasNeed(need.semantic, SARTOR_READ_PREVIOUS_FRAME)) {
            return true;
        }
        return std::any_of(
            listed_.begin() + static_cast<std::ptrdiff_t>(index) + 1,
            listed_.end(),
            [&need](const PlannedStage& later) { return readsSemantic(later, need.semantic); });
    }

    Error missingInput(const PlannedStage& planned, const BufferNeed& need) const {
        const std::string_view rest = restOf(need.semantic);
        const std::string_view order = need.isOptional ? orderOf(planned) : std::string_view();
        return {"chain.missing_input",
                stageName(planned) + (order.empty() ? "" : " with order=" + std::string(order)) +
                    " reads '" + need.semantic + "', but " +
                    hostData().offer(rest.empty() ? need.semantic : rest).reason};
    }

    static Status checkFormat(const PlannedStage& planned,
                              const BufferNeed& need,
                              sartor_format format,
                              sartor_domain domain) {
        if (format == need.format && domain == need.domain) {
            return {};
        }
        return Error{"chain.format",
                     stageName(planned) + " reads '" + need.semantic + "' as " +
                         formatName(need.format) + " of domain " + std::to_string(need.domain) +
                         ", a stage before it writes " + formatName(format) + " of domain " +
                         std::to_string(domain)};
    }

    // Of what a need reads. An attribute has a buffer for each format that somebody wants it in.
    Result<std::optional<std::uint32_t>> currentBuffer(const BufferNeed& need) {
        if (attributeName(need.semantic).empty()) {
            return currentBuffer(need.semantic);
        }
        Stream& stream = streams_[need.semantic + " " + formatName(need.format)];
        if (!stream.current && hostData().offer(need.semantic).isPresent) {
            auto buffer =
                addBuffer(need.semantic, need.format, need.domain, PlannedBuffer::Filled::PerMesh);
            if (!buffer) {
                return buffer.error();
            }
            stream.current = *buffer;
        }
        return stream.current;
    }

    // Where the newest contents of a semantic are; makes the host's buffer at its first use.
    Result<std::optional<std::uint32_t>> currentBuffer(std::string_view semantic) {
        Stream& stream = streams_[std::string(semantic)];
        if (stream.current) {
            return stream.current;
        }
        if (stream.prepared) {
            const BufferNeed& output = neededOutput(*stream.prepared);
            auto buffer =
                addBuffer(semantic, output.format, output.domain, PlannedBuffer::Filled::PerMesh);
            if (!buffer) {
                return buffer.error();
            }
            preparedBuffers_.emplace_back(*buffer, *stream.prepared);
            stream.current = *buffer;
            return stream.current;
        }
        if (const std::string_view rest = restOf(semantic); !rest.empty()) {
            return currentBuffer(rest);
        }
        const HostOffer offer = hostData().offer(semantic);
        if (!offer.isPresent) {
            return std::optional<std::uint32_t>();
        }
        const Semantic* known = findSemantic(semantic);
        SARTOR_ASSERT(known != nullptr);
        auto buffer = addBuffer(semantic, known->format, known->domain, offer.filled);
        if (!buffer) {
            return buffer.error();
        }
        stream.current = *buffer;
        return stream.current;
    }

    // A buffer for new contents of a stream, never the one that holds the current ones.
    Result<std::uint32_t> writableBuffer(const BufferNeed& need, std::uint32_t link) {
        Stream& stream = streams_[need.semantic];
        for (const std::uint32_t buffer : stream.written) {
            const PlannedBuffer& there = plan_->buffers_[buffer];
            if (buffer != stream.current && there.format == need.format &&
                !isKept(buffer, need.semantic, link)) {
                return buffer;
            }
        }
        auto buffer =
            addBuffer(need.semantic, need.format, need.domain, PlannedBuffer::Filled::ByStage);
        if (buffer) {
            stream.written.push_back(*buffer);
        }
        return buffer;
    }

    Result<std::uint32_t> addBuffer(std::string_view semantic,
                                    sartor_format format,
                                    sartor_domain domain,
                                    PlannedBuffer::Filled filled) {
        const std::uint64_t count = hostData().elementCount(domain);
        const std::uint64_t stride = bytesOf(format);
        if (count * stride > std::numeric_limits<std::uint32_t>::max()) {
            return Error{"chain.too_large",
                         "'" + std::string(semantic) + "' of " + meshText(plan_->source_) +
                             " needs more than 4 GiB"};
        }
        plan_->buffers_.push_back({std::string(semantic),
                                   format,
                                   domain,
                                   static_cast<std::uint32_t>(stride),
                                   static_cast<std::uint32_t>(count),
                                   filled});
        return static_cast<std::uint32_t>(plan_->buffers_.size() - 1);
    }

    PlanOptions options_;
    std::shared_ptr<ChainPlan> plan_;
    std::vector<PlannedStage> listed_;
    std::vector<Preparation> preparations_;
    // Buffers of the plan that hold what preparations wrote.
    std::vector<std::pair<std::uint32_t, PreparedOutput>> preparedBuffers_;
    std::map<std::string, Stream> streams_;
    std::vector<PastRead> pastReads_;
    // What the last RUN stage of the chain wrote, by semantic, and that of a link.
    std::map<std::string, std::uint32_t> lastOfChain_;
    std::map<std::pair<std::uint32_t, std::string>, std::uint32_t> lastOfLink_;
};

ChainPlan::ChainPlan(const MeshSource& source)
    : source_(source), hostData_(std::make_shared<HostData>(source)) {}

Result<std::shared_ptr<const ChainPlan>>
ChainPlan::create(const Chain& chain, const MeshSource& source, PlanOptions options) {
    return ChainPlanner(chain, source, std::move(options)).make();
}

} // namespace sartor::deform
