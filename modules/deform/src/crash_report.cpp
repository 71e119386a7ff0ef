// SPDX-License-Identifier: Apache-2.0
// The handler calls nothing but what POSIX allows in one: it reads, and writes to a file.
#include "plugin_call.h"
#include "record_text.h"

#include <sartor/base/child_process.h>
#include <sartor/base/file.h>
#include <sartor/base/file_stamp.h>
#include <sartor/deform/crash_report.h>
#include <sartor/deform/plugin_records.h>

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <memory>
#include <optional>
#include <string_view>

namespace sartor::deform {

namespace {

constexpr std::array<int, 5> kSignals = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
constexpr std::array<std::string_view, 4> kActivities = {
    "loading", "making an instance", "destroying an instance", "running"};
constexpr std::string_view kExtension = ".crash";
constexpr std::string_view kHead = "sartor-crash-report 1\n";
constexpr std::string_view kEnd = "end-of-report\n";
constexpr std::size_t kLongestText = 4096;

// All that the handler needs, made before.
std::array<char, kLongestText> reportPath;
std::array<char, 256> programName;
std::array<struct sigaction, kSignals.size()> actionsBefore;
std::atomic<bool> isInstalled = false;
std::atomic<bool> isReported = false;
std::atomic<bool> isWritten = false;

// The innermost call on this thread.
thread_local const PluginTrace* currentTrace = nullptr;

// A stack that has overflowed cannot run the handler.
class SignalStack {
public:
    SignalStack() {
        stack_t before{};
        if (::sigaltstack(nullptr, &before) == 0 && (before.ss_flags & SS_DISABLE) != 0) {
            const long wanted = ::sysconf(_SC_SIGSTKSZ);
            const std::size_t size = std::max<std::size_t>(
                wanted > 0 ? static_cast<std::size_t>(wanted) : 0, std::size_t{64} * 1024);
            bytes_ = std::make_unique<std::byte[]>(size);
            const stack_t own{bytes_.get(), 0, size};
            isOwn_ = ::sigaltstack(&own, nullptr) == 0;
        }
    }
    ~SignalStack() {
        if (isOwn_) {
            const stack_t none{nullptr, SS_DISABLE, 0};
            ::sigaltstack(&none, nullptr);
        }
    }
    SignalStack(const SignalStack&) = delete;
    SignalStack& operator=(const SignalStack&) = delete;
    SignalStack(SignalStack&&) = delete;
    SignalStack& operator=(SignalStack&&) = delete;

private:
    std::unique_ptr<std::byte[]> bytes_;
    bool isOwn_ = false;
};

void writeAll(int file, const char* text, std::size_t size) {
    while (size > 0) {
        const ssize_t count = ::write(file, text, size);
        if (count <= 0) {
            return;
        }
        text += count;
        size -= static_cast<std::size_t>(count);
    }
}

void writeText(int file, std::string_view text) {
    writeAll(file, text.data(), text.size());
}

void writeLine(int file, std::string_view name, std::string_view value) {
    writeText(file, name);
    writeText(file, " ");
    writeText(file, value);
    writeText(file, "\n");
}

void writeLine(int file, std::string_view name, std::uint32_t number) {
    std::array<char, 10> digits;
    std::size_t first = digits.size();
    do {
        digits[--first] = static_cast<char>('0' + number % 10);
        number /= 10;
    } while (number > 0);
    writeLine(file, name, std::string_view(digits.data() + first, digits.size() - first));
}

std::string_view boundedText(const char* text) {
    return text == nullptr ? std::string_view()
                           : std::string_view(text, ::strnlen(text, kLongestText));
}

void writeReport(int signal, const PluginTrace& trace) {
    const int file =
        ::open(reportPath.data(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (file < 0) {
        return;
    }
    writeText(file, kHead);
    writeLine(file, "program", boundedText(programName.data()));
    writeLine(file, "signal", static_cast<std::uint32_t>(signal));
    writeLine(file, "plugin", boundedText(trace.plugin));
    writeLine(file, "deformer", boundedText(trace.deformer));
    writeLine(file, "stage", boundedText(trace.stage));
    writeLine(file, "activity", kActivities[static_cast<std::size_t>(trace.activity)]);
    writeLine(file, "begin", trace.begin);
    writeLine(file, "end", trace.end);
    writeText(file, kEnd);
    ::close(file);
}

// Several threads run the same plugin and crash at about the same time: one that is not the first
// must not end the process while the first is still writing.
void waitForReport() {
    constexpr timespec kPause{0, 1'000'000};
    for (int pause = 0; !isWritten && pause < 1000; ++pause) {
        ::nanosleep(&kPause, nullptr);
    }
}

extern "C" void sartorOnCrash(int signal) {
    const int errorBefore = errno;
    if (currentTrace != nullptr && !isReported.exchange(true)) {
        writeReport(signal, *currentTrace);
        isWritten = true;
    } else if (isReported) {
        waitForReport();
    }
    // Then as if nobody had listened: the signal comes again as soon as this returns.
    for (std::size_t i = 0; i < kSignals.size(); ++i) {
        if (kSignals[i] == signal) {
            ::sigaction(signal, &actionsBefore[i], nullptr);
        }
    }
    ::raise(signal);
    errno = errorBefore;
}

template <std::size_t Size>
bool copyText(const std::string& text, std::array<char, Size>& destination) {
    if (text.size() >= Size) {
        return false;
    }
    std::memcpy(destination.data(), text.c_str(), text.size() + 1);
    return true;
}

std::optional<CrashReport> parse(std::string_view text) {
    if (!text.starts_with(kHead)) {
        return std::nullopt;
    }
    text.remove_prefix(kHead.size());
    CrashReport report;
    const auto program = takeLine(text, "program");
    const bool hasSignal = parseNumber(takeLine(text, "signal"), report.signal);
    const auto plugin = takeLine(text, "plugin");
    const auto deformer = takeLine(text, "deformer");
    const auto stage = takeLine(text, "stage");
    const auto activity = takeLine(text, "activity");
    const bool hasRange = parseNumber(takeLine(text, "begin"), report.begin) &&
                          parseNumber(takeLine(text, "end"), report.end);
    if (!program || !hasSignal || !plugin || !deformer || !stage || !activity || !hasRange ||
        text != kEnd) {
        return std::nullopt;
    }
    report.program = *program;
    report.plugin = *plugin;
    report.deformer = *deformer;
    report.stage = *stage;
    report.activity = *activity;
    return report;
}

} // namespace

PluginCall::PluginCall(const PluginTrace& trace) : outer_(currentTrace), trace_(trace) {
    if (isInstalled.load(std::memory_order_relaxed)) {
        static thread_local const SignalStack kStack;
        static_cast<void>(kStack);
    }
    // The handler runs on this thread and must not see a trace that is half written.
    std::atomic_signal_fence(std::memory_order_release);
    currentTrace = &trace_;
    std::atomic_signal_fence(std::memory_order_release);
}

PluginCall::~PluginCall() {
    currentTrace = outer_;
    std::atomic_signal_fence(std::memory_order_release);
}

std::string rangeText(std::uint32_t begin, std::uint32_t end) {
    return end - begin == 1
               ? "vertex " + std::to_string(begin)
               : "vertices " + std::to_string(begin) + " to " + std::to_string(end - 1);
}

std::string describe(const CrashReport& report) {
    std::string text = "plugin '" + report.plugin.string() + "' crashed with " +
                       signalName(report.signal) + " while " + report.activity;
    if (!report.stage.empty()) {
        text += " stage '" + report.stage + "'";
    }
    if (!report.deformer.empty()) {
        text += " of '" + report.deformer + "'";
    }
    if (report.end > report.begin) {
        text += " on " + rangeText(report.begin, report.end);
    }
    return text;
}

bool isOfPresentFile(const CrashReport& report) {
    const std::optional<FileStamp> stamp = fileStamp(report.plugin);
    return stamp && stamp->modified < report.written;
}

std::filesystem::path defaultCrashFolder() {
    const std::filesystem::path records = PluginRecords::defaultFolder();
    return records.empty() ? records : records.parent_path() / "crashes";
}

Status installCrashReporter(const std::filesystem::path& folder, const std::string& program) {
    const std::filesystem::path file =
        folder / (std::to_string(::getpid()) + std::string(kExtension));
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (!std::filesystem::is_directory(folder, error) || !copyText(file.string(), reportPath) ||
        !copyText(program, programName)) {
        return Error{"file.unwritable",
                     folder.string() + ": cannot be used for reports of crashes"};
    }
    if (isInstalled.exchange(true)) {
        return {};
    }
    struct sigaction own {};
    own.sa_handler = sartorOnCrash;
    own.sa_flags = SA_ONSTACK;
    ::sigemptyset(&own.sa_mask);
    for (std::size_t i = 0; i < kSignals.size(); ++i) {
        ::sigaction(kSignals[i], &own, &actionsBefore[i]);
    }
    return {};
}

std::vector<CrashReport> takeCrashReports(const std::filesystem::path& folder,
                                          const std::string& program) {
    std::vector<std::filesystem::path> files;
    std::error_code error;
    for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        if (entry->path().extension() == kExtension) {
            files.push_back(entry->path());
        }
    }
    std::sort(files.begin(), files.end());
    std::vector<CrashReport> reports;
    for (const std::filesystem::path& file : files) {
        const auto bytes = readFile(file, 16 * kLongestText);
        const std::optional<FileStamp> stamp = fileStamp(file);
        auto report = bytes && stamp
                          ? parse({reinterpret_cast<const char*>(bytes->data()), bytes->size()})
                          : std::nullopt;
        // One that cannot be read tells nobody anything.
        if (!report || report->program == program) {
            std::error_code ignored;
            std::filesystem::remove(file, ignored);
        }
        if (report && report->program == program) {
            report->written = stamp->modified;
            reports.push_back(std::move(*report));
        }
    }
    return reports;
}

} // namespace sartor::deform
