// SPDX-License-Identifier: Apache-2.0
// Columns of text for people.
#pragma once

#include <sartor/math/types.h>

#include <string>
#include <vector>

namespace sartor::cli {

/// Six significant digits, for reading; JSON has all of them.
std::string rounded(double number);
std::string rounded(const glm::dvec3& vector);
inline std::string rounded(const glm::vec3& vector) {
    return rounded(glm::dvec3(vector));
}

/// Rows of cells, padded so that columns stand under each other.
class Table {
public:
    enum class Align { Left, Right };

    /// The headings; a column has the alignment of its entry.
    struct Column {
        std::string heading;
        Align align = Align::Right;
    };

    explicit Table(std::vector<Column> columns);
    void addRow(std::vector<std::string> cells);
    /// All lines with a heading; empty without rows.
    std::string text() const;

private:
    std::vector<Column> columns_;
    std::vector<std::vector<std::string>> rows_;
};

} // namespace sartor::cli
