// SPDX-License-Identifier: Apache-2.0
// Comparison of what widgets show.
#pragma once

#include <QImage>

namespace sartor::test {

/// Pixels that differ between two pictures of one size.
inline int differenceOf(const QImage& a, const QImage& b) {
    int count = 0;
    for (int y = 0; y < a.height(); ++y) {
        for (int x = 0; x < a.width(); ++x) {
            count += a.pixel(x, y) == b.pixel(x, y) ? 0 : 1;
        }
    }
    return count;
}

} // namespace sartor::test
