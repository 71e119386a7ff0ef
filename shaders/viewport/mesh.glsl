// SPDX-License-Identifier: Apache-2.0
// Push constants of a surface; SurfacePass::PushConstants.
layout(push_constant) uniform Surface {
    vec4 baseColor;
    float alphaCutoff;
    float wireframe;
    uint flags;
    uint drawNumber;
    // In floats from the start of the binding.
    uint firstPosition;
    uint firstNormal;
};

#include "mesh_flags.glsl"
