// SPDX-License-Identifier: Apache-2.0
// Records hold for the file as it was, survive damage, and do not mix.
#include <sartor/deform/plugin_records.h>

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <sstream>

using namespace sartor;
using deform::PluginRecords;
using deform::PluginStanding;

namespace {

struct Folder {
    QTemporaryDir temporary;
    std::filesystem::path root = temporary.path().toStdString();
    PluginRecords records{root / "cache" / "plugins"};

    std::filesystem::path makeFile(const std::string& name) const {
        std::ofstream(root / name) << name;
        return root / name;
    }
    /// The one file of the records.
    std::filesystem::path recordFile() const {
        return std::filesystem::directory_iterator(records.folder())->path();
    }
};

std::string contents(const std::filesystem::path& file) {
    std::stringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

void touch(const std::filesystem::path& file) {
    std::filesystem::last_write_time(
        file, std::filesystem::last_write_time(file) + std::chrono::nanoseconds(1));
}

} // namespace

class TstPluginRecords : public QObject {
    Q_OBJECT

private slots:
    void keepsWhatItIsTold();
    void knowsNothingOfAFileThatHasChanged();
    void knowsNothingOfAnotherHost();
    void anyDamageMeansNotKnown();
    void clearForgetsRecordsAndNothingElse();
    void theFolderDoesNotGrowForEver();
    void withoutAFolderNothingIsRemembered();
    void theFolderComesFromTheEnvironment();
};

void TstPluginRecords::keepsWhatItIsTold() {
    const Folder folder;
    const auto first = folder.makeFile("first.sartorplugin");
    const auto second = folder.makeFile("second.sartorplugin");
    QVERIFY(!folder.records.find(first));
    QVERIFY(folder.records.all().empty());
    QVERIFY(folder.records.keep(first, PluginStanding::Safe, "").isOk());
    QVERIFY(folder.records.keep(second, PluginStanding::Quarantined, "it\ncrashed").isOk());
    QCOMPARE(folder.records.find(first)->standing, PluginStanding::Safe);
    QCOMPARE(folder.records.find(second)->standing, PluginStanding::Quarantined);
    QCOMPARE(folder.records.find(second)->reason, std::string("it crashed"));
    // The same file by another path; and what is kept last holds.
    const auto byLink = folder.root / "link.sartorplugin";
    std::filesystem::create_symlink(first, byLink);
    QVERIFY(folder.records.keep(byLink, PluginStanding::Disabled, "not wanted").isOk());
    QCOMPARE(folder.records.find(first)->standing, PluginStanding::Disabled);
    const auto all = folder.records.all();
    QCOMPARE(all.size(), std::size_t{2});
    QCOMPARE(all[0].file.filename().string(), std::string("first.sartorplugin"));
    QCOMPARE(all[1].file.filename().string(), std::string("second.sartorplugin"));
    folder.records.forget(first);
    QVERIFY(!folder.records.find(first));
    QVERIFY(folder.records.find(second).has_value());
    folder.records.forget(first);
    QCOMPARE(folder.records.keep(folder.root / "none", PluginStanding::Safe, "").error().code,
             std::string("plugin.missing"));
}

void TstPluginRecords::knowsNothingOfAFileThatHasChanged() {
    const Folder folder;
    const auto file = folder.makeFile("plugin");
    for (const PluginStanding standing :
         {PluginStanding::Safe, PluginStanding::Quarantined, PluginStanding::Disabled}) {
        QVERIFY(folder.records.keep(file, standing, "reason").isOk());
        QVERIFY(folder.records.find(file).has_value());
        touch(file);
        QVERIFY(!folder.records.find(file));
        QVERIFY(folder.records.all().empty());
    }
    QVERIFY(folder.records.keep(file, PluginStanding::Safe, "").isOk());
    std::filesystem::remove(file);
    QVERIFY(!folder.records.find(file));
}

void TstPluginRecords::knowsNothingOfAnotherHost() {
    for (const PluginStanding standing : {PluginStanding::Quarantined, PluginStanding::Disabled}) {
        const Folder folder;
        const auto file = folder.makeFile("plugin");
        QVERIFY(folder.records.keep(file, standing, "reason").isOk());
        std::string text = contents(folder.recordFile());
        const std::size_t host = text.find("\nhost ");
        QVERIFY(host != std::string::npos);
        text.insert(host + 6, "9");
        std::ofstream(folder.recordFile()) << text;
        // What a person has decided holds for every version.
        QCOMPARE(folder.records.find(file).has_value(), standing == PluginStanding::Disabled);
    }
}

void TstPluginRecords::anyDamageMeansNotKnown() {
    const Folder folder;
    const auto file = folder.makeFile("plugin");
    QVERIFY(folder.records.keep(file, PluginStanding::Safe, "").isOk());
    const auto place = folder.recordFile();
    const std::string whole = contents(place);
    for (std::size_t length = 0; length < whole.size(); ++length) {
        std::ofstream(place) << whole.substr(0, length);
        QVERIFY(!folder.records.find(file));
    }
    for (std::size_t at = 0; at < whole.size(); ++at) {
        std::string changed = whole;
        changed[at] = '\x7f';
        std::ofstream(place) << changed;
        // The reason is free text, and empty here.
        QVERIFY(!folder.records.find(file));
    }
    std::ofstream(place) << whole + "more";
    QVERIFY(!folder.records.find(file));
    std::ofstream(place) << std::string(1 << 20, 'x');
    QVERIFY(!folder.records.find(file));
    std::ofstream(place) << whole;
    QVERIFY(folder.records.find(file).has_value());
}

void TstPluginRecords::clearForgetsRecordsAndNothingElse() {
    const Folder folder;
    QCOMPARE(folder.records.clear(), 0);
    QVERIFY(folder.records.keep(folder.makeFile("a"), PluginStanding::Safe, "").isOk());
    QVERIFY(folder.records.keep(folder.makeFile("b"), PluginStanding::Disabled, "").isOk());
    std::ofstream(folder.records.folder() / "other.txt") << "not a record";
    QCOMPARE(folder.records.clear(), 2);
    QVERIFY(folder.records.all().empty());
    QVERIFY(std::filesystem::exists(folder.records.folder() / "other.txt"));
}

void TstPluginRecords::theFolderDoesNotGrowForEver() {
    const Folder folder;
    const auto lasting = folder.makeFile("lasting");
    QVERIFY(folder.records.keep(lasting, PluginStanding::Quarantined, "reason").isOk());
    std::ptrdiff_t most = 0;
    for (int i = 0; i < 600; ++i) {
        const auto passing = folder.makeFile("passing" + std::to_string(i));
        QVERIFY(folder.records.keep(passing, PluginStanding::Safe, "").isOk());
        std::filesystem::remove(passing);
        most = std::max(most,
                        std::distance(std::filesystem::directory_iterator(folder.records.folder()),
                                      std::filesystem::directory_iterator()));
    }
    QCOMPARE_LE(most, 260);
    QVERIFY(folder.records.find(lasting).has_value());
}

void TstPluginRecords::withoutAFolderNothingIsRemembered() {
    const Folder folder;
    const auto file = folder.makeFile("plugin");
    const PluginRecords none{std::filesystem::path()};
    QVERIFY(none.keep(file, PluginStanding::Quarantined, "").isOk());
    QVERIFY(!none.find(file));
    QVERIFY(none.all().empty());
    QCOMPARE(none.clear(), 0);
    // A folder that cannot be made is an error to know of.
    const PluginRecords blocked{file / "below"};
    QCOMPARE(blocked.keep(file, PluginStanding::Safe, "").error().code,
             std::string("file.unwritable"));
    QVERIFY(!blocked.find(file));
}

void TstPluginRecords::theFolderComesFromTheEnvironment() {
    const QByteArray cache = qgetenv("XDG_CACHE_HOME");
    const QByteArray home = qgetenv("HOME");
    qputenv("XDG_CACHE_HOME", "/somewhere");
    QCOMPARE(PluginRecords::defaultFolder().string(), std::string("/somewhere/sartor/plugins"));
    qputenv("XDG_CACHE_HOME", "relative");
    qputenv("HOME", "/home/somebody");
    QCOMPARE(PluginRecords::defaultFolder().string(),
             std::string("/home/somebody/.cache/sartor/plugins"));
    qunsetenv("XDG_CACHE_HOME");
    qunsetenv("HOME");
    QVERIFY(PluginRecords::defaultFolder().empty());
    qputenv("XDG_CACHE_HOME", cache);
    qputenv("HOME", home);
}

QTEST_GUILESS_MAIN(TstPluginRecords)
#include "tst_plugin_records.moc"
