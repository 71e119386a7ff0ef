// SPDX-License-Identifier: Apache-2.0
// What a surface has; the same numbers are in SurfacePass.
const uint kHasNormals = 1;
const uint kHasColours = 2;
const uint kHasTexture = 4;
const uint kIsDoubleSided = 8;
