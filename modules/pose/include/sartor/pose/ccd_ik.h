// SPDX-License-Identifier: Apache-2.0
// Cyclic coordinate descent: joint after joint turns the tip towards the target.
#pragma once

#include <sartor/pose/ik_chain.h>

namespace sartor::pose {

/// Turns each joint, from the root to the one above the tip, so that the tip comes to lie on the
/// line from the joint to the target, over and over.
///
/// Local translations and scales keep their bits. The solution is within the limits of the chain
/// even where the incoming pose is not. It ends at the tolerance, at the cap of iterations, or when
/// an iteration moves the tip less than a hundredth of the tolerance.
///
/// Space: target in model space. Any affine map above the chain. Shapes: scratch.size() >=
/// chain.joints().size(). Cost: O(joints) an iteration, no allocation. Threads: re-entrant.
/// Source: Wang and Chen, "A combined optimization method for solving the inverse kinematics
/// problems of mechanical manipulators", 1991; here from root to tip.
IkFlags solveCcdIk(const IkChain& chain,
                   const ChainIkInput& input,
                   const IkPose& pose,
                   std::span<IkScratch> scratch);

} // namespace sartor::pose
