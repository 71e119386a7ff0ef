// SPDX-License-Identifier: Apache-2.0
// A line of text that gives up its end where there is no room, and says it whole in its tool tip.
#pragma once

#include <QString>
#include <QWidget>

namespace sartor::editor {

class ElidedLabel : public QWidget {
    Q_OBJECT

public:
    explicit ElidedLabel(const QString& text, QWidget* parent = nullptr);

    const QString& text() const { return text_; }
    /// What of it is drawn at the present width.
    QString shownText() const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QString text_;
};

} // namespace sartor::editor
