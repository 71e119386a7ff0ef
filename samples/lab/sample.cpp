// SPDX-License-Identifier: Apache-2.0
// The list of samples, and what a readout says.
#include "samples/lab/sample.h"

#include <sartor/io/text.h>

#include <algorithm>
#include <array>
#include <cmath>

// One line a sample: the function in the file of samples/lab/samples/ that bears its name.
#define SARTOR_SAMPLES(SAMPLE)                                                                     \
    SAMPLE(twistTube)                                                                              \
    SAMPLE(elbowBulge)                                                                             \
    SAMPLE(antipodal)                                                                              \
    SAMPLE(morphOrder)                                                                             \
    SAMPLE(doubleBind)                                                                             \
    SAMPLE(normals)                                                                                \
    SAMPLE(rootMotion)

namespace sartor::lab {

#define SARTOR_DECLARE_SAMPLE(name) Sample name();
SARTOR_SAMPLES(SARTOR_DECLARE_SAMPLE)
#undef SARTOR_DECLARE_SAMPLE

std::span<const Sample> samples() {
#define SARTOR_MAKE_SAMPLE(name) name(),
    static const std::array kSamples = {SARTOR_SAMPLES(SARTOR_MAKE_SAMPLE)};
#undef SARTOR_MAKE_SAMPLE
    return kSamples;
}

Result<const Sample*> findSample(std::string_view id) {
    const auto found = std::ranges::find(samples(), id, &Sample::id);
    if (found != samples().end()) {
        return &*found;
    }
    std::string ids;
    for (const Sample& sample : samples()) {
        ids += (ids.empty() ? "" : ", ") + sample.id;
    }
    return Error{"usage.sample", "there is no sample '" + io::printable(id) + "'; there is " + ids};
}

bool Trial::runs(std::string_view deformer) const {
    const auto isIt = [&](const deform::ChainLink& link) {
        return link.deformer->id == "sartor." + std::string(deformer);
    };
    return std::ranges::any_of(session.chain(0).links, isIt);
}

std::optional<double> Readout::difference() const {
    if (expected.empty() || measured.empty()) {
        return std::nullopt;
    }
    double largest = 0.0;
    for (std::size_t i = 0; i < measured.size(); ++i) {
        const double difference = std::abs(measured[i] - expected[i]);
        // A number that is none must not hide behind the comparison.
        largest = difference > largest || std::isnan(difference) ? difference : largest;
    }
    return largest;
}

bool Readout::agrees() const {
    const std::optional<double> found = difference();
    return !found || *found <= tolerance;
}

} // namespace sartor::lab
