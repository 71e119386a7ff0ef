// SPDX-License-Identifier: Apache-2.0
// Plants, examines, mends and compares, row after row.
#include "doctor_matrix.h"

#include "shape_compare.h"

#include <sartor/import/import_file.h>

#include <QFile>
#include <QTest>

#include <support/require.h>

#include <algorithm>
#include <cstdio>
#include <set>

namespace sartor::test {

namespace {

using import::ImportedScene;

constexpr std::array kOutcomeNames = {
    "right", "same repair", "WRONG", "UNEXPLAINED", "doubted", "MISSED", "no defect"};

/// Ids whose repairs give the same as that of the first hypothesis, where the diagnosis does not
/// say so, and those of which it says so in vain.
std::vector<std::string> wrongSameAs(const ImportedScene& broken,
                                     const diagnose::Diagnosis& diagnosis,
                                     const ImportedScene& repaired) {
    const diagnose::Hypothesis& first = diagnosis.hypotheses.front();
    const PosedShape shape(repaired);
    const auto isAlike = [&](const std::string& id, const std::string& form) {
        const auto other = diagnose::repair(broken, id, form);
        return other && shape.difference(*other, kSameShape) < kSameShape;
    };
    std::vector<std::string> wrong;
    for (const std::string& id : first.sameAs) {
        const auto same = std::find_if(diagnosis.hypotheses.begin(),
                                       diagnosis.hypotheses.end(),
                                       [&](const auto& other) { return other.id == id; });
        if (!isAlike(id, same == diagnosis.hypotheses.end() ? "" : same->form)) {
            wrong.push_back("is not same as " + id);
        }
    }
    for (const diagnose::Hypothesis& other : diagnosis.hypotheses) {
        const bool isSaid = std::count(first.sameAs.begin(), first.sameAs.end(), other.id) > 0;
        if (other.id != first.id && !isSaid && other.canRepair && isAlike(other.id, other.form)) {
            wrong.push_back("is same as " + other.id);
        }
    }
    return wrong;
}

DoctorRow examineRow(const NamedRig& rig, const DefectPlant& plant, CharacterParts parts) {
    DoctorRow row{.rig = rig.name, .id = plant.id, .form = plant.form, .variant = plant.variant};
    const PosedShape healthy(parts.whole());
    if (!plant.plant(parts)) {
        return row;
    }
    const ImportedScene broken = parts.whole();
    if (healthy.difference(broken, kSameShape) < kSameShape) {
        return row; // what was done did nothing
    }
    const diagnose::Diagnosis diagnosis = require(diagnose::examine(broken));
    if (diagnosis.isHealthy) {
        const bool isDoubted = !diagnosis.doubts.empty() && diagnosis.doubts[0].id == plant.id;
        row.outcome = isDoubted ? DoctorOutcome::Doubted : DoctorOutcome::Missed;
        if (isDoubted) {
            row.named = diagnosis.doubts[0].id;
            row.namedForm = diagnosis.doubts[0].form;
            row.difference =
                healthy.difference(require(diagnose::repair(broken, row.named, row.namedForm)));
        }
        return row;
    }
    if (diagnosis.hypotheses.empty()) {
        row.outcome = DoctorOutcome::Unexplained;
        return row;
    }
    const diagnose::Hypothesis& first = diagnosis.hypotheses.front();
    row.named = first.id;
    row.namedForm = first.form;
    if (first.canRepair) {
        const ImportedScene repaired = require(diagnose::repair(broken, first.id, first.form));
        row.difference = healthy.difference(repaired);
        const diagnose::Diagnosis again = require(diagnose::examine(repaired));
        row.isHealthyAgain = again.isHealthy;
        row.residual = std::max(again.asRead.bindResidual, again.asRead.bindSpread);
        row.wrongSameAs = wrongSameAs(broken, diagnosis, repaired);
    }
    if (first.id == plant.id) {
        row.outcome = DoctorOutcome::Right;
        row.isFormRight = plant.form.empty() || first.form.starts_with(plant.form);
        if (!row.isFormRight && row.difference) {
            // Of two that deform alike nobody can say which.
            const auto other = diagnose::repair(broken, plant.id, plant.form);
            row.isFormRight = other && healthy.difference(*other, kSameShape) < kSameShape &&
                              *row.difference < kSameShape;
        }
        return row;
    }
    row.outcome = row.difference && *row.difference < kSameShape ? DoctorOutcome::SameRepair
                                                                 : DoctorOutcome::Wrong;
    if (row.outcome == DoctorOutcome::SameRepair &&
        std::count(first.sameAs.begin(), first.sameAs.end(), plant.id) == 0) {
        row.wrongSameAs.push_back("is same as " + plant.id);
    }
    return row;
}

void print(const DoctorRow& row) {
    std::printf("%-11s %-24s %-14s %-29s %-12s %-24s %-20s %9.2e %9.2e%s",
                row.rig.c_str(),
                row.id.c_str(),
                row.form.c_str(),
                row.variant.c_str(),
                kOutcomeNames[static_cast<std::size_t>(row.outcome)],
                row.named.c_str(),
                row.namedForm.c_str(),
                row.difference.value_or(-1.0),
                row.residual,
                row.isHealthyAgain ? "" : " STILL SICK");
    for (const std::string& same : row.wrongSameAs) {
        std::printf(" %s", same.c_str());
    }
    std::printf("\n");
    std::fflush(stdout);
}

} // namespace

std::string DoctorRow::name() const {
    return rig + " " + id + " " + form + " " + variant + ": " + named + " " + namedForm;
}

std::vector<NamedRig> rigOfFile(std::string name, const std::string& path) {
    if (!QFile::exists(QString::fromStdString(path))) {
        return {};
    }
    return {{std::move(name), require(import::importFile(path))}};
}

void TstDoctorMatrix::initTestCase() {
    std::printf("%-11s %-24s %-14s %-29s %-12s %-24s %-20s %9s %9s\n",
                "rig",
                "planted",
                "form",
                "variant",
                "outcome",
                "named first",
                "form",
                "repaired",
                "residual");
    for (const NamedRig& rig : rigs_) {
        expectHealthy(rig.scene, rig.name);
        for (const DefectPlant& plant : defectPlants()) {
            if (!plant.id.starts_with(rig.ids)) {
                continue;
            }
            CharacterParts parts(rig.scene);
            if (plant.prepare) {
                if (!plant.prepare(parts)) {
                    continue;
                }
                expectHealthy(parts.whole(),
                              rig.name + " made ready for " + plant.id + " " + plant.variant);
            }
            rows_.push_back(examineRow(rig, plant, parts));
            print(rows_.back());
        }
    }
    for (std::size_t outcome = 0; outcome < kOutcomeNames.size(); ++outcome) {
        std::printf("%zu %s\n", count(static_cast<DoctorOutcome>(outcome)), kOutcomeNames[outcome]);
    }
    const auto wholeCount = static_cast<std::size_t>(
        std::count_if(rigs_.begin(), rigs_.end(), [](const auto& rig) { return rig.ids.empty(); }));
    QVERIFY(rows_.size() >= 60 * wholeCount);
}

void TstDoctorMatrix::expectHealthy(const ImportedScene& scene, const std::string& name) {
    const auto diagnosis = require(diagnose::examine(scene));
    if (!diagnosis.isHealthy) {
        falseAlarms_.push_back(name + ": " + diagnosis.summary);
    }
}

void TstDoctorMatrix::theRightOneComesFirst() {
    const double right = static_cast<double>(count(DoctorOutcome::Right));
    const double told = right + static_cast<double>(count(DoctorOutcome::Wrong)) +
                        static_cast<double>(count(DoctorOutcome::Unexplained)) +
                        static_cast<double>(count(DoctorOutcome::Doubted)) +
                        static_cast<double>(count(DoctorOutcome::Missed));
    QCOMPARE_GE(right, 0.98 * told);
}

void TstDoctorMatrix::noneIsMissedSilently() {
    for (const DoctorRow& row : rows_) {
        QVERIFY2(row.outcome != DoctorOutcome::Missed, row.name().c_str());
    }
}

void TstDoctorMatrix::fewCannotBeToldApart() {
    QCOMPARE_LE(static_cast<double>(count(DoctorOutcome::SameRepair)),
                0.1 * static_cast<double>(rows_.size() - count(DoctorOutcome::NoDefect)));
}

void TstDoctorMatrix::thePartOfTheFileIsNamed() {
    for (const DoctorRow& row : rows_) {
        QVERIFY2(row.isFormRight, row.name().c_str());
    }
}

void TstDoctorMatrix::repairsThatDeformAlikeAreNamed() {
    for (const DoctorRow& row : rows_) {
        for (const std::string& same : row.wrongSameAs) {
            QVERIFY2(false, (row.name() + " " + same).c_str());
        }
    }
}

void TstDoctorMatrix::repairsGiveTheHealthyCharacter() {
    for (const DoctorRow& row : rows_) {
        if (row.outcome == DoctorOutcome::Doubted) {
            QVERIFY2(*row.difference < kSameShape, row.name().c_str());
        }
        if (row.outcome == DoctorOutcome::Right && row.difference) {
            QVERIFY2(*row.difference < kSameShape, row.name().c_str());
            QVERIFY2(row.isHealthyAgain, row.name().c_str());
            QVERIFY2(row.residual < 1e-5, row.name().c_str());
        }
    }
}

void TstDoctorMatrix::healthyCharactersAreHealthy() {
    for (const std::string& alarm : falseAlarms_) {
        QVERIFY2(false, alarm.c_str());
    }
}

std::size_t TstDoctorMatrix::count(DoctorOutcome outcome) const {
    return static_cast<std::size_t>(std::count_if(
        rows_.begin(), rows_.end(), [&](const DoctorRow& row) { return row.outcome == outcome; }));
}

} // namespace sartor::test
