// SPDX-License-Identifier: Apache-2.0
// What Assimp changes in small glTF files, and that our own reader does not.
#include "import_probes.h"

#include <sartor/base/file.h>
#include <sartor/diagnose/importer_diff.h>

#include <QtTest>

#include <algorithm>

using namespace sartor;
using namespace sartor::test;
using diagnose::ImporterDifference;

namespace {

constexpr const char* kTable = SARTOR_SOURCE_DIR "/modules/import/GLTF_THROUGH_ASSIMP.md";

GltfFile probeNamed(const std::string& name) {
    GltfFile file = probe();
    for (const auto& [candidate, apply] : importProbes()) {
        if (candidate == name) {
            apply(file);
        }
    }
    return file;
}

/// Both readers on one file; the difference that is left where Assimp gives no scene.
std::vector<ImporterDifference> differencesOf(const GltfFile& file) {
    const ImportFolder folder;
    const auto gltf = folder.load(file);
    if (!gltf) {
        return {{.place = "file",
                 .field = "our reader",
                 .gltf = gltf.error().message,
                 .assimp = "",
                 .cause = ""}};
    }
    const auto assimp = import::importGltfThroughAssimp(folder.path() / "file.gltf");
    return assimp ? diagnose::compareImporters(*gltf, *assimp)
                  : std::vector{diagnose::refusedByAssimp(*gltf, assimp.error())};
}

std::string cell(std::string text) {
    for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) {
        text.insert(at, "\\");
    }
    return text;
}

std::string tableOfAllProbes() {
    std::string table =
        "# glTF through Assimp\n\n"
        "Sartor reads glTF itself. This is what a program gets that reads the same files through "
        "Assimp\n5.2, a small file for each line; `sartor diff FILE --importers gltf,assimp` says "
        "it of any file. The\ntable is written by `tst_importer_diff` with "
        "`SARTOR_WRITE_DOCUMENTATION=1` in the environment, and\ncompared in it.\n\n"
        "| file with | what differs | the file says | Assimp says | why |\n|---|---|---|---|---|\n";
    for (const auto& [name, apply] : importProbes()) {
        GltfFile file = probe();
        apply(file);
        const std::vector<ImporterDifference> differences = differencesOf(file);
        if (differences.empty()) {
            table += "| " + name + " | nothing | | | |\n";
        }
        for (const ImporterDifference& difference : differences) {
            const std::string count =
                difference.count > 1 ? " (" + std::to_string(difference.count) + ")" : "";
            table += "| " + name + " | " + cell(difference.place + ": " + difference.field) +
                     count + " | " + cell(difference.gltf) + " | " + cell(difference.assimp) +
                     " | " + cell(difference.cause) + " |\n";
        }
    }
    return table;
}

} // namespace

class TstImporterDiff : public QObject {
    Q_OBJECT

private slots:
    void ourReaderLoadsEveryProbe_data();
    void ourReaderLoadsEveryProbe();
    void findsNothingInAPlainFile();
    void findsTheKnownCause_data();
    void findsTheKnownCause();
    void seesEveryKindOfDifference_data();
    void seesEveryKindOfDifference();
    void theTableOfTheDocumentationIsTrue();
};

void TstImporterDiff::ourReaderLoadsEveryProbe_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("note"); // the one that says what is wrong with the file
    QTest::addColumn<QString>("weights");
    const std::map<std::string, std::pair<const char*, const char*>> expected = {
        {"weights of 8 bits", {"", "0.74901961 0.25098039 0 0"}},
        {"weights of 16 bits", {"", "0.749996185 0.250003815 0 0"}},
        {"two sets of joints", {"", "0.4 0.3 0 0 0.2 0.1 0 0"}},
        {"two sets of joints, of other types", {"", "0.4 0.3 0 0 0.2 0.1 0 0"}},
        {"weights that sum to 0.75", {"weights.not_normalized", "0.5 0.25 0 0"}},
        {"negative weights", {"weights.negative", "1.25 -0.25 0 0"}},
        {"zero weights", {"weights.zero_sum", "0 0 0 0"}},
        {"one joint twice", {"weights.duplicate_joint", "0.5 0.5 0 0"}},
        {"a joint that is not there", {"weights.joint_out_of_range", "0.75 0.25 0 0"}}};
    for (const auto& [name, apply] : importProbes()) {
        const auto found = expected.find(name);
        QTest::newRow(name.c_str())
            << QString::fromStdString(name) << (found == expected.end() ? "" : found->second.first)
            << (found == expected.end() ? "0.75 0.25 0 0" : found->second.second);
    }
}

void TstImporterDiff::ourReaderLoadsEveryProbe() {
    QFETCH(QString, name);
    QFETCH(QString, note);
    QFETCH(QString, weights);
    const ImportFolder folder;
    const auto scene = folder.load(probeNamed(name.toStdString()));
    QVERIFY2(scene, scene ? "" : scene.error().message.c_str());
    const auto& notes = scene->report.notes;
    QVERIFY(note.isEmpty() || std::any_of(notes.begin(), notes.end(), [&](const auto& candidate) {
                return candidate.code == note.toStdString();
            }));
    QCOMPARE(scene->instances.size(), std::size_t{name == "one mesh, two skins" ? 2U : 1U});
    const assets::FileInfluences* influences = scene->instances[0].mesh->fileInfluences();
    QVERIFY(influences != nullptr);
    const QStringList expected = weights.split(' ');
    QCOMPARE(influences->slotsPerVertex, static_cast<std::uint32_t>(expected.size()));
    for (qsizetype slot = 0; slot < expected.size(); ++slot) {
        const double difference =
            std::abs(static_cast<double>(influences->weights[std::size_t(slot)]) -
                     expected[slot].toDouble());
        QVERIFY(difference <= 1e-7); // a decoded integer, once rounded
    }
}

void TstImporterDiff::findsNothingInAPlainFile() {
    QVERIFY(differencesOf(probe()).empty());
}

void TstImporterDiff::findsTheKnownCause_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("field");
    QTest::addColumn<QString>("cause");
    QTest::addColumn<int>("count");
    const auto row = [](const char* name, const char* field, const char* cause, int count) {
        QTest::newRow(name) << name << field << cause << count;
    };
    row("weights of 8 bits", "weights", "integers of 8 bits", 4);
    row("weights of 16 bits", "weights", "integers of 16 bits", 4);
    row("two sets of joints, of other types", "import", "JOINTS_0 and JOINTS_1", 1);
    row("negative weights", "weights", "drops negative weights", 4);
    row("zero weights", "weights", "belongs to no bone", 4);
    row("a joint that is not there", "weights", "joints that the skin does not have", 4);
    row("no inverse binds", "import", "no inverseBindMatrices", 1);
    row("equal names", "joints", "by the names", 1);
    row("no names", "name", "makes up a name", 1);
    row("one mesh, two skins", "joints", "the last stands", 2);
    row("STEP", "interpolation of translation", "mark of STEP", 1);
    row("CUBICSPLINE", "interpolation of rotation", "drops the tangents", 1);
    row("rotations of 16 bits", "keys of rotation", "normalised integers", 1);
    row("morph weights of a node, and negative ones",
        "morph weights without a clip",
        "ignores those of the node",
        1);
    row("several roots, and a node outside", "nodes", "adds a root", 1);
    row("no scene", "import", "no default scene", 1);
}

void TstImporterDiff::findsTheKnownCause() {
    QFETCH(QString, name);
    QFETCH(QString, field);
    QFETCH(QString, cause);
    QFETCH(int, count);
    const auto differences = differencesOf(probeNamed(name.toStdString()));
    const auto found = std::find_if(differences.begin(), differences.end(), [&](const auto& d) {
        return d.field == field.toStdString();
    });
    QString all;
    for (const ImporterDifference& difference : differences) {
        all += QString::fromStdString(difference.place + ": " + difference.field + ": " +
                                      difference.gltf + " | " + difference.assimp + " | " +
                                      difference.cause + "\n");
    }
    QVERIFY2(found != differences.end(), qPrintable(all));
    QVERIFY2(QString::fromStdString(found->cause).contains(cause), qPrintable(all));
    QCOMPARE(found->count, static_cast<std::uint64_t>(count));
    QVERIFY(found->gltf != found->assimp);
}

void TstImporterDiff::seesEveryKindOfDifference_data() {
    // The same file read twice by our reader, the second time changed: what is compared is seen.
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("field");
    const auto row = [](const char* field, const char* path, const char* value) {
        QTest::newRow(field) << path << value << field;
    };
    row("name", "/nodes/1/name", "\"J0 of Assimp\"");
    row("transform", "/nodes/2/translation", "[0, 1.001, 0]");
    row("nodes", "/nodes/1/children", "[]");
    row("joints", "/skins/0/joints", "[2, 1]");
    row("inverse binds", "/skins/0", R"({"joints": [1, 2]})");
    row("positions", "/meshes/0/primitives/0/attributes/POSITION", "1");
    row("normals", "/meshes/0/primitives/0/attributes/NORMAL", "0");
    row("triangles", "/meshes/0/primitives/0/mode", "5");
    row("weights", "/meshes/0/primitives/0/attributes/JOINTS_0", "\"joints\"");
    row("morph targets", "/meshes/0/primitives/0/targets", R"([{"POSITION": 6}])");
    row("name of morph target", "/meshes/0/extras/targetNames", R"(["A", "C"])");
    row("morph deltas", "/meshes/0/primitives/0/targets/1/POSITION", "6");
    row("morph weights without a clip", "/meshes/0/weights", "[0, 1]");
    row("clips", "/animations", "[]");
    row("interpolation of translation", "/animations/0/samplers/0/interpolation", "\"STEP\"");
    row("times of translation", "/animations/0/samplers/0/input", "\"times\"");
    row("values of translation", "/animations/0/samplers/0/output", "\"values\"");
    row("mesh", "/nodes/0", R"({"name": "MeshNode"})");
}

void TstImporterDiff::seesEveryKindOfDifference() {
    QFETCH(QString, path);
    QFETCH(QString, value);
    QFETCH(QString, field);
    GltfFile file = probe();
    addMorphTargets(file);
    file.at("/meshes/0/weights") = {0.0, 0.0};
    addClip(
        file, 1, "translation", file.addAccessor<float>({0, 0, 0, 5, 0, 0}, {"VEC3"}), "LINEAR");
    const ImportFolder folder;
    const auto first = folder.load(file);
    QVERIFY2(first, first ? "" : first.error().message.c_str());
    QVERIFY(diagnose::compareImporters(*first, *first).empty());
    GltfFile changed = file;
    GltfFile::Json replacement = GltfFile::Json::parse(value.toStdString());
    if (replacement == "joints") {
        replacement = changed.addAccessor(forEachVertex<std::uint8_t>({1, 0, 0, 0}), {"VEC4"});
    } else if (replacement == "times") {
        replacement = changed.addAccessor<float>({0, 2});
    } else if (replacement == "values") {
        replacement = changed.addAccessor<float>({0, 0, 0, 5.01f, 0, 0}, {"VEC3"});
    }
    changed.at(path.toStdString()) = replacement;
    const auto second = folder.load(changed);
    QVERIFY2(second, second ? "" : second.error().message.c_str());
    const auto differences = diagnose::compareImporters(*first, *second);
    QVERIFY(std::any_of(differences.begin(), differences.end(), [&](const auto& difference) {
        return difference.field == field.toStdString();
    }));
}

void TstImporterDiff::theTableOfTheDocumentationIsTrue() {
#ifdef SARTOR_SANITIZED
    QSKIP("what crashes ends in another way here");
#endif
    const std::string table = tableOfAllProbes();
    if (qEnvironmentVariableIsSet("SARTOR_WRITE_DOCUMENTATION")) {
        QVERIFY(writeFileAtomically(kTable, table).isOk());
    }
    const auto stored = readFile(kTable);
    QVERIFY(stored);
    QCOMPARE(
        QString::fromUtf8(reinterpret_cast<const char*>(stored->data()), qsizetype(stored->size())),
        QString::fromStdString(table));
}

QTEST_GUILESS_MAIN(TstImporterDiff)
#include "tst_importer_diff.moc"
