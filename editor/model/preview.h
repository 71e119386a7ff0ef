// SPDX-License-Identifier: Apache-2.0
// Draws the character as it would be with another scene: mended, or changed by an experiment.
#pragma once

#include "editor/model/document.h"
#include "editor/model/view_settings.h"
#include "editor/model/worker.h"

#include <QObject>
#include <QString>

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

namespace sartor::editor {

/// A session of another scene, with the same options. Cost: that of opening a character, without
/// reading it. Threads: any.
using MakeScene =
    std::function<Result<import::ImportedScene>(const import::ImportedScene&, std::stop_token)>;
Result<std::shared_ptr<session::Session>> makeTwin(const session::Session& character,
                                                   session::SessionOptions options,
                                                   const MakeScene& make,
                                                   std::stop_token stop);

/// One at a time; the scene and its session are made beside the window. The document stays as it
/// is. Another file, and a repair, end it.
class Preview : public QObject {
    Q_OBJECT

public:
    struct Request {
        /// Tells one from another.
        QString key;
        /// Over the picture.
        QString title;
        MakeScene make;
        /// How it is to be looked at; as before when it ends.
        std::optional<session::ViewMode> mode = std::nullopt;
        bool showsSkeleton = false;
    };

    Preview(Document& document, ViewSettings& view, QObject* parent = nullptr);

    void show(Request request);
    void hide();
    /// Of what is drawn or being made; empty while the character itself is drawn.
    const QString& key() const { return key_; }
    bool isPending() const { return worker_.isBusy(); }
    /// Why the last one cannot be drawn; empty where it can.
    const QString& problem() const { return problem_; }

Q_SIGNALS:
    void changed();

private:
    void look(const Request& request);
    void lookBack();

    Document& document_;
    ViewSettings& view_;
    QString key_;
    QString problem_;
    /// How it was looked at before, and how it is since.
    struct Look {
        session::ViewMode mode = session::ViewMode::Shaded;
        bool hasSkeleton = false;
    };
    std::optional<Look> before_;
    Look during_;
    Worker worker_;
};

} // namespace sartor::editor
