// SPDX-License-Identifier: Apache-2.0
// The open character in numbers, for panels and the status bar.
#pragma once

#include <sartor/session/session.h>

#include <QString>

#include <vector>

namespace sartor::editor {

struct Fact {
    QString label;
    QString value;
};

struct CharacterCounts {
    std::size_t vertices = 0;
    std::size_t triangles = 0;
    std::size_t skinJoints = 0; ///< slots of all skins, a shared joint counted once
    std::size_t morphTargets = 0;
    std::uint32_t largestInfluenceCount = 0;
};

CharacterCounts countCharacter(const session::Session& session);
/// "1 unit = 0.01 m"
QString unitText(const import::ImportedScene& scene);
std::vector<Fact> describeCharacter(const session::Session& session);
/// Time of each stage of the last frame, of all, and of each stage on the device; what the frame
/// cost.
std::vector<Fact> describeFrame(const session::Session& session);

} // namespace sartor::editor
