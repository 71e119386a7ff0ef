// SPDX-License-Identifier: Apache-2.0
// How children end, what they get and what is left of them.
#include <sartor/base/child_process.h>

#include <QtTest>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <thread>

using namespace sartor;

namespace {

ChildCommand command(std::vector<std::string> arguments) {
    return {.program = SARTOR_CHILD_PROGRAM, .arguments = std::move(arguments)};
}

std::string textOf(const std::vector<std::byte>& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::size_t openDescriptorCount() {
    std::size_t count = 0;
    for ([[maybe_unused]] const auto& entry :
         std::filesystem::directory_iterator("/proc/self/fd")) {
        ++count;
    }
    return count;
}

} // namespace

class TstChildProcess : public QObject {
    Q_OBJECT

private slots:
    void rejectsInvalidInput_data();
    void rejectsInvalidInput();
    void saysHowTheProgramEnded_data();
    void saysHowTheProgramEnded();
    void passesArgumentsAsTheyAre();
    void addsToTheEnvironment();
    void givesTheInputAndReturnsTheOutput();
    void stopsAtTheTime();
    void stopsWhoWritesTooMuch();
    void keepsTheBeginningOfTheErrors();
    void limitsMemory();
    void measures();
    void leavesNothingBehind();
    void givesStandardSignalsAndNoDescriptor();
    void stopsOnRequest();
    void runsFromSeveralThreads();
};

void TstChildProcess::rejectsInvalidInput_data() {
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("message");
    QTest::newRow("relative") << "child_program"
                              << "child_program: cannot be run: its path is not absolute";
    QTest::newRow("missing") << "/nonexistent/program"
                             << "/nonexistent/program: cannot be run: No such file or directory";
    QTest::newRow("folder") << "/tmp"
                            << "/tmp: cannot be run: Permission denied";
    QTest::newRow("no program") << "/etc/passwd"
                                << "/etc/passwd: cannot be run: Permission denied";
}

void TstChildProcess::rejectsInvalidInput() {
    QFETCH(QString, program);
    QFETCH(QString, message);
    const auto result = runChild({.program = program.toStdString()});
    QVERIFY(!result.hasValue());
    QCOMPARE(result.error().code, std::string("process.not_started"));
    QCOMPARE(QString::fromStdString(result.error().message), message);
}

void TstChildProcess::saysHowTheProgramEnded_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("end");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<int>("signal");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* name,
                        const QStringList& arguments,
                        ChildEnd end,
                        int exitCode,
                        int signal,
                        const char* words) {
        QTest::newRow(name) << arguments << static_cast<int>(end) << exitCode << signal << words;
    };
    row("well", {"exit", "0"}, ChildEnd::Exited, 0, 0, "ended with code 0");
    row("badly", {"exit", "37"}, ChildEnd::Exited, 37, 0, "ended with code 37");
    row("like a program that cannot be run",
        {"exit", "127"},
        ChildEnd::Exited,
        127,
        0,
        "ended with code 127");
    row("killed",
        {"raise", QString::number(SIGKILL)},
        ChildEnd::Signalled,
        0,
        SIGKILL,
        "crashed with SIGKILL (killed)");
    row("real-time signal",
        {"raise", QString::number(SIGRTMIN + 3)},
        ChildEnd::Signalled,
        0,
        SIGRTMIN + 3,
        "crashed with signal 37");
#ifndef SARTOR_SANITIZED // whose handlers make an ordinary end of these
    row("aborted",
        {"raise", QString::number(SIGABRT)},
        ChildEnd::Signalled,
        0,
        SIGABRT,
        "crashed with SIGABRT (aborted)");
    row("fault",
        {"raise", QString::number(SIGSEGV)},
        ChildEnd::Signalled,
        0,
        SIGSEGV,
        "crashed with SIGSEGV (segmentation fault)");
#endif
}

void TstChildProcess::saysHowTheProgramEnded() {
    QFETCH(QStringList, arguments);
    QFETCH(int, end);
    QFETCH(int, exitCode);
    QFETCH(int, signal);
    QFETCH(QString, words);
    ChildCommand run = command({});
    for (const QString& argument : arguments) {
        run.arguments.push_back(argument.toStdString());
    }
    const auto result = runChild(run);
    QVERIFY(result.hasValue());
    QCOMPARE(static_cast<int>(result->end), end);
    QCOMPARE(result->exitCode, exitCode);
    QCOMPARE(result->signal, signal);
    QCOMPARE(QString::fromStdString(describeEnd(*result, run.limits)), words);
}

void TstChildProcess::passesArgumentsAsTheyAre() {
    const auto result = runChild(command({"arguments", "", "a b", "\"$HOME\"", "*"}));
    QVERIFY(result.hasValue());
    QCOMPARE(textOf(result->output), std::string("[][a b][\"$HOME\"][*]"));
}

void TstChildProcess::addsToTheEnvironment() {
    QVERIFY(qputenv("SARTOR_INHERITED", "from here"));
    QVERIFY(qputenv("SARTOR_REPLACED", "old"));
    const auto valueOf = [](const char* name) {
        ChildCommand run = command({"environment", name});
        run.environment = {"SARTOR_REPLACED=new", "SARTOR_ADDED=a=b"};
        const auto result = runChild(run);
        return result ? textOf(result->output) : result.error().message;
    };
    QCOMPARE(valueOf("SARTOR_INHERITED"), std::string("from here"));
    QCOMPARE(valueOf("SARTOR_REPLACED"), std::string("new"));
    QCOMPARE(valueOf("SARTOR_ADDED"), std::string("a=b"));
    QCOMPARE(valueOf("SARTOR_ABSENT"), std::string("(none)"));
}

void TstChildProcess::givesTheInputAndReturnsTheOutput() {
    // More than the buffers of pipes, both ways at once.
    for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{3'000'000}}) {
        std::vector<std::byte> input(size);
        for (std::size_t i = 0; i < size; ++i) {
            input[i] = static_cast<std::byte>(i * 31 + i / 251);
        }
        ChildCommand run = command({"echo"});
        run.input = input;
        const auto result = runChild(run);
        QVERIFY(result.hasValue());
        QVERIFY(result->output == input);
    }
    const auto both = runChild(command({"print_size", "200000"}));
    QVERIFY(both.hasValue());
    QCOMPARE(both->output.size(), std::size_t{200000});
    QCOMPARE(both->errors, std::string("to the error stream"));
}

void TstChildProcess::stopsAtTheTime() {
    for (const char* what : {"loop", "sleep", "print"}) {
        ChildCommand run = command({what});
        run.limits = {.seconds = 0.3, .outputSize = 0};
        if (std::string_view(what) == "print") {
            run.arguments.emplace_back("errors");
        }
        const auto result = runChild(run);
        QVERIFY(result.hasValue());
        QCOMPARE(static_cast<int>(result->end), static_cast<int>(ChildEnd::TimedOut));
        QVERIFY2(result->wallSeconds >= 0.3 && result->wallSeconds < 10.0, what);
        QCOMPARE(describeEnd(*result, run.limits), std::string("was stopped after 0.3 s"));
    }
}

void TstChildProcess::stopsWhoWritesTooMuch() {
    ChildCommand run = command({"print"});
    run.limits.outputSize = 100'000;
    const auto endless = runChild(run);
    QVERIFY(endless.hasValue());
    QCOMPARE(static_cast<int>(endless->end), static_cast<int>(ChildEnd::OutputTooLarge));
    QCOMPARE(endless->output.size(), std::size_t{100'000});
    // Just as much as is allowed is not too much, one more is, though the program has ended.
    run = command({"print_size", "5000"});
    run.limits.outputSize = 5000;
    const auto enough = runChild(run);
    QVERIFY(enough.hasValue());
    QCOMPARE(static_cast<int>(enough->end), static_cast<int>(ChildEnd::Exited));
    run.limits.outputSize = 4999;
    const auto over = runChild(run);
    QVERIFY(over.hasValue());
    QCOMPARE(static_cast<int>(over->end), static_cast<int>(ChildEnd::OutputTooLarge));
    QCOMPARE(describeEnd(*over, run.limits), std::string("was stopped after writing 4999 bytes"));
}

void TstChildProcess::keepsTheBeginningOfTheErrors() {
    ChildCommand run = command({"print_size", "10"});
    run.limits.errorSize = 6;
    const auto result = runChild(run);
    QVERIFY(result.hasValue());
    QCOMPARE(static_cast<int>(result->end), static_cast<int>(ChildEnd::Exited));
    QCOMPARE(result->errors, std::string("to the"));
}

void TstChildProcess::limitsMemory() {
#ifdef SARTOR_SANITIZED
    QSKIP("the address space of a sanitizer is over any limit");
#endif
    ChildCommand run = command({"allocate", std::to_string(std::uint64_t{300} << 20)});
    run.limits.memorySize = std::uint64_t{200} << 20;
    const auto refused = runChild(run);
    QVERIFY(refused.hasValue());
    QCOMPARE(refused->exitCode, 9);
    run.limits.memorySize = std::uint64_t{500} << 20;
    const auto granted = runChild(run);
    QVERIFY(granted.hasValue());
    QCOMPARE(granted->exitCode, 0);
    // A limit over every limit of the system is none.
    run.limits.memorySize = ~std::uint64_t{0};
    const auto unlimited = runChild(run);
    QVERIFY(unlimited.hasValue());
    QCOMPARE(unlimited->exitCode, 0);
}

void TstChildProcess::measures() {
    constexpr std::uint64_t kSize = std::uint64_t{200} << 20;
    const auto result = runChild(command({"allocate", std::to_string(kSize)}));
    QVERIFY(result.hasValue());
    QVERIFY(result->peakMemorySize >= kSize);
    QVERIFY(result->userSeconds + result->systemSeconds > 0.0);
    ChildCommand busy = command({"loop"});
    busy.limits.seconds = 0.5;
    const auto loop = runChild(busy);
    QVERIFY(loop.hasValue());
    QVERIFY2(loop->userSeconds > 0.001, qPrintable(QString::number(loop->userSeconds)));
}

void TstChildProcess::leavesNothingBehind() {
    const std::size_t before = openDescriptorCount();
    QElapsedTimer clock;
    clock.start();
    const auto result = runChild(command({"leave_behind"}));
    QVERIFY(result.hasValue());
    // It did not wait for the streams that the grandchild holds open.
    QVERIFY(clock.elapsed() < 20'000);
    const pid_t grandchild = std::stoi(textOf(result->output));
    QTRY_VERIFY(::kill(grandchild, 0) != 0 || [&] {
        // Killed, and a zombie until whoever adopted it looks.
        QFile status(QString("/proc/%1/stat").arg(grandchild));
        return !status.open(QIODevice::ReadOnly) || status.readAll().contains(") Z ");
    }());
    QCOMPARE(openDescriptorCount(), before);
    QCOMPARE(::waitpid(-1, nullptr, WNOHANG), -1);
    QCOMPARE(errno, ECHILD);
    QVERIFY(!runChild({.program = "/nonexistent/program"}).hasValue());
    QCOMPARE(openDescriptorCount(), before);
    QCOMPARE(::waitpid(-1, nullptr, WNOHANG), -1);
}

void TstChildProcess::givesStandardSignalsAndNoDescriptor() {
    const int inherited = ::open("/dev/null", O_RDONLY); // not close-on-exec
    QVERIFY(inherited > 2);
    const auto descriptors = runChild(command({"descriptors"}));
    ::close(inherited);
    QVERIFY(descriptors.hasValue());
    QCOMPARE(textOf(descriptors->output), std::string("0 1 2 "));

    sigset_t some;
    sigset_t before;
    ::sigemptyset(&some);
    ::sigaddset(&some, SIGUSR1);
    ::pthread_sigmask(SIG_BLOCK, &some, &before);
    const auto pipeBefore = ::signal(SIGPIPE, SIG_IGN);
    const auto handling = runChild(command({"signals"}));
    ::signal(SIGPIPE, pipeBefore);
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    QVERIFY(handling.hasValue());
    QCOMPARE(textOf(handling->output), std::string("0 1"));
}

void TstChildProcess::stopsOnRequest() {
    std::stop_source stop;
    std::jthread other([&stop] {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        stop.request_stop();
    });
    const auto result = runChild(command({"sleep"}), stop.get_token());
    QVERIFY(result.hasValue());
    QCOMPARE(static_cast<int>(result->end), static_cast<int>(ChildEnd::Cancelled));
    QVERIFY(result->wallSeconds < 20.0);
    // Asked for before the start, it stops at once.
    const auto late = runChild(command({"sleep"}), stop.get_token());
    QVERIFY(late.hasValue());
    QCOMPARE(static_cast<int>(late->end), static_cast<int>(ChildEnd::Cancelled));
    QCOMPARE(describeEnd(*late, {}), std::string("was stopped on request"));
}

void TstChildProcess::runsFromSeveralThreads() {
    std::vector<std::string> answers(16);
    {
        std::vector<std::jthread> threads;
        for (std::size_t i = 0; i < answers.size(); ++i) {
            threads.emplace_back([&answers, i] {
                const auto result = runChild(command({"arguments", std::to_string(i)}));
                answers[i] = result ? textOf(result->output) : result.error().message;
            });
        }
    }
    for (std::size_t i = 0; i < answers.size(); ++i) {
        QCOMPARE(answers[i], "[" + std::to_string(i) + "]");
    }
}

QTEST_GUILESS_MAIN(TstChildProcess)
#include "tst_child_process.moc"
