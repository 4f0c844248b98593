// Curves as chains of circular arcs: no facets at any scale, and the distance to one has a closed form.

struct Arc {
    vec2 start;
    vec2 along; // unit tangent at the start
    float bend; // signed curvature, 1 / board px; never 0 (see arc_through)
    float reach; // along it, board px; not `length`, which the reference compiler takes for the method of arrays
};

float cross2(vec2 a, vec2 b) { return a.x * b.y - a.y * b.x; }
vec2 left_of(vec2 t) { return vec2(-t.y, t.x); }

// sin(x) / x
float sinc(float x) { return abs(x) < 1.0e-3 ? 1.0 - x * x / 6.0 : sin(x) / x; }

// The arc from `from` with unit tangent `along` that passes through `to`.
Arc arc_through(vec2 from, vec2 along, vec2 to) {
    vec2 chord = to - from;
    float size = length(chord);
    float half_turn = size > 1.0e-6 ? atan(cross2(along, chord), dot(along, chord)) : 0.0;
    float bend = 2.0 * sin(half_turn) / max(size, 1.0e-6);
    bend = abs(bend) < 1.0e-12 ? 1.0e-12 : bend;
    return Arc(from, along, bend, max(size / max(sinc(half_turn), 0.05), 1.0e-6));
}

// Place and unit tangent at arc length s.
void arc_at(Arc arc, float s, out vec2 place, out vec2 along) {
    float half_turn = 0.5 * arc.bend * s;
    float c = cos(half_turn), d = sin(half_turn);
    vec2 side = left_of(arc.along);
    place = arc.start + s * sinc(half_turn) * (c * arc.along + d * side);
    along = (c * c - d * d) * arc.along + 2.0 * c * d * side;
}

// Arc length of the point of the endless circle nearest to p, and h = how lengths at p's distance compare
// to lengths on the arc (1 - bend * lateral).
float arc_foot(Arc arc, vec2 p, out float h) {
    vec2 q = p - arc.start;
    vec2 w = vec2(1.0 - arc.bend * cross2(arc.along, q), arc.bend * dot(q, arc.along));
    h = length(w);
    return atan(w.y, w.x) / arc.bend;
}

// Signed distance of p from the endless circle, positive to the left of its direction.
float arc_lateral(vec2 start, vec2 along, float bend, vec2 p) {
    vec2 q = p - start;
    float x = dot(q, along), y = cross2(along, q);
    vec2 w = vec2(1.0 - bend * y, bend * x);
    return (2.0 * y - bend * (x * x + y * y)) / (1.0 + length(w));
}

// Join of the two equal-handed arcs (a biarc) from `a` with tangent `ta` to `b` with tangent `tb`.
vec2 biarc_join(vec2 a, vec2 ta, vec2 b, vec2 tb) {
    vec2 v = b - a;
    float vv = dot(v, v), vt = max(dot(v, ta + tb), 0.0);
    float d = vv / max(vt + sqrt(vt * vt + 2.0 * (1.0 - dot(ta, tb)) * vv), 1.0e-9);
    return 0.5 * (a + b + d * (ta - tb));
}

// The tangent of an arc at its end, from its chord and its tangent at the start.
vec2 biarc_turn(vec2 along, vec2 chord) {
    float size = dot(chord, chord);
    if (size < 1.0e-12) return along;
    return 2.0 * dot(along, chord) / size * chord - along;
}

// Tangent at a point between two chords: that of the circle through the three points where they bend gently;
// halfway between the chords where they fold, so that it never stands more than a right angle off either.
vec2 arc_tangent(vec2 before, vec2 after) {
    float l0 = length(before), l1 = length(after);
    if (l0 < 1.0e-6 && l1 < 1.0e-6) return vec2(1.0, 0.0);
    if (l0 < 1.0e-6) return after / l1;
    if (l1 < 1.0e-6) return before / l0;
    vec2 u0 = before / l0, u1 = after / l1;
    float fold = clamp(-dot(u0, u1), 0.0, 1.0);
    float w = mix(l1 / (l0 + l1), 0.5, fold);
    vec2 t = w * u0 + (1.0 - w) * u1;
    float size = length(t);
    return size > 1.0e-4 ? t / size : left_of(u0);
}
