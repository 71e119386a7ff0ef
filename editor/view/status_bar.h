// SPDX-License-Identifier: Apache-2.0
// The line at the bottom of the window: file, counts, unit, cost of a picture, device.
#pragma once

#include "editor/model/document.h"
#include "editor/model/file_loader.h"
#include "editor/model/player.h"

#include <QElapsedTimer>
#include <QStatusBar>

class QLabel;

namespace sartor::editor {

class ViewportWidget;

class StatusBar : public QStatusBar {
    Q_OBJECT

public:
    /// What the line tells of.
    struct Parts {
        Document& document;
        FileLoader& loader;
        Player& player;
        ViewportWidget& viewport;
    };

    explicit StatusBar(const Parts& parts, QWidget* parent = nullptr);

private:
    QLabel* addLabel(const char* name);
    void addLoading();
    void refresh();
    void showRate(double pictureSeconds);

    Parts parts_;
    QLabel* file_ = nullptr;
    QLabel* counts_ = nullptr;
    QLabel* unit_ = nullptr;
    QLabel* rate_ = nullptr;
    QLabel* device_ = nullptr;
    /// Pictures since the rate was last told.
    QElapsedTimer rateTimer_;
    int pictureCount_ = 0;
};

} // namespace sartor::editor
