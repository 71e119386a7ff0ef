// SPDX-License-Identifier: Apache-2.0
// What the books of root motion say, for people: tracks seen from above, who took what, what is
// off.
#include "editor/model/root_motion_report.h"

#include "editor/model/text.h"

#include <QCoreApplication>

#include <cmath>
#include <numbers>

namespace sartor::editor {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("sartor::editor::rootMotionReport", text);
}

QPointF fromAbove(const math::DoubleRigid& worldFromCharacter) {
    // Seen from above with +Z up the page, x goes to the left.
    return {-worldFromCharacter.translation.x, -worldFromCharacter.translation.z};
}

QString seconds(double time) {
    return QString::number(time, 'f', 3);
}

double degrees(const glm::dquat& rotation) {
    const double turn = 2.0 * std::atan2(rotation.y, rotation.w);
    return std::remainder(turn, 2.0 * std::numbers::pi) * 180.0 / std::numbers::pi;
}

QString deltaText(const pose::RootMotionDelta& delta) {
    return tr("%1, %2, %3 m, %4°")
        .arg(delta.translation.x, 0, 'f', 4)
        .arg(delta.translation.y, 0, 'f', 4)
        .arg(delta.translation.z, 0, 'f', 4)
        .arg(degrees(delta.rotation), 0, 'f', 2);
}

QString ownerText(pose::RootMotionOwner owner) {
    switch (owner) {
    case pose::RootMotionOwner::Entity:
        return tr("The entity takes it");
    case pose::RootMotionOwner::Pose:
        return tr("It stays in the pose");
    case pose::RootMotionOwner::Discard:
        return tr("Nobody takes it");
    }
    return {};
}

QString verdictText(const pose::RootMotionVerdict& verdict) {
    using pose::RootMotionFault;
    switch (verdict.fault) {
    case RootMotionFault::None:
        return tr("The character moves as its clips say");
    case RootMotionFault::TooShort:
        return tr("Nothing has moved far enough to tell");
    case RootMotionFault::Lost:
        return tr("Lost: the clips move, the character does not");
    case RootMotionFault::Double:
        return tr("Double: the character moves twice as far, by entity and pose both");
    case RootMotionFault::WrongHeading:
        return tr("Wrong heading: as far, but %1° aside, as if deltas were added in the frame of "
                  "the world")
            .arg(verdict.headingError * 180.0 / std::numbers::pi, 0, 'f', 0);
    case RootMotionFault::Unasked:
        return tr("Unasked: the character moves where its clips do not");
    case RootMotionFault::Scaled:
        return tr("Scaled: the character moves %1 times as far as its clips say")
            .arg(verdict.ratio, 0, 'f', 2);
    }
    return {};
}

RootMotionReport::Source sourceText(const pose::RootMotionSource& source,
                                    const graph::GraphDefinition& definition) {
    using Kind = pose::RootMotionSource::Kind;
    RootMotionReport::Source text;
    text.node = source.node < definition.nodes.size() ? toQString(definition.nodes[source.node].id)
                                                      : QStringLiteral("#%1").arg(source.node);
    text.what = source.kind == Kind::Clip   ? tr("Clip")
                : source.kind == Kind::Kept ? tr("Left in the pose")
                                            : tr("Override");
    text.weight = tr("%1 %").arg(std::lround(source.weight * 100.0f));
    if (source.kind != Kind::Override) {
        text.times = source.wraps == 0
                         ? tr("%1 to %2 s").arg(seconds(source.fromTime), seconds(source.toTime))
                         : tr("%1 to %2 s, %3 wraps")
                               .arg(seconds(source.fromTime), seconds(source.toTime))
                               .arg(source.wraps);
    }
    text.delta = deltaText(source.delta);
    return text;
}

} // namespace

RootMotionReport rootMotionReport(const pose::RootMotionLedger& ledger,
                                  const graph::GraphDefinition& definition) {
    RootMotionReport report;
    if (ledger.frameCount() == 0) {
        report.verdict = tr("Nothing has moved yet");
        return report;
    }
    for (std::size_t i = 0; i < ledger.frameCount(); ++i) {
        const pose::RootMotionFrame& frame = ledger.frame(i);
        report.expected << fromAbove(frame.path);
        report.entity << fromAbove(frame.worldFromEntity);
        if (frame.hasPose) {
            report.root << fromAbove(frame.worldFromCharacter());
        }
    }
    report.owner = ownerText(ledger.lastFrame().owner);
    const pose::RootMotionError error = ledger.conservationError();
    report.isConserved = ledger.lastFrame().owner == pose::RootMotionOwner::Discard ||
                         (error.distance <= kConservedDistance && error.angle <= kConservedAngle);
    report.conservation = tr("%1 m, %2°")
                              .arg(error.distance, 0, 'g', 3)
                              .arg(error.angle * 180.0 / std::numbers::pi, 0, 'g', 3);
    const pose::RootMotionVerdict verdict = ledger.verdict();
    report.verdict = verdictText(verdict);
    report.isFault = verdict.fault != pose::RootMotionFault::None &&
                     verdict.fault != pose::RootMotionFault::TooShort;
    for (const pose::RootMotionSource& source : ledger.sources()) {
        report.sources.push_back(sourceText(source, definition));
    }
    return report;
}

} // namespace sartor::editor
