// SPDX-License-Identifier: Apache-2.0
// Breaks healthy characters in known ways, by what exporters and loaders do wrong. Written without
// the code that finds it out.
#pragma once

#include <sartor/math/double_affine.h>

#include <glm/gtc/matrix_access.hpp>

#include <support/scene_builder.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <set>
#include <string>
#include <vector>

namespace sartor::test {

/// A character taken apart.
struct CharacterParts {
    using ImportedScene = import::ImportedScene;

    ImportedScene scene;
    std::vector<assets::Joint> joints;
    std::vector<assets::SkinData> skins;
    std::vector<assets::MeshData> meshes; ///< one per instance

    explicit CharacterParts(const ImportedScene& whole) : scene(whole) {
        joints.assign(whole.skeleton->joints().begin(), whole.skeleton->joints().end());
        for (const auto& skin : whole.skins) {
            skins.push_back({skin->name(),
                             {skin->joints().begin(), skin->joints().end()},
                             {skin->jointFromBind().begin(), skin->jointFromBind().end()}});
        }
        for (const auto& instance : whole.instances) {
            const assets::Mesh& mesh = *instance.mesh;
            assets::MeshData data;
            data.name = mesh.name();
            data.positions.assign(mesh.positions().begin(), mesh.positions().end());
            data.normals.assign(mesh.normals().begin(), mesh.normals().end());
            data.triangles.assign(mesh.triangles().begin(), mesh.triangles().end());
            if (mesh.fileInfluences() != nullptr) {
                data.influences = *mesh.fileInfluences();
            }
            meshes.push_back(std::move(data));
        }
    }

    ImportedScene whole() const {
        ImportedScene made = scene;
        made.skeleton = require(assets::Skeleton::create(joints));
        made.skins.clear();
        for (const assets::SkinData& skin : skins) {
            made.skins.push_back(require(assets::Skin::create(skin, joints.size())));
        }
        for (std::size_t i = 0; i < meshes.size(); ++i) {
            made.instances[i].mesh = require(assets::Mesh::create(meshes[i]));
            made.instances[i].fileNode = joints[made.instances[i].node.value()].fileNode;
            // Targets would be those of the whole mesh before.
            made.instances[i].morphs = nullptr;
            made.instances[i].defaultMorphWeights.clear();
        }
        return made;
    }

    std::vector<math::DoubleAffine> modelFromJoint() const {
        std::vector<math::DoubleAffine> model;
        for (const assets::Joint& joint : joints) {
            const auto local = math::toDoubleAffine(joint.parentFromJointRest);
            model.push_back(joint.parent.isNone() ? local : model[joint.parent.value()] * local);
        }
        return model;
    }

    void
    eachBind(const std::function<math::Affine(const math::DoubleAffine&, JointIndex)>& change) {
        for (assets::SkinData& skin : skins) {
            for (std::size_t slot = 0; slot < skin.joints.size(); ++slot) {
                skin.jointFromBind[slot] =
                    change(math::toDouble(skin.jointFromBind[slot]), skin.joints[slot]);
            }
        }
    }

    /// Inverse binds of joints that stand there, in model space.
    void bindTo(const std::vector<math::DoubleAffine>& modelFromJoint) {
        for (assets::SkinData& skin : skins) {
            for (std::size_t slot = 0; slot < skin.joints.size(); ++slot) {
                skin.jointFromBind[slot] =
                    math::toFloat(math::inverse(modelFromJoint[skin.joints[slot].value()]).value());
            }
        }
    }

    void
    eachInfluence(const std::function<void(assets::FileInfluences&, std::size_t mesh)>& change) {
        for (std::size_t i = 0; i < meshes.size(); ++i) {
            if (meshes[i].influences && scene.instances[i].skin) {
                change(*meshes[i].influences, i);
            }
        }
    }

    void eachIndex(const std::function<std::uint32_t(std::uint32_t, std::size_t mesh)>& change) {
        eachInfluence([&](assets::FileInfluences& influences, std::size_t mesh) {
            for (std::size_t i = 0; i < influences.joints.size(); ++i) {
                if (influences.weights[i] > 0.0f) {
                    influences.joints[i] = change(influences.joints[i], mesh);
                }
            }
        });
    }

    void
    eachVertexWeights(const std::function<void(std::span<float>, std::size_t vertex)>& change) {
        eachInfluence([&](assets::FileInfluences& influences, std::size_t) {
            for (std::size_t vertex = 0; vertex < influences.vertexCount(); ++vertex) {
                change(std::span(influences.weights)
                           .subspan(vertex * influences.slotsPerVertex, influences.slotsPerVertex),
                       vertex);
            }
        });
    }

    void eachPosition(const math::DoubleAffine& map) {
        const glm::dmat3 normalMap = glm::transpose(glm::inverse(map.linear));
        for (std::size_t i = 0; i < meshes.size(); ++i) {
            if (!scene.instances[i].skin) {
                continue;
            }
            for (glm::vec3& position : meshes[i].positions) {
                position = glm::vec3(math::transformPoint(map, glm::dvec3(position)));
            }
            for (glm::vec3& normal : meshes[i].normals) {
                normal = glm::vec3(glm::normalize(normalMap * glm::dvec3(normal)));
            }
        }
    }

    /// Of the first skinned mesh; none without one.
    JointIndex firstMeshNode() const {
        for (const auto& instance : scene.instances) {
            if (instance.skin) {
                return instance.node;
            }
        }
        return {};
    }
};

/// `prepare` makes a healthy character in which the defect shows; `plant` breaks it. Either may say
/// that there is no place for it.
struct DefectPlant {
    std::string id;
    std::string form;
    std::function<bool(CharacterParts&)> plant;
    std::function<bool(CharacterParts&)> prepare = [](CharacterParts&) { return true; };
};

inline math::DoubleAffine turnAbout(const glm::dvec3& axis, double degrees) {
    return {glm::dmat3(glm::mat3_cast(glm::angleAxis(glm::radians(degrees), glm::normalize(axis)))),
            glm::dvec3(0.0)};
}

inline bool isIdentity(const math::DoubleAffine& map) {
    double difference = glm::length(map.translation);
    for (int column = 0; column < 3; ++column) {
        difference += glm::distance(map.linear[column], glm::dmat3(1.0)[column]);
    }
    return difference < 1e-6;
}

/// Rotation, translation and uniform scale; what shear there is is lost.
inline math::Transform transformOf(const math::DoubleAffine& map) {
    const double scale = std::cbrt(std::abs(glm::determinant(map.linear)));
    return {glm::vec3(map.translation),
            glm::normalize(glm::quat(glm::quat_cast(map.linear / scale))),
            glm::vec3(static_cast<float>(scale))};
}

/// The joint of the first skin above as near to a third of its joints as any.
inline JointIndex jointAboveAThird(const CharacterParts& parts) {
    const assets::SkinData& skin = parts.skins[0];
    std::vector<std::size_t> counts(parts.joints.size());
    for (const JointIndex joint : skin.joints) {
        for (JointIndex above = joint; !above.isNone();
             above = parts.joints[above.value()].parent) {
            ++counts[above.value()];
        }
    }
    const double aim = static_cast<double>(skin.joints.size()) / 3.0;
    const auto miss = [&](JointIndex joint) {
        return std::abs(static_cast<double>(counts[joint.value()]) - aim);
    };
    return *std::min_element(skin.joints.begin(),
                             skin.joints.end(),
                             [&](JointIndex a, JointIndex b) { return miss(a) < miss(b); });
}

inline std::vector<DefectPlant> defectPlants() {
    using Parts = CharacterParts;
    using math::DoubleAffine;
    std::vector<DefectPlant> plants;
    const auto onBinds = [&](std::string id,
                             std::string form,
                             std::function<DoubleAffine(const DoubleAffine&)> change) {
        plants.push_back(
            {std::move(id), std::move(form), [change = std::move(change)](Parts& parts) {
                 parts.eachBind([&](const DoubleAffine& bind, JointIndex) {
                     return math::toFloat(change(bind));
                 });
                 return true;
             }});
    };
    const auto onMesh = [&](std::string id, DoubleAffine map) {
        plants.push_back({std::move(id), "mesh", [map](Parts& parts) {
                              parts.eachPosition(map);
                              return true;
                          }});
    };
    const auto onIndices = [&](std::string id, std::function<std::uint32_t(std::uint32_t)> change) {
        plants.push_back({std::move(id), "", [change = std::move(change)](Parts& parts) {
                              parts.eachIndex(
                                  [&](std::uint32_t slot, std::size_t) { return change(slot); });
                              return true;
                          }});
    };

    plants.push_back({"ibm-transposed", "", [](Parts& parts) {
                          for (assets::SkinData& skin : parts.skins) {
                              for (math::Affine& bind : skin.jointFromBind) {
                                  skin.fourthRows.emplace_back(bind.translation, 1.0f);
                                  bind = {glm::transpose(bind.linear), glm::vec3(0.0f)};
                              }
                          }
                          return true;
                      }});
    onBinds("ibm-not-inverted", "", [](const DoubleAffine& bind) {
        return math::inverse(bind).value();
    });
    onBinds("ibm-missing", "", [](const DoubleAffine&) { return DoubleAffine{}; });
    onBinds("ibm-twice", "", [](const DoubleAffine& bind) { return bind * bind; });
    plants.push_back({"product-order", "", [](Parts& parts) {
                          std::vector<DoubleAffine> reversed;
                          for (const assets::Joint& joint : parts.joints) {
                              const auto local = math::toDoubleAffine(joint.parentFromJointRest);
                              reversed.push_back(joint.parent.isNone()
                                                     ? local
                                                     : local * reversed[joint.parent.value()]);
                          }
                          parts.bindTo(reversed);
                          return true;
                      }});
    plants.push_back(
        {"palette-merged", "", [](Parts& parts) {
             std::vector<DoubleAffine> model = parts.modelFromJoint();
             std::vector<bool> isSet(parts.joints.size());
             for (const assets::SkinData& skin : parts.skins) {
                 for (std::size_t slot = 0; slot < skin.joints.size(); ++slot) {
                     const std::size_t joint = skin.joints[slot].value();
                     if (!isSet[joint]) {
                         isSet[joint] = true;
                         model[joint] = model[joint] * math::toDouble(skin.jointFromBind[slot]);
                     }
                 }
             }
             std::vector<DoubleAffine> now;
             for (std::size_t i = 0; i < parts.joints.size(); ++i) {
                 assets::Joint& joint = parts.joints[i];
                 const DoubleAffine parent =
                     joint.parent.isNone() ? DoubleAffine{} : now[joint.parent.value()];
                 if (isSet[i]) {
                     joint.parentFromJointRest =
                         transformOf(math::inverse(parent).value() * model[i]);
                 }
                 now.push_back(parent * math::toDoubleAffine(joint.parentFromJointRest));
             }
             return true;
         }});
    for (const double factor : {100.0, 0.01}) {
        const std::string id = factor > 1.0 ? "unit-times-100" : "unit-divided-100";
        onBinds(id, "inverse binds", [factor](const DoubleAffine& bind) {
            return DoubleAffine{bind.linear, factor * bind.translation};
        });
        onMesh(id, {glm::dmat3(factor), glm::dvec3(0.0)});
        plants.push_back({id, "skeleton", [factor](Parts& parts) {
                              for (assets::Joint& joint : parts.joints) {
                                  joint.parentFromJointRest.translation *=
                                      static_cast<float>(factor);
                              }
                              return true;
                          }});
    }
    for (int axis = 0; axis < 3; ++axis) {
        const std::string id = std::string("handedness-") + "xyz"[axis];
        DoubleAffine flip;
        flip.linear[axis][axis] = -1.0;
        onBinds(
            id, "inverse binds", [flip](const DoubleAffine& bind) { return flip * bind * flip; });
        onMesh(id, flip);
    }
    for (const double degrees : {90.0, -90.0}) {
        const DoubleAffine turn = turnAbout({1.0, 0.0, 0.0}, degrees);
        onBinds("up-axis", "inverse binds", [turn](const DoubleAffine& bind) {
            return turn * bind * math::inverse(turn).value();
        });
        onMesh("up-axis", turn);
    }
    // The node of the mesh stands somewhere.
    const auto placeMesh = [](Parts& parts) {
        const JointIndex node = parts.firstMeshNode();
        if (isIdentity(parts.modelFromJoint()[node.value()])) {
            // A joint that others hang from would take them along.
            for (std::size_t i = 0; i < parts.joints.size(); ++i) {
                if (parts.joints[i].parent == node) {
                    return false;
                }
            }
            parts.joints[node.value()].parentFromJointRest = {
                glm::vec3(0.3f, -0.2f, 0.45f),
                glm::angleAxis(0.8f, glm::normalize(glm::vec3(0.3f, 1.0f, 0.5f))),
                glm::vec3(1.0f)};
        }
        return true;
    };
    const auto meshMap = [](const Parts& parts) {
        return parts.modelFromJoint()[parts.firstMeshNode().value()];
    };
    plants.push_back({"mesh-transform-twice",
                      "mesh",
                      [meshMap](Parts& parts) {
                          parts.eachPosition(meshMap(parts));
                          return true;
                      },
                      placeMesh});
    plants.push_back({"mesh-transform-twice",
                      "inverse binds",
                      [meshMap](Parts& parts) {
                          const DoubleAffine map = meshMap(parts);
                          parts.eachBind([&](const DoubleAffine& bind, JointIndex) {
                              return math::toFloat(bind * map);
                          });
                          return true;
                      },
                      placeMesh});
    plants.push_back({"bind-shape-missing",
                      "",
                      [meshMap](Parts& parts) {
                          parts.eachPosition(math::inverse(meshMap(parts)).value());
                          return true;
                      },
                      placeMesh});
    onBinds("bind-space-offset", "", [](const DoubleAffine& bind) {
        DoubleAffine offset = turnAbout({0.4, 1.0, -0.2}, 37.0);
        offset.linear = offset.linear * 1.3;
        offset.translation = {0.7, -0.4, 0.9};
        return bind * offset;
    });
    plants.push_back({"palette-world-space", "", [](Parts& parts) {
                          // The node above the topmost joint.
                          const JointIndex top = *std::min_element(parts.skins[0].joints.begin(),
                                                                   parts.skins[0].joints.end());
                          const JointIndex armature = parts.joints[top.value()].parent;
                          if (armature.isNone()) {
                              return false;
                          }
                          const DoubleAffine map = parts.modelFromJoint()[armature.value()];
                          parts.eachBind([&](const DoubleAffine& bind, JointIndex) {
                              return math::toFloat(bind * math::inverse(map).value());
                          });
                          return !isIdentity(map);
                      }});
    plants.push_back({"two-bind-poses", "", [](Parts& parts) {
                          assets::SkinData& skin = parts.skins[0];
                          if (skin.joints.size() < 5) {
                              return false;
                          }
                          const JointIndex best = jointAboveAThird(parts);
                          DoubleAffine other = turnAbout({1.0, 0.3, 0.2}, 25.0);
                          other.translation = {0.15, 0.1, -0.2};
                          for (std::size_t slot = 0; slot < skin.joints.size(); ++slot) {
                              for (JointIndex above = skin.joints[slot]; !above.isNone();
                                   above = parts.joints[above.value()].parent) {
                                  if (above == best) {
                                      skin.jointFromBind[slot] = math::toFloat(
                                          math::toDouble(skin.jointFromBind[slot]) * other);
                                      break;
                                  }
                              }
                          }
                          return true;
                      }});
    plants.push_back(
        {"hierarchy-unsorted",
         "",
         [](Parts& parts) {
             std::vector<std::size_t> order(parts.joints.size());
             std::iota(order.begin(), order.end(), std::size_t{0});
             std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) {
                 return parts.joints[a].fileNode < parts.joints[b].fileNode;
             });
             std::vector<DoubleAffine> model(parts.joints.size());
             for (const std::size_t i : order) {
                 const assets::Joint& joint = parts.joints[i];
                 const auto local = math::toDoubleAffine(joint.parentFromJointRest);
                 model[i] = joint.parent.isNone() ? local : model[joint.parent.value()] * local;
             }
             parts.bindTo(model);
             return true;
         },
         [](Parts& parts) {
             // Every other node goes to the end of the file, in reverse.
             std::vector<std::size_t> order;
             for (std::size_t i = 0; i < parts.joints.size(); i += 2) {
                 order.push_back(i);
             }
             for (std::size_t i = parts.joints.size(); i-- > 0;) {
                 if (i % 2 == 1) {
                     order.push_back(i);
                 }
             }
             for (std::size_t place = 0; place < order.size(); ++place) {
                 parts.joints[order[place]].fileNode = static_cast<std::uint32_t>(place);
             }
             return true;
         }});
    const auto onRotations = [&](std::string form,
                                 std::function<glm::quat(const glm::quat&)> change) {
        plants.push_back({"quaternion-order", std::move(form), [change](Parts& parts) {
                              for (assets::Joint& joint : parts.joints) {
                                  joint.parentFromJointRest.rotation =
                                      glm::normalize(change(joint.parentFromJointRest.rotation));
                              }
                              return true;
                          }});
    };
    // glm::quat takes w, x, y, z.
    onRotations("wxyz", [](const glm::quat& q) { return glm::quat(q.z, q.w, q.x, q.y); });
    onRotations("xyzw", [](const glm::quat& q) { return glm::quat(q.x, q.y, q.z, q.w); });
    plants.push_back({"duplicate-joint-names",
                      "",
                      [](Parts& parts) {
                          for (assets::SkinData& skin : parts.skins) {
                              for (JointIndex& joint : skin.joints) {
                                  for (const JointIndex other : skin.joints) {
                                      if (parts.joints[other.value()].name ==
                                          parts.joints[joint.value()].name) {
                                          joint = std::min(joint, other);
                                      }
                                  }
                              }
                          }
                          return true;
                      },
                      [](Parts& parts) {
                          const auto& joints = parts.skins[0].joints;
                          if (joints.size() < 3) {
                              return false;
                          }
                          parts.joints[joints.back().value()].name =
                              parts.joints[joints[joints.size() / 2].value()].name;
                          return true;
                      }});
    plants.push_back({"scale-inherit",
                      "",
                      [](Parts& parts) {
                          for (assets::Joint& joint : parts.joints) {
                              if (!joint.parent.isNone() &&
                                  parts.joints[joint.parent.value()].name.ends_with("(scaled)")) {
                                  joint.parentFromJointRest.scale *= 1.4f;
                              }
                          }
                          return true;
                      },
                      [](Parts& parts) {
                          // The joints below do not take its scale on.
                          const JointIndex scaled = jointAboveAThird(parts);
                          bool hasChild = false;
                          for (assets::Joint& joint : parts.joints) {
                              if (joint.parent == scaled) {
                                  joint.parentFromJointRest.translation /= 1.4f;
                                  joint.parentFromJointRest.scale /= 1.4f;
                                  hasChild = true;
                              }
                          }
                          parts.joints[scaled.value()].parentFromJointRest.scale *= 1.4f;
                          parts.joints[scaled.value()].name += "(scaled)";
                          parts.eachBind([&](const DoubleAffine& bind, JointIndex joint) {
                              const DoubleAffine jointFromScaled{
                                  glm::dmat3(joint == scaled ? 1.0 / 1.4 : 1.0), glm::dvec3(0.0)};
                              return math::toFloat(jointFromScaled * bind);
                          });
                          return hasChild;
                      }});
    plants.push_back({"joint-list-order", "nodes", [](Parts& parts) {
                          parts.eachIndex([&](std::uint32_t slot, std::size_t mesh) {
                              const auto& skin = parts.skins[*parts.scene.instances[mesh].skin];
                              return parts.joints[skin.joints.at(slot).value()].fileNode;
                          });
                          return true;
                      }});
    const auto byName = [](const Parts& parts, const assets::SkinData& skin) {
        std::vector<std::size_t> order(skin.joints.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) {
            return parts.joints[skin.joints[a].value()].name <
                   parts.joints[skin.joints[b].value()].name;
        });
        return order;
    };
    for (const bool bindsToo : {false, true}) {
        plants.push_back(
            {"joint-list-order", bindsToo ? "influences" : "joints", [=](Parts& parts) {
                 for (assets::SkinData& skin : parts.skins) {
                     const assets::SkinData before = skin;
                     const std::vector<std::size_t> order = byName(parts, skin);
                     for (std::size_t slot = 0; slot < order.size(); ++slot) {
                         skin.joints[slot] = before.joints[order[slot]];
                         if (bindsToo) {
                             skin.jointFromBind[slot] = before.jointFromBind[order[slot]];
                         }
                     }
                 }
                 return true;
             }});
    }
    onIndices("joint-index-plus-1", [](std::uint32_t slot) { return slot + 1; });
    onIndices("joint-index-minus-1", [](std::uint32_t slot) { return (slot - 1) & 0xFFFFu; });
    onIndices("joint-index-times-255", [](std::uint32_t slot) { return slot * 255; });
    const auto divided = [](Parts& parts) {
        parts.eachIndex([](std::uint32_t slot, std::size_t) {
            return static_cast<std::uint32_t>(std::floor(static_cast<double>(slot) / 255.0 + 0.5));
        });
        return true;
    };
    plants.push_back({"joint-index-divided-255", "", divided});
    plants.push_back(
        {"joint-index-divided-255", "attribute", [divided](Parts& parts) {
             parts.eachInfluence([&](assets::FileInfluences& influences, std::size_t mesh) {
                 assets::VertexAttribute& codes = parts.meshes[mesh].attributes.emplace_back();
                 codes.name = "COLOR_0";
                 codes.width = influences.slotsPerVertex;
                 for (const std::uint32_t slot : influences.joints) {
                     codes.values.push_back(static_cast<float>(slot) / 255.0f);
                 }
             });
             return divided(parts);
         }});
    plants.push_back({"joint-index-wrapped-256", "", [](Parts& parts) {
                          parts.eachIndex(
                              [](std::uint32_t slot, std::size_t) { return slot & 0xFFu; });
                          return parts.skins[0].joints.size() > 256;
                      }});
    plants.push_back({"weights-l2-normalised", "", [](Parts& parts) {
                          parts.eachVertexWeights([](std::span<float> weights, std::size_t) {
                              double squares = 0.0;
                              for (const float weight : weights) {
                                  squares += static_cast<double>(weight) * weight;
                              }
                              for (float& weight : weights) {
                                  weight = static_cast<float>(weight / std::sqrt(squares));
                              }
                          });
                          return true;
                      }});
    plants.push_back({"weights-not-normalised", "", [](Parts& parts) {
                          parts.eachVertexWeights([](std::span<float> weights, std::size_t vertex) {
                              for (float& weight : weights) {
                                  weight *= 0.6f + 0.07f * static_cast<float>(vertex % 13);
                              }
                          });
                          return true;
                      }});
    plants.push_back({"weights-byte-as-float",
                      "",
                      [](Parts& parts) {
                          parts.eachVertexWeights([](std::span<float> weights, std::size_t) {
                              for (float& weight : weights) {
                                  weight = std::round(weight * 255.0f);
                              }
                          });
                          return true;
                      },
                      [](Parts& parts) {
                          // Whole 255ths that sum to one: what bytes hold.
                          parts.eachVertexWeights([](std::span<float> weights, std::size_t) {
                              float rest = 255.0f;
                              float* heaviest = &weights[0];
                              for (float& weight : weights) {
                                  weight = std::round(weight * 255.0f);
                                  rest -= weight;
                                  heaviest = weight > *heaviest ? &weight : heaviest;
                              }
                              *heaviest += rest;
                              for (float& weight : weights) {
                                  weight /= 255.0f;
                              }
                          });
                          return true;
                      }});
    return plants;
}

} // namespace sartor::test
