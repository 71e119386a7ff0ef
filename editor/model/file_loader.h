// SPDX-License-Identifier: Apache-2.0
// Opens files into the document without holding up the window.
#pragma once

#include "editor/model/document.h"
#include "editor/model/worker.h"

#include <QObject>
#include <QString>

#include <functional>
#include <memory>

namespace sartor::editor {

class FileLoader : public QObject {
    Q_OBJECT

public:
    using OpenFunction = std::function<Result<std::unique_ptr<session::Session>>(
        const std::filesystem::path&, const session::SessionOptions&)>;

    /// Without a function of the caller's, session::Session::open.
    explicit FileLoader(Document& document, OpenFunction open = {}, QObject* parent = nullptr);

    /// Starts to read a file; one that is being read is dropped, and the process that reads it, if
    /// there is one, is ended. The document changes only when the file is there and good.
    void open(const QString& path);
    void cancel();
    bool isLoading() const { return worker_.isBusy(); }
    /// What is being read, or was last.
    const QString& path() const { return path_; }

    /// What the next file is deformed with; a machine without Vulkan falls back to the processor.
    void setBackend(session::Backend backend) { options_.backend = backend; }

Q_SIGNALS:
    void loadingChanged(bool isLoading);
    void opened(const QString& path);
    void failed(const QString& path, const QString& message);

private:
    Document& document_;
    OpenFunction open_;
    session::SessionOptions options_;
    QString path_;
    Worker worker_;
};

} // namespace sartor::editor
