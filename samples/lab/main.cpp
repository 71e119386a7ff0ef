// SPDX-License-Identifier: Apache-2.0
// sartor-lab: deformers side by side on characters made by formulas.
#include "editor/model/text.h"
#include "editor/view/headless.h"
#include "editor/view/theme.h"
#include "samples/lab/lab_window.h"
#include "samples/lab/report.h"

#include <sartor/base/file.h>
#include <sartor/base/log.h>
#include <sartor/io/text.h>

#include <QApplication>
#include <QPixmap>

#include <cstdio>

namespace {

using namespace sartor;

/// As those of the command.
constexpr int kFound = 1;
constexpr int kWrongUsage = 2;
constexpr int kLacking = 4;

int fail(const Error& error) {
    std::fprintf(stderr, "sartor-lab: %s\n", io::printable(error.message).c_str());
    const bool isUsage = error.code.starts_with("usage.") || error.code.starts_with("chain.") ||
                         error.code == "plugin.unknown" || error.code == "plugin.ambiguous";
    return isUsage ? kWrongUsage : kLacking;
}

Status print(const std::string& text) {
    const bool isWritten =
        std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
    return isWritten ? Status() : Error{"environment.output", "standard output cannot be written"};
}

/// Without a window.
int runHeadless(const lab::LabOptions& options) {
    const auto experiment = lab::startExperiment(options);
    if (!experiment) {
        return fail(experiment.error());
    }
    const std::string report = lab::reportJson(**experiment);
    const Status status =
        options.json == "-" ? print(report) : writeFileAtomically(options.json, report);
    if (!status) {
        return fail(status.error());
    }
    return (*experiment)->agrees() ? 0 : kFound;
}

/// A picture of the window as it opens. It is never shown: the platform without a display would say
/// of it that sizes mean nothing there.
int saveScreenshot(lab::LabWindow& window, const lab::LabOptions& options) {
    // Laid out once, words have the room that they need.
    window.grab();
    if (!window.grab().save(editor::pathText(options.screenshot), "PNG")) {
        return fail({"file.unwritable", options.screenshot.string() + " cannot be written"});
    }
    return window.experiment()->agrees() ? 0 : kFound;
}

int runWindow(const lab::LabOptions& options) {
    const bool isScreenshot = !options.screenshot.empty();
    if (isScreenshot) {
        editor::useNoDisplay();
    }
    int argumentCount = 1;
    char name[] = "sartor-lab";
    char* arguments[] = {name, nullptr};
    QApplication application(argumentCount, arguments);
    editor::applyTheme(application);
    const auto device = gpu::Device::create({});
    if (!device) {
        log(LogLevel::Warning, "no pictures: " + device.error().message);
    }
    lab::LabWindow window(device ? device->get() : nullptr);
    window.resize(static_cast<int>(options.width), static_cast<int>(options.height));
    if (const Status status = window.start(options); !status) {
        return fail(status.error());
    }
    if (isScreenshot) {
        return device ? saveScreenshot(window, options) : fail(device.error());
    }
    window.show();
    return QApplication::exec();
}

int run(const lab::LabOptions& options) {
    if (!options.answer.empty() || options.isList) {
        const Status status = print(options.isList ? lab::listText() : options.answer);
        return status ? 0 : fail(status.error());
    }
    if (!options.json.empty()) {
        const int code = runHeadless(options);
        if (code > kFound || options.screenshot.empty()) {
            return code;
        }
    }
    return runWindow(options);
}

} // namespace

int main(int argumentCount, char** arguments) {
    const Result<lab::LabOptions> options = lab::parseLabOptions(argumentCount, arguments);
    return options ? run(*options) : fail(options.error());
}
