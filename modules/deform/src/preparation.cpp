// SPDX-License-Identifier: Apache-2.0
// Carries PREPARE stages out and keeps their results.
#include "preparation.h"

#include "semantics.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <list>
#include <mutex>
#include <utility>

namespace sartor::deform {

namespace {

std::atomic<std::uint64_t> nextPreparedId{1};

// What a result was made from. An object that has gone keeps its identity while somebody holds a
// weak pointer to it, so a new one at its address is another.
struct PreparationKey {
    std::weak_ptr<const Deformer> deformer;
    std::weak_ptr<const void> mesh;
    std::weak_ptr<const void> influences;
    std::weak_ptr<const void> morphs;
    std::uint32_t jointCount = 0;
    glm::mat3 commonStretch = math::identityMat3();
    std::uint32_t stageIndex = 0;
    std::vector<double> params;
    /// Ids of the results that it reads, by need; 0 for the host's data.
    std::vector<std::uint64_t> inputs;

    bool hasGone() const { return deformer.expired() || mesh.expired(); }
};

template <class T>
bool isSameObject(const std::weak_ptr<T>& a, const std::weak_ptr<T>& b) {
    return !a.owner_before(b) && !b.owner_before(a);
}

bool isEqual(const PreparationKey& a, const PreparationKey& b) {
    return isSameObject(a.deformer, b.deformer) && isSameObject(a.mesh, b.mesh) &&
           isSameObject(a.influences, b.influences) && isSameObject(a.morphs, b.morphs) &&
           a.jointCount == b.jointCount && a.commonStretch == b.commonStretch &&
           a.stageIndex == b.stageIndex && a.params == b.params && a.inputs == b.inputs;
}

std::size_t sizeOf(const Prepared& prepared) {
    std::size_t size = 0;
    for (const auto& output : prepared.outputs) {
        size += output == nullptr ? 0 : output->size();
    }
    return size;
}

std::string nameOf(const Preparation& preparation) {
    return "stage '" + preparation.stage().id + "' of '" + preparation.deformer->id + "'";
}

} // namespace

struct PreparationCache::State {
    struct Entry {
        PreparationKey key;
        std::shared_ptr<const Prepared> prepared;
        std::size_t size = 0;
    };
    std::size_t capacity = 0;
    std::mutex mutex;
    // The most recently used first.
    std::list<Entry> entries;
    Counts counts;

    std::shared_ptr<const Prepared> find(const PreparationKey& key) {
        const std::lock_guard lock(mutex);
        const auto entry = std::find_if(entries.begin(), entries.end(), [&](const Entry& one) {
            return isEqual(one.key, key);
        });
        if (entry == entries.end()) {
            return nullptr;
        }
        ++counts.reused;
        entries.splice(entries.begin(), entries, entry);
        return entries.front().prepared;
    }

    void insert(PreparationKey key, std::shared_ptr<const Prepared> prepared) {
        const std::lock_guard lock(mutex);
        ++counts.computed;
        const std::size_t size = sizeOf(*prepared);
        entries.push_front({std::move(key), std::move(prepared), size});
        counts.bytes += size;
        const auto forget = [&](std::list<Entry>::iterator entry) {
            counts.bytes -= entry->size;
            return entries.erase(entry);
        };
        for (auto entry = entries.begin(); entry != entries.end();) {
            entry = entry->key.hasGone() ? forget(entry) : std::next(entry);
        }
        while (counts.bytes > capacity) {
            forget(std::prev(entries.end()));
        }
        counts.entries = entries.size();
    }
};

PreparationCache::PreparationCache(std::size_t capacity) : state_(std::make_unique<State>()) {
    state_->capacity = capacity;
}
PreparationCache::~PreparationCache() = default;

PreparationCache::Counts PreparationCache::counts() const {
    const std::lock_guard lock(state_->mutex);
    return state_->counts;
}

PreparationRun::PreparationRun(Input input)
    : hostData_(input.hostData)
    , preparations_(input.preparations)
    , cache_(input.cache)
    , stop_(std::move(input.stop))
    , done_(input.preparations.size()) {
    if (input.verify == Verify::Stages) {
        verified_.emplace();
    }
}

std::vector<StageFault> PreparationRun::faults() const {
    return verified_ ? verified_->faults() : std::vector<StageFault>();
}

std::vector<std::uint32_t> PreparationRun::faultyLinks() const {
    return verified_ ? verified_->faultyLinks() : std::vector<std::uint32_t>();
}

Result<std::shared_ptr<const AlignedBytes>> PreparationRun::output(const PreparedOutput& wanted) {
    auto result = prepared(wanted.preparation);
    if (!result) {
        return result.error();
    }
    return (*result)->outputs[wanted.need];
}

PreparationRun::PreparedResult PreparationRun::prepared(std::uint32_t index) {
    if (done_[index] == nullptr) {
        auto made = compute(preparations_[index]);
        if (!made) {
            return made;
        }
        done_[index] = *made;
    }
    return done_[index];
}

PreparationRun::PreparedResult PreparationRun::compute(const Preparation& preparation) {
    const MeshSource& source = hostData_.source();
    PreparationKey key{preparation.deformer,
                       source.mesh,
                       source.influences,
                       source.morphs,
                       source.jointCount,
                       source.commonStretch,
                       preparation.stageIndex,
                       preparation.params,
                       {}};
    for (const Preparation::Input& input : preparation.inputs) {
        std::uint64_t id = 0;
        if (input.prepared) {
            auto before = prepared(input.prepared->preparation);
            if (!before) {
                return before;
            }
            id = (*before)->id;
        }
        key.inputs.push_back(id);
    }
    if (cache_ != nullptr) {
        if (auto found = cache_->state_->find(key)) {
            return found;
        }
    }
    auto made = std::make_shared<Prepared>();
    if (Status status = runPasses(preparation, *made); !status) {
        return status.error();
    }
    made->id = nextPreparedId++;
    if (cache_ != nullptr) {
        cache_->state_->insert(std::move(key), made);
    }
    return std::shared_ptr<const Prepared>(std::move(made));
}

Result<const void*> PreparationRun::instance(const Preparation& preparation) {
    auto& instance = instances_[preparation.linkIndex];
    if (instance == nullptr) {
        auto made = PluginInstance::create(preparation.deformer);
        if (!made) {
            return made.error();
        }
        instance = std::move(*made);
    }
    return instance->get();
}

Result<sartor_buffer> PreparationRun::inputBuffer(const Preparation& preparation,
                                                  std::size_t need) {
    const Preparation::Input& input = preparation.inputs[need];
    if (!input.isBound) {
        return sartor_buffer{};
    }
    const BufferNeed& declared = preparation.stage().needs[need];
    const AlignedBytes* bytes = nullptr;
    if (input.prepared) {
        auto before = output(*input.prepared);
        if (!before) {
            return before.error();
        }
        bytes = before->get(); // done_ holds it
    } else {
        const std::pair key(declared.semantic, declared.format);
        auto found = hostBuffers_.find(key);
        if (found == hostBuffers_.end()) {
            const auto contents = hostData_.perMeshBytes(declared.semantic, declared.format);
            found = hostBuffers_.emplace(key, AlignedBytes(contents.size())).first;
            std::copy(contents.begin(), contents.end(), found->second.data());
        }
        bytes = &found->second;
    }
    const std::uint32_t stride = bytesOf(declared.format);
    return sartor_buffer{bytes->data(), static_cast<std::uint32_t>(bytes->size() / stride), stride};
}

Result<AlignedBytes> PreparationRun::makeOutput(const Preparation& preparation,
                                                const BufferNeed& need) const {
    const std::uint64_t size = hostData_.elementCount(need.domain) * bytesOf(need.format);
    if (size > std::numeric_limits<std::uint32_t>::max()) {
        return Error{"chain.too_large",
                     nameOf(preparation) + ": '" + need.semantic + "' of " +
                         meshText(hostData_.source()) + " needs more than 4 GiB"};
    }
    return AlignedBytes(size);
}

sartor_status PreparationRun::runPass(const Preparation& preparation,
                                      const void* instance,
                                      const sartor_run& run) {
    const std::size_t vertexCount = hostData_.source().mesh->vertexCount();
    if (!verified_) {
        return callStage(preparation.stage(),
                         instance,
                         run,
                         {.deformer = *preparation.deformer,
                          .vertexCount = vertexCount,
                          .blocksPerRange = 1,
                          .stop = stop_});
    }
    PlannedStage planned;
    planned.deformer = preparation.deformer;
    planned.stageIndex = preparation.stageIndex;
    planned.linkIndex = preparation.linkIndex;
    planned.pass = run.pass;
    sartor_run whole = run;
    whole.end = static_cast<std::uint32_t>(vertexCount);
    verified_->run(planned, instance, whole);
    return SARTOR_OK;
}

Status PreparationRun::runPasses(const Preparation& preparation, Prepared& made) {
    const Stage& stage = preparation.stage();
    auto self = instance(preparation);
    if (!self) {
        return self.error();
    }
    std::vector<sartor_buffer> buffers(stage.needs.size());
    // What this pass writes, and what it may overwrite because the pass before wrote it.
    std::vector<std::optional<AlignedBytes>> written(stage.needs.size());
    std::vector<std::optional<AlignedBytes>> older(stage.needs.size());
    for (std::size_t need = 0; need < stage.needs.size(); ++need) {
        auto input = inputBuffer(preparation, need);
        if (!input) {
            return input.error();
        }
        buffers[need] = *input;
    }
    for (std::uint32_t pass = 0; pass < preparation.passCount; ++pass) {
        for (std::size_t need = 0; need < stage.needs.size(); ++need) {
            const BufferNeed& declared = stage.needs[need];
            if (declared.access != SARTOR_WRITE) {
                continue;
            }
            std::swap(written[need], older[need]);
            for (std::size_t other = 0; other < stage.needs.size() && pass > 0; ++other) {
                if (other != need && stage.needs[other].semantic == declared.semantic) {
                    buffers[other] = buffers[need];
                }
            }
            if (!written[need]) {
                auto output = makeOutput(preparation, declared);
                if (!output) {
                    return output.error();
                }
                written[need] = std::move(*output);
            }
            const std::uint32_t stride = bytesOf(declared.format);
            buffers[need] = {written[need]->data(),
                             static_cast<std::uint32_t>(written[need]->size() / stride),
                             stride};
        }
        sartor_run run{};
        run.struct_size = sizeof(sartor_run);
        run.pass = pass;
        run.buffer_count = static_cast<std::uint32_t>(buffers.size());
        run.param_count = static_cast<std::uint32_t>(preparation.params.size());
        run.buffers = buffers.data();
        run.params = preparation.params.data();
        const sartor_status status = runPass(preparation, *self, run);
        if (stop_.stop_requested()) {
            return Error{"deform.cancelled",
                         nameOf(preparation) + " was cancelled while it prepared " +
                             meshText(hostData_.source())};
        }
        if (status != SARTOR_OK) {
            return Error{"deform.prepare",
                         nameOf(preparation) + " failed with status " + std::to_string(status) +
                             " while it prepared " + meshText(hostData_.source())};
        }
    }
    made.outputs.resize(stage.needs.size());
    for (std::size_t need = 0; need < stage.needs.size(); ++need) {
        if (written[need]) {
            made.outputs[need] = std::make_shared<AlignedBytes>(*std::move(written[need]));
        }
    }
    return {};
}

} // namespace sartor::deform
