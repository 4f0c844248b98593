// The paper: a quiet gradient, soft large tonal patches, and grain that lies still on the board.
#include "lib/frame.glsl"
#include "lib/noise.glsl"

uniform vec4 top;
uniform vec4 bottom;
uniform vec4 patch_color; // alpha: strength of the patches
uniform vec4 measures;    // patch size board px, grain 0..1, seed, board height px

out vec4 color;

// Paper tooth of one size: felt-like spots, evened out where a pixel covers several of them.
float tooth(vec2 board, float size, uint seed) {
    float seen = smoothstep(0.35, 1.1, size * frame_scale());
    return 1.3 * seen * (noise_gradient(mat2(0.8, 0.6, -0.6, 0.8) * board / size, seed) - 0.5);
}

void main() {
    vec2 board = frame_board(frame_picture_px());
    uint seed = uint(int(measures.z * 16.0)) * 97u;
    vec4 tone = mix(top, bottom, smoothstep(0.0, 1.0, board.y / measures.w));

    // Patches with a soft but visible rim, as washes of watercolour lie over each other.
    vec2 at = board / measures.x;
    at += 0.35 * (vec2(noise_value(at * 1.7, seed + 11u), noise_value(at * 1.7 + 5.0, seed + 12u)) - 0.5);
    float cloud = noise_cloud(at, seed + 20u);
    float wash = 0.6 * smoothstep(0.47, 0.60, cloud) + 0.4 * smoothstep(0.56, 0.72, cloud);
    tone.rgb = mix(tone.rgb, patch_color.rgb, patch_color.a * wash);

    // Fibres lie a little longer across than down; fine tooth under them.
    float grain = 0.9 * tooth(board * vec2(0.75, 1.0), 2.6, seed + 31u) + tooth(board, 1.15, seed + 32u)
                + 0.8 * tooth(board.yx * vec2(1.0, 0.8), 0.5, seed + 33u);
    tone.rgb += measures.y * 0.045 * grain;

    // Half a level of still noise keeps a slow gradient from banding.
    float dither = (noise_hash(ivec2(floor(frame_picture_px())), 7u) - 0.5) / 255.0;
    color = vec4(clamp(tone.rgb + dither, 0.0, 1.0), 1.0) * tone.a;
}
