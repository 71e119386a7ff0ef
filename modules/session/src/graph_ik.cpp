// SPDX-License-Identifier: Apache-2.0
// The chains that a running graph solves.
#include <sartor/base/assert.h>
#include <sartor/graph/compiled_graph.h>
#include <sartor/graph/schema.h>
#include <sartor/session/graph_ik.h>

#include <glm/trigonometric.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

namespace sartor::session {
namespace {

using graph::InputDefinition;
using graph::NodeDefinition;
using graph::Record;
using graph::Value;

std::optional<double> numberOf(const Value* value) {
    const double* number = value != nullptr ? std::get_if<double>(&value->data) : nullptr;
    return number != nullptr ? std::optional(*number) : std::nullopt;
}

std::optional<glm::vec3> vectorOf(const Value& value) {
    const auto* list = std::get_if<graph::List>(&value.data);
    if (list == nullptr || list->size() != 3) {
        return std::nullopt;
    }
    glm::vec3 vector(0.0f);
    for (int i = 0; i < 3; ++i) {
        const std::optional<double> number = numberOf(&(*list)[static_cast<std::size_t>(i)]);
        if (!number) {
            return std::nullopt;
        }
        vector[i] = static_cast<float>(*number);
    }
    return vector;
}

const InputDefinition* findInput(const NodeDefinition& node, std::string_view pin) {
    const auto found = std::find_if(node.inputs.begin(),
                                    node.inputs.end(),
                                    [&](const graph::PinInputs& p) { return p.pin == pin; });
    return found != node.inputs.end() && !found->inputs.empty() ? &found->inputs.front() : nullptr;
}

/// Reads one node; its names were checked when the graph was compiled.
class NodeReader {
public:
    NodeReader(const graph::GraphInstance& instance,
               std::size_t index,
               std::span<const math::Affine> modelFromJoint)
        : instance_(instance)
        , index_(index)
        , node_(instance.graph().definition().nodes[index])
        , skeleton_(*instance.graph().rig().skeleton)
        , modelFromJoint_(modelFromJoint) {}

    std::optional<GraphIk> read() const {
        GraphIk found{.node = node_.id, .drawing = {}, .handles = {}};
        if (node_.type == "two_bone_ik") {
            readTwoBones(found);
        } else if (node_.type == "ccd_ik" || node_.type == "fabrik_ik") {
            readChain(found);
        } else if (node_.type == "aim_ik") {
            readAim(found);
        } else {
            return std::nullopt;
        }
        found.drawing.flags = pose::ikFlagsOfBits(instance_.activity()[index_].flags);
        found.drawing.targetModel =
            addHandle("target", jointOf(node_.params, "target_joint"), found);
        return found;
    }

private:
    JointIndex jointOf(const Record& record, std::string_view param) const {
        const Value* value = graph::find(record, param);
        const auto* text = value != nullptr ? std::get_if<std::string>(&value->data) : nullptr;
        if (text == nullptr || text->empty()) {
            return {};
        }
        if (text->front() == '#') {
            std::size_t index = 0;
            const auto [end, error] =
                std::from_chars(text->data() + 1, text->data() + text->size(), index);
            return error == std::errc() && index < skeleton_.jointCount() ? JointIndex(index)
                                                                          : JointIndex();
        }
        const std::vector<JointIndex> joints = skeleton_.findByName(*text);
        return joints.empty() ? JointIndex() : joints.front();
    }

    double number(const Record& record, std::string_view param, double fallback) const {
        return numberOf(graph::find(record, param)).value_or(fallback);
    }

    void readTwoBones(GraphIk& found) const {
        for (const char* param : {"root", "mid", "tip"}) {
            found.drawing.joints.push_back(jointOf(node_.params, param));
        }
        const double minimum = number(node_.params, "flexion_minimum", 0.0);
        const double maximum = number(node_.params, "flexion_maximum", 180.0);
        if (minimum > 0.0 || maximum < 180.0) {
            found.drawing.flexion = std::pair(static_cast<float>(glm::radians(minimum)),
                                              static_cast<float>(glm::radians(maximum)));
        }
        const Value* mode = graph::find(node_.params, "pole_mode");
        const auto* text = mode != nullptr ? std::get_if<std::string>(&mode->data) : nullptr;
        if (text != nullptr && *text == "position") {
            found.drawing.poleModel = addHandle("pole", {}, found);
        } else if (text != nullptr && *text == "joint") {
            const JointIndex joint = jointOf(node_.params, "pole_joint");
            found.drawing.poleModel = modelFromJoint_[joint.value()].translation;
        }
    }

    void readChain(GraphIk& found) const {
        const auto chain = pose::IkChain::create(
            skeleton_, jointOf(node_.params, "root"), jointOf(node_.params, "tip"));
        if (!chain) {
            return;
        }
        found.drawing.joints.assign(chain->joints().begin(), chain->joints().end());
        const Value* limits = graph::find(node_.params, "limits");
        const auto* list = limits != nullptr ? std::get_if<graph::List>(&limits->data) : nullptr;
        if (list == nullptr) {
            return;
        }
        std::vector<pose::JointLimit> given(chain->joints().size() - 1);
        for (const Value& value : *list) {
            const auto* record = std::get_if<Record>(&value.data);
            const auto position =
                std::find(chain->joints().begin(),
                          chain->joints().end() - 1,
                          record != nullptr ? jointOf(*record, "joint") : JointIndex());
            if (position == chain->joints().end() - 1) {
                continue;
            }
            const auto radians = [&](std::string_view param, double fallback) {
                return static_cast<float>(glm::radians(number(*record, param, fallback)));
            };
            pose::JointLimit& limit =
                given[static_cast<std::size_t>(position - chain->joints().begin())];
            limit.swing = radians("swing", 180.0);
            limit.swingAcross = radians("swing_across", number(*record, "swing", 180.0));
            limit.twistMinimum = radians("twist_minimum", -180.0);
            limit.twistMaximum = radians("twist_maximum", 180.0);
            const Value* axis = graph::find(*record, "axis");
            limit.axisJoint =
                axis != nullptr ? vectorOf(*axis).value_or(glm::vec3(0.0f)) : glm::vec3(0.0f);
        }
        const auto limited = pose::IkChain::create(skeleton_, chain->root(), chain->tip(), given);
        if (limited) {
            found.drawing.limits.assign(limited->limits().begin(), limited->limits().end());
        }
    }

    void readAim(GraphIk& found) const {
        const Value* joints = graph::find(node_.params, "joints");
        const auto* list = joints != nullptr ? std::get_if<graph::List>(&joints->data) : nullptr;
        for (const Value& value : list != nullptr ? *list : graph::List()) {
            if (const auto* record = std::get_if<Record>(&value.data)) {
                // The line of sight starts at the last one.
                found.drawing.joints = {jointOf(*record, "joint")};
            }
        }
    }

    /// What a pin of vectors holds now, in model space; a handle where it is no other node's.
    glm::vec3 addHandle(const char* pin, JointIndex carrier, GraphIk& found) const {
        IkHandle handle{.node = node_.id, .pin = pin, .parameter = {}, .modelFromValue = {}};
        if (!carrier.isNone()) {
            handle.modelFromValue = modelFromJoint_[carrier.value()];
        }
        const InputDefinition* input = findInput(node_, pin);
        glm::vec3 value(0.0f);
        bool isFree = true;
        if (input != nullptr && input->source == InputDefinition::Source::Parameter) {
            handle.parameter = input->parameter;
            value = instance_.parameter(instance_.graph().findParameter(input->parameter)).vector;
        } else if (input != nullptr && input->source == InputDefinition::Source::Node) {
            isFree = input->node.empty();
            value = isFree ? value : outputOf(*input);
        } else if (input != nullptr) {
            value = vectorOf(input->constant).value_or(value);
        }
        handle.positionModel = math::transformPoint(handle.modelFromValue, value);
        if (isFree) {
            found.handles.push_back(handle);
        }
        return handle.positionModel;
    }

    glm::vec3 outputOf(const InputDefinition& input) const {
        const std::optional<std::size_t> source = instance_.graph().findNode(input.node);
        const graph::NodeSchema* schema =
            source ? graph::findNodeSchema(instance_.graph().definition().nodes[*source].type)
                   : nullptr;
        if (schema == nullptr) {
            return glm::vec3(0.0f);
        }
        const auto output = std::find_if(
            schema->outputs.begin(), schema->outputs.end(), [&](const graph::OutputSchema& o) {
                return input.pin.empty() ? o.type == graph::PinType::Vector3 : o.id == input.pin;
            });
        return output != schema->outputs.end()
                   ? instance_
                         .outputValue(*source,
                                      static_cast<std::size_t>(output - schema->outputs.begin()))
                         .vector
                   : glm::vec3(0.0f);
    }

    const graph::GraphInstance& instance_;
    std::size_t index_;
    const NodeDefinition& node_;
    const assets::Skeleton& skeleton_;
    std::span<const math::Affine> modelFromJoint_;
};

} // namespace

std::vector<GraphIk> findGraphIk(const graph::GraphInstance& instance,
                                 std::span<const math::Affine> modelFromJoint) {
    SARTOR_ASSERT(modelFromJoint.size() == instance.graph().rig().skeleton->jointCount());
    std::vector<GraphIk> found;
    for (std::size_t i = 0; i < instance.graph().definition().nodes.size(); ++i) {
        if (!instance.activity()[i].isActive) {
            continue;
        }
        if (std::optional<GraphIk> ik = NodeReader(instance, i, modelFromJoint).read()) {
            found.push_back(std::move(*ik));
        }
    }
    return found;
}

void moveIkHandle(graph::GraphDefinition& definition,
                  const IkHandle& handle,
                  const glm::vec3& positionModel) {
    const std::optional<math::Affine> valueFromModel = math::inverse(handle.modelFromValue);
    if (!valueFromModel) {
        return;
    }
    const glm::vec3 value = math::transformPoint(*valueFromModel, positionModel);
    // Whoever reads the document need not see what is below a hundredth of a millimetre.
    graph::List list;
    for (int i = 0; i < 3; ++i) {
        list.push_back(std::round(static_cast<double>(value[i]) * 1e5) / 1e5);
    }
    if (!handle.parameter.empty()) {
        for (graph::ParameterDefinition& parameter : definition.parameters) {
            if (parameter.id == handle.parameter) {
                parameter.initial = std::move(list);
                return;
            }
        }
        return;
    }
    for (NodeDefinition& node : definition.nodes) {
        if (node.id != handle.node) {
            continue;
        }
        const auto pin =
            std::find_if(node.inputs.begin(), node.inputs.end(), [&](const graph::PinInputs& p) {
                return p.pin == handle.pin;
            });
        InputDefinition input = graph::constantInput(std::move(list));
        if (pin == node.inputs.end()) {
            node.inputs.push_back({handle.pin, {std::move(input)}});
        } else {
            pin->inputs = {std::move(input)};
        }
        return;
    }
}

} // namespace sartor::session
