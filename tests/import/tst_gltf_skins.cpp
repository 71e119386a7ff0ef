// SPDX-License-Identifier: Apache-2.0
// Joint lists and inverse bind matrices.
#include "gltf_character.h"

#include <QtTest>

#include <cmath>

using namespace sartor;
using namespace sartor::test;
using import::NoteSeverity;

namespace {

const std::vector<Refusal>& refusals() {
    static const std::vector<Refusal> kRefusals = {
        {{"too few inverse binds", [](GltfFile& f) { f.at("/accessors/7/count") = 1; }},
         "skin.ibm_count",
         "/skins/0/inverseBindMatrices: 1 matrices for 2 joints"},
        {{"inverse binds of another type",
          [](GltfFile& f) { f.at("/skins/0/inverseBindMatrices") = 0; }},
         "gltf.accessor_type",
         "/accessors/0/type: VEC3, expected MAT4 for its use"},
        {{"inverse bind NaN",
          [](GltfFile& f) {
              f.at("/skins/0/inverseBindMatrices") =
                  f.addAccessor(std::vector<float>(32, std::nanf("")), {"MAT4"});
          }},
         "skin.ibm_nonfinite",
         "/skins/0: skin 'skin': the inverse bind matrix of slot 0 holds NaN or infinity"},
    };
    return kRefusals;
}

const std::vector<Remark>& remarks() {
    static const std::vector<Remark> kRemarks = {
        {{"joint listed twice",
          [](GltfFile& f) {
              f.at("/skins/0/joints") = {1, 1};
          }},
         NoteSeverity::Warning,
         "skin.duplicate_joint",
         "/skins/0/joints",
         1},
        {{"joints in two trees",
          [](GltfFile& f) {
              f.at("/skins/0/joints") = {1, 4};
              f.append("nodes", {{"name", "elsewhere"}});
          }},
         NoteSeverity::Warning,
         "skin.no_common_root",
         "/skins/0/joints",
         1},
        {{"skeleton that is no ancestor", [](GltfFile& f) { f.at("/skins/0/skeleton") = 3; }},
         NoteSeverity::Info,
         "skin.skeleton_not_ancestor",
         "/skins/0/skeleton",
         1},
        {{"singular inverse bind",
          [](GltfFile& f) {
              std::vector<float> flat(32, 0.0f);
              flat[15] = flat[31] = flat[16] = flat[21] = flat[26] = 1.0f;
              f.at("/skins/0/inverseBindMatrices") = f.addAccessor(flat, {"MAT4"});
          }},
         NoteSeverity::Warning,
         "skin.ibm_singular",
         "/skins/0/inverseBindMatrices",
         1},
        {{"fourth row of an inverse bind",
          [](GltfFile& f) {
              std::vector<float> projective(32, 0.0f);
              for (const std::size_t i : {0u, 5u, 10u, 15u, 16u, 21u, 26u}) {
                  projective[i] = 1.0f;
              }
              projective[31] = 2.0f;
              f.at("/skins/0/inverseBindMatrices") = f.addAccessor(projective, {"MAT4"});
          }},
         NoteSeverity::Warning,
         "skin.ibm_row4",
         "/skins/0/inverseBindMatrices",
         1},
    };
    return kRemarks;
}

} // namespace

class TstGltfSkins : public QObject {
    Q_OBJECT

private slots:
    void rejectsInvalidInput_data();
    void rejectsInvalidInput();
    void notesWhatDiffersFromTheFile_data();
    void notesWhatDiffersFromTheFile();
    void takesIdentityWithoutInverseBinds();
    void acceptsMoreInverseBindsThanJoints();
    void keepsFourthRows();
};

void TstGltfSkins::rejectsInvalidInput_data() {
    addRows(refusals());
}

void TstGltfSkins::rejectsInvalidInput() {
    checkRefusal(rowOf(refusals()));
}

void TstGltfSkins::notesWhatDiffersFromTheFile_data() {
    addRows(remarks());
}

void TstGltfSkins::notesWhatDiffersFromTheFile() {
    checkRemark(rowOf(remarks()));
}

void TstGltfSkins::takesIdentityWithoutInverseBinds() {
    GltfFile file = character();
    file.erase("/skins/0", "inverseBindMatrices");
    const ImportFolder folder;
    const auto scene = folder.load(file);
    QVERIFY2(scene, failureOf(scene));
    QCOMPARE(scene->skins[0]->jointFromBind().size(), std::size_t{2});
    QCOMPARE_LE(maxAbsDiff(scene->skins[0]->jointFromBind()[1], math::Affine{}), 0.0);
}

void TstGltfSkins::acceptsMoreInverseBindsThanJoints() {
    GltfFile file = character();
    file.at("/skins/0/joints") = {1};
    const ImportFolder folder;
    const auto scene = folder.load(file);
    QVERIFY2(scene, failureOf(scene));
    QCOMPARE(scene->skins[0]->jointCount(), std::size_t{1});
    QCOMPARE(scene->skins[0]->jointFromBind()[0].translation, glm::vec3(0, -1, 0));
}

void TstGltfSkins::keepsFourthRows() {
    const ImportFolder folder;
    GltfFile file = character();
    const auto plain = folder.load(file);
    QVERIFY2(plain, failureOf(plain));
    QVERIFY(plain->skins[0]->fourthRows().empty());
    // Rows of the file are columns of four numbers, so the fourth row is every fourth number.
    std::vector<float> flat(32, 0.0f);
    for (const std::size_t i : {0u, 5u, 10u, 15u, 16u, 21u, 26u, 31u}) {
        flat[i] = 1.0f;
    }
    flat[16 + 3] = 2.0f;
    flat[16 + 7] = 3.0f;
    flat[16 + 11] = 4.0f;
    file.at("/skins/0/inverseBindMatrices") = file.addAccessor(flat, {"MAT4"});
    const auto scene = folder.load(file);
    QVERIFY2(scene, failureOf(scene));
    const auto rows = scene->skins[0]->fourthRows();
    QCOMPARE(rows.size(), std::size_t{2});
    QCOMPARE(rows[0], glm::vec4(0, 0, 0, 1));
    QCOMPARE(rows[1], glm::vec4(2, 3, 4, 1));
    QCOMPARE(scene->skins[0]->jointFromBind()[1].translation, glm::vec3(0, 0, 0));
}

QTEST_GUILESS_MAIN(TstGltfSkins)
#include "tst_gltf_skins.moc"
