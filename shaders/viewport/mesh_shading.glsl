// SPDX-License-Identifier: Apache-2.0
// Soft studio light: a sky, a key light, a weak fill light and a rim. The file that includes this
// has frame.glsl, the texture and the constants of a surface (SurfacePass::SurfaceConstants).
layout(location = 0) out vec4 outColour;
layout(location = 1) out uvec2 outId;

// Leaves dark and middle tones alone and bends bright ones so that they keep their shape.
vec3 softened(vec3 linear) {
    const float knee = 0.6;
    const vec3 above = max(linear - knee, vec3(0.0)) / (1.0 - knee);
    return min(linear, vec3(knee)) + (1.0 - knee) * (1.0 - exp(-above));
}

void shade(vec3 position,
           vec3 vertexNormal,
           vec3 data,
           vec2 texCoord,
           vec3 corner,
           uint triangle) {
    vec4 base = baseColor;
    if ((flags & kHasTexture) != 0) {
        base *= texture(baseColorTexture, texCoord);
    }
    if (base.a < alphaCutoff) {
        discard;
    }
    const bool isData = (flags & kHasColours) != 0;
    if (isData) {
        base.rgb = linearFromEncoded(data);
    }

    const vec3 toCamera = normalize(cameraWorld.xyz - position);
    const vec3 faceNormal = normalize(cross(dFdx(position), dFdy(position)));
    vec3 normal = dot(faceNormal, toCamera) < 0.0 ? -faceNormal : faceNormal;
    if (dot(vertexNormal, vertexNormal) > 1e-12) {
        normal = normalize(vertexNormal);
        if (!gl_FrontFacing) {
            normal = -normal;
        }
    }
    if (!gl_FrontFacing && (flags & kIsDoubleSided) == 0) {
        base.rgb *= 0.35;
    }

    const float up = normal.y * 0.5 + 0.5;
    const vec3 sky = mix(vec3(0.20, 0.19, 0.185), vec3(0.46, 0.48, 0.52), up);
    const float key = max(0.0, (dot(normal, keyWorld.xyz) + 0.20) / 1.20);
    const float fill = max(0.0, dot(normal, fillWorld.xyz));
    vec3 light = sky + vec3(0.78, 0.75, 0.70) * key * key + vec3(0.10, 0.12, 0.15) * fill;
    const float facing = clamp(dot(normal, toCamera), 0.0, 1.0);
    const float rim = pow(1.0 - facing, 3.0);
    vec3 colour;
    if (isData) {
        // Colours that are read as numbers keep most of themselves.
        colour = base.rgb * mix(light, vec3(1.0), 0.30) + base.rgb * rim * 0.15;
    } else {
        const vec3 halfway = normalize(keyWorld.xyz + toCamera);
        const float gloss = pow(max(0.0, dot(normal, halfway)), 28.0) * 0.05;
        colour = base.rgb * light + vec3(gloss) + vec3(0.16, 0.17, 0.19) * rim * (0.3 + 0.7 * up);
    }

    if (wireframe > 0.0) {
        const vec3 edge = corner / max(fwidth(corner), vec3(1e-6));
        const float nearest = min(edge.x, min(edge.y, edge.z));
        colour = mix(colour, vec3(0.015), wireframe * (1.0 - smoothstep(0.2 * grid.w, 0.6 + 0.5 * grid.w, nearest)));
    }
    outColour = vec4(encodedFromLinear(softened(colour)), 1.0);
    outId = uvec2(drawNumber + 1, triangle);
}
