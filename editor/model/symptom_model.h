// SPDX-License-Identifier: Apache-2.0
// From what is seen to what is the matter, one question after the other.
#pragma once

#include "editor/model/document.h"
#include "editor/model/worker.h"

#include <sartor/diagnose/symptoms.h>

#include <QObject>
#include <QString>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace sartor::editor {

/// Asks beside the window; each step is there as soon as it is answered. Another file, and a
/// repair, drop it.
class SymptomModel : public QObject {
    Q_OBJECT

public:
    enum class State { Idle, Running, Cancelled, Failed, Done };

    using ExplainFunction = std::function<Result<diagnose::SymptomAnswer>(
        const import::ImportedScene&, std::string_view id, const diagnose::SymptomOptions&)>;

    /// Without a function of the caller's, diagnose::explainSymptom.
    explicit SymptomModel(Document& document,
                          ExplainFunction explain = {},
                          QObject* parent = nullptr);

    /// An id of diagnose::symptomKinds(); null for none that is known.
    static const diagnose::SymptomKind* findKind(std::string_view id);

    void ask(const std::string& id);
    void cancel();
    State state() const { return state_; }
    /// Which is or was asked about last; empty for none.
    const std::string& symptom() const { return symptom_; }
    /// So far.
    const std::vector<diagnose::SymptomStep>& steps() const { return steps_; }
    /// None unless the state is Done.
    const std::optional<diagnose::SymptomAnswer>& answer() const { return answer_; }
    /// Why there is no answer.
    const QString& message() const { return message_; }
    /// Goes to the clip and moment where it is seen best, if there is one.
    void goToMoment();

Q_SIGNALS:
    void changed();

private:
    void forget();
    void addStep(std::uint64_t question, const diagnose::SymptomStep& step);

    Document& document_;
    ExplainFunction explain_;
    State state_ = State::Idle;
    std::string symptom_;
    std::vector<diagnose::SymptomStep> steps_;
    std::optional<diagnose::SymptomAnswer> answer_;
    QString message_;
    /// Which ask() goes on: steps of others are late.
    std::uint64_t question_ = 0;
    Worker worker_;
};

} // namespace sartor::editor
