// SPDX-License-Identifier: Apache-2.0
// Lines and dots are drawn twice: first a dark rim that is wider by so many pixels, then without.
layout(push_constant) uniform Rim {
    float rimPixels;
    float rimAlpha;
};
