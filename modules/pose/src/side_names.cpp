// SPDX-License-Identifier: Apache-2.0
// Names that say left or right.
#include <sartor/pose/side_names.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace sartor::pose {
namespace {

// Only ASCII has words for sides; bytes of other characters are neither letters nor separators.
bool isLower(char c) {
    return c >= 'a' && c <= 'z';
}
bool isUpper(char c) {
    return c >= 'A' && c <= 'Z';
}
bool isDigit(char c) {
    return c >= '0' && c <= '9';
}
bool isSeparator(char c) {
    return static_cast<unsigned char>(c) < 0x80 && !isLower(c) && !isUpper(c) && !isDigit(c);
}

struct Word {
    std::string_view from;
    std::string_view to;
};
constexpr std::array<Word, 10> kWords{{{"Left", "Right"},
                                       {"Right", "Left"},
                                       {"left", "right"},
                                       {"right", "left"},
                                       {"LEFT", "RIGHT"},
                                       {"RIGHT", "LEFT"},
                                       {"L", "R"},
                                       {"R", "L"},
                                       {"l", "r"},
                                       {"r", "l"}}};

// A word for a side at a place of a name.
struct Found {
    std::size_t at = 0;
    Word word;
    bool isCertain = false;
};

enum class Reading { None, Possible, Certain };

Reading readWord(std::string_view name, std::size_t at, const Word& word) {
    const std::size_t end = at + word.from.size();
    const bool isFirst = at == 0;
    const bool isLast = end == name.size();
    const char before = isFirst ? '_' : name[at - 1];
    const char after = isLast ? '_' : name[end];
    const bool isAlone = isSeparator(before) && isSeparator(after);
    if (word.from.size() == 1) {
        const bool isCapital = isUpper(word.from[0]);
        // "lShldr", "LArm"; not "LOD".
        const bool isPrefix =
            isFirst && isUpper(after) && end + 1 < name.size() && isLower(name[end + 1]);
        const bool isSuffix = isLast && isCapital && (isLower(before) || isDigit(before));
        return isAlone                ? Reading::Certain
               : isPrefix || isSuffix ? Reading::Possible
                                      : Reading::None;
    }
    // "Lefty", "Brighton" and "LEFTOVER" go on; "UpLeftArm" and "arm_left01" do not.
    const bool isCapitals = isUpper(word.from[1]);
    const bool endsHere = isCapitals ? !isUpper(after) : !isLower(after);
    const bool beginsHere = isCapitals              ? !isUpper(before)
                            : isUpper(word.from[0]) ? true
                                                    : !isLower(before) && !isUpper(before);
    return endsHere && beginsHere ? Reading::Certain : Reading::None;
}

std::vector<Found> findWords(std::string_view name) {
    std::vector<Found> found;
    for (std::size_t at = 0; at < name.size(); ++at) {
        for (const Word& word : kWords) {
            if (name.substr(at).starts_with(word.from)) {
                const Reading reading = readWord(name, at, word);
                if (reading != Reading::None) {
                    found.push_back({at, word, reading == Reading::Certain});
                    at += word.from.size() - 1;
                    break;
                }
            }
        }
    }
    return found;
}

} // namespace

std::vector<OtherSide> findOtherSides(std::string_view name) {
    const std::vector<Found> found = findWords(name);
    std::vector<OtherSide> sides;
    if (found.size() > 1) {
        OtherSide all{.name = std::string(name), .isCertain = false};
        for (auto word = found.rbegin(); word != found.rend(); ++word) {
            all.name.replace(word->at, word->word.from.size(), word->word.to);
            all.isCertain = all.isCertain || word->isCertain;
        }
        sides.push_back(std::move(all));
    }
    // A name with more words is read as a whole, so that none costs the square of its length.
    constexpr std::size_t kMostAlone = 4;
    for (const Found& word : found) {
        if (found.size() > kMostAlone) {
            break;
        }
        OtherSide one{.name = std::string(name), .isCertain = word.isCertain};
        one.name.replace(word.at, word.word.from.size(), word.word.to);
        sides.push_back(std::move(one));
    }
    std::stable_partition(
        sides.begin(), sides.end(), [](const OtherSide& side) { return side.isCertain; });
    return sides;
}

} // namespace sartor::pose
