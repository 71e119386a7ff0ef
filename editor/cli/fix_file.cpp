// SPDX-License-Identifier: Apache-2.0
// Plans, applies, saves, and compares what was read with what was written.
#include "fix_file.h"

#include "check_report.h"
#include "options.h"

#include <sartor/import/import_file.h>
#include <sartor/io/text.h>

#include <algorithm>

namespace sartor::cli {
namespace {

diagnose::WeightlessTarget targetOf(const std::string& text) {
    return text == "parent" ? diagnose::WeightlessTarget::ParentOfNearest
           : text == "root" ? diagnose::WeightlessTarget::Root
                            : diagnose::WeightlessTarget::NearestJoint;
}

std::string primitivePlace(std::uint32_t mesh, std::uint32_t primitive) {
    return "/meshes/" + std::to_string(mesh) + "/primitives/" + std::to_string(primitive);
}

// The place of the changes that an edit of vertices makes; none for other edits, which no valid
// file refuses.
std::optional<std::string> placeOf(const import::FileEdit& edit) {
    if (const auto* influences = std::get_if<import::InfluencesEdit>(&edit)) {
        return primitivePlace(influences->mesh, influences->primitive);
    }
    if (const auto* normals = std::get_if<import::NormalsEdit>(&edit)) {
        return primitivePlace(normals->mesh, normals->primitive);
    }
    return std::nullopt;
}

std::string numberText(double number) {
    return io::toText(static_cast<float>(number));
}

} // namespace

void FixRequest::addTo(CLI::App& app) {
    CLI::Option* file = addOutOption(
        app, out, {".glb", ".gltf"}, "--fix", "Mend what has a safe fix, into this file");
    app.add_option("--fix-rule", rules, "Mend only what this rule finds, may be repeated [all]")
        ->type_name("RULE")
        ->allow_extra_args(false)
        ->needs(file);
    app.add_option(
           "--weightless",
           weightless,
           "Joint for vertices without weight: the nearest, its parent or the root [nearest]")
        ->check(CLI::IsMember({"nearest", "parent", "root"}))
        ->type_name("nearest|parent|root")
        ->needs(file);
    app.add_flag("--force",
                 isForced,
                 "Let --fix replace the input, and files that are there beside a .gltf")
        ->needs(file);
}

Result<FixedFile> fixFile(const std::filesystem::path& in, const FixRequest& request) {
    const Result<import::ImportedScene> before = import::importFile(in, request.reading);
    if (!before) {
        return before.error();
    }
    Result<diagnose::FixPlan> plan =
        diagnose::planFixes(*before, {request.rules, targetOf(request.weightless)});
    if (!plan) {
        return plan.error();
    }
    Result<io::GltfWriter> writer = io::GltfWriter::open(in, request.reading);
    if (!writer) {
        return writer.error();
    }
    FixedFile fixed;
    fixed.in = in;
    fixed.out = request.out;
    fixed.changes = std::move(plan->changes);
    for (const import::FileEdit& edit : plan->edits) {
        if (const Status status = writer->apply(edit); !status) {
            fixed.refused.push_back(status.error());
            std::erase_if(fixed.changes, [&](const diagnose::Diagnostic& change) {
                return change.place == placeOf(edit);
            });
        }
    }
    Result<io::GltfSaved> saved = writer->save(
        request.out, request.isForced ? io::ExistingFiles::Replace : io::ExistingFiles::Keep);
    if (!saved) {
        return saved.error();
    }
    fixed.notes = std::move(saved->notes);
    const Result<import::ImportedScene> after = import::importFile(request.out, request.reading);
    if (!after) {
        return after.error();
    }
    const auto measure = [&](assets::WeightPolicy policy, std::optional<Displacement>& to) {
        Result<Displacement> found = findDisplacement(*before, *after, policy);
        if (found) {
            to = std::move(*found);
        } else {
            fixed.notes.push_back("what it moved could not be measured: " + found.error().message);
        }
    };
    measure(assets::WeightPolicy::Renormalize, fixed.displacement);
    measure(assets::WeightPolicy::None, fixed.rawDisplacement);
    return fixed;
}

std::vector<std::string> sentences(const FixedFile& fixed) {
    const std::string in = fixed.in.string() + ": ";
    std::vector<std::string> lines;
    for (const diagnose::Diagnostic& change : fixed.changes) {
        lines.push_back(in + "fixed: " + sentence(change) + " [" + change.rule + "] " +
                        change.place);
    }
    if (fixed.changes.empty()) {
        lines.push_back(in + "nothing was fixed");
    }
    for (const Error& error : fixed.refused) {
        lines.push_back(in + "not fixed: " + error.message);
    }
    const auto addMoved = [&](const Displacement& moved, const std::string& how) {
        lines.push_back(in + how + ": " +
                        (moved.distance > 0.0
                             ? "by up to " + numberText(moved.distance) + ", " + moved.place
                             : "nothing"));
    };
    if (fixed.displacement && !fixed.changes.empty()) {
        addMoved(*fixed.displacement, "moved");
    }
    // What engines show that do not divide weights by their sum, where it is something else.
    if (fixed.displacement && fixed.rawDisplacement &&
        fixed.displacement->distance != fixed.rawDisplacement->distance) {
        addMoved(*fixed.rawDisplacement, "moved where weights are taken as they are");
    }
    for (const std::string& note : fixed.notes) {
        lines.push_back(in + "note: " + note);
    }
    lines.push_back(in + "written: " + fixed.out.string());
    for (std::string& line : lines) {
        line = io::printable(line);
    }
    return lines;
}

void writeFix(io::JsonWriter& json, const FixedFile& fixed) {
    json.key("fix").beginObject().member("file", fixed.in.string());
    json.member("out", fixed.out.string()).key("changes").beginArray();
    for (const diagnose::Diagnostic& change : fixed.changes) {
        json.beginObject().member("code", change.rule).member("place", change.place);
        json.member("subject", change.subject).member("message", change.message);
        json.member("count", change.count).member("vertices", change.vertices).endObject();
    }
    json.endArray().key("refused").beginArray();
    for (const Error& error : fixed.refused) {
        json.beginObject().member("code", error.code).member("message", error.message).endObject();
    }
    json.endArray().key("notes").beginArray();
    for (const std::string& note : fixed.notes) {
        json.value(note);
    }
    json.endArray();
    const auto writeMoved = [&](std::string_view key, const std::optional<Displacement>& moved) {
        json.key(key);
        if (moved) {
            json.beginObject().member("distance", moved->distance);
            json.member("place", moved->place).endObject();
        } else {
            json.null();
        }
    };
    writeMoved("displacement", fixed.displacement);
    writeMoved("raw_displacement", fixed.rawDisplacement);
    json.endObject();
}

} // namespace sartor::cli
