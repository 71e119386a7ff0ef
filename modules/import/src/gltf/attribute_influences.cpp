// SPDX-License-Identifier: Apache-2.0
// Influences out of colours and texture coordinates.
#include "gltf/attribute_influences.h"

#include "gltf/failure.h"

#include <algorithm>
#include <set>

namespace sartor::import::gltf {
namespace {

// Attributes side by side.
struct Columns {
    std::vector<std::uint32_t> accessors;
    std::vector<std::size_t> firsts; // column of the first component of each
    std::size_t count = 0;
};

// The names of a half, or the sets that are made for it.
std::vector<std::string> namesOf(const std::vector<std::string>& asked,
                                 const AttributeTable& attributes,
                                 const std::string& prefix) {
    constexpr std::size_t kMaximumSets = 64;
    std::vector<std::string> names = asked;
    while (asked.empty() && names.size() < kMaximumSets &&
           attributes.contains(prefix + std::to_string(names.size()))) {
        names.push_back(prefix + std::to_string(names.size()));
    }
    return names;
}

Columns findColumns(AttributeTable& attributes, const std::vector<std::string>& names) {
    Columns columns;
    for (const std::string& name : names) {
        const auto accessor =
            attributes.find(name, {ElementType::Vec2, ElementType::Vec3, ElementType::Vec4});
        columns.accessors.push_back(*accessor);
        columns.firsts.push_back(columns.count);
        columns.count +=
            componentCountOf(attributes.context().accessors.info(*accessor).elementType);
    }
    return columns;
}

std::vector<float> readColumns(const AttributeTable& attributes, const Columns& columns) {
    const ReadContext& context = attributes.context();
    const std::size_t vertexCount = attributes.vertexCount();
    context.budget.charge(vertexCount * columns.count * sizeof(float), attributes.place());
    std::vector<float> values(vertexCount * columns.count);
    for (std::size_t i = 0; i < columns.accessors.size(); ++i) {
        context.accessors.readFloats(columns.accessors[i],
                                     {values.data() + columns.firsts[i], columns.count},
                                     Integers::Normalized);
    }
    return values;
}

std::string list(const auto& names) {
    std::string text;
    for (const std::string& name : names) {
        text += (text.empty() ? "" : ", ") + name;
    }
    return text;
}

std::string precisionOf(const AttributeTable& attributes, const Columns& columns) {
    std::string coarsest = "floats";
    for (const std::uint32_t accessor : columns.accessors) {
        const ComponentType type = attributes.context().accessors.info(accessor).componentType;
        if (type == ComponentType::Uint8) {
            return "8 bits";
        }
        coarsest = type == ComponentType::Uint16 ? "16 bits" : coarsest;
    }
    return coarsest;
}

std::string_view textOf(JointCoding coding) {
    switch (coding) {
    case JointCoding::Fraction:
        return "fractions of 255";
    case JointCoding::Whole:
        return "whole numbers";
    case JointCoding::SrgbFraction:
        return "fractions of 255 that were decoded from sRGB";
    }
    return "";
}

// Joints of the slots by their codes; what is odd becomes notes.
void decodeJoints(const AttributeTable& attributes,
                  const std::vector<std::string>& names,
                  const std::vector<float>& codes,
                  assets::FileInfluences& influences) {
    Notes& notes = attributes.context().notes;
    const std::string place = attributes.placeOf(names[0]);
    // What stands in slots without weight may be anything.
    std::vector<float> used;
    for (std::size_t i = 0; i < codes.size(); ++i) {
        if (influences.weights[i] != 0.0f) {
            used.push_back(codes[i]);
        }
    }
    const JointCoding coding = findJointCoding(used);
    Occurrences rounded;
    for (std::size_t vertex = 0; vertex < influences.vertexCount(); ++vertex) {
        bool isRounded = false;
        for (std::size_t i = vertex * influences.slotsPerVertex;
             i < (vertex + 1) * influences.slotsPerVertex;
             ++i) {
            const DecodedJoint decoded = decodeJoint(codes[i], coding);
            influences.joints[i] = decoded.joint;
            isRounded = isRounded ||
                        (influences.weights[i] != 0.0f && decoded.error > kWholeJointTolerance);
        }
        if (isRounded) {
            rounded.add(vertex);
        }
    }
    if (coding == JointCoding::SrgbFraction) {
        notes.warning("weights.joint_code_srgb",
                      place,
                      "the codes of joints are whole only after the decoding of sRGB is undone, "
                      "which was done");
    }
    if (rounded) {
        notes.warning("weights.joint_code_rounded",
                      place,
                      describe(rounded, "vertices") + " have codes that are no whole joint and "
                                                      "were rounded",
                      rounded);
    }
    notes.info("weights.from_attributes",
               place,
               "joints were read from " + list(names) + " as " + std::string(textOf(coding)));
}

} // namespace

void expectAttributes(const Document& document, const CodedInfluences& coded) {
    if (coded.isEmpty()) {
        return;
    }
    std::set<std::string> known;
    for (const MeshInfo& mesh : document.meshes) {
        for (const Primitive& primitive : mesh.primitives) {
            for (const auto& [name, accessor] : primitive.attributes) {
                known.insert(name);
            }
        }
    }
    const auto expect = [&](const std::vector<std::string>& asked, const char* usual) {
        for (const std::string& name : asked.empty() ? std::vector{std::string(usual)} : asked) {
            if (!known.contains(name)) {
                fail("import.attribute_unknown",
                     "/meshes",
                     "joints or weights were to be read from '" + name +
                         "', which no primitive has; there is " +
                         (known.empty() ? "no attribute" : list(known)));
            }
        }
    };
    expect(coded.joints, "JOINTS_0");
    expect(coded.weights, "WEIGHTS_0");
}

std::optional<assets::FileInfluences> readCodedInfluences(AttributeTable& attributes,
                                                          const CodedInfluences& coded) {
    const ReadContext& context = attributes.context();
    const std::vector<std::string> jointNames = namesOf(coded.joints, attributes, "JOINTS_");
    const std::vector<std::string> weightNames = namesOf(coded.weights, attributes, "WEIGHTS_");
    std::vector<std::string> missing;
    for (const auto* names : {&jointNames, &weightNames}) {
        std::copy_if(names->begin(),
                     names->end(),
                     std::back_inserter(missing),
                     [&](const std::string& name) { return !attributes.contains(name); });
    }
    if (!missing.empty() || jointNames.empty() || weightNames.empty()) {
        context.notes.warning("weights.attribute_missing",
                              attributes.place() + "/attributes",
                              "joints and weights were to be read from attributes of which " +
                                  (missing.empty() ? "one half is" : list(missing) + " is") +
                                  " not there; the primitive is read as ever");
        return std::nullopt;
    }
    const Columns jointColumns = findColumns(attributes, jointNames);
    const Columns weightColumns = findColumns(attributes, weightNames);
    const std::size_t slotCount = std::min(jointColumns.count, weightColumns.count);
    const std::size_t vertexCount = attributes.vertexCount();
    context.budget.charge(vertexCount * slotCount * (sizeof(std::uint32_t) + sizeof(float)),
                          attributes.place());
    assets::FileInfluences influences;
    influences.slotsPerVertex = static_cast<std::uint32_t>(slotCount);
    influences.joints.resize(vertexCount * slotCount);
    influences.weights.resize(vertexCount * slotCount);
    // Whichever half has more components loses those after the last pair.
    const auto cut = [&](const auto& from, std::size_t columnCount, auto& to) {
        for (std::size_t i = 0; i < to.size(); ++i) {
            to[i] = from[i / slotCount * columnCount + i % slotCount];
        }
    };
    cut(readColumns(attributes, weightColumns), weightColumns.count, influences.weights);
    if (coded.joints.empty()) {
        std::vector<std::uint32_t> joints(vertexCount * jointColumns.count);
        for (std::size_t i = 0; i < jointColumns.accessors.size(); ++i) {
            context.accessors.readUnsignedIntegers(
                jointColumns.accessors[i],
                {joints.data() + jointColumns.firsts[i], jointColumns.count});
        }
        cut(joints, jointColumns.count, influences.joints);
    } else {
        std::vector<float> codes(vertexCount * slotCount);
        cut(readColumns(attributes, jointColumns), jointColumns.count, codes);
        decodeJoints(attributes, jointNames, codes, influences);
    }
    if (jointColumns.count != weightColumns.count) {
        context.notes.warning("weights.components_ignored",
                              attributes.place() + "/attributes",
                              std::to_string(jointColumns.count) + " components for joints and " +
                                  std::to_string(weightColumns.count) +
                                  " for weights; those without a partner were ignored");
    }
    if (!coded.weights.empty()) {
        context.notes.info("weights.from_attributes",
                           attributes.placeOf(weightNames[0]),
                           "weights were read from " + list(weightNames) + ", which have " +
                               precisionOf(attributes, weightColumns));
    }
    return influences;
}

} // namespace sartor::import::gltf
