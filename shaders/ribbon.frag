// A body: the union of discs along its spine. Exact edge distance, ink inside it, markings in body space, one shade
// band on the side away from the light and one small light on the near side.
#include "lib/frame.glsl"
#include "lib/spine.glsl"
#include "lib/coverage.glsl"
#include "lib/tone.glsl"
#include "lib/koi.glsl"

uniform sampler2D spine;

flat in vec4 f_fill;
flat in vec4 f_ink;
flat in vec2 f_line;
#if SKIN >= 0 // a pattern (scenes.picture.Pattern), or -1
flat in vec4 f_mark;
flat in vec4 f_mark2;
flat in vec4 f_shade;
flat in vec4 f_light;
flat in vec2 f_kind;
#endif
flat in ivec2 f_place;
flat in ivec2 f_near;
flat in ivec4 f_window;
flat in ivec2 f_far;
flat in float f_apart;

out vec4 color;

// The nearest part of this segment; `owned` is false where another piece of the same body is nearer, which then paints.
// `whole`: the share of the pixel that is this one's where it lies over another.
Near find(vec2 p, out bool owned, out float whole) {
    int self = f_place.y, at = f_place.x + self * SPINE_TEXELS;
    vec2 slope = fetch(spine, at + 3).zw;
    owned = true;
    whole = 1.0;
    if (f_window.z != 0) owned = spine_seam(fetch(spine, at), slope.x, p) >= 0.0;
    if (f_window.w != 0) owned = owned && spine_seam(fetch(spine, at + SPINE_TEXELS), slope.y, p) < 0.0;
    // This segment, then the pieces around a fold, then those where a stain meets itself again. One loop, so that all
    // distances come from the same instructions and ties are true ties.
    int from = self - f_window.x, to = self + f_window.y, more = to - from + 2;
    int most = owned ? more + f_far.y - f_far.x + 1 : 1;
    Near own;
    for (int t = 0; t < most; t++) {
        int j = t == 0 ? self : t < more ? from + t - 1 : f_far.x + t - more;
        if (t > 0 && (j == self || (t >= more && j >= f_near.x && j <= f_near.y))) continue;
        vec4 around = fetch(spine, f_place.x + j * SPINE_TEXELS + 5);
        if (t > 0 && distance(p, around.xy) - around.z > own.d) continue;
        Near near = spine_near(spine, f_place.x + j * SPINE_TEXELS, p);
        if (t == 0) {
            own = near;
            owned = owned && own.d < f_line.y + 1.5 * frame_pixel();
        } else {
            // Pieces of a fold grow apart gradually, so that the ink between them begins as a tapered line.
            float apart = f_apart * (0.25 * max(abs(near.s - own.s) - 2.3 * own.r, 0.0) + 2.0e-3);
            float slack = near.d + apart - own.d;
            owned = slack > 0.0 || (slack == 0.0 && self < j);
            if (apart * frame_scale() > 1.5) {
                // Both paint here, this one on top: its border gets a smooth edge.
                whole = min(whole, clamp(0.5 + 0.5 * slack * frame_scale(), 0.0, 1.0));
                owned = whole > 0.0;
            }
        }
        if (!owned) break;
    }
    return own;
}

#if SKIN >= 0
vec4 markings(vec4 fill, Near near) {
    Skin k = Skin(near.s, near.v, near.r, near.g, f_kind.x, f_kind.y);
#if SKIN == PATTERN_PATCHES
    // Of this field only the slope on the screen tells how far its edge is.
    vec2 m = skin_patches(k), slope = vec2(length(vec2(dFdx(m.x), dFdy(m.x))), length(vec2(dFdx(m.y), dFdy(m.y))));
    vec2 share = clamp(0.5 + m / max(slope, 1.0e-5), 0.0, 1.0);
#else
#if SKIN == PATTERN_SADDLES
    vec2 m = skin_saddles(k);
#elif SKIN == PATTERN_STRIPE
    vec2 m = skin_stripe(k);
#elif SKIN == PATTERN_RINGS
    vec2 m = skin_rings(k);
#else
    vec2 m = vec2(-1.0e9);
#endif
    vec2 share = clamp(0.5 + m * frame_scale(), 0.0, 1.0);
#endif
    fill = tone_over(tone_over(fill, f_mark, share.x), f_mark2, share.y);
#if SKIN == PATTERN_SADDLES
    fill.rgb *= 1.0 - 0.12 * skin_scales(k, frame_scale());
#endif
#if SKIN == PATTERN_PATCHES
    vec2 net = koi_scales(k, near.along, frame_scale());
    vec4 line = vec4(f_ink.rgb * 0.6 + f_mark.rgb * 0.4, 1.0);
    fill = tone_over(fill, f_shade, 0.7 * net.x);
    fill = tone_over(tone_over(fill, line, 0.09 * net.x), f_light, 0.7 * net.y);
    fill = tone_over(fill, line, koi_face(k, frame_pixel()));
#endif
    return fill;
}

#if SKIN == PATTERN_PATCHES
// A fin: pale toward its rim, with rays, and with ink as a body has it. `away` as in main.
vec4 fin(Near near, float away, vec2 n) {
    Skin k = Skin(near.s, near.v, near.r, near.g, f_kind.x, f_kind.y);
    float scale = frame_scale(), inside = f_kind.x <= KOI_TAIL ? koi_tail(k) : near.r - away;
    if (f_line.y > 0.0) {
        float share = coverage_soft(inside, max(f_line.y, 0.7 * frame_pixel()));
        return tone_body(f_fill, f_ink, share, share);
    }
    float t = clamp(near.s / f_kind.y, 0.0, 1.0);
    vec4 fill = vec4(mix(f_fill.rgb, f_light.rgb, 0.6 * t), f_fill.a * (1.0 - 0.22 * t));
    fill = tone_over(fill, f_mark, koi_rays(k, scale));
    float ink = f_line.x * smoothstep(0.0, 0.12, t);
    float all = clamp(0.5 + inside * scale, 0.0, 1.0), inner = clamp(0.5 + (inside - ink) * scale, 0.0, 1.0);
    return tone_body(fill, f_ink, all, ink > 0.0 ? inner : all);
}
#endif

// The body as a round tube: a crisp band away from the light, a thin line toward it. Both narrow to nothing where
// the body runs along the light, so nothing pops as it turns.
vec4 lit(vec4 fill, Near near, float away, vec2 n) {
    float facing = dot(n, TONE_LIGHT), px = frame_pixel();
    float at = away * facing;
    float shade = (at - 0.44 * near.r) / max(abs(facing), 0.44);
#if SKIN == PATTERN_SADDLES
    fill.rgb *= 1.0 - 0.08 * smoothstep(-0.5, 0.75, at / max(near.r, 1.0e-3)); // a thick body turns away from the light
#endif
    vec3 darker = fill.rgb * f_shade.rgb / max(f_fill.rgb, 1.0 / 255.0);
    fill.rgb = mix(fill.rgb, min(darker, 1.0), f_shade.a * skin_edge(shade, px));
#if SKIN == PATTERN_PATCHES
    // Wet and metallic: a soft sheen along the back, broken behind the head.
    float along = near.s / f_kind.y, sheen = (at + 0.34 * near.r) / max(0.26 * near.r, 1.0e-3);
    float strength = smoothstep(0.05, 0.3, along) * (1.0 - smoothstep(2.6, 4.2, along)) * (1.0 - 0.7 * exp(-40.0 * (along - 0.86) * (along - 0.86)));
    return tone_over(fill, f_light, 0.42 * strength * smoothstep(0.3, 0.9, abs(facing)) * exp(-sheen * sheen));
#else
    float wide = 0.065 * near.r * smoothstep(0.70, 0.95, -facing) * smoothstep(-0.3, 0.9, near.s / max(near.r, 1.0e-3));
    float glow = (wide - abs(at + 0.60 * near.r)) / max(abs(facing), 0.44);
    return tone_over(fill, f_light, 0.85 * skin_edge(glow, px) * smoothstep(0.0, 0.5, wide / px));
#endif
}

#endif

void main() {
    vec2 p = frame_board(frame_picture_px());
    bool owned;
    float whole;
    Near near = find(p, owned, whole);
    float scale = frame_scale(), away = near.d + near.r;
    vec2 n = away > 1.0e-6 ? (p - near.center) / away : vec2(0.0, 1.0);
    vec4 fill = f_fill;
#if SKIN == PATTERN_PATCHES
    if (f_kind.x <= KOI_FIN) {
        if (!owned) discard;
        color = whole * fin(near, away, n);
        return;
    }
#endif
#if SKIN == PATTERN_PATCHES
    if (f_kind.x > 0.0) fill = lit(markings(fill, near), near, away, n);
#elif SKIN >= 0
    fill = lit(markings(fill, near), near, away, n);
#endif
    if (!owned) discard;
    float all, inner;
    if (f_line.y > 0.0) {
        float soft = max(f_line.y, 0.7 * frame_pixel());
        all = max(coverage_soft(near.r - away, soft) + coverage_soft(near.r + away, soft) - 1.0, 0.0);
        inner = all;
    } else {
        all = coverage_strip((near.r - away) * scale, (near.r + away) * scale, n);
        float line = f_line.x;
#if SKIN == PATTERN_PATCHES
        // The body ends inside its tail fin: ink and skin thin out, so that one outline runs on into the other.
        float thin = smoothstep(0.04, 0.115, near.r / f_kind.y);
        line *= near.s > 2.0 * f_kind.y ? thin : 1.0;
        whole *= near.s > 2.0 * f_kind.y ? min(2.0 * thin, 1.0) : 1.0;
#endif
        float r = near.r - line;
        inner = f_line.x > 0.0 ? coverage_strip((r - away) * scale, (r + away) * scale, n) : all;
    }
    color = whole * tone_body(fill, f_ink, all, inner);
}
