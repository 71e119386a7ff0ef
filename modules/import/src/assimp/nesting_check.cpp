// SPDX-License-Identifier: Apache-2.0
// Walks the brackets, elements or records of a file without recursion.
#include "nesting_check.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace sartor::import {
namespace {

Status checkDepth(std::size_t depth, std::size_t offset) {
    if (depth <= kMaximumNesting) {
        return {};
    }
    return Error{"import.too_deep",
                 "offset " + std::to_string(offset) + ": nested deeper than " +
                     std::to_string(kMaximumNesting) + " levels"};
}

// The little-endian number at `offset`; the caller has checked that it lies inside.
template <class T>
T numberAt(std::string_view content, std::size_t offset) {
    T number = 0;
    std::memcpy(&number, content.data() + offset, sizeof(number));
    return number;
}

bool endsWord(char c) {
    return std::string_view(" \t\r\n\f\v{}\",;").find(c) != std::string_view::npos;
}

bool endsLine(char c) {
    return c == '\r' || c == '\n' || c == '\0' || c == '\f';
}

// What a text format writes around its braces.
struct BraceSyntax {
    // Each begins a comment up to the end of the line.
    std::vector<std::string_view> commentMarks;
    bool hasQuotes = false;
    // After such a word stands a name, which may even be a brace.
    std::vector<std::string_view> namedBy;
};

// A closing brace in quotes never counts, an opening one always does: whatever a loader takes for
// quotes, it goes no deeper than is counted here.
Status checkBraces(std::string_view text, const BraceSyntax& syntax) {
    std::size_t depth = 0;
    std::string_view lastWord;
    bool isQuoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool isComment = !isQuoted && std::any_of(syntax.commentMarks.begin(),
                                                        syntax.commentMarks.end(),
                                                        [&](std::string_view mark) {
                                                            return text.substr(i).starts_with(mark);
                                                        });
        if (isComment) {
            while (i < text.size() && !endsLine(text[i])) {
                ++i;
            }
        } else if (c == '"' && syntax.hasQuotes) {
            isQuoted = !isQuoted;
        } else if (c == '{') {
            ++depth;
            lastWord = {};
            if (Status status = checkDepth(depth, i); !status) {
                return status;
            }
        } else if (c == '}') {
            const bool isName = std::find(syntax.namedBy.begin(), syntax.namedBy.end(), lastWord) !=
                                syntax.namedBy.end();
            depth -= depth > 0 && !isQuoted && !isName ? 1 : 0;
            lastWord = {};
        } else if (!isQuoted && !endsWord(c)) {
            std::size_t end = i;
            while (end < text.size() && !endsWord(text[end])) {
                ++end;
            }
            lastWord = text.substr(i, end - i);
            i = end - 1;
        }
    }
    return {};
}

// The end of the tag at `begin`, '>' included; quoted values may hold a '>'.
std::size_t endOfTag(std::string_view text, std::size_t begin) {
    char quote = '\0';
    for (std::size_t i = begin; i < text.size(); ++i) {
        const char c = text[i];
        if (quote != '\0') {
            quote = c == quote ? '\0' : quote;
        } else if (c == '"' || c == '\'') {
            quote = c;
        } else if (c == '>') {
            return i + 1;
        }
    }
    return text.size();
}

std::size_t endAfter(std::string_view text, std::size_t begin, std::string_view mark) {
    const std::size_t found = text.find(mark, begin);
    return found == std::string_view::npos ? text.size() : found + mark.size();
}

Status checkElements(std::string_view text) {
    // Control characters are no part of XML: this is the directory of an archive.
    if (text.find("PK\x05\x06") != std::string_view::npos) {
        return Error{"import.unsupported", "this is an archive (.zae), expected plain XML"};
    }
    std::size_t depth = 0;
    std::size_t i = text.find('<');
    while (i != std::string_view::npos && i < text.size()) {
        const std::string_view tag = text.substr(i);
        if (tag.starts_with("<!--")) {
            i = endAfter(text, i + 4, "-->");
        } else if (tag.starts_with("<![CDATA[")) {
            i = endAfter(text, i, "]]>");
        } else if (tag.starts_with("<?")) {
            i = endAfter(text, i, "?>");
        } else if (tag.starts_with("<!")) {
            const std::size_t end = endOfTag(text, i);
            if (text.substr(i + 2, end - i - 2).find_first_of("<[") != std::string_view::npos) {
                return Error{"import.unsupported",
                             "offset " + std::to_string(i) +
                                 ": the file brings a document type of its own"};
            }
            i = end;
        } else if (tag.starts_with("</")) {
            depth -= depth > 0 ? 1 : 0;
            i = endAfter(text, i, ">");
        } else {
            const std::size_t end = endOfTag(text, i);
            if (!text.substr(i, end - i).ends_with("/>")) {
                ++depth;
                if (Status status = checkDepth(depth, i); !status) {
                    return status;
                }
            }
            i = end;
        }
        i = text.find('<', i);
    }
    return {};
}

// Records of binary FBX: end, number and size of the properties, length of the name, name,
// properties, then records up to the end. An end of zero closes a list of records.
Status checkRecords(std::string_view content) {
    constexpr std::size_t kHeadSize = 27;
    constexpr std::size_t kVersionOffset = 23;
    constexpr std::uint32_t kFirstWideVersion = 7500;
    if (content.size() < kHeadSize) {
        return {};
    }
    const bool isWide = numberAt<std::uint32_t>(content, kVersionOffset) >= kFirstWideVersion;
    const std::size_t width = isWide ? 8 : 4;
    const auto wordAt = [&](std::size_t offset) -> std::uint64_t {
        return isWide ? numberAt<std::uint64_t>(content, offset)
                      : numberAt<std::uint32_t>(content, offset);
    };
    std::vector<std::uint64_t> ends;
    std::size_t offset = kHeadSize;
    const std::size_t recordHead = 3 * width + 1;
    while (content.size() - offset >= recordHead) {
        while (!ends.empty() && offset >= ends.back()) {
            ends.pop_back();
        }
        const std::uint64_t end = wordAt(offset);
        const std::uint64_t propertySize = wordAt(offset + 2 * width);
        const std::uint64_t nameLength = static_cast<std::uint8_t>(content[offset + 3 * width]);
        offset += recordHead;
        if (end == 0) {
            continue;
        }
        if (end < offset || end > content.size() || nameLength > end - offset ||
            propertySize > end - offset - nameLength) {
            return {};
        }
        offset += nameLength + propertySize;
        if (offset < end) {
            ends.push_back(end);
            if (Status status = checkDepth(ends.size(), offset); !status) {
                return status;
            }
        }
    }
    return {};
}

// Tokens of binary X, which are numbers of two bytes, some with data behind them.
Status checkTokens(std::string_view content, std::size_t floatSize) {
    enum Token : std::uint16_t {
        kName = 1,
        kString = 2,
        kInteger = 3,
        kGuid = 5,
        kIntegerList = 6,
        kFloatList = 7,
        kOpenBrace = 10,
        kCloseBrace = 11
    };
    std::size_t depth = 0;
    std::size_t offset = 16;
    while (offset + 2 <= content.size()) {
        const auto token = numberAt<std::uint16_t>(content, offset);
        offset += 2;
        const bool hasCount =
            token == kName || token == kString || token == kIntegerList || token == kFloatList;
        std::uint64_t dataSize = 0;
        if (hasCount) {
            if (content.size() - offset < 4) {
                return {};
            }
            const std::uint64_t count = numberAt<std::uint32_t>(content, offset);
            offset += 4;
            dataSize = token == kIntegerList ? count * 4
                       : token == kFloatList ? count * floatSize
                       : token == kString    ? count + 2 // a separator follows
                                             : count;
        } else if (token == kInteger) {
            dataSize = 4;
        } else if (token == kGuid) {
            dataSize = 16;
        } else if (token == kOpenBrace) {
            ++depth;
        } else if (token == kCloseBrace) {
            depth -= depth > 0 ? 1 : 0;
        }
        if (Status status = checkDepth(depth, offset); !status) {
            return status;
        }
        if (dataSize > content.size() - offset) {
            return {};
        }
        offset += static_cast<std::size_t>(dataSize);
    }
    return {};
}

// "xof ", version, kind of content, and the bits of a float.
Status checkX(std::string_view content) {
    const std::string_view kind = content.substr(std::min<std::size_t>(content.size(), 8), 4);
    if (kind == "tzip" || kind == "bzip") {
        return Error{"import.unsupported",
                     "the file is compressed, expected plain text or binary X"};
    }
    if (kind == "bin ") {
        return checkTokens(content, content.substr(12, 4) == "0064" ? 8 : 4);
    }
    return checkBraces(content, {{"#", "//"}, true, {"Frame"}});
}

} // namespace

Status checkNesting(std::string_view content, AssimpFormat format) {
    switch (format) {
    case AssimpFormat::Fbx:
        return content.starts_with("Kaydara FBX Binary") ? checkRecords(content)
                                                         : checkBraces(content, {{";"}, true, {}});
    case AssimpFormat::Collada:
        return checkElements(content);
    case AssimpFormat::Bvh:
        return checkBraces(content, {{}, false, {"ROOT", "JOINT"}});
    case AssimpFormat::X:
        return checkX(content);
    case AssimpFormat::Md5:
    case AssimpFormat::Smd:
        return {};
    }
    return {};
}

} // namespace sartor::import
