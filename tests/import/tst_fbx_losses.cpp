// SPDX-License-Identifier: Apache-2.0
// What is found in the bytes of FBX files.
#include "assimp/fbx_losses.h"

#include <QtTest>

using namespace sartor;

namespace {

/// A node with one text, as binary files have it.
QByteArray binaryWord(const char* name, const QByteArray& word) {
    const auto size = static_cast<std::uint32_t>(word.size());
    return QByteArray(name) + "S" + QByteArray(reinterpret_cast<const char*>(&size), 4) + word;
}

/// The rest of a property: its texts, then three numbers.
QByteArray binaryNumbers(double x, double y, double z) {
    QByteArray bytes = binaryWord("", "Vector3D") + binaryWord("", "Vector") + binaryWord("", "");
    for (const double number : {x, y, z}) {
        bytes += "D" + QByteArray(reinterpret_cast<const char*>(&number), 8);
    }
    return bytes;
}

} // namespace

class TstFbxLosses : public QObject {
    Q_OBJECT

private slots:
    void saysWhatIsLost_data();
    void saysWhatIsLost();
};

void TstFbxLosses::saysWhatIsLost_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("code"); // empty: nothing is lost
    QTest::addColumn<int>("count");
    const auto row = [](const char* name, const QByteArray& content, const char* code, int count) {
        QTest::newRow(name) << content << code << count;
    };
    const char* skinning = "fbx.skinning_type";
    row("nothing", "", "", 0);
    row("linear, text", "SkinningType: \"Linear\"\n", "", 0);
    row("linear, binary", binaryWord("SkinningType", "Linear"), "", 0);
    row("dual quaternions, text", "SkinningType: \"DualQuaternion\"\n", skinning, 1);
    row("dual quaternions, binary", binaryWord("SkinningType", "DualQuaternion"), skinning, 1);
    row("blend and linear",
        "SkinningType: \"Linear\"\nSkinningType: \"Blend\"\nSkinningType: \"Blend\"",
        skinning,
        2);
    row("cut", "SkinningType", "", 0);
    row("cut length", QByteArray("SkinningTypeS\xff\xff", 15), "", 0);
    row("length beyond the end", "SkinningTypeS\x7f\x7f\x7f\x7f", "", 0);
    const char* geometric = "fbx.geometric_transform";
    const QByteArray texts = "\", \"Vector3D\", \"Vector\", \"\",";
    row("no offset, text", "P: \"GeometricTranslation" + texts + "0,0,0\n", "", 0);
    row("offset, text", "P: \"GeometricTranslation" + texts + "0,0,-1.5e-3\n", geometric, 1);
    row("old text", "Property: \"GeometricRotation\", \"Vector3D\", \"\",0, 5,0\n", geometric, 1);
    row("no scale, text", "P: \"GeometricScaling" + texts + "1,1,1\n", "", 0);
    row("scale, text", "P: \"GeometricScaling" + texts + "1,1,0\n", geometric, 1);
    row("next line", "P: \"GeometricTranslation" + texts + "0,0\nP: \"Size\",1,2,3\n", "", 0);
    row("no offset, binary", "GeometricTranslation" + binaryNumbers(0, 0, 0), "", 0);
    row("offset, binary", "GeometricTranslation" + binaryNumbers(0, 2, 0), geometric, 1);
    row("no scale, binary", "GeometricScaling" + binaryNumbers(1, 1, 1), "", 0);
    row("cut, binary", "GeometricTranslation" + binaryNumbers(0, 2, 0).chopped(1), "", 0);
    row("cut, text", "P: \"GeometricTranslation\", \"Vec", "", 0);
}

void TstFbxLosses::saysWhatIsLost() {
    QFETCH(QByteArray, content);
    QFETCH(QString, code);
    QFETCH(int, count);
    import::ImportReport report;
    import::Notes notes(report);
    import::reportFbxLosses({content.constData(), static_cast<std::size_t>(content.size())}, notes);
    QCOMPARE(report.notes.size(), std::size_t{code.isEmpty() ? 0U : 1U});
    if (!code.isEmpty()) {
        QCOMPARE(QString::fromStdString(report.notes[0].code), code);
        QCOMPARE(report.notes[0].count, static_cast<std::uint64_t>(count));
    }
}

QTEST_GUILESS_MAIN(TstFbxLosses)
#include "tst_fbx_losses.moc"
