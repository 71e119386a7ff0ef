// SPDX-License-Identifier: Apache-2.0
// What the tests of children run: child_program WHAT [ARGUMENT...].
#include <sartor/base/confinement.h>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace {

// 0, or the number of the error.
int tryTo(std::string_view what, const char* path) {
    const auto outcome = [](auto value) { return value < 0 ? errno : 0; };
    if (what == "read") {
        return outcome(::open(path, O_RDONLY));
    }
    if (what == "write") {
        return outcome(::open(path, O_WRONLY));
    }
    if (what == "create") {
        return outcome(::open(path, O_WRONLY | O_CREAT, 0600));
    }
    if (what == "remove") {
        return outcome(::unlink(path));
    }
    if (what == "mode") {
        return outcome(::chmod(path, 0777));
    }
    if (what == "socket") {
        return outcome(::socket(AF_INET, SOCK_STREAM, 0));
    }
    if (what == "fork") {
        return outcome(::fork());
    }
    if (what == "program") {
        return outcome(::execl(path, path, nullptr));
    }
    if (what == "kill") {
        return outcome(::kill(::getppid(), 0));
    }
    if (what == "limit") {
        const rlimit none{RLIM_INFINITY, RLIM_INFINITY};
        return outcome(::setrlimit(RLIMIT_CORE, &none));
    }
    if (what == "ask_limit") {
        rlimit limit{};
        return outcome(::getrlimit(RLIMIT_CORE, &limit));
    }
    if (what == "thread") {
        std::thread([] {}).join();
        return 0;
    }
    return -1;
}

} // namespace

int main(int argc, char** argv) {
    const std::string_view what = argc > 1 ? argv[1] : "";
    const char* argument = argc > 2 ? argv[2] : "";
    if (what == "exit") {
        return std::atoi(argument);
    }
    if (what == "arguments") {
        for (int i = 2; i < argc; ++i) {
            std::printf("[%s]", argv[i]);
        }
        return 0;
    }
    if (what == "raise") {
        ::raise(std::atoi(argument));
        return 0;
    }
    if (what == "loop") {
        for (;;) {
        }
    }
    if (what == "sleep") {
        std::printf("asleep\n");
        std::fflush(stdout);
        for (;;) {
            ::pause();
        }
    }
    if (what == "allocate") {
        const std::size_t size = std::strtoull(argument, nullptr, 10);
        auto* memory = static_cast<volatile char*>(std::malloc(size));
        if (memory == nullptr) {
            return 9;
        }
        for (std::size_t i = 0; i < size; i += 1024) {
            memory[i] = 1;
        }
        return 0;
    }
    if (what == "print") { // forever
        const std::string line(1000, 'x');
        for (;;) {
            std::fwrite(line.data(), 1, line.size(), argument[0] == 'e' ? stderr : stdout);
        }
    }
    if (what == "print_size") {
        const std::string text(std::strtoull(argument, nullptr, 10), 'y');
        std::fwrite(text.data(), 1, text.size(), stdout);
        std::fputs("to the error stream", stderr);
        return 0;
    }
    if (what == "echo") {
        char block[4096];
        for (std::size_t count = 0; (count = std::fread(block, 1, sizeof block, stdin)) > 0;) {
            std::fwrite(block, 1, count, stdout);
        }
        return 0;
    }
    if (what == "environment") {
        const char* value = std::getenv(argument);
        std::fputs(value != nullptr ? value : "(none)", stdout);
        return 0;
    }
    if (what == "descriptors") {
        for (int descriptor = 0; descriptor < 4096; ++descriptor) {
            if (::fcntl(descriptor, F_GETFD) >= 0) {
                std::printf("%d ", descriptor);
            }
        }
        return 0;
    }
    if (what == "signals") {
        sigset_t blocked;
        ::sigprocmask(SIG_BLOCK, nullptr, &blocked);
        struct sigaction pipe {};
        ::sigaction(SIGPIPE, nullptr, &pipe);
        std::printf("%d %d", ::sigismember(&blocked, SIGUSR1), pipe.sa_handler == SIG_DFL);
        return 0;
    }
    if (what == "leave_behind") { // a grandchild that holds the streams open and writes its number
        const pid_t grandchild = ::fork();
        if (grandchild == 0) {
            for (;;) {
                ::pause();
            }
        }
        std::printf("%d", static_cast<int>(grandchild));
        return 0;
    }
    if (what == "confined") { // FOLDER, then pairs WHAT PATH
        const std::vector<std::filesystem::path> folders{argument};
        const auto confined = sartor::confineThisProcess(folders);
        if (!confined) {
            std::fputs(confined.error().message.c_str(), stderr);
            return 9;
        }
        std::printf("%d", *confined == sartor::ConfinedTo::Folders ? 1 : 0);
        for (int i = 3; i + 1 < argc; i += 2) {
            std::printf(" %d", tryTo(argv[i], argv[i + 1]));
        }
        std::fflush(stdout);
        std::_Exit(0); // the leak sanitizer would start a process at the end
    }
    return 99;
}
