// SPDX-License-Identifier: Apache-2.0
// Line by line as the loader reads, but with every number checked against the list it points into.
#include "md5_check.h"

#include <sartor/assets/skeleton.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sartor::import {
namespace {

// Words of one line, without comment; parentheses and braces stand alone, quotes are kept.
struct Line {
    std::size_t number = 0;
    std::vector<std::string_view> words;
};

std::string at(const Line& line) {
    return "line " + std::to_string(line.number) + ": ";
}

// Lines with something in them, one after the other.
class LineReader {
public:
    explicit LineReader(std::string_view text) : rest_(text) {}

    // False at the end of the text.
    bool next(Line& line) {
        while (!rest_.empty()) {
            const std::size_t end = rest_.find_first_of("\r\n");
            std::string_view content = rest_.substr(0, end);
            const bool isNewline = end != std::string_view::npos && rest_[end] == '\n';
            rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
            line.number = number_;
            number_ += isNewline ? 1 : 0;
            line.words = split(content);
            if (!line.words.empty()) {
                return true;
            }
        }
        line = {number_, {}};
        return false;
    }

private:
    static std::vector<std::string_view> split(std::string_view content) {
        std::vector<std::string_view> words;
        while (!content.empty()) {
            const char first = content.front();
            std::size_t length = 1;
            if (content.substr(0, 2) == "//") {
                break;
            }
            if (first == ' ' || first == '\t') {
                content.remove_prefix(1);
                continue;
            }
            if (first == '"') {
                const std::size_t end = content.find('"', 1);
                length = end == std::string_view::npos ? content.size() : end + 1;
            } else if (std::string_view("(){}").find(first) == std::string_view::npos) {
                length = std::min(content.find_first_of(" \t(){}\""), content.size());
            }
            words.push_back(content.substr(0, length));
            content.remove_prefix(length);
        }
        return words;
    }

    std::string_view rest_;
    std::size_t number_ = 1;
};

std::optional<std::int64_t> integerOf(std::string_view word) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size()) {
        return std::nullopt;
    }
    return value;
}

bool isFiniteNumber(std::string_view word) {
    double value = 0.0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    return error == std::errc() && end == word.data() + word.size() && std::isfinite(value);
}

Error syntaxError(const Line& line, const std::string& expected) {
    std::string found;
    for (const std::string_view word : line.words) {
        found += (found.empty() ? "" : " ") + std::string(word);
    }
    constexpr std::size_t kShownLength = 60;
    return Error{"md5.syntax",
                 at(line) + "'" + found.substr(0, kShownLength) + "', expected " + expected};
}

// Checks a line against a pattern, one letter a word: q quoted, i integer, f number, anything else
// that character itself; a leading word stands before the pattern and is not looked at.
Status matchWords(const Line& line, std::size_t first, std::string_view pattern) {
    bool matches = line.words.size() == first + pattern.size();
    for (std::size_t i = 0; matches && i < pattern.size(); ++i) {
        const std::string_view word = line.words[first + i];
        switch (pattern[i]) {
        case 'q':
            matches = word.size() >= 2 && word.front() == '"' && word.back() == '"';
            break;
        case 'i':
            matches = integerOf(word).has_value();
            break;
        case 'f':
            matches = isFiniteNumber(word);
            break;
        default:
            matches = word.size() == 1 && word.front() == pattern[i];
        }
    }
    if (!matches) {
        return syntaxError(line,
                           "words of the form '" + std::string(pattern) +
                               "' (q quoted, i integer, f finite number)");
    }
    return {};
}

// A declared count: not negative, not more than the file has room for, and said once, so that what
// was checked against it stays checked.
Status readCount(const Line& line, std::size_t textSize, std::int64_t& count) {
    if (Status status = matchWords(line, 1, "i"); !status) {
        return status;
    }
    if (count != 0) {
        return Error{"md5.count",
                     at(line) + std::string(line.words[0]) + " was already said to be " +
                         std::to_string(count)};
    }
    count = *integerOf(line.words[1]);
    if (count < 0 || static_cast<std::uint64_t>(count) > textSize) {
        return Error{"md5.count",
                     at(line) + std::string(line.words[0]) + " is " + std::to_string(count) +
                         ", expected 0 to " + std::to_string(textSize)};
    }
    return {};
}

Status checkRange(const Line& line, const char* what, std::int64_t value, std::int64_t end) {
    if (value < 0 || value >= end) {
        return Error{"md5.index_out_of_range",
                     at(line) + what + " " + std::to_string(value) + ", but there are " +
                         std::to_string(end)};
    }
    return {};
}

Status checkLength(const Line& line, const char* what, std::size_t found, std::int64_t declared) {
    if (static_cast<std::int64_t>(found) != declared) {
        return Error{"md5.count",
                     at(line) + std::to_string(found) + " " + what + ", but the file says " +
                         std::to_string(declared)};
    }
    return {};
}

// The entries of a list that the file numbers itself: each of them once.
class NumberedList {
public:
    Status add(const Line& line, const char* what, std::int64_t index, std::int64_t declared) {
        if (Status status = checkRange(line, what, index, declared); !status) {
            return status;
        }
        isThere_.resize(static_cast<std::size_t>(declared));
        if (isThere_[static_cast<std::size_t>(index)]) {
            return Error{"md5.duplicate_index",
                         at(line) + what + " " + std::to_string(index) + " comes a second time"};
        }
        isThere_[static_cast<std::size_t>(index)] = true;
        ++count_;
        return {};
    }

    std::size_t count() const { return count_; }

private:
    std::vector<bool> isThere_;
    std::size_t count_ = 0;
};

// The head "name {" of a section, the brace possibly on a line of its own.
Status openSection(LineReader& reader, Line& line) {
    if (line.words.size() == 2 && line.words[1] == "{") {
        return {};
    }
    const Line head = line;
    if (head.words.size() == 1 && reader.next(line) && line.words.size() == 1 &&
        line.words[0] == "{") {
        return {};
    }
    return syntaxError(head, "a section that opens with {");
}

// Lines up to the closing brace, each given to `check`.
template <class Check>
Status readSection(LineReader& reader, Line& line, const Check& check) {
    if (Status status = openSection(reader, line); !status) {
        return status;
    }
    while (reader.next(line)) {
        if (line.words.size() == 1 && line.words[0] == "}") {
            return {};
        }
        if (Status status = check(line); !status) {
            return status;
        }
    }
    return Error{"md5.syntax", at(line) + "the file ends inside of a section, expected }"};
}

Status checkHierarchy(const Line& line,
                      const std::vector<std::optional<std::uint32_t>>& parents,
                      std::int64_t jointCount) {
    if (Status status = checkLength(line, "joints", parents.size(), jointCount); !status) {
        return status;
    }
    const auto order = assets::sortParentsFirst(parents);
    return order ? Status() : Status(order.error());
}

// Adds the parent that the line of a joint names; -1 for none.
Status addParent(const Line& line,
                 std::int64_t jointCount,
                 std::vector<std::optional<std::uint32_t>>& to) {
    const std::int64_t parent = *integerOf(line.words[1]);
    if (parent == -1) {
        to.push_back(std::nullopt);
        return {};
    }
    Status status = checkRange(line, "parent", parent, jointCount);
    to.push_back(static_cast<std::uint32_t>(parent));
    return status;
}

Status checkMesh(LineReader& reader, Line& line, std::int64_t jointCount, std::size_t textSize) {
    std::int64_t vertexCount = 0;
    std::int64_t triangleCount = 0;
    std::int64_t weightCount = 0;
    NumberedList vertices;
    NumberedList triangles;
    NumberedList weights;
    // Weights come after the vertices that name them.
    struct WeightRange {
        Line line;
        std::int64_t first;
        std::int64_t count;
    };
    std::optional<WeightRange> last;
    const auto checkLine = [&](const Line& element) -> Status {
        const std::string_view kind = element.words[0];
        if (kind == "shader") {
            return matchWords(element, 1, "q");
        }
        if (kind == "numverts") {
            return readCount(element, textSize, vertexCount);
        }
        if (kind == "numtris") {
            return readCount(element, textSize, triangleCount);
        }
        if (kind == "numweights") {
            return readCount(element, textSize, weightCount);
        }
        if (kind == "vert") {
            Status status = matchWords(element, 1, "i(ff)ii");
            if (status) {
                status = vertices.add(element, "vertex", *integerOf(element.words[1]), vertexCount);
            }
            if (status) {
                const std::int64_t first = *integerOf(element.words[6]);
                const std::int64_t count = *integerOf(element.words[7]);
                const auto room = static_cast<std::int64_t>(textSize);
                if (first < 0 || count < 0 || first > room || count > room) {
                    return Error{"md5.index_out_of_range",
                                 at(element) + "weights " + std::to_string(first) + " and " +
                                     std::to_string(count) + " on do not exist"};
                }
                if (!last || first + count > last->first + last->count) {
                    last = {element, first, count};
                }
            }
            return status;
        }
        if (kind == "tri") {
            Status status = matchWords(element, 1, "iiii");
            if (status) {
                status =
                    triangles.add(element, "triangle", *integerOf(element.words[1]), triangleCount);
            }
            for (std::size_t i = 2; status && i < 5; ++i) {
                status = checkRange(element, "vertex", *integerOf(element.words[i]), vertexCount);
            }
            return status;
        }
        if (kind == "weight") {
            Status status = matchWords(element, 1, "iif(fff)");
            if (status) {
                status = weights.add(element, "weight", *integerOf(element.words[1]), weightCount);
            }
            if (status) {
                status = checkRange(element, "joint", *integerOf(element.words[2]), jointCount);
            }
            return status;
        }
        return syntaxError(element, "shader, numverts, vert, numtris, tri, numweights or weight");
    };
    Status status = readSection(reader, line, checkLine);
    if (status && last && last->first + last->count > weightCount) {
        status = Error{"md5.index_out_of_range",
                       at(last->line) + "the vertex uses the weights up to " +
                           std::to_string(last->first + last->count) + ", but there are " +
                           std::to_string(weightCount)};
    }
    if (status) {
        status = checkLength(line, "vertices", vertices.count(), vertexCount);
    }
    if (status) {
        status = checkLength(line, "triangles", triangles.count(), triangleCount);
    }
    if (status) {
        status = checkLength(line, "weights", weights.count(), weightCount);
    }
    return status;
}

// The head that both kinds of file have; true when the line was part of it.
Result<bool> checkHead(const Line& line) {
    if (line.words[0] == "MD5Version") {
        if (Status status = matchWords(line, 1, "i"); !status) {
            return status.error();
        }
        constexpr std::int64_t kVersion = 10;
        if (*integerOf(line.words[1]) != kVersion) {
            return syntaxError(line, "version 10");
        }
        return true;
    }
    if (line.words[0] == "commandline") {
        if (Status status = matchWords(line, 1, "q"); !status) {
            return status.error();
        }
        return true;
    }
    return false;
}

// Counts and tables of a .md5anim file.
struct Md5Anim {
    std::int64_t frameCount = 0;
    std::int64_t jointCount = 0;
    std::int64_t componentCount = 0;
    std::vector<std::optional<std::uint32_t>> parents;
    std::size_t baseFrameCount = 0;
    std::size_t frames = 0;
};

Status checkAnimatedJoint(const Line& line, Md5Anim& anim) {
    Status status = matchWords(line, 0, "qiii");
    if (status) {
        status = addParent(line, anim.jointCount, anim.parents);
    }
    if (!status) {
        return status;
    }
    const std::int64_t flags = *integerOf(line.words[2]);
    const std::int64_t first = *integerOf(line.words[3]);
    constexpr std::int64_t kAllComponents = 63;
    if (flags < 0 || flags > kAllComponents) {
        return Error{"md5.index_out_of_range",
                     at(line) + "component flags " + std::to_string(flags) + ", expected 0 to 63"};
    }
    const std::int64_t count = std::popcount(static_cast<std::uint64_t>(flags));
    if (count > 0 && (first < 0 || first > anim.componentCount - count)) {
        return Error{"md5.index_out_of_range",
                     at(line) + "components from " + std::to_string(first) +
                         " on, but a frame has " + std::to_string(anim.componentCount)};
    }
    return {};
}

Status checkFrame(LineReader& reader, Line& line, Md5Anim& anim) {
    // "frame 3 {" or "frame 3" with the brace below.
    if (line.words.size() < 2 || !integerOf(line.words[1])) {
        return syntaxError(line, "frame and its number");
    }
    if (Status status = checkRange(line, "frame", *integerOf(line.words[1]), anim.frameCount);
        !status) {
        return status;
    }
    line.words.erase(line.words.begin());
    std::size_t values = 0;
    Status status = readSection(reader, line, [&](const Line& element) -> Status {
        values += element.words.size();
        return matchWords(element, 0, std::string(element.words.size(), 'f'));
    });
    ++anim.frames;
    return status ? checkLength(line, "values in the frame", values, anim.componentCount) : status;
}

Status checkAnimLine(LineReader& reader, Line& line, Md5Anim& anim, std::size_t textSize) {
    const std::string_view kind = line.words[0];
    if (kind == "numFrames") {
        return readCount(line, textSize, anim.frameCount);
    }
    if (kind == "numJoints") {
        return readCount(line, textSize, anim.jointCount);
    }
    if (kind == "numAnimatedComponents") {
        return readCount(line, textSize, anim.componentCount);
    }
    if (kind == "frameRate") {
        return matchWords(line, 1, "f");
    }
    if (kind == "hierarchy") {
        return readSection(
            reader, line, [&](const Line& element) { return checkAnimatedJoint(element, anim); });
    }
    if (kind == "bounds") {
        return readSection(
            reader, line, [](const Line& element) { return matchWords(element, 0, "(fff)(fff)"); });
    }
    if (kind == "baseframe") {
        return readSection(reader, line, [&](const Line& element) {
            ++anim.baseFrameCount;
            return matchWords(element, 0, "(fff)(fff)");
        });
    }
    if (kind == "frame") {
        return checkFrame(reader, line, anim);
    }
    return syntaxError(line,
                       "numFrames, numJoints, frameRate, numAnimatedComponents, hierarchy, bounds, "
                       "baseframe or frame");
}

} // namespace

Status checkMd5Mesh(std::string_view text) {
    LineReader reader(text);
    Line line;
    std::int64_t jointCount = 0;
    std::int64_t meshCount = 0;
    std::size_t meshes = 0;
    std::vector<std::optional<std::uint32_t>> parents;
    while (reader.next(line)) {
        const Result<bool> isHead = checkHead(line);
        if (!isHead) {
            return isHead.error();
        }
        if (*isHead) {
            continue;
        }
        Status status;
        const std::string_view kind = line.words[0];
        if (kind == "numJoints") {
            status = readCount(line, text.size(), jointCount);
        } else if (kind == "numMeshes") {
            status = readCount(line, text.size(), meshCount);
        } else if (kind == "joints") {
            status = readSection(reader, line, [&](const Line& element) -> Status {
                Status joint = matchWords(element, 0, "qi(fff)(fff)");
                return joint ? addParent(element, jointCount, parents) : joint;
            });
            if (status) {
                status = checkHierarchy(line, parents, jointCount);
            }
        } else if (kind == "mesh") {
            ++meshes;
            status =
                checkMesh(reader, line, static_cast<std::int64_t>(parents.size()), text.size());
        } else {
            status = syntaxError(line, "numJoints, numMeshes, joints or mesh");
        }
        if (!status) {
            return status;
        }
    }
    Status status = checkLength(line, "joints", parents.size(), jointCount);
    return status ? checkLength(line, "meshes", meshes, meshCount) : status;
}

Status checkMd5Anim(std::string_view text) {
    LineReader reader(text);
    Line line;
    Md5Anim anim;
    while (reader.next(line)) {
        const Result<bool> isHead = checkHead(line);
        if (!isHead) {
            return isHead.error();
        }
        if (*isHead) {
            continue;
        }
        if (Status status = checkAnimLine(reader, line, anim, text.size()); !status) {
            return status;
        }
    }
    Status status = checkHierarchy(line, anim.parents, anim.jointCount);
    if (status) {
        status = checkLength(line, "base poses", anim.baseFrameCount, anim.jointCount);
    }
    return status ? checkLength(line, "frames", anim.frames, anim.frameCount) : status;
}

} // namespace sartor::import
