// SPDX-License-Identifier: Apache-2.0
// The command line of sartor-lab.
#include "samples/lab/lab_options.h"

#include <QtTest>

#include <support/verify_ok.h>

using namespace sartor;
using namespace sartor::lab;

namespace {

Result<LabOptions> parse(const QStringList& words) {
    std::vector<std::string> texts = {"sartor-lab"};
    for (const QString& word : words) {
        texts.push_back(word.toStdString());
    }
    std::vector<const char*> arguments;
    for (const std::string& text : texts) {
        arguments.push_back(text.c_str());
    }
    return parseLabOptions(static_cast<int>(arguments.size()), arguments.data());
}

} // namespace

class TstLabOptions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rejectsInvalidInput_data();
    void rejectsInvalidInput();
    void readsWhatIsGiven();
    void hasTheFirstSampleWithoutAName();
};

void TstLabOptions::rejectsInvalidInput_data() {
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("message");
    QTest::newRow("sample") << QStringList{"nonesuch"} << "there is no sample 'nonesuch'";
    QTest::newRow("empty sample") << QStringList{""} << "there is no sample ''";
    QTest::newRow("option") << QStringList{"--fly"} << "--fly";
    QTest::newRow("backend") << QStringList{"--backend", "metal"} << "metal";
    QTest::newRow("value") << QStringList{"--set", "twist"} << "expected CONTROL=VALUE";
    QTest::newRow("no value") << QStringList{"--set", "twist="} << "expected CONTROL=VALUE";
    QTest::newRow("picture") << QStringList{"--screenshot", "a.jpg"} << "does not end in .png";
    QTest::newRow("size") << QStringList{"--size", "100x100"} << "expected WIDTHxHEIGHT";
    QTest::newRow("size and more")
        << QStringList{"--size", "1000x800x3"} << "expected WIDTHxHEIGHT";
    QTest::newRow("huge size") << QStringList{"--size", "1000x99999"} << "expected WIDTHxHEIGHT";
    QTest::newRow("no file") << QStringList{"--json", ""} << "--json: the value is empty";
}

void TstLabOptions::rejectsInvalidInput() {
    QFETCH(QStringList, words);
    QFETCH(QString, message);
    const auto options = parse(words);
    QVERIFY(!options.hasValue());
    QVERIFY(options.error().code.starts_with("usage."));
    QVERIFY2(QString::fromStdString(options.error().message).contains(message),
             options.error().message.c_str());
}

void TstLabOptions::readsWhatIsGiven() {
    const auto options = parse({"elbow_bulge",
                                "--set",
                                "bend=120",
                                "--set",
                                "zone=0.5",
                                "--chain",
                                "dqs[blend=0.5]",
                                "--backend",
                                "vulkan",
                                "--plugin-path",
                                "there",
                                "--json",
                                "-",
                                "--screenshot",
                                "a.png",
                                "--size",
                                "1000x800"});
    SARTOR_VERIFY_OK(options);
    QCOMPARE(options->sample->id, std::string("elbow_bulge"));
    QCOMPARE(options->values.size(), std::size_t{2});
    QCOMPARE(options->values[1].first, std::string("zone"));
    QCOMPARE(options->values[1].second, std::string("0.5"));
    QCOMPARE(options->experiment.chains, std::vector<std::string>{"dqs[blend=0.5]"});
    QVERIFY(options->experiment.backend == session::Backend::Vulkan);
    QCOMPARE(options->experiment.pluginFolders.size(), std::size_t{1});
    QCOMPARE(options->json, std::string("-"));
    QCOMPARE(options->screenshot.string(), std::string("a.png"));
    QCOMPARE(options->width, 1000u);
    QCOMPARE(options->height, 800u);
}

void TstLabOptions::hasTheFirstSampleWithoutAName() {
    const auto options = parse({});
    SARTOR_VERIFY_OK(options);
    QCOMPARE(options->sample, &samples()[0]);
    QVERIFY(parse({"--list"})->isList);
    QVERIFY(parse({"--help"})->answer.find("--screenshot") != std::string::npos);
    QVERIFY(parse({"--version"})->answer.starts_with("sartor-lab "));
}

QTEST_GUILESS_MAIN(TstLabOptions)
#include "tst_lab_options.moc"
