// Second bake of Ribbons layers (texels: lib/spine.glsl): a curve of arcs, smooth tangents, smooth half widths.
#include "lib/joint.glsl"
#include "lib/piece.glsl"
#include "lib/spine.glsl"

uniform sampler2D joints; // of joint.frag

out vec4 texel;

// A point with its neighbours: chords to the nearest other points, their half widths, whether they are there.
struct Point {
    vec4 here;
    vec4 back;
    vec4 forth;
    bool first;
    bool last;
};

Point point(int at) {
    Point p;
    p.here = fetch(joints, at);
    int back = joint_back(p.here), forth = joint_forth(p.here);
    p.first = back == 0;
    p.last = forth == 0;
    p.back = fetch(joints, at - back);
    p.forth = fetch(joints, at + forth);
    return p;
}

vec2 inner_tangent(Point p) { return arc_tangent(p.here.xy - p.back.xy, p.forth.xy - p.here.xy); }

float inner_slope(Point p) {
    float a = (p.here.z - p.back.z) / max(distance(p.here.xy, p.back.xy), 1.0e-6);
    float b = (p.forth.z - p.here.z) / max(distance(p.here.xy, p.forth.xy), 1.0e-6);
    return p.first || p.last || a * b <= 0.0 ? 0.0 : clamp(2.0 * a * b / (a + b), -0.9, 0.9);
}

// Tangent and slope of the half width at a point. The slope never overshoots the neighbours (Fritsch and Carlson's
// condition). At an end the curve goes on bending, less than before (not at all after a sharp bend), and a snout swells roundly.
vec3 lead(int at) {
    Point p = point(at);
    if (p.first && p.last) return vec3(1.0, 0.0, 0.0);
    if (!p.first && !p.last) return vec3(inner_tangent(p), inner_slope(p));
    Point q = point(p.first ? at + joint_forth(p.here) : at - joint_back(p.here));
    vec2 chord = p.first ? q.here.xy - p.here.xy : p.here.xy - q.here.xy;
    float size = length(chord), up = (p.first ? q.here.z - p.here.z : p.here.z - q.here.z) / size;
    vec2 u = chord / size, t = u;
    float slope = up;
    if (!q.first && !q.last) {
        vec2 inner = inner_tangent(q);
        float along = dot(u, inner);
        t = normalize(mix(u, 2.0 * along * u - inner, 0.6 * max(along, 0.0)));
        slope = 1.5 * up - 0.5 * inner_slope(q);
    }
    return vec3(t, slope * up > 0.0 ? clamp(slope, -0.9, 0.9) : 0.0);
}

void main() {
    int count = piece_count(), index = piece_index(), segments = max(count - 1, 1);
    int which = index % SPINE_TEXELS, segment = index / SPINE_TEXELS;
    int instance = segment / segments, k = segment % segments;
    texel = which == 5 ? vec4(0.0, 0.0, -1.0e9, 0.0) : vec4(0.0);
    if (instance >= piece_instances()) return;
    int base = piece_source() + instance * count, next = min(k + 1, count - 1);
    vec4 p0 = fetch(joints, base + k), p1 = fetch(joints, base + next);
    if (p0.w < 0.0) return;

    vec3 lead0 = lead(base + k), lead1 = lead(base + next);
    if (which == 0) texel = vec4(p0.xy, lead0.xy);
    // A piece of no length is not drawn, unless there is no other; it only carries the seam at its start.
    bool lone = joint_back(p0) == 0 && joint_forth(p0) == 0;
    if (next == k || joint_forth(p0) != 1) {
        if (which == 4) texel.z = float(SPINE_GENTLE);
        if (!lone || k > 0) return;
    }

    vec2 join = biarc_join(p0.xy, lead0.xy, p1.xy, lead1.xy);
    Arc a = arc_through(p0.xy, lead0.xy, join);
    Arc b = arc_through(join, biarc_turn(lead0.xy, join - p0.xy), p1.xy);
    float size = a.reach + b.reach, wide = max(p0.z, p1.z);
    vec4 width = vec4(p0.z, p1.z, lead0.z, lead1.z);
    bool open_start = joint_back(p0) == 0, open_end = joint_forth(p1) == 0;

    if (which == 1) texel = vec4(b.start, b.along);
    else if (which == 2) texel = vec4(a.bend, a.reach, b.bend, b.reach);
    else if (which == 3) texel = width;
    else if (which == 4) {
        // Whether it bends and swells less than the body is wide, so that its normals do not cross within the body.
        float tight = max(abs(a.bend), abs(b.bend)) * wide;
        float turn = abs(a.bend) * a.reach + abs(b.bend) * b.reach;
        float swell = wide * max(spine_width(width, size, 0.0).z, spine_width(width, size, 1.0).z);
        bool gentle = tight < 0.85 && turn < 1.9 && swell < 0.5 && abs(p1.z - p0.z) < 0.6 * size;
        int state = SPINE_SANE + (gentle ? SPINE_GENTLE : 0) + (open_start ? SPINE_OPEN_START : 0) + (open_end ? SPINE_OPEN_END : 0);
        texel = vec4(distance(p0.xy, p1.xy), wide, float(state), 0.0);
    }
    if (which < 5) return;

    // The hull: what the piece itself can own, the band of normals along it (and a disc at a free end).
    vec2 chord = p1.xy - p0.xy;
    vec2 axis = dot(chord, chord) > 1.0e-10 ? normalize(chord) : lead0.xy;
    vec2 side = left_of(axis), low = vec2(1.0e9), high = vec2(-1.0e9), core_low = low, core_high = high;
    for (int i = 0; i <= 10; i++) {
        float s = size * float(i) / 10.0;
        bool second = s > a.reach;
        vec2 c, t;
        arc_at(Arc(second ? b.start : a.start, second ? b.along : a.along, second ? b.bend : a.bend, 0.0), second ? s - a.reach : s, c, t);
        vec3 w = spine_width(width, size, s / size);
        bool open = (open_start && i == 0) || (open_end && i == 10);
        float ahead = min(w.x * abs(w.y) * 3.3, w.x);
        vec2 n = abs(vec2(dot(left_of(t), axis), dot(left_of(t), side))), m = abs(vec2(dot(t, axis), dot(t, side)));
        vec2 around = open ? vec2(w.x) : n * w.x + m * ahead;
        vec2 local = vec2(dot(c - p0.xy, axis), dot(c - p0.xy, side));
        low = min(low, local - around);
        high = max(high, local + around);
        core_low = min(core_low, local);
        core_high = max(core_high, local);
    }
    vec2 half_size = 0.5 * (high - low) + 0.03 * (wide + size) + 0.01, middle = 0.5 * (low + high);
    if (which == 6) {
        texel = vec4(half_size, axis);
        return;
    }
    float before = 0.0;
    for (int i = 0; i < k; i++) before += distance(fetch(joints, base + i).xy, fetch(joints, base + i + 1).xy);
    float reach = length(max(middle - core_low, core_high - middle)) + 0.04 * size + wide;
    texel = vec4(p0.xy + middle.x * axis + middle.y * side, reach, before);
}
