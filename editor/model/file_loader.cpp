// SPDX-License-Identifier: Apache-2.0
// Opens files into the document without holding up the window.
#include "editor/model/file_loader.h"

#include "editor/model/text.h"

#include <sartor/base/log.h>

#include <QFileInfo>

namespace sartor::editor {

namespace {

using OpenResult = Result<std::unique_ptr<session::Session>>;

OpenResult openOrFallBack(const FileLoader::OpenFunction& open,
                          const std::filesystem::path& path,
                          session::SessionOptions options) {
    OpenResult result = open(path, options);
    const bool lacksDevice = !result && options.backend != session::Backend::Cpu &&
                             (result.error().code == "gpu.unavailable" ||
                              result.error().code == "deform_gpu.no_capture");
    if (!lacksDevice) {
        return result;
    }
    log(LogLevel::Warning, result.error().message + "; deforming on the CPU instead");
    options.backend = session::Backend::Cpu;
    return open(path, options);
}

} // namespace

FileLoader::FileLoader(Document& document, OpenFunction open, QObject* parent)
    : QObject(parent)
    , document_(document)
    , open_(open ? std::move(open) : OpenFunction(&session::Session::open)) {
    connect(&worker_, &Worker::busyChanged, this, &FileLoader::loadingChanged);
}

void FileLoader::open(const QString& path) {
    path_ = QFileInfo(path).absoluteFilePath();
    worker_.start([this, path = path_, open = open_, options = options_](
                      const CancelToken& token) mutable -> Worker::Completion {
        if (token.isCancelled()) {
            return {};
        }
        options.import.foreign.stop = token.stopToken();
        const auto result =
            std::make_shared<OpenResult>(openOrFallBack(open, toPath(path), options));
        return [this, path, result] {
            if (!*result) {
                log(LogLevel::Error, result->error().message);
                Q_EMIT failed(path, toQString(result->error().message));
                return;
            }
            log(LogLevel::Info, "opened " + path.toStdString());
            document_.open(std::shared_ptr<session::Session>(std::move(**result)));
            Q_EMIT opened(path);
        };
    });
}

void FileLoader::cancel() {
    worker_.cancel();
}

} // namespace sartor::editor
