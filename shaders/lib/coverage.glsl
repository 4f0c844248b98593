// How much of a pixel lies inside an edge: the exact area for straight edges (a box filter), in closed form.
// Distances in pixels, positive inside; n is the edge's unit normal.

// Area of the unit square around a point that lies `inside` pixels within a half plane.
float coverage(float inside, vec2 n) {
    vec2 m = abs(n);
    float a = max(m.x, m.y), b = max(min(m.x, m.y), 1.0e-4);
    float t = abs(inside), high = 0.5 * (a + b), low = 0.5 * (a - b);
    float rest = t < low ? 0.5 - t / a : t < high ? (high - t) * (high - t) / (2.0 * a * b) : 0.0;
    return inside > 0.0 ? 1.0 - rest : rest;
}

// Area between two parallel edges, `near` and `far` pixels away: a thread thinner than a pixel fades evenly.
float coverage_strip(float near, float far, vec2 n) {
    return max(coverage(near, n) + coverage(far, n) - 1.0, 0.0);
}

// Area inside two edges at once, from the areas a, b inside each and the cosine between their normals:
// exact for parallel edges (a strip or a wall), near to exact for a corner.
float coverage_both(float a, float b, float cosine) {
    float square = a * b;
    return cosine < 0.0 ? mix(square, max(a + b - 1.0, 0.0), -cosine) : mix(square, min(a, b), cosine);
}

// A blurred edge: 0 at `soft` outside, 1 at `soft` inside, bell-shaped in between.
float coverage_soft(float inside, float soft) {
    float t = clamp(0.5 + 0.5 * inside / soft, 0.0, 1.0);
    return t * t * (3.0 - 2.0 * t);
}
