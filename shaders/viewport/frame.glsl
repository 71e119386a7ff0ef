// SPDX-License-Identifier: Apache-2.0
// What every viewport shader knows about the frame; struct FrameBlock of frame_constants.cpp.
#ifndef FRAME_SET
#define FRAME_SET 0
#endif
layout(std140, set = FRAME_SET, binding = 0) uniform Frame {
    mat4 clipFromWorld;
    vec4 cameraWorld;
    // From the surface to the light; the lights turn with the camera.
    vec4 keyWorld;
    vec4 fillWorld;
    // Pixels, and one divided by them.
    vec4 viewport;
    // Distance of lines, radius, pixels per unit at distance 1, scale of pixel widths.
    vec4 grid;
    // Middle and half size of the shadow on the ground.
    vec4 shadow;
    // From coordinates on the ground around the grid's middle.
    mat4 clipFromGround;
    // Where that middle is among the lines, and in the world.
    vec4 ground;
};

vec3 linearFromEncoded(vec3 encoded) {
    const vec3 low = encoded / 12.92;
    const vec3 high = pow((encoded + 0.055) / 1.055, vec3(2.4));
    return mix(high, low, lessThanEqual(encoded, vec3(0.04045)));
}

vec3 encodedFromLinear(vec3 linear) {
    const vec3 low = linear * 12.92;
    const vec3 high = 1.055 * pow(max(linear, vec3(0.0)), vec3(1.0 / 2.4)) - 0.055;
    return mix(high, low, lessThanEqual(linear, vec3(0.0031308)));
}

// Pixel coordinates of a point in clip space in front of the camera.
vec2 pixelFromClip(vec4 clip) {
    return (clip.xy / clip.w * 0.5 + 0.5) * viewport.xy;
}
