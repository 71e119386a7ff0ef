// SPDX-License-Identifier: Apache-2.0
// The box around points.
#include <sartor/render/bounds.h>

#include <QtTest/qtest.h>

#include <support/compare.h>

#include <cmath>

using namespace sartor;
using render::Bounds;

class TstBounds : public QObject {
    Q_OBJECT

private slots:
    void growsABoxPointByPoint() {
        Bounds bounds;
        QVERIFY(bounds.isEmpty);
        bounds.add(glm::vec3(5.0f, 1.0f, -2.0f));
        QVERIFY(!bounds.isEmpty);
        QCOMPARE_EQ(test::maxAbsDiff(bounds.minimum, bounds.maximum), 0.0);
        bounds.add(glm::vec3(3.0f, 4.0f, -2.0f));
        QCOMPARE_EQ(test::maxAbsDiff(bounds.minimum, glm::vec3(3.0f, 1.0f, -2.0f)), 0.0);
        QCOMPARE_EQ(test::maxAbsDiff(bounds.maximum, glm::vec3(5.0f, 4.0f, -2.0f)), 0.0);
        QCOMPARE_LE(test::maxAbsDiff(static_cast<double>(bounds.radius()), std::sqrt(13.0) / 2),
                    test::kUnitTolerance);
    }
};

QTEST_GUILESS_MAIN(TstBounds)
#include "tst_bounds.moc"
