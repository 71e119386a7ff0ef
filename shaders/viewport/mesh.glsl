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

const uint kHasNormals = 1;
const uint kHasColours = 2;
const uint kHasTexture = 4;
const uint kIsDoubleSided = 8;
