// SPDX-License-Identifier: Apache-2.0
// Files that are broken in two ways at once, and what is left of them.
#include <sartor/import/import_file.h>
#include <sartor/session/mend_file.h>

#include <QTemporaryDir>
#include <QtTest>

#include <support/require.h>

using namespace sartor;
using session::MendRequest;

class TstMendFile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // Inverse binds that are bind matrices, and weights of which half is missing.
    void initTestCase() {
        const std::filesystem::path mannequin = SARTOR_SAMPLES_DIR "/assets/mannequin.glb";
        const auto scene = test::require(import::importFile(mannequin));
        io::GltfWriter writer = test::require(io::GltfWriter::open(mannequin));
        import::InverseBindsEdit binds;
        for (const math::Affine& jointFromBind : scene.skins[0]->jointFromBind()) {
            binds.jointFromBind.push_back(math::inverse(jointFromBind).value());
        }
        QVERIFY(writer.apply(binds).isOk());
        for (const import::MeshInstance& instance : scene.instances) {
            if (const assets::FileInfluences* influences = instance.mesh->fileInfluences()) {
                import::InfluencesEdit edit{instance.fileMesh, instance.filePrimitive, *influences};
                for (std::size_t i = 0; i < edit.influences.weights.size(); ++i) {
                    edit.influences.weights[i] *= i % 8 < 4 ? 0.5f : 0.625f;
                }
                QVERIFY(writer.apply(edit).isOk());
            }
        }
        QVERIFY(writer.save(broken()).hasValue());
    }

    void undoesOneAfterTheOther() {
        const auto one = test::require(session::mendFile(
            {.in = broken(), .repairs = {{"ibm-not-inverted"}}, .out = path("one.glb")}));
        QCOMPARE(one.file, path("one.glb"));
        QVERIFY(!one.after.isHealthy);
        const auto both = test::require(
            session::mendFile({.in = broken(),
                               .repairs = {{"ibm-not-inverted"}, {"weights-not-normalised"}},
                               .out = path("both.glb")}));
        QVERIFY2(both.after.isHealthy, both.after.summary.c_str());
        QCOMPARE_LT(both.after.asRead.weightError, 1e-4);
        // What it says is what is on disk.
        const auto again =
            test::require(diagnose::examine(test::require(import::importFile(path("both.glb")))));
        QCOMPARE(again.summary, both.after.summary);
    }

    void writesNothingWhereSomethingFails_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<bool>("isStopped");
        QTest::addColumn<QString>("code");
        QTest::newRow("unknown") << QStringLiteral("moths") << false
                                 << QStringLiteral("doctor.unknown_hypothesis");
        QTest::newRow("stopped") << QStringLiteral("ibm-not-inverted") << true
                                 << QStringLiteral("doctor.cancelled");
    }

    void writesNothingWhereSomethingFails() {
        QFETCH(QString, id);
        QFETCH(bool, isStopped);
        QFETCH(QString, code);
        std::stop_source stop;
        if (isStopped) {
            stop.request_stop();
        }
        const auto failed = session::mendFile({.in = broken(),
                                               .repairs = {{id.toStdString()}},
                                               .out = path("nothing.glb"),
                                               .stop = stop.get_token()});
        QVERIFY(!failed);
        QCOMPARE(failed.error().code, code.toStdString());
        QVERIFY(!std::filesystem::exists(path("nothing.glb")));
    }

    void keepsWhatIsThere() {
        const auto failed =
            session::mendFile({.in = broken(), .repairs = {{"ibm-not-inverted"}}, .out = broken()});
        QVERIFY(!failed);
        QCOMPARE(failed.error().code, std::string("output.exists"));
    }

private:
    std::filesystem::path path(const char* name) const {
        return folder_.filePath(QLatin1String(name)).toStdString();
    }
    std::filesystem::path broken() const { return path("broken.glb"); }

    const QTemporaryDir folder_;
};

QTEST_GUILESS_MAIN(TstMendFile)
#include "tst_mend_file.moc"
