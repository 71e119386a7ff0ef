// SPDX-License-Identifier: Apache-2.0
// Codes of the importers: every one that their sources say is explained, and no other.
#include <sartor/diagnose/import_codes.h>

#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>

using namespace sartor;

namespace {

const QString kModules = SARTOR_TEST_DATA_DIR "/../../modules/";

// "family.name" of all strings of the sources in a folder; not those of headers and files.
QMap<QString, QString> codesIn(const QString& folder) {
    static const QRegularExpression code("\"([a-z][a-z0-9]*\\.[a-z_0-9]+)\"");
    QMap<QString, QString> placeOf;
    QDirIterator files(
        kModules + folder, {"*.cpp", "*.h"}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        if (!file.open(QIODevice::ReadOnly)) {
            continue;
        }
        for (const QByteArray& line : file.readAll().split('\n')) {
            if (line.startsWith("#include")) {
                continue;
            }
            for (auto found = code.globalMatch(QString::fromUtf8(line)); found.hasNext();) {
                placeOf.insert(found.next().captured(1), QFileInfo(file).fileName());
            }
        }
    }
    return placeOf;
}

} // namespace

class TstImportCodes : public QObject {
    Q_OBJECT

private slots:
    void everyCodeIsExplained_data() {
        QTest::addColumn<QString>("code");
        QMap<QString, QString> codes = codesIn("import/src");
        codes.insert(codesIn("assets/src"));
        QVERIFY(codes.size() > 100);
        for (auto code = codes.begin(); code != codes.end(); ++code) {
            QTest::addRow("%s of %s", qPrintable(code.key()), qPrintable(code.value()))
                << code.key();
        }
    }
    void everyCodeIsExplained() {
        QFETCH(const QString, code);
        QVERIFY2(diagnose::findCode(code.toStdString()) != nullptr,
                 "no modules/diagnose/src/import_codes_*.cpp explains it");
    }

    void explainsNoOther() {
        QMap<QString, QString> codes = codesIn("import");
        for (const char* folder : {"assets", "base"}) {
            codes.insert(codesIn(folder));
        }
        for (const diagnose::RuleInfo& info : diagnose::importCodes()) {
            QVERIFY2(codes.contains(QString::fromUtf8(info.id.data(), qsizetype(info.id.size()))),
                     std::string(info.id).c_str());
        }
    }

    void entriesAreComplete() {
        const auto codes = diagnose::importCodes();
        QVERIFY(std::is_sorted(
            codes.begin(), codes.end(), [](const auto& a, const auto& b) { return a.id < b.id; }));
        for (const diagnose::RuleInfo& info : codes) {
            const std::string id(info.id);
            QVERIFY2(!info.title.empty() && !info.title.ends_with('.'), id.c_str());
            QVERIFY2(info.explanation.ends_with('.'), id.c_str());
            QCOMPARE(diagnose::findCode(info.id), &info);
            // What a rule says is explained there.
            QVERIFY2(diagnose::findRule(info.id) == nullptr, id.c_str());
        }
        QCOMPARE(diagnose::findCode("weights.zero_sum"), diagnose::findRule("weights.zero_sum"));
        QVERIFY(diagnose::findCode("gltf.perfect") == nullptr);
    }
};

QTEST_GUILESS_MAIN(TstImportCodes)
#include "tst_import_codes.moc"
