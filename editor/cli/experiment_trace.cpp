// SPDX-License-Identifier: Apache-2.0
// One vertex, stage by stage, as text and JSON.
#include "experiment_trace.h"

#include "address.h"
#include "table.h"

#include <sartor/io/raw_vertex.h>
#include <sartor/io/text.h>
#include <sartor/session/vertex_trace.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <memory>
#include <utility>
#include <vector>

namespace sartor::cli {
namespace {

using session::TraceStage;
using session::TraceValue;

struct Trace {
    std::size_t instance = 0;
    std::vector<io::RawAttribute> raw;
    std::vector<TraceStage> stages;
    std::vector<std::string> notes;
};

/// The number that a stored one stands for (glTF 2.0, 3.6.2.2).
double decoded(const io::RawAttribute& attribute, double stored) {
    const auto fraction = [&](std::string_view type, double steps) -> std::optional<double> {
        return attribute.type == std::string(type) + " normalized"
                   ? std::optional(std::max(stored / steps, -1.0))
                   : std::nullopt;
    };
    return fraction("uint8", 255.0)
        .value_or(
            fraction("uint16", 65535.0)
                .value_or(
                    fraction("int8", 127.0).value_or(fraction("int16", 32767.0).value_or(stored))));
}

/// What the importer made of the stored numbers of all attributes of one kind.
std::string changeOf(const std::vector<io::RawAttribute>& raw,
                     std::string_view attribute,
                     const std::vector<double>& imported) {
    std::vector<double> expected;
    bool isDecoded = false;
    for (const io::RawAttribute& stored : raw) {
        if (!stored.name.starts_with(attribute)) {
            continue;
        }
        isDecoded = isDecoded || stored.type.ends_with(" normalized");
        for (const double value : stored.values) {
            expected.push_back(decoded(stored, value));
        }
    }
    if (expected.empty()) {
        return {};
    }
    const bool isSame = std::equal(
        expected.begin(), expected.end(), imported.begin(), imported.end(), [](double a, double b) {
            return std::abs(a - b) <= 1e-7;
        });
    return isSame ? (isDecoded ? std::string(attribute) + " divided to fractions" : std::string())
                  : std::string(attribute) + " is not what the file stores";
}

void compareWithFile(Trace& trace) {
    TraceStage& imported = trace.stages.front();
    for (const TraceValue& value : imported.values) {
        const std::string_view attribute = value.name == "position" ? "POSITION"
                                           : value.name == "joints" ? "JOINTS_"
                                                                    : "WEIGHTS_";
        if (const std::string change = changeOf(trace.raw, attribute, value.values);
            !change.empty()) {
            imported.change += (imported.change.empty() ? "" : "; ") + change;
        }
    }
}

Result<std::unique_ptr<session::Session>> openAt(const TraceRequest& request,
                                                 const std::string& backend) {
    SessionRequest wanted{.file = request.file, .deform = {}, .chain = {}};
    wanted.deform.backend = backend;
    auto opened = openSession(wanted);
    if (!opened) {
        return opened;
    }
    session::Session& session = **opened;
    if (!request.clip.empty()) {
        const Result<std::uint32_t> clip = findClip(session.scene(), request.clip);
        if (!clip) {
            return clip.error();
        }
        if (const Status status = session.setClip(*clip); !status) {
            return status.error();
        }
    }
    if (const Status status = session.evaluate(request.time.value_or(0.0)); !status) {
        return status.error();
    }
    return opened;
}

Result<Trace> trace(const TraceRequest& request) {
    const auto opened = openAt(request, "cpu");
    if (!opened) {
        return opened.error();
    }
    const session::Session& session = **opened;
    const import::ImportedScene& scene = session.scene();
    const Result<JointIndex> node = findNode(scene, request.node);
    if (!node) {
        return node.error();
    }
    const Result<std::size_t> instance = findInstance(scene, *node, request.primitive);
    if (!instance) {
        return instance.error();
    }
    const import::MeshInstance& mesh = scene.instances[*instance];
    if (const Status status = checkVertex(*mesh.mesh, request.vertex); !status) {
        return status.error();
    }
    Trace made{.instance = *instance, .raw = {}, .stages = {}, .notes = {}};
    auto raw = io::readRawVertex(request.file.file,
                                 mesh.fileMesh,
                                 mesh.filePrimitive,
                                 request.vertex,
                                 request.file.importOptions());
    if (raw) {
        made.raw = *std::move(raw);
    } else {
        made.notes.push_back("no stored values: " + raw.error().message);
    }
    std::vector<std::unique_ptr<session::Session>> onDevice;
    std::vector<const session::Session*> others;
    for (const char* backend : {"vulkan", "vertex"}) {
        auto other = openAt(request, backend);
        if (!other) {
            made.notes.push_back(std::string(backend) + " is left out: " + other.error().message);
            continue;
        }
        onDevice.push_back(*std::move(other));
        others.push_back(onDevice.back().get());
    }
    auto stages = session::traceVertex(session, *instance, request.vertex, others);
    if (!stages) {
        return stages.error();
    }
    made.stages = *std::move(stages);
    compareWithFile(made);
    return made;
}

std::string hexOf(const std::vector<std::byte>& bytes) {
    std::string text;
    for (const std::byte byte : bytes) {
        std::array<char, 4> code{};
        std::snprintf(code.data(), code.size(), "%02x", std::to_integer<unsigned>(byte));
        text += code.data();
    }
    return text;
}

/// The first stage whose values are not those of the one before; empty for none.
std::string firstChange(const Trace& trace) {
    const auto changed =
        std::find_if(trace.stages.begin(), trace.stages.end(), [](const TraceStage& stage) {
            return !stage.change.empty();
        });
    return changed == trace.stages.end() ? std::string() : changed->name;
}

std::string json(const Trace& trace, const TraceRequest& request) {
    io::JsonWriter json;
    json.beginObject().member("file", request.file.file.string());
    json.member("node", request.node).member("primitive", request.primitive);
    json.member("vertex", request.vertex);
    json.key("stored").beginArray();
    for (const io::RawAttribute& attribute : trace.raw) {
        json.beginObject().member("name", attribute.name).member("type", attribute.type);
        json.member("buffer", attribute.buffer).member("offset", attribute.offset);
        json.member("bytes", hexOf(attribute.bytes));
        json.member("values", attribute.values).endObject();
    }
    json.endArray().key("stages").beginArray();
    for (const TraceStage& stage : trace.stages) {
        json.beginObject().member("name", stage.name).member("change", stage.change);
        json.member("remark", stage.remark);
        json.key("values").beginArray();
        for (const TraceValue& value : stage.values) {
            json.beginObject().member("name", value.name);
            json.member("values", value.values).endObject();
        }
        json.endArray().endObject();
    }
    json.endArray().member("first_change", firstChange(trace));
    writeNotes(json, trace.notes);
    return json.endObject().take();
}

std::string numbersText(const std::vector<double>& values) {
    std::string text;
    for (const double value : values) {
        text += (text.empty() ? "" : " ") + io::toText(value);
    }
    return text;
}

std::string text(const Trace& trace, const TraceRequest& request) {
    std::string result = io::printable(request.file.file.string()) + ": vertex " +
                         std::to_string(request.vertex) + " of node " +
                         io::printable(request.node) + ", primitive " +
                         std::to_string(request.primitive) + "\n";
    Table table({{"stage", Table::Align::Left},
                 {"value", Table::Align::Left},
                 {"numbers", Table::Align::Left},
                 {"", Table::Align::Left}});
    for (const io::RawAttribute& attribute : trace.raw) {
        table.addRow({"file",
                      attribute.name,
                      numbersText(attribute.values),
                      attribute.type + " " + hexOf(attribute.bytes) + " at byte " +
                          std::to_string(attribute.offset) + " of buffer " +
                          std::to_string(attribute.buffer)});
    }
    for (const TraceStage& stage : trace.stages) {
        bool isFirst = true;
        for (const TraceValue& value : stage.values) {
            table.addRow({stage.name,
                          value.name,
                          numbersText(value.values),
                          isFirst ? io::printable(stage.change + stage.remark) : std::string()});
            isFirst = false;
        }
    }
    result += table.text();
    const std::string first = firstChange(trace);
    result += first.empty() ? "nothing changes on the way\n" : "first change: " + first + "\n";
    for (const std::string& note : trace.notes) {
        result += io::printable(note) + "\n";
    }
    return result;
}

} // namespace

Result<std::string> traceAnswer(const TraceRequest& request, bool isJson) {
    const Result<Trace> traced = trace(request);
    if (!traced) {
        return traced.error();
    }
    return isJson ? json(*traced, request) : text(*traced, request);
}

} // namespace sartor::cli
