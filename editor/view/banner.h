// SPDX-License-Identifier: Apache-2.0
// A line above the viewport for what went wrong; stays until closed or replaced, blocks nothing.
#pragma once

#include <QString>
#include <QWidget>

class QLabel;

namespace sartor::editor {

class Banner : public QWidget {
    Q_OBJECT

public:
    explicit Banner(QWidget* parent = nullptr);

    void showMessage(const QString& message);
    QString message() const;

private:
    QLabel* label_ = nullptr;
};

} // namespace sartor::editor
