// SPDX-License-Identifier: Apache-2.0
// Planted noise of known amplitude is found where it was planted, and nothing else is.
#include <sartor/diagnose/jitter.h>

#include <QTest>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/trigonometric.hpp>

#include <support/compare.h>
#include <support/scene_builder.h>

#include <algorithm>
#include <cmath>
#include <functional>

using namespace sartor;
using diagnose::Jitter;
using diagnose::JitterVerdict;
using diagnose::JointJitter;
// clang-format 14 takes a line that begins with `import` for something else.
using ImportedScene = import::ImportedScene;

namespace {

constexpr std::size_t kFrameCount = 900;
constexpr double kRate = 30.0;

// Degrees about z of each of the four joints of a chain with bones of length 1, by time and frame.
using Angle = std::function<double(double time, std::size_t frame)>;

double still(double, std::size_t) {
    return 0.0;
}

// What an arm does at a fast walk.
double swing(double time, std::size_t) {
    return 40.0 * std::sin(2.0 * 3.14159265358979 * 1.2 * time);
}

double sway(double time, std::size_t) {
    return 40.0 * std::sin(2.0 * 3.14159265358979 * 0.3 * time);
}

Angle noise(double degrees, std::uint32_t seed) {
    auto random = std::make_shared<math::Random>(seed);
    return [random, degrees](double, std::size_t) {
        // Uniform in [-1, 1] has the mean square 1/3.
        return degrees * std::sqrt(3.0) * static_cast<double>(random->uniform(-1.0f, 1.0f));
    };
}

Angle sum(Angle a, Angle b) {
    return [a = std::move(a), b = std::move(b)](double time, std::size_t frame) {
        return a(time, frame) + b(time, frame);
    };
}

ImportedScene
chain(const std::vector<Angle>& angles, std::size_t frameCount = kFrameCount, float unit = 1.0f) {
    test::SceneBuilder builder;
    JointIndex parent;
    std::vector<JointIndex> joints;
    for (std::size_t i = 0; i < angles.size(); ++i) {
        parent = builder.joint("joint " + std::to_string(i),
                               parent,
                               test::moved(glm::vec3(0.0f, i == 0 ? 0.0f : unit, 0.0f)));
        joints.push_back(parent);
    }
    assets::ClipData data;
    data.name = "clip";
    for (std::size_t i = 0; i < angles.size(); ++i) {
        assets::JointTracks& tracks = data.jointTracks.emplace_back();
        tracks.joint = joints[i];
        for (std::size_t frame = 0; frame < frameCount; ++frame) {
            const double time = static_cast<double>(frame) / kRate;
            tracks.rotation.times.push_back(static_cast<float>(time));
            tracks.rotation.values.push_back(
                glm::angleAxis(static_cast<float>(glm::radians(angles[i](time, frame))),
                               glm::vec3(0.0f, 0.0f, 1.0f)));
        }
    }
    builder.clip(data);
    return builder.build();
}

Jitter jitterOf(const ImportedScene& scene) {
    return diagnose::measureJitter(scene, *scene.clips[0], diagnose::chooseFrames(*scene.clips[0]));
}

const JointJitter& of(const Jitter& jitter, std::size_t joint) {
    const auto found =
        std::find_if(jitter.joints.begin(), jitter.joints.end(), [&](const JointJitter& entry) {
            return entry.joint == JointIndex(joint);
        });
    if (found == jitter.joints.end()) {
        qFatal("joint %d does not move", static_cast<int>(joint));
    }
    return *found;
}

} // namespace

class TstJitter : public QObject {
    Q_OBJECT

private slots:
    void theCurveHasTheDifferencesOfEveryFrame() {
        // Turns at a speed that grows until the middle and stays: 0.2 degrees per frame squared.
        constexpr std::size_t kMiddle = 20;
        const auto growing = [](double, std::size_t frame) {
            const auto f = static_cast<double>(frame);
            const double m = kMiddle;
            return f <= m ? 0.1 * f * f : 0.1 * m * m + 0.2 * m * (f - m);
        };
        const ImportedScene scene = chain({growing, still}, 40);
        const diagnose::ClipFrames frames = diagnose::chooseFrames(*scene.clips[0]);
        const auto curve = diagnose::jitterCurve(scene, *scene.clips[0], frames, JointIndex(0));
        QCOMPARE(curve.size(), std::size_t{40});
        // Keys are floats, whose angles are good to 1e-5 degrees or so.
        for (std::size_t frame = 0; frame < curve.size(); ++frame) {
            const double expected = frame == 0 || frame + 1 == curve.size() ? 0.0
                                    : frame < kMiddle                       ? 0.2
                                    : frame == kMiddle                      ? 0.1
                                                                            : 0.0;
            QCOMPARE_LE(std::abs(curve[frame].localRotation - expected), 1e-4);
            QCOMPARE_LE(curve[frame].modelPosition, 1e-6);
        }
        // The tip goes round: its root mean square is what the measure of the clip says.
        const auto tip = diagnose::jitterCurve(scene, *scene.clips[0], frames, JointIndex(1));
        double squares = 0.0;
        for (const diagnose::JitterSample& sample : tip) {
            squares += sample.modelPosition * sample.modelPosition;
        }
        const double mean = std::sqrt(squares / static_cast<double>(tip.size() - 2));
        QVERIFY(mean > 1e-3);
        QCOMPARE_LE(std::abs(mean - of(jitterOf(scene), 1).modelPosition.difference), 1e-9);
        const diagnose::ClipFrames few{0.0, 1.0 / 30.0, 2};
        QVERIFY(diagnose::jitterCurve(scene, *scene.clips[0], few, JointIndex(1)).empty());
    }

    void differencesAreThoseOfTheCurve() {
        // One turn by frame squared: the second difference is twice the factor everywhere.
        const Jitter jitter = jitterOf(chain(
            {[](double, std::size_t frame) { return 1e-4 * static_cast<double>(frame * frame); }}));
        // Frames in which the turn passes half a circle are those of a turn the other way.
        QCOMPARE_LE(test::maxAbsDiff(of(jitter, 0).localRotation.difference, 2e-4), 2e-5);
    }

    void plantedNoiseHasItsAmplitude_data() {
        QTest::addColumn<double>("degrees");
        QTest::newRow("0.05") << 0.05;
        QTest::newRow("0.5") << 0.5;
        QTest::newRow("3") << 3.0;
    }
    void plantedNoiseHasItsAmplitude() {
        QFETCH(const double, degrees);
        const ImportedScene scene = chain({still, sum(swing, noise(degrees, 1)), still, still});
        const Jitter jitter = jitterOf(scene);
        const JointJitter& joint = of(jitter, 1);
        // 900 draws leave a tenth, and the swing of 40 degrees hundredths of a degree.
        QCOMPARE_LE(test::maxAbsDiff(joint.localRotation.noise, degrees), 0.13 * degrees + 0.025);
        QVERIFY(joint.localRotation.worstNoise < 2.5 * degrees);
        QVERIFY(joint.localRotation.worstNoise >= joint.localRotation.noise);
        QCOMPARE_LE(test::maxAbsDiff(joint.lever, 2.0), 1e-6);
        QCOMPARE_LE(
            test::maxAbsDiff(joint.ownMove, 2.0 * glm::radians(joint.localRotation.worstNoise)),
            1e-12);
        // Its own place does not move, and its turn is seen in model space as it is.
        QCOMPARE_LE(joint.modelPosition.noise, 1e-6);
        QCOMPARE_LE(test::maxAbsDiff(joint.modelRotation.noise, joint.localRotation.noise), 1e-4);
    }

    void aShortTrembleIsFoundWhereItIs() {
        const Angle burst = [tremble = noise(1.0, 8)](double time, std::size_t frame) {
            return time >= 20.0 && time < 22.0 ? tremble(time, frame) : 0.0;
        };
        const Jitter jitter = jitterOf(chain({still, sum(swing, burst), still, still}));
        const JointJitter& joint = of(jitter, 1);
        QCOMPARE(joint.verdict, JitterVerdict::Own);
        QVERIFY(joint.localRotation.worstTime > 19.0f && joint.localRotation.worstTime < 22.0f);
        QVERIFY(joint.localRotation.worstNoise > 3.0 * joint.localRotation.noise);
    }

    void tellsOwnFromInherited() {
        const Jitter jitter = jitterOf(chain({sway, sum(sway, noise(0.5, 2)), swing, still}));
        QCOMPARE(jitter.joints.size(), std::size_t(4));
        QCOMPARE(of(jitter, 0).verdict, JitterVerdict::Steady);
        QCOMPARE(of(jitter, 1).verdict, JitterVerdict::Own);
        for (const std::size_t below : {std::size_t(2), std::size_t(3)}) {
            const JointJitter& joint = of(jitter, below);
            QCOMPARE(joint.verdict, JitterVerdict::Inherited);
            QCOMPARE(joint.from, JointIndex(1));
            QVERIFY(joint.localRotation.noise < 0.03);
            // At the end of so many bones, at the joint that turns.
            const double carried = static_cast<double>(below - 1) * glm::radians(0.5);
            QCOMPARE_LE(test::maxAbsDiff(joint.modelPosition.noise / carried, 1.0), 0.15);
        }
        QCOMPARE(jitter.joints[0].verdict != JitterVerdict::Steady, true);
        QCOMPARE(jitter.joints.back().joint, JointIndex(0));
    }

    void aTrembleOnTopOfAnInheritedOneIsOwn() {
        const Jitter jitter = jitterOf(chain({noise(0.3, 3), still, noise(0.6, 4), still}));
        QCOMPARE(of(jitter, 0).verdict, JitterVerdict::Own);
        QCOMPARE(of(jitter, 1).verdict, JitterVerdict::Inherited);
        QCOMPARE(of(jitter, 1).from, JointIndex(0));
        QCOMPARE(of(jitter, 2).verdict, JitterVerdict::Own);
        QVERIFY(of(jitter, 2).inheritedMove > jitter.limit);
        // 0.3 degrees at a lever of 3 move more than 0.6 at 1.
        QCOMPARE(of(jitter, 3).from, JointIndex(0));
    }

    void healthyMotionIsSteady_data() {
        QTest::addColumn<int>("kind");
        QTest::newRow("still") << 0;
        QTest::newRow("walk") << 1;
        QTest::newRow("posed every quarter second") << 2;
        QTest::newRow("ever faster") << 3;
        QTest::newRow("run") << 4;
    }
    void healthyMotionIsSteady() {
        QFETCH(const int, kind);
        const Angle posed = [](double time, std::size_t) {
            // Straight between poses of 25 degrees to either side, half a second apart.
            const double part = std::fmod(time * 2.0, 2.0);
            return 50.0 * (part < 1.0 ? part : 2.0 - part) - 25.0;
        };
        const Angle faster = [](double time, std::size_t) { return 2.0 * time * time; };
        // Each step of a run in eight frames, with the harmonics of its blows.
        const Angle run = [](double time, std::size_t) {
            const double phase = 2.0 * 3.14159265358979 * 1.9 * time;
            return 45.0 * std::sin(phase) + 12.0 * std::sin(2.0 * phase + 0.4) +
                   4.0 * std::sin(3.0 * phase);
        };
        const Angle angle =
            std::array<Angle, 5>{still, swing, posed, faster, run}[static_cast<std::size_t>(kind)];
        const Jitter jitter = jitterOf(chain({angle, still, angle, still}));
        for (const JointJitter& joint : jitter.joints) {
            QVERIFY2(joint.verdict == JitterVerdict::Steady,
                     qPrintable(QString::number(joint.ownMove / jitter.limit)));
        }
        QCOMPARE(jitter.joints.empty(), kind == 0);
    }

    void translationCountsToo() {
        test::SceneBuilder builder;
        const JointIndex root = builder.joint("root");
        const JointIndex hips =
            builder.joint("hips", root, test::moved(glm::vec3(0.0f, 1.0f, 0.0f)));
        const JointIndex head =
            builder.joint("head", hips, test::moved(glm::vec3(0.0f, 1.0f, 0.0f)));
        assets::ClipData data;
        assets::JointTracks& tracks = data.jointTracks.emplace_back();
        tracks.joint = hips;
        math::Random random(5);
        for (std::size_t frame = 0; frame < kFrameCount; ++frame) {
            tracks.translation.times.push_back(
                static_cast<float>(static_cast<double>(frame) / kRate));
            tracks.translation.values.push_back(glm::vec3(0.0f, 1.0f, 0.0f) +
                                                random.vector(-0.01f, 0.01f));
        }
        builder.clip(data);
        const Jitter jitter = jitterOf(builder.build());
        QCOMPARE(of(jitter, hips.value()).verdict, JitterVerdict::Own);
        // Three components, uniform in +-0.01: the root of their mean squares' sum.
        QCOMPARE_LE(test::maxAbsDiff(of(jitter, hips.value()).localTranslation.noise, 0.01), 6e-4);
        QCOMPARE(of(jitter, head.value()).verdict, JitterVerdict::Inherited);
        QCOMPARE(of(jitter, head.value()).from, hips);
    }

    void theLimitIsThatOfTheCharacter() {
        const std::vector<Angle> angles = {still, noise(0.5, 6), still, still};
        const Jitter metres = jitterOf(chain(angles));
        QCOMPARE_LE(test::maxAbsDiff(metres.extent, 3.0), 1e-6);
        QCOMPARE_LE(test::maxAbsDiff(metres.limit, 3.0 / 1080.0), 1e-9);
        const Jitter centimetres =
            jitterOf(chain({still, noise(0.5, 6), still, still}, kFrameCount, 100.0f));
        QCOMPARE_LE(test::maxAbsDiff(centimetres.limit, 300.0 / 1080.0), 1e-7);
        QCOMPARE(of(centimetres, 1).verdict, JitterVerdict::Own);
    }

    void shortClipsSayNothing() {
        QVERIFY(jitterOf(chain({noise(5.0, 7), still}, 15)).joints.empty());
        QVERIFY(!jitterOf(chain({noise(5.0, 7), still}, 16)).joints.empty());
    }
};

QTEST_GUILESS_MAIN(TstJitter)
#include "tst_jitter.moc"
