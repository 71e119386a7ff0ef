// SPDX-License-Identifier: Apache-2.0
// A slider for each morph target.
#include "editor/view/morph_panel.h"

#include "editor/model/log_failure.h"
#include "editor/view/icons.h"

#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSlider>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace sartor::editor {

namespace {

/// Slider positions for a weight of one; sliders go from 0 to 1, values of the file may go further.
constexpr int kStepsPerUnit = 1000;

/// Any weight of any file, also one that is no number.
int sliderPosition(float weight) {
    constexpr float kMostUnits = 1000.0f;
    const float shown = std::isfinite(weight) ? std::clamp(weight, -kMostUnits, kMostUnits) : 0.0f;
    return static_cast<int>(std::lround(shown * kStepsPerUnit));
}

} // namespace

MorphPanel::MorphPanel(Document& document, QWidget* parent)
    : QWidget(parent), document_(document), model_(document) {
    setObjectName(QStringLiteral("morphPanel"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* area = new QScrollArea(this);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    content_ = new QWidget(area);
    layout_ = new QVBoxLayout(content_);
    layout_->setContentsMargins(8, 8, 8, 8);
    layout_->setSpacing(6);
    area->setWidget(content_);
    layout->addWidget(area);
    connect(&model_, &QAbstractItemModel::modelReset, this, &MorphPanel::rebuild);
    connect(&model_, &QAbstractItemModel::dataChanged, this, &MorphPanel::refresh);
    rebuild();
}

void MorphPanel::rebuild() {
    qDeleteAll(content_->findChildren<QWidget*>(Qt::FindDirectChildrenOnly));
    while (QLayoutItem* item = layout_->takeAt(0)) {
        delete item;
    }
    rows_.assign(static_cast<std::size_t>(model_.rowCount()), {});
    if (rows_.empty()) {
        auto* empty = new QLabel(tr("No morph targets"), content_);
        empty->setProperty("quiet", true);
        empty->setAlignment(Qt::AlignCenter);
        layout_->addWidget(empty);
        return;
    }
    for (int index = 0; index < model_.rowCount(); ++index) {
        layout_->addWidget(makeRow(index));
    }
    releaseAll_ = new QPushButton(tr("Release All"), content_);
    releaseAll_->setObjectName(QStringLiteral("releaseAllMorphs"));
    releaseAll_->setToolTip(tr("Let file and clip decide all weights again"));
    connect(releaseAll_, &QPushButton::clicked, this, [this] {
        logFailure(document_.clearMorphWeights());
    });
    layout_->addWidget(releaseAll_, 0, Qt::AlignRight);
    layout_->addStretch(1);
    refresh();
}

QWidget* MorphPanel::makeRow(int index) {
    Row& row = rows_[static_cast<std::size_t>(index)];
    auto* widget = new QWidget(content_);
    auto* grid = new QGridLayout(widget);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setVerticalSpacing(2);
    const QString name = model_.index(index, MorphModel::NameColumn).data().toString();
    auto* label = new QLabel(name, widget);
    label->setToolTip(
        tr("Of node %1").arg(model_.index(index, MorphModel::NodeColumn).data().toString()));
    row.value = new QLabel(widget);
    row.value->setObjectName(QStringLiteral("morphValue%1").arg(index));
    row.value->setProperty("mono", true);
    row.release = new QToolButton(widget);
    row.release->setObjectName(QStringLiteral("morphRelease%1").arg(index));
    row.release->setIcon(shapeIcon(IconShape::Release));
    row.release->setIconSize(QSize(10, 10));
    row.release->setToolTip(tr("Let file and clip decide again"));
    row.slider = new QSlider(Qt::Horizontal, widget);
    row.slider->setObjectName(QStringLiteral("morphSlider%1").arg(index));
    row.slider->setAccessibleName(name);
    row.slider->setRange(0, kStepsPerUnit);
    row.slider->setPageStep(kStepsPerUnit / 10);
    grid->addWidget(label, 0, 0);
    grid->addWidget(row.value, 0, 1);
    grid->addWidget(row.release, 0, 2);
    grid->addWidget(row.slider, 1, 0, 1, 3);
    grid->setColumnStretch(0, 1);
    connect(row.slider, &QSlider::sliderPressed, this, [this, index] {
        rows_[static_cast<std::size_t>(index)].gesture = document_.newGesture();
    });
    connect(row.slider, &QSlider::sliderReleased, this, [this, index] {
        rows_[static_cast<std::size_t>(index)].gesture = Gesture::Single;
    });
    connect(row.slider, &QSlider::valueChanged, this, [this, index](int position) {
        onSliderMoved(index, position);
    });
    connect(row.release, &QToolButton::clicked, this, [this, index] {
        logFailure(document_.clearMorphWeight(model_.idOf(index)));
    });
    return widget;
}

void MorphPanel::onSliderMoved(int index, int position) {
    const Row& row = rows_[static_cast<std::size_t>(index)];
    const float weight = static_cast<float>(position) / static_cast<float>(kStepsPerUnit);
    logFailure(document_.setMorphWeight(model_.idOf(index), weight, row.gesture));
}

void MorphPanel::refresh() {
    bool isAnySet = false;
    for (int index = 0; index < static_cast<int>(rows_.size()); ++index) {
        Row& row = rows_[static_cast<std::size_t>(index)];
        const QModelIndex cell = model_.index(index, MorphModel::WeightColumn);
        const bool isSet = cell.data(MorphModel::IsSetRole).toBool();
        isAnySet = isAnySet || isSet;
        row.value->setText(cell.data().toString());
        row.release->setEnabled(isSet);
        const float weight = cell.data(MorphModel::WeightRole).toFloat();
        const int position = sliderPosition(weight);
        // A weight beyond the slider widens it; that is not an edit.
        const QSignalBlocker blocker(row.slider);
        row.slider->setRange(std::min(row.slider->minimum(), position),
                             std::max(row.slider->maximum(), position));
        row.slider->setValue(position);
    }
    if (!rows_.empty()) {
        releaseAll_->setEnabled(isAnySet);
    }
}

} // namespace sartor::editor
