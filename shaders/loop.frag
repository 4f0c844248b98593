// Bakes the outlines of a Shapes layer (texels: lib/loop.glsl): closed curves of arcs, smooth or with corners.
#include "lib/loop.glsl"

uniform sampler2D points; // x, y, corner
uniform int count;
uniform int instances;

out vec4 texel;

int base = 0;

vec3 point(int i) { return fetch(points, base + (i + count) % count).xyz; }
vec2 chord(int i) { return point(i + 1).xy - point(i).xy; }

// Tangent at a point, leaving along the side that follows or arriving along the one before.
vec2 tangent(int i, bool leaving) {
    vec2 before = chord(i - 1), after = chord(i), smooth_ = arc_tangent(before, after);
    vec2 straight = leaving ? after : before;
    float corner = clamp(point(i).z, 0.0, 1.0), size = length(straight);
    if (corner <= 0.0 || size < 1.0e-6) return smooth_;
    vec2 t = mix(smooth_, straight / size, corner);
    return dot(t, t) > 1.0e-8 ? normalize(t) : straight / size;
}

void side(int i, out Arc a, out Arc b, out vec2 end, out vec2 arriving) {
    vec2 p0 = point(i).xy, t0 = tangent(i, true);
    end = point(i + 1).xy;
    arriving = tangent(i + 1, false);
    vec2 join = biarc_join(p0, t0, end, arriving), tj = biarc_turn(t0, join - p0);
    a = arc_through(p0, t0, join);
    b = arc_through(join, tj, end);
}

float sagitta(Arc a) { return 0.5 * a.length * tan(min(0.25 * abs(a.bend) * a.length, 1.2)); }

void main() {
    int index = fetch_index(), each = count * LOOP_TEXELS + LOOP_FACTS;
    int instance = index / each, which = index % each;
    texel = vec4(0.0);
    if (instance >= instances) return;
    base = instance * count;
    Arc a, b;
    vec2 end, arriving;
    if (which < count * LOOP_TEXELS) {
        int i = which / LOOP_TEXELS;
        side(i, a, b, end, arriving);
        which %= LOOP_TEXELS;
        if (which == 0) texel = vec4(a.start, a.along);
        else if (which == 1) texel = vec4(b.start, b.along);
        else if (which == 2) texel = vec4(end, arriving);
        else {
            vec2 reach = 0.5 * vec2(distance(a.start, b.start), distance(b.start, end)) + vec2(sagitta(a), sagitta(b)) + 1.0e-4;
            vec2 corner = vec2(dot(tangent(i, false), a.along), dot(arriving, tangent(i + 1, true)));
            texel = vec4(a.bend, b.bend, reach * vec2(corner.x < 0.995 ? -1.0 : 1.0, corner.y < 0.995 ? -1.0 : 1.0));
        }
        return;
    }
    bool sane = true;
    float area = 0.0, deepest = 0.0;
    vec2 low = vec2(1.0e9), high = vec2(-1.0e9), origin = point(0).xy;
    for (int i = 0; i < count; i++) {
        vec3 p = point(i);
        sane = sane && fetch_sane(p.xy) && fetch_sane(p.z);
        area += 0.5 * cross2(p.xy - origin, point(i + 1).xy - origin);
        side(i, a, b, end, arriving);
        deepest = max(deepest, max(sagitta(a), sagitta(b)));
        for (int k = 0; k <= 4; k++) {
            vec2 c, d, t;
            arc_at(a, a.length * 0.25 * float(k), c, t);
            arc_at(b, b.length * 0.25 * float(k), d, t);
            vec2 spare = vec2(0.02 * (a.length + b.length));
            low = min(low, min(c, d) - spare);
            high = max(high, max(c, d) + spare);
        }
    }
    if (!sane) return;
    if (which == count * LOOP_TEXELS) texel = vec4(low, high);
    else texel = vec4(area < 0.0 ? -1.0 : 1.0, sqrt(abs(area) / 3.1415927), deepest, 1.0);
}
