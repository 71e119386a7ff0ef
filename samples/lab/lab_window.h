// SPDX-License-Identifier: Apache-2.0
// The window of sartor-lab: a sample, its sliders, its characters, and its readouts.
#pragma once

#include "samples/lab/lab_options.h"

#include <sartor/gpu/device.h>

#include <QWidget>

#include <memory>
#include <vector>

class QComboBox;
class QFormLayout;
class QLabel;
class QTableWidget;

namespace sartor::lab {

class ColumnsView;

class LabWindow : public QWidget {
    Q_OBJECT

public:
    /// The device draws, and runs the chains of the Vulkan backend; null for neither. It must
    /// outlive the window.
    explicit LabWindow(gpu::Device* device, QWidget* parent = nullptr);
    ~LabWindow() override;

    /// Shows what was asked for; the device of the options is replaced by the window's.
    /// Errors: those of startExperiment().
    Status start(LabOptions options);
    const Experiment* experiment() const { return experiment_.get(); }
    /// What the window says went wrong; empty while all is well.
    QString problem() const;

private:
    void chooseSample(int index);
    void chooseBackend(int index);
    void buildControls();
    QWidget* makeSlider(const Control& control);
    QWidget* makeChoice(const Control& control);
    void setValue(const std::string& key, double value);
    void reset();
    /// Everything that depends on the experiment.
    void showExperiment();
    void refresh();
    void fillReadouts();
    /// Whether it went well; otherwise says why not.
    bool report(const Status& status);

    gpu::Device* device_ = nullptr;
    LabOptions options_;
    std::unique_ptr<Experiment> experiment_;
    QComboBox* sampleChooser_ = nullptr;
    QComboBox* backendChooser_ = nullptr;
    QLabel* title_ = nullptr;
    QLabel* lesson_ = nullptr;
    QLabel* key_ = nullptr;
    QLabel* problem_ = nullptr;
    ColumnsView* columns_ = nullptr;
    QWidget* controls_ = nullptr;
    QFormLayout* controlLayout_ = nullptr;
    QTableWidget* readouts_ = nullptr;
};

} // namespace sartor::lab
