// SPDX-License-Identifier: Apache-2.0
// Strict reading of chain documents: nothing is skipped that somebody wrote on purpose.
#include "json_document.h"

#include <sartor/base/file.h>
#include <sartor/io/chain_document.h>

#include <set>

namespace sartor::io {
namespace {

// What stands between the signs of the text form; they must not come from inside of a word.
Result<std::string> word(const Json& value, const std::string& place) {
    if (!value.is_string()) {
        return documentError("value", place, "expected a text");
    }
    auto text = value.get<std::string>();
    if (text.empty() || text.find_first_of("+[],= \t\r\n") != std::string::npos) {
        return documentError(
            "value", place, "expected a word without spaces and without any of + [ ] , =");
    }
    return text;
}

Result<std::string> paramText(const Json& param, const std::string& place) {
    if (Status status = checkKeys(param, place, {"key", "value"}); !status) {
        return status.error();
    }
    Result<std::string> key = word(param["key"], place + "/key");
    if (!key) {
        return key;
    }
    const Json& value = param["value"];
    if (value.is_number() || value.is_boolean()) {
        return *key + "=" + value.dump();
    }
    Result<std::string> text = word(value, place + "/value");
    if (!text) {
        return text;
    }
    return *key + "=" + *text;
}

Result<std::string> paramsText(const Json& params, const std::string& place) {
    if (!params.is_array()) {
        return documentError("value", place, "expected a list of { \"key\", \"value\" }");
    }
    std::string text;
    std::set<Json> keys;
    for (std::size_t i = 0; i < params.size(); ++i) {
        const std::string paramPlace = place + "/" + std::to_string(i);
        Result<std::string> param = paramText(params[i], paramPlace);
        if (!param) {
            return param;
        }
        if (!keys.insert(params[i]["key"]).second) {
            return documentError("duplicate_key", paramPlace, "this key has a value already");
        }
        text += (text.empty() ? "" : ",") + *param;
    }
    return text.empty() ? text : "[" + text + "]";
}

} // namespace

Result<std::string> parseChainDocument(std::string_view json) {
    Result<Json> document = parseJson(json);
    if (!document) {
        return document.error();
    }
    if (Status status = checkKeys(*document, "", {"format", "version", "chain"}); !status) {
        return status.error();
    }
    if ((*document)["format"] != "sartor-chain") {
        return documentError("format", "/format", "expected \"sartor-chain\"");
    }
    if ((*document)["version"] != 1) {
        return documentError("version", "/version", "expected 1, the only version there is");
    }
    const Json& chain = (*document)["chain"];
    if (!chain.is_array()) {
        return documentError("value", "/chain", "expected a list of deformers");
    }
    std::string text;
    for (std::size_t i = 0; i < chain.size(); ++i) {
        const std::string place = "/chain/" + std::to_string(i);
        if (Status status = checkKeys(chain[i], place, {"deformer"}, {"params"}); !status) {
            return status.error();
        }
        Result<std::string> deformer = word(chain[i]["deformer"], place + "/deformer");
        if (!deformer) {
            return deformer;
        }
        text += (text.empty() ? "" : "+") + *deformer;
        if (chain[i].contains("params")) {
            Result<std::string> params = paramsText(chain[i]["params"], place + "/params");
            if (!params) {
                return params;
            }
            text += *params;
        }
    }
    return text;
}

Result<std::string> readChainDocument(const std::filesystem::path& path) {
    constexpr std::uint64_t kMaximumSize = 1 << 20;
    const auto bytes = readFile(path, kMaximumSize);
    if (!bytes) {
        return bytes.error();
    }
    const std::string json(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    Result<std::string> text = parseChainDocument(json);
    if (!text) {
        return Error{text.error().code, path.string() + ": " + text.error().message};
    }
    return text;
}

} // namespace sartor::io
