// SPDX-License-Identifier: Apache-2.0
// The grid fits the scene.
#include <sartor/render/grid.h>

#include <QtTest/qtest.h>

#include <cmath>

using namespace sartor;

class TstGrid : public QObject {
    Q_OBJECT

private slots:
    void choosesAGridForTheSizeOfTheScene_data() {
        QTest::addColumn<float>("size");
        QTest::addColumn<float>("spacing");
        QTest::newRow("a person in metres") << 1.75f << 0.1f;
        QTest::newRow("a person in centimetres") << 175.0f << 10.0f;
        QTest::newRow("a fly") << 0.006f << 0.001f;
    }
    void choosesAGridForTheSizeOfTheScene() {
        QFETCH(const float, size);
        QFETCH(const float, spacing);
        render::Bounds bounds;
        bounds.add(glm::vec3(-0.4f * size, 0.0f, -0.1f * size));
        bounds.add(glm::vec3(0.4f * size, size, 0.1f * size));
        const render::Grid grid = render::gridFor(bounds);
        QCOMPARE_LE(std::abs(grid.spacing / spacing - 1.0f), 1e-5f);
        QCOMPARE_GT(grid.radius, size);
    }
};

QTEST_GUILESS_MAIN(TstGrid)
#include "tst_grid.moc"
