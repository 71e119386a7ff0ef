// SPDX-License-Identifier: Apache-2.0
// What the colours of view modes without a ramp stand for.
#include <sartor/render/colour_ramp.h>
#include <sartor/session/view_colours.h>

#include <array>
#include <map>
#include <string_view>

namespace sartor::session {
namespace {

std::string nameOf(const assets::Skeleton& skeleton, JointIndex joint) {
    const assets::Joint& found = skeleton.joint(joint);
    return found.name.empty() ? "#" + std::to_string(found.fileNode) : found.name;
}

/// Names by number, each once.
class Names {
public:
    void add(std::size_t number, const std::string& name) {
        std::string& known = names_[number];
        if (known.empty()) {
            known = name;
        } else if (known != name && !known.ends_with(", " + name)) {
            known += ", " + name;
        }
    }
    const std::map<std::size_t, std::string>& all() const { return names_; }

private:
    std::map<std::size_t, std::string> names_;
};

/// By index; the same index may stand for other joints in another skin.
std::vector<LegendEntry> idLegend(const import::ImportedScene& scene) {
    Names names;
    std::uint64_t withoutJoint = 0;
    for (const import::MeshInstance& instance : scene.instances) {
        const assets::FileInfluences* file = instance.mesh->fileInfluences();
        if (!instance.skin || file == nullptr) {
            continue;
        }
        const assets::Skin& skin = *scene.skins[*instance.skin];
        std::vector<bool> isNamed(skin.jointCount());
        for (std::size_t vertex = 0; vertex < file->vertexCount(); ++vertex) {
            const std::optional<std::uint32_t> index = firstIndex(*file, vertex);
            if (index && *index < isNamed.size()) {
                isNamed[*index] = true;
            } else if (index) {
                ++withoutJoint;
            }
        }
        for (std::size_t index = 0; index < isNamed.size(); ++index) {
            if (isNamed[index]) {
                names.add(index, nameOf(*scene.skeleton, skin.joint(SkinJointIndex(index))));
            }
        }
    }
    std::vector<LegendEntry> legend;
    for (const auto& [index, name] : names.all()) {
        legend.push_back({render::categoryColour(index), std::to_string(index) + " " + name});
    }
    if (withoutJoint > 0) {
        legend.push_back({render::kInvalidColour,
                          "no joint of the skin (" + std::to_string(withoutJoint) +
                              (withoutJoint == 1 ? " vertex)" : " vertices)")});
    }
    return legend;
}

/// Joints that lead somewhere.
std::vector<LegendEntry> dominantLegend(const Session& session) {
    const import::ImportedScene& scene = session.scene();
    std::vector<bool> isNamed(scene.skeleton->jointCount());
    for (std::size_t i = 0; i < scene.instances.size(); ++i) {
        const InstanceBinding& binding = session.binding(i);
        for (std::size_t vertex = 0; vertex < binding.influences->vertexCount(); ++vertex) {
            const JointIndex joint = dominantJoint(binding, vertex);
            if (!joint.isNone()) {
                isNamed[joint.value()] = true;
            }
        }
    }
    std::vector<LegendEntry> legend;
    for (std::size_t joint = 0; joint < isNamed.size(); ++joint) {
        if (isNamed[joint]) {
            legend.push_back(
                {render::categoryColour(joint), nameOf(*scene.skeleton, JointIndex(joint))});
        }
    }
    return legend;
}

std::vector<LegendEntry> axisLegend(std::string_view none) {
    std::vector<LegendEntry> legend;
    if (!none.empty()) {
        legend.push_back({render::directionColour(glm::vec3(0.0f)), std::string(none)});
    }
    constexpr std::array<std::string_view, 6> kNames = {"+X", "-X", "+Y", "-Y", "+Z", "-Z"};
    for (int i = 0; i < 6; ++i) {
        glm::vec3 direction(0.0f);
        direction[i / 2] = i % 2 == 0 ? 1.0f : -1.0f;
        legend.push_back(
            {render::directionColour(direction), std::string(kNames[static_cast<std::size_t>(i)])});
    }
    return legend;
}

} // namespace

std::vector<LegendEntry> viewLegend(const Session& session, const ViewOptions& options) {
    switch (options.mode) {
    case ViewMode::Ids:
        return idLegend(session.scene());
    case ViewMode::Dominant:
        return dominantLegend(session);
    case ViewMode::Direction:
        return axisLegend("not moved");
    case ViewMode::Normals:
        return axisLegend({});
    default:
        return {};
    }
}

} // namespace sartor::session
