// Ink runs over the picture that goes, and where it has soaked in the scene that comes stands. Lengths are in 300ths of
// the picture's shorter side.
#include "lib/noise.glsl"
uniform sampler2D coming;
uniform float share;    // 0: nothing of it yet, 1: all of it
uniform vec4 drops[6];  // xy: px from the lower left corner; z: how much later than the first it falls
uniform float reach;    // how far the ink must run to have covered all
uniform vec4 tone;

const float SOAK = 40.0;   // from the ink's edge to where it has soaked in
const float FRAY = 22.0;   // how far its edge strays

out vec4 color;

void main() {
    vec2 size = vec2(textureSize(coming, 0));
    float unit = min(size.x, size.y) / 300.0;
    vec2 p = gl_FragCoord.xy / unit;
    float way = 1.0e9;
    for (int i = 0; i < 6; ++i) {
        float d = length(p - drops[i].xy / unit) + drops[i].z, h = max(12.0 - abs(way - d), 0.0) / 12.0;
        way = min(way, d) - 3.0 * h * h; // drops that meet run into one another
    }
    // The paper leads it on: broad tongues, and fine fibres at their edge.
    float fray = 1.6 * (noise_cloud(p / 62.0, 7u) - 0.5) + 0.42 * (noise_gradient(p / 15.0, 11u) - 0.5);
    fray += 0.10 * (noise_gradient(p / 4.2, 17u) - 0.5) + 0.04 * (noise_gradient(p / 1.6, 23u) - 0.5);
    float wet = share * (reach + SOAK + 3.4 * FRAY) - 2.2 * FRAY - way + 2.0 * FRAY * fray;
    wet += (3.0 * SOAK + 4.0 * FRAY) * smoothstep(0.86, 1.0, share); // the last blots soak in, wherever they are
    float px = 0.7 / unit, edge = smoothstep(-px, px, wet);
    // Ink is darkest where it dries first, at its edge; behind it is a wash that soaks in by and by, in blots.
    float blots = noise_cloud(p / 19.0, 31u) - 0.5, deep = max(wet, 0.0) * (1.0 + 0.9 * blots);
    float wash = 0.34 * exp(-deep / 1.6) + 0.62 * (1.0 - smoothstep(0.15 * SOAK, SOAK, deep));
    vec4 picture = texelFetch(coming, ivec2(gl_FragCoord.xy), 0);
    color = edge * vec4(mix(picture.rgb, tone.rgb, min(wash, 0.94)), 1.0);
}
