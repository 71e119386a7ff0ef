// SPDX-License-Identifier: Apache-2.0
// What a sample is: a character made by formulas, what can be turned on it, the deformers that
// stand side by side, and what is measured against a closed form.
#pragma once

#include "samples/lab/character.h"
#include "samples/lab/settings.h"

#include <sartor/render/bounds.h>
#include <sartor/render/overlay.h>
#include <sartor/session/session.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace sartor::lab {

/// One of the characters that stand side by side.
struct Column {
    /// In options and in JSON.
    std::string id;
    /// Over the picture.
    std::string title;
    /// What it does, in a sentence for a rigger.
    std::string note;
    /// As parseChain() reads it; "$key" stands for the label that is chosen in that control.
    std::string chain;
    /// False for a chain of the user's, of which the sample knows no formula.
    bool isKnown = true;
};

/// A column with the settings applied and its frame evaluated.
struct Trial {
    const Settings& settings;
    const Column& column;
    const session::Session& session;

    /// "lbs" where the column's chain skins with that deformer, wherever it stands in the chain.
    bool runs(std::string_view deformer) const;
    std::size_t vertexCount() const { return rest().size(); }
    std::span<const glm::vec3> rest() const { return mesh().positions(); }
    const assets::Mesh& mesh() const { return *session.scene().instances[0].mesh; }
    session::InstanceFrame frame() const { return session.frame(0); }
    glm::dvec3 restAt(std::size_t vertex) const { return glm::dvec3(rest()[vertex]); }
    glm::dvec3 positionAt(std::size_t vertex) const {
        return glm::dvec3(frame().positions[vertex]);
    }
};

/// A number, or a point of three, with what it should be.
struct Readout {
    std::string name;
    std::string unit = {};
    /// Empty where only theory speaks: what another rule would give.
    std::vector<double> measured = {};
    /// As many; empty where no formula is known.
    std::vector<double> expected = {};
    /// Largest difference of any component that counts as agreement.
    double tolerance = 0.0;
    /// One of a column stands under its picture.
    bool isHeadline = false;

    /// Largest over the components; none without a measured and an expected value.
    std::optional<double> difference() const;
    bool agrees() const;
};

/// Measured along the mesh: a row for each place.
struct Curve {
    std::string name;
    std::string xName;
    std::string yName;
    std::vector<double> x = {};
    std::vector<double> measured = {};
    /// As many, or empty.
    std::vector<double> expected = {};
    /// Range of the vertical axis.
    double low = 0.0;
    double high = 1.0;
};

struct Measurement {
    std::vector<Readout> readouts;
    std::optional<Curve> curve = {};
};

/// What is drawn of a trial beside its surface, in model space.
struct Drawing {
    /// One a vertex, as in render/colour_ramp.h; empty for plain clay.
    std::vector<std::uint32_t> colours;
    std::vector<render::Line> lines;
    std::vector<render::Dot> dots;
    struct Label {
        glm::vec3 place = glm::vec3(0.0f);
        std::string text;
    };
    std::vector<Label> labels;
};

/// How the characters stand to each other.
enum class Arrangement {
    SideBySide,
    Stacked ///< for what is wide and low; without curves
};

/// Where the camera stands: shows all of the box.
struct Viewpoint {
    glm::vec3 minimum = glm::vec3(-1.0f);
    glm::vec3 maximum = glm::vec3(1.0f);
    float yaw = 0.0f;
    float pitch = 0.0f;
};

/// One sample; its functions are called with settings inside the ranges of its controls.
struct Sample {
    /// In options and in JSON.
    std::string id;
    std::string title;
    /// What to look at and why it is so.
    std::string lesson;
    /// What the colours, lines and dots of the pictures mean.
    std::string key;
    std::vector<Control> controls;
    std::vector<Column> columns;
    Viewpoint viewpoint;
    Arrangement arrangement = Arrangement::SideBySide;

    Character (*character)(const Settings&, const Column&) = nullptr;
    /// Local poses of joints; the others keep their rest pose. Morph weights by target.
    Pose (*pose)(const Settings&, const Column&) = nullptr;
    Measurement (*measure)(const Trial&) = nullptr;
    Drawing (*draw)(const Trial&) = nullptr;
};

/// All samples, in the order in which they are best looked at.
std::span<const Sample> samples();
/// Errors: "usage.sample", listing the samples.
Result<const Sample*> findSample(std::string_view id);

} // namespace sartor::lab
