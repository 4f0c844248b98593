// Bakes the outlines of Shapes layers (texels: lib/loop.glsl): closed curves of arcs, smooth or with corners.
#include "lib/loop.glsl"
#include "lib/piece.glsl"

uniform sampler2D points; // x, y, corner

out vec4 texel;

// The tangents that arrive at `here` and leave it.
vec4 tangents(vec3 before, vec3 here, vec3 after) {
    vec2 a = here.xy - before.xy, b = after.xy - here.xy, t = arc_tangent(a, b);
    float corner = clamp(here.z, 0.0, 1.0);
    vec2 arriving = mix(t, dot(a, a) > 1.0e-12 ? normalize(a) : t, corner);
    vec2 leaving = mix(t, dot(b, b) > 1.0e-12 ? normalize(b) : t, corner);
    return vec4(dot(arriving, arriving) > 1.0e-8 ? normalize(arriving) : t, dot(leaving, leaving) > 1.0e-8 ? normalize(leaving) : t);
}

float sagitta(Arc a) { return 0.5 * a.reach * tan(min(0.25 * abs(a.bend) * a.reach, 1.2)); }

void main() {
    int count = piece_count(), index = piece_index(), each = count * LOOP_TEXELS;
    int instance = index / each, which = index % LOOP_TEXELS, i = (index % each) / LOOP_TEXELS;
    texel = vec4(0.0);
    if (instance >= piece_instances()) return;
    int base = piece_source() + instance * count;
    vec3 p[4];
    for (int k = 0; k < 4; k++) p[k] = fetch(points, base + (i + count - 1 + k) % count).xyz;
    vec4 t0 = tangents(p[0], p[1], p[2]), t1 = tangents(p[1], p[2], p[3]);
    vec2 start = p[1].xy, end = p[2].xy, join = biarc_join(start, t0.zw, end, t1.xy);
    Arc a = arc_through(start, t0.zw, join), b = arc_through(join, biarc_turn(t0.zw, join - start), end);
    if (which == 0) {
        vec2 middle = 0.5 * (start + end);
        float sag = max(sagitta(a), sagitta(b));
        float reach = max(0.5 * distance(start, end), distance(join, middle)) + sag + 1.0e-4;
        texel = vec4(start, reach, sag);
    } else if (which == 1) {
        texel = vec4(t0.zw, t1.xy);
    } else if (which == 2) {
        texel = vec4(join, b.along);
    } else {
        float corners = (dot(t0.xy, t0.zw) < 0.995 ? 1.0 : 0.0) + (dot(t1.xy, t1.zw) < 0.995 ? 2.0 : 0.0);
        texel = vec4(a.bend, b.bend, corners, fetch_sane(vec4(start, p[1].z, a.bend)) ? 1.0 : 0.0);
    }
}
