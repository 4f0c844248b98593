// The colours of an emoji, from the atlas of colours. Needs `bounds`, the outline's box in em.
uniform sampler2D pixels; // not premultiplied

flat in vec4 picture; // texel of the em origin; texels per em, 0 for a letter of ink; share of light

vec4 picture_texel(vec2 em) {
    // Half a texel beyond the outline there are colours still; farther out its neighbours in the atlas begin.
    vec2 inside = clamp(em, bounds.xy - 0.5 / picture.z, bounds.zw + 0.5 / picture.z);
    return textureLod(pixels, (picture.xy + inside * picture.z) / vec2(textureSize(pixels, 0)), 0.0);
}

// Colour at a place, not premultiplied: the mean of four over the pixel. `right`, `down`: em of a step of one pixel.
vec4 picture_at(vec2 em, vec2 right, vec2 down) {
    vec4 sum = vec4(0.0);
    for (int i = 0; i < 4; ++i) {
        vec4 one = picture_texel(em + right * (float(i & 1) * 0.5 - 0.25) + down * (float(i >> 1) * 0.5 - 0.25));
        sum += vec4(one.rgb * one.a, one.a);
    }
    return vec4(sum.rgb / max(sum.a, 1.0e-4) * picture.w, 0.25 * sum.a);
}
