// SPDX-License-Identifier: Apache-2.0
// Extreme poses side by side in one picture.
#include "rom_sheet.h"

#include <sartor/io/png_writer.h>
#include <sartor/math/double_affine.h>
#include <sartor/pose/local_to_model.h>

#ifdef SARTOR_HAS_GPU
#include <sartor/gpu/device.h>
#include <sartor/session/scene_view.h>
#endif

#include <glm/common.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace sartor::cli {

#ifdef SARTOR_HAS_GPU

namespace {

constexpr std::uint32_t kTile = 240; // pixels of a picture's side
constexpr std::uint32_t kLine = 14;
constexpr std::uint32_t kLines = 3;
constexpr std::uint32_t kMargin = 6;
constexpr std::uint32_t kCellHeight = kTile + kLines * kLine + 6;
constexpr std::uint32_t kMostColumns = 8;
constexpr std::uint32_t kDot = 2; // pixels of a dot of a letter
// Pictures above do not fit; those that are left out would be the last.
constexpr std::size_t kMostPoses = 512;

// Three by five dots: a row is an octal digit, from the top.
struct Letter {
    char character;
    std::string_view rows;
};

constexpr std::array kLetters = {
    Letter{'A', "25755"}, Letter{'B', "65656"}, Letter{'C', "34443"}, Letter{'D', "65556"},
    Letter{'E', "74647"}, Letter{'F', "74644"}, Letter{'G', "34553"}, Letter{'H', "55755"},
    Letter{'I', "72227"}, Letter{'J', "11152"}, Letter{'K', "55655"}, Letter{'L', "44447"},
    Letter{'M', "57755"}, Letter{'N', "65555"}, Letter{'O', "25552"}, Letter{'P', "65644"},
    Letter{'Q', "25573"}, Letter{'R', "65655"}, Letter{'S', "34216"}, Letter{'T', "72222"},
    Letter{'U', "55557"}, Letter{'V', "55552"}, Letter{'W', "55775"}, Letter{'X', "55255"},
    Letter{'Y', "55222"}, Letter{'Z', "71247"}, Letter{'0', "75557"}, Letter{'1', "26227"},
    Letter{'2', "61247"}, Letter{'3', "61216"}, Letter{'4', "55711"}, Letter{'5', "74616"},
    Letter{'6', "34757"}, Letter{'7', "71122"}, Letter{'8', "75757"}, Letter{'9', "75716"},
    Letter{'-', "00700"}, Letter{'.', "00002"}, Letter{'_', "00007"}, Letter{'(', "12221"},
    Letter{')', "42224"}, Letter{':', "02020"}, Letter{'#', "57575"}, Letter{'+', "02720"},
    Letter{'/', "11244"}, Letter{',', "00024"}, Letter{'%', "51245"}, Letter{'\'', "22000"},
    Letter{' ', "00000"}};

class Sheet {
public:
    Sheet(std::uint32_t width, std::uint32_t height)
        : width_(width), height_(height), bgra_(std::size_t{4} * width * height, 255) {}

    void draw(const session::Picture& picture, std::uint32_t left, std::uint32_t top) {
        for (std::uint32_t y = 0; y < picture.height; ++y) {
            const auto row = picture.bgra.begin() +
                             static_cast<std::ptrdiff_t>(std::size_t{4} * y * picture.width);
            std::copy_n(row,
                        std::size_t{4} * picture.width,
                        bgra_.begin() + static_cast<std::ptrdiff_t>(at(left, top + y)));
        }
    }

    // In capitals; what there is no letter for is a full block.
    void write(std::string_view text, std::uint32_t left, std::uint32_t top) {
        for (std::size_t i = 0; i < text.size() && (i + 1) * 4 * kDot <= kTile - kMargin; ++i) {
            const char raw = text[i];
            const char capital =
                raw >= 'a' && raw <= 'z' ? static_cast<char>(raw - 'a' + 'A') : raw;
            const auto found =
                std::find_if(kLetters.begin(), kLetters.end(), [&](const Letter& letter) {
                    return letter.character == capital;
                });
            writeLetter(found != kLetters.end() ? found->rows : "77777",
                        left + static_cast<std::uint32_t>(i) * 4 * kDot,
                        top);
        }
    }

    Status save(const std::filesystem::path& path) const {
        return io::writePng(path, {width_, height_, bgra_});
    }

private:
    std::size_t at(std::uint32_t x, std::uint32_t y) const {
        return std::size_t{4} * (std::size_t{y} * width_ + x);
    }

    void writeLetter(std::string_view rows, std::uint32_t left, std::uint32_t top) {
        for (std::uint32_t y = 0; y < 5 * kDot; ++y) {
            for (std::uint32_t x = 0; x < 3 * kDot; ++x) {
                const int row = rows[y / kDot] - '0';
                if ((row >> (2 - x / kDot) & 1) != 0) {
                    std::fill_n(bgra_.begin() + static_cast<std::ptrdiff_t>(at(left + x, top + y)),
                                3,
                                std::uint8_t{30});
                }
            }
        }
    }

    std::uint32_t width_;
    std::uint32_t height_;
    std::vector<std::uint8_t> bgra_;
};

// The joint's local pose when it is turned about its place in model space. Joints above it have no
// part in this: they carry it and its parent alike.
math::Transform turnedLocal(const assets::Skeleton& skeleton,
                            std::span<const math::Affine> modelFromJointRest,
                            const diagnose::JointTurn& turn) {
    const math::DoubleAffine rest = math::toDouble(modelFromJointRest[turn.joint.value()]);
    const math::DoubleAffine turned{turn.rotation * rest.linear, rest.translation};
    const JointIndex parent = skeleton.joint(turn.joint).parent;
    const auto parentFromModel =
        parent.isNone() ? math::DoubleAffine{}
                        : math::inverse(math::toDouble(modelFromJointRest[parent.value()]))
                              .value_or(math::DoubleAffine{});
    return math::decompose(math::toFloat(parentFromModel * turned)).transform;
}

// What is to be seen: the joints that turn, all below them, and what they hang on.
render::Bounds boundsOf(const session::Session& session, const diagnose::MotionPose& pose) {
    const assets::Skeleton& skeleton = *session.scene().skeleton;
    std::vector<bool> isSeen(skeleton.jointCount());
    for (const diagnose::JointTurn& turn : pose.turns) {
        isSeen[turn.joint.value()] = true;
    }
    for (std::size_t i = 0; i < isSeen.size(); ++i) {
        const JointIndex parent = skeleton.joints()[i].parent;
        isSeen[i] = isSeen[i] || (!parent.isNone() && isSeen[parent.value()]);
    }
    for (const diagnose::JointTurn& turn : pose.turns) {
        const JointIndex parent = skeleton.joint(turn.joint).parent;
        if (!parent.isNone()) {
            isSeen[parent.value()] = true;
        }
    }
    render::Bounds bounds;
    for (std::size_t i = 0; i < isSeen.size(); ++i) {
        if (isSeen[i]) {
            bounds.add(session.modelFromJoint()[i].translation);
        }
    }
    // Flesh around the bones, and no nearer than a part of the body.
    const float size = 2.0f * session::sceneBounds(session).radius();
    const glm::vec3 middle = bounds.center();
    const glm::vec3 half =
        glm::max(bounds.maximum - middle + glm::vec3(0.04f * size), glm::vec3(0.06f * size));
    bounds.add(middle - half);
    bounds.add(middle + half);
    return bounds;
}

} // namespace

Status writeSheet(const std::filesystem::path& path,
                  const import::ImportedScene& scene,
                  std::span<const SheetPose> poses) {
    if (poses.empty() || poses.size() > kMostPoses) {
        return Error{"usage.sheet",
                     "--sheet: a sheet has 1 to " + std::to_string(kMostPoses) + " poses, not " +
                         std::to_string(poses.size())};
    }
    const auto opened = session::Session::create(scene, {});
    if (!opened) {
        return opened.error();
    }
    session::Session& session = **opened;
    const auto device = gpu::Device::create({});
    if (!device) {
        return device.error();
    }
    if (const Status status = session.evaluate(0.0); !status) {
        return status;
    }
    const auto view = session::SceneView::create(**device, session);
    if (!view) {
        return view.error();
    }
    session::ViewOptions options;
    options.showGrid = false;
    options.isSmooth = true;
    const std::vector<math::Affine> rest = pose::modelFromJointAtRest(*scene.skeleton);
    const auto count = static_cast<std::uint32_t>(poses.size());
    const std::uint32_t columns = std::min(kMostColumns, count);
    Sheet sheet(columns * kTile, (count + columns - 1) / columns * kCellHeight);
    session::Picture picture;
    for (std::uint32_t i = 0; i < count; ++i) {
        const diagnose::MotionPose& pose = *poses[i].pose;
        for (const diagnose::JointTurn& turn : pose.turns) {
            const Status status =
                session.setJointPose(turn.joint, turnedLocal(*scene.skeleton, rest, turn));
            if (!status) {
                return status;
            }
        }
        Status status = session.evaluate(0.0);
        if (status) {
            const render::Camera camera =
                render::frameBounds(boundsOf(session, pose), 1.0f, 0.5f, 0.15f);
            status = (*view)->render(options, camera, kTile, kTile, picture);
        }
        if (!status) {
            return status;
        }
        const std::uint32_t left = i % columns * kTile;
        const std::uint32_t top = i / columns * kCellHeight;
        sheet.draw(picture, left, top);
        for (std::uint32_t line = 0; line < kLines && line < poses[i].labels.size(); ++line) {
            sheet.write(poses[i].labels[line], left + kMargin, top + kTile + 4 + line * kLine);
        }
        for (const diagnose::JointTurn& turn : pose.turns) {
            if (const Status cleared = session.setJointPose(turn.joint, std::nullopt); !cleared) {
                return cleared;
            }
        }
    }
    return sheet.save(path);
}

#else

Status
writeSheet(const std::filesystem::path&, const import::ImportedScene&, std::span<const SheetPose>) {
    return Error{"gpu.unavailable", "this build cannot render (SARTOR_BUILD_GPU=OFF)"};
}

#endif

} // namespace sartor::cli
