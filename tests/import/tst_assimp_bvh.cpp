// SPDX-License-Identifier: Apache-2.0
// BVH against the definition of the format.
#include "format_files.h"
#include "scene_lookup.h"
#include "scene_oracle.h"

#include <sartor/import/import_file.h>

#include <QtTest>

#include <support/compare.h>

#include <fstream>
#include <numbers>

using namespace sartor;
using namespace sartor::test;
using import::importFile;

namespace {

std::string sharedAsset(const std::string& name) {
    return SARTOR_SHARED_DIR "/assets/" + name;
}

bool hasSharedAssets() {
    return std::string(SARTOR_SHARED_DIR) != "";
}

// A BVH file by its definition: offsets and channels in the order in which they stand.
struct BvhJoint {
    std::string name;
    std::size_t parent = 0; // of the root: itself
    glm::dvec3 offset = glm::dvec3(0.0);
    std::vector<std::string> channels;
};
struct BvhMotion {
    std::vector<BvhJoint> joints;
    double frameTime = 0.0;
    std::vector<std::vector<double>> frames;
};

BvhMotion readBvh(const std::string& path) {
    BvhMotion motion;
    std::ifstream file(path);
    std::vector<std::size_t> open;
    std::size_t channelCount = 0;
    std::string word;
    while (file >> word && word != "MOTION") {
        if (word == "ROOT" || word == "JOINT" || word == "End") {
            BvhJoint joint;
            file >> joint.name;
            if (word == "End") {
                joint.name = "EndSite_" + motion.joints[open.back()].name;
            }
            joint.parent = open.empty() ? 0 : open.back();
            open.push_back(motion.joints.size());
            motion.joints.push_back(joint);
        } else if (word == "OFFSET") {
            glm::dvec3& offset = motion.joints[open.back()].offset;
            file >> offset.x >> offset.y >> offset.z;
        } else if (word == "CHANNELS") {
            std::size_t count = 0;
            file >> count;
            motion.joints[open.back()].channels.resize(count);
            for (std::string& channel : motion.joints[open.back()].channels) {
                file >> channel;
            }
            channelCount += count;
        } else if (word == "}") {
            open.pop_back();
        }
    }
    std::size_t frameCount = 0;
    file >> word >> frameCount >> word >> word >> motion.frameTime;
    for (std::size_t i = 0; i < frameCount; ++i) {
        std::vector<double> values(channelCount);
        for (double& value : values) {
            file >> value;
        }
        motion.frames.push_back(values);
    }
    return motion;
}

std::vector<glm::dmat4> modelFromBvhJoint(const BvhMotion& motion, std::size_t frame) {
    std::vector<glm::dmat4> modelFromJoint;
    std::size_t next = 0;
    for (std::size_t i = 0; i < motion.joints.size(); ++i) {
        const BvhJoint& joint = motion.joints[i];
        glm::dvec3 translation = joint.offset;
        glm::dmat4 rotation(1.0);
        for (const std::string& channel : joint.channels) {
            const double value = motion.frames[frame][next++];
            const int axis = channel[0] - 'X';
            if (channel.substr(1) == "position") {
                translation[axis] = value; // replaces the offset
            } else {
                glm::dvec3 direction(0.0);
                direction[axis] = 1.0;
                rotation = glm::rotate(rotation, value * std::numbers::pi / 180.0, direction);
            }
        }
        const glm::dmat4 parentFromJoint = glm::translate(glm::dmat4(1.0), translation) * rotation;
        modelFromJoint.push_back(i == 0 ? parentFromJoint
                                        : modelFromJoint[joint.parent] * parentFromJoint);
    }
    return modelFromJoint;
}

} // namespace

class TstAssimpBvh : public QObject {
    Q_OBJECT

private slots:
    void playsBvhByItsDefinition_data();
    void playsBvhByItsDefinition();
};

void TstAssimpBvh::playsBvhByItsDefinition_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("stride");
    QTest::newRow("mixed channel orders")
        << QString::fromStdString(dataFile("bvh_orders.bvh")) << 1;
    if (hasSharedAssets()) {
        QTest::newRow("CMU 01_01")
            << QString::fromStdString(sharedAsset("assimp_bvh/01_01.bvh")) << 50;
    }
}

void TstAssimpBvh::playsBvhByItsDefinition() {
    QFETCH(QString, file);
    QFETCH(int, stride);
    const auto scene = importFile(file.toStdString());
    QVERIFY2(scene, failureOf(scene));
    const BvhMotion motion = readBvh(file.toStdString());
    QCOMPARE(scene->skeleton->jointCount(), motion.joints.size());
    QCOMPARE(scene->instances.size(), 0u); // no invented geometry
    QCOMPARE(scene->clips.size(), 1u);
    const double lastFrame = static_cast<double>(motion.frames.size() - 1);
    QCOMPARE_LE(maxAbsDiff(scene->clips[0]->duration(), lastFrame * motion.frameTime), 1e-4);

    double size = 0.0;
    for (const BvhJoint& joint : motion.joints) {
        size += glm::length(joint.offset);
    }
    for (std::size_t frame = 0; frame < motion.frames.size();
         frame += static_cast<std::size_t>(stride)) {
        const auto expected = modelFromBvhJoint(motion, frame);
        const auto actual = modelFromJointAt(
            *scene, scene->clips[0].get(), static_cast<double>(frame) * motion.frameTime);
        for (std::size_t i = 0; i < expected.size(); ++i) {
            QCOMPARE(scene->skeleton->joint(JointIndex(i)).name, motion.joints[i].name);
            QCOMPARE_LE(maxAbsDiff(actual[i][3], expected[i][3]) / size, 1e-5);
            // End sites turn with their parent, which has no effect on anything.
            QCOMPARE_LE(largestDifference(actual[i], expected[i]) / std::max(size, 1.0), 1e-5);
        }
    }
}

QTEST_GUILESS_MAIN(TstAssimpBvh)
#include "tst_assimp_bvh.moc"
