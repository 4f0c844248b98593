// Bakes the spines of a Ribbons layer (texels: lib/spine.glsl): a curve of arcs, smooth tangents, smooth half widths.
#include "lib/spine.glsl"

uniform sampler2D points; // x, y, half width
uniform int count;        // points of an instance
uniform int instances;

const int WINDOW = 24;

out vec4 texel;

int base = 0;

vec3 given(int i) { return fetch(points, base + clamp(i, 0, count - 1)).xyz; }

// A point, and its half width: one that a thicker neighbour swallows grows to that one's edge, which changes nothing
// that can be seen, and keeps the taper less steep than the curve can carry.
vec3 point(int i) {
    vec3 p = given(i), a = given(i - 1), b = given(i + 1);
    return vec3(p.xy, max(max(p.z, 0.0), max(a.z - 0.9 * distance(a.xy, p.xy), b.z - 0.9 * distance(b.xy, p.xy))));
}
vec2 chord(int i) { return given(i + 1).xy - given(i).xy; }

vec2 tangent(int i) {
    if (i > 0 && i < count - 1) return arc_tangent(chord(i - 1), chord(i));
    // At an end the curve goes on bending, a little less than before.
    int last = max(count - 2, 0);
    vec2 end = i == 0 ? chord(0) : chord(last);
    vec2 u = arc_tangent(end, end);
    if (count < 3 || dot(end, end) < 1.0e-12) return u;
    vec2 inner = i == 0 ? arc_tangent(chord(0), chord(1)) : arc_tangent(chord(last - 1), chord(last));
    vec2 mirrored = 2.0 * dot(u, inner) * u - inner;
    return normalize(mix(u, mirrored, 0.6));
}

float rise(int i) { return (point(i + 1).z - point(i).z) / max(length(chord(i)), 1.0e-3); }

float inner_slope(int i) {
    float a = rise(i - 1), b = rise(i);
    return a * b > 0.0 ? clamp(2.0 * a * b / (a + b), -0.9, 0.9) : 0.0;
}

// At an end the width bends as evenly as it can: a snout swells roundly.
float end_slope(float rise_, float inner) {
    float m = count < 3 ? rise_ : 1.5 * rise_ - 0.5 * inner;
    return m * rise_ > 0.0 ? clamp(m, -0.9, 0.9) : 0.0;
}

// Slope of the half width at a point: never overshoots its neighbours (Fritsch and Carlson's condition).
float slope(int i) {
    if (count < 2) return 0.0;
    if (i == 0) return end_slope(rise(0), inner_slope(1));
    if (i >= count - 1) return end_slope(rise(count - 2), inner_slope(count - 2));
    return inner_slope(i);
}

// Whether a segment bends less than the body is wide.
bool gentle(int k) {
    vec3 p0 = point(k), p1 = point(k + 1);
    vec2 t0 = tangent(k), t1 = tangent(min(k + 1, count - 1)), join = biarc_join(p0.xy, t0, p1.xy, t1);
    Arc a = arc_through(p0.xy, t0, join), b = arc_through(join, biarc_turn(t0, join - p0.xy), p1.xy);
    float tight = max(abs(a.bend), abs(b.bend)) * max(p0.z, p1.z);
    float turn = abs(a.bend) * a.length + abs(b.bend) * b.length;
    float size = a.length + b.length, wide = max(p0.z, p1.z);
    vec4 width = vec4(max(p0.z, 0.0), max(p1.z, 0.0), slope(k), slope(k + 1));
    float swell = wide * max(spine_width(width, size, 0.0).z, spine_width(width, size, 1.0).z);
    float steep = abs(p1.z - p0.z) / size;
    return tight < 0.85 && turn < 1.9 && swell < 0.5 && steep < 0.6 && distance(p0.xy, p1.xy) > 1.0e-3;
}

// Whether nothing folds around the joint i.
bool clean(int i, int segments) {
    float reach = 3.0 * point(i).z;
    bool calm = true;
    int j = i - 1;
    for (float way = 0.0; calm && j >= max(i - WINDOW, 0) && way <= reach; j--) {
        calm = gentle(j);
        way += length(chord(j));
    }
    j = i;
    for (float way = 0.0; calm && j < min(i + WINDOW, segments) && way <= reach; j++) {
        calm = gentle(j);
        way += length(chord(j));
    }
    return calm;
}

void main() {
    int index = fetch_index();
    int segments = max(count - 1, 1);
    int which = index % SPINE_TEXELS, segment = index / SPINE_TEXELS;
    int instance = segment / segments, k = segment % segments;
    if (instance >= instances) { texel = vec4(0.0); return; }
    base = instance * count;

    bool sane = true;
    float before = 0.0;
    for (int i = 0; i < count; i++) {
        vec3 p = given(i);
        sane = sane && fetch_sane(p.xy) && fetch_sane(p.z);
        if (i < k) before += length(chord(i));
    }
    if (!sane) {
        // Nothing that is not a number may reach a neighbour: such an instance is left out.
        texel = which == 5 ? vec4(0.0, 0.0, -1.0e9, 0.0) : vec4(0.0);
        return;
    }

    vec3 p0 = point(k), p1 = point(k + 1);
    vec2 t0 = tangent(k), t1 = tangent(min(k + 1, count - 1));
    vec2 join = biarc_join(p0.xy, t0, p1.xy, t1);
    vec2 tj = biarc_turn(t0, join - p0.xy);
    Arc a = arc_through(p0.xy, t0, join), b = arc_through(join, tj, p1.xy);
    float size = a.length + b.length;
    vec4 width = vec4(max(p0.z, 0.0), max(p1.z, 0.0), slope(k), slope(k + 1));
    float wide = max(width.x, width.y);

    if (which == 0) texel = vec4(a.start, a.along);
    else if (which == 1) texel = vec4(b.start, b.along);
    else if (which == 2) texel = vec4(a.bend, a.length, b.bend, b.length);
    else if (which == 3) texel = width;
    else if (which == 4) {
        // Neighbours that may be one with this piece where the body folds; farther ones lie over or under it.
        float reach = 3.4 * wide;
        int back = 0, forth = 0;
        for (float way = 0.0; back < min(k, WINDOW) && way < reach;) way += length(chord(k - 1 - back++));
        for (float way = 0.0; forth < min(segments - 1 - k, WINDOW) && way < reach;) way += length(chord(k + 1 + forth++));
        int state = SPINE_SANE + (clean(k, segments) ? SPINE_CLEAN_START : 0) + (clean(k + 1, segments) ? SPINE_CLEAN_END : 0);
        texel = vec4(length(chord(k)), float(back), float(forth), float(state));
    } else {
        // The hull: what the piece itself can own, the band of normals along it (and a disc at a free end).
        vec2 end = p1.xy - p0.xy;
        vec2 axis = dot(end, end) > 1.0e-10 ? normalize(end) : t0;
        vec2 side = left_of(axis), low = vec2(1.0e9), high = vec2(-1.0e9);
        for (int i = 0; i <= 10; i++) {
            float s = size * float(i) / 10.0;
            vec2 c, t;
            if (s < a.length) arc_at(a, s, c, t);
            else arc_at(b, s - a.length, c, t);
            vec3 w = spine_width(width, size, s / size);
            bool open = (k == 0 && i == 0) || (k == segments - 1 && i == 10);
            float ahead = open ? w.x : min(w.x * abs(w.y) * 3.3, w.x);
            vec2 n = abs(vec2(dot(left_of(t), axis), dot(left_of(t), side))), m = abs(vec2(dot(t, axis), dot(t, side)));
            vec2 around = open ? vec2(w.x) : n * w.x + m * ahead;
            vec2 local = vec2(dot(c - p0.xy, axis), dot(c - p0.xy, side));
            low = min(low, local - around);
            high = max(high, local + around);
        }
        vec2 half_size = 0.5 * (high - low) + 0.03 * (wide + size) + 0.01;
        vec2 middle = 0.5 * (low + high);
        vec2 center = p0.xy + middle.x * axis + middle.y * side;
        float reach = 0.0;
        for (int i = 0; i <= 4; i++) {
            vec2 c, t;
            float s = size * float(i) / 4.0;
            if (s < a.length) arc_at(a, s, c, t);
            else arc_at(b, s - a.length, c, t);
            reach = max(reach, distance(c, center));
        }
        reach = reach + 0.04 * size + wide;
        texel = which == 5 ? vec4(center, reach, before) : vec4(half_size, axis);
    }
}
