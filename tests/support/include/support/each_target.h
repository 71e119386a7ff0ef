// SPDX-License-Identifier: Apache-2.0
// Runs what uses kernels once with each set of instructions that this machine has.
#pragma once

#include <QtTest>

#include <hwy/targets.h>

namespace sartor::test {

/// The function gets the name of the set. At least two run everywhere: plain floats are one.
template <class Function>
void onEachTarget(Function function) {
    int count = 0;
    for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
        hwy::SetSupportedTargetsForTest(target);
        hwy::GetChosenTarget().Update(hwy::SupportedTargets());
        function(hwy::TargetName(target));
        ++count;
    }
    hwy::SetSupportedTargetsForTest(0);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    QVERIFY(count >= 2);
}

} // namespace sartor::test
