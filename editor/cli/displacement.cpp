// SPDX-License-Identifier: Apache-2.0
// Two sessions side by side.
#include "displacement.h"

#include <sartor/diagnose/weight_cost.h>
#include <sartor/io/text.h>
#include <sartor/session/session.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace sartor::cli {
namespace {

using diagnose::Moment;

std::string placeOf(const import::ImportedScene& scene,
                    std::size_t instance,
                    std::size_t vertex,
                    const Moment& moment) {
    const import::MeshInstance& where = scene.instances[instance];
    std::string place =
        "vertex " + std::to_string(vertex) + " of mesh " +
        (where.meshName.empty() ? std::to_string(where.fileMesh) : "'" + where.meshName + "'");
    if (moment.clip) {
        const std::string& name = scene.clips[*moment.clip]->name();
        place += ", clip " + (name.empty() ? std::to_string(*moment.clip) : "'" + name + "'") +
                 " at " + io::toText(moment.time) + " s";
    } else {
        place += " at rest";
    }
    return place;
}

double distanceBetween(const glm::vec3& a, const glm::vec3& b) {
    const double distance = glm::length(glm::dvec3(a) - glm::dvec3(b));
    return std::isfinite(distance) ? distance
           : a == b                ? 0.0
                                   : std::numeric_limits<double>::infinity();
}

Status evaluate(session::Session& session, const Moment& moment) {
    if (const Status status = session.setClip(moment.clip); !status) {
        return status;
    }
    return session.evaluate(static_cast<double>(moment.time));
}

} // namespace

Result<Displacement> findDisplacement(const import::ImportedScene& before,
                                      const import::ImportedScene& after,
                                      assets::WeightPolicy policy) {
    session::SessionOptions options;
    options.influences.policy = policy;
    const auto first = session::Session::create(before, options);
    const auto second = session::Session::create(after, options);
    if (!first || !second) {
        return !first ? first.error() : second.error();
    }
    const Error otherShape{"compare.shape", "the two versions have other meshes or clips"};
    if (before.instances.size() != after.instances.size() ||
        before.clips.size() != after.clips.size()) {
        return otherShape;
    }
    Displacement worst;
    for (const Moment& moment : diagnose::chooseMoments(before)) {
        for (const auto& session : {first->get(), second->get()}) {
            if (const Status status = evaluate(*session, moment); !status) {
                return status.error();
            }
        }
        for (std::size_t i = 0; i < before.instances.size(); ++i) {
            const auto a = (*first)->frame(i).positions;
            const auto b = (*second)->frame(i).positions;
            if (a.size() != b.size()) {
                return otherShape;
            }
            for (std::size_t vertex = 0; vertex < a.size(); ++vertex) {
                const double distance = distanceBetween(a[vertex], b[vertex]);
                if (distance > worst.distance) {
                    worst = {distance, placeOf(before, i, vertex, moment)};
                }
            }
        }
    }
    return worst;
}

} // namespace sartor::cli
