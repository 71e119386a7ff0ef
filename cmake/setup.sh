#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Installs the Debian packages that the build and the tests need, and only those that are missing.
set -euo pipefail

packages=(
    # tools
    g++ cmake ninja-build ccache mold glslc spirv-tools
    # libraries of the modules
    libglm-dev libspdlog-dev libtbb-dev libhwy-dev libassimp-dev libsimdjson-dev nlohmann-json3-dev
    libdraco-dev libmeshoptimizer-dev libcli11-dev libstb-dev libpng-dev zlib1g-dev
    # Vulkan: headers, loader, reflection, the software driver, the validation layers, and
    # RenderDoc for captures
    libvulkan-dev libvulkan-volk-dev libspirv-cross-c-shared-dev spirv-headers
    mesa-vulkan-drivers vulkan-validationlayers librenderdoc-dev
    # editor and tests
    qt6-base-dev fonts-dejavu-core libbenchmark-dev
)

# Judges of written files come from npm; what is there already, of whatever origin, will do.
command -v node >/dev/null && command -v npm >/dev/null || packages+=(nodejs npm)

stop() {
    echo "setup: $*" >&2
    exit 1
}

missing_packages() {
    local package
    for package in "${packages[@]}"; do
        if [[ $(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null) != installed ]]; then
            echo "$package"
        fi
    done
}

command -v dpkg-query >/dev/null && command -v apt-get >/dev/null ||
    stop "this script installs Debian 12 packages with apt-get, which is not here; install the" \
        "equivalents of: ${packages[*]}"

mapfile -t missing < <(missing_packages)
if ((${#missing[@]} == 0)); then
    echo "setup: all ${#packages[@]} packages are installed"
    exit 0
fi

as_root=()
if ((EUID != 0)); then
    command -v sudo >/dev/null ||
        stop "not root and no sudo; as root, run: apt-get install ${missing[*]}"
    as_root=(sudo)
fi

apt() {
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get \
        -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3 "$@"
}

echo "setup: installing ${#missing[@]} of ${#packages[@]} packages: ${missing[*]}"
apt update -q || stop "apt-get update failed (see above)"
apt install -q -y --no-install-recommends "${missing[@]}" || stop "apt-get install failed (see above)"

mapfile -t missing < <(missing_packages)
((${#missing[@]} == 0)) || stop "still missing after the installation: ${missing[*]}"
echo "setup: done"
