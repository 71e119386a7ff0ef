// SPDX-License-Identifier: Apache-2.0
// What the program prints: the list of samples, and the readouts of an experiment.
#include "samples/lab/report.h"

#include <sartor/io/json_writer.h>
#include <sartor/io/text.h>

#include <array>
#include <cstdio>

namespace sartor::lab {

namespace {

/// A number alone is written as one, a point as a list; nothing as null.
void writeNumbers(io::JsonWriter& json, std::string_view name, const std::vector<double>& numbers) {
    json.key(name);
    if (numbers.empty()) {
        json.null();
    } else if (numbers.size() == 1) {
        json.value(numbers[0]);
    } else {
        json.value(numbers);
    }
}

void writeReadout(io::JsonWriter& json, const Readout& readout) {
    json.beginObject().member("name", readout.name).member("unit", readout.unit);
    writeNumbers(json, "measured", readout.measured);
    writeNumbers(json, "expected", readout.expected);
    json.member("difference", readout.difference());
    json.member("tolerance", readout.tolerance);
    json.key("agrees");
    if (readout.difference()) {
        json.value(readout.agrees());
    } else {
        json.null();
    }
    json.endObject();
}

void writeCurve(io::JsonWriter& json, const Curve& curve) {
    json.key("curve").beginObject();
    json.member("name", curve.name);
    json.member("x_name", curve.xName);
    json.member("y_name", curve.yName);
    json.member("x", curve.x);
    json.member("measured", curve.measured);
    json.member("expected", curve.expected);
    json.endObject();
}

} // namespace

std::string numbersText(std::span<const double> numbers, int digits) {
    std::string text;
    for (const double number : numbers) {
        std::array<char, 64> buffer{};
        // Minus zero and what rounds to it are zero to a reader.
        std::snprintf(buffer.data(), buffer.size(), "%.*f", digits, number);
        std::string part = buffer.data();
        if (part.find_first_not_of("-0.") == std::string::npos && part.front() == '-') {
            part.erase(0, 1);
        }
        text += (text.empty() ? "" : ", ") + part;
    }
    return numbers.empty() ? "-" : numbers.size() == 1 ? text : "(" + text + ")";
}

std::string withUnit(const std::string& number, const std::string& unit) {
    return unit.empty() || unit == "°" ? number + unit : number + ' ' + unit;
}

std::string listText() {
    std::string text;
    for (const Sample& sample : samples()) {
        text += sample.id + ": " + sample.title + '\n';
        for (const Control& control : sample.controls) {
            text += "    " + control.key + "  " + control.name + ": ";
            if (control.labels.empty()) {
                text += io::toText(control.minimum) + " to " +
                        withUnit(io::toText(control.maximum), control.unit) + " [" +
                        io::toText(control.initial) + "]\n";
                continue;
            }
            for (std::size_t i = 0; i < control.labels.size(); ++i) {
                text += (i == 0 ? "" : ", ") + control.labels[i];
            }
            text += " [" + control.labels[static_cast<std::size_t>(control.initial)] + "]\n";
        }
        for (const Column& column : sample.columns) {
            text += "    " + column.title + ": " + column.chain + '\n';
        }
    }
    return text;
}

std::string reportJson(const Experiment& experiment) {
    io::JsonWriter json;
    json.beginObject();
    json.member("sample", experiment.sample().id);
    json.member("title", experiment.sample().title);
    json.member("lesson", experiment.sample().lesson);
    json.member("backend", nameOf(experiment.backend()));
    json.member("device", experiment.trial(0).session.deviceName());
    json.key("settings").beginObject();
    for (const Control& control : experiment.sample().controls) {
        if (control.labels.empty()) {
            json.member(control.key, experiment.settings()[control.key]);
        } else {
            json.member(control.key, experiment.settings().label(control.key));
        }
    }
    json.endObject();
    json.key("columns").beginArray();
    for (std::size_t i = 0; i < experiment.columnCount(); ++i) {
        const Column& column = experiment.column(i);
        const Measurement& measurement = experiment.measurement(i);
        json.beginObject();
        json.member("id", column.id);
        json.member("title", column.title);
        json.member("chain", experiment.settings().expand(column.chain));
        json.key("readouts").beginArray();
        for (const Readout& readout : measurement.readouts) {
            writeReadout(json, readout);
        }
        json.endArray();
        if (measurement.curve) {
            writeCurve(json, *measurement.curve);
        }
        json.endObject();
    }
    json.endArray();
    json.member("agrees", experiment.agrees());
    json.endObject();
    return json.take();
}

} // namespace sartor::lab
