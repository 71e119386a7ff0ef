// SPDX-License-Identifier: Apache-2.0
// The view modes as data: which colour a vertex has and why.
#include <sartor/diagnose/explain.h>
#include <sartor/render/colour_ramp.h>
#include <sartor/session/view_colours.h>

#include <QtTest>

#include <support/compare.h>
#include <support/scene_builder.h>

#include <cmath>
#include <limits>

using namespace sartor;
using render::kInvalidColour;
using render::kNoInfluenceColour;
using session::Session;
using session::ViewMode;
using session::ViewOptions;

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

/// Joints "root" at the origin, "arm" one metre up, and a node "prop" that carries a rigid mesh.
/// The skin names "arm" in two slots. The inverse bind of slot 0 is off by the given offset.
struct Character {
    JointIndex root;
    JointIndex arm;
    std::unique_ptr<Session> session;
};

Character makeCharacter(const glm::vec3& bindOffset = glm::vec3(0.0f)) {
    test::SceneBuilder builder;
    Character made;
    made.root = builder.joint("root");
    made.arm = builder.joint("arm", made.root, test::moved(glm::vec3(0, 1, 0)));
    const JointIndex prop = builder.joint("prop", {}, test::moved(glm::vec3(5, 0, 0)));
    const math::Affine armFromBind{math::identityMat3(), glm::vec3(0, -1, 0)};
    math::Affine wrong = armFromBind;
    wrong.translation += bindOffset;
    const std::uint32_t skin =
        builder.skin("skin", {made.arm, made.root, made.arm}, {wrong, math::Affine{}, armFromBind});

    assets::MeshData mesh;
    mesh.name = "body";
    mesh.positions = {glm::vec3(0, 0, 0),
                      glm::vec3(0, 1, 0),
                      glm::vec3(0, 2, 0),
                      glm::vec3(1, 2, 0),
                      glm::vec3(1, 0, 0)};
    mesh.normals = {glm::vec3(1, 0, 0),
                    glm::vec3(0, -1, 0),
                    glm::vec3(0, 0, 1),
                    glm::vec3(0, 1, 0),
                    glm::vec3(0, 1, 0)};
    // All root; half and half; arm through both of its slots; the same without normalisation;
    // more arm than root only when its two slots are taken together.
    mesh.influences = test::fileInfluences({{{1, 1.0f}},
                                            {{0, 0.5f}, {1, 0.5f}},
                                            {{0, 0.25f}, {2, 0.75f}},
                                            {{0, 0.5f}, {2, 0.4f}},
                                            {{0, 0.3f}, {2, 0.3f}, {1, 0.4f}}});
    builder.mesh(std::move(mesh), made.root, skin);

    assets::MeshData box;
    box.name = "box";
    box.positions = {glm::vec3(0.0f), glm::vec3(1, 0, 0)};
    builder.mesh(std::move(box), prop);

    assets::ClipData clip;
    clip.name = "lift";
    assets::JointTracks tracks;
    tracks.joint = made.arm;
    tracks.translation =
        test::track<glm::vec3>({0.0f, 1.0f}, {glm::vec3(0, 1, 0), glm::vec3(0, 1.5f, 0)});
    clip.jointTracks = {tracks};
    builder.clip(std::move(clip));

    session::SessionOptions options;
    options.pluginFolders = {SARTOR_PLUGIN_DIR};
    made.session = test::require(Session::create(builder.build(), options));
    return made;
}

std::vector<std::uint32_t>
coloursOf(const Character& character, std::size_t instance, const ViewOptions& options) {
    return session::viewColours(*character.session, instance, options);
}

} // namespace

class TstViewColours : public QObject {
    Q_OBJECT

private slots:
    void shadedHasNoColours() {
        const Character character = makeCharacter();
        QVERIFY(character.session->evaluate(0.0).isOk());
        QVERIFY(coloursOf(character, 0, {.mode = ViewMode::Shaded}).empty());
    }

    void weightsOfOneJointAreSummedOverItsSlots() {
        const Character character = makeCharacter();
        QVERIFY(character.session->evaluate(0.0).isOk());
        const auto arm =
            coloursOf(character, 0, {.mode = ViewMode::Weights, .joint = character.arm});
        QCOMPARE(arm.size(), std::size_t{5});
        QCOMPARE(arm[0], kNoInfluenceColour);
        QCOMPARE(arm[1], render::weightColour(0.5f));
        QCOMPARE(arm[2], render::weightColour(1.0f));
        QCOMPARE(arm[3], render::weightColour(1.0f)); // normalised
        QCOMPARE(arm[4], render::weightColour(0.6f));
        const auto root =
            coloursOf(character, 0, {.mode = ViewMode::Weights, .joint = character.root});
        QCOMPARE(root[0], render::weightColour(1.0f));
        QCOMPARE(root[2], kNoInfluenceColour);
        for (const std::uint32_t colour : coloursOf(character, 0, {.mode = ViewMode::Weights})) {
            QCOMPARE(colour, kNoInfluenceColour);
        }
        // A mesh that follows its node is bound to that node and nothing else.
        const auto box =
            coloursOf(character, 1, {.mode = ViewMode::Weights, .joint = JointIndex(2)});
        QCOMPARE(box[0], render::weightColour(1.0f));
    }

    void dominantCountsAJointOnce() {
        const Character character = makeCharacter();
        QVERIFY(character.session->evaluate(0.0).isOk());
        const auto colours = coloursOf(character, 0, {.mode = ViewMode::Dominant});
        const std::uint32_t root = render::categoryColour(character.root.value());
        const std::uint32_t arm = render::categoryColour(character.arm.value());
        QCOMPARE(colours[0], root);
        QCOMPARE(colours[2], arm);
        QCOMPARE(colours[4], arm);
    }

    void influencesAreCounted() {
        const Character character = makeCharacter();
        QVERIFY(character.session->evaluate(0.0).isOk());
        const auto colours = coloursOf(character, 0, {.mode = ViewMode::Influences});
        QCOMPARE(colours[0], render::weightColour(0.0f));
        QCOMPARE(colours[1], render::weightColour(1.0f / 7.0f));
        QCOMPARE(colours[4], render::weightColour(2.0f / 7.0f));
    }

    void weightSumShowsWhatTheFileSays() {
        const Character character = makeCharacter();
        QVERIFY(character.session->evaluate(0.0).isOk());
        const auto colours = coloursOf(character, 0, {.mode = ViewMode::WeightSum});
        QCOMPARE(colours[0], render::residualColour(0.0f));
        QCOMPARE(colours[2], render::residualColour(0.0f));
        // 0.9 is off by 0.1: five of the six decades from 1e-6 to 1.
        QCOMPARE(colours[3], render::residualColour(5.0f / 6.0f));
        const auto box = coloursOf(character, 1, {.mode = ViewMode::WeightSum});
        QCOMPARE(box[0], kNoInfluenceColour);
    }

    void hazardsShowWhatTheChainMarks() {
        const Character character = makeCharacter();
        QVERIFY(character.session->evaluate(0.0).isOk());
        // Linear skinning marks nothing.
        QCOMPARE(coloursOf(character, 0, {.mode = ViewMode::Hazards})[0], kNoInfluenceColour);
        QVERIFY(character.session->setChain("dqs").isOk());
        QVERIFY(character.session->evaluate(0.0).isOk());
        for (const std::uint32_t colour : coloursOf(character, 0, {.mode = ViewMode::Hazards})) {
            QCOMPARE(colour, render::residualColour(0.0f));
        }
        QCOMPARE(session::hazardSeverity(0), 0.0f);
        QCOMPARE(session::hazardSeverity(SARTOR_FLAG_NEAR_HALF_TURN), 0.5f);
        QCOMPARE(
            session::hazardSeverity(SARTOR_FLAG_NEAR_HALF_TURN | SARTOR_FLAG_HEMISPHERE_CONFLICT),
            1.0f);
        QVERIFY(std::isnan(session::hazardSeverity(SARTOR_FLAG_ANTIPODAL)));
    }

    void displacementIsMeasuredFromTheRestPose() {
        const Character character = makeCharacter();
        QVERIFY(character.session->setClip(0).isOk());
        QVERIFY(character.session->evaluate(0.0).isOk());
        for (const std::uint32_t colour :
             coloursOf(character, 0, {.mode = ViewMode::Displacement})) {
            QCOMPARE(colour, render::weightColour(0.0f));
        }
        QVERIFY(character.session->evaluate(1.0).isOk());
        const auto colours = coloursOf(character, 0, {.mode = ViewMode::Displacement});
        // Half a metre against half of the diagonal of 1 x 2 metres.
        const float half = std::sqrt(5.0f) / 2.0f;
        QCOMPARE(colours[0], render::weightColour(0.0f));
        QCOMPARE(colours[1], render::weightColour(0.25f / half));
        QCOMPARE(colours[2], render::weightColour(0.5f / half));
    }

    void bindShowsTheResidualOfTheHeaviestSlot() {
        const Character good = makeCharacter();
        QVERIFY(good.session->evaluate(0.0).isOk());
        for (const std::uint32_t colour : coloursOf(good, 0, {.mode = ViewMode::Bind})) {
            QCOMPARE(colour, render::residualColour(0.0f));
        }
        const Character bad = makeCharacter(glm::vec3(0, 0, 0.5f));
        QVERIFY(bad.session->evaluate(0.0).isOk());
        const auto colours = coloursOf(bad, 0, {.mode = ViewMode::Bind});
        QCOMPARE(colours[0], render::residualColour(0.0f)); // root
        QCOMPARE(colours[2], render::residualColour(0.0f)); // the arm's good slot
        QCOMPARE(colours[3], render::residualColour(1.0f)); // the arm's bad slot
        const auto box = coloursOf(bad, 1, {.mode = ViewMode::Bind});
        QCOMPARE(box[0], kNoInfluenceColour);
    }

    void bindSeverityIsTheWorstOfItsParts_data() {
        QTest::addColumn<double>("relativeLength");
        QTest::addColumn<double>("degrees");
        QTest::addColumn<double>("scale");
        QTest::addColumn<double>("expected");
        QTest::newRow("nothing") << 0.0 << 0.0 << 1.0 << 0.0;
        QTest::newRow("length") << 0.02 << 0.1 << 1.001 << 0.02;
        QTest::newRow("angle") << 0.02 << 90.0 << 1.001 << std::acos(0.0);
        QTest::newRow("larger") << 0.02 << 0.1 << 3.0 << 2.0;
        QTest::newRow("smaller") << 0.02 << 0.1 << 0.25 << 3.0;
        QTest::newRow("flat") << 0.0 << 0.0 << 0.0 << std::numeric_limits<double>::infinity();
    }
    void bindSeverityIsTheWorstOfItsParts() {
        QFETCH(const double, relativeLength);
        QFETCH(const double, degrees);
        QFETCH(const double, scale);
        QFETCH(const double, expected);
        diagnose::JointBind joint;
        joint.residual.relativeLength = relativeLength;
        joint.residual.degrees = degrees;
        joint.residual.scale = scale;
        const double severity = session::bindSeverity(joint);
        if (std::isinf(expected)) {
            QVERIFY(std::isinf(severity));
            return;
        }
        QCOMPARE_LE(test::maxAbsDiff(severity, expected), 1e-12);
        joint.isSingular = true;
        QVERIFY(std::isinf(session::bindSeverity(joint)));
        joint.isSingular = false;
        joint.isFinite = false;
        QVERIFY(std::isinf(session::bindSeverity(joint)));
    }

    void normalsAreDirections() {
        const Character character = makeCharacter();
        QVERIFY(character.session->evaluate(0.0).isOk());
        const auto colours = coloursOf(character, 0, {.mode = ViewMode::Normals});
        QCOMPARE(colours[0], 0xff8080ffu);
        QCOMPARE(colours[1], 0xff800080u);
        QCOMPARE(colours[2], 0xffff8080u);
        const auto box = coloursOf(character, 1, {.mode = ViewMode::Normals});
        QCOMPARE(box[0], kNoInfluenceColour);
    }

    /// Of slots, not of joints: the file's numbers, of the first influence with weight.
    void idsAreWhatTheFileSays() {
        const Character character = makeCharacter();
        QVERIFY(character.session->evaluate(0.0).isOk());
        const auto colours = coloursOf(character, 0, {.mode = ViewMode::Ids});
        QCOMPARE(colours[0], render::categoryColour(1));
        QCOMPARE(colours[1], render::categoryColour(0));
        QCOMPARE(colours[4], render::categoryColour(0));
        const auto box = coloursOf(character, 1, {.mode = ViewMode::Ids});
        QCOMPARE(box[0], kNoInfluenceColour);

        const auto legend = session::viewLegend(*character.session, {.mode = ViewMode::Ids});
        QCOMPARE(legend.size(), std::size_t{2});
        QCOMPARE(legend[0].label, std::string("0 arm"));
        QCOMPARE(legend[0].colour, render::categoryColour(0));
        QCOMPARE(legend[1].label, std::string("1 root"));
        const auto dominant = session::viewLegend(*character.session, {.mode = ViewMode::Dominant});
        QCOMPARE(dominant.size(), std::size_t{3}); // with the node of the box
        QCOMPARE(dominant[1].label, std::string("arm"));
        QCOMPARE(dominant[1].colour, render::categoryColour(character.arm.value()));
        QVERIFY(session::viewLegend(*character.session, {.mode = ViewMode::Bind}).empty());
    }

    /// Padding in front has no weight; what names no joint is marked.
    void idsWithoutAJointAreMarked() {
        test::SceneBuilder builder;
        const JointIndex root = builder.joint("root");
        const std::uint32_t skin = builder.skin("skin", {root});
        assets::MeshData mesh;
        mesh.positions = {glm::vec3(0.0f), glm::vec3(1.0f), glm::vec3(2.0f)};
        mesh.influences = test::fileInfluences(
            {{{7, 0.0f}, {0, 1.0f}}, {{255, 0.5f}, {0, 0.5f}}, {{0, 0.0f}, {0, 0.0f}}});
        builder.mesh(std::move(mesh), root, skin);
        session::SessionOptions options;
        options.pluginFolders = {SARTOR_PLUGIN_DIR};
        const auto session = test::require(Session::create(builder.build(), options));
        QVERIFY(session->evaluate(0.0).isOk());
        const auto colours = session::viewColours(*session, 0, {.mode = ViewMode::Ids});
        QCOMPARE(colours[0], render::categoryColour(0));
        QCOMPARE(colours[1], kInvalidColour);
        QCOMPARE(colours[2], kNoInfluenceColour);
        const auto legend = session::viewLegend(*session, {.mode = ViewMode::Ids});
        QCOMPARE(legend.back().colour, kInvalidColour);
        QVERIFY(legend.back().label.find("1 vertex") != std::string::npos);
    }

    void directionIsFromTheStoredPlace() {
        const Character character = makeCharacter();
        QVERIFY(character.session->setClip(0).isOk());
        QVERIFY(character.session->evaluate(0.0).isOk());
        const std::uint32_t still = 0xff808080u;
        for (std::size_t instance : {0u, 1u}) {
            for (const std::uint32_t colour :
                 coloursOf(character, instance, {.mode = ViewMode::Direction})) {
                QCOMPARE(colour, still);
            }
        }
        QVERIFY(character.session->evaluate(1.0).isOk());
        const auto colours = coloursOf(character, 0, {.mode = ViewMode::Direction});
        QCOMPARE(colours[0], still);
        // Half a metre upwards against half of the diagonal of 1 x 2 metres.
        const float strength = std::sqrt(0.5f / (std::sqrt(5.0f) / 2.0f));
        QCOMPARE(colours[2], render::directionColour(glm::vec3(0, strength, 0)));
        QCOMPARE((colours[2] >> 8) & 0xffu,
                 static_cast<std::uint32_t>(std::lround((0.5f + 0.5f * strength) * 255.0f)));
        const auto legend = session::viewLegend(*character.session, {.mode = ViewMode::Direction});
        QCOMPARE(legend[0].colour, still);
        QCOMPARE(legend[3].label, std::string("+Y"));
        QCOMPARE(legend[3].colour, 0xff80ff80u);
    }

    void aSumThatIsNoNumberIsMarked() {
        test::SceneBuilder builder;
        const JointIndex root = builder.joint("root");
        const std::uint32_t skin = builder.skin("skin", {root});
        assets::MeshData mesh;
        mesh.positions = {glm::vec3(0.0f)};
        mesh.influences = test::fileInfluences({{{0, kNan}, {0, 1.0f}}});
        builder.mesh(std::move(mesh), root, skin);
        session::SessionOptions options;
        options.pluginFolders = {SARTOR_PLUGIN_DIR};
        const auto session = test::require(Session::create(builder.build(), options));
        QVERIFY(session->evaluate(0.0).isOk());
        const auto colours = session::viewColours(*session, 0, {.mode = ViewMode::WeightSum});
        QCOMPARE(colours[0], kInvalidColour);
    }

    void collapseIsWhatAQuarterTurnTakes() {
        // Joints without a class are tried with 90 degrees; "root" carries everything, so that only
        // "arm" comes between.
        const Character character = makeCharacter();
        QVERIFY(character.session->evaluate(0.0).isOk());
        const auto colours = coloursOf(character, 0, {.mode = ViewMode::Collapse});
        // The weights of the arm, of a sum of one.
        const std::array<double, 5> shares = {0.0, 0.5, 1.0, 1.0, 0.6};
        for (std::size_t vertex = 0; vertex < shares.size(); ++vertex) {
            const double share = shares[vertex];
            const double kept = std::sqrt(1.0 - 2.0 * share * (1.0 - share));
            QCOMPARE(colours[vertex], render::residualColour(static_cast<float>(1.0 - kept)));
        }
        QVERIFY(colours[0] != colours[1]);
        // What no skin deforms has no collapse.
        for (const std::uint32_t colour : coloursOf(character, 1, {.mode = ViewMode::Collapse})) {
            QCOMPARE(colour, kNoInfluenceColour);
        }
    }

    void collapseHoldsForAllPoses() {
        const Character character = makeCharacter();
        QVERIFY(character.session->evaluate(0.0).isOk());
        const auto before = coloursOf(character, 0, {.mode = ViewMode::Collapse});
        QVERIFY(character.session->setClip(0).isOk());
        QVERIFY(character.session->evaluate(1.0).isOk());
        QCOMPARE(coloursOf(character, 0, {.mode = ViewMode::Collapse}), before);
    }
};

QTEST_GUILESS_MAIN(TstViewColours)
#include "tst_view_colours.moc"
