// First bake of Ribbons layers, one texel a point: place, half width, and how far along the list the nearest points are
// that are other points. Points may fall together; the spine then goes on from the next that does not.
#include "lib/fetch.glsl"
#include "lib/joint.glsl"
#include "lib/piece.glsl"

uniform sampler2D points; // x, y, half width

out vec4 texel;

// Points closer than this, board px, are one point.
const float SAME = 2.0e-3;

void main() {
    int count = piece_count(), index = piece_index(), instance = index / count, i = index % count;
    texel = vec4(0.0);
    if (instance >= piece_instances()) return;
    int base = piece_source() + instance * count;
    vec3 here = fetch(points, base + i).xyz;
    float wide = max(here.z, 0.0);
    int back = 0, forth = 0;
    // Of points that fall together, the widest counts. A point that a thicker neighbour swallows grows to that one's edge:
    // that changes nothing that can be seen, and keeps the taper less steep than the curve can carry.
    for (int j = i - 1; j >= 0 && back == 0; j--) {
        vec3 other = fetch(points, base + j).xyz;
        float way = distance(other.xy, here.xy);
        if (way >= SAME) back = i - j;
        wide = max(wide, other.z - (way >= SAME ? 0.9 * way : 0.0));
    }
    for (int j = i + 1; j < count && forth == 0; j++) {
        vec3 other = fetch(points, base + j).xyz;
        float way = distance(other.xy, here.xy);
        if (way >= SAME) forth = j - i;
        wide = max(wide, other.z - (way >= SAME ? 0.9 * way : 0.0));
    }
    bool sane = true;
    for (int j = 0; j < count; j++) {
        vec3 other = fetch(points, base + j).xyz;
        sane = sane && fetch_sane(other.xy) && fetch_sane(other.z);
    }
    texel = sane ? vec4(here.xy, wide, joint_pack(back, forth)) : vec4(0.0, 0.0, 0.0, -1.0);
}
