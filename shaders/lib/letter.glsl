// A letter's signed distance field, and how much of a pixel the letter covers. Where the edge crosses a pixel, the
// pixel is covered by as much as a straight edge at that distance and direction would cover of its square; small
// letters take several samples a pixel, so that strokes thinner than a pixel keep their weight.
#include "lib/coverage.glsl"

uniform sampler2D atlas; // distance in em, negative inside

flat in vec4 field;  // first texel of the field in the atlas; em place of the field's upper left corner
flat in vec4 extent; // texels across and down, texels per em, softness in board px

// Distance at a place of the letter, em. Beyond the field: the way to its border is added.
float letter_distance(vec2 em) {
    vec2 texel = (em - field.zw) * extent.z;
    vec2 inside = clamp(texel, vec2(0.5), extent.xy - 0.5);
    float d = textureLod(atlas, (field.xy + inside) / vec2(textureSize(atlas, 0)), 0.0).r;
    return d + length(texel - inside) / extent.z;
}

// Direction in which the distance grows, times 2 h per em; a step no smaller than the field's own samples.
vec2 letter_slope(vec2 em, float h) {
    return vec2(letter_distance(em + vec2(h, 0.0)) - letter_distance(em - vec2(h, 0.0)),
                letter_distance(em + vec2(0.0, h)) - letter_distance(em - vec2(0.0, h)));
}

// How far from a pixel's centre its farthest corner can be, and a little more, em.
float letter_reach(vec2 right, vec2 down) { return 0.75 * max(length(right), length(down)); }

// Share of the pixel around `em` that is covered, 0..1. `right`, `down`: em of a step of one pixel; em_pixel: the
// smaller side of a pixel, em; soft: half the width of a blurred edge, px, or 0.
float letter_share(vec2 em, vec2 right, vec2 down, float em_pixel, float soft) {
    float reach = letter_reach(right, down);
    int samples = em_pixel > 1.0 / 28.0 ? 6 : em_pixel > 1.0 / 72.0 ? 4 : em_pixel > 1.0 / 280.0 ? 2 : 1;
    if (soft > 1.0) samples = 1; // a blur has no edge to miss
    float step = 1.0 / float(samples);
    float h = max(0.5 / extent.z, 0.5 * em_pixel * step);
    float covered = 0.0;
    for (int y = 0; y < samples; ++y)
        for (int x = 0; x < samples; ++x) {
            vec2 off = (vec2(x, y) + 0.5) * step - 0.5;
            vec2 at = em + right * off.x + down * off.y;
            float d = letter_distance(at);
            if (soft <= 0.0 && abs(d) > reach * step) {
                covered += d < 0.0 ? 1.0 : 0.0;
                continue;
            }
            vec2 g = letter_slope(at, h);
            g *= 1.0 / max(length(g), 1e-9);
            vec2 across = vec2(dot(g, right), dot(g, down)); // em per pixel along the slope
            float steep = max(length(across), 1e-9);
            float inside = -d / steep;
            covered += soft > 0.0 ? coverage_soft(inside, soft + 0.5)
                                  : coverage(inside / step, across / steep);
        }
    return covered * step * step;
}
