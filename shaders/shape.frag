// A closed shape: exact distance to its outline of arcs, fill, ink inside the edge, a crisp shade on the lower right.
#include "lib/frame.glsl"
#include "lib/loop.glsl"
#include "lib/tone.glsl"

uniform sampler2D loops;
uniform int sides;

flat in vec4 f_fill;
flat in vec4 f_ink;
#if SHADED
flat in vec4 f_shade;
#endif
flat in vec2 f_line;
flat in vec3 f_facts;
flat in int f_first;

out vec4 color;

// How thick the shade is at most, as a share of the shape's size.
const float SHADE = 0.40;

void main() {
    vec2 p = frame_board(frame_picture_px());
    float px = frame_pixel(), scale = frame_scale();
    float soft = f_line.y > 0.0 ? max(f_line.y, 0.7 * px) : 0.0;
    Outline o = loop_find(loops, f_first, sides, f_facts, p, max(soft, f_line.x + 1.5 * px), soft > 0.0 ? 0.0 : 1.5 * px);
    if (soft > 0.0) {
        float share = coverage_soft(loop_inside(o), soft);
        color = tone_body(f_fill, f_ink, share, share);
        return;
    }
    float all = loop_share(o, p, 0.0, scale);
    float inner = f_line.x > 0.0 ? loop_share(o, p, f_line.x, scale) : all;
    vec4 fill = f_fill;
#if SHADED
    if (f_shade.a > 0.0 && inner > 0.0) {
        // What a copy of the shape, moved toward the light, leaves bare.
        float bare = -loop_inside(loop_find(loops, f_first, sides, f_facts, p + SHADE * f_facts.y * TONE_LIGHT, 1.5 * px, 0.0));
        fill = tone_over(fill, f_shade, clamp(0.5 + bare * scale, 0.0, 1.0));
    }
#endif
    color = tone_body(fill, f_ink, all, inner);
}
