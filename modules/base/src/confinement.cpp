// SPDX-License-Identifier: Apache-2.0
// Landlock decides by path, which a seccomp filter cannot see; the filter refuses whole calls.
#include <sartor/base/confinement.h>
#include <sartor/base/descriptor.h>

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace sartor {
namespace {

Error notConfined(const std::string& reason) {
    return {"process.not_confined", "this process cannot give up its rights: " + reason};
}

// All rights over files that the kernel knows by its version of the interface; each has one bit.
std::uint64_t allFileRights(long version) {
    const int count = version >= 5 ? 16 : version >= 3 ? 15 : version >= 2 ? 14 : 13;
    return (std::uint64_t{1} << count) - 1;
}

Result<ConfinedTo> confineFiles(std::span<const std::filesystem::path> readableFolders) {
    std::vector<Descriptor> places;
    for (const std::filesystem::path& folder : readableFolders) {
        places.emplace_back(::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
        if (!places.back().isOpen()) {
            return notConfined(folder.string() + ": " + std::strerror(errno));
        }
    }
    const long version =
        ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 1) {
        return ConfinedTo::Reading;
    }
    landlock_ruleset_attr handled{};
    handled.handled_access_fs = allFileRights(version);
    const Descriptor rules(
        static_cast<int>(::syscall(SYS_landlock_create_ruleset, &handled, sizeof handled, 0)));
    if (!rules.isOpen()) {
        return notConfined(std::strerror(errno));
    }
    for (const Descriptor& place : places) {
        landlock_path_beneath_attr below{};
        below.allowed_access = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
        below.parent_fd = place.value();
        if (::syscall(
                SYS_landlock_add_rule, rules.value(), LANDLOCK_RULE_PATH_BENEATH, &below, 0) != 0) {
            return notConfined(std::strerror(errno));
        }
    }
    if (::syscall(SYS_landlock_restrict_self, rules.value(), 0) != 0) {
        return notConfined(std::strerror(errno));
    }
    return ConfinedTo::Folders;
}

#if defined(__x86_64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#else
#error "the filter needs the number of this architecture"
#endif

// Calls that are refused whatever their arguments are.
constexpr int kRefusedCalls[] = {
    // other machines and programs
    SYS_socket,
    SYS_socketpair,
    SYS_connect,
    SYS_bind,
    SYS_listen,
    SYS_accept,
    SYS_accept4,
    SYS_execve,
    SYS_execveat,
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_pidfd_getfd,
    SYS_kill,
    SYS_setsid,
    SYS_setpgid,
    // ways round a filter of calls
    SYS_io_uring_setup,
    SYS_io_uring_enter,
    SYS_io_uring_register,
    SYS_open_by_handle_at,
    // the file system
    SYS_truncate,
    SYS_unlinkat,
    SYS_renameat2,
    SYS_linkat,
    SYS_symlinkat,
    SYS_mkdirat,
    SYS_mknodat,
    SYS_fchmod,
    SYS_fchmodat,
    SYS_fchown,
    SYS_fchownat,
    SYS_utimensat,
    SYS_setxattr,
    SYS_lsetxattr,
    SYS_fsetxattr,
    SYS_mount,
    SYS_umount2,
    SYS_chroot,
#ifdef SYS_fork // only the older architectures have what follows
    SYS_fork,
    SYS_vfork,
    SYS_creat,
    SYS_unlink,
    SYS_rename,
    SYS_renameat,
    SYS_link,
    SYS_symlink,
    SYS_mkdir,
    SYS_rmdir,
    SYS_mknod,
    SYS_chmod,
    SYS_chown,
    SYS_lchown,
    SYS_utime,
    SYS_utimes,
    SYS_futimesat,
#endif
    // the limits it was started with
    SYS_setrlimit};

class Filter {
public:
    Filter() {
        load(offsetof(seccomp_data, arch));
        refuseUnlessEqual(kArchitecture, EPERM);
        load(offsetof(seccomp_data, nr));
#ifdef __x86_64__
        // The 32-bit variants of the calls have numbers from here on.
        code_.push_back(BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000U, 0, 1));
        refuse(EPERM);
#endif
        for (const int call : kRefusedCalls) {
            refuseIf(call, EPERM);
        }
        // Their arguments are behind a pointer; callers know that older kernels have neither.
        refuseIf(SYS_clone3, ENOSYS);
        refuseIf(SYS_openat2, ENOSYS);
        refuseOpeningToWrite(SYS_openat, 2);
#ifdef SYS_open
        refuseOpeningToWrite(SYS_open, 1);
#endif
        // A new thread is no new process.
        code_.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 4));
        load(argument(0));
        code_.push_back(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0));
        refuse(EPERM);
        load(offsetof(seccomp_data, nr));
        // Asking for a limit has no new one; a pointer is null when both its halves are.
        code_.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_prlimit64, 0, 6));
        load(argument(2));
        code_.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 2));
        load(argument(2) + 4);
        code_.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0));
        refuse(EPERM);
        load(offsetof(seccomp_data, nr));
        code_.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
    }

    Status install() {
        const sock_fprog program{static_cast<unsigned short>(code_.size()), code_.data()};
        if (::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) {
            return notConfined(std::strerror(errno));
        }
        return {};
    }

private:
    // The lower half of an argument, where the machine stores it first.
    static std::size_t argument(std::size_t index) {
        return offsetof(seccomp_data, args) + index * sizeof(std::uint64_t);
    }
    void load(std::size_t offset) {
        code_.push_back(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset)));
    }
    void refuse(int error) {
        code_.push_back(
            BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | static_cast<std::uint32_t>(error)));
    }
    void refuseUnlessEqual(std::uint32_t value, int error) {
        code_.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 1, 0));
        refuse(error);
    }
    void refuseIf(int call, int error) {
        code_.push_back(
            BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, 1));
        refuse(error);
    }
    void refuseOpeningToWrite(int call, std::size_t flags) {
        code_.push_back(
            BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, 4));
        load(argument(flags));
        code_.push_back(
            BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC, 0, 1));
        refuse(EACCES);
        load(offsetof(seccomp_data, nr));
    }

    std::vector<sock_filter> code_;
};

} // namespace

Result<ConfinedTo> confineThisProcess(std::span<const std::filesystem::path> readableFolders) {
    // Without this, only the superuser may do what follows.
    if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
        return notConfined(std::strerror(errno));
    }
    Result<ConfinedTo> confined = confineFiles(readableFolders);
    if (!confined) {
        return confined;
    }
    if (const Status installed = Filter().install(); !installed) {
        return installed.error();
    }
    return confined;
}

} // namespace sartor
