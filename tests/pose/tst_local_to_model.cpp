// SPDX-License-Identifier: Apache-2.0
// Model poses.
#include <sartor/pose/local_to_model.h>

#include <QtTest>

#include <support/compare.h>

using namespace sartor;

class TstLocalToModel : public QObject {
    Q_OBJECT

private slots:
    void matchesTheProductOfAllAncestors();
    void parentIsOnTheLeft();
    void shuffledFilesGiveTheSamePoseAfterSorting();
    void keepsShearOfScaledParents();
    void deepChainsDoNotDrift();
};

void TstLocalToModel::matchesTheProductOfAllAncestors() {
    test::Random random(1);
    std::vector<assets::Joint> joints(200);
    for (std::size_t i = 0; i < joints.size(); ++i) {
        if (i > 0 && random.below(10) != 0) {
            joints[i].parent = JointIndex(random.below(static_cast<std::uint32_t>(i)));
        }
        joints[i].parentFromJointRest = {
            random.vector(-1, 1), random.rotation(), random.vector(0.8f, 1.2f)};
    }
    const auto skeleton = *assets::Skeleton::create(joints);
    std::vector<math::Transform> local;
    for (const assets::Joint& joint : skeleton->joints()) {
        local.push_back(joint.parentFromJointRest);
    }
    std::vector<math::Affine> model(joints.size());
    pose::localToModel(*skeleton, local, model);
    for (std::size_t i = 0; i < joints.size(); ++i) {
        const glm::vec3 point = random.vector(-1, 1);
        glm::dvec3 expected(point);
        for (JointIndex at(i); !at.isNone(); at = skeleton->joint(at).parent) {
            const math::Transform& transform = local[at.value()];
            expected = glm::dvec3(transform.translation) +
                       glm::dquat(transform.rotation) * (glm::dvec3(transform.scale) * expected);
        }
        QCOMPARE_LE(test::maxAbsDiff(glm::dvec3(math::transformPoint(model[i], point)), expected),
                    2e-5);
    }
}

void TstLocalToModel::parentIsOnTheLeft() {
    assets::Joint parent{"parent", {}, {}, 0};
    parent.parentFromJointRest.rotation = glm::angleAxis(glm::radians(90.0f), glm::vec3(0, 0, 1));
    assets::Joint child{"child", JointIndex(0), {}, 1};
    child.parentFromJointRest.translation = glm::vec3(1, 0, 0);
    const auto skeleton = *assets::Skeleton::create({parent, child});
    const std::array local = {parent.parentFromJointRest, child.parentFromJointRest};
    std::array<math::Affine, 2> model;
    pose::localToModel(*skeleton, local, model);
    QCOMPARE_LE(test::maxAbsDiff(model[1].translation, glm::vec3(0, 1, 0)), 1e-6);
}

void TstLocalToModel::shuffledFilesGiveTheSamePoseAfterSorting() {
    // A chain 0-1-2-3 stored in the order 2, 0, 3, 1.
    const std::array<std::uint32_t, 4> stored = {2, 0, 3, 1};
    std::vector<std::optional<std::uint32_t>> parents;
    for (const std::uint32_t joint : stored) {
        if (joint == 0) {
            parents.push_back(std::nullopt);
        } else {
            const auto at = std::find(stored.begin(), stored.end(), joint - 1) - stored.begin();
            parents.push_back(static_cast<std::uint32_t>(at));
        }
    }
    const auto order = *assets::sortParentsFirst(parents);
    std::vector<assets::Joint> joints;
    std::vector<math::Transform> local;
    for (const std::uint32_t old : order) {
        assets::Joint joint;
        joint.fileNode = old;
        if (!joints.empty()) {
            joint.parent = JointIndex(joints.size() - 1);
        }
        joint.parentFromJointRest.translation =
            glm::vec3(static_cast<float>(stored[old] + 1), 0, 0);
        joints.push_back(joint);
        local.push_back(joint.parentFromJointRest);
    }
    const auto skeleton = *assets::Skeleton::create(joints);
    std::array<math::Affine, 4> model;
    pose::localToModel(*skeleton, local, model);
    QCOMPARE(model[3].translation.x, 10.0f);
    QCOMPARE(skeleton->joint(JointIndex(3)).fileNode, 2u); // chain joint 3 was stored third
}

void TstLocalToModel::keepsShearOfScaledParents() {
    assets::Joint parent{"parent", {}, {}, 0};
    parent.parentFromJointRest.scale = glm::vec3(2, 1, 1);
    assets::Joint child{"child", JointIndex(0), {}, 1};
    child.parentFromJointRest.rotation = glm::angleAxis(glm::radians(45.0f), glm::vec3(0, 0, 1));
    const auto skeleton = *assets::Skeleton::create({parent, child});
    const std::array local = {parent.parentFromJointRest, child.parentFromJointRest};
    std::array<math::Affine, 2> model;
    pose::localToModel(*skeleton, local, model);
    const float half = std::sqrt(0.5f);
    QCOMPARE_LE(test::maxAbsDiff(model[1].linear,
                                 glm::mat3(2 * half, half, 0, -2 * half, half, 0, 0, 0, 1)),
                1e-6);
}

void TstLocalToModel::deepChainsDoNotDrift() {
    // A chain whose joints lie up to a hundred units out: products in float are off by 1e-4 here.
    test::Random random(9);
    std::vector<assets::Joint> joints(400);
    for (std::size_t i = 0; i < joints.size(); ++i) {
        joints[i].parent = i == 0 ? JointIndex() : JointIndex(i - 1);
        joints[i].parentFromJointRest.translation = random.vector(-10, 10);
        joints[i].parentFromJointRest.rotation = random.rotation();
    }
    const auto skeleton = *assets::Skeleton::create(joints);
    std::vector<math::Transform> local;
    for (const assets::Joint& joint : skeleton->joints()) {
        local.push_back(joint.parentFromJointRest);
    }
    std::vector<math::Affine> model(joints.size());
    pose::localToModel(*skeleton, local, model);
    glm::dquat rotation(1.0, 0.0, 0.0, 0.0);
    glm::dvec3 position(0.0);
    for (std::size_t i = 0; i < joints.size(); ++i) {
        position += rotation * glm::dvec3(local[i].translation);
        rotation = rotation * glm::normalize(glm::dquat(local[i].rotation));
        QCOMPARE_LE(test::maxAbsDiff(glm::dvec3(model[i].translation), position), 1e-5);
    }
}

QTEST_GUILESS_MAIN(TstLocalToModel)
#include "tst_local_to_model.moc"
