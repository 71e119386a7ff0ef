// SPDX-License-Identifier: Apache-2.0
// Runs what uses kernels with chosen sets of instructions.
#pragma once

#include <QtTest>

#include <hwy/targets.h>

namespace sartor::test {

/// Until it goes away kernels use this set alone, in plugins as well.
class OneTarget {
public:
    explicit OneTarget(std::int64_t target) { choose(target); }
    ~OneTarget() { choose(0); } // all that the machine has
    OneTarget(const OneTarget&) = delete;
    OneTarget& operator=(const OneTarget&) = delete;

private:
    static void choose(std::int64_t targets) {
        hwy::SetSupportedTargetsForTest(targets);
        hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    }
};

/// Calls the function once with each set that this machine has, and gives it the name. At least two
/// run everywhere: plain floats are one.
template <class Function>
void onEachTarget(Function function) {
    int count = 0;
    for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
        const OneTarget chosen(target);
        function(hwy::TargetName(target));
        ++count;
    }
    QVERIFY(count >= 2);
}

} // namespace sartor::test
