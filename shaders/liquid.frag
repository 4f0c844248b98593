// A body of liquid from the side: tones by depth, shafts of light, a bright rim, the surface's far edge behind it.
#include "lib/frame.glsl"
#include "lib/fetch.glsl"
#include "lib/noise.glsl"
#include "lib/surface.glsl"

uniform vec4 top;
uniform vec4 deep;
uniform vec4 rim;
uniform vec4 light;
uniform vec4 far;
uniform vec4 measures; // depth, width of the rim, height of the far edge above the near one, level; board px
uniform vec3 phase;    // of the shafts, radians

out vec4 color;

vec4 over(vec4 below, vec4 tone, float share) {
    float a = tone.a * share;
    return vec4(tone.rgb * a, a) + below * (1.0 - a);
}

// How bright the shafts are here, 0..1: long waves that drift across each other, leaning with the light.
float shafts(vec2 p, float d) {
    float s = p.x - 0.42 * (p.y - measures.w);
    float f = sin(0.019 * s + phase.x) + 0.8 * sin(0.043 * s + phase.y + 1.7) + 0.5 * sin(0.087 * s + phase.z + 4.1);
    return smoothstep(0.5, 2.1, f) * smoothstep(0.0, 14.0, d) * exp(-d / (0.9 * measures.x));
}

void main() {
    vec2 p = frame_board(frame_picture_px());
    float scale = frame_scale(), d = surface_depth(p);
    float inside = clamp(0.5 + d * scale, 0.0, 1.0);
    vec4 made = vec4(0.0);
    if (measures.z > 0.0 && inside < 1.0) {
        // The far edge: higher, and its waves smaller with distance.
        float edge = measures.w - measures.z + 0.45 * ((p.y - d) - measures.w);
        float behind = p.y - edge;
        made = over(made, far, clamp(0.5 + behind * scale, 0.0, 1.0));
        float thin = 0.35 * measures.y;
        made = over(made, rim, 0.55 * clamp(0.5 + (thin - abs(behind - thin)) * scale, 0.0, 1.0));
    }
    float t = clamp((p.y - measures.w) / measures.x, 0.0, 1.0); // still, whatever the surface does
    vec4 body = mix(top, deep, 1.0 - (1.0 - t) * (1.0 - t));
    vec4 wet = over(vec4(0.0), body, 1.0);
    wet = over(wet, light, shafts(p, d));
    // Under the rim light gathers, then a thread of shade says that the water begins.
    wet = over(wet, rim, 0.5 * exp(-max(d - measures.y, 0.0) / 3.0));
    wet = over(wet, rim, clamp(0.5 + (measures.y - d) * scale, 0.0, 1.0));
    made = mix(made, wet, inside);
    made.rgb += made.a * (noise_hash(ivec2(floor(frame_picture_px())), 11u) - 0.5) / 255.0;
    color = made;
}
