// SPDX-License-Identifier: Apache-2.0
// Any text as the document of a case, with its questions asked of a small character and the answers
// graded.
#include "memory_folder.h"

#include <sartor/io/case_expectations.h>
#include <sartor/io/case_grade.h>
#include <sartor/io/case_questions.h>
#include <sartor/session/case_answers.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace {

using namespace sartor;

session::CaseInput readCharacter() {
    session::SessionOptions options;
    options.pluginFolders = {SARTOR_PLUGIN_DIR};
    using import::importFile;
    return {importFile(std::filesystem::path(SARTOR_TEST_DATA_DIR) / "cases" /
                       "26-cubic-tangents-scaled-by-interval" / "input.gltf"),
            options};
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const fuzz::MemoryFolder folder;
    static session::CaseInput character = readCharacter();
    std::ofstream document(folder.path() / io::kCaseFileName, std::ios::binary);
    document.write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
    document.close();
    if (!document || character.isRefused()) {
        std::abort();
    }
    const auto questions = io::readCaseQuestions(folder.path());
    const auto expectations = io::readCaseExpectations(folder.path());
    if (!questions || !expectations) {
        return 0;
    }
    if (questions->questions.size() != expectations->size()) {
        std::abort();
    }
    for (std::size_t i = 0; i < expectations->size(); ++i) {
        const std::string answer = character.answer(questions->questions[i]);
        static_cast<void>(io::gradeAnswer((*expectations)[i], answer));
    }
    return 0;
}
