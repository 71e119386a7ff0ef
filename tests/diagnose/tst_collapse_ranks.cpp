// SPDX-License-Identifier: Apache-2.0
// Predicted collapse against what the range-of-motion suite makes of deformed vertices: prints a
// table of rank correlations over whole characters.
#include <sartor/diagnose/collapse_prediction.h>
#include <sartor/diagnose/motion_pose.h>
#include <sartor/import/import_file.h>
#include <sartor/session/session.h>

#include <QTest>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <support/compare.h>
#include <support/procedural_rigs.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <limits>
#include <numeric>

using namespace sartor;
using diagnose::ClassifiedJoint;
using diagnose::JointClass;
// clang-format 14 takes a line that begins with `import` for something else.
using ImportedScene = import::ImportedScene;

namespace {

/// About as long as the mesh, so that differences of floats are good.
float lengthOf(std::span<const glm::vec3> positions) {
    glm::vec3 low = positions[0];
    glm::vec3 high = positions[0];
    for (const glm::vec3& position : positions) {
        low = glm::min(low, position);
        high = glm::max(high, position);
    }
    return glm::distance(low, high);
}

/// A corner and three places beside it, for every vertex.
constexpr std::size_t kProbe = 4;

/// The mesh of the first skinned instance, each vertex with three more beside it that have its
/// influences: what becomes of the differences is the vertex's map, whatever deforms it.
assets::MeshData probesOf(const assets::Mesh& mesh, float length) {
    const assets::FileInfluences& influences = *mesh.fileInfluences();
    assets::MeshData data;
    data.name = "probes";
    assets::FileInfluences copied;
    copied.slotsPerVertex = influences.slotsPerVertex;
    for (std::size_t vertex = 0; vertex < mesh.vertexCount(); ++vertex) {
        for (std::size_t corner = 0; corner < kProbe; ++corner) {
            glm::vec3 position = mesh.positions()[vertex];
            if (corner > 0) {
                position[static_cast<int>(corner) - 1] += length;
            }
            data.positions.push_back(position);
            for (std::size_t slot = 0; slot < influences.slotsPerVertex; ++slot) {
                const std::size_t entry = vertex * influences.slotsPerVertex + slot;
                copied.joints.push_back(influences.joints[entry]);
                copied.weights.push_back(influences.weights[entry]);
            }
        }
    }
    data.influences = copied;
    return data;
}

/// The poses as one clip, a second each; a joint that a pose does not turn rests.
assets::ClipData clipOf(const assets::Skeleton& skeleton,
                        std::span<const diagnose::MotionPose> poses) {
    const std::vector<math::Affine> rest = test::modelRestPose(skeleton);
    assets::ClipData clip;
    clip.name = "range of motion";
    for (std::size_t i = 0; i < skeleton.jointCount(); ++i) {
        const assets::Joint& joint = skeleton.joints()[i];
        assets::JointTracks tracks;
        tracks.joint = JointIndex(i);
        tracks.rotation.interpolation = assets::Interpolation::Step;
        bool isTurned = false;
        for (std::size_t pose = 0; pose < poses.size(); ++pose) {
            glm::dquat local(joint.parentFromJointRest.rotation);
            for (const diagnose::JointTurn& turn : poses[pose].turns) {
                if (turn.joint != tracks.joint) {
                    continue;
                }
                isTurned = true;
                glm::dmat3 modelFromParent(1.0);
                if (!joint.parent.isNone()) {
                    modelFromParent = glm::dmat3(rest[joint.parent.value()].linear);
                    for (int column = 0; column < 3; ++column) {
                        modelFromParent[column] = glm::normalize(modelFromParent[column]);
                    }
                }
                local = glm::quat_cast(glm::transpose(modelFromParent) * turn.rotation *
                                       modelFromParent) *
                        local;
            }
            tracks.rotation.times.push_back(static_cast<float>(pose));
            tracks.rotation.values.push_back(glm::quat(glm::normalize(local)));
        }
        if (isTurned) {
            clip.jointTracks.push_back(tracks);
        }
    }
    return clip;
}

/// By vertex, the columns of its map.
std::vector<glm::dmat3> mapsOf(std::span<const glm::vec3> probes) {
    std::vector<glm::dmat3> maps;
    for (std::size_t i = 0; i + kProbe <= probes.size(); i += kProbe) {
        const glm::dvec3 corner(probes[i]);
        maps.emplace_back(glm::dvec3(probes[i + 1]) - corner,
                          glm::dvec3(probes[i + 2]) - corner,
                          glm::dvec3(probes[i + 3]) - corner);
    }
    return maps;
}

/// Smallest singular value of a matrix, from the roots of the characteristic cubic of M^T M.
double thinnest(const glm::dmat3& matrix) {
    const glm::dmat3 square = glm::transpose(matrix) * matrix;
    const double mean = (square[0][0] + square[1][1] + square[2][2]) / 3.0;
    const glm::dmat3 rest = square - mean * glm::dmat3(1.0);
    double spread = 0.0;
    for (int column = 0; column < 3; ++column) {
        spread += glm::dot(rest[column], rest[column]);
    }
    const double scale = std::sqrt(spread / 6.0);
    if (scale < 1e-12) {
        return std::sqrt(std::max(mean, 0.0));
    }
    const double half = std::clamp(glm::determinant(rest / scale) / 2.0, -1.0, 1.0);
    const double root = mean + 2.0 * scale * std::cos(std::acos(half) / 3.0 + 2.0943951023931953);
    return std::sqrt(std::max(root, 0.0));
}

/// By vertex, what is left in the worst of the poses after linear blend skinning.
std::vector<double> measured(const ImportedScene& original,
                             std::size_t instance,
                             std::span<const diagnose::MotionPose> poses) {
    ImportedScene scene = original;
    import::MeshInstance probes = original.instances[instance];
    probes.mesh = test::require(
        assets::Mesh::create(probesOf(*probes.mesh, lengthOf(probes.mesh->positions()))));
    probes.morphs = nullptr;
    probes.defaultMorphWeights.clear();
    probes.material = std::nullopt;
    scene.instances = {probes};
    scene.clips = {test::require(
        assets::Clip::create(clipOf(*original.skeleton, poses), original.skeleton->jointCount()))};
    session::SessionOptions options;
    options.pluginFolders = {SARTOR_PLUGIN_DIR};
    options.chain = "lbs";
    const auto session = test::require(session::Session::create(std::move(scene), options));
    test::require(session->evaluate(0.0));
    const std::vector<glm::dmat3> rest = mapsOf(session->frame(0).positions);
    test::require(session->setClip(0));
    std::vector<double> least(rest.size(), 1.0);
    for (std::size_t pose = 0; pose < poses.size(); ++pose) {
        test::require(session->evaluate(static_cast<double>(pose)));
        const std::vector<glm::dmat3> posed = mapsOf(session->frame(0).positions);
        for (std::size_t vertex = 0; vertex < least.size(); ++vertex) {
            least[vertex] =
                std::min(least[vertex], thinnest(posed[vertex] * glm::inverse(rest[vertex])));
        }
    }
    return least;
}

/// Ranks from 0, equal values (to 1e-4: vertices are kept in float) share the mean of theirs.
std::vector<double> ranks(const std::vector<double>& values) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return values[a] < values[b];
    });
    std::vector<double> result(values.size());
    for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
        while (end < order.size() && values[order[end]] - values[order[begin]] < 1e-4) {
            ++end;
        }
        for (std::size_t i = begin; i < end; ++i) {
            result[order[i]] = 0.5 * static_cast<double>(begin + end - 1);
        }
    }
    return result;
}

/// Of Spearman, ties sharing their mean rank.
double rankCorrelation(const std::vector<double>& first, const std::vector<double>& second) {
    const std::vector<double> a = ranks(first);
    const std::vector<double> b = ranks(second);
    const double mean = 0.5 * static_cast<double>(a.size() - 1);
    double both = 0.0;
    double ofA = 0.0;
    double ofB = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        both += (a[i] - mean) * (b[i] - mean);
        ofA += (a[i] - mean) * (a[i] - mean);
        ofB += (b[i] - mean) * (b[i] - mean);
    }
    // Nothing to rank on either side is agreement.
    return ofA == 0.0 && ofB == 0.0 ? 1.0 : both / std::sqrt(ofA * ofB);
}

struct Ranked {
    double correlation = 0.0;
    /// Over the vertices that lose anything in either.
    double ofThinned = 0.0;
    double largestDifference = 0.0;
    double least = 1.0;
    std::size_t thinnedCount = 0;
    std::size_t poseCount = 0;
    std::size_t jointsTogether = 0;
};

Ranked rank(const ImportedScene& scene, const std::vector<ClassifiedJoint>& joints) {
    const auto poses =
        diagnose::makeMotionPoses(*scene.skeleton, test::modelRestPose(*scene.skeleton), joints);
    // Only what the suite moves, so that both speak of the same motions.
    const auto predictions =
        diagnose::predictCollapse(scene, diagnose::findAllowedTurns(scene, joints, 0.0));
    Ranked ranked;
    ranked.poseCount = poses.size();
    for (const auto& pose : poses) {
        ranked.jointsTogether = std::max(ranked.jointsTogether, pose.turns.size());
    }
    std::vector<double> predicted;
    std::vector<double> posed;
    for (const auto& prediction : predictions) {
        for (const auto& vertex : prediction.vertices) {
            predicted.push_back(vertex.retention);
        }
        const auto least = measured(scene, prediction.instance, poses);
        posed.insert(posed.end(), least.begin(), least.end());
    }
    ranked.correlation = rankCorrelation(predicted, posed);
    std::vector<double> thinPredicted;
    std::vector<double> thinPosed;
    for (std::size_t i = 0; i < posed.size(); ++i) {
        ranked.largestDifference =
            std::max(ranked.largestDifference, std::abs(predicted[i] - posed[i]));
        ranked.least = std::min(ranked.least, posed[i]);
        if (std::min(predicted[i], posed[i]) < 0.999) {
            thinPredicted.push_back(predicted[i]);
            thinPosed.push_back(posed[i]);
        }
    }
    ranked.thinnedCount = thinPosed.size();
    ranked.ofThinned = thinPosed.size() > 1 ? rankCorrelation(thinPredicted, thinPosed) : 1.0;
    return ranked;
}

void print(const std::string& name, const Ranked& ranked) {
    qInfo("%-12s %3zu poses, up to %2zu joints together: %6zu vertices get thin, least %.3f; rank "
          "correlation %.4f, of the thin ones %.4f; largest difference %.3f",
          name.c_str(),
          ranked.poseCount,
          ranked.jointsTogether,
          ranked.thinnedCount,
          ranked.least,
          ranked.correlation,
          ranked.ofThinned,
          ranked.largestDifference);
}

/// The classified joints, or all as Any where nothing is recognised.
std::vector<ClassifiedJoint> jointsOf(const ImportedScene& scene) {
    std::vector<ClassifiedJoint> joints = diagnose::classifyJoints(scene);
    if (joints.empty()) {
        const std::vector<bool> isSkinJoint = diagnose::findSkinJoints(scene);
        for (std::size_t i = 0; i < isSkinJoint.size(); ++i) {
            if (isSkinJoint[i]) {
                joints.push_back({JointIndex(i), JointClass::Any});
            }
        }
    }
    return joints;
}

} // namespace

class TstCollapseRanks : public QObject {
    Q_OBJECT

private slots:
    void predictsProceduralRigs_data() {
        QTest::addColumn<int>("rig");
        for (int rig = 0; rig < static_cast<int>(rigs().size()); ++rig) {
            QTest::newRow(rigs()[static_cast<std::size_t>(rig)].first) << rig;
        }
    }
    void predictsProceduralRigs() {
        QFETCH(const int, rig);
        const auto& [name, make] = rigs()[static_cast<std::size_t>(rig)];
        const ImportedScene scene = make();
        const Ranked ranked = rank(scene, jointsOf(scene));
        print(name, ranked);
        QCOMPARE_GE(ranked.correlation, 0.9);
        // Where fingers bend together, less is lost between two of them than the prediction says,
        // which bends each alone.
        QCOMPARE_GE(ranked.ofThinned, ranked.jointsTogether > 2 ? 0.85 : 0.99);
        // There is something to rank.
        QVERIFY(ranked.least < 0.9 && ranked.thinnedCount > 20);
    }

    void manyJointsTurnTogetherInTheSuite() {
        // Else this would say nothing about motions that add up.
        const ImportedScene scene = test::humanoidRig();
        const Ranked ranked = rank(scene, jointsOf(scene));
        QCOMPARE_GE(ranked.jointsTogether, std::size_t{2});
    }

    void predictsCharactersOfFiles_data() {
        QTest::addColumn<QString>("file");
        const auto row = [](const char* name, const QString& file) {
            if (std::filesystem::exists(file.toStdString())) {
                QTest::newRow(name) << file;
            }
        };
        row("mannequin", SARTOR_SAMPLE_DIR "/mannequin.glb");
        const QString shared = SARTOR_SHARED_DIR "/assets/";
        row("cesium_man", shared + "CesiumMan/glTF-Binary/CesiumMan.glb");
        row("fox", shared + "Fox/glTF-Binary/Fox.glb");
        row("rigged_simple", shared + "RiggedSimple/glTF-Binary/RiggedSimple.glb");
    }
    void predictsCharactersOfFiles() {
        QFETCH(const QString, file);
        const ImportedScene scene =
            test::require(import::importFile(file.toStdString(), import::ImportOptions()));
        const Ranked ranked = rank(scene, jointsOf(scene));
        print(QTest::currentDataTag(), ranked);
        QCOMPARE_GE(ranked.correlation, 0.9);
    }

private:
    using Rig = std::pair<const char*, std::function<ImportedScene()>>;
    static const std::vector<Rig>& rigs() {
        static const std::vector<Rig> kRigs = {{"tube", [] { return test::tubeRig(); }},
                                               {"elbow", [] { return test::elbowRig(); }},
                                               {"humanoid", [] { return test::humanoidRig(); }},
                                               {"hand", [] { return test::handRig(); }},
                                               {"quadruped", [] { return test::quadrupedRig(); }},
                                               {"tail", [] { return test::tailRig(60); }}};
        return kRigs;
    }
};

QTEST_GUILESS_MAIN(TstCollapseRanks)
#include "tst_collapse_ranks.moc"
