// SPDX-License-Identifier: Apache-2.0
// Log facade over spdlog, which stays private to this file.
#include <sartor/base/log.h>

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <atomic>
#include <map>
#include <memory>
#include <mutex>

namespace sartor {
namespace {

struct Sinks {
    std::mutex mutex;
    std::map<int, LogSink> receivers;
    int nextId = 1;
};

Sinks& sinks() {
    static Sinks instance;
    return instance;
}

std::atomic<LogLevel> minimumLevel{LogLevel::Warning};

spdlog::logger& console() {
    static const std::shared_ptr<spdlog::logger> logger = [] {
        auto made = std::make_shared<spdlog::logger>(
            "sartor", std::make_shared<spdlog::sinks::stderr_color_sink_mt>());
        made->set_level(spdlog::level::trace);
        made->set_pattern("%^%l%$: %v");
        return made;
    }();
    return *logger;
}

spdlog::level::level_enum spdlogLevel(LogLevel level) {
    switch (level) {
    case LogLevel::Debug:
        return spdlog::level::debug;
    case LogLevel::Info:
        return spdlog::level::info;
    case LogLevel::Warning:
        return spdlog::level::warn;
    case LogLevel::Error:
        break;
    }
    return spdlog::level::err;
}

} // namespace

void log(LogLevel level, std::string_view message) {
    if (level < minimumLevel.load()) {
        return;
    }
    console().log(spdlogLevel(level), "{}", message);
    // A receiver may add or remove receivers or log itself, so it runs outside the lock.
    std::map<int, LogSink> receivers;
    {
        const std::lock_guard lock(sinks().mutex);
        receivers = sinks().receivers;
    }
    for (const auto& [id, receiver] : receivers) {
        receiver(level, message);
    }
}

void setLogLevel(LogLevel minimum) {
    minimumLevel = minimum;
}

int addLogSink(LogSink sink) {
    const std::lock_guard lock(sinks().mutex);
    const int id = sinks().nextId++;
    sinks().receivers.emplace(id, std::move(sink));
    return id;
}

void removeLogSink(int id) {
    const std::lock_guard lock(sinks().mutex);
    sinks().receivers.erase(id);
}

} // namespace sartor
