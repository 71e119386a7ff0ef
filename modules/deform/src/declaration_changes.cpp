// SPDX-License-Identifier: Apache-2.0
// What two builds of a plugin declare differently.
#include "declaration_changes.h"

#include <algorithm>
#include <tuple>

namespace sartor::deform {

namespace {

bool isEqual(const BufferNeed& a, const BufferNeed& b) {
    return std::tie(a.semantic, a.format, a.domain, a.access, a.isOptional) ==
           std::tie(b.semantic, b.format, b.domain, b.access, b.isOptional);
}

bool isEqual(const Param& a, const Param& b) {
    return std::tie(
               a.id, a.type, a.labels, a.key, a.name, a.unit, a.minimum, a.maximum, a.initial) ==
           std::tie(b.id, b.type, b.labels, b.key, b.name, b.unit, b.minimum, b.maximum, b.initial);
}

bool isEqual(const std::optional<ShaderCode>& a, const std::optional<ShaderCode>& b) {
    return a.has_value() == b.has_value() &&
           (!a ||
            (a->words == b->words && a->specId == b->specId && a->entryPoint == b->entryPoint));
}

template <class T>
bool areEqual(const std::vector<T>& a, const std::vector<T>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const T& x, const T& y) {
        return isEqual(x, y);
    });
}

template <class Range, class Id>
auto findById(const Range& range, const Id& id) {
    return std::find_if(
        range.begin(), range.end(), [&id](const auto& one) { return one.id == id; });
}

class Changes {
public:
    std::vector<std::string> lines;

    void compare(const Deformer& before, const Deformer& after) {
        const std::string begin = after.id + ": ";
        if (before.version != after.version) {
            lines.push_back(begin + "version " + after.version + " instead of " + before.version);
        }
        if (before.capabilities != after.capabilities) {
            lines.push_back(begin + "other capabilities");
        }
        for (const Stage& stage : before.stages) {
            if (findById(after.stages, stage.id) == after.stages.end()) {
                lines.push_back(begin + "no stage '" + stage.id + "' any more");
            }
        }
        for (const Stage& stage : after.stages) {
            const std::string place = begin + "stage '" + stage.id + "' ";
            const auto old = findById(before.stages, stage.id);
            if (old == before.stages.end()) {
                lines.push_back(place + "is new");
            } else {
                compare(*old, stage, place);
            }
        }
    }

private:
    void compare(const Stage& before, const Stage& after, const std::string& place) {
        if (std::tie(before.kind,
                     before.flags,
                     before.repeatParam,
                     before.whenParam,
                     before.whenValues) !=
            std::tie(
                after.kind, after.flags, after.repeatParam, after.whenParam, after.whenValues)) {
            lines.push_back(place + "runs in another way");
        }
        if (!areEqual(before.needs, after.needs)) {
            lines.push_back(place + "has other needs");
        }
        if (!isEqual(before.compute, after.compute)) {
            lines.push_back(place + (after.compute ? "has other compute code"
                                                   : "has no compute code any more"));
        }
        if (!isEqual(before.vertex, after.vertex)) {
            lines.push_back(
                place + (after.vertex ? "has another vertex form" : "has no vertex form any more"));
        }
        for (const Param& param : before.params) {
            if (findById(after.params, param.id) == after.params.end()) {
                lines.push_back(place + "has no param '" + param.key + "' any more");
            }
        }
        for (const Param& param : after.params) {
            const auto old = findById(before.params, param.id);
            if (old == before.params.end()) {
                lines.push_back(place + "has the new param '" + param.key + "'");
            } else if (!isEqual(*old, param)) {
                lines.push_back(place + "declares param '" + param.key + "' in another way");
            }
        }
    }
};

const Deformer* findDeformer(std::span<const std::shared_ptr<const Deformer>> deformers,
                             const std::string& id) {
    for (const auto& deformer : deformers) {
        if (deformer->id == id) {
            return deformer.get();
        }
    }
    return nullptr;
}

} // namespace

std::vector<std::string> describeChanges(std::span<const std::shared_ptr<const Deformer>> before,
                                         std::span<const std::shared_ptr<const Deformer>> after) {
    Changes changes;
    for (const auto& deformer : before) {
        if (findDeformer(after, deformer->id) == nullptr) {
            changes.lines.push_back(deformer->id + ": is gone");
        }
    }
    for (const auto& deformer : after) {
        const Deformer* old = findDeformer(before, deformer->id);
        if (old == nullptr) {
            changes.lines.push_back(deformer->id + ": is new");
        } else {
            changes.compare(*old, *deformer);
        }
    }
    return changes.lines;
}

} // namespace sartor::deform
