// SPDX-License-Identifier: Apache-2.0
// The bind-pose identity of all skins in one word, one line, and the details.
#include "editor/model/bind_verdict.h"

#include "editor/model/text.h"

#include <QCoreApplication>
#include <QStringList>

namespace sartor::editor {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("BindVerdict", text);
}

/// Further from the common map; nothing is further than what is not finite.
bool isWorse(const diagnose::JointBind& joint, const diagnose::JointBind* other) {
    return other == nullptr ||
           (other->isFinite &&
            (!joint.isFinite || joint.residual.relativeLength > other->residual.relativeLength));
}

/// Of the joints outside of the largest group; null where all agree.
const diagnose::JointBind* worstOf(const diagnose::BindPose& pose) {
    const diagnose::JointBind* worst = nullptr;
    for (const diagnose::JointBind& joint : pose.joints) {
        if (joint.group != 0 && isWorse(joint, worst)) {
            worst = &joint;
        }
    }
    return worst;
}

QString describeCommon(const diagnose::BindPose& pose) {
    switch (pose.commonMap) {
    case diagnose::CommonMap::Identity:
        return tr("bind space is model space");
    case diagnose::CommonMap::NodeTransform:
        return tr("bound in the space of the mesh's node");
    case diagnose::CommonMap::Other:
        return tr("bind space differs from model space by %1 units, %2°, scale %3")
            .arg(numberText(pose.commonDifference.length),
                 numberText(pose.commonDifference.degrees),
                 numberText(pose.commonDifference.scale));
    }
    return {};
}

QString describeWorst(const assets::Skeleton& skeleton, const diagnose::JointBind& worst) {
    const QString name = jointName(skeleton, worst.joint);
    if (!worst.isFinite) {
        return tr("%1 is not finite").arg(name);
    }
    return tr("%1 is off by %2 units, %3°, scale %4")
        .arg(name,
             numberText(worst.residual.length),
             numberText(worst.residual.degrees),
             numberText(worst.residual.scale));
}

} // namespace

BindVerdict describeBind(const Document& document, const Checks& checks) {
    BindVerdict verdict;
    const auto session = document.session();
    if (session == nullptr || checks.report() == nullptr) {
        verdict.text = checks.isRunning() ? tr("Checking bind pose") : tr("Bind pose");
        return verdict;
    }
    const import::ImportedScene& scene = session->scene();
    if (scene.skins.empty()) {
        verdict.text = tr("No skin");
        verdict.details = tr("No mesh of this file is bound to joints.");
        return verdict;
    }
    QStringList lines;
    std::size_t offCount = 0;
    const diagnose::JointBind* worst = nullptr;
    verdict.state = BindState::Held;
    for (std::size_t skin = 0; skin < scene.skins.size(); ++skin) {
        const diagnose::BindPose& pose = checks.report()->bindPoses[skin];
        const QString name = scene.skins[skin]->name().empty()
                                 ? tr("Skin %1").arg(skin)
                                 : toQString(scene.skins[skin]->name());
        const diagnose::JointBind* skinWorst = worstOf(pose);
        if (skinWorst == nullptr) {
            lines << tr("%1: all %2 joints agree, %3")
                         .arg(name)
                         .arg(pose.joints.size())
                         .arg(describeCommon(pose));
            continue;
        }
        const std::size_t count = pose.joints.size() - pose.groups.front().members.size();
        lines << tr("%1: %2 of %3 joints disagree; %4")
                     .arg(name)
                     .arg(count)
                     .arg(pose.joints.size())
                     .arg(describeWorst(*scene.skeleton, *skinWorst));
        if (pose.isOtherPose) {
            lines.back() += tr("; the file's pose is another pose of the bound skeleton");
            if (verdict.state == BindState::Held) {
                verdict.state = BindState::OtherPose;
            }
            continue;
        }
        verdict.state = BindState::Residual;
        offCount += count;
        if (isWorse(*skinWorst, worst)) {
            worst = skinWorst;
        }
    }
    verdict.details = lines.join(u'\n');
    switch (verdict.state) {
    case BindState::Held:
        verdict.text = tr("Bind identity holds");
        break;
    case BindState::OtherPose:
        verdict.text = tr("Not in bind pose");
        break;
    default:
        verdict.text = tr("Bind residual: %1 joints").arg(offCount);
        verdict.worstJoint = worst->joint;
        break;
    }
    return verdict;
}

} // namespace sartor::editor
