// SPDX-License-Identifier: Apache-2.0
// sartor doctor: why a character is broken, and the file without it.
#include "commands.h"
#include "doctor_symptom.h"
#include "options.h"
#include "table.h"

#include <sartor/diagnose/doctor_report.h>
#include <sartor/io/text.h>
#include <sartor/session/mend_file.h>

#include <algorithm>
#include <memory>

namespace sartor::cli {
namespace {

struct Options {
    FileOptions file;
    std::filesystem::path fix;
    std::string apply;
    std::string form;
    std::string symptom;
    bool isForced = false;
    bool isJson = false;
    bool isMarkdown = false;
    bool isList = false;
};

/// What was undone, and how the written file is.
struct Mended {
    std::vector<session::Repair> repairs;
    session::MendedFile written;
};

/// "a, then b"
std::string idsOf(const std::vector<session::Repair>& repairs) {
    std::string ids;
    for (const session::Repair& repair : repairs) {
        ids += (ids.empty() ? "" : ", then ") + repair.id;
    }
    return ids;
}

/// The form that was asked for is one that was found, where the cause was found at all.
/// Errors: "usage.form", naming those.
Status expectForm(const diagnose::Diagnosis& diagnosis, const session::Repair& repair) {
    std::string forms;
    for (const auto* hypotheses : {&diagnosis.hypotheses, &diagnosis.doubts}) {
        for (const diagnose::Hypothesis& hypothesis : *hypotheses) {
            if (hypothesis.id == repair.id && hypothesis.form == repair.form) {
                return {};
            }
            if (hypothesis.id == repair.id) {
                forms += (forms.empty() ? "'" : ", '") + hypothesis.form + "'";
            }
        }
    }
    if (repair.form.empty() || forms.empty()) {
        return {};
    }
    return Error{"usage.form",
                 "--form " + io::printable(repair.form) + ": '" + repair.id +
                     "' was found in another form: expected " + forms};
}

/// Errors: "doctor.not_repairable", "usage.form", and those of session::mendFile().
Result<Mended> mend(const diagnose::Diagnosis& diagnosis, const Options& options) {
    std::vector<session::Repair> repairs = {{options.apply, options.form}};
    if (options.apply.empty()) {
        const auto best = std::find_if(diagnosis.hypotheses.begin(),
                                       diagnosis.hypotheses.end(),
                                       [](const auto& hypothesis) { return hypothesis.canRepair; });
        if (best == diagnosis.hypotheses.end()) {
            return Error{"doctor.not_repairable",
                         diagnosis.isHealthy
                             ? "nothing is surely wrong: expected --apply ID to mend all the same"
                             : "nothing that was found can be mended in this file"};
        }
        repairs = {{best->id, best->form}};
        for (const diagnose::Hypothesis& next : best->then) {
            if (!next.canRepair) {
                break;
            }
            repairs.push_back({next.id, next.form});
        }
    }
    if (const Status status = expectForm(diagnosis, repairs.front()); !status) {
        return status.error();
    }
    Result<session::MendedFile> written = session::mendFile(
        {.in = options.file.file,
         .reading = options.file.importOptions(),
         .repairs = repairs,
         .out = options.fix,
         .existing = options.isForced ? io::ExistingFiles::Replace : io::ExistingFiles::Keep});
    if (!written) {
        return written.error();
    }
    return Mended{std::move(repairs), std::move(*written)};
}

void writeFit(io::JsonWriter& json, const diagnose::CharacterFit& fit) {
    json.beginInlineObject().member("bind_residual", fit.bindResidual);
    json.member("bind_spread", fit.bindSpread).member("locality", fit.locality);
    json.member("stretch", fit.stretch).member("weight_error", fit.weightError);
    json.member("bad_indices", fit.badIndexCount).endObject();
}

// Each with what is wrong besides, in the same form.
void writeHypotheses(io::JsonWriter& json,
                     std::string_view key,
                     const std::vector<diagnose::Hypothesis>& hypotheses) {
    json.key(key).beginArray();
    for (const diagnose::Hypothesis& hypothesis : hypotheses) {
        json.beginObject().member("id", hypothesis.id).member("form", hypothesis.form);
        json.member("score", hypothesis.score).member("evidence", hypothesis.evidence);
        json.member("explanation", hypothesis.explanation).member("fix", hypothesis.fix);
        if (const diagnose::DefectKind* kind = diagnose::findDefectKind(hypothesis.id)) {
            json.member("title", kind->title).member("remedy", kind->remedy);
        }
        json.member("can_repair", hypothesis.canRepair).member("skins", hypothesis.skins);
        json.key("repaired");
        writeFit(json, hypothesis.repaired);
        json.member("same_as", hypothesis.sameAs);
        writeHypotheses(json, "then", hypothesis.then);
        json.member("remains", hypothesis.remains).endObject();
    }
    json.endArray();
}

std::string json(const diagnose::Diagnosis& diagnosis,
                 const std::optional<Mended>& mended,
                 const Options& options) {
    io::JsonWriter json;
    json.beginObject().member("file", options.file.file.string());
    json.member("healthy", diagnosis.isHealthy).member("summary", diagnosis.summary);
    json.key("as_read");
    writeFit(json, diagnosis.asRead);
    writeHypotheses(json, "hypotheses", diagnosis.hypotheses);
    writeHypotheses(json, "doubts", diagnosis.doubts);
    if (mended) {
        json.key("mended")
            .beginObject()
            .member("id", mended->repairs.front().id)
            .member("form", mended->repairs.front().form);
        json.key("repairs").beginArray();
        for (const session::Repair& repair : mended->repairs) {
            json.beginObject().member("id", repair.id).member("form", repair.form).endObject();
        }
        json.endArray();
        json.member("file", mended->written.file.string())
            .member("healthy", mended->written.after.isHealthy);
        json.member("summary", mended->written.after.summary).key("fit");
        writeFit(json, mended->written.after.asRead);
        json.endObject();
    }
    writeNotes(json, mended ? mended->written.notes : std::vector<std::string>());
    return json.endObject().take();
}

std::string fitText(const diagnose::Diagnosis& diagnosis) {
    using Align = Table::Align;
    Table table({{"", Align::Left},
                 {"bind residual", Align::Right},
                 {"bind spread", Align::Right},
                 {"locality", Align::Right},
                 {"stretch", Align::Right},
                 {"weight error", Align::Right},
                 {"bad indices", Align::Right}});
    const auto addRow = [&](const std::string& name, const diagnose::CharacterFit& fit) {
        table.addRow({name,
                      rounded(fit.bindResidual),
                      rounded(fit.bindSpread),
                      rounded(fit.locality),
                      rounded(fit.stretch),
                      rounded(fit.weightError),
                      std::to_string(fit.badIndexCount)});
    };
    addRow("as read", diagnosis.asRead);
    for (const auto* hypotheses : {&diagnosis.hypotheses, &diagnosis.doubts}) {
        for (const diagnose::Hypothesis& hypothesis : *hypotheses) {
            addRow("without " + nameOf(hypothesis), hypothesis.repaired);
        }
    }
    return table.text();
}

std::string titleOf(const diagnose::Hypothesis& hypothesis) {
    const diagnose::DefectKind* kind = diagnose::findDefectKind(hypothesis.id);
    return std::string(kind != nullptr ? kind->title : hypothesis.id);
}

std::string hypothesisText(const diagnose::Hypothesis& hypothesis, std::size_t rank) {
    const diagnose::DefectKind* kind = diagnose::findDefectKind(hypothesis.id);
    std::string result = "\n" + std::to_string(rank) + ". " + titleOf(hypothesis) + "  [" +
                         nameOf(hypothesis) + ", score " + rounded(hypothesis.score) + "]\n";
    result += "   why:  " + hypothesis.explanation + "\n";
    result += "   seen: " + hypothesis.evidence + "\n";
    result += "   fix:  " + hypothesis.fix + "\n";
    if (kind != nullptr) {
        result += "   at its source: " + std::string(kind->remedy) + "\n";
    }
    for (const std::string& other : hypothesis.sameAs) {
        result += "   cannot be told from " + other + ": both repairs deform alike\n";
    }
    if (!hypothesis.canRepair) {
        result += "   cannot be mended: the file no longer holds what is needed\n";
    }
    for (const diagnose::Hypothesis& next : hypothesis.then) {
        result += "   then: " + titleOf(next) + "  [" + nameOf(next) + "]: " + next.evidence + "\n";
    }
    if (!hypothesis.remains.empty()) {
        result += "   left unexplained after that: " + hypothesis.remains + "\n";
    }
    return result;
}

std::string text(const diagnose::Diagnosis& diagnosis,
                 const std::optional<Mended>& mended,
                 const Options& options) {
    std::string result =
        io::printable(options.file.file.string()) + ": " + diagnosis.summary + "\n";
    std::size_t rank = 0;
    for (const diagnose::Hypothesis& hypothesis : diagnosis.hypotheses) {
        result += hypothesisText(hypothesis, ++rank);
    }
    if (!diagnosis.doubts.empty()) {
        result += "\nMay be wrong, or meant; --fix OUT --apply ID mends it:\n";
    }
    for (const diagnose::Hypothesis& doubt : diagnosis.doubts) {
        result += hypothesisText(doubt, ++rank);
    }
    result += "\n" + fitText(diagnosis);
    if (mended) {
        result += "\nwrote " + io::printable(mended->written.file.string()) + " without " +
                  idsOf(mended->repairs) + ": " + mended->written.after.summary + "\n";
        for (const std::string& note : mended->written.notes) {
            result += note + "\n";
        }
    }
    return result;
}

std::string markdown(const diagnose::Diagnosis& diagnosis,
                     const std::optional<Mended>& mended,
                     const Options& options) {
    std::string result = diagnose::markdownReport(diagnosis, options.file.file.filename().string());
    if (mended) {
        result += "\nWithout `" + idsOf(mended->repairs) + "`, written and examined again:\n\n#" +
                  diagnose::markdownReport(mended->written.after,
                                           mended->written.file.filename().string());
        for (const std::string& note : mended->written.notes) {
            result += "\n" + note + "\n";
        }
    }
    return result;
}

std::string list(bool isJson) {
    io::JsonWriter json;
    json.beginObject().key("kinds").beginArray();
    std::string result;
    for (const diagnose::DefectKind& kind : diagnose::defectKinds()) {
        json.beginObject().member("id", kind.id).member("title", kind.title);
        json.member("symptom", kind.symptom).member("remedy", kind.remedy).endObject();
        result += std::string(kind.id) + "\n  " + std::string(kind.title) +
                  "\n  looks like: " + std::string(kind.symptom) +
                  "\n  at its source: " + std::string(kind.remedy) + "\n";
    }
    json.endArray();
    return isJson ? json.endObject().take() : result;
}

Result<Answer> answer(const Options& options) {
    if (options.isList) {
        return Answer{list(options.isJson)};
    }
    if (options.file.file.empty()) {
        return Error{"usage.missing", "expected FILE, or --list"};
    }
    const Result<import::ImportedScene> scene = readScene(options.file);
    if (!scene) {
        return scene.error();
    }
    if (!options.symptom.empty()) {
        return symptomAnswer(*scene, options.file, options.symptom, options.isJson);
    }
    Result<diagnose::Diagnosis> diagnosis = diagnose::examine(*scene);
    if (!diagnosis && diagnosis.error().code == "doctor.no_skin" && options.fix.empty()) {
        diagnose::Diagnosis nothing;
        nothing.summary = diagnosis.error().message;
        diagnosis = std::move(nothing);
    }
    if (!diagnosis) {
        return diagnosis.error();
    }
    std::optional<Mended> mended;
    if (!options.fix.empty()) {
        Result<Mended> made = mend(*diagnosis, options);
        if (!made) {
            return made.error();
        }
        mended = std::move(*made);
    }
    return Answer{options.isJson       ? json(*diagnosis, mended, options)
                  : options.isMarkdown ? markdown(*diagnosis, mended, options)
                                       : text(*diagnosis, mended, options),
                  diagnosis->isHealthy ? ExitCode::Done : ExitCode::Found};
}

} // namespace

Command addDoctorCommand(CLI::App& app) {
    auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand(
        "doctor", "Why a character is broken: every known cause tested, ranked and explained");
    options->file.addTo(*command);
    command->get_option("FILE")->required(false);
    CLI::Option* fix = addOutOption(*command,
                                    options->fix,
                                    {".glb", ".gltf"},
                                    "--fix",
                                    "Mend the best explanation, into this file (of glTF files)");
    CLI::Option* apply =
        command->add_option("--apply", options->apply, "Mend this one instead of the best")
            ->type_name("ID")
            ->needs(fix);
    command->add_option("--form", options->form, "In this form, as the answer names it")
        ->type_name("FORM")
        ->needs(apply);
    command
        ->add_flag("--force",
                   options->isForced,
                   "Let --fix replace the input, and files that are there beside a .gltf")
        ->needs(fix);
    command
        ->add_option("--symptom",
                     options->symptom,
                     "What is seen of it, to be led to the cause question by question: " +
                         symptomNames())
        ->type_name("SYMPTOM")
        ->excludes(fix);
    addJsonFlag(*command, options->isJson);
    CLI::Option* markdown =
        command->add_flag("--markdown", options->isMarkdown, "Answer as Markdown, for a report")
            ->excludes(command->get_option("--json"));
    command
        ->add_flag("--list", options->isList, "All causes that are known, and what they look like")
        ->excludes(command->get_option("FILE"))
        ->excludes(fix)
        ->excludes(markdown);
    command->footer("Example: sartor doctor broken.glb --fix mended.glb\n"
                    "Ends with 1 where the file is not healthy. Each cause is undone on a copy; "
                    "what counts is the character that comes out: joints that agree on one bind "
                    "pose, vertices near the bones that carry them, weights that sum to one.");
    return {command, [options] { return deliver(options->file.file, answer(*options)); }};
}

} // namespace sartor::cli
