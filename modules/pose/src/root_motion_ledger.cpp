// SPDX-License-Identifier: Apache-2.0
// Who produced root motion, who took it, and what stayed in the pose.
#include <sartor/base/assert.h>
#include <sartor/pose/root_motion_blend.h>
#include <sartor/pose/root_motion_ledger.h>

#include <algorithm>
#include <cmath>

namespace sartor::pose {
namespace {

RootMotionError differenceOf(const math::DoubleRigid& a, const math::DoubleRigid& b) {
    const math::DoubleRigid difference = math::inverse(a) * b;
    return {glm::length(a.translation - b.translation),
            glm::length(math::rotationVector(difference.rotation))};
}

double yawAngle(const math::DoubleRigid& motion) {
    return math::rotationVector(yawOf(motion.rotation)).y;
}

/// Sums over steps of what was expected and what was seen.
struct Steps {
    double expectedWay = 0.0;
    double seenWay = 0.0;
    double along = 0.0; // dot products: together with the squares, the cosine between the ways
    double expectedSquares = 0.0;
    double seenSquares = 0.0;
    double expectedTurn = 0.0;
    double seenTurn = 0.0; // in the direction that was expected

    void add(const math::DoubleRigid& expected, const math::DoubleRigid& seen) {
        expectedWay += glm::length(expected.translation);
        seenWay += glm::length(seen.translation);
        along += glm::dot(expected.translation, seen.translation);
        expectedSquares += glm::dot(expected.translation, expected.translation);
        seenSquares += glm::dot(seen.translation, seen.translation);
        const double turn = yawAngle(expected);
        expectedTurn += std::abs(turn);
        seenTurn += turn < 0.0 ? -yawAngle(seen) : yawAngle(seen);
    }
};

// Less way than this, in units of the model (millimetres to metres), or turn (radians), tells
// nothing.
constexpr double kLeastWay = 1e-2;
constexpr double kLeastTurn = 0.05;
// How far a ratio may be from 0, 1 or 2, and headings from each other (3 degrees): feet and IK move
// roots a little, a fault moves them altogether.
constexpr double kRatioTolerance = 0.05;
constexpr double kHeadingTolerance = 0.05;

bool isAbout(double ratio, double value) {
    return std::abs(ratio - value) <= kRatioTolerance;
}

RootMotionFault judge(const RootMotionVerdict& verdict, const Steps& steps) {
    const bool hasWay = steps.expectedWay >= kLeastWay;
    const bool hasTurn = steps.expectedTurn >= kLeastTurn;
    if (!hasWay && !hasTurn) {
        return steps.seenWay >= kLeastWay ? RootMotionFault::Unasked : RootMotionFault::TooShort;
    }
    const auto bothAre = [&](double value) {
        return (!hasWay || isAbout(verdict.ratio, value)) &&
               (!hasTurn || isAbout(verdict.turnRatio, value));
    };
    if (bothAre(0.0)) {
        return RootMotionFault::Lost;
    }
    // Two turns that are applied one around the other swing the way about; their angles still add.
    if (hasTurn ? isAbout(verdict.turnRatio, 2.0) : bothAre(2.0)) {
        return RootMotionFault::Double;
    }
    if (!bothAre(1.0)) {
        return RootMotionFault::Scaled;
    }
    return hasWay && verdict.headingError > kHeadingTolerance ? RootMotionFault::WrongHeading
                                                              : RootMotionFault::None;
}

} // namespace

std::string_view nameOf(RootMotionFault fault) {
    switch (fault) {
    case RootMotionFault::None:
        return "none";
    case RootMotionFault::TooShort:
        return "too_short";
    case RootMotionFault::Lost:
        return "lost";
    case RootMotionFault::Double:
        return "double";
    case RootMotionFault::WrongHeading:
        return "wrong_heading";
    case RootMotionFault::Unasked:
        return "unasked";
    case RootMotionFault::Scaled:
        break;
    }
    return "scaled";
}

RootMotionLedger::RootMotionLedger(std::size_t sourceCapacity, std::size_t frameCapacity)
    : sources_(sourceCapacity), frames_(std::max<std::size_t>(frameCapacity, 1)) {}

void RootMotionLedger::begin(double dt, RootMotionOwner owner) {
    sourceCount_ = 0;
    droppedSourceCount_ = 0;
    if (frameCount_ < frames_.size()) {
        ++frameCount_;
    } else {
        firstFrame_ = (firstFrame_ + 1) % frames_.size();
    }
    ++totals_.frameNumber;
    current() = {.number = totals_.frameNumber,
                 .dt = dt,
                 .owner = owner,
                 .path = totals_.path,
                 .worldFromEntity = totals_.worldFromEntity};
}

void RootMotionLedger::add(const RootMotionSource& source) {
    if (source.weight > 0.0f) {
        current().hasWrap = current().hasWrap || source.wraps != 0;
        current().hasKept = current().hasKept || source.kind == RootMotionSource::Kind::Kept;
    }
    if (sourceCount_ == sources_.size()) {
        ++droppedSourceCount_;
        return;
    }
    sources_[sourceCount_++] = source;
}

void RootMotionLedger::finish(const RootMotionDelta& blended) {
    RootMotionFrame& frame = current();
    frame.blended = blended;
    if (frame.owner == RootMotionOwner::Discard) {
        return;
    }
    totals_.path = totals_.path * blended;
    frame.path = totals_.path;
    if (frame.owner == RootMotionOwner::Entity) {
        frame.entity = blended;
        totals_.worldFromEntity = totals_.worldFromEntity * blended;
        frame.worldFromEntity = totals_.worldFromEntity;
    }
}

void RootMotionLedger::setPose(const math::DoubleRigid& modelFromCharacter) {
    RootMotionFrame& frame = current();
    frame.modelFromCharacter = modelFromCharacter;
    frame.hasPose = true;
    const bool isAfterKept = frameCount_ > 1 && this->frame(frameCount_ - 2).hasKept;
    if (totals_.startFrame == 0 || frame.hasKept || isAfterKept) {
        totals_.startFrame = frame.number;
        totals_.modelFromCharacterAtStart = math::inverse(frame.path) * frame.worldFromCharacter();
    }
}

void RootMotionLedger::setEntity(const math::DoubleRigid& worldFromEntity) {
    totals_.worldFromEntity = worldFromEntity;
    if (frameCount_ > 0) {
        current().worldFromEntity = worldFromEntity;
    }
}

void RootMotionLedger::clear() {
    restore({});
}

void RootMotionLedger::restore(const RootMotionTotals& totals) {
    totals_ = totals;
    firstFrame_ = 0;
    frameCount_ = 0;
    sourceCount_ = 0;
    droppedSourceCount_ = 0;
}

RootMotionFrame& RootMotionLedger::current() {
    SARTOR_ASSERT(frameCount_ > 0);
    return frames_[(firstFrame_ + frameCount_ - 1) % frames_.size()];
}

const RootMotionFrame& RootMotionLedger::frame(std::size_t index) const {
    SARTOR_ASSERT(index < frameCount_);
    return frames_[(firstFrame_ + index) % frames_.size()];
}

RootMotionError RootMotionLedger::conservationError() const {
    if (frameCount_ == 0 || !lastFrame().hasPose) {
        return {};
    }
    return differenceOf(lastFrame().path * totals_.modelFromCharacterAtStart,
                        lastFrame().worldFromCharacter());
}

RootMotionError RootMotionLedger::blendError() const {
    RootMotionBlend blend;
    for (const RootMotionSource& source : sources()) {
        if (source.kind == RootMotionSource::Kind::Override) {
            return {};
        }
        blend.add(source.kind == RootMotionSource::Kind::Clip ? source.delta : RootMotionDelta{},
                  static_cast<double>(source.weight));
    }
    return frameCount_ == 0 ? RootMotionError{} : differenceOf(blend.result(), lastFrame().blended);
}

RootMotionVerdict RootMotionLedger::verdict() const {
    Steps steps;
    for (std::size_t i = 1; i < frameCount_; ++i) {
        const RootMotionFrame& before = frame(i - 1);
        const RootMotionFrame& after = frame(i);
        const bool isKept = before.hasKept || after.hasKept;
        if (before.hasPose && after.hasPose && !after.hasWrap && !isKept) {
            steps.add(after.owner == RootMotionOwner::Discard ? RootMotionDelta{} : after.blended,
                      math::inverse(before.worldFromCharacter()) * after.worldFromCharacter());
        }
    }
    RootMotionVerdict verdict;
    if (steps.expectedWay >= kLeastWay) {
        verdict.ratio = steps.seenWay / steps.expectedWay;
        const double lengths = std::sqrt(steps.expectedSquares * steps.seenSquares);
        verdict.headingError =
            lengths > 0.0 ? std::acos(std::clamp(steps.along / lengths, -1.0, 1.0)) : 0.0;
    }
    if (steps.expectedTurn >= kLeastTurn) {
        verdict.turnRatio = steps.seenTurn / steps.expectedTurn;
    }
    verdict.fault = judge(verdict, steps);
    return verdict;
}

} // namespace sartor::pose
