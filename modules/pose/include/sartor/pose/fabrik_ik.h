// SPDX-License-Identifier: Apache-2.0
// FABRIK: joints reach back from the target, and forward from the root.
#pragma once

#include <sartor/pose/ik_chain.h>

namespace sartor::pose {

/// Places the joints on lines from the target back to the root, then turns each joint, from the
/// root to the one above the tip, towards the place of the next, over and over.
///
/// The way forward is made of rotations within the limits, so lengths and limits hold at any time.
/// The way back knows no limits: where they bring both ways to a standstill the passes go on as
/// those of solveCcdIk(), which does find a way. A target farther than the chain is long is pointed
/// at by all joints at once. Otherwise as solveCcdIk(), in all that it keeps, where it ends,
/// spaces, shapes, cost and threads.
///
/// Source: Aristidou and Lasenby, "FABRIK: A fast, iterative solver for the Inverse Kinematics
/// problem", 2011.
IkFlags solveFabrikIk(const IkChain& chain,
                      const ChainIkInput& input,
                      const IkPose& pose,
                      std::span<IkScratch> scratch);

} // namespace sartor::pose
