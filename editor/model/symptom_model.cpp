// SPDX-License-Identifier: Apache-2.0
// From what is seen to what is the matter, one question after the other.
#include "editor/model/symptom_model.h"

#include "editor/model/log_failure.h"
#include "editor/model/text.h"

#include <algorithm>
#include <utility>

namespace sartor::editor {

SymptomModel::SymptomModel(Document& document, ExplainFunction explain, QObject* parent)
    : QObject(parent)
    , document_(document)
    , explain_(explain ? std::move(explain) : ExplainFunction(diagnose::explainSymptom)) {
    connect(&document_, &Document::changed, this, [this](DocumentChange change) {
        if (isOtherSession(change)) {
            worker_.cancel();
            forget();
            symptom_.clear();
            Q_EMIT changed();
        }
    });
}

const diagnose::SymptomKind* SymptomModel::findKind(std::string_view id) {
    const auto kinds = diagnose::symptomKinds();
    const auto kind = std::find_if(
        kinds.begin(), kinds.end(), [id](const auto& known) { return known.id == id; });
    return kind == kinds.end() ? nullptr : &*kind;
}

void SymptomModel::ask(const std::string& id) {
    const auto session = document_.session();
    if (session == nullptr) {
        return;
    }
    forget();
    symptom_ = id;
    state_ = State::Running;
    worker_.start([this, session, id, explain = explain_, question = question_](
                      const CancelToken& token) -> Worker::Completion {
        if (token.isCancelled()) {
            return {};
        }
        diagnose::SymptomOptions options;
        options.stop = token.stopToken();
        options.onStep = [this, question](const diagnose::SymptomStep& step) {
            QMetaObject::invokeMethod(
                this, [this, question, step] { addStep(question, step); }, Qt::QueuedConnection);
        };
        const auto found = std::make_shared<Result<diagnose::SymptomAnswer>>(
            explain(session->scene(), id, options));
        return [this, found] {
            if (*found) {
                steps_ = (*found)->steps;
                answer_ = std::move(**found);
                state_ = State::Done;
            } else {
                message_ = toQString(found->error().message);
                state_ = State::Failed;
            }
            Q_EMIT changed();
        };
    });
    Q_EMIT changed();
}

void SymptomModel::cancel() {
    if (state_ == State::Running) {
        worker_.cancel();
        ++question_;
        state_ = State::Cancelled;
        Q_EMIT changed();
    }
}

void SymptomModel::goToMoment() {
    if (!answer_ || !answer_->clip || document_.session() == nullptr) {
        return;
    }
    const Status status = document_.setClip(answer_->clip);
    logFailure(status);
    if (status) {
        document_.setTime(static_cast<double>(answer_->time));
    }
}

void SymptomModel::forget() {
    ++question_;
    state_ = State::Idle;
    steps_.clear();
    answer_.reset();
    message_.clear();
}

void SymptomModel::addStep(std::uint64_t question, const diagnose::SymptomStep& step) {
    if (question == question_ && state_ == State::Running) {
        steps_.push_back(step);
        Q_EMIT changed();
    }
}

} // namespace sartor::editor
