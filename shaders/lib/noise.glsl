// Deterministic noise on integer lattices: the same on every machine, no period in sight, no sine tricks.

// Mixes a lattice point and a seed to 32 even bits (after Jarzynski and Olano 2020, "pcg").
uint noise_bits(ivec2 at, uint seed) {
    uvec2 v = uvec2(at) * 1664525u + uvec2(1013904223u, seed * 747796405u + 2891336453u);
    v.x += v.y * 1664525u;
    v.y += v.x * 1664525u;
    v ^= v >> 16u;
    v.x += v.y * 1664525u;
    v.y += v.x * 1664525u;
    v ^= v >> 16u;
    return v.x;
}

// One number in [0, 1) for a lattice point.
float noise_hash(ivec2 at, uint seed) { return float(noise_bits(at, seed) >> 8u) * (1.0 / 16777216.0); }

// Smooth value noise in [0, 1), one lattice cell a unit; second derivative continuous.
float noise_value(vec2 p, uint seed) {
    vec2 cell = floor(p);
    vec2 f = p - cell;
    f = f * f * f * (f * (f * 6.0 - 15.0) + 10.0);
    ivec2 i = ivec2(cell);
    float a = noise_hash(i, seed), b = noise_hash(i + ivec2(1, 0), seed);
    float c = noise_hash(i + ivec2(0, 1), seed), d = noise_hash(i + ivec2(1, 1), seed);
    return mix(mix(a, b, f.x), mix(c, d, f.x), f.y);
}

// Slope of the noise at a lattice point, each part in [-1, 1).
vec2 noise_slope(ivec2 at, uint seed) {
    uint bits = noise_bits(at, seed);
    return vec2(float(bits & 0xFFFFu), float(bits >> 16u)) * (1.0 / 32768.0) - 1.0;
}

// Smooth gradient noise about 0.5, nearly always in [0, 1]: rounder than value noise, its lattice does not show.
float noise_gradient(vec2 p, uint seed) {
    vec2 cell = floor(p);
    vec2 f = p - cell;
    vec2 w = f * f * f * (f * (f * 6.0 - 15.0) + 10.0);
    ivec2 i = ivec2(cell);
    float a = dot(noise_slope(i, seed), f);
    float b = dot(noise_slope(i + ivec2(1, 0), seed), f - vec2(1.0, 0.0));
    float c = dot(noise_slope(i + ivec2(0, 1), seed), f - vec2(0.0, 1.0));
    float d = dot(noise_slope(i + ivec2(1, 1), seed), f - vec2(1.0, 1.0));
    return 0.5 + 0.75 * mix(mix(a, b, w.x), mix(c, d, w.x), w.y);
}

// Three turned octaves about 0.5: no grid direction shows.
float noise_cloud(vec2 p, uint seed) {
    const mat2 turn = mat2(0.8, 0.6, -0.6, 0.8);
    float sum = 0.60 * noise_gradient(turn * p, seed);
    p = p * 2.03 + 17.0;
    sum += 0.27 * noise_gradient(p, seed + 1u);
    p = turn * p * 2.01 + 31.0;
    return sum + 0.13 * noise_gradient(p, seed + 2u);
}
