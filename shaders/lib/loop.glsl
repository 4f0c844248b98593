// Closed outlines as baked by loop.frag: LOOP_TEXELS texels a side, each side two arcs to the next side's start.
//  0  start, reach: radius of a circle around the middle of the chord that holds the side, greatest sagitta
//  1  tangents leaving the start, arriving at the end    3  bends of both arcs, corners: 1 at the start, 2 at the end;
//  2  where the second arc starts, its tangent              1 if it can be drawn
#include "lib/fetch.glsl"
#include "lib/arc.glsl"
#include "lib/coverage.glsl"

const int LOOP_TEXELS = 4;

// One edge near a place.
struct Side {
    float d;      // distance to it, not signed
    float inside; // signed distance inside the edge carried on straight beyond its ends
    vec2 n;       // unit normal, outward
    vec2 at;      // its closest point
};

struct Outline {
    bool inside;
    bool whole;  // the place faces the first edge itself, or a true corner at its end
    Side first;  // the nearest edge
    Side second; // another near one that faces elsewhere (a corner, the far side of a sliver); d = 1e9 if there is none
};

// Facts of an instance: x: 1 if the inside lies to the left, else -1; y: size; z: greatest sagitta.

void loop_arc(vec4 start, vec4 end, float bend, float facing, bvec2 corners, vec2 p, inout Outline o) {
    Side side;
    // The end of an arc that the next one carries on is no second edge.
    bool whole = true;
    if (dot(p - start.xy, start.zw) >= 0.0 && dot(p - end.xy, end.zw) <= 0.0) {
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
    bool elsewhere = dot(side.n, o.first.n) < 0.7;
    if (side.d < o.first.d) {
        if (o.whole && elsewhere && o.first.d < o.second.d) o.second = o.first;
        o.first = side;
        o.whole = whole;
    } else if (whole && elsewhere && side.d < o.second.d) {
        o.second = side;
    }
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
Outline loop_find(sampler2D loops, int first, int sides, vec3 facts, vec2 p, float far, float margin) {
    Outline o;
    float limit = max(far, facts.z);
    o.first = Side(limit, 0.0, vec2(0.0), p);
    o.second = Side(1.0e9, 0.0, vec2(0.0), p);
    o.whole = false;
    int winding = 0;
    // Up to 32 sides at a time: first which of them are near (cheap, and most are not), then those in full.
    for (int from = 0; from < sides; from += 32) {
        uint close = 0u;
        vec4 next = fetch(loops, first + from * LOOP_TEXELS);
        int to = min(from + 32, sides);
        for (int i = from; i < to; i++) {
            vec4 here = next;
            next = fetch(loops, i + 1 < sides ? first + (i + 1) * LOOP_TEXELS : first);
            bool near = distance(p, 0.5 * (here.xy + next.xy)) - here.z < limit + margin;
            // Outside its circle the chord does for the curve.
            winding += near ? 0 : loop_wind(here.xy, next.xy, p);
            close |= near ? 1u << uint(i - from) : 0u;
        }
        while (close != 0u) {
            uint lowest = close & (~close + 1u);
            int i = from + int(log2(float(lowest)) + 0.5);
            close ^= lowest;
            int at = first + i * LOOP_TEXELS;
            vec4 here = fetch(loops, at), ends = fetch(loops, at + 1), join = fetch(loops, at + 2), shape = fetch(loops, at + 3);
            next = fetch(loops, i + 1 < sides ? at + LOOP_TEXELS : first);
            ivec2 corners = ivec2(shape.z) & ivec2(1, 2);
            vec4 start = vec4(here.xy, ends.xy), end = vec4(next.xy, ends.zw);
            winding += loop_wind(start.xy, join.xy, p) + loop_wind(join.xy, end.xy, p);
            loop_arc(start, join, shape.x, facts.x, bvec2(corners.x != 0, false), p, o);
            loop_arc(join, end, shape.y, facts.x, bvec2(false, corners.y != 0), p, o);
        }
    }
    o.inside = winding != 0;
    if (o.second.d > o.first.d + margin) o.second.d = 1.0e9;
    if (o.first.d >= limit) {
        o.first.inside = o.inside ? o.first.d : -o.first.d;
        o.second.d = 1.0e9;
    } else if (abs(abs(o.first.inside) - o.first.d) <= 1.0e-3 * (o.first.d + 0.01)) {
        // Between a curve and its chord the winding number of the chords is wrong, but the side of the curve is right.
        o.inside = o.first.inside > 0.0;
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
    bool notch = abs(open) < 1.0e-3 ? o.inside : open > 0.0;
    // The line along a notch keeps its distance from the nearest edge alone.
    if (notch && width * unit > 0.5) return a;
    float b = coverage((o.second.inside - width) * unit, o.second.n);
    float both = coverage_both(a, b, dot(o.first.n, o.second.n));
    return notch ? a + b - both : both;
}
