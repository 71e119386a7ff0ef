// SPDX-License-Identifier: Apache-2.0
// A clip as a node.
#include "../clip_pose.h"
#include "../program.h"

#include <sartor/pose/playback.h>

#include <algorithm>
#include <cmath>

namespace sartor::graph {
namespace {

using pose::PlaybackMode;

struct SamplePayload {
    const assets::Clip* clip;
    const pose::RootMotionCurve* rootMotion; // null where there is none
    double time;
};

void runSample(const SamplePayload& payload, TaskContext& context) {
    sampleClipPose(
        context.rig(), *payload.clip, payload.rootMotion, payload.time, context.output());
}

constexpr TaskType<SamplePayload> kSample{runSample};

struct Clip {
    static constexpr std::string_view kModes[] = {"loop", "clamp", "ping_pong"};
    static constexpr std::string_view kStarts[] = {"restart", "continue"};
    static constexpr std::string_view kMotions[] = {"extract", "drop", "keep"};
    static constexpr InputSchema kInputs[] = {
        {.id = "speed",
         .type = PinType::Float,
         .doc = "How fast the clip runs; below 0 backwards, 0 stands still.",
         .number = 1.0,
         .minimum = -1000.0,
         .maximum = 1000.0},
        {.id = "seek",
         .type = PinType::Bool,
         .doc = "While it is true the clip stands at `seek_time`. Getting there makes no motion "
                "and meets no events."},
        {.id = "seek_time",
         .type = PinType::Float,
         .doc = "Time in the clip to seek to; beyond the clip it is wrapped, clamped or turned "
                "as `mode` says.",
         .minimum = -1e6,
         .maximum = 1e6,
         .unit = "s"},
    };
    static constexpr ParamSchema kParams[] = {
        {.id = "clip", .type = ParamType::Clip, .doc = "What is played.", .isRequired = true},
        {.id = "mode",
         .type = ParamType::Choice,
         .doc = "At its ends the clip begins again, stays, or turns.",
         .text = "loop",
         .choices = kModes},
        {.id = "start",
         .doc = "Time in the clip at which it starts; beyond its end, at the end.",
         .unit = "s",
         .minimum = 0.0},
        {.id = "sync_group",
         .type = ParamType::Text,
         .doc =
             "Clips of one group run in step. Without a name the clip is in step with the others "
             "below the nearest blend with `sync`."},
        {.id = "on_start",
         .type = ParamType::Choice,
         .doc = "Whether a clip that was not played in the frame before begins at `start` or goes "
                "on where it was left.",
         .text = "restart",
         .choices = kStarts},
        {.id = "root_motion",
         .type = ParamType::Choice,
         .doc = "Where the graph has root motion: taken out of the pose and handed on, taken out "
                "and dropped, or left in the pose as the clip has it.",
         .text = "extract",
         .choices = kMotions},
    };
    static constexpr NodeSchema schema = {
        .id = "clip",
        .title = "Clip",
        .category = "Clip",
        .doc = "Plays a clip: its tracks, and the rest pose where there are none. Meets the events "
               "of the clip in the order in which they come, each once for each time it passes by: "
               "those at its start when it starts, those at its end when it comes there. In a sync "
               "group it is where the group is, between markers of the same names where all clips "
               "of the group have them; the group goes as fast as the mean of its clips by weight. "
               "Where the graph has root motion the pose stays in place and the motion goes to the "
               "output.",
        .inputs = kInputs,
        .outputs = kPoseOutput,
        .params = kParams};
    static constexpr FloatPin kSpeed = floatPin(schema, "speed");
    static constexpr BoolPin kSeek = boolPin(schema, "seek");
    static constexpr FloatPin kSeekTime = floatPin(schema, "seek_time");

    struct Data {
        const assets::Clip* clip = nullptr;
        const CompiledClip* compiled = nullptr;
        PlaybackMode mode = PlaybackMode::Loop;
        double start = 0.0;
        bool continues = false;
        pose::RootMotionSource::Kind motion = pose::RootMotionSource::Kind::Clip;
        SyncMemberIndex sync;
    };
    struct State {
        double position; // [0, duration]; of a ping-pong [0, 2 durations)
        std::uint64_t hasPlayed;
        std::uint64_t isStart; // nothing was played since the start
    };

    static void bind(BindContext& context, Data& data) {
        constexpr PlaybackMode kPlayback[] = {
            PlaybackMode::Loop, PlaybackMode::Once, PlaybackMode::PingPong};
        const ParamView params = context.params();
        const ClipIndex clip = params.clip("clip");
        data.clip = context.rig().clips[clip.value()].get();
        data.compiled = &context.clip(clip);
        data.mode = kPlayback[params.choice("mode")];
        data.start = std::min(params.number("start"), data.compiled->duration);
        data.continues = params.choice("on_start") == 1;
        constexpr pose::RootMotionSource::Kind kKinds[] = {pose::RootMotionSource::Kind::Clip,
                                                           pose::RootMotionSource::Kind::Dropped,
                                                           pose::RootMotionSource::Kind::Kept};
        data.motion = kKinds[params.choice("root_motion")];
        data.sync = context.joinSyncGroup(clip, params.text("sync_group"), data.mode);
    }

    static bool isSound(const Data& data, const State& state) {
        return state.position >= 0.0 && state.position <= 2.0 * data.compiled->duration;
    }

    static void start(const Data& data, State& state, UpdateContext&) {
        if (!data.continues || state.hasPlayed == 0) {
            state = {.position = data.start, .hasPlayed = 1, .isStart = 1};
        }
    }

    /// A time on the clip's own way, from one that may be beyond its ends.
    static double wrapped(const Data& data, double time) {
        const double duration = data.compiled->duration;
        const double period = data.mode == PlaybackMode::PingPong ? 2.0 * duration : duration;
        if (!(period > 0.0)) {
            return 0.0;
        }
        if (data.mode == PlaybackMode::Once) {
            return std::clamp(time, 0.0, duration);
        }
        const double rest = time - std::floor(time / period) * period;
        return rest >= period ? 0.0 : std::max(rest, 0.0);
    }

    static PoseResult update(const Data& data, State& state, UpdateContext& context) {
        auto speed = static_cast<double>(context.value(kSpeed));
        const bool isSeeking = context.value(kSeek);
        if (isSeeking) {
            state.position = wrapped(data, static_cast<double>(context.value(kSeekTime)));
        }
        double from = state.position;
        double to = isSeeking ? from : from + context.dt() * speed;
        bool isStart = state.isStart != 0 && !isSeeking;
        if (const std::optional<SyncStep> step = context.syncStep(
                data.sync, {.start = from, .speed = speed, .isSeeking = isSeeking})) {
            from = step->from;
            to = step->to;
            isStart = step->isStart && !isSeeking;
            speed = context.dt() > 0.0 ? (to - from) / context.dt() : speed;
        }
        state.isStart = 0;
        // No step is so long, in clips of any use, that this is an error; then it stands still.
        const auto range =
            pose::PlayedRange::create(data.mode,
                                      from,
                                      to,
                                      data.compiled->duration,
                                      isStart ? pose::RangeStart::Met : pose::RangeStart::NotMet);
        PoseResult result;
        double time = wrapped(data, from);
        if (range) {
            state.position = wrapped(data, to);
            time = range->to();
            if (data.compiled->rootMotion) {
                result.rootMotion = takeMotion(data, *range, context);
            }
            meetEvents(data, *range, speed, context);
            result.progress = progressAt(data, *range, state.position, speed);
        }
        const bool isInPlace =
            data.compiled->rootMotion && data.motion != pose::RootMotionSource::Kind::Kept;
        result.task = context.addTask(
            kSample, {data.clip, isInPlace ? &*data.compiled->rootMotion : nullptr, time});
        context.report(time, data.compiled->duration);
        return result;
    }

    /// Writes it into the books; what is handed on.
    static pose::RootMotionDelta
    takeMotion(const Data& data, const pose::PlayedRange& range, UpdateContext& context) {
        const pose::RootMotionCurve& curve = *data.compiled->rootMotion;
        const pose::RootMotionDelta delta = curve.delta(data.mode, range);
        context.addRootMotion({.kind = data.motion,
                               .fromTime = range.from(),
                               .toTime = range.to(),
                               .wraps = range.wraps(),
                               .height = curve.reference().position.y,
                               .delta = delta});
        return data.motion == pose::RootMotionSource::Kind::Clip ? delta : pose::RootMotionDelta{};
    }

    static ClipProgress
    progressAt(const Data& data, const pose::PlayedRange& range, double position, double speed) {
        constexpr double kVeryLong = 1e30; // seconds
        const double duration = data.compiled->duration;
        const bool isOnWayBack = position > duration; // of a ping-pong
        const bool isRising = (speed >= 0.0) != isOnWayBack;
        const double way = isRising ? duration - range.to() : range.to();
        const bool hasEnded = data.mode == PlaybackMode::Once
                                  ? (speed < 0.0 ? range.to() <= 0.0 : range.to() >= duration)
                                  : range.wraps() != 0;
        return {.time = range.to(),
                .duration = duration,
                .remaining = speed == 0.0 ? kVeryLong : way / std::abs(speed),
                .hasEnded = hasEnded};
    }

    static void meetEvents(const Data& data,
                           const pose::PlayedRange& range,
                           double speed,
                           UpdateContext& context) {
        const std::vector<ClipEvent>& events = data.compiled->events;
        if (events.empty()) {
            return;
        }
        double played = 0.0; // seconds of the clip
        for (std::int64_t i = 0; i < range.pieceCount() && context.hasRoomForEvents(); ++i) {
            const pose::PlayedPiece piece = range.piece(i);
            const bool isReverse = piece.to < piece.from || (piece.to == piece.from && speed < 0.0);
            const auto meet = [&](const ClipEvent& event) {
                if (piece.meets(event.time)) {
                    const double way = played + std::abs(event.time - piece.from);
                    context.addEvent(event.name,
                                     event.time,
                                     speed == 0.0 ? 0.0 : way / std::abs(speed),
                                     isReverse);
                }
            };
            if (isReverse) {
                std::for_each(events.rbegin(), events.rend(), meet);
            } else {
                std::for_each(events.begin(), events.end(), meet);
            }
            played += std::abs(piece.to - piece.from);
        }
    }
};

} // namespace

SARTOR_GRAPH_NODE(clip, Clip)

} // namespace sartor::graph
