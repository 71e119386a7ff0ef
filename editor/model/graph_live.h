// SPDX-License-Identifier: Apache-2.0
// The open graph at work on the open character: what its parameters are now, and what it did.
#pragma once

#include "editor/model/document.h"
#include "editor/model/graph_document.h"
#include "editor/model/graph_problems.h"
#include "editor/model/graph_recording.h"

#include <sartor/graph/graph_instance.h>

#include <QObject>

#include <cstddef>
#include <deque>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sartor::editor {

/// What a parameter is before anybody has moved it.
graph::PinValue initialValue(const graph::ParameterDefinition& parameter);

/// Gives the character the graph as often as it is without problems; while edits give it some, it
/// runs on as it was without. An edit that only sets values goes on from the same moment. Values
/// that are moved while a graph runs are no edits: nothing of them is undone or saved. The last
/// moments are recorded, for looking back.
class GraphLive : public QObject {
    Q_OBJECT

public:
    /// How far back one can look, seconds and bytes: whichever is reached first.
    static constexpr double kRecordedSeconds = 60.0;
    static constexpr std::size_t kRecordedBytes = std::size_t{256} << 20;
    /// A day, seconds: five million frames.
    static constexpr double kLongestRun = 24.0 * 60.0 * 60.0;

    GraphLive(GraphDocument& graph,
              GraphProblems& problems,
              Document& character,
              QObject* parent = nullptr);

    /// The graph that runs; null where none does.
    const graph::GraphInstance* instance() const { return character_.graph(); }

    /// What it was moved to, else its initial value; zero for what the graph does not have.
    graph::PinValue value(const std::string& parameter) const;
    /// Numbers are clamped to the parameter's range; one that is not finite changes nothing.
    void setValue(const std::string& parameter, graph::PinValue value);
    /// A trigger goes off with the next frame.
    void fire(const std::string& parameter);
    /// All as they are when the graph starts.
    void resetValues();
    /// From the start, with the values as they are.
    void restart();
    /// Lets time pass at once until `seconds` after the start, in frames of a sixtieth. What is
    /// then too long ago to be looked back at is not deformed. Nothing where no graph runs or that
    /// time has passed. `seconds` is at most kLongestRun.
    void playTo(double seconds);

    /// Whether a node plays that did not in the frame before the one that was recorded last.
    bool hasStarted(std::size_t node) const;

    /// Oldest first; the last one is now, unless one has looked back.
    const std::deque<GraphMoment>& moments() const { return moments_; }
    std::size_t shownMoment() const { return shown_; }
    /// Shows a recorded moment; what is played next goes on from there, and what came after it is
    /// forgotten then.
    void showMoment(std::size_t index);
    /// All moments there are, as a file. Errors: those of writeRecording(); "editor.nothing_open".
    Status saveRecording(const std::filesystem::path& path) const;
    /// Replaces the moments by those of a file, and shows the first. Returns how many frames have
    /// other bits here. Errors: those of readRecording(); "editor.nothing_open"; all stays.
    Result<std::size_t> openRecording(const std::filesystem::path& path);

Q_SIGNALS:
    void valueChanged(const std::string& parameter);
    /// Time has passed, or a value has done something: moments().back() says what. Before
    /// frameChanged().
    void recorded();
    /// The graph did something, or another one runs, or none.
    void frameChanged();
    /// An earlier moment is shown by hand: whatever plays should stop.
    void lookedBack();

private:
    const graph::ParameterDefinition* find(const std::string& parameter) const;
    void followEdits(const GraphDelta& delta);
    void takeOpened();
    void takeGraph();
    GraphMoment currentMoment() const;
    void giveValue(const std::string& parameter);
    /// Poses of nodes are kept, to be drawn and looked at.
    void watchPoses();
    void record();
    void forget();
    void keepActivity();
    /// Takes the values over that the instance has at an earlier moment.
    void takeValues();
    /// Shows what a value does while nothing plays.
    void settle();

    GraphDocument& graph_;
    GraphProblems& problems_;
    Document& character_;
    std::map<std::string, graph::PinValue> values_;
    /// What instance() is one of.
    std::shared_ptr<const graph::CompiledGraph> runs_;
    std::deque<GraphMoment> moments_;
    /// Of the frame that was shown last, and of the one it came from.
    std::vector<graph::NodeActivity> activity_;
    std::vector<graph::NodeActivity> activityBefore_;
    std::size_t recordedBytes_ = 0;
    std::size_t shown_ = 0;
    bool isShowing_ = false;
};

} // namespace sartor::editor
