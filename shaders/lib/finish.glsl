// How a letter takes the light (scenes.skins.Finish): rounded edges, a glow from within, a band of gloss.
#include "lib/tone.glsl"

flat in vec4 near_tone;
flat in vec4 far_tone;
flat in vec4 core_tone;
flat in vec4 gloss_tone;
flat in vec4 finish; // bevel and depth board px; place and width of the gloss, em

// Lays a tone over a fill that may be translucent. Both not premultiplied.
vec4 finish_over(vec4 fill, vec4 tone, float share) {
    float a = clamp(tone.a * share, 0.0, 1.0), all = a + fill.a * (1.0 - a);
    return vec4((tone.rgb * a + fill.rgb * fill.a * (1.0 - a)) / max(all, 1.0e-6), all);
}

// `deep`: board px inside the edge; `n`: outward normal on the screen, shorter where edges meet; `em`: place in the letter.
// `inked`: 0 for an emoji, whose colours no glow of a letter's ink goes with.
vec4 finish_fill(vec4 fill, float deep, vec2 n, vec2 em, float inked) {
    float edge = finish.x > 0.0 ? 1.0 - smoothstep(0.0, finish.x, deep) : 0.0;
    float facing = -dot(n, TONE_LIGHT);
    fill = finish_over(fill, core_tone, inked * smoothstep(0.0, max(finish.y, 1.0e-3), deep));
    float band = (dot(em, TONE_LIGHT) - finish.z) / max(finish.w, 1.0e-3);
    fill = finish_over(fill, gloss_tone, exp(-4.0 * band * band) * smoothstep(0.0, max(0.8 * finish.x, 1.0), deep));
    fill = finish_over(fill, far_tone, edge * smoothstep(0.0, 1.0, -facing));
    return finish_over(fill, near_tone, edge * smoothstep(0.0, 1.0, facing));
}
