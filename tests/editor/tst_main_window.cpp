// SPDX-License-Identifier: Apache-2.0
// The window on the offscreen platform: opening, playing, selecting, undoing, keeping settings.
#include "character.h"
#include "editor/app/main_window.h"
#include "editor/model/text.h"
#include "editor/view/banner.h"
#include "editor/view/timeline_ruler.h"
#include "editor/view/viewport_widget.h"

#include <sartor/deform/plugin_records.h>

#include <QAction>
#include <QComboBox>
#include <QDropEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QRegularExpression>
#include <QSemaphore>
#include <QSettings>
#include <QSignalSpy>
#include <QSlider>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolButton>
#include <QTreeView>

#include <cmath>
#include <csignal>
#include <fstream>
#include <limits>

using namespace sartor;
using namespace sartor::editor;
using namespace sartor::test;
using session::ViewMode;

namespace {

const QString kTube = QStringLiteral(SARTOR_SAMPLES_DIR "/assets/twist_tube.glb");
const QString kFace = QStringLiteral(SARTOR_SAMPLES_DIR "/assets/face.glb");

/// A window of its own settings, without a device unless asked for one.
class Editor {
public:
    explicit Editor(QSettings& settings, WindowServices services = {}) {
        if (!services.open) {
            services.open = openWithBuiltPlugins;
        }
        services.clock = [this] { return now; };
        if (!services.makeDevice) {
            services.makeDevice = []() -> Result<std::unique_ptr<gpu::Device>> {
                return Error{"gpu.unavailable", "no device in this test"};
            };
        }
        window = std::make_unique<MainWindow>(settings, services);
        window->resize(1400, 900);
        window->show();
        window->activateWindow();
        if (!QTest::qWaitForWindowActive(window.get())) {
            qFatal("the window does not become active");
        }
    }

    template <class T>
    T& find(const char* name) {
        T* found = window->findChild<T*>(QLatin1String(name));
        if (found == nullptr) {
            qFatal("the window has no '%s'", name);
        }
        return *found;
    }

    void trigger(const char* action) { find<QAction>(action).trigger(); }
    void openBar() { window->document().open(makeSession()); }

    double now = 0.0;
    std::unique_ptr<MainWindow> window;
};

bool isOpen(Editor& editor, const QString& fileName) {
    return editor.window->document().fileName() == fileName;
}

} // namespace

class TstMainWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        QTest::failOnWarning(QRegularExpression(QStringLiteral("QPainter|QObject|Invalid")));
        folder_ = std::make_unique<QTemporaryDir>();
        settings_ = std::make_unique<QSettings>(folder_->filePath(QStringLiteral("editor.ini")),
                                                QSettings::IniFormat);
    }

    void opensTheFileOfTheCommandLine() {
        Editor editor(*settings_);
        QSignalSpy started(editor.window.get(), &MainWindow::started);
        StartOptions options;
        options.file = kTube;
        options.view = QStringLiteral("dominant");
        options.size = QSize(1400, 900);
        editor.window->start(options);
        QTRY_COMPARE(started.count(), 1);
        QCOMPARE(started[0][0].value<MainWindow::StartOutcome>(), MainWindow::StartOutcome::Done);
        QVERIFY(isOpen(editor, QStringLiteral("twist_tube.glb")));
        QVERIFY(editor.window->checks().report() != nullptr);
        QCOMPARE(editor.window->view().mode(), ViewMode::Dominant);
        QCOMPARE(editor.window->size(), QSize(1400, 900));
        QVERIFY(editor.window->windowTitle().contains(QStringLiteral("twist_tube.glb")));
        QVERIFY(editor.find<QLabel>("countStatus").text().contains(QStringLiteral("vertices")));
        QVERIFY(editor.find<QLabel>("unitStatus").text().contains(QStringLiteral("1 m")));
        QVERIFY(editor.find<QLabel>("deviceStatus").text().contains(QStringLiteral("CPU")));
    }

    void saysWhatTheCommandLineAskedForInVain() {
        Editor editor(*settings_);
        QSignalSpy started(editor.window.get(), &MainWindow::started);
        StartOptions options;
        options.file = kTube;
        options.joint = QStringLiteral("Tail");
        editor.window->start(options);
        QTRY_COMPARE(started.count(), 1);
        QCOMPARE(started[0][0].value<MainWindow::StartOutcome>(),
                 MainWindow::StartOutcome::WrongUsage);
        QVERIFY(editor.find<Banner>("banner").message().contains(QStringLiteral("Tail")));
    }

    void opensADroppedFile() {
        Editor editor(*settings_);
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(kTube)});
        QDragEnterEvent enter(
            QPoint(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(editor.window.get(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop(QPointF(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(editor.window.get(), &drop);
        QVERIFY(drop.isAccepted());
        QTRY_VERIFY(isOpen(editor, QStringLiteral("twist_tube.glb")));
    }

    void ignoresADropWithoutAFile() {
        Editor editor(*settings_);
        QMimeData data;
        data.setText(QStringLiteral("words"));
        QDragEnterEvent enter(
            QPoint(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(editor.window.get(), &enter);
        QVERIFY(!enter.isAccepted());
    }

    void aBadFileIsToldAndTheOldOneStays() {
        Editor editor(*settings_);
        editor.openBar();
        const QString bad = folder_->filePath(QStringLiteral("bad.glb"));
        QFile file(bad);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("glTF but not really");
        file.close();
        editor.window->openFile(bad);
        auto& banner = editor.find<Banner>("banner");
        QTRY_VERIFY(banner.isVisible());
        QVERIFY(banner.message().contains(QStringLiteral("bad.glb")));
        QVERIFY(isOpen(editor, QStringLiteral("bar.glb")));
        const auto* log = editor.find<QListView>("logList").model();
        QTRY_VERIFY(log->rowCount() > 0);
        editor.find<QToolButton>("bannerClose").click();
        QVERIFY(!banner.isVisible());
    }

    void staysUsableWhileAFileIsRead() {
        QSemaphore release;
        WindowServices services;
        services.open = [&](const auto& path, const auto& options) {
            release.acquire();
            return openWithBuiltPlugins(path, options);
        };
        Editor editor(*settings_, services);
        editor.openBar();
        editor.window->openFile(kTube);
        auto& cancel = editor.find<QToolButton>("cancelLoad");
        QVERIFY(cancel.isVisible());
        QVERIFY(editor.find<QLabel>("fileStatus").text().contains(QStringLiteral("twist_tube")));
        editor.window->document().setTime(0.5);
        QCOMPARE(editor.window->document().time(), 0.5);
        cancel.click();
        QVERIFY(!cancel.isVisible());
        release.release();
        QCoreApplication::processEvents();
        QVERIFY(isOpen(editor, QStringLiteral("bar.glb")));
    }

    void remembersRecentFiles() {
        {
            Editor editor(*settings_);
            editor.window->openFile(kTube);
            QTRY_VERIFY(isOpen(editor, QStringLiteral("twist_tube.glb")));
        }
        Editor editor(*settings_);
        auto& menu = editor.find<QMenu>("recentMenu");
        QVERIFY(menu.isEnabled());
        QCOMPARE(menu.actions().front()->text(), QStringLiteral("twist_tube.glb"));
        menu.actions().front()->trigger();
        QTRY_VERIFY(isOpen(editor, QStringLiteral("twist_tube.glb")));
        editor.trigger("clearRecentAction");
        QTRY_VERIFY(!menu.isEnabled());
    }

    void selectingAJointInTheTreeShowsItsWeights() {
        Editor editor(*settings_);
        editor.openBar();
        auto& tree = editor.find<QTreeView>("skeletonTree");
        const QModelIndexList found = tree.model()->match(tree.model()->index(0, 0),
                                                          Qt::DisplayRole,
                                                          QStringLiteral("Knee"),
                                                          1,
                                                          Qt::MatchRecursive);
        QCOMPARE(found.size(), 1);
        tree.scrollTo(found[0]);
        QTest::mouseClick(
            tree.viewport(), Qt::LeftButton, Qt::NoModifier, tree.visualRect(found[0]).center());
        QCOMPARE(editor.window->selection().joint(), std::optional(kKnee));
        QCOMPARE(editor.window->view().mode(), ViewMode::Weights);
        QVERIFY(editor.find<QAction>("mode_weights").isChecked());
        editor.trigger("deselectAction");
        QVERIFY(!editor.window->selection().joint());
        QVERIFY(!tree.selectionModel()->hasSelection());
    }

    void theTreeFollowsTheSelection() {
        Editor editor(*settings_);
        editor.openBar();
        editor.window->selection().setJoint(kHip);
        auto& tree = editor.find<QTreeView>("skeletonTree");
        QCOMPARE(tree.currentIndex().data().toString(), QStringLiteral("Hip"));
    }

    void searchingLeavesMatchesAndTheirParents() {
        Editor editor(*settings_);
        editor.openBar();
        auto& tree = editor.find<QTreeView>("skeletonTree");
        QTest::keyClicks(&editor.find<QLineEdit>("jointSearch"), QStringLiteral("kNe"));
        const QModelIndex root = tree.model()->index(0, 0);
        QCOMPARE(tree.model()->rowCount(root), 1);
        const QModelIndex hip = tree.model()->index(0, 0, root);
        QCOMPARE(hip.data().toString(), QStringLiteral("Hip"));
        QCOMPARE(tree.model()->index(0, 0, hip).data().toString(), QStringLiteral("Knee"));
        // Looking for something does not lose what is selected.
        editor.window->selection().setJoint(kKnee);
        editor.find<QLineEdit>("jointSearch").setText(QStringLiteral("Prop"));
        QCOMPARE(editor.window->selection().joint(), std::optional(kKnee));
        editor.find<QLineEdit>("jointSearch").clear();
        QCOMPARE(tree.currentIndex().data().toString(), QStringLiteral("Knee"));
    }

    void aVertexIsExplainedInRows() {
        Editor editor(*settings_);
        editor.openBar();
        auto& table = editor.find<QTableView>("explainTable");
        QVERIFY(!table.isVisible());
        editor.window->selection().setVertex(VertexId{0, 2});
        QVERIFY(table.isVisible());
        QCOMPARE(table.model()->rowCount(), 2);
        QVERIFY(editor.find<QLabel>("explainSummary").text().contains(QStringLiteral("Vertex 2")));
        auto& chains = editor.find<QTableView>("chainComparisonTable");
        QVERIFY(chains.isVisible());
        QCOMPARE(chains.model()->columnCount(), 3);
        // A click on a row asks for that joint.
        const QModelIndex knee = table.model()->index(1, 0);
        QTest::mouseClick(
            table.viewport(), Qt::LeftButton, Qt::NoModifier, table.visualRect(knee).center());
        QCOMPARE(editor.window->selection().joint(), std::optional(kKnee));
    }

    void scrubbingTheTimelineSetsTheTime() {
        Editor editor(*settings_);
        editor.openBar();
        auto& ruler = editor.find<TimelineRuler>("timelineRuler");
        const QPoint middle(ruler.positionOf(1.0), ruler.height() / 2);
        QTest::mouseClick(&ruler, Qt::LeftButton, Qt::NoModifier, middle);
        // A pixel is some thousandths of the clip.
        const double pixel = ruler.timeAt(middle.x() + 1) - ruler.timeAt(middle.x());
        QCOMPARE_LE(std::abs(editor.window->document().time() - 1.0), pixel);
        QTest::mouseClick(&ruler, Qt::LeftButton, Qt::NoModifier, QPoint(0, 30));
        QCOMPARE(editor.window->document().time(), 0.0);
        QVERIFY(editor.find<QLabel>("timeLabel").text().contains(QStringLiteral("2.000")));
    }

    void playsWithTheKeyboard() {
        Editor editor(*settings_);
        editor.openBar();
        QTest::keyClick(editor.window.get(), Qt::Key_Space);
        QVERIFY(editor.window->player().isPlaying());
        editor.now += 0.5;
        editor.window->player().tick();
        QCOMPARE_LE(std::abs(editor.window->document().time() - 0.5), 1e-9);
        QTest::keyClick(editor.window.get(), Qt::Key_Space);
        QVERIFY(!editor.window->player().isPlaying());
        editor.now += 5.0;
        QTest::keyClick(editor.window.get(), Qt::Key_Period);
        QCOMPARE_LE(std::abs(editor.window->document().time() - 16.0 / 30.0), 1e-9);
    }

    void numberKeysChooseTheMode() {
        Editor editor(*settings_);
        editor.openBar();
        // 1 to 9, then 0; there are no more keys.
        for (std::size_t i = 0; i < std::min<std::size_t>(viewModes().size(), 10); ++i) {
            QTest::keyClick(editor.window.get(),
                            static_cast<Qt::Key>(Qt::Key_0 + static_cast<int>((i + 1) % 10)));
            QCOMPARE(editor.window->view().mode(), viewModes()[i].mode);
        }
    }

    void theClipChooserIsUndone() {
        Editor editor(*settings_);
        editor.openBar();
        auto& chooser = editor.find<QComboBox>("clipChooser");
        QCOMPARE(chooser.currentIndex(), 1);
        QTest::keyClick(&chooser, Qt::Key_Down);
        QCOMPARE(editor.window->document().settings().clip, std::optional<std::uint32_t>(1));
        editor.trigger("undoAction");
        QCOMPARE(chooser.currentIndex(), 1);
        editor.trigger("redoAction");
        QCOMPARE(chooser.currentIndex(), 2);
    }

    void aDraggedSliderIsOneStep() {
        Editor editor(*settings_);
        editor.openBar();
        auto& slider = editor.find<QSlider>("morphSlider0");
        slider.setSliderDown(true);
        slider.setValue(200);
        slider.setValue(500);
        slider.setValue(800);
        slider.setSliderDown(false);
        QCOMPARE(editor.window->document().settings().morphWeights.at({kBody, 0}), 0.8f);
        QCOMPARE(editor.find<QLabel>("morphValue0").text(), QStringLiteral("0.800"));
        QCOMPARE(editor.window->document().undoStack()->count(), 1);
        editor.trigger("undoAction");
        QCOMPARE(slider.value(), 0);
        QVERIFY(editor.window->document().settings().morphWeights.empty());
        QVERIFY(!editor.find<QToolButton>("morphRelease0").isEnabled());
        editor.trigger("redoAction");
        QCOMPARE(slider.value(), 800);
    }

    void slidersOfAFileFollowItsClip() {
        Editor editor(*settings_);
        editor.window->openFile(kFace);
        QTRY_VERIFY(isOpen(editor, QStringLiteral("face.glb")));
        Document& document = editor.window->document();
        std::vector<int> places;
        for (const double time : {0.0, 0.5}) {
            document.setTime(time);
            const float weight = document.evaluated()->frame(0).morphWeights[0];
            places.push_back(editor.find<QSlider>("morphSlider0").value());
            QCOMPARE(places.back(), static_cast<int>(std::lround(weight * 1000.0f)));
        }
        QVERIFY(places[0] != places[1]);
        QCOMPARE(document.undoStack()->count(), 0);
    }

    void theChainChooserTellsOfErrorsInPlace() {
        Editor editor(*settings_);
        editor.openBar();
        auto& chooser = editor.find<QComboBox>("chainChooser");
        auto& problem = editor.find<QLabel>("chainProblem");
        chooser.lineEdit()->setText(QStringLiteral("melt"));
        QTest::keyClick(chooser.lineEdit(), Qt::Key_Return);
        QVERIFY(!problem.isHidden());
        QVERIFY(problem.text().contains(QStringLiteral("melt")));
        QVERIFY(editor.window->document().settings().chain.empty());
        chooser.lineEdit()->setText(QStringLiteral("lbs"));
        QTest::keyClick(chooser.lineEdit(), Qt::Key_Return);
        QVERIFY(problem.isHidden());
        QCOMPARE(editor.window->document().settings().chain, std::string("lbs"));
        editor.trigger("undoAction");
        QVERIFY(chooser.lineEdit()->text().isEmpty());
    }

    void paramsOfADeformerAreFields() {
        Editor editor(*settings_);
        editor.openBar();
        auto& normals = editor.find<QComboBox>("param_lbs_normals");
        const int other = normals.currentIndex() == 0 ? 1 : 0;
        normals.setCurrentIndex(other);
        Q_EMIT normals.activated(other);
        QTRY_VERIFY(editor.window->document().settings().chain.find("normals=") !=
                    std::string::npos);
        QCOMPARE(editor.find<QComboBox>("param_lbs_normals").currentIndex(), other);
        editor.trigger("undoAction");
        QVERIFY(editor.window->document().settings().chain.empty());
    }

    void aBackendThatIsNotThereIsTold() {
        WindowServices services;
        services.open = openWithBuiltPlugins;
        Editor editor(*settings_, services);
        editor.openBar();
        QVERIFY(editor.find<QAction>("backend_cpu").isChecked());
        const bool isLacking = !gpu::Device::create({}).hasValue();
        for (const char* backend : {"backend_vulkan", "backend_vertex"}) {
            editor.trigger(backend);
            QCOMPARE(editor.find<Banner>("banner").isVisible(), isLacking);
            QCOMPARE(editor.find<QAction>("backend_cpu").isChecked(), isLacking);
            QCOMPARE(editor.find<QAction>(backend).isChecked(), !isLacking);
        }
    }

    void aCaptureNeedsRenderDoc() {
        Editor editor(*settings_);
        QVERIFY(!editor.find<QAction>("captureAction").isEnabled());
        editor.openBar();
        editor.trigger("captureAction");
        auto& banner = editor.find<Banner>("banner");
        QVERIFY(banner.isVisible());
        QVERIFY(banner.message().contains(QStringLiteral("RenderDoc")));
    }

    void problemsAndBadgeAreShown() {
        Editor editor(*settings_);
        editor.openBar();
        auto& badge = editor.find<QLabel>("bindBadge");
        QTRY_COMPARE(badge.property("badge").toString(), QStringLiteral("good"));
        QTest::mouseClick(&badge, Qt::LeftButton);
        QCOMPARE(editor.window->view().mode(), ViewMode::Bind);
    }

    void withoutADeviceEverythingElseWorks() {
        Editor editor(*settings_);
        editor.openBar();
        auto& viewport = editor.find<ViewportWidget>("viewport");
        viewport.grab();
        QVERIFY(viewport.problem().contains(QStringLiteral("no device in this test")));
        editor.window->selection().setVertex(VertexId{0, 0});
        QVERIFY(editor.find<QTableView>("explainTable").model()->rowCount() > 0);
    }

    void theFirstModesHaveDigits() {
        Editor editor(*settings_);
        QStringList keys;
        for (const ViewModeInfo& info : viewModes()) {
            const QByteArray name = QByteArray("mode_") + info.key;
            keys += editor.find<QAction>(name.constData()).shortcut().toString();
        }
        keys.removeAll(QString());
        QCOMPARE(keys, QString("1 2 3 4 5 6 7 8 9 0").split(' '));
    }

    void settingsAreKept() {
        {
            Editor editor(*settings_);
            editor.trigger("show_joints");
            editor.trigger("show_grid");
            editor.trigger("mode_dominant");
            editor.window->resize(1300, 820);
            editor.window->close();
        }
        settings_->sync();
        QSettings again(settings_->fileName(), QSettings::IniFormat);
        MainWindow window(again);
        using Overlay = ViewSettings::Overlay;
        QVERIFY(window.view().isShown(Overlay::Skeleton));
        QVERIFY(!window.view().isShown(Overlay::Grid));
        QVERIFY(window.view().isShown(Overlay::Textures));
        QCOMPARE(window.view().mode(), ViewMode::Dominant);
        QCOMPARE(window.size(), QSize(1300, 820));
    }

    void aCrashInAPluginIsAnOfferToDisableIt() {
        const std::filesystem::path plugin =
            toPath(folder_->filePath(QStringLiteral("crashed.sartorplugin")));
        std::ofstream(plugin) << "a plugin";
        deform::CrashReport report;
        report.signal = SIGSEGV;
        report.written = std::numeric_limits<std::int64_t>::max();
        report.plugin = plugin;
        report.deformer = "test.crashed";
        report.stage = "move";
        report.activity = "running";
        const deform::PluginRecords records;
        Editor editor(*settings_);
        editor.window->showCrash(report);
        auto& banner = editor.find<Banner>("banner");
        QVERIFY(banner.message().contains(QStringLiteral("crashed.sartorplugin' crashed with "
                                                         "SIGSEGV (segmentation fault) while "
                                                         "running stage 'move'")));
        // Closed, nothing is done about it.
        editor.find<QToolButton>("bannerClose").click();
        QVERIFY(!records.find(plugin));
        editor.window->showCrash(report);
        editor.find<QPushButton>("bannerOffer").click();
        QVERIFY(banner.message().isEmpty());
        QCOMPARE(records.find(plugin)->standing, deform::PluginStanding::Disabled);
        // What crashed while it was loaded is not asked about: the next file would load it.
        records.forget(plugin);
        report.deformer.clear();
        report.stage.clear();
        report.activity = "loading";
        editor.window->showCrash(report);
        QCOMPARE(records.find(plugin)->standing, deform::PluginStanding::Quarantined);
        QVERIFY(banner.message().contains(QStringLiteral("It is not loaded until it changes.")));
        QVERIFY(!editor.find<QPushButton>("bannerOffer").isVisible());
        records.forget(plugin);
        // One that goes while the offer stands cannot be disabled.
        report.deformer = "test.crashed";
        editor.window->showCrash(report);
        std::filesystem::remove(plugin);
        editor.find<QPushButton>("bannerOffer").click();
        QVERIFY(banner.message().contains(QStringLiteral("no such file")));
        // Nobody is asked about one that has gone, or is another.
        editor.find<QToolButton>("bannerClose").click();
        editor.window->showCrash(report);
        QVERIFY(banner.message().isEmpty());
        std::ofstream(plugin) << "another build";
        report.written = 1;
        editor.window->showCrash(report);
        QVERIFY(banner.message().isEmpty());
    }

private:
    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<QSettings> settings_;
};

QTEST_MAIN(TstMainWindow)
#include "tst_main_window.moc"
