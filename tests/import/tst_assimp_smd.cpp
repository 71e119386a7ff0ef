// SPDX-License-Identifier: Apache-2.0
// SMD against closed forms.
#include "format_files.h"
#include "scene_lookup.h"
#include "scene_oracle.h"

#include <QtTest>

#include <support/compare.h>

using namespace sartor;
using namespace sartor::test;

namespace {

// Two bones, the second one unit above the first (Z is up), over two frames.
constexpr const char* kSmdFile = R"(version 1
nodes
0 "root" -1
1 "arm" 0
end
skeleton
time 0
0 0 0 0 0 0 0
1 0 0 1 0 0 0
time 1
0 0 0 0 0 0 0
1 0 0 1 1.570796327 0 0
end
triangles
skin.bmp
0 0 0 0 0 0 1 0 0 1 0 1
0 1 0 0 0 0 1 1 0 1 0 1
0 0 0 2 0 0 1 0 1 2 0 0.25 1 0.75
end
)";

} // namespace

class TstAssimpSmd : public QObject {
    Q_OBJECT

private slots:
    void playsSmdWithAnAssumedRate();
};

void TstAssimpSmd::playsSmdWithAnAssumedRate() {
    const ImportFolder folder;
    const auto scene = folder.loadText("strip.smd", kSmdFile);
    QVERIFY2(scene, failureOf(scene));
    QCOMPARE(scene->clips.size(), 1u);
    QCOMPARE_LE(maxAbsDiff(scene->clips[0]->duration(), 1.0 / 25.0), 1e-6);
    QVERIFY(findNote(*scene, "anim.ticks_per_second_missing") != nullptr);
    QVERIFY(findNote(*scene, "axis.converted") != nullptr);
    // The vertex two units up: a quarter stays, three quarters turn by 90 degrees about x around
    // the arm, from z towards -y. In model space y is up and the file's -y is +z.
    const auto end =
        deformedPositionsAt(*scene, scene->instances.at(0), scene->clips[0].get(), 1.0 / 25.0);
    const auto positions = scene->instances[0].mesh->positions();
    std::size_t checkedCount = 0;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        if (positions[i] == glm::vec3(0.0f, 0.0f, 2.0f)) {
            QCOMPARE_LE(maxAbsDiff(end[i], glm::dvec3(0.0, 0.25 * 2.0 + 0.75 * 1.0, 0.75)), 1e-6);
            ++checkedCount;
        }
    }
    QCOMPARE(checkedCount, 1u);
}

QTEST_GUILESS_MAIN(TstAssimpSmd)
#include "tst_assimp_smd.moc"
