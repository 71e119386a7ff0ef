// SPDX-License-Identifier: Apache-2.0
// The window of sartor-lab: a sample, its sliders, its characters, and its readouts.
#include "samples/lab/lab_window.h"

#include "editor/model/text.h"
#include "editor/view/theme.h"
#include "samples/lab/columns_view.h"
#include "samples/lab/report.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSlider>
#include <QTableWidget>
#include <QVBoxLayout>

#include <cmath>

namespace sartor::lab {

namespace {

using editor::themeColours;
using editor::toQString;

constexpr int kSliderSteps = 1000;
constexpr int kReadoutHeight = 196;

QLabel* makeLabel(QWidget* parent, const char* name) {
    auto* label = new QLabel(parent);
    label->setObjectName(QLatin1String(name));
    label->setWordWrap(true);
    return label;
}

QTableWidgetItem* makeCell(const QString& text, Qt::Alignment alignment) {
    auto* cell = new QTableWidgetItem(text);
    cell->setTextAlignment(alignment | Qt::AlignVCenter);
    cell->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
    return cell;
}

} // namespace

LabWindow::LabWindow(gpu::Device* device, QWidget* parent) : QWidget(parent), device_(device) {
    setObjectName(QStringLiteral("lab"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 10, 12, 12);
    layout->setSpacing(8);

    auto* top = new QHBoxLayout;
    sampleChooser_ = new QComboBox(this);
    sampleChooser_->setObjectName(QStringLiteral("sampleChooser"));
    sampleChooser_->setAccessibleName(tr("Sample"));
    for (const Sample& sample : samples()) {
        sampleChooser_->addItem(toQString(sample.id));
    }
    connect(sampleChooser_, &QComboBox::activated, this, &LabWindow::chooseSample);
    top->addWidget(sampleChooser_);
    title_ = new QLabel(this);
    title_->setObjectName(QStringLiteral("title"));
    QFont big = font();
    big.setPointSizeF(big.pointSizeF() * 1.7);
    big.setBold(true);
    title_->setFont(big);
    top->addWidget(title_, 1);
    backendChooser_ = new QComboBox(this);
    backendChooser_->setObjectName(QStringLiteral("backendChooser"));
    backendChooser_->setAccessibleName(tr("What runs the deformers"));
    for (const std::string_view name : session::kBackendNames) {
        backendChooser_->addItem(toQString(name));
    }
    connect(backendChooser_, &QComboBox::activated, this, &LabWindow::chooseBackend);
    top->addWidget(backendChooser_);
    layout->addLayout(top);

    lesson_ = makeLabel(this, "lesson");
    QFont readable = font();
    readable.setPointSizeF(readable.pointSizeF() * 1.15);
    lesson_->setFont(readable);
    layout->addWidget(lesson_);
    problem_ = makeLabel(this, "problem");
    problem_->setProperty("problem", true);
    problem_->hide();
    layout->addWidget(problem_);

    columns_ = new ColumnsView(device, this);
    layout->addWidget(columns_, 1);
    key_ = makeLabel(this, "key");
    key_->setProperty("quiet", true);
    layout->addWidget(key_);

    auto* bottom = new QHBoxLayout;
    bottom->setSpacing(16);
    controls_ = new QWidget(this);
    controls_->setMinimumWidth(380);
    controlLayout_ = new QFormLayout(controls_);
    controlLayout_->setContentsMargins(0, 0, 0, 0);
    controlLayout_->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    controlLayout_->setRowWrapPolicy(QFormLayout::WrapAllRows);
    bottom->addWidget(controls_, 2);
    readouts_ = new QTableWidget(0, 5, this);
    readouts_->setObjectName(QStringLiteral("readouts"));
    readouts_->setHorizontalHeaderLabels(
        {tr("Character"), tr("Readout"), tr("Measured"), tr("Formula"), tr("Difference")});
    readouts_->verticalHeader()->hide();
    readouts_->verticalHeader()->setDefaultSectionSize(21);
    readouts_->setShowGrid(false);
    readouts_->setAlternatingRowColors(true);
    readouts_->setFixedHeight(kReadoutHeight);
    readouts_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    readouts_->horizontalHeader()->setSectionResizeMode(1, QHeaderView::Stretch);
    bottom->addWidget(readouts_, 5);
    layout->addLayout(bottom);
}

LabWindow::~LabWindow() {
    columns_->setExperiment(nullptr);
}

Status LabWindow::start(LabOptions options) {
    options.experiment.device = device_;
    auto experiment = startExperiment(options);
    if (!experiment) {
        return experiment.error();
    }
    options_ = std::move(options);
    columns_->setExperiment(nullptr);
    experiment_ = *std::move(experiment);
    showExperiment();
    return {};
}

QString LabWindow::problem() const {
    return problem_->isHidden() ? QString() : problem_->text();
}

void LabWindow::chooseSample(int index) {
    LabOptions options = options_;
    options.sample = &samples()[static_cast<std::size_t>(index)];
    options.values.clear();
    if (!report(start(std::move(options)))) {
        sampleChooser_->setCurrentIndex(
            static_cast<int>(&experiment_->sample() - samples().data()));
    }
}

void LabWindow::chooseBackend(int index) {
    const auto backend = static_cast<session::Backend>(index);
    if (report(experiment_->setBackend(backend))) {
        options_.experiment.backend = backend;
    }
    refresh();
}

void LabWindow::buildControls() {
    while (controlLayout_->rowCount() > 0) {
        controlLayout_->removeRow(0);
    }
    for (const Control& control : experiment_->sample().controls) {
        controlLayout_->addRow(toQString(control.name),
                               control.labels.empty() ? makeSlider(control) : makeChoice(control));
    }
    auto* resetButton = new QPushButton(tr("Back to the start"), controls_);
    resetButton->setObjectName(QStringLiteral("reset"));
    connect(resetButton, &QPushButton::clicked, this, &LabWindow::reset);
    controlLayout_->addRow(resetButton);
}

QWidget* LabWindow::makeSlider(const Control& control) {
    auto* row = new QWidget(controls_);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* slider = new QSlider(Qt::Horizontal, row);
    slider->setObjectName(QStringLiteral("slider_") + toQString(control.key));
    slider->setAccessibleName(toQString(control.name));
    const double range = control.maximum - control.minimum;
    slider->setRange(0, control.step == 1.0 ? static_cast<int>(range) : kSliderSteps);
    auto* field = new QDoubleSpinBox(row);
    field->setObjectName(QStringLiteral("value_") + toQString(control.key));
    field->setAccessibleName(toQString(control.name));
    field->setButtonSymbols(QAbstractSpinBox::NoButtons);
    field->setDecimals(control.step == 1.0 ? 0 : control.unit == "°" ? 1 : 3);
    field->setRange(control.minimum, control.maximum);
    field->setSuffix(control.unit.empty() ? QString() : QLatin1Char(' ') + toQString(control.unit));
    field->setFixedWidth(92);
    const double value = experiment_->settings()[control.key];
    const auto steps = [slider, minimum = control.minimum, range](double number) {
        return static_cast<int>(std::lround((number - minimum) / range * slider->maximum()));
    };
    field->setValue(value);
    slider->setValue(steps(value));
    connect(slider, &QSlider::valueChanged, field, [=, minimum = control.minimum](int step) {
        // What was typed stays as it is where the slider already stands for it.
        if (steps(field->value()) != step) {
            field->setValue(minimum + range * step / slider->maximum());
        }
    });
    connect(
        field, &QDoubleSpinBox::valueChanged, this, [=, this, key = control.key](double number) {
            slider->setValue(steps(number));
            setValue(key, number);
        });
    layout->addWidget(slider, 1);
    layout->addWidget(field);
    return row;
}

QWidget* LabWindow::makeChoice(const Control& control) {
    auto* chooser = new QComboBox(controls_);
    chooser->setObjectName(QStringLiteral("choice_") + toQString(control.key));
    chooser->setAccessibleName(toQString(control.name));
    for (const std::string& label : control.labels) {
        chooser->addItem(toQString(label));
    }
    chooser->setCurrentIndex(static_cast<int>(experiment_->settings()[control.key]));
    connect(chooser, &QComboBox::currentIndexChanged, this, [this, key = control.key](int index) {
        setValue(key, index);
    });
    return chooser;
}

void LabWindow::setValue(const std::string& key, double value) {
    Settings settings = experiment_->settings();
    Status status = settings.set(key, value);
    if (status) {
        status = experiment_->apply(settings);
    }
    report(status);
    refresh();
}

void LabWindow::reset() {
    if (report(experiment_->apply(Settings(experiment_->sample().controls)))) {
        showExperiment();
    }
}

void LabWindow::showExperiment() {
    const Sample& sample = experiment_->sample();
    setWindowTitle(tr("%1 - Sartor lab").arg(toQString(sample.title)));
    title_->setText(toQString(sample.title));
    lesson_->setText(toQString(sample.lesson));
    key_->setText(toQString(sample.key));
    sampleChooser_->setCurrentIndex(static_cast<int>(&sample - samples().data()));
    buildControls();
    columns_->setExperiment(experiment_.get());
    refresh();
}

void LabWindow::refresh() {
    backendChooser_->setCurrentIndex(static_cast<int>(experiment_->backend()));
    fillReadouts();
    columns_->refresh();
}

void LabWindow::fillReadouts() {
    int rowCount = 0;
    for (std::size_t column = 0; column < experiment_->columnCount(); ++column) {
        rowCount += static_cast<int>(experiment_->measurement(column).readouts.size());
    }
    readouts_->setRowCount(rowCount);
    int row = 0;
    for (std::size_t column = 0; column < experiment_->columnCount(); ++column) {
        bool isFirst = true;
        for (const Readout& readout : experiment_->measurement(column).readouts) {
            const auto numbers = [&](const std::vector<double>& values) {
                const std::string text = numbersText(values, values.size() > 1 ? 4 : 6);
                return toQString(values.empty() ? text : withUnit(text, readout.unit));
            };
            const auto difference = readout.difference();
            readouts_->setItem(
                row,
                0,
                makeCell(isFirst ? toQString(experiment_->column(column).title) : QString(),
                         Qt::AlignLeft));
            readouts_->setItem(row, 1, makeCell(toQString(readout.name), Qt::AlignLeft));
            readouts_->setItem(row, 2, makeCell(numbers(readout.measured), Qt::AlignRight));
            readouts_->setItem(row, 3, makeCell(numbers(readout.expected), Qt::AlignRight));
            auto* cell =
                makeCell(difference ? QString::number(*difference, 'e', 1) : QStringLiteral("-"),
                         Qt::AlignRight);
            cell->setForeground(!difference        ? themeColours().quietText
                                : readout.agrees() ? themeColours().good
                                                   : themeColours().bad);
            readouts_->setItem(row, 4, cell);
            isFirst = false;
            ++row;
        }
    }
}

bool LabWindow::report(const Status& status) {
    problem_->setVisible(!status.isOk());
    problem_->setText(status ? QString() : toQString(status.error().message));
    return status.isOk();
}

} // namespace sartor::lab
