// SPDX-License-Identifier: Apache-2.0
// Green where the bind-pose identity holds, red where joints disagree; a click shows where.
#pragma once

#include "editor/model/bind_verdict.h"
#include "editor/model/view_settings.h"

#include <QLabel>

namespace sartor::editor {

class BindBadge : public QLabel {
    Q_OBJECT

public:
    /// What the badge reads, and what its click changes.
    struct Parts {
        Document& document;
        Checks& checks;
        Selection& selection;
        ViewSettings& view;
    };

    explicit BindBadge(const Parts& parts, QWidget* parent = nullptr);

protected:
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    void refresh();

    Parts parts_;
    BindVerdict verdict_;
};

} // namespace sartor::editor
