// SPDX-License-Identifier: Apache-2.0
// modules_consumer FILE C_PLUGIN_FOLDER CPP_PLUGIN_FOLDER FBX: opens a character, samples a clip
// and deforms a mesh with the installed plugins and two plugins that were built outside of the
// project; then reads the same character from a foreign format with the installed worker.
#include <sartor/session/session.h>

#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

namespace {

using namespace sartor;

int fail(const char* what, const std::string& why) {
    std::fprintf(stderr, "%s: %s\n", what, why.c_str());
    return 1;
}

/// Positions of the first mesh after `chain` at a time of the first clip.
Result<std::vector<glm::vec3>> deformed(session::Session& session, const char* chain, double time) {
    if (const Status status = session.setChain(chain); !status) {
        return status.error();
    }
    if (const Status status = session.evaluate(time); !status) {
        return status.error();
    }
    const auto positions = session.frame(0).positions;
    return std::vector<glm::vec3>(positions.begin(), positions.end());
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 5) {
        return fail("usage", "modules_consumer FILE C_PLUGIN_FOLDER CPP_PLUGIN_FOLDER FBX");
    }
    session::SessionOptions options;
    options.pluginFolders = {SARTOR_PLUGIN_DIR, argv[2], argv[3]};
    options.pluginProbe.worker = SARTOR_PLUGIN_WORKER;
    auto session = session::Session::open(argv[1], options);
    if (!session) {
        return fail("open", session.error().message);
    }
    session::Session& character = **session;
    if (const Status status = character.setClip(0); !status) {
        return fail("clip", status.error().message);
    }

    // A quarter of a turn after 1 s is the trough of the wave: everything leans back by half its
    // height above the base.
    constexpr const char* kSwayed = "lbs+wind[strength=0.5,frequency=0.25,waves=0,gust=1,base=-10]";
    const auto atStart = deformed(character, "lbs", 0.0);
    const auto skinned = deformed(character, "lbs", 1.0);
    const auto lifted = deformed(character, "lbs+lift[amount=2]", 1.0);
    const auto swayed = deformed(character, kSwayed, 1.0);
    for (const auto* result : {&atStart, &skinned, &lifted, &swayed}) {
        if (!*result) {
            return fail("deform", result->error().message);
        }
    }

    const std::size_t count = skinned->size();
    if (count == 0 || lifted->size() != count || swayed->size() != count) {
        return fail("deform", "the chains give different numbers of vertices, or none");
    }
    if (*atStart == *skinned) {
        return fail("deform", "the clip moves nothing between 0 s and 1 s");
    }
    for (std::size_t i = 0; i < count; ++i) {
        const glm::vec3 base = (*skinned)[i];
        if ((*lifted)[i] != base + glm::vec3(0.0f, 2.0f, 0.0f)) {
            return fail("lift", "vertex " + std::to_string(i) + " did not rise by 2");
        }
        const float expectedX = base.x - 0.5f * (base.y + 10.0f);
        if (std::abs((*swayed)[i].x - expectedX) > 1e-5f * (1.0f + std::abs(expectedX)) ||
            (*swayed)[i].y != base.y || (*swayed)[i].z != base.z) {
            return fail("wind", "vertex " + std::to_string(i) + " did not sway with its height");
        }
    }
    import::ImportOptions foreign;
    foreign.foreign.worker = SARTOR_IMPORT_WORKER;
    const auto fbx = import::importFile(argv[4], foreign);
    if (!fbx || fbx->skins.size() != character.scene().skins.size()) {
        return fail("FBX", fbx ? "it has other skins" : fbx.error().message);
    }
    std::printf("%zu vertices, 4 chains, as expected\n", count);
    return 0;
}
