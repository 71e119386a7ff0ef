// SPDX-License-Identifier: Apache-2.0
// The clips to choose from; the first row is none of them.
#pragma once

#include "editor/model/document.h"

#include <QAbstractListModel>

namespace sartor::editor {

class ClipModel : public QAbstractListModel {
    Q_OBJECT

public:
    explicit ClipModel(Document& document, QObject* parent = nullptr);

    static int rowOf(std::optional<std::uint32_t> clip);
    static std::optional<std::uint32_t> clipOf(int row);

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    Document& document_;
    std::vector<std::shared_ptr<const assets::Clip>> clips_;
};

} // namespace sartor::editor
