// SPDX-License-Identifier: Apache-2.0
// The platform without a display, and what it says.
#include "editor/view/headless.h"

#include <QByteArray>
#include <QString>

namespace sartor::editor {
namespace {

QtMessageHandler writeMessage = nullptr;

void writeMessageOfUse(QtMsgType type, const QMessageLogContext& context, const QString& message) {
    if (!message.contains(QLatin1String("propagateSizeHints")) &&
        !message.contains(QLatin1String("XDG_RUNTIME_DIR not set"))) {
        writeMessage(type, context, message);
    }
}

} // namespace

void useNoDisplay() {
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    writeMessage = qInstallMessageHandler(writeMessageOfUse);
}

} // namespace sartor::editor
