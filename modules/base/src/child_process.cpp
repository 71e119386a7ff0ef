// SPDX-License-Identifier: Apache-2.0
// Between fork and exec only async-signal-safe calls are made: another thread may hold any lock.
#include <sartor/base/child_process.h>
#include <sartor/base/descriptor.h>

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string_view>

namespace sartor {
namespace {

#ifdef SARTOR_SANITIZED
constexpr bool kLimitsMemory = false;
#else
constexpr bool kLimitsMemory = true;
#endif

using Clock = std::chrono::steady_clock;

Error notStarted(const ChildCommand& command, const std::string& reason) {
    return {"process.not_started", command.program.string() + ": cannot be run: " + reason};
}

double secondsOf(const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

struct Pipe {
    Descriptor reading;
    Descriptor writing;
};

std::optional<Pipe> makePipe() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) {
        return std::nullopt;
    }
    return Pipe{Descriptor(ends[0]), Descriptor(ends[1])};
}

// The input as a file without a name: it needs no writer beside the child, who may never read it.
Descriptor inputFile(std::span<const std::byte> input) {
    if (input.empty()) {
        return Descriptor(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    }
    Descriptor file(::memfd_create("input", MFD_CLOEXEC));
    while (file.isOpen() && !input.empty()) {
        const ssize_t count = ::write(file.value(), input.data(), input.size());
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0) {
            return Descriptor();
        }
        input = input.subspan(static_cast<std::size_t>(count));
    }
    if (file.isOpen() && ::lseek(file.value(), 0, SEEK_SET) != 0) {
        return Descriptor();
    }
    return file;
}

std::string_view nameOf(std::string_view variable) {
    return variable.substr(0, variable.find('='));
}

std::vector<char*> pointersTo(const std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    pointers.reserve(texts.size() + 1);
    for (const std::string& text : texts) {
        pointers.push_back(const_cast<char*>(text.c_str())); // the system does not write to them
    }
    pointers.push_back(nullptr);
    return pointers;
}

std::vector<std::string> environmentOf(const ChildCommand& command) {
    std::vector<std::string> variables = command.environment;
    for (char** inherited = environ; inherited != nullptr && *inherited != nullptr; ++inherited) {
        const bool isReplaced =
            std::ranges::any_of(command.environment, [&](const std::string& own) {
                return nameOf(own) == nameOf(*inherited);
            });
        if (!isReplaced) {
            variables.emplace_back(*inherited);
        }
    }
    return variables;
}

// All that the child needs, made before the fork.
struct Launch {
    const char* program;
    char* const* arguments;
    char* const* environment;
    std::array<int, 3> streams;
    int reasonPipe; // gets errno when the program cannot be run
    pid_t parent;
    std::uint64_t memorySize;
};

[[noreturn]] void reportAndExit(int reasonPipe, int reason) {
    // If even this fails, the parent sees a child that ended with 127.
    [[maybe_unused]] const ssize_t written = ::write(reasonPipe, &reason, sizeof reason);
    ::_exit(127);
}

[[noreturn]] void becomeProgram(const Launch& launch) {
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != launch.parent) {
        ::_exit(127); // the parent died before the line above
    }
    struct sigaction standard {};
    standard.sa_handler = SIG_DFL;
    for (int signal = 1; signal < NSIG; ++signal) {
        ::sigaction(signal, &standard, nullptr); // refused for SIGKILL and SIGSTOP, rightly
    }
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);

    // Out of the way of 0 to 2 first, for a parent that had one of those closed.
    int reasonPipe = ::fcntl(launch.reasonPipe, F_DUPFD_CLOEXEC, 3);
    std::array<int, 3> moved{};
    for (std::size_t i = 0; i < moved.size(); ++i) {
        moved[i] = ::fcntl(launch.streams[i], F_DUPFD_CLOEXEC, 3);
    }
    for (std::size_t i = 0; i < moved.size(); ++i) {
        if (moved[i] < 0 || ::dup2(moved[i], static_cast<int>(i)) < 0) {
            reportAndExit(reasonPipe, errno);
        }
    }
    ::close_range(3, UINT_MAX, CLOSE_RANGE_CLOEXEC);

    const rlimit noCore{0, 0};
    ::setrlimit(RLIMIT_CORE, &noCore);
    if (launch.memorySize > 0) {
        const rlimit memory{launch.memorySize, launch.memorySize};
        if (::setrlimit(RLIMIT_AS, &memory) != 0) {
            reportAndExit(reasonPipe, errno);
        }
    }
    ::execve(launch.program, launch.arguments, launch.environment);
    reportAndExit(reasonPipe, errno);
}

// Zero for no limit; never over what this process may give.
std::uint64_t addressSpaceFor(const ChildLimits& limits) {
    rlimit own{};
    if (!kLimitsMemory || limits.memorySize == 0 || ::getrlimit(RLIMIT_AS, &own) != 0) {
        return 0;
    }
    return std::min<std::uint64_t>(limits.memorySize, own.rlim_max);
}

// What is there to read, up to a limit; the descriptor is closed at the end of the stream.
class Capture {
public:
    Capture(Descriptor source, std::uint64_t limit) : source_(std::move(source)), limit_(limit) {
        ::fcntl(source_.value(), F_SETFL, O_NONBLOCK);
    }

    /// Reads until nothing is there, or more than the limit has come: a writer that never pauses
    /// must not keep us from looking at the clock.
    void readWhatIsThere() {
        std::array<std::byte, 65536> block;
        for (int turn = 0; source_.isOpen() && turn < 64; ++turn) {
            const ssize_t count = ::read(source_.value(), block.data(), block.size());
            if (count < 0 && errno == EINTR) {
                continue;
            }
            if (count < 0 && errno == EAGAIN) {
                return;
            }
            if (count <= 0) {
                source_.close();
                return;
            }
            const auto size = static_cast<std::size_t>(count);
            const std::uint64_t room = limit_ == 0 ? size : limit_ - bytes.size();
            isOver = isOver || size > room;
            bytes.insert(bytes.end(),
                         block.begin(),
                         block.begin() + static_cast<ssize_t>(std::min<std::uint64_t>(size, room)));
        }
    }

    pollfd poll() const { return {source_.value(), POLLIN, 0}; } // -1 is passed over by poll

    std::vector<std::byte> bytes;
    bool isOver = false;

private:
    Descriptor source_;
    std::uint64_t limit_;
};

// Milliseconds to wait for, rounded up so that the last wait is not a spin.
int waitTime(const std::optional<Clock::time_point>& deadline) {
    if (!deadline) {
        return -1;
    }
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(*deadline - Clock::now()).count();
    return static_cast<int>(std::clamp<std::int64_t>(left, 0, INT_MAX));
}

std::optional<Clock::time_point> deadlineOf(const ChildLimits& limits, Clock::time_point start) {
    // Beyond a century there is no limit, and the clock cannot count it.
    if (!(limits.seconds > 0.0) || limits.seconds > 3e9) {
        return std::nullopt;
    }
    return start + std::chrono::duration_cast<Clock::duration>(
                       std::chrono::duration<double>(limits.seconds));
}

// Follows the child until it has ended; returns why we ended it, if we did.
ChildEnd follow(const Descriptor& process,
                const Descriptor& wake,
                std::array<Capture*, 2> streams,
                pid_t child,
                const std::optional<Clock::time_point>& deadline,
                const std::stop_token& stop) {
    ChildEnd end = ChildEnd::Exited;
    const auto killFor = [&](ChildEnd reason) {
        if (end == ChildEnd::Exited) {
            end = reason;
            ::kill(-child, SIGKILL);
        }
    };
    for (;;) {
        std::array<pollfd, 4> waited{
            streams[0]->poll(),
            streams[1]->poll(),
            pollfd{process.value(), POLLIN, 0},
            pollfd{end == ChildEnd::Exited ? wake.value() : -1, POLLIN, 0}};
        const bool isOurs = end != ChildEnd::Exited;
        if (::poll(waited.data(), waited.size(), isOurs ? -1 : waitTime(deadline)) < 0) {
            for (pollfd& entry : waited) {
                entry.revents = 0; // interrupted: look at the clock, then wait again
            }
        }
        for (Capture* stream : streams) {
            stream->readWhatIsThere();
        }
        if ((waited[2].revents & POLLIN) != 0) {
            return end;
        }
        if (streams[0]->isOver) {
            killFor(ChildEnd::OutputTooLarge);
        } else if (stop.stop_requested()) {
            killFor(ChildEnd::Cancelled);
        } else if (deadline && Clock::now() >= *deadline) {
            killFor(ChildEnd::TimedOut);
        }
    }
}

} // namespace

Result<ChildResult> runChild(const ChildCommand& command, const std::stop_token& stop) {
    if (!command.program.is_absolute()) {
        return notStarted(command, "its path is not absolute");
    }
    const Clock::time_point start = Clock::now();
    Descriptor input = inputFile(command.input);
    std::optional<Pipe> output = makePipe();
    std::optional<Pipe> errors = makePipe();
    std::optional<Pipe> reason = makePipe();
    const Descriptor wake(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    if (!input.isOpen() || !output || !errors || !reason || !wake.isOpen()) {
        return notStarted(command, std::strerror(errno));
    }

    std::vector<std::string> arguments{command.program.string()};
    arguments.insert(arguments.end(), command.arguments.begin(), command.arguments.end());
    const std::vector<char*> argumentPointers = pointersTo(arguments);
    const std::vector<std::string> environment = environmentOf(command);
    const std::vector<char*> environmentPointers = pointersTo(environment);
    const Launch launch{command.program.c_str(),
                        argumentPointers.data(),
                        environmentPointers.data(),
                        {input.value(), output->writing.value(), errors->writing.value()},
                        reason->writing.value(),
                        ::getpid(),
                        addressSpaceFor(command.limits)};

    // No handler of this process may run in the child before it has taken them away.
    sigset_t all;
    sigset_t before;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    const pid_t child = ::fork();
    if (child == 0) {
        becomeProgram(launch);
    }
    const int forkError = errno;
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    if (child < 0) {
        return notStarted(command, std::strerror(forkError));
    }
    ::setpgid(child, child); // as the child does: whoever comes first

    input.close();
    output->writing.close();
    errors->writing.close();
    reason->writing.close();
    // The header of glibc 2.36 declares pidfd_open for C alone.
    const Descriptor process(static_cast<int>(::syscall(SYS_pidfd_open, child, 0)));
    const int pidfdError = errno;

    ChildResult result;
    Capture outputCapture(std::move(output->reading), command.limits.outputSize);
    Capture errorCapture(std::move(errors->reading), command.limits.errorSize);
    if (process.isOpen()) {
        const std::stop_callback wakeUp(stop, [&wake] {
            const std::uint64_t one = 1;
            [[maybe_unused]] const ssize_t written = ::write(wake.value(), &one, sizeof one);
        });
        result.end = follow(process,
                            wake,
                            {&outputCapture, &errorCapture},
                            child,
                            deadlineOf(command.limits, start),
                            stop);
    }
    // The child is not yet waited for, so its number still is that of the group.
    ::kill(-child, SIGKILL);
    int status = 0;
    rusage usage{};
    pid_t waited = 0;
    do {
        waited = ::wait4(child, &status, 0, &usage);
    } while (waited < 0 && errno == EINTR);
    if (!process.isOpen()) {
        return notStarted(command, std::strerror(pidfdError));
    }
    if (waited != child) {
        return notStarted(command, "this process does not hear of the end of its children");
    }
    int execError = 0;
    if (::read(reason->reading.value(), &execError, sizeof execError) == sizeof execError) {
        return notStarted(command, std::strerror(execError));
    }
    // What the child wrote just before its end.
    outputCapture.readWhatIsThere();
    errorCapture.readWhatIsThere();
    if (result.end == ChildEnd::Exited) {
        if (outputCapture.isOver) {
            result.end = ChildEnd::OutputTooLarge;
        } else if (WIFSIGNALED(status)) {
            result.end = ChildEnd::Signalled;
            result.signal = WTERMSIG(status);
        } else {
            result.exitCode = WEXITSTATUS(status);
        }
    }
    result.output = std::move(outputCapture.bytes);
    result.errors.assign(reinterpret_cast<const char*>(errorCapture.bytes.data()),
                         errorCapture.bytes.size());
    result.wallSeconds = std::chrono::duration<double>(Clock::now() - start).count();
    result.userSeconds = secondsOf(usage.ru_utime);
    result.systemSeconds = secondsOf(usage.ru_stime);
    result.peakMemorySize = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
    return result;
}

std::string signalName(int signal) {
    const char* shortName = ::sigabbrev_np(signal);
    const char* description = ::sigdescr_np(signal);
    if (shortName == nullptr || description == nullptr) {
        return "signal " + std::to_string(signal);
    }
    std::string words = description;
    words[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(words[0])));
    return std::string("SIG") + shortName + " (" + words + ")";
}

std::string describeEnd(const ChildResult& result, const ChildLimits& limits) {
    switch (result.end) {
    case ChildEnd::Exited:
        return "ended with code " + std::to_string(result.exitCode);
    case ChildEnd::Signalled:
        return "crashed with " + signalName(result.signal);
    case ChildEnd::TimedOut: {
        std::array<char, 32> number{};
        std::snprintf(number.data(), number.size(), "%g", limits.seconds);
        return "was stopped after " + std::string(number.data()) + " s";
    }
    case ChildEnd::OutputTooLarge:
        return "was stopped after writing " + std::to_string(limits.outputSize) + " bytes";
    case ChildEnd::Cancelled:
        return "was stopped on request";
    }
    return {};
}

} // namespace sartor
