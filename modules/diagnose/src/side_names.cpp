// SPDX-License-Identifier: Apache-2.0
// Left and right in the names of joints.
#include "side_names.h"

#include <array>
#include <cctype>
#include <utility>

namespace sartor::diagnose {
namespace {

bool isLetter(char character) {
    return std::isalpha(static_cast<unsigned char>(character)) != 0;
}

bool isLower(char character) {
    return std::islower(static_cast<unsigned char>(character)) != 0;
}

// Does a word of the name end at that place? "Left|Arm", "left|_arm", "Left|" and not "left|over".
bool endsWord(std::string_view name, std::size_t end) {
    return end == name.size() || !isLower(name[end]);
}

bool startsWord(std::string_view name, std::size_t begin) {
    return begin == 0 || !isLetter(name[begin - 1]) ||
           (isLower(name[begin - 1]) && !isLower(name[begin]));
}

} // namespace

std::optional<std::string> otherSideOf(std::string_view name) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kWords = {
        {{"Left", "Right"}, {"left", "right"}, {"LEFT", "RIGHT"}}};
    const auto replaced = [name](std::size_t at, std::size_t length, std::string_view by) {
        return std::string(name.substr(0, at)) + std::string(by) +
               std::string(name.substr(at + length));
    };
    for (const auto& [left, right] : kWords) {
        for (const auto& [from, to] : {std::pair(left, right), std::pair(right, left)}) {
            const std::size_t at = name.find(from);
            if (at != std::string_view::npos && startsWord(name, at) &&
                (endsWord(name, at + from.size()) || from == "LEFT" || from == "RIGHT")) {
                return replaced(at, from.size(), to);
            }
        }
    }
    // A single letter stands between separators or at an end: "hand_l", "L_hand", "Foot.L.001".
    constexpr std::string_view kSeparators = "_.- ";
    constexpr std::array<std::pair<char, char>, 4> kLetters = {
        {{'L', 'R'}, {'R', 'L'}, {'l', 'r'}, {'r', 'l'}}};
    for (std::size_t at = 0; at < name.size(); ++at) {
        for (const auto& [from, to] : kLetters) {
            const bool isFree =
                (at == 0 || kSeparators.find(name[at - 1]) != std::string_view::npos) &&
                (at + 1 == name.size() || kSeparators.find(name[at + 1]) != std::string_view::npos);
            if (name[at] == from && isFree && name.size() > 1) {
                return replaced(at, 1, std::string_view(&to, 1));
            }
        }
    }
    return std::nullopt;
}

} // namespace sartor::diagnose
