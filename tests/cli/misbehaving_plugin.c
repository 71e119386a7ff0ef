// SPDX-License-Identifier: Apache-2.0
// A plugin that does no good as soon as it is loaded.
#include <stdlib.h>
#include <unistd.h>

__attribute__((constructor)) static void misbehave(void) {
#ifdef CRASHES
    abort();
#else
    for (;;) {
        pause();
    }
#endif
}
