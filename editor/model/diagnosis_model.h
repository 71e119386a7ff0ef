// SPDX-License-Identifier: Apache-2.0
// Why the open character is broken, what mends it, and the mended file.
#pragma once

#include "editor/model/document.h"
#include "editor/model/preview.h"
#include "editor/model/worker.h"

#include <sartor/diagnose/doctor.h>
#include <sartor/session/mend_file.h>

#include <QObject>
#include <QString>

#include <functional>
#include <memory>
#include <optional>

namespace sartor::editor {

/// Everything that takes long runs beside the window; what another file has made stale is dropped.
class DiagnosisModel : public QObject {
    Q_OBJECT

public:
    enum class State {
        NothingOpen,
        Running,
        Cancelled,
        Unskinned, ///< there is nothing to examine: message() says so
        Failed,    ///< message() says why
        Done       ///< there is a diagnosis
    };

    /// What a test replaces; empty members take the real thing.
    struct Services {
        std::function<Result<diagnose::Diagnosis>(const import::ImportedScene&,
                                                  const diagnose::DoctorOptions&)>
            examine;
        std::function<Result<import::ImportedScene>(
            const import::ImportedScene&, std::string_view id, std::string_view form)>
            repair;
        std::function<Result<session::MendedFile>(const session::MendRequest&)> mend;
    };

    DiagnosisModel(Document& document,
                   Preview& preview,
                   Services services = {},
                   QObject* parent = nullptr);

    State state() const { return state_; }
    const QString& message() const { return message_; }
    /// Of the character as it is now, repairs included; null unless the state is Done.
    const diagnose::Diagnosis* diagnosis() const { return diagnosis_.get(); }
    /// Begins again.
    void examine();
    void cancel();

    /// What apply() and exportFile() undo, by position in Diagnosis::hypotheses.
    session::Repair repairOf(std::size_t hypothesis) const;
    bool isPreviewed(std::size_t hypothesis) const;
    void setPreviewed(std::size_t hypothesis, bool isPreviewed);
    /// Mends the character, as a step that can be undone.
    void apply(std::size_t hypothesis);
    bool isApplying() const { return repairWorker_.isBusy(); }

    /// Why no mended file can be made of this character; empty where one can.
    QString exportRefusal() const;
    /// A name for the mended file, beside the open one.
    QString suggestedPath() const;
    /// Whether something has been applied.
    bool hasRepairs() const { return !document_.repairs().empty(); }
    /// Writes the file with what has been applied, and with one repair more where one is given.
    void exportFile(const QString& path,
                    const std::optional<session::Repair>& repair,
                    io::ExistingFiles existing);
    bool isExporting() const { return exportWorker_.isBusy(); }

    /// The report of the command; empty unless the state is Done.
    QString markdown() const;

Q_SIGNALS:
    /// State, diagnosis, or what goes on.
    void changed();
    void exported(const QString& path, const QString& verdict, const QStringList& notes);
    /// Nothing has changed on disk. `isInTheWay`: a file is there that was to be kept.
    void exportFailed(const QString& path, const QString& message, bool isInTheWay);
    void applyFailed(const QString& message);

private:
    void become(State state, const QString& message = {});
    QString titleOf(std::size_t hypothesis) const;
    MakeScene makeRepaired(std::size_t hypothesis) const;

    Document& document_;
    Preview& preview_;
    Services services_;
    State state_ = State::NothingOpen;
    QString message_;
    std::shared_ptr<const diagnose::Diagnosis> diagnosis_;
    Worker worker_;
    Worker repairWorker_;
    Worker exportWorker_;
};

} // namespace sartor::editor
