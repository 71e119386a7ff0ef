// SPDX-License-Identifier: Apache-2.0
// Broken joint lists, and indices into them.
#include "plant_lists.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace sartor::test {

namespace {

using Parts = CharacterParts;
using SlotChange = std::uint32_t (*)(std::uint32_t);

enum class ListOrder { File, DepthFirst, BreadthFirst, Name, Arbitrary };

/// A number for each joint; those of a list in that order rise.
std::vector<std::size_t> ranks(const Parts& parts, ListOrder order) {
    const std::size_t count = parts.joints.size();
    std::vector<std::vector<std::size_t>> children(count);
    std::vector<std::size_t> open; // joints to number, the next one last
    for (std::size_t i = 0; i < count; ++i) {
        const JointIndex parent = parts.joints[i].parent;
        (parent.isNone() ? open : children[parent.value()]).push_back(i);
    }
    std::vector<std::size_t> rank(count);
    if (order == ListOrder::File) {
        for (std::size_t i = 0; i < count; ++i) {
            rank[i] = parts.joints[i].fileNode;
        }
    } else if (order == ListOrder::BreadthFirst) {
        for (std::size_t next = 0; next < open.size(); ++next) {
            rank[open[next]] = next;
            open.insert(open.end(), children[open[next]].begin(), children[open[next]].end());
        }
    } else if (order == ListOrder::DepthFirst) {
        std::reverse(open.begin(), open.end());
        for (std::size_t next = 0; !open.empty(); ++next) {
            const std::size_t joint = open.back();
            open.pop_back();
            rank[joint] = next;
            open.insert(open.end(), children[joint].rbegin(), children[joint].rend());
        }
    } else if (order == ListOrder::Name) {
        std::vector<std::size_t> joints(count);
        std::iota(joints.begin(), joints.end(), std::size_t{0});
        std::stable_sort(joints.begin(), joints.end(), [&](auto a, auto b) {
            return parts.joints[a].name < parts.joints[b].name;
        });
        for (std::size_t place = 0; place < count; ++place) {
            rank[joints[place]] = place;
        }
    } else {
        for (std::size_t i = 0; i < count; ++i) {
            // A multiple of the golden ratio in 32 bits: no two joints get the same.
            rank[i] = static_cast<std::uint32_t>((i + 1) * 2654435769u);
        }
    }
    return rank;
}

/// Which slot of the list as it is comes first, second, ... in an order.
std::vector<std::size_t>
slotsInOrder(const Parts& parts, const assets::SkinData& skin, ListOrder order) {
    const std::vector<std::size_t> rank = ranks(parts, order);
    std::vector<std::size_t> slots(skin.joints.size());
    std::iota(slots.begin(), slots.end(), std::size_t{0});
    std::stable_sort(slots.begin(), slots.end(), [&](auto a, auto b) {
        return rank[skin.joints[a].value()] < rank[skin.joints[b].value()];
    });
    return slots;
}

DefectPlant reorder(std::string form, std::string variant, ListOrder order) {
    const bool hasBinds = form == "influences";
    return {"joint-list-order", std::move(form), std::move(variant), [=](Parts& parts) {
                for (assets::SkinData& skin : parts.skins) {
                    const assets::SkinData before = skin;
                    const std::vector<std::size_t> slots = slotsInOrder(parts, skin, order);
                    for (std::size_t slot = 0; slot < slots.size(); ++slot) {
                        skin.joints[slot] = before.joints[slots[slot]];
                        if (hasBinds) {
                            skin.jointFromBind[slot] = before.jointFromBind[slots[slot]];
                        }
                    }
                }
                return true;
            }};
}

bool shuffled(Parts& parts) {
    shuffleSlots(parts);
    return true;
}

void addOrders(std::vector<DefectPlant>& plants) {
    const auto referToNodes = [](Parts& parts) {
        parts.eachIndex([&](std::uint32_t slot, std::size_t mesh) {
            const auto& skin = parts.skins[*parts.scene.instances[mesh].skin];
            return parts.joints[skin.joints.at(slot).value()].fileNode;
        });
        return true;
    };
    plants.push_back({"joint-list-order", "nodes", "", referToNodes});
    plants.push_back({"joint-list-order", "nodes", "shuffled before", referToNodes, shuffled});
    struct NamedOrder {
        std::string name;
        ListOrder order;
    };
    for (const NamedOrder& named : {NamedOrder{"file", ListOrder::File},
                                    NamedOrder{"depth first", ListOrder::DepthFirst},
                                    NamedOrder{"breadth first", ListOrder::BreadthFirst},
                                    NamedOrder{"name", ListOrder::Name},
                                    NamedOrder{"arbitrary", ListOrder::Arbitrary}}) {
        for (const std::string form : {"joints", "influences"}) {
            plants.push_back(reorder(form, named.name, named.order));
            plants.push_back(reorder(form, named.name + ", shuffled before", named.order));
            plants.back().prepare = shuffled;
        }
    }
}

DefectPlant onIndices(std::string id, std::string variant, SlotChange change) {
    return {std::move(id), "", std::move(variant), [change](Parts& parts) {
                parts.eachIndex([&](std::uint32_t slot, std::size_t) { return change(slot); });
                return true;
            }};
}

/// Two more slots for every vertex, without weight.
bool widen(Parts& parts) {
    parts.eachInfluence([](assets::FileInfluences& influences, std::size_t) {
        const assets::FileInfluences before = influences;
        influences = {before.slotsPerVertex + 2, {}, {}};
        for (std::size_t vertex = 0; vertex < before.vertexCount(); ++vertex) {
            for (std::size_t slot = 0; slot < influences.slotsPerVertex; ++slot) {
                const std::size_t i = vertex * before.slotsPerVertex + slot;
                const bool isPadding = slot >= before.slotsPerVertex;
                influences.joints.push_back(isPadding ? 0 : before.joints[i]);
                influences.weights.push_back(isPadding ? 0.0f : before.weights[i]);
            }
        }
    });
    return true;
}

/// Of all slots, also those without weight.
DefectPlant onAllIndices(std::string id, SlotChange change) {
    return {std::move(id),
            "",
            "padding too",
            [change](Parts& parts) {
                parts.eachInfluence([&](assets::FileInfluences& influences, std::size_t) {
                    for (std::uint32_t& slot : influences.joints) {
                        slot = change(slot);
                    }
                });
                return true;
            },
            widen};
}

std::uint32_t dividedBy255(std::uint32_t slot) {
    return static_cast<std::uint32_t>(std::floor(static_cast<double>(slot) / 255.0 + 0.5));
}

/// The code that was to be decoded stays in the file under another name.
DefectPlant divideWithCodes(std::string attribute) {
    return {"joint-index-divided-255", "attribute", attribute, [attribute](Parts& parts) {
                parts.eachInfluence([&](assets::FileInfluences& influences, std::size_t mesh) {
                    assets::VertexAttribute& codes = parts.meshes[mesh].attributes.emplace_back();
                    codes.name = attribute;
                    codes.width = influences.slotsPerVertex;
                    for (const std::uint32_t slot : influences.joints) {
                        codes.values.push_back(static_cast<float>(slot) / 255.0f);
                    }
                });
                parts.eachIndex([](std::uint32_t slot, std::size_t) { return dividedBy255(slot); });
                return true;
            }};
}

} // namespace

std::vector<DefectPlant> indexPlants() {
    std::vector<DefectPlant> plants;
    addOrders(plants);
    const SlotChange plusOne = [](std::uint32_t slot) { return (slot + 1) & 0xFFFFu; };
    const SlotChange minusOne = [](std::uint32_t slot) { return (slot - 1) & 0xFFFFu; };
    const SlotChange timesByte = [](std::uint32_t slot) { return slot * 255; };
    plants.push_back(onIndices("joint-index-plus-1", "", plusOne));
    plants.push_back(onAllIndices("joint-index-plus-1", plusOne));
    plants.push_back(onIndices("joint-index-minus-1", "", minusOne));
    plants.push_back(onAllIndices("joint-index-minus-1", minusOne));
    plants.push_back(onIndices("joint-index-times-255", "", timesByte));
    plants.push_back(onAllIndices("joint-index-times-255", timesByte));
    plants.push_back(onIndices("joint-index-divided-255", "", dividedBy255));
    plants.push_back(divideWithCodes("COLOR_0"));
    plants.push_back(divideWithCodes("_JOINTS"));
    plants.push_back(
        onIndices("joint-index-wrapped-256", "", [](std::uint32_t slot) { return slot & 0xFFu; }));
    return plants;
}

void shuffleSlots(CharacterParts& parts) {
    for (std::size_t s = 0; s < parts.skins.size(); ++s) {
        assets::SkinData& skin = parts.skins[s];
        const assets::SkinData before = skin;
        std::vector<std::size_t> slots(skin.joints.size());
        std::iota(slots.begin(), slots.end(), std::size_t{0});
        std::uint32_t state = 12345;
        for (std::size_t i = slots.size(); i > 1; --i) {
            state = state * 1664525u + 1013904223u;
            std::swap(slots[i - 1], slots[(state >> 8) % i]);
        }
        std::vector<std::uint32_t> slotAfter(slots.size());
        for (std::size_t slot = 0; slot < slots.size(); ++slot) {
            skin.joints[slot] = before.joints[slots[slot]];
            skin.jointFromBind[slot] = before.jointFromBind[slots[slot]];
            slotAfter[slots[slot]] = static_cast<std::uint32_t>(slot);
        }
        parts.eachInfluence([&](assets::FileInfluences& influences, std::size_t mesh) {
            if (*parts.scene.instances[mesh].skin == s) {
                for (std::uint32_t& slot : influences.joints) {
                    slot = slot < slotAfter.size() ? slotAfter[slot] : slot;
                }
            }
        });
    }
}

} // namespace sartor::test
