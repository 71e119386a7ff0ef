// SPDX-License-Identifier: Apache-2.0
// The param by which nodes say which joints they mean.
#pragma once

#include "node.h"

#include <vector>

namespace sartor::graph {

inline constexpr std::string_view kMaskReaches[] = {"subtree", "joint"};

/// Fields of a record of a mask.
inline constexpr ParamSchema kMaskFields[] = {
    {.id = "joint",
     .type = ParamType::Joint,
     .doc = "Where the weight is set.",
     .isRequired = true},
    {.id = "weight",
     .doc = "How much the joint takes: 0 nothing, 1 all.",
     .number = 1.0,
     .minimum = 0.0,
     .maximum = 1.0},
    {.id = "reach",
     .type = ParamType::Choice,
     .doc = "Whether the weight holds for all joints below as well, or for the joint alone.",
     .text = "subtree",
     .choices = kMaskReaches},
    {.id = "feather",
     .type = ParamType::Integer,
     .doc = "Levels of joints over which the weight comes in, beginning with the joint itself: "
            "with 2 it has come a third of the way there, two thirds below it, and all the way "
            "from there on.",
     .minimum = 0.0,
     .maximum = 1000.0}};

/// A param "mask" of a schema.
inline constexpr ParamSchema kMaskParam = {
    .id = "mask",
    .type = ParamType::Object,
    .doc = "Which joints take part, one rule after the other, each over what those before it left; "
           "so a rule can take out a part of an earlier one's joints. Without a rule all joints "
           "take part, else those that no rule names do not.",
    .fields = kMaskFields,
    .isList = true};

/// The weights of all joints; empty where there is no rule. Reports what is wrong.
std::vector<float> bindMask(BindContext& context);

} // namespace sartor::graph
