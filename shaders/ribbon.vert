// One rectangle a segment of a body, from the tail to the head, so that the head lies on top where it crosses itself.
#include "lib/frame.glsl"
#include "lib/spine.glsl"

uniform sampler2D spine;
uniform int segments;
uniform int base; // first texel of the layer

in vec4 fill;
in vec4 ink;
in vec2 line; // ink width, softness
#if SKIN >= 0 // a pattern (scenes.picture.Pattern), or -1
in vec4 mark;
in vec4 mark2;
in vec4 shade;
in vec4 light;
in vec2 kind; // seed, scale
#endif

flat out vec4 f_fill;
flat out vec4 f_ink;
flat out vec2 f_line;
#if SKIN >= 0
flat out vec4 f_mark;
flat out vec4 f_mark2;
flat out vec4 f_shade;
flat out vec4 f_light;
flat out vec2 f_kind;
#endif
flat out ivec2 f_place;  // first texel of the instance, this segment
flat out ivec2 f_near;   // the segments around that are no other part of the body
flat out ivec4 f_window; // segments back and forth that are compared with this one; whether seams decide there
flat out ivec2 f_far;    // where a stain meets itself again: first and last other segment
flat out float f_apart;  // 1: pieces far apart along the spine lie over each other; 0: all is one stain

const int WINDOW = 24;

// How many segments, from segment j on in steps of `step_`, begin within `reach` of its near end; x: all of them,
// y: 1 if one of them folds. `first`: the instance's first texel.
ivec2 around(int first, int j, int step_, float reach) {
    ivec2 found = ivec2(0);
    for (float way = 0.0; found.x < WINDOW && j >= 0 && j < segments && way <= reach; j += step_) {
        vec4 facts = fetch(spine, first + j * SPINE_TEXELS + 4);
        found.x++;
        if ((int(facts.z) & SPINE_GENTLE) == 0) found.y = 1;
        way += facts.x;
    }
    return found;
}

// Whether nothing folds around the seam before segment i, where the body has half width r. Both its neighbours ask this.
bool clean(int first, int i, float r) {
    return around(first, i - 1, -1, 3.0 * r).y == 0 && around(first, i, 1, 3.0 * r).y == 0;
}

void main() {
    int k = segments - 1 - gl_VertexID / 6, corner = gl_VertexID % 6;
    int first = base + gl_InstanceID * segments * SPINE_TEXELS, at = first + k * SPINE_TEXELS;
    vec4 facts = fetch(spine, at + 4), width = fetch(spine, at + 3), round_ = fetch(spine, at + 5), hull = fetch(spine, at + 6);
    f_fill = fill;
    f_ink = ink;
    f_line = max(line, 0.0);
    // A shadow or a translucent stroke is one stain: it must not darken where it crosses itself.
    bool stain = line.y > 0.0 || (fill.a < 0.999 && line.x <= 0.0);
    f_apart = stain ? 0.0 : 1.0;
    f_place = ivec2(first, k);
    // Where nothing folds around a seam, the seam decides between the pieces before and after it. Where something does, all
    // pieces around are compared.
    int state = int(facts.z);
    ivec2 back = around(first, k - 1, -1, 6.4 * facts.y), forth = around(first, k + 1, 1, 6.4 * facts.y);
    bool seam_start = clean(first, k, width.x), seam_end = clean(first, k + 1, width.y);
    if ((state & SPINE_OPEN_START) != 0) back = ivec2(0), seam_start = false;
    if ((state & SPINE_OPEN_END) != 0) forth = ivec2(0), seam_end = false;
    f_near = ivec2(k - back.x, k + forth.x);
    f_window = ivec4(seam_start ? 0 : back.x, seam_end ? 0 : forth.x, seam_start, seam_end);
    bool sane = (state & SPINE_SANE) != 0 && fetch_sane(fill) && fetch_sane(ink) && fetch_sane(line);
#if SKIN >= 0
    f_mark = mark;
    f_mark2 = mark2;
    f_shade = shade;
    f_light = light;
    f_kind = vec2(kind.x, max(kind.y, 1.0));
    sane = sane && fetch_sane(mark) && fetch_sane(mark2) && fetch_sane(shade) && fetch_sane(light) && fetch_sane(kind);
#endif
    if (!sane || (fill.a <= 0.0 && ink.a <= 0.0)) {
        gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
        return;
    }
    f_far = ivec2(segments, -1);
    for (int j = 0; stain && j < segments; j++) {
        vec4 other = fetch(spine, first + j * SPINE_TEXELS + 5);
        bool meets = distance(other.xy, round_.xy) < other.z + length(hull.xy) + 2.0 * (frame_pixel() + f_line.y);
        if (meets && (j < k - back.x || j > k + forth.x)) f_far = ivec2(min(f_far.x, j), max(f_far.y, j));
    }
    if (f_far.y < 0) f_far = ivec2(0, -1);
    vec2 sign_ = vec2(corner == 1 || corner == 2 || corner == 4 ? 1.0 : -1.0, corner == 2 || corner > 3 ? 1.0 : -1.0);
    vec2 local = sign_ * (hull.xy + 1.5 * frame_pixel() + f_line.y);
    gl_Position = frame_clip(round_.xy + local.x * hull.zw + local.y * left_of(hull.zw));
}
