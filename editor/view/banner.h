// SPDX-License-Identifier: Apache-2.0
// A line above the viewport for what went wrong; stays until closed or replaced, blocks nothing.
#pragma once

#include <QString>
#include <QWidget>

#include <functional>

class QLabel;
class QPushButton;

namespace sartor::editor {

class Banner : public QWidget {
    Q_OBJECT

public:
    explicit Banner(QWidget* parent = nullptr);

    void showMessage(const QString& message);
    /// With a button that does something about it; the banner is gone after that.
    void showOffer(const QString& message, const QString& offer, std::function<void()> accept);
    QString message() const;

private:
    QLabel* label_ = nullptr;
    QPushButton* offer_ = nullptr;
    std::function<void()> accept_;
};

} // namespace sartor::editor
