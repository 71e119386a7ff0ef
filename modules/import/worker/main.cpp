// SPDX-License-Identifier: Apache-2.0
// The program sartor-import-worker.
#include "worker/import_worker.h"

#include <unistd.h>

int main(int argumentCount, char** arguments) {
    const int code = sartor::import::runImportWorker(argumentCount, arguments);
    // At once: libraries' clean-up needs rights that are gone, and the system takes all back.
    ::_exit(code);
}
