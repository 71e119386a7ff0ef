// SPDX-License-Identifier: Apache-2.0
// Closes descriptors.
#include <sartor/base/descriptor.h>

#include <unistd.h>

namespace sartor {

void Descriptor::close() {
    if (isOpen()) {
        ::close(release());
    }
}

} // namespace sartor
