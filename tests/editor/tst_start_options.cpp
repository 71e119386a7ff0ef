// SPDX-License-Identifier: Apache-2.0
// What the command line may say, and what it does to the document.
#include "character.h"
#include "editor/model/start_options.h"

using namespace sartor;
using namespace sartor::editor;
using namespace sartor::test;
using session::ViewMode;

class TstStartOptions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rejectsInvalidInput_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("part");
        QTest::newRow("unknown option")
            << QStringList{QStringLiteral("--fly")} << QStringLiteral("fly");
        QTest::newRow("two files") << QStringList{QStringLiteral("a.glb"), QStringLiteral("b.glb")}
                                   << QStringLiteral("b.glb");
        QTest::newRow("time") << QStringList{QStringLiteral("--time"), QStringLiteral("soon")}
                              << QStringLiteral("soon");
        QTest::newRow("infinite time")
            << QStringList{QStringLiteral("--time"), QStringLiteral("inf")}
            << QStringLiteral("inf");
        QTest::newRow("time before the start")
            << QStringList{QStringLiteral("--time=-1")} << QStringLiteral("-1");
        QTest::newRow("set without a graph")
            << QStringList{QStringLiteral("--set=speed=1")} << QStringLiteral("--graph");
        for (const char* size : {"1600", "1600x", "0x0", "1600x1000x3", "99999x1000"}) {
            QTest::addRow("size %s", size)
                << QStringList{QStringLiteral("--size"), QString::fromLatin1(size)}
                << QString::fromLatin1(size);
        }
        QTest::newRow("vertex") << QStringList{QStringLiteral("--vertex"), QStringLiteral("4")}
                                << QStringLiteral("'4'");
        QTest::newRow("overlay") << QStringList{QStringLiteral("--overlay"),
                                                QStringLiteral("axes,smoke")}
                                 << QStringLiteral(
                                        "'smoke'; there is joints, axes, names, grid, wireframe, "
                                        "textures");
        for (const char* value : {"speed", "=1", "speed="}) {
            QTest::addRow("set %s", value) << QStringList{QStringLiteral("--graph=walk.graph.json"),
                                                          QStringLiteral("--set"),
                                                          QString::fromLatin1(value)}
                                           << QStringLiteral("NAME=VALUE");
        }
        QTest::newRow("symptom") << QStringList{QStringLiteral("--symptom=sad")}
                                 << QStringLiteral("'sad'; there is explodes, ");
        QTest::newRow("experiment") << QStringList{QStringLiteral("--experiment=brew")}
                                    << QStringLiteral("'brew'; there is skeleton-only, ");
        QTest::newRow("two pictures") << QStringList{QStringLiteral("--experiment=unskinned"),
                                                     QStringLiteral("--mended=ibm-twice")}
                                      << QStringLiteral("expected one of them");
        QTest::newRow("no value") << QStringList{QStringLiteral("--clip")}
                                  << QStringLiteral("clip");
    }

    void rejectsInvalidInput() {
        QFETCH(QStringList, arguments);
        QFETCH(QString, part);
        const Result<StartOptions> options = parseStartOptions(arguments);
        QVERIFY(!options);
        QCOMPARE(options.error().code, std::string("usage"));
        const QString message = QString::fromStdString(options.error().message);
        QVERIFY2(message.contains(part), qPrintable(message));
    }

    void readsEverything() {
        const StartOptions options =
            require(parseStartOptions({QStringLiteral("hero.glb"),
                                       QStringLiteral("--view"),
                                       QStringLiteral("weights:Knee"),
                                       QStringLiteral("--clip=Swing"),
                                       QStringLiteral("--time=0.25"),
                                       QStringLiteral("--joint=Hip"),
                                       QStringLiteral("--vertex=1:2"),
                                       QStringLiteral("--overlay=joints,names"),
                                       QStringLiteral("--graph=walk.json"),
                                       QStringLiteral("--set=speed=1.5"),
                                       QStringLiteral("--set=isArmed=on"),
                                       QStringLiteral("--set=target=0,1.25,-2"),
                                       QStringLiteral("--mended=ibm-twice"),
                                       QStringLiteral("--symptom=explodes"),
                                       QStringLiteral("--screenshot=out.png"),
                                       QStringLiteral("--size=800x600")}));
        QCOMPARE(options.file, QStringLiteral("hero.glb"));
        QCOMPARE(options.view, QStringLiteral("weights:Knee"));
        QCOMPARE(options.clip, QStringLiteral("Swing"));
        QCOMPARE(options.time, std::optional(0.25));
        QCOMPARE(options.joint, QStringLiteral("Hip"));
        QVERIFY(options.vertex == std::optional(VertexId{1, 2}));
        using Overlay = ViewSettings::Overlay;
        QCOMPARE(options.overlays, (std::vector{Overlay::Skeleton, Overlay::Names}));
        QCOMPARE(options.graph, QStringLiteral("walk.json"));
        QCOMPARE(options.parameters.size(), std::size_t{3});
        QCOMPARE(options.parameters[0].first, std::string("speed"));
        QCOMPARE(options.parameters[0].second, std::string("1.5"));
        QCOMPARE(options.parameters[1].second, std::string("on"));
        QCOMPARE(options.parameters[2].second, std::string("0,1.25,-2"));
        QCOMPARE(options.mended, QStringLiteral("ibm-twice"));
        QCOMPARE(options.symptom, QStringLiteral("explodes"));
        QVERIFY(options.experiment.isEmpty());
        QCOMPARE(options.screenshot, QStringLiteral("out.png"));
        QCOMPARE(options.size, QSize(800, 600));
        QVERIFY(!options.isHelp);
    }

    void helpNamesEveryOption() {
        QVERIFY(require(parseStartOptions({QStringLiteral("--help")})).isHelp);
        const QString help = startOptionsHelp();
        QVERIFY2(help.startsWith(QStringLiteral("Usage: sartor-editor [options] [FILE]\n")),
                 qPrintable(help));
        for (const char* name : {"view",
                                 "clip",
                                 "time",
                                 "joint",
                                 "vertex",
                                 "overlay",
                                 "graph",
                                 "mended",
                                 "symptom",
                                 "experiment",
                                 "set",
                                 "screenshot",
                                 "size"}) {
            QVERIFY2(help.contains(QStringLiteral("--%1 ").arg(QLatin1String(name))), name);
        }
    }

    void bringsTheDocumentToWhatWasAsked() {
        Character character;
        StartOptions options;
        options.clip = QStringLiteral("Swing");
        options.time = 0.25;
        options.view = QStringLiteral("weights:Knee");
        options.vertex = VertexId{1, 2};
        options.overlays = {ViewSettings::Overlay::Axes};
        const Status status = character.apply(options);
        QVERIFY2(status.isOk(), status ? "" : status.error().message.c_str());
        QCOMPARE(character.document.settings().clip, std::optional<std::uint32_t>(1));
        QCOMPARE(character.document.time(), 0.25);
        QCOMPARE(character.selection.joint(), std::optional(kKnee));
        QCOMPARE(character.view.mode(), ViewMode::Weights);
        QVERIFY(character.selection.vertex() == options.vertex);
        QVERIFY(character.view.isShown(ViewSettings::Overlay::Axes));
        QVERIFY(!character.document.undoStack()->canUndo());
    }

    void aViewGoesBeforeTheOneOfTheJoint() {
        Character character;
        StartOptions options;
        options.joint = QStringLiteral("#3");
        options.view = QStringLiteral("bind");
        QVERIFY(character.apply(options).isOk());
        QCOMPARE(character.selection.joint(), std::optional(kKnee));
        QCOMPARE(character.view.mode(), ViewMode::Bind);
    }

    void indicesMeanWhatTheyMeanToTheCommand_data() {
        QTest::addColumn<QString>("clip");
        QTest::addColumn<QString>("joint");
        QTest::addRow("number") << QStringLiteral("1") << QStringLiteral("3");
        QTest::addRow("number sign") << QStringLiteral("#1") << QStringLiteral("#3");
        QTest::addRow("name") << QStringLiteral("Swing") << QStringLiteral("Knee");
    }

    void indicesMeanWhatTheyMeanToTheCommand() {
        QFETCH(QString, clip);
        QFETCH(QString, joint);
        Character character;
        StartOptions options;
        options.clip = clip;
        options.joint = joint;
        QVERIFY(character.apply(options).isOk());
        QCOMPARE(character.document.settings().clip, std::optional<std::uint32_t>(1));
        QCOMPARE(character.selection.joint(), std::optional(kKnee));
    }

    void noneIsTheRestPose() {
        Character character;
        StartOptions options;
        options.clip = QStringLiteral("none");
        QVERIFY(character.apply(options).isOk());
        QVERIFY(!character.document.settings().clip);
    }

    void namesWhatTheFileDoesNotHave_data() {
        QTest::addColumn<QString>("option");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("part");
        const auto row = [](const char* option, const char* value, const char* part) {
            QTest::addRow("%s %s", option, value)
                << QString::fromLatin1(option) << QString::fromLatin1(value)
                << QString::fromLatin1(part);
        };
        row("clip", "Fly", "Bend, Swing");
        row("clip", "#7", "Bend, Swing");
        row("joint", "Wing", "Wing");
        row("joint", "#99", "#99");
        row("view", "x-ray", "'x-ray'; there is shaded, weights:JOINT, dominant, ");
        row("view", "weights:Wing", "Wing");
    }

    void namesWhatTheFileDoesNotHave() {
        QFETCH(QString, option);
        QFETCH(QString, value);
        QFETCH(QString, part);
        Character character;
        StartOptions options;
        (option == QLatin1String("clip")
             ? options.clip
             : (option == QLatin1String("joint") ? options.joint : options.view)) = value;
        const Status status = character.apply(options);
        QVERIFY(!status);
        const QString message = QString::fromStdString(status.error().message);
        QVERIFY2(message.contains(part), qPrintable(message));
    }

    void namesAVertexTheFileDoesNotHave() {
        Character character;
        StartOptions options;
        options.vertex = VertexId{0, 6};
        const Status status = character.apply(options);
        QVERIFY(!status);
        QVERIFY(status.error().message.find("0:6") != std::string::npos);
    }

    void helpNamesEveryViewAndOverlay() {
        const QString help = startOptionsHelp().simplified();
        QVERIFY2(help.contains(QStringLiteral("shaded, weights:JOINT, dominant, influences")),
                 qPrintable(help));
        for (const OverlayInfo& info : overlays()) {
            QVERIFY2(help.contains(QLatin1String(info.key)), info.key);
        }
    }

    void anAmbiguousClipListsTheIndices() {
        import::ImportedScene scene = makeScene();
        scene.clips.push_back(makeBend("Bend", 1.0f));
        Character character;
        character.document.open(makeSession(std::move(scene)));
        StartOptions options;
        options.clip = QStringLiteral("Bend");
        const Status status = character.apply(options);
        QVERIFY(!status);
        QVERIFY(status.error().message.find("#0 or #2") != std::string::npos);
        options.clip = QStringLiteral("#2");
        QVERIFY(character.apply(options).isOk());
        QCOMPARE(character.document.settings().clip, std::optional<std::uint32_t>(2));
    }

    void anAmbiguousJointListsTheIndices() {
        import::ImportedScene scene = makeScene();
        std::vector<assets::Joint> joints(scene.skeleton->joints().begin(),
                                          scene.skeleton->joints().end());
        joints[1].name = "Twin";
        joints[2].name = "Twin";
        scene.skeleton = require(assets::Skeleton::create(std::move(joints)));
        Character character;
        character.document.open(makeSession(std::move(scene)));
        StartOptions options;
        options.joint = QStringLiteral("Twin");
        const Status status = character.apply(options);
        QVERIFY(!status);
        QVERIFY(status.error().message.find("#4 or #3") != std::string::npos);
    }

private:
    struct Character {
        Character() { document.open(makeSession()); }
        Status apply(const StartOptions& options) {
            return applyStartOptions(options, document, selection, view);
        }

        Document document;
        Selection selection{document};
        ViewSettings view{selection};
    };
};

QTEST_GUILESS_MAIN(TstStartOptions)
#include "tst_start_options.moc"
