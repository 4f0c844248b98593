// Long arrays kept in textures that are folded into rows of 2^TEXTURE_BITS texels (viewer/painter/store.py).

vec4 fetch(sampler2D array, int index) {
    return texelFetch(array, ivec2(index & ((1 << TEXTURE_BITS) - 1), index >> TEXTURE_BITS), 0);
}

// Whether a number can be drawn with: not NaN, not endless, not absurd.
bool fetch_sane(float x) { return abs(x) < 1.0e7; }
bool fetch_sane(vec2 x) { return fetch_sane(x.x) && fetch_sane(x.y); }
bool fetch_sane(vec4 x) { return fetch_sane(x.xy) && fetch_sane(x.zw); }
