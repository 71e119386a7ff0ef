// SPDX-License-Identifier: Apache-2.0
// What writing to a full disk is like, without one.
#pragma once

#include <sys/resource.h>

#include <csignal>

namespace sartor::test {

/// As long as it lives, this process and those that it starts cannot write more than so many bytes
/// to any file: the call fails as it does on a full disk, with another reason (EFBIG).
class FullDisk {
public:
    explicit FullDisk(rlim_t fileSize) : oldHandler_(std::signal(SIGXFSZ, SIG_IGN)) {
        ::getrlimit(RLIMIT_FSIZE, &old_);
        const rlimit limit{fileSize, old_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    FullDisk(const FullDisk&) = delete;
    FullDisk& operator=(const FullDisk&) = delete;
    ~FullDisk() {
        ::setrlimit(RLIMIT_FSIZE, &old_);
        std::signal(SIGXFSZ, oldHandler_);
    }

private:
    rlimit old_{};
    void (*oldHandler_)(int);
};

} // namespace sartor::test
