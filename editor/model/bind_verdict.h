// SPDX-License-Identifier: Apache-2.0
// The bind-pose identity of all skins in one word, one line, and the details.
#pragma once

#include "editor/model/checks.h"

#include <QString>

namespace sartor::editor {

enum class BindState {
    Unknown,   ///< nothing open, still checking, or no skin
    Held,      ///< the joints of every skin agree
    OtherPose, ///< the file's pose is another pose of the same skeleton
    Residual   ///< joints disagree
};

struct BindVerdict {
    BindState state = BindState::Unknown;
    QString text;
    /// A line for each skin.
    QString details;
    /// The joint that is furthest off, for a way to it; none unless the state is Residual.
    std::optional<JointIndex> worstJoint;
};

BindVerdict describeBind(const Document& document, const Checks& checks);

} // namespace sartor::editor
