// SPDX-License-Identifier: Apache-2.0
// The text form of chains.
#include "number_text.h"

#include <sartor/deform/chain.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <system_error>

namespace sartor::deform {

namespace {

// The text of a value as chains write it.
std::string valueText(const Param& param, double value) {
    if (param.type == SARTOR_PARAM_BOOL) {
        return value != 0.0 ? "true" : "false";
    }
    if (param.type == SARTOR_PARAM_ENUM) {
        return param.labels[static_cast<std::size_t>(value)];
    }
    return shortestNumber(value);
}

std::string allowedValues(const Param& param) {
    if (param.type == SARTOR_PARAM_BOOL) {
        return "true or false";
    }
    std::string text;
    if (param.type == SARTOR_PARAM_ENUM) {
        for (const std::string& label : param.labels) {
            text += (text.empty() ? "one of " : ", ") + label;
        }
        return text;
    }
    text = param.type == SARTOR_PARAM_INT ? "a whole number from " : "a number from ";
    return text + shortestNumber(param.minimum) + " to " + shortestNumber(param.maximum);
}

std::optional<double> parseValue(const Param& param, std::string_view text) {
    if (param.type == SARTOR_PARAM_BOOL && (text == "true" || text == "false")) {
        return text == "true" ? 1.0 : 0.0;
    }
    for (std::size_t label = 0; label < param.labels.size(); ++label) {
        if (param.labels[label] == text) {
            return static_cast<double>(label);
        }
    }
    double value = 0.0;
    const char* last = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data(), last, value);
    const bool mustBeWhole = param.type != SARTOR_PARAM_FLOAT;
    if (error != std::errc() || end != last || !std::isfinite(value) || value < param.minimum ||
        value > param.maximum || (mustBeWhole && std::floor(value) != value)) {
        return std::nullopt;
    }
    return value;
}

class ChainParser {
public:
    ChainParser(std::string_view text, const PluginHost& host) : text_(text), host_(host) {}

    Result<Chain> parse() {
        Chain chain;
        if (text_.empty()) {
            return chain;
        }
        do {
            const std::string_view id = takeWord();
            if (id.empty()) {
                return syntaxError("a deformer id");
            }
            auto deformer = host_.find(id);
            if (!deformer) {
                return deformer.error();
            }
            ChainLink link = initialLink(*deformer);
            if (take('[')) {
                if (Status status = parseParams(link); !status) {
                    return status.error();
                }
            }
            chain.links.push_back(std::move(link));
        } while (take('+'));
        if (at_ != text_.size()) {
            return syntaxError("'+', '[' or the end");
        }
        return chain;
    }

private:
    bool take(char expected) {
        if (at_ < text_.size() && text_[at_] == expected) {
            ++at_;
            return true;
        }
        return false;
    }

    std::string_view takeUntil(std::string_view ends) {
        const std::size_t begin = at_;
        at_ = std::min(text_.find_first_of(ends, begin), text_.size());
        return text_.substr(begin, at_ - begin);
    }
    std::string_view takeWord() { return takeUntil("+[],= \t\n"); }

    Error syntaxError(const std::string& expected) const {
        return {"chain.syntax",
                "chain '" + std::string(text_) + "': expected " + expected + " at column " +
                    std::to_string(at_ + 1)};
    }

    Status parseParams(ChainLink& link) {
        std::vector<std::string_view> seen;
        do {
            const std::string_view key = takeWord();
            if (key.empty()) {
                return syntaxError("the key of a param");
            }
            if (std::find(seen.begin(), seen.end(), key) != seen.end()) {
                at_ -= key.size();
                return syntaxError("each key only once");
            }
            seen.push_back(key);
            if (!take('=')) {
                return syntaxError("'='");
            }
            // Numbers may hold a plus sign in their exponent.
            const std::string_view value = takeUntil(",]");
            if (Status status = setParam(link, key, value); !status) {
                return status;
            }
        } while (take(','));
        return take(']') ? Status() : Status(syntaxError("',' or ']'"));
    }

    Status setParam(ChainLink& link, std::string_view key, std::string_view text) const {
        std::string keys;
        bool isKnown = false;
        const auto& stages = link.deformer->stages;
        for (std::size_t stage = 0; stage < stages.size(); ++stage) {
            for (std::size_t index = 0; index < stages[stage].params.size(); ++index) {
                const Param& param = stages[stage].params[index];
                if (param.key != key) {
                    keys += param.isShared ? "" : (keys.empty() ? "" : ", ") + param.key;
                    continue;
                }
                const auto value = parseValue(param, text);
                if (!value) {
                    return Error{"chain.param_value",
                                 "'" + std::string(text) + "' is no value for '" + param.key +
                                     "' of " + link.deformer->id + ": expected " +
                                     allowedValues(param)};
                }
                link.params[stage][index] = *value;
                isKnown = true;
            }
        }
        if (isKnown) {
            return {};
        }
        return Error{"chain.param_unknown",
                     link.deformer->id + " has no param '" + std::string(key) +
                         "'; it has: " + (keys.empty() ? "none" : keys)};
    }

    std::string_view text_;
    const PluginHost& host_;
    std::size_t at_ = 0;
};

} // namespace

ChainLink initialLink(std::shared_ptr<const Deformer> deformer) {
    ChainLink link{std::move(deformer), {}};
    for (const Stage& stage : link.deformer->stages) {
        auto& values = link.params.emplace_back();
        for (const Param& param : stage.params) {
            values.push_back(param.initial);
        }
    }
    return link;
}

Result<Chain> parseChain(std::string_view text, const PluginHost& host) {
    return ChainParser(text, host).parse();
}

std::string toText(const Chain& chain, const PluginHost& host) {
    std::string text;
    for (const ChainLink& link : chain.links) {
        const std::string& id = link.deformer->id;
        const std::string shortId = id.substr(id.rfind('.') + 1);
        const auto found = host.find(shortId);
        text += (text.empty() ? "" : "+") + (found && (*found)->id == id ? shortId : id);
        std::string params;
        const auto& stages = link.deformer->stages;
        for (std::size_t stage = 0; stage < stages.size(); ++stage) {
            for (std::size_t index = 0; index < stages[stage].params.size(); ++index) {
                const Param& param = stages[stage].params[index];
                const double value = link.params[stage][index];
                if (value != param.initial && !param.isShared) {
                    params +=
                        (params.empty() ? "[" : ",") + param.key + "=" + valueText(param, value);
                }
            }
        }
        text += params.empty() ? "" : params + "]";
    }
    return text;
}

} // namespace sartor::deform
