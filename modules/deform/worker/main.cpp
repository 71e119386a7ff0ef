// SPDX-License-Identifier: Apache-2.0
// The program sartor-plugin-worker.
#include "plugin_worker.h"

int main(int argumentCount, char** arguments) {
    return sartor::deform::runPluginWorker(argumentCount, arguments);
}
