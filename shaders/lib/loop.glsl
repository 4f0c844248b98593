// Closed outlines as baked by loop.frag: LOOP_TEXELS texels a side, each side two arcs, then LOOP_FACTS an instance.
//  0  start of the first arc, its tangent      2  end of the second arc, its tangent
//  1  start of the second arc, its tangent     3  bends of both, reach of each around the middle of its chord (negative: begins, ends in a corner)
// Facts: 0 bounds (low, high)  1 orientation (1: the inside lies to the left), size, greatest sagitta, 1 if sane
#include "lib/fetch.glsl"
#include "lib/arc.glsl"
#include "lib/coverage.glsl"
const int LOOP_TEXELS = 4, LOOP_FACTS = 2;

// One edge near a place.
struct Side {
    float d;      // distance to it, not signed
    float inside; // signed distance inside the edge carried on straight beyond its ends
    vec2 n;       // unit normal, outward
    vec2 at;      // its closest point
};

struct Outline {
    bool inside;
    bool whole;
    Side first;  // the nearest edge
    Side second; // another near one that faces elsewhere (a corner, the far side of a sliver); d = 1e9 if there is none
};

// `whole`: the place faces the edge itself, or a true corner at its end. The end of an arc that the next one carries on
// is no second edge.
void loop_take(Side side, bool whole, inout Outline o) {
    if (side.d < o.first.d) {
        if (o.whole && dot(side.n, o.first.n) < 0.7 && o.first.d < o.second.d) o.second = o.first;
        o.first = side;
        o.whole = whole;
    } else if (whole && dot(side.n, o.first.n) < 0.7 && side.d < o.second.d) {
        o.second = side;
    }
}

void loop_arc(vec4 start, vec4 end, float bend, float facing, bvec2 corners, vec2 p, inout Outline o) {
    float ahead = dot(p - start.xy, start.zw), behind = dot(p - end.xy, end.zw);
    Side side;
    bool whole = true;
    if (ahead >= 0.0 && behind <= 0.0) {
        float v = arc_lateral(start.xy, start.zw, bend, p);
        vec2 q = p - start.xy, w = vec2(1.0 - bend * cross2(start.zw, q), bend * dot(q, start.zw));
        vec2 t = (w.x * start.zw + w.y * left_of(start.zw)) / max(length(w), 1.0e-9);
        side = Side(abs(v), facing * v, -facing * left_of(t), p - v * left_of(t));
    } else {
        bool first = dot(p - start.xy, p - start.xy) < dot(p - end.xy, p - end.xy);
        vec4 tip = first ? start : end;
        whole = first ? corners.x : corners.y;
        vec2 q = p - tip.xy;
        side = Side(length(q), facing * cross2(tip.zw, q), -facing * left_of(tip.zw), tip.xy);
    }
    loop_take(side, whole, o);
}

// One step of the winding number along a straight a -> b.
int loop_wind(vec2 a, vec2 b, vec2 p) {
    bool up = a.y <= p.y, up_b = b.y <= p.y;
    if (up == up_b) return 0;
    float side = cross2(b - a, p - a);
    return up ? (side > 0.0 ? 1 : 0) : (side < 0.0 ? -1 : 0);
}

// The outline around p. Edges farther than `far` are not looked at (then first.d = far). `margin`: how much farther than
// the nearest edge a second one may be.
Outline loop_find(sampler2D loops, int first, int sides, vec4 facts, vec2 p, float far, float margin) {
    Outline o;
    o.first = Side(max(far, facts.z), 0.0, vec2(0.0), p);
    o.second = Side(1.0e9, 0.0, vec2(0.0), p);
    o.whole = false;
    float limit = o.first.d;
    int winding = 0;
    for (int i = 0; i < sides; i++) {
        int at = first + i * LOOP_TEXELS;
        vec4 a = fetch(loops, at), b = fetch(loops, at + 1), c = fetch(loops, at + 2), shape = fetch(loops, at + 3);
        winding += loop_wind(a.xy, b.xy, p) + loop_wind(b.xy, c.xy, p);
        float bound = o.first.d + margin;
        if (distance(p, 0.5 * (a.xy + b.xy)) - abs(shape.z) < bound) loop_arc(a, b, shape.x, facts.x, bvec2(shape.z < 0.0, false), p, o);
        if (distance(p, 0.5 * (b.xy + c.xy)) - abs(shape.w) < bound) loop_arc(b, c, shape.y, facts.x, bvec2(false, shape.w < 0.0), p, o);
    }
    o.inside = winding != 0;
    if (o.first.d >= limit) {
        o.first.inside = o.inside ? o.first.d : -o.first.d;
        o.second.d = 1.0e9;
    } else {
        // Between a curve and its chord the winding number of the chords is wrong, but the side of the curve is right.
        bool beyond = abs(abs(o.first.inside) - o.first.d) > 1.0e-3 * (o.first.d + 0.01);
        if (!beyond) o.inside = o.first.inside > 0.0;
    }
    return o;
}

// Signed distance, positive inside.
float loop_inside(Outline o) { return o.inside ? o.first.d : -o.first.d; }

// Share of a pixel that lies `width` or more inside the outline; lengths in board px, `unit` pixels per board px.
float loop_share(Outline o, vec2 p, float width, float unit) {
    bool tip = abs(abs(o.first.inside) - o.first.d) > 1.0e-3 * (o.first.d + 0.01);
    if (tip && o.inside && o.first.d * unit > 0.5) {
        // Around the point of a notch the line runs as a round.
        return coverage((o.first.d - width) * unit, (p - o.first.at) / o.first.d);
    }
    float a = coverage((o.first.inside - width) * unit, o.first.n);
    if (o.second.d > 1.0e8) return a;
    // Where each edge's place lies beyond the other edge (a notch, the gap between two lobes), inside either is inside.
    float open = dot(o.second.at - o.first.at, o.first.n - o.second.n);
    bool notch = abs(open) < 1.0e-5 ? o.inside : open > 0.0;
    // The line along a notch keeps its distance from the nearest edge alone.
    if (notch && width * unit > 0.5) return a;
    float b = coverage((o.second.inside - width) * unit, o.second.n);
    float both = coverage_both(a, b, dot(o.first.n, o.second.n));
    return notch ? a + b - both : both;
}
