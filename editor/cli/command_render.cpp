// SPDX-License-Identifier: Apache-2.0
// sartor render: the editor's viewport as a picture.
#include "address.h"
#include "capture.h"
#include "commands.h"
#include "frame_text.h"
#include "options.h"
#include "picture.h"
#include "plugin_watch.h"

#include <sartor/io/png_writer.h>

#include <array>
#include <memory>

namespace sartor::cli {
namespace {

struct Options {
    SessionRequest request;
    PoseOptions pose;
    std::filesystem::path out;
    std::string view = "shaded";
    std::vector<std::string> overlays = {"grid"};
    std::string size = "1280x720";
    std::string camera = "auto";
    bool isCaptured = false;
    bool isWatching = false;
};

#ifdef SARTOR_HAS_GPU

struct ViewName {
    std::string_view name;
    session::ViewMode mode;
};
constexpr std::array kViews = {ViewName{"shaded", session::ViewMode::Shaded},
                               ViewName{"dominant", session::ViewMode::Dominant},
                               ViewName{"influences", session::ViewMode::Influences},
                               ViewName{"weight-sum", session::ViewMode::WeightSum},
                               ViewName{"displacement", session::ViewMode::Displacement},
                               ViewName{"bind", session::ViewMode::Bind},
                               ViewName{"collapse", session::ViewMode::Collapse},
                               ViewName{"hazards", session::ViewMode::Hazards},
                               ViewName{"normals", session::ViewMode::Normals},
                               ViewName{"ids", session::ViewMode::Ids},
                               ViewName{"direction", session::ViewMode::Direction}};

Result<session::ViewOptions> parseView(const Options& options, const import::ImportedScene& scene) {
    session::ViewOptions view;
    view.showGrid = false;
    view.isSmooth = true;
    for (const std::string& overlay : options.overlays) {
        view.showSkeleton = view.showSkeleton || overlay == "joints";
        view.showAxes = view.showAxes || overlay == "axes";
        view.showWireframe = view.showWireframe || overlay == "wireframe";
        view.showGrid = view.showGrid || overlay == "grid";
    }
    constexpr std::string_view kWeights = "weights:";
    if (options.view.starts_with(kWeights)) {
        const Result<JointIndex> joint =
            findNode(scene, std::string_view(options.view).substr(kWeights.size()));
        if (!joint) {
            return joint.error();
        }
        view.mode = session::ViewMode::Weights;
        view.joint = *joint;
        return view;
    }
    std::string names = "weights:JOINT";
    for (const ViewName& known : kViews) {
        if (known.name == options.view) {
            view.mode = known.mode;
            return view;
        }
        names += ", " + std::string(known.name);
    }
    return Error{"usage.view", "there is no view '" + options.view + "'; there is " + names};
}

Result<Answer> answer(Options options) {
    const auto opened = openSession(options.request);
    if (!opened) {
        return opened.error();
    }
    session::Session& session = **opened;
    const Result<session::ViewOptions> view = parseView(options, session.scene());
    if (!view) {
        return view.error();
    }
    const Result<PictureSize> size = parseSize(options.size);
    const Result<CameraRequest> camera = parseCamera(options.camera);
    if (!size || !camera) {
        return size ? camera.error() : size.error();
    }
    // The session's own device, else one that is made.
    std::unique_ptr<gpu::Device> ownDevice;
    gpu::Device* device = session.device();
    if (device == nullptr) {
        Result<std::unique_ptr<gpu::Device>> made = gpu::Device::create({});
        if (!made) {
            return made.error();
        }
        ownDevice = std::move(*made);
        device = ownDevice.get();
    }
    session::Picture picture;
    const auto drawNow = [&] {
        return drawPicture(*device, session, *view, *size, *camera, picture);
    };
    const auto write = [&] {
        return io::writePng(options.out, {picture.width, picture.height, picture.bgra});
    };
    Status status = withCapture(options.isCaptured, [&]() -> Status {
        const Status applied = options.pose.apply(session);
        return applied ? drawNow() : applied;
    });
    if (status) {
        status = write();
    }
    if (status && options.isWatching) {
        status = watchPlugins(session, [&] {
            const Status drawn = drawNow();
            return drawn ? write() : drawn;
        });
    }
    if (!status) {
        return status.error();
    }
    return frameAnswer(session, legendText(session, *view) + faultText(session));
}

#else

Result<Answer> answer(const Options& options) {
    const Result<PictureSize> size = parseSize(options.size);
    const Result<CameraRequest> camera = parseCamera(options.camera);
    if (!size || !camera) {
        return size ? camera.error() : size.error();
    }
    return Error{"gpu.unavailable", "this build cannot render (SARTOR_BUILD_GPU=OFF)"};
}

#endif

} // namespace

Command addRenderCommand(CLI::App& app) {
    auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand("render", "A picture of the character as PNG");
    options->request.file.addTo(*command);
    addOutOption(*command, options->out, {".png"})->required();
    options->pose.addTo(*command);
    command
        ->add_option("--view",
                     options->view,
                     "shaded, weights:JOINT, dominant, influences, weight-sum, displacement, bind, "
                     "collapse, hazards, normals, ids or direction [shaded]")
        ->type_name("VIEW");
    command
        ->add_option("--overlay", options->overlays, "joints, axes, wireframe, grid, none [grid]")
        ->delimiter(',')
        ->check(CLI::IsMember({"joints", "axes", "wireframe", "grid", "none"}))
        ->allow_extra_args(false)
        ->type_name("LIST");
    command->add_option("--size", options->size, "Width and height in pixels [1280x720]")
        ->type_name("WxH");
    command
        ->add_option("--camera",
                     options->camera,
                     "auto, or some of yaw=DEGREES,pitch=DEGREES,distance=LENGTH [auto]")
        ->type_name("CAMERA");
    addChainOption(*command, options->request.chain);
    options->request.deform.addTo(*command);
    addCaptureFlag(*command, options->isCaptured);
    addWatchFlag(*command, options->isWatching);
    command->footer("Example: sartor render fox.glb --clip Run --time 0.5 --view weights:b_Head_05 "
                    "--overlay joints,grid --out fox.png\n"
                    "Exit code 1: a stage broke a rule of plugins and was left out.");
    return {command, [options] { return deliver(options->request.file.file, answer(*options)); }};
}

} // namespace sartor::cli
