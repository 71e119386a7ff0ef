// SPDX-License-Identifier: Apache-2.0
// How one joint moves along a clip, as curves.
#include "editor/model/motion_curves.h"

#include <sartor/diagnose/clip_keys.h>
#include <sartor/diagnose/gimbal_meter.h>
#include <sartor/diagnose/jitter.h>

#include <glm/trigonometric.hpp>

#include <utility>

namespace sartor::editor {

MotionCurves measureCurves(const import::ImportedScene& scene,
                           const assets::Clip& clip,
                           JointIndex joint,
                           math::EulerOrder order) {
    MotionCurves measured;
    measured.frames = diagnose::chooseFrames(clip);
    const std::vector<diagnose::EulerSample> euler =
        diagnose::eulerCurve(clip, measured.frames, joint, order);
    if (!euler.empty()) {
        MotionStrip angles{QObject::tr("Euler angles"), QObject::tr("°"), {}, {}, false};
        const std::string_view letters = math::kEulerOrderNames[static_cast<std::size_t>(order)];
        for (int axis = 0; axis < 3; ++axis) {
            const QChar letter = QLatin1Char(letters[static_cast<std::size_t>(axis)]);
            MotionCurve& curve = angles.curves.emplace_back();
            curve.name = QString(letter.toUpper());
            for (const diagnose::EulerSample& sample : euler) {
                curve.values.push_back(glm::degrees(sample.angles[axis]));
            }
        }
        measured.strips.push_back(std::move(angles));
        MotionStrip gimbal{QObject::tr("Gimbal: errors grow by"),
                           QObject::tr("×"),
                           {MotionCurve{}},
                           diagnose::GimbalOptions().largestError,
                           true};
        for (const diagnose::EulerSample& sample : euler) {
            gimbal.curves[0].values.push_back(sample.state.condition);
        }
        measured.strips.push_back(std::move(gimbal));
    }
    std::vector<double> lengths = diagnose::boneLengthCurve(scene, clip, measured.frames, joint);
    if (!lengths.empty()) {
        for (double& length : lengths) {
            length *= 100.0;
        }
        measured.strips.push_back({QObject::tr("Length of the bone"),
                                   QObject::tr("% of rest"),
                                   {MotionCurve{{}, std::move(lengths)}},
                                   {},
                                   false});
    }
    MotionStrip turning{
        QObject::tr("Turn: change of speed"), QObject::tr("°/frame²"), {MotionCurve{}}, {}, false};
    MotionStrip moving{
        QObject::tr("Move: change of speed"), QObject::tr("/frame²"), {MotionCurve{}}, {}, false};
    for (const diagnose::JitterSample& sample :
         diagnose::jitterCurve(scene, clip, measured.frames, joint)) {
        turning.curves[0].values.push_back(sample.localRotation);
        moving.curves[0].values.push_back(sample.modelPosition);
    }
    if (!turning.curves[0].values.empty()) {
        measured.strips.push_back(std::move(turning));
        measured.strips.push_back(std::move(moving));
    }
    return measured;
}

MotionCurvesModel::MotionCurvesModel(Document& document, Selection& selection, QObject* parent)
    : QObject(parent), document_(document), selection_(selection) {
    connect(&document, &Document::changed, this, [this](DocumentChange change) {
        if (change == DocumentChange::Opened || change == DocumentChange::Clip ||
            change == DocumentChange::Graph) {
            measure();
        }
    });
    connect(&selection, &Selection::jointChanged, this, &MotionCurvesModel::measure);
}

void MotionCurvesModel::setOrder(math::EulerOrder order) {
    if (order_ != order) {
        order_ = order;
        measure();
    }
}

void MotionCurvesModel::setWatched(bool isWatched) {
    if (isWatched_ != isWatched) {
        isWatched_ = isWatched;
        measure();
    }
}

void MotionCurvesModel::measure() {
    worker_.cancel();
    curves_.reset();
    const auto session = document_.session();
    const auto clip = document_.settings().clip;
    const auto joint = selection_.joint();
    if (session == nullptr) {
        message_ = tr("Nothing is open");
    } else if (document_.graph() != nullptr) {
        message_ = tr("The graph plays: curves are those of a clip");
    } else if (!clip) {
        message_ = tr("No clip: the file's own transforms do not move");
    } else if (!joint) {
        message_ = tr("Select a joint to see how it moves");
    } else {
        message_ = tr("Measuring…");
        if (isWatched_) {
            worker_.start([this, session, clip = *clip, joint = *joint, order = order_](
                              const CancelToken& token) -> Worker::Completion {
                if (token.isCancelled()) {
                    return {};
                }
                const import::ImportedScene& scene = session->scene();
                auto measured = std::make_shared<const MotionCurves>(
                    measureCurves(scene, *scene.clips[clip], joint, order));
                return [this, measured = std::move(measured)] {
                    message_ = measured->strips.empty() ? tr("The clip is too short to have curves")
                                                        : QString();
                    curves_ = measured->strips.empty() ? nullptr : measured;
                    Q_EMIT changed();
                };
            });
        }
    }
    Q_EMIT changed();
}

} // namespace sartor::editor
