// One rectangle a segment of a body, from the tail to the head, so that the head lies on top where it crosses itself.
#include "lib/frame.glsl"
#include "lib/spine.glsl"

uniform sampler2D spine;
uniform int segments;
uniform int pattern;

in vec4 fill;
in vec4 ink;
in vec2 line; // ink width, softness
in vec4 mark;
in vec4 mark2;
in vec4 shade;
in vec4 light;
in vec2 kind; // seed, scale

flat out vec4 f_fill;
flat out vec4 f_ink;
flat out vec2 f_line;
flat out vec4 f_mark;
flat out vec4 f_mark2;
flat out vec4 f_shade;
flat out vec4 f_light;
flat out vec2 f_kind;
flat out ivec3 f_place;  // first segment of the instance, this one, how many
flat out ivec3 f_window; // segments back and forth that are compared with this one, and its state
flat out ivec2 f_far;    // where a stain meets itself again: first and last other segment
flat out float f_apart; // 1: pieces far apart along the spine lie over each other; 0: all is one stain

bool clean(int segment, int bit) { return (int(fetch(spine, segment * SPINE_TEXELS + 4).w) & bit) != 0; }

void main() {
    int k = segments - 1 - gl_VertexID / 6, corner = gl_VertexID % 6;
    int first = gl_InstanceID * segments, at = (first + k) * SPINE_TEXELS;
    vec4 window = fetch(spine, at + 4), round_ = fetch(spine, at + 5), hull = fetch(spine, at + 6);
    f_fill = fill;
    f_ink = ink;
    f_line = max(line, 0.0);
    f_mark = mark;
    f_mark2 = mark2;
    f_shade = shade;
    f_light = light;
    f_kind = vec2(kind.x, max(kind.y, 1.0));
    // A shadow or a translucent stroke is one stain: it must not darken where it crosses itself.
    bool stain = line.y > 0.0 || (fill.a < 0.999 && line.x <= 0.0);
    f_apart = stain ? 0.0 : 1.0;
    f_place = ivec3(first, k, segments);
    // Where the body folds, the pieces from one clean seam to the next are compared.
    f_window = ivec3(0, 0, int(window.w));
    while (f_window.x < int(window.y) && !clean(first + k - f_window.x, SPINE_CLEAN_START)) f_window.x++;
    while (f_window.y < int(window.z) && !clean(first + k + f_window.y, SPINE_CLEAN_END)) f_window.y++;
    bool sane = (f_window.z & SPINE_SANE) != 0 && fetch_sane(fill) && fetch_sane(ink) && fetch_sane(line)
             && (pattern < 0 || (fetch_sane(mark) && fetch_sane(mark2) && fetch_sane(shade) && fetch_sane(light) && fetch_sane(kind)));
    if (!sane || (fill.a <= 0.0 && ink.a <= 0.0)) {
        gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
        return;
    }
    f_far = ivec2(1 << 20, -1);
    for (int j = 0; stain && j < segments; j++) {
        vec4 other = fetch(spine, (first + j) * SPINE_TEXELS + 5);
        bool meets = distance(other.xy, round_.xy) < other.z + length(hull.xy) + 2.0 * (frame_pixel() + f_line.y);
        if (meets && (j < k - int(window.y) || j > k + int(window.z))) f_far = ivec2(min(f_far.x, j), max(f_far.y, j));
    }
    vec2 sign_ = vec2(corner == 1 || corner == 2 || corner == 4 ? 1.0 : -1.0, corner == 2 || corner > 3 ? 1.0 : -1.0);
    vec2 local = sign_ * (hull.xy + 1.5 * frame_pixel() + f_line.y);
    gl_Position = frame_clip(round_.xy + local.x * hull.zw + local.y * left_of(hull.zw));
}
