# SPDX-License-Identifier: Apache-2.0
# Finds the third-party libraries, all in this one place; targets name what they link.
find_package(glm REQUIRED)
find_package(spdlog REQUIRED)
find_package(hwy REQUIRED)
find_package(TBB REQUIRED)
find_package(simdjson REQUIRED)
find_package(assimp 5.2 REQUIRED)
find_package(draco REQUIRED)
find_package(meshoptimizer REQUIRED)
find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)
# Headers alone, without a CMake package.
find_path(SARTOR_STB_INCLUDE_DIR stb_image.h PATH_SUFFIXES stb REQUIRED)
# Validation and reflection of the plugins' shaders.
find_library(SARTOR_SPIRV_TOOLS_LIBRARY SPIRV-Tools REQUIRED)
find_library(SARTOR_SPIRV_CROSS_LIBRARY spirv-cross-c-shared REQUIRED)

if(SARTOR_BUILD_GPU)
    # volk opens the loader at run time: only headers are needed to build.
    find_package(Vulkan REQUIRED)
    find_path(SARTOR_VOLK_INCLUDE_DIR volk.h REQUIRED)
    # The header alone; the library is used where a program was started under RenderDoc.
    find_path(SARTOR_RENDERDOC_INCLUDE_DIR renderdoc_app.h)
endif()

# The editor needs Qt Widgets, and the Vulkan modules for its viewport (a device only at run time).
if(SARTOR_BUILD_EDITOR AND NOT SARTOR_BUILD_GPU)
    message(STATUS "SARTOR_BUILD_GPU is off: sartor-editor is not built")
    set(SARTOR_BUILD_EDITOR OFF)
endif()
if(SARTOR_BUILD_EDITOR)
    find_package(Qt6 6.4 QUIET COMPONENTS Core Gui Widgets)
    if(NOT Qt6Widgets_FOUND)
        message(STATUS "Qt 6 Widgets was not found: sartor-editor is not built")
        set(SARTOR_BUILD_EDITOR OFF)
    endif()
endif()

if(SARTOR_BUILD_TESTS)
    find_package(Qt6 6.4 REQUIRED COMPONENTS Test)
    find_package(benchmark REQUIRED)
endif()
