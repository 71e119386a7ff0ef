// SPDX-License-Identifier: Apache-2.0
// A character and who examines it.
#pragma once

#include "editor/model/diagnosis_model.h"

#include <QtTest>

#include <utility>

namespace sartor::test {

/// Longest that an examination may take.
inline constexpr int kMilliseconds = 60000;

/// A document with all that looks at it.
struct Clinic {
    explicit Clinic(editor::DiagnosisModel::Services services = {})
        : selection(document)
        , view(selection)
        , preview(document, view)
        , model(document, preview, std::move(services)) {}

    bool waitForDiagnosis() {
        return QTest::qWaitFor(
            [this] { return model.state() == editor::DiagnosisModel::State::Done; }, kMilliseconds);
    }

    editor::Document document;
    editor::Selection selection;
    editor::ViewSettings view;
    editor::Preview preview;
    editor::DiagnosisModel model;
};

} // namespace sartor::test
