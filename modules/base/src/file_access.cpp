// SPDX-License-Identifier: Apache-2.0
// The observers of this process.
#include <sartor/base/file_access.h>

#include <map>
#include <mutex>
#include <utility>

namespace sartor {
namespace {

struct Observers {
    std::mutex mutex;
    std::map<int, FileAccessObserver::Receiver> receivers;
    int nextId = 0;
};

Observers& observers() {
    static Observers instance;
    return instance;
}

} // namespace

FileAccessObserver::FileAccessObserver(Receiver receiver) {
    Observers& all = observers();
    const std::lock_guard lock(all.mutex);
    id_ = all.nextId++;
    all.receivers.emplace(id_, std::move(receiver));
}

FileAccessObserver::~FileAccessObserver() {
    Observers& all = observers();
    const std::lock_guard lock(all.mutex);
    all.receivers.erase(id_);
}

void reportFileAccess(const std::filesystem::path& path) {
    Observers& all = observers();
    const std::lock_guard lock(all.mutex);
    for (const auto& [id, receiver] : all.receivers) {
        receiver(path);
    }
}

} // namespace sartor
