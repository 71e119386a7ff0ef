// SPDX-License-Identifier: Apache-2.0
// Rule: skins with more than one topmost joint.
#include "../rule.h"

#include <set>

namespace sartor::diagnose {
namespace {

// Joints without another joint of the skin above them, and whether one node is above all of them.
std::vector<JointIndex> topmost(const SceneFacts& facts, const assets::Skin& skin, bool& hasRoot) {
    const auto joints = facts.scene.skeleton->joints();
    std::vector<bool> isOfSkin(joints.size());
    for (const JointIndex joint : skin.joints()) {
        isOfSkin[joint.value()] = true;
    }
    // Parents come first.
    std::vector<bool> isBelow(joints.size());
    std::vector<JointIndex> rootOf(joints.size());
    std::vector<JointIndex> top;
    std::set<JointIndex> roots;
    for (std::size_t i = 0; i < joints.size(); ++i) {
        const JointIndex parent = joints[i].parent;
        rootOf[i] = parent.isNone() ? JointIndex(i) : rootOf[parent.value()];
        isBelow[i] = !parent.isNone() && (isBelow[parent.value()] || isOfSkin[parent.value()]);
        if (isOfSkin[i] && !isBelow[i]) {
            top.emplace_back(i);
            roots.insert(rootOf[i]);
        }
    }
    hasRoot = roots.size() == 1;
    return top;
}

void checkRoots(const SceneFacts& facts, Findings& findings) {
    const TargetProfile* profile = facts.options.profile;
    const bool isOfProfile = profile != nullptr && profile->needsOneRoot;
    for (std::uint32_t skin = 0; skin < facts.scene.skins.size(); ++skin) {
        bool hasRoot = false;
        const std::vector<JointIndex> top = topmost(facts, *facts.scene.skins[skin], hasRoot);
        // Without any node above all of them there is a finding of its own.
        if (top.size() < 2 || !hasRoot) {
            continue;
        }
        Diagnostic& added = findings.addJointsOfSkin(
            skin,
            top,
            std::to_string(top.size()) + " topmost joints" +
                (isOfProfile ? ", where " + titleOf(*profile) + " wants one" : "") + ": " +
                listOf(facts.scene, top));
        if (isOfProfile) {
            withProfile(added, *profile).severity = Severity::Warning;
        }
    }
}

} // namespace

Rule skinSeveralRootJoints() {
    return {{.id = "skin.several_root_joints",
             .title = "More than one topmost joint",
             .severity = Severity::Info,
             .explanation =
                 "Several joints of a skin have no other joint of it above them; only a node "
                 "that is no joint joins them. Engines with one root bone refuse such a "
                 "skeleton or take that node for the root, and root motion has no joint to be "
                 "on. Add a root joint above them, and make it part of the skin. A warning for "
                 "profiles that want one root."},
            checkRoots};
}

} // namespace sartor::diagnose
