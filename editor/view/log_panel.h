// SPDX-License-Identifier: Apache-2.0
// The log.
#pragma once

#include "editor/model/log_model.h"

#include <QWidget>

namespace sartor::editor {

class LogPanel : public QWidget {
    Q_OBJECT

public:
    explicit LogPanel(LogModel& model, QWidget* parent = nullptr);
};

} // namespace sartor::editor
