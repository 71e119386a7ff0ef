// SPDX-License-Identifier: Apache-2.0
// Whether two scenes are the same to the last bit.
#pragma once

#include <sartor/import/imported_scene.h>

#include <cstring>
#include <map>
#include <span>
#include <string>
#include <type_traits>

namespace sartor::test {

/// Gathers the first difference.
class SceneComparison {
public:
    SceneComparison(const import::ImportedScene& a, const import::ImportedScene& b) {
        same("path", a.path.string(), b.path.string());
        same("format", a.format, b.format);
        bits("unit", a.metresPerUnit, b.metresPerUnit);
        each("note", a.report.notes, b.report.notes, [&](const auto& x, const auto& y) {
            same("severity", x.severity, y.severity);
            same("code", x.code, y.code);
            same("place", x.place, y.place);
            same("message", x.message, y.message);
            same("count", x.count, y.count);
            list("examples", x.examples, y.examples);
        });
        each("image", a.images, b.images, [&](const auto& x, const auto& y) {
            same("name", x.name, y.name);
            same("type", x.mimeType, y.mimeType);
            list("bytes", x.bytes, y.bytes);
        });
        each("material", a.materials, b.materials, [&](const auto& x, const auto& y) {
            same("name", x.name, y.name);
            bits("colour", x.baseColorFactor, y.baseColorFactor);
            same("image", x.baseColorImage, y.baseColorImage);
            bits("cutoff", x.alphaCutoff, y.alphaCutoff);
            same("sides", x.isDoubleSided, y.isDoubleSided);
        });
        each(
            "joint", a.skeleton->joints(), b.skeleton->joints(), [&](const auto& x, const auto& y) {
                same("name", x.name, y.name);
                same("parent", x.parent, y.parent);
                bits("rest", x.parentFromJointRest, y.parentFromJointRest);
                same("node", x.fileNode, y.fileNode);
            });
        each("clip", a.clips, b.clips, [&](const auto& x, const auto& y) { clips(*x, *y); });
        each("skin", a.skins, b.skins, [&](const auto& x, const auto& y) {
            same("name", x->name(), y->name());
            list("joints", x->joints(), y->joints());
            list("inverse binds", x->jointFromBind(), y->jointFromBind());
        });
        each("instance", a.instances, b.instances, [&](const auto& x, const auto& y) {
            instances(x, y);
        });
    }

    /// Empty where there is none.
    const std::string& difference() const { return difference_; }

private:
    void instances(const import::MeshInstance& x, const import::MeshInstance& y) {
        same("node", x.node, y.node);
        same("file node", x.fileNode, y.fileNode);
        same("file mesh", x.fileMesh, y.fileMesh);
        same("file primitive", x.filePrimitive, y.filePrimitive);
        same("mesh name", x.meshName, y.meshName);
        same("skin", x.skin, y.skin);
        same("material", x.material, y.material);
        list("weights", x.defaultMorphWeights, y.defaultMorphWeights);
        // What is shared in one is shared in the other.
        const auto shared = [&](const void* one, const void* other) {
            same("shared asset", partner_.emplace(one, other).first->second, other);
        };
        shared(x.mesh.get(), y.mesh.get());
        meshes(*x.mesh, *y.mesh);
        same("targets", x.morphs != nullptr, y.morphs != nullptr);
        if (x.morphs && y.morphs) {
            shared(x.morphs.get(), y.morphs.get());
            each("target",
                 x.morphs->targets(),
                 y.morphs->targets(),
                 [&](const auto& s, const auto& t) {
                     same("name", s.name, t.name);
                     list("vertices", s.vertices, t.vertices);
                     list("positions", s.positionDeltas, t.positionDeltas);
                     list("normals", s.normalDeltas, t.normalDeltas);
                     list("tangents", s.tangentDeltas, t.tangentDeltas);
                 });
        }
    }

    void meshes(const assets::Mesh& x, const assets::Mesh& y) {
        same("name", x.name(), y.name());
        list("positions", x.positions(), y.positions());
        list("normals", x.normals(), y.normals());
        list("tangents", x.tangents(), y.tangents());
        list("uvs", x.uvs(), y.uvs());
        list("triangles", x.triangles(), y.triangles());
        const assets::FileInfluences* s = x.fileInfluences();
        const assets::FileInfluences* t = y.fileInfluences();
        same("influences", s != nullptr, t != nullptr);
        if (s != nullptr && t != nullptr) {
            same("slots", s->slotsPerVertex, t->slotsPerVertex);
            list("joints", s->joints, t->joints);
            list("weights", s->weights, t->weights);
        }
    }

    void clips(const assets::Clip& x, const assets::Clip& y) {
        same("name", x.name(), y.name());
        const auto track = [&](const auto& s, const auto& t) {
            same("interpolation", s.interpolation, t.interpolation);
            list("times", s.times, t.times);
            list("values", s.values, t.values);
        };
        each("tracks", x.jointTracks(), y.jointTracks(), [&](const auto& s, const auto& t) {
            same("joint", s.joint, t.joint);
            track(s.translation, t.translation);
            track(s.rotation, t.rotation);
            track(s.scale, t.scale);
        });
        each("weights",
             x.morphWeightTracks(),
             y.morphWeightTracks(),
             [&](const auto& s, const auto& t) {
                 same("node", s.node, t.node);
                 same("targets", s.targetCount, t.targetCount);
                 track(s.weights, t.weights);
             });
    }

    template <class List, class Function>
    void each(const char* what, const List& a, const List& b, const Function& compare) {
        const std::string outer = place_;
        same((std::string("count of ") + what).c_str(), a.size(), b.size());
        for (std::size_t i = 0; i < a.size() && difference_.empty(); ++i) {
            place_ = outer + what + ' ' + std::to_string(i) + ", ";
            compare(a[i], b[i]);
        }
        place_ = outer;
    }
    template <class List>
    void list(const char* what, const List& a, const List& b) {
        using T = typename List::value_type;
        static_assert(std::is_trivially_copyable_v<T>);
        if (a.size() != b.size() ||
            (!a.empty() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) != 0)) {
            note(what);
        }
    }
    template <class T>
    void bits(const char* what, const T& a, const T& b) {
        list(what, std::span<const T>(&a, 1), std::span<const T>(&b, 1));
    }
    template <class T>
    void same(const char* what, const T& a, const T& b) {
        if (!(a == b)) {
            note(what);
        }
    }
    void note(const char* what) {
        if (difference_.empty()) {
            difference_ = place_ + what;
        }
    }

    std::map<const void*, const void*> partner_;
    std::string place_;
    std::string difference_;
};

} // namespace sartor::test
