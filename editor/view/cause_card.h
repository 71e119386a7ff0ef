// SPDX-License-Identifier: Apache-2.0
// One possible cause: what it is, what speaks for it, and what can be done.
#pragma once

#include <sartor/diagnose/doctor.h>

#include <QFrame>
#include <QString>

class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace sartor::editor {

class CauseCard : public QFrame {
    Q_OBJECT

public:
    /// What it shows of a diagnosis: one hypothesis, and its place in the list.
    CauseCard(const diagnose::Diagnosis& diagnosis, std::size_t hypothesis, QWidget* parent);

    /// What can be done now.
    struct Abilities {
        bool isPreviewed = false;
        bool isBusy = false;
        /// Why no file can be written; empty where one can.
        QString exportRefusal;
    };
    void setAbilities(const Abilities& abilities);
    /// Evidence, numbers and what to do at the source.
    void setExpanded(bool isExpanded);
    bool isExpanded() const;

Q_SIGNALS:
    void previewToggled(bool isPreviewed);
    void applyRequested();
    void exportRequested();

private:
    QLayout* makeHeader(const diagnose::Hypothesis& hypothesis, std::size_t rank);
    QWidget* makeDetails(const diagnose::Diagnosis& diagnosis,
                         const diagnose::Hypothesis& hypothesis);
    QLayout* makeButtons();

    bool canRepair_ = true;
    QToolButton* more_ = nullptr;
    QWidget* details_ = nullptr;
    QPushButton* preview_ = nullptr;
    QPushButton* apply_ = nullptr;
    QPushButton* export_ = nullptr;
};

} // namespace sartor::editor
