// One rectangle an outline.
#include "lib/frame.glsl"
#include "lib/loop.glsl"

uniform sampler2D loops;
uniform int sides;
uniform int base; // first texel of the layer

in vec4 fill;
in vec4 ink;
#if SHADED // whether any instance has a shade
in vec4 shade;
#endif
in vec2 line; // ink width, softness

flat out vec4 f_fill;
flat out vec4 f_ink;
#if SHADED
flat out vec4 f_shade;
#endif
flat out vec2 f_line;
flat out vec3 f_facts;
flat out int f_first;

void main() {
    int corner = gl_VertexID % 6;
    f_first = base + gl_InstanceID * sides * LOOP_TEXELS;
    vec2 low = vec2(1.0e9), high = vec2(-1.0e9), origin = fetch(loops, f_first).xy, last = origin;
    float area = 0.0, sagitta = 0.0;
    bool sane = true;
    for (int i = 0; i < sides; i++) {
        int at = f_first + i * LOOP_TEXELS;
        vec4 start = fetch(loops, at);
        vec2 join = fetch(loops, at + 2).xy;
        sane = sane && fetch(loops, at + 3).w > 0.5 && fetch_sane(join);
        area += 0.5 * (cross2(start.xy - origin, join - origin) + cross2(last - origin, start.xy - origin));
        low = min(low, min(start.xy, join) - start.w);
        high = max(high, max(start.xy, join) + start.w);
        sagitta = max(sagitta, start.w);
        last = join;
    }
    f_facts = vec3(area < 0.0 ? -1.0 : 1.0, sqrt(abs(area) / 3.1415927), sagitta);
    f_fill = fill;
    f_ink = ink;
    f_line = max(line, 0.0);
    sane = sane && fetch_sane(fill) && fetch_sane(ink) && fetch_sane(line);
#if SHADED
    f_shade = shade;
    sane = sane && fetch_sane(shade);
#endif
    if (!sane || (fill.a <= 0.0 && ink.a <= 0.0)) {
        gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
        return;
    }
    vec2 share = vec2(corner == 1 || corner == 2 || corner == 4 ? 1.0 : 0.0, corner == 2 || corner > 3 ? 1.0 : 0.0);
    float fringe = f_line.y + 1.5 * frame_pixel();
    gl_Position = frame_clip(mix(low - fringe, high + fringe, share));
}
