// SPDX-License-Identifier: Apache-2.0
// What the books of root motion say, for people: tracks seen from above, who took what, what is
// off.
#pragma once

#include <sartor/graph/definition.h>
#include <sartor/pose/root_motion_ledger.h>

#include <QPolygonF>
#include <QString>

#include <vector>

namespace sartor::editor {

struct RootMotionReport {
    struct Source {
        QString node;
        QString what;   ///< "Clip", "left in the pose", "override"
        QString weight; ///< "75 %"
        QString times;  ///< "0.20 to 0.25 s"
        QString delta;  ///< way and turn of the frame
    };

    /// Seen from above, metres, x to the right and +Z up, from where the books start: where the
    /// character should be, where the entity is, and where the skeleton's root is seen.
    QPolygonF expected;
    QPolygonF entity;
    QPolygonF root;
    QString owner;
    /// How far entity and pose together are from what the clips say.
    QString conservation;
    bool isConserved = true;
    /// What the detectors say.
    QString verdict;
    bool isFault = false;
    std::vector<Source> sources;
};

/// Way and angle beyond which the books are said not to balance: well above the rounding of poses
/// to floats at the size of a person.
inline constexpr double kConservedDistance = 1e-3;
inline constexpr double kConservedAngle = 1e-3;

/// Without frames only the tracks are empty and nothing is judged.
RootMotionReport rootMotionReport(const pose::RootMotionLedger& ledger,
                                  const graph::GraphDefinition& definition);

} // namespace sartor::editor
