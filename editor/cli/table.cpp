// SPDX-License-Identifier: Apache-2.0
// Padding by code points, which is right for the scripts that names of joints are written in.
#include "table.h"

#include <sartor/base/assert.h>
#include <sartor/io/text.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace sartor::cli {
namespace {

/// Number of code points of valid UTF-8.
std::size_t width(const std::string& text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char byte) {
        return (static_cast<unsigned char>(byte) & 0xC0) != 0x80;
    }));
}

} // namespace

std::string rounded(double number) {
    std::array<char, 32> buffer;
    const auto result = std::to_chars(buffer.data(),
                                      buffer.data() + buffer.size(),
                                      number == 0.0 ? 0.0 : number, // no minus sign
                                      std::chars_format::general,
                                      6);
    return std::string(buffer.data(), result.ptr);
}

std::string rounded(const glm::dvec3& vector) {
    return rounded(vector.x) + " " + rounded(vector.y) + " " + rounded(vector.z);
}

Table::Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

void Table::addRow(std::vector<std::string> cells) {
    SARTOR_ASSERT(cells.size() == columns_.size());
    for (std::string& cell : cells) {
        cell = io::printable(cell);
    }
    rows_.push_back(std::move(cells));
}

std::string Table::text() const {
    if (rows_.empty()) {
        return {};
    }
    std::vector<std::size_t> widths;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        widths.push_back(width(columns_[i].heading));
        for (const std::vector<std::string>& row : rows_) {
            widths[i] = std::max(widths[i], width(row[i]));
        }
    }
    std::string text;
    const auto append = [&](std::size_t i, const std::string& cell) {
        const std::string padding(widths[i] - width(cell), ' ');
        text += "  ";
        text += columns_[i].align == Align::Left ? cell + padding : padding + cell;
    };
    const auto endLine = [&] {
        text.erase(text.find_last_not_of(' ') + 1);
        text += '\n';
    };
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        append(i, columns_[i].heading);
    }
    endLine();
    for (const std::vector<std::string>& row : rows_) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            append(i, row[i]);
        }
        endLine();
    }
    return text;
}

} // namespace sartor::cli
