// SPDX-License-Identifier: Apache-2.0
// Root motion of a frame: from the nodes to its owner, and into the books.
#include "graph_run.h"

namespace sartor::graph {

void GraphRun::addRootMotion(std::uint32_t node, const pose::RootMotionSource& source) {
    SARTOR_ASSERT(motionSources_.size() < motionSources_.capacity());
    motionSources_.push_back(source);
    motionSources_.back().node = node;
}

void GraphRun::finishRootMotion() {
    if (!program_.rootMotion) {
        return;
    }
    ledger_.begin(dt_, program_.definition.rootMotion.owner);
    for (pose::RootMotionSource& source : motionSources_) {
        // Known only now: other readers of a shared pose add to it.
        source.weight = activity_[source.node].weight;
        ledger_.add(source);
    }
    ledger_.finish(output_.rootMotion);
    header().rootMotion = ledger_.totals();
}

void GraphRun::showRoot(PoseSpan output, bool isFirst) {
    if (!program_.rootMotion) {
        return;
    }
    const assets::Skeleton& skeleton = *program_.rig->skeleton;
    const JointIndex root = program_.rootMotion->joint;
    const math::DoubleRigid inPlace =
        pose::findModelFromRoot(skeleton, output.parentFromJoint, root);
    if (program_.definition.rootMotion.owner == pose::RootMotionOwner::Pose) {
        pose::moveRoot(skeleton, root, header().rootMotion.path, output.parentFromJoint);
    }
    if (!isFirst) {
        return;
    }
    // Clips in place stay at the height at which they begin; their blend is between these.
    double height = 0.0;
    double weight = 0.0;
    for (const pose::RootMotionSource& source : ledger_.sources()) {
        if (source.kind != pose::RootMotionSource::Kind::Override) {
            height += static_cast<double>(source.weight) * source.height;
            weight += static_cast<double>(source.weight);
        }
    }
    pose::RootMotionReference reference = program_.rootAtRest;
    if (weight > 0.0) {
        reference.position.y = height / weight;
    }
    // What the pose was moved by, all of it, as nodes may move by components that are not taken;
    // and what of those that are was left in it.
    const math::DoubleRigid moved =
        pose::findModelFromRoot(skeleton, output.parentFromJoint, root) * math::inverse(inPlace);
    ledger_.setPose(moved *
                    pose::modelFromCharacter(inPlace, reference, program_.rootMotion->components));
    header().rootMotion = ledger_.totals();
}

void GraphRun::setEntity(const math::DoubleRigid& worldFromEntity) {
    if (program_.rootMotion) {
        ledger_.setEntity(worldFromEntity);
        header().rootMotion = ledger_.totals();
    }
}

} // namespace sartor::graph
