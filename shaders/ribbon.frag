// A body: the union of discs along its spine. Exact edge distance, ink inside it, markings in body space, one shade
// band on the side away from the light and one small light on the near side.
#include "lib/frame.glsl"
#include "lib/spine.glsl"
#include "lib/coverage.glsl"
#include "lib/tone.glsl"
#include "lib/skin.glsl"

uniform sampler2D spine;
uniform int pattern; // -1: no skin

flat in vec4 f_fill;
flat in vec4 f_ink;
flat in vec2 f_line;
flat in vec4 f_mark;
flat in vec4 f_mark2;
flat in vec4 f_shade;
flat in vec4 f_light;
flat in vec2 f_kind;
flat in ivec3 f_place;
flat in ivec3 f_window;
flat in ivec2 f_far;
flat in float f_apart;

out vec4 color;

bool nearer(Near own, int segment, int self, vec2 p) {
    vec4 around = fetch(spine, (f_place.x + segment) * SPINE_TEXELS + 5);
    if (distance(p, around.xy) - around.z > own.d) return false;
    Near near = spine_near(spine, f_place.x + segment, p);
    // Pieces of a fold grow apart gradually, so that the ink between them begins as a tapered line.
    float apart = f_apart * (max(abs(near.s - own.s) - 2.3 * own.r, 0.0) + 2.0e-3);
    return near.d + apart < own.d || (near.d + apart == own.d && segment < self);
}

// The nearest part of this segment; `owned` is false where another piece of the same body is nearer, which then paints.
Near find(vec2 p, out bool owned) {
    int self = f_place.y, at = (f_place.x + self) * SPINE_TEXELS;
    bool clean_start = (f_window.z & SPINE_CLEAN_START) != 0, clean_end = (f_window.z & SPINE_CLEAN_END) != 0;
    vec2 slope = fetch(spine, at + 3).zw;
    owned = true;
    if (clean_start && self > 0) owned = spine_seam(fetch(spine, at), slope.x, p) >= 0.0;
    if (clean_end && self < f_place.z - 1) owned = owned && spine_seam(fetch(spine, at + SPINE_TEXELS), slope.y, p) < 0.0;
    Near own = spine_near(spine, f_place.x + self, p);
    owned = owned && own.d < f_line.y + 1.5 * frame_pixel();
    int from = self - f_window.x, to = self + f_window.y;
    for (int j = from; j <= to && owned; j++) owned = j == self || !nearer(own, j, self, p);
    for (int j = f_far.x; j <= f_far.y && owned; j++) owned = (j >= from && j <= to) || !nearer(own, j, self, p);
    return own;
}

// Share of a pixel inside a marking, for a field of which only the slope on the screen is known.
float slope_edge(float inside) { return clamp(0.5 + inside / max(length(vec2(dFdx(inside), dFdy(inside))), 1.0e-5), 0.0, 1.0); }

vec4 markings(vec4 fill, Near near) {
    Skin k = Skin(near.s, near.v, near.r, near.g, f_kind.x, f_kind.y);
    float px = frame_pixel();
    if (pattern == PATTERN_SADDLES) {
        vec2 m = skin_saddles(k);
        fill = tone_over(fill, f_mark, skin_edge(m.x, px));
        fill = tone_over(fill, f_mark2, skin_edge(m.y, px));
    } else if (pattern == PATTERN_PATCHES) {
        vec2 m = skin_patches(k);
        fill = tone_over(fill, f_mark, slope_edge(m.x));
        fill = tone_over(fill, f_mark2, slope_edge(m.y));
    } else if (pattern == PATTERN_STRIPE) {
        vec2 m = skin_stripe(k);
        fill = tone_over(fill, f_mark, skin_edge(m.x, px));
        fill = tone_over(fill, f_mark2, skin_edge(m.y, px));
    } else if (pattern == PATTERN_RINGS) {
        vec2 m = skin_rings(k);
        fill = tone_over(fill, f_mark, skin_edge(m.x, px));
        fill = tone_over(fill, f_mark2, skin_edge(m.y, px));
    }
    return fill;
}

// The body as a round tube: a crisp band away from the light, a thin line toward it. Both narrow to nothing where
// the body runs along the light, so nothing pops as it turns.
vec4 lit(vec4 fill, Near near, float away, vec2 n) {
    float facing = dot(n, TONE_LIGHT), px = frame_pixel();
    float at = away * facing;
    float shade = (at - 0.44 * near.r) / max(abs(facing), 0.44);
    vec3 darker = fill.rgb * f_shade.rgb / max(f_fill.rgb, 1.0 / 255.0);
    fill.rgb = mix(fill.rgb, min(darker, 1.0), f_shade.a * skin_edge(shade, px));
    float wide = 0.065 * near.r * smoothstep(0.70, 0.95, -facing);
    float glow = (wide - abs(at + 0.60 * near.r)) / max(abs(facing), 0.44);
    return tone_over(fill, f_light, 0.85 * skin_edge(glow, px) * smoothstep(0.0, 0.5, wide / px));
}

void main() {
    vec2 p = frame_board(frame_picture_px());
    bool owned;
    Near near = find(p, owned);
    float scale = frame_scale(), away = near.d + near.r;
    vec2 n = away > 1.0e-6 ? (p - near.center) / away : vec2(0.0, 1.0);
    vec4 fill = f_fill;
    if (pattern >= 0) fill = lit(markings(fill, near), near, away, n);
    if (!owned) discard;
    float all, inner;
    if (f_line.y > 0.0) {
        float soft = max(f_line.y, 0.7 * frame_pixel());
        all = max(coverage_soft(near.r - away, soft) + coverage_soft(near.r + away, soft) - 1.0, 0.0);
        inner = all;
    } else {
        all = coverage_strip((near.r - away) * scale, (near.r + away) * scale, n);
        float r = near.r - f_line.x;
        inner = f_line.x > 0.0 ? coverage_strip((r - away) * scale, (r + away) * scale, n) : all;
    }
    color = tone_body(fill, f_ink, all, inner);
}
