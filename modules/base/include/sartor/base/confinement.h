// SPDX-License-Identifier: Apache-2.0
// Gives up rights of this process, before it reads what nobody vouches for.
#pragma once

#include <sartor/base/result.h>

#include <filesystem>
#include <span>

namespace sartor {

/// What of the file system is still open to a confined process.
enum class ConfinedTo {
    /// Nothing but reading below the given folders.
    Folders,
    /// Reading, anywhere: this kernel has no Landlock, which Linux has since 5.13.
    Reading,
};

/// From here on, until it ends, this process opens files for reading alone and only below the given
/// folders; it makes no socket and no other process, runs no program, and neither creates, changes
/// nor removes anything in the file system. What it had open stays open. Whatever is refused fails
/// with an error of the system; nothing is killed.
///
/// Errors: "process.not_confined" with the reason of the system, or with the folder that is not
/// there. Threads: to be called while there is only one; those started later are confined as well.
Result<ConfinedTo> confineThisProcess(std::span<const std::filesystem::path> readableFolders);

} // namespace sartor
