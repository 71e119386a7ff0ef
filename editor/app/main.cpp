// SPDX-License-Identifier: Apache-2.0
// sartor-editor: opens characters, shows how they are deformed and why.
#include "editor/app/main_window.h"
#include "editor/model/text.h"
#include "editor/view/headless.h"
#include "editor/view/theme.h"

#include <sartor/base/log.h>
#include <sartor/deform/crash_report.h>

#include <QApplication>
#include <QPixmap>
#include <QSettings>
#include <QTemporaryDir>
#include <QTimer>

#include <cstdio>
#include <memory>

namespace {

using namespace sartor;

/// As the command's: wrong usage, input that cannot be read, and no place for the output.
constexpr int kWrongUsage = 2;
constexpr int kUnreadable = 3;
constexpr int kLacking = 4;

/// Says which plugins have ended earlier runs, and sees to it that the next start can.
void followCrashes(editor::MainWindow& window) {
    constexpr const char* kProgramName = "sartor-editor";
    const std::filesystem::path folder = deform::defaultCrashFolder();
    if (folder.empty()) {
        return;
    }
    for (const deform::CrashReport& report : deform::takeCrashReports(folder, kProgramName)) {
        window.showCrash(report);
    }
    if (const Status status = deform::installCrashReporter(folder, kProgramName); !status) {
        log(LogLevel::Warning, status.error().message);
    }
}

int exitCodeOf(editor::MainWindow::StartOutcome outcome) {
    switch (outcome) {
    case editor::MainWindow::StartOutcome::Done:
        return 0;
    case editor::MainWindow::StartOutcome::WrongUsage:
        return kWrongUsage;
    case editor::MainWindow::StartOutcome::Unreadable:
        break;
    }
    return kUnreadable;
}

/// Writes a picture of the window and ends with the right code.
void saveAndExit(editor::MainWindow& window,
                 const QString& path,
                 editor::MainWindow::StartOutcome outcome) {
    const bool isWritten = window.grab().save(path, "PNG");
    if (!isWritten) {
        std::fprintf(
            stderr, "sartor-editor: %s cannot be written\n", path.toLocal8Bit().constData());
    }
    const int exitCode = exitCodeOf(outcome);
    QCoreApplication::exit(exitCode == 0 && !isWritten ? kLacking : exitCode);
}

/// Ends with a picture when the window is complete.
void saveScreenshot(editor::MainWindow& window, const QString& path) {
    using Outcome = editor::MainWindow::StartOutcome;
    const auto save = [&window, path](Outcome outcome) {
        QTimer::singleShot(0, &window, [&window, path, outcome] {
            // Drawing tells the status bar of device and time, which then is laid out anew.
            window.grab();
            QTimer::singleShot(
                0, &window, [&window, path, outcome] { saveAndExit(window, path, outcome); });
        });
    };
    QObject::connect(&window, &editor::MainWindow::started, &window, save);
}

} // namespace

int main(int argc, char** argv) {
    QStringList arguments;
    for (int i = 1; i < argc; ++i) {
        arguments << QString::fromLocal8Bit(argv[i]);
    }
    const Result<editor::StartOptions> options = editor::parseStartOptions(arguments);
    if (!options) {
        std::fprintf(stderr, "sartor-editor: %s\n", options.error().message.c_str());
        return kWrongUsage;
    }
    if (options->isHelp) {
        std::fputs(editor::startOptionsHelp().toLocal8Bit().constData(), stdout);
        return 0;
    }
    const bool isScreenshot = !options->screenshot.isEmpty();
    if (isScreenshot) {
        editor::useNoDisplay();
    }
    QApplication application(argc, argv);
    QCoreApplication::setOrganizationName(QStringLiteral("Sartor"));
    QCoreApplication::setApplicationName(QStringLiteral("sartor-editor"));
    editor::applyTheme(application);
    setLogLevel(LogLevel::Info);

    // A picture shows the editor as it comes, not as this user has arranged it.
    const QTemporaryDir temporary;
    const std::unique_ptr<QSettings> settings =
        isScreenshot ? std::make_unique<QSettings>(
                           temporary.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat)
                     : std::make_unique<QSettings>();
    editor::MainWindow window(*settings);
    if (isScreenshot) {
        saveScreenshot(window, options->screenshot);
    }
    window.show();
    followCrashes(window);
    if (!isScreenshot) {
        window.offerRecovery();
    }
    QTimer::singleShot(0, &window, [&] { window.start(*options); });
    return QApplication::exec();
}
