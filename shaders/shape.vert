// One rectangle an outline.
#include "lib/frame.glsl"
#include "lib/loop.glsl"

uniform sampler2D loops;
uniform int sides;

in vec4 fill;
in vec4 ink;
in vec4 shade;
in vec2 line; // ink width, softness

flat out vec4 f_fill;
flat out vec4 f_ink;
flat out vec4 f_shade;
flat out vec2 f_line;
flat out vec4 f_facts;
flat out int f_first;

void main() {
    int corner = gl_VertexID % 6;
    f_first = gl_InstanceID * (sides * LOOP_TEXELS + LOOP_FACTS);
    vec4 bounds = fetch(loops, f_first + sides * LOOP_TEXELS);
    f_facts = fetch(loops, f_first + sides * LOOP_TEXELS + 1);
    f_fill = fill;
    f_ink = ink;
    f_shade = shade;
    f_line = max(line, 0.0);
    bool sane = f_facts.w > 0.5 && fetch_sane(fill) && fetch_sane(ink) && fetch_sane(shade) && fetch_sane(line);
    if (!sane || (fill.a <= 0.0 && ink.a <= 0.0)) {
        gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
        return;
    }
    vec2 share = vec2(corner == 1 || corner == 2 || corner == 4 ? 1.0 : 0.0, corner == 2 || corner > 3 ? 1.0 : 0.0);
    float fringe = f_line.y + 1.5 * frame_pixel();
    gl_Position = frame_clip(mix(bounds.xy - fringe, bounds.zw + fringe, share));
}
