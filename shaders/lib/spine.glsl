// A body's spine as baked by spine.frag: SPINE_TEXELS texels a segment between neighbouring points, each two arcs.
//  0  start of the first arc, its tangent        3  half width at both ends, its slopes there
//  1  start of the second arc, its tangent       4  chord, greatest half width, state (below)
//  2  bend and length of the first, the second   5  middle of the hull, reach (circle around), chords before it
//                                                6  half size of the hull, its axis
#include "lib/fetch.glsl"
#include "lib/arc.glsl"
const int SPINE_TEXELS = 7;

// State bits of a segment. GENTLE: it bends less than the body is wide. OPEN: the body ends there.
const int SPINE_SANE = 1, SPINE_GENTLE = 2, SPINE_OPEN_START = 4, SPINE_OPEN_END = 8;

struct Near {
    float d;     // signed distance to the body's edge, negative inside
    float s;     // place along the spine from the head, board px of chord
    float v;     // signed distance from the spine
    float r;     // half width there
    float g;     // how lengths at p compare to lengths on the spine: less than 1 inside a bend
    vec2 center; // place on the spine
    vec2 along;  // its tangent
};

// Half width, its slope and the slope's slope at a share u of the segment.
vec3 spine_width(vec4 w, float size, float u) {
    vec2 m = w.zw * size;
    float a = 2.0 * (w.x - w.y) + m.x + m.y, b = 3.0 * (w.y - w.x) - 2.0 * m.x - m.y;
    u = clamp(u, 0.0, 1.0);
    float r = ((a * u + b) * u + m.x) * u + w.x;
    float slope = ((3.0 * a * u + 2.0 * b) * u + m.x) / size;
    return vec3(max(r, 0.0), clamp(slope, -0.95, 0.95), (6.0 * a * u + 2.0 * b) / (size * size));
}

// Which side of the seam at a segment's start p lies on: from the seam on (>= 0) the discs of the segment touch p first,
// before it (< 0) those of the segment before. Neighbours ask with the same numbers, so each p has one owner.
float spine_seam(vec4 start, float slope, vec2 p) {
    vec2 q = p - start.xy;
    return dot(q, start.zw) + slope * length(q);
}

// atan(x) for x >= 0, within 2e-4 and exact to first order at 0.
float spine_atan(float x) {
    float z = min(x, 1.0) / max(x, 1.0), zz = z * z;
    float a = z * (1.0 - zz * (0.3318 - zz * (0.1844 - zz * (0.0908 - zz * 0.0239))));
    return x > 1.0 ? 1.5707963 - a : a;
}

// The disc of the swept body that reaches closest to p, of the segment that begins at texel `at`.
Near spine_near(sampler2D spine, int at, vec2 p) {
    vec4 a = fetch(spine, at), b = fetch(spine, at + 1), shape = fetch(spine, at + 2), width = fetch(spine, at + 3);
    float size = shape.y + shape.w;
    // Of the two arcs, the one on p's side of the normal at their join.
    bool second = dot(p - b.xy, b.zw) > 0.0;
    vec4 start = second ? b : a;
    float bend = second ? shape.z : shape.x, from = second ? shape.y : 0.0;

    // The foot of the perpendicular on the endless circle.
    vec2 q = p - start.xy;
    vec2 w = vec2(1.0 - bend * cross2(start.zw, q), bend * dot(q, start.zw));
    float h = length(w);
    vec2 t = (w.x * start.zw + w.y * left_of(start.zw)) / max(h, 1.0e-9);
    vec2 c = p - (2.0 * cross2(start.zw, q) - bend * dot(q, q)) / (1.0 + h) * left_of(t);
    float lean = w.y / max(h + w.x, 1.0e-6);
    float s = from + 2.0 * sign(lean) * spine_atan(abs(lean)) / bend;

    // Where the body tapers, a disc farther toward its thick end touches the edge; and the ends end it.
    vec3 r;
    float to;
    if (max(max(abs(width.z), abs(width.w)), 1.5 * abs(width.y - width.x) / size) > 0.12) {
        // Steep: several discs may come close, so look at some and go on from the best by Newton's method.
        float best = 1.0e9, trial = clamp(s, 0.0, size);
        to = trial;
        for (int i = 0; i < 8; i++) {
            second = trial > shape.y;
            start = second ? b : a;
            bend = second ? shape.z : shape.x;
            from = second ? shape.y : 0.0;
            vec2 place, along;
            arc_at(Arc(start.xy, start.zw, bend, 0.0), trial - from, place, along);
            r = spine_width(width, size, trial / size);
            float away = max(distance(p, place), 1.0e-6);
            if (away - r.x < best) {
                best = away - r.x;
                to = trial;
                c = place;
                t = along;
                float straight = clamp(1.0 - bend * cross2(along, p - place), 0.2, 4.0) / away;
                lean = (dot(along, p - place) / away + r.y) / max(straight * (1.0 - r.y * r.y) - r.z, 0.3 * straight);
            } else {
                lean *= 0.5;
            }
            trial = i < 5 ? 0.25 * size * float(i) : clamp(to + lean, 0.0, size);
        }
    } else {
        r = spine_width(width, size, s / size);
        to = clamp(s + distance(p, c) * r.y / max(h, 0.2), 0.0, size);
        float turn = 0.5 * bend * (to - s);
        if (abs(turn) > 0.3) {
            arc_at(Arc(start.xy, start.zw, bend, 0.0), to - from, c, t);
        } else if (to != s) {
            // tan(turn) / turn, near enough to be exact here.
            float more = 1.0 + turn * turn * (1.0 / 3.0 + turn * turn * (2.0 / 15.0));
            float step_ = (to - s) * more;
            turn *= more;
            float shrink = 1.0 / (1.0 + turn * turn);
            vec2 side = left_of(t);
            c += step_ * shrink * (t + turn * side);
            t = (1.0 - turn * turn) * shrink * t + 2.0 * turn * shrink * side;
        }
    }
    s = to;
    r = spine_width(width, size, s / size);
    Near near;
    near.center = c;
    near.along = t;
    near.r = r.x;
    near.d = distance(p, c) - r.x;
    q = p - c;
    near.v = cross2(t, q);
    near.g = clamp(1.0 - bend * near.v, 0.15, 4.0);
    near.s = fetch(spine, at + 5).w + (s + dot(q, t)) / size * fetch(spine, at + 4).x;
    return near;
}
