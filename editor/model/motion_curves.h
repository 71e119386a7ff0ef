// SPDX-License-Identifier: Apache-2.0
// How one joint moves along a clip, as curves: Euler angles, what their errors grow by, length of
// the bone, tremble.
#pragma once

#include "editor/model/document.h"
#include "editor/model/selection.h"
#include "editor/model/worker.h"

#include <sartor/diagnose/clip_frames.h>
#include <sartor/math/euler_angles.h>

#include <QObject>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace sartor::editor {

struct MotionCurve {
    QString name;
    std::vector<double> values; ///< by frame
};

/// Curves of one unit, drawn over each other.
struct MotionStrip {
    QString title;
    QString unit;
    std::vector<MotionCurve> curves;
    /// What should not be exceeded, where there is such a thing.
    std::optional<double> limit;
    bool isLogarithmic = false;
};

struct MotionCurves {
    diagnose::ClipFrames frames;
    std::vector<MotionStrip> strips;
};

/// What `sartor motion --curve` writes, as strips; those of which the joint has nothing are left
/// out. Cost: O(frames * joints). Threads: re-entrant.
MotionCurves measureCurves(const import::ImportedScene& scene,
                           const assets::Clip& clip,
                           JointIndex joint,
                           math::EulerOrder order);

/// The curves of the selected joint in the current clip. They are measured beside the window, and
/// only while somebody looks at them.
class MotionCurvesModel : public QObject {
    Q_OBJECT

public:
    MotionCurvesModel(Document& document, Selection& selection, QObject* parent = nullptr);

    /// Null while there are none: message() says why.
    const MotionCurves* curves() const { return curves_.get(); }
    const QString& message() const { return message_; }

    math::EulerOrder order() const { return order_; }
    void setOrder(math::EulerOrder order);
    void setWatched(bool isWatched);

Q_SIGNALS:
    void changed();

private:
    void measure();

    Document& document_;
    Selection& selection_;
    math::EulerOrder order_ = math::EulerOrder::Xyz;
    bool isWatched_ = false;
    std::shared_ptr<const MotionCurves> curves_;
    QString message_;
    Worker worker_;
};

} // namespace sartor::editor
