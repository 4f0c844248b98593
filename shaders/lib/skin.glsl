// Markings in body space: s along the spine from the head, v across it, r the half width there, all board px.
// Each answers with signed distances in board px of body space (positive inside the marking); skin_edge turns
// one into coverage. `g` says how board px on the skin here compare to px along the spine (inside of a bend < 1).
#include "lib/noise.glsl"
struct Skin {
    float s;
    float v;
    float r;
    float g;
    float seed;
    float scale;
};

float skin_edge(float inside, float px) { return clamp(0.5 + inside / px, 0.0, 1.0); }

// Rounded bands over the back, widest at the spine and drawn in toward the belly. x: the band, y: its darker rim.
vec2 skin_saddles(Skin k) {
    float i = floor(k.s / k.scale);
    float slim = clamp(k.r / (0.32 * k.scale), 0.0, 1.0);
    float wide = 0.84 * k.r, reach = k.scale * (0.20 + 0.09 * slim) * slim;
    vec2 q = vec2((k.s - (i + 0.5) * k.scale) * k.g / max(reach, 1.0e-3), k.v / max(wide, 1.0e-3));
    // |x|^3 + |y|^3 = 1: between a disc and a box, with no straight side.
    vec2 a = abs(q), b = a * a;
    float n = pow(max(b.x * a.x + b.y * a.y, 1.0e-6), 1.0 / 3.0);
    vec2 slope = vec2(b.x / max(reach, 1.0e-3), b.y / max(wide, 1.0e-3)) / (n * n);
    float inside = (1.0 - n) / max(length(slope), 1.0e-3);
    inside = i < 0.5 || slim < 0.14 ? -k.scale : inside;
    return vec2(inside, min(inside, 0.35 + 1.0 * slim - inside));
}

// The snake's scales: how much line of their net lies here, 0..1. Smaller toward the tail with the body; the head is bare
// and the net thins out toward the flanks. `unit`: px of the screen to a board px.
float skin_scales(Skin k, float unit) {
    float size = 0.085 * k.scale, flank = abs(k.v) / max(k.r, 1.0e-3);
    vec2 q = vec2(k.s / (1.15 * size), 1.6 * asin(clamp(k.v / max(k.r, 1.0e-3), -1.0, 1.0)) * min(k.r, 13.0) / (1.6 * size));
    vec2 e = fract(vec2(q.x + q.y, q.x - q.y) * 0.5) - 0.5, b = abs(e) * abs(e) * abs(e);
    float n = pow(b.x + b.y + 1.0e-6, 1.0 / 3.0), cell = size * unit;
    // The rim of a scale lies on its tail side. Too small to be seen one by one, they are the tone that they make together.
    float line = clamp(0.5 + (n - 0.45) * 1.6 * cell, 0.0, 1.0) * (0.35 + 0.65 * smoothstep(-0.4, 0.4, e.x + e.y));
    line = mix(0.18, line, smoothstep(2.0, 6.0, cell));
    return line * smoothstep(0.55, 1.1, k.s / k.scale) * (1.0 - smoothstep(0.72, 1.0, flank)) * smoothstep(2.0, 6.0, k.r);
}

// The koi's patches with crisp edges, in steps along the back; nose, flanks and the root of the tail stay bare. x: the
// first colour, y: the second, which keeps off the head.
vec2 skin_patches(Skin k) {
    uint seed = uint(int(k.seed * 8.0)) * 131u;
    vec2 p = vec2(k.s, k.v) / k.scale;
    float flank = abs(k.v) / max(k.r, 1.0e-3);
    vec2 bent = p + 0.16 * (vec2(noise_value(p * 2.7, seed + 1u), noise_value(p * 2.7 + 9.0, seed + 2u)) - 0.5);
    float big = noise_value(bent * vec2(1.15, 1.0) + 3.7, seed + 3u) * 0.8 + noise_value(bent * 2.6, seed + 4u) * 0.2;
    float small = noise_value(bent * 1.9 + 11.3, seed + 5u) * 0.75 + noise_value(bent * 4.1, seed + 6u) * 0.25;
    float bare = smoothstep(3.75, 4.05, p.x) + 1.0 - smoothstep(0.02, 0.20, p.x);
    big += 0.11 * sin(4.1 * p.x + k.seed) - 0.5 * bare - 0.16 * smoothstep(0.55, 1.0, flank);
    small -= 0.3 * (1.0 - smoothstep(0.85, 1.15, p.x) + bare) + 0.22 * smoothstep(0.5, 0.95, flank);
    // A field of noise rises about one unit a cell: that makes it a distance, well enough.
    return vec2((big - 0.49) * 0.85, (small - 0.645) * 0.6) * k.scale;
}

// A stripe along the back (x) with dots beside it (y).
vec2 skin_stripe(Skin k) {
    float wave = sin(6.2831853 * k.s / (3.0 * k.scale) + k.seed);
    float stripe = (0.24 + 0.03 * wave) * k.r - abs(k.v);
    float i = floor(k.s / k.scale);
    vec2 dot_ = vec2((k.s - (i + 0.5) * k.scale) * k.g, abs(k.v) - 0.58 * k.r);
    float dots = min(0.15 * k.r, 0.3 * k.scale) - length(dot_);
    return vec2(stripe, dots);
}

// Alternating rings that bulge toward the tail (x) and the thin line between them (y).
vec2 skin_rings(Skin k) {
    float u = k.v / max(k.r, 1.0e-3);
    float s = k.s + 0.30 * k.r * (u * u - 0.4);
    float i = floor(s / k.scale), f = s - i * k.scale;
    float edge = min(f, k.scale - f) * k.g;
    return vec2(mod(i, 2.0) > 0.5 ? edge : -edge, 0.6 - edge);
}
