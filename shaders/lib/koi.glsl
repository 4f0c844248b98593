// What only a koi wears: a net of scales with glints, gill covers and nostrils, and fins with rays. Lengths in board px.
// A fin is an instance of seed KOI_FIN or KOI_TAIL in the same layer as the body, so that a whole fish lies over another;
// its scale is its length. Seed 0: a plain stroke or a shadow.
#include "lib/skin.glsl"
const float KOI_FIN = -1.0, KOI_TAIL = -2.0;
// Shape of the tail fin: half width as a share of its length, its root and the depth of its fork as shares of these.
const float KOI_SPAN = 0.36, KOI_ROOT = 0.19, KOI_FORK = 0.66;

// Half width of the tail fin at a share t of its length, as a share of the greatest, and its slope.
vec2 koi_tail_edge(float t) {
    float u = clamp(t, 0.0, 1.2), rise = pow(u, 0.35);
    return vec2(KOI_ROOT + (1.0 - KOI_ROOT) * u * rise, (1.0 - KOI_ROOT) * 1.35 * rise);
}

// Signed distance inside the tail fin's outline, which flows out of the body and ends in a fork.
float koi_tail(Skin k) {
    float wide = KOI_SPAN * k.scale, t = k.s / k.scale, a = abs(k.v) / wide;
    vec2 edge = koi_tail_edge(t);
    float side = (edge.x * wide - abs(k.v)) / length(vec2(1.0, edge.y * KOI_SPAN));
    float rim = (KOI_FORK + (1.0 - KOI_FORK) * pow(a, 1.5)) * k.scale - k.s;
    rim /= length(vec2(1.0, (1.0 - KOI_FORK) * 1.5 * sqrt(a) / KOI_SPAN));
    // The tips are round: near a corner the distances blend.
    float blend = 0.055 * k.scale, both = max(blend - abs(side - rim), 0.0) / blend;
    return min(min(side, rim) - 0.25 * blend * both * both, k.s);
}

// How much ray lies here, 0..1: lines that spread from the root, each split in two toward the rim.
float koi_rays(Skin k, float unit) {
    bool tail = k.seed < -1.5;
    float t = k.s / k.scale, half_ = tail ? koi_tail_edge(t).x * KOI_SPAN * k.scale : k.r;
    float w = 0.5 * k.v / max(half_, 1.0e-3), count = tail ? 11.0 : 7.0;
    float split = 0.11 * smoothstep(0.45, 1.0, t);
    float line = abs(abs(fract(w * count) - 0.5) - split) / count * 2.0 * half_;
    float room = 2.0 * half_ / count * unit;
    float fade = smoothstep(0.06, 0.3, t) * (1.0 - smoothstep(0.86, 1.0, abs(2.0 * w))) * smoothstep(1.5, 4.0, room);
    return fade * skin_edge(0.30 * (1.25 - 0.6 * t) - line, 1.0 / unit);
}

// The net of scales over the back. x: how much line, y: how much glint, both 0..1. `along`: where the body heads; each
// scale shines for one heading only, so they glitter as the fish turns.
vec2 koi_scales(Skin k, vec2 along, float unit) {
    vec2 p = vec2(k.s, k.v) / k.scale;
    vec2 q = p / vec2(0.152, 0.128);
    vec2 m = vec2(q.x + q.y, q.x - q.y), e = fract(m) - 0.5;
    vec2 b = abs(e) * abs(e) * abs(e);
    float n = pow(b.x + b.y + 1.0e-6, 1.0 / 3.0), cell = 0.10 * k.scale * unit;
    float back = smoothstep(0.84, 1.10, p.x) * (1.0 - smoothstep(3.9, 4.25, p.x));
    float flank = abs(k.v) / max(k.r, 1.0e-3);
    // Too small to be seen one by one, they are seen as the tone that they make together.
    float seen = smoothstep(3.0, 10.0, cell);
    // The rim of a scale lies on its tail side.
    float rim = smoothstep(-0.5, 0.3, e.x + e.y);
    float line = mix(0.21, clamp(0.5 + (n - 0.445) * cell, 0.0, 1.0) * (0.4 + 0.6 * rim), seen);
    float turn = 6.2831853 * noise_hash(ivec2(floor(m)), uint(int(k.seed * 8.0)));
    float shine = max(dot(along, vec2(cos(turn), sin(turn))), 0.0);
    shine *= shine * shine * shine * shine;
    float glint = mix(0.03, shine * (1.0 - smoothstep(0.05, 0.40, length(e - vec2(0.05)))), seen);
    return back * vec2(line * (1.0 - smoothstep(0.40, 0.92, flank)), glint * (1.0 - smoothstep(0.5, 0.80, flank)));
}

// How much line of gill covers and nostrils lies here.
float koi_face(Skin k, float px) {
    vec2 p = vec2(k.s, abs(k.v)) / k.scale;
    float w = abs(k.v) / max(k.r, 1.0e-3);
    float gill = abs(p.x - 0.66 - 0.20 * sqrt(clamp(1.0 - (w - 0.2) * (w - 0.2), 0.0, 1.0))) * k.scale * k.g;
    float thick = 0.016 * k.scale * smoothstep(0.25, 0.6, w) * (1.0 - smoothstep(0.8, 1.05, w));
    float nostril = 0.022 * k.scale - length(p - vec2(0.06, 0.07)) * k.scale;
    return max(0.5 * skin_edge(thick - gill, px) * smoothstep(0.0, 0.5 * px, thick), 0.75 * skin_edge(nostril, px));
}
