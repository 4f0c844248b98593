// Distance to an ellipse with semi-axes ab around the origin.

struct Edge {
    float near; // distance inside the nearest edge (negative outside)
    float far;  // distance inside the edge across, along the same normal
    vec2 n;     // unit normal, outward
    float bend; // curvature of the edge there
};

// For a wide blur, where exact distances would show the ellipse's spine: how much the axes must shrink for the ellipse
// to pass through p, and the way on to the other side.
vec2 ellipse_blur(vec2 p, vec2 ab) {
    // Newton's method from below, where it only ever climbs.
    vec2 over = abs(p) - ab;
    float least = min(ab.x, ab.y), t = max(max(over.x, over.y), -0.995 * least);
    for (int i = 0; i < 5; i++) {
        vec2 axes = ab + t, q = p / axes, qq = q * q;
        t = max(t + (qq.x + qq.y - 1.0) / max(2.0 * dot(qq, 1.0 / axes), 1.0e-9), -0.995 * least);
    }
    return vec2(-t, 2.0 * least + t);
}

// The closest point by going, four times, from the ellipse's point to the centre of its osculating circle and from there
// toward p (the evolute iteration): no trigonometry, and it does not fail at the axes.
Edge ellipse_edge(vec2 p, vec2 ab) {
    vec2 q = abs(p), t = vec2(0.70710678);
    vec2 focus = vec2(ab.x * ab.x - ab.y * ab.y, ab.y * ab.y - ab.x * ab.x) / ab;
    for (int i = 0; i < 4; i++) {
        vec2 e = focus * t * t * t, r = t * ab - e, d = q - e;
        t = clamp((d * (length(r) / max(length(d), 1.0e-9)) + e) / ab, 0.0, 1.0);
        t /= max(length(t), 1.0e-9);
    }
    vec2 on = t * ab, n = normalize(t / ab);
    Edge edge;
    edge.near = dot(on - q, n);
    // The chord through the edge's point along the normal: its other end lies at -2 (a n t) / (a n n) in scaled units.
    vec2 m = n / ab;
    edge.far = 2.0 * dot(m, t) / dot(m, m) - edge.near;
    edge.n = n * vec2(p.x < 0.0 ? -1.0 : 1.0, p.y < 0.0 ? -1.0 : 1.0);
    vec2 s = t.yx * ab;
    edge.bend = ab.x * ab.y / max(pow(dot(s, s), 1.5), 1.0e-12);
    return edge;
}
