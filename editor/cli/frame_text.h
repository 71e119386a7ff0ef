// SPDX-License-Identifier: Apache-2.0
// What every answer about a moment begins with.
#pragma once

#include "answer.h"
#include "options.h"

#include <sartor/io/json_writer.h>

namespace sartor::cli {

/// The members file, clip, clip_name and time; graph and set where a graph makes the pose.
void writeFrame(io::JsonWriter& json,
                const FileOptions& file,
                const PoseOptions& pose,
                const session::Session& session);

/// One line with clip and time.
std::string frameText(const session::Session& session);

/// The chain of one instance.
std::string chainText(const session::Session& session, std::size_t instance);
/// The chains of all instances; one text where they are equal.
std::string chainText(const session::Session& session);

/// The member "weights": the policy of one instance, and how many vertices it and unusable weights
/// changed; null where nothing is weighted.
void writeWeights(io::JsonWriter& json, const session::Session& session, std::size_t instance);

/// The same in a few words: "renormalize: 3 renormalized, 1 zero-sum"; empty for null.
std::string weightsText(const session::Session& session, std::size_t instance);

/// Sentences about what had to be replaced for the frame to be computed.
std::vector<std::string> faultNotes(const session::Session& session);
/// The same, a line each.
std::string faultText(const session::Session& session);

/// Sentences about stages that broke a rule of the ABI and no longer run.
std::vector<std::string> leftOutNotes(const session::Session& session);

/// What is said of a frame; such stages are a finding.
Answer frameAnswer(const session::Session& session, std::string text);

} // namespace sartor::cli
