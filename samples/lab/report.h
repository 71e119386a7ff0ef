// SPDX-License-Identifier: Apache-2.0
// What the program prints: the list of samples, and the readouts of an experiment.
#pragma once

#include "samples/lab/experiment.h"

#include <span>
#include <string>

namespace sartor::lab {

/// "1.5", or "(0.5, 1, 0)" for a point, with so many digits after the point; "-" for none.
std::string numbersText(std::span<const double> numbers, int digits);

/// "2.50 m", "90°", "4 x": degrees alone stand at their number.
std::string withUnit(const std::string& number, const std::string& unit);

/// The samples with their controls and columns, for people.
std::string listText();

/// Settings, and for every column its readouts and its curve.
std::string reportJson(const Experiment& experiment);

} // namespace sartor::lab
