// SPDX-License-Identifier: Apache-2.0
// The same chain with other builds of its deformers.
#include "number_text.h"

#include <sartor/deform/chain_transfer.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace sartor::deform {

namespace {

struct ParamValue {
    const Param* param = nullptr;
    double value = 0.0;

    bool isInitial() const { return value == param->initial; }
    const std::string& label() const { return param->labels[static_cast<std::size_t>(value)]; }
};

// By id; where stages share a param, the first of them.
std::optional<ParamValue> findValue(const ChainLink& link, std::uint32_t id) {
    for (std::size_t stage = 0; stage < link.deformer->stages.size(); ++stage) {
        const auto& params = link.deformer->stages[stage].params;
        for (std::size_t i = 0; i < params.size(); ++i) {
            if (params[i].id == id) {
                return ParamValue{&params[i], link.params[stage][i]};
            }
        }
    }
    return std::nullopt;
}

void addOnce(std::vector<std::string>& lines, std::string line) {
    if (std::find(lines.begin(), lines.end(), line) == lines.end()) {
        lines.push_back(std::move(line));
    }
}

class LinkTransfer {
public:
    LinkTransfer(const ChainLink& before, ChainLink& after, ChainTransfer& report)
        : before_(before), after_(after), report_(report) {}

    void run() {
        for (const Stage& stage : after_.deformer->stages) {
            auto& values = after_.params.emplace_back();
            for (const Param& param : stage.params) {
                values.push_back(valueOf(param));
            }
        }
        for (std::size_t stage = 0; stage < before_.deformer->stages.size(); ++stage) {
            for (const Param& param : before_.deformer->stages[stage].params) {
                const auto old = findValue(before_, param.id);
                if (!old->isInitial() && !findValue(after_, param.id)) {
                    addOnce(report_.dropped, nameOf(param) + ": there is no such param any more");
                }
            }
        }
    }

private:
    std::string nameOf(const Param& param) const { return after_.deformer->id + " " + param.key; }

    double valueOf(const Param& param) {
        const auto old = findValue(before_, param.id);
        if (!old || old->isInitial()) {
            return param.initial;
        }
        if (old->param->type != param.type) {
            addOnce(report_.dropped, nameOf(param) + ": it is of another type now");
            return param.initial;
        }
        if (param.type == SARTOR_PARAM_ENUM) {
            const auto label = std::find(param.labels.begin(), param.labels.end(), old->label());
            if (label == param.labels.end()) {
                addOnce(report_.dropped,
                        nameOf(param) + ": there is no '" + old->label() + "' any more");
                return param.initial;
            }
            return static_cast<double>(label - param.labels.begin());
        }
        const double value = std::clamp(old->value, param.minimum, param.maximum);
        if (value != old->value) {
            addOnce(report_.clamped,
                    nameOf(param) + ": " + shortestNumber(old->value) + " became " +
                        shortestNumber(value));
        }
        return value;
    }

    const ChainLink& before_;
    ChainLink& after_;
    ChainTransfer& report_;
};

} // namespace

Result<ChainTransfer> transferChain(const Chain& chain, const PluginHost& host) {
    ChainTransfer transfer;
    for (const ChainLink& link : chain.links) {
        auto deformer = host.find(link.deformer->id);
        if (!deformer) {
            return deformer.error();
        }
        ChainLink moved{std::move(*deformer), {}};
        LinkTransfer(link, moved, transfer).run();
        transfer.chain.links.push_back(std::move(moved));
    }
    return transfer;
}

} // namespace sartor::deform
