// SPDX-License-Identifier: Apache-2.0
// Why the open character is broken, what mends it, and the mended file.
#include "editor/model/diagnosis_model.h"

#include "editor/model/log_failure.h"
#include "editor/model/text.h"

#include <sartor/diagnose/doctor_report.h>

#include <QFileInfo>
#include <QStringList>

#include <utility>

namespace sartor::editor {

DiagnosisModel::DiagnosisModel(Document& document,
                               Preview& preview,
                               Services services,
                               QObject* parent)
    : QObject(parent), document_(document), preview_(preview), services_(std::move(services)) {
    if (!services_.examine) {
        services_.examine = diagnose::examine;
    }
    if (!services_.repair) {
        services_.repair = diagnose::repair;
    }
    if (!services_.mend) {
        services_.mend = session::mendFile;
    }
    connect(&document_, &Document::changed, this, [this](DocumentChange change) {
        if (isOtherSession(change)) {
            repairWorker_.cancel();
            examine();
        }
        if (change == DocumentChange::Opened) {
            exportWorker_.cancel();
        }
    });
    connect(&preview_, &Preview::changed, this, &DiagnosisModel::changed);
    connect(&repairWorker_, &Worker::busyChanged, this, &DiagnosisModel::changed);
    connect(&exportWorker_, &Worker::busyChanged, this, &DiagnosisModel::changed);
    examine();
}

void DiagnosisModel::examine() {
    worker_.cancel();
    diagnosis_.reset();
    const auto session = document_.session();
    if (session == nullptr) {
        become(State::NothingOpen);
        return;
    }
    // The scene never changes; the session is kept for it.
    worker_.start([this, session, examine = services_.examine](
                      const CancelToken& token) -> Worker::Completion {
        if (token.isCancelled()) {
            return {};
        }
        auto found = std::make_shared<Result<diagnose::Diagnosis>>(
            examine(session->scene(), {token.stopToken()}));
        return [this, found] {
            if (*found) {
                diagnosis_ = std::make_shared<const diagnose::Diagnosis>(std::move(**found));
                become(State::Done);
                return;
            }
            const Error& error = found->error();
            const bool isUnskinned = error.code == "doctor.no_skin";
            if (!isUnskinned) {
                logFailure(error);
            }
            become(isUnskinned ? State::Unskinned : State::Failed, toQString(error.message));
        };
    });
    become(State::Running);
}

void DiagnosisModel::cancel() {
    if (state_ == State::Running) {
        worker_.cancel();
        become(State::Cancelled);
    }
}

bool DiagnosisModel::isPreviewed(std::size_t hypothesis) const {
    const session::Repair repair = repairOf(hypothesis);
    return preview_.key() == toQString("repair " + repair.id + ' ' + repair.form);
}

void DiagnosisModel::setPreviewed(std::size_t hypothesis, bool isPreviewed) {
    if (isPreviewed == this->isPreviewed(hypothesis)) {
        return;
    }
    if (!isPreviewed) {
        preview_.hide();
        return;
    }
    const session::Repair repair = repairOf(hypothesis);
    preview_.show({.key = toQString("repair " + repair.id + ' ' + repair.form),
                   .title = tr("Preview, mended: %1").arg(titleOf(hypothesis)),
                   .make = makeRepaired(hypothesis)});
}

void DiagnosisModel::apply(std::size_t hypothesis) {
    const auto session = document_.session();
    repairWorker_.start([this,
                         session,
                         options = session->options(),
                         make = makeRepaired(hypothesis),
                         repair = repairOf(hypothesis),
                         text = tr("Mend: %1").arg(titleOf(hypothesis))](
                            const CancelToken& token) -> Worker::Completion {
        if (token.isCancelled()) {
            return {};
        }
        const auto twin = std::make_shared<Result<std::shared_ptr<session::Session>>>(
            makeTwin(*session, options, make, token.stopToken()));
        return [this, twin, repair, text] {
            const Status status =
                *twin ? document_.repair(std::move(**twin), repair, text) : Status(twin->error());
            logFailure(status);
            if (!status) {
                Q_EMIT applyFailed(toQString(status.error().message));
            }
        };
    });
}

QString DiagnosisModel::exportRefusal() const {
    const auto session = document_.session();
    if (session == nullptr) {
        return tr("Nothing is open");
    }
    const QString format = toQString(session->scene().format);
    return format.startsWith(QLatin1String("glTF"))
               ? QString()
               : tr("Mended files are written as glTF, from glTF; this is %1. Mend it at its "
                    "source, or convert it first.")
                     .arg(format);
}

QString DiagnosisModel::suggestedPath() const {
    const auto session = document_.session();
    if (session == nullptr) {
        return {};
    }
    const QFileInfo file(pathText(session->scene().path));
    const QString suffix = file.suffix().isEmpty() ? QStringLiteral("glb") : file.suffix();
    return file.path() + u'/' + tr("%1_mended").arg(file.completeBaseName()) + u'.' + suffix;
}

void DiagnosisModel::exportFile(const QString& path,
                                const std::optional<session::Repair>& repair,
                                io::ExistingFiles existing) {
    const auto session = document_.session();
    session::MendRequest request{.in = session->scene().path,
                                 .reading = session->options().import,
                                 .repairs = document_.repairs(),
                                 .out = toPath(path),
                                 .existing = existing};
    if (repair) {
        request.repairs.push_back(*repair);
    }
    exportWorker_.start([this, path, request = std::move(request), mend = services_.mend](
                            const CancelToken& token) mutable -> Worker::Completion {
        if (token.isCancelled()) {
            return {};
        }
        request.stop = token.stopToken();
        request.reading.foreign.stop = token.stopToken();
        const auto written = std::make_shared<Result<session::MendedFile>>(mend(request));
        const bool isOpenFile = QFileInfo(path) == QFileInfo(pathText(request.in));
        return [this, path, written, isOpenFile] {
            if (!*written) {
                const Error& error = written->error();
                logFailure(error);
                Q_EMIT exportFailed(path, toQString(error.message), error.code == "output.exists");
                return;
            }
            log(LogLevel::Info, "wrote " + path.toStdString());
            QStringList notes;
            for (const std::string& note : (*written)->notes) {
                notes << toQString(note);
            }
            if (isOpenFile) {
                notes << tr("That was the open file: reload it to go on with what is mended.");
            }
            Q_EMIT exported(path, toQString((*written)->after.summary), notes);
        };
    });
}

QString DiagnosisModel::markdown() const {
    return diagnosis_ == nullptr ? QString()
                                 : toQString(diagnose::markdownReport(
                                       *diagnosis_, document_.fileName().toStdString()));
}

void DiagnosisModel::become(State state, const QString& message) {
    state_ = state;
    message_ = message;
    Q_EMIT changed();
}

session::Repair DiagnosisModel::repairOf(std::size_t hypothesis) const {
    const diagnose::Hypothesis& found = diagnosis_->hypotheses[hypothesis];
    return {found.id, found.form};
}

QString DiagnosisModel::titleOf(std::size_t hypothesis) const {
    const std::string& id = diagnosis_->hypotheses[hypothesis].id;
    const diagnose::DefectKind* kind = diagnose::findDefectKind(id);
    return toQString(kind == nullptr ? std::string_view(id) : kind->title);
}

MakeScene DiagnosisModel::makeRepaired(std::size_t hypothesis) const {
    return [repair = repairOf(hypothesis),
            mend = services_.repair](const import::ImportedScene& scene, const std::stop_token&) {
        return mend(scene, repair.id, repair.form);
    };
}

} // namespace sartor::editor
