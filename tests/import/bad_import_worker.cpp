// SPDX-License-Identifier: Apache-2.0
// Stands in for the program that reads files and misbehaves as the stem of the file's name says.
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

int main(int argc, char** argv) {
    std::string_view path = argc > 3 ? argv[3] : "";
    path = path.substr(path.find_last_of('/') + 1);
    const std::string_view what = path.substr(0, path.find('.'));
    if (what == "kill") {
        ::raise(SIGKILL);
    } else if (what == "hang") {
        for (;;) {
            ::pause();
        }
    } else if (what == "memory") {
        return 3;
    } else if (what == "garbage") {
        std::printf("this is no scene");
    } else if (what == "flood") {
        const std::string block(1000, 'x');
        for (;;) {
            std::fwrite(block.data(), 1, block.size(), stdout);
        }
    } else if (what == "words") {
        std::fprintf(stderr, "first line\nlast \x01 line\n\n");
        return 9;
    } else if (what == "refuse") {
        std::fprintf(stderr, "another version\n");
        return 2;
    }
    return 0;
}
