// SPDX-License-Identifier: Apache-2.0
// Every defect planted on some rigs: the doctor names it first, mends it, and calls nobody sick who
// is not. Prints the table. Each program runs the rigs that its main() names.
#pragma once

#include <sartor/diagnose/doctor.h>

#include <QObject>

#include <support/plant_defect.h>

#include <optional>
#include <string>
#include <vector>

namespace sartor::test {

struct NamedRig {
    std::string name;
    import::ImportedScene scene;
    /// What the ids of the defects begin with that are planted on it.
    std::string ids = {};
};

/// Of a file; nothing where the file is not there.
std::vector<NamedRig> rigOfFile(std::string name, const std::string& path);

/// Doubted: called healthy, and named as what may be wrong.
enum class DoctorOutcome { Right, SameRepair, Wrong, Unexplained, Doubted, Missed, NoDefect };

struct DoctorRow {
    std::string rig;
    std::string id;
    std::string form;
    std::string variant;
    DoctorOutcome outcome = DoctorOutcome::NoDefect;
    /// Of the first hypothesis.
    std::string named = {};
    std::string namedForm = {};
    /// Or of no consequence.
    bool isFormRight = true;
    /// From the healthy character after the repair; none where there can be none.
    std::optional<double> difference = {};
    double residual = 0.0;
    bool isHealthyAgain = true;
    /// Other hypotheses that are said to deform alike and do not, or the reverse.
    std::vector<std::string> wrongSameAs = {};

    std::string name() const;
};

class TstDoctorMatrix : public QObject {
    Q_OBJECT

public:
    explicit TstDoctorMatrix(std::vector<NamedRig> rigs) : rigs_(std::move(rigs)) {}

private slots:
    void initTestCase();
    void theRightOneComesFirst();
    void noneIsMissedSilently();
    void fewCannotBeToldApart();
    void thePartOfTheFileIsNamed();
    void repairsThatDeformAlikeAreNamed();
    void repairsGiveTheHealthyCharacter();
    void healthyCharactersAreHealthy();

private:
    void expectHealthy(const import::ImportedScene& scene, const std::string& name);
    std::size_t count(DoctorOutcome outcome) const;

    std::vector<NamedRig> rigs_;
    std::vector<DoctorRow> rows_;
    /// Healthy characters that are called sick.
    std::vector<std::string> falseAlarms_;
};

} // namespace sartor::test
