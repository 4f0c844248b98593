// Letters: two rectangles an instance, one for the dark copy and one for the face above it; a bent letter (FORM_SOFT)
// has two for every cell of its lattice.
#include "lib/frame.glsl"
#include "lib/fetch.glsl"
#if FORM == FORM_SOFT
#include "lib/lattice.glsl"
#endif

in vec4 in_place;  // centre board px, cosine and sine of the angle
in vec4 in_form;   // size: board px per em across and down; offset of the dark copy, board px
in vec4 in_fill;
in vec4 in_under;
in vec4 in_box;    // the outline's bounds, em
in vec4 in_field;  // first texel of the field in the atlas; em place of the field's upper left corner
in vec4 in_extent; // texels across and down, texels per em, softness of the dark copy in board px
#if FINISH
in vec4 in_near;
in vec4 in_far;
in vec4 in_core;
in vec4 in_gloss;
in vec4 in_finish;
flat out vec4 near_tone;
flat out vec4 far_tone;
flat out vec4 core_tone;
flat out vec4 gloss_tone;
flat out vec4 finish;
#endif
#if COLORED
in vec3 in_picture; // texel of the em origin in the atlas of colours; texels per em, 0 for a letter of ink
flat out vec4 picture; // and the share of its light that the dark copy has
#endif
#if FORM == FORM_SHARD
uniform sampler2D extra; // the corners of all cells, em
uniform int sides;
in vec4 in_edge;
in float in_edge_width;
flat out vec4 edge_tone;
#endif
#if FORM == FORM_SOFT
uniform float pad; // em that the lattice reaches beyond the outline's box
out vec2 guess;
#endif
#if FORM == FORM_SOFT || COLORED
flat out vec4 bounds;
#endif
#if FORM == FORM_DIPPED
uniform vec2 shift;
#endif

flat out vec4 pose;
flat out vec3 size; // board px per em across and down; width of a shard's edge, board px
flat out vec4 ink; // premultiplied; with a finish not
flat out vec4 field;
flat out vec4 extent;
flat out ivec2 marks; // 0 for the dark copy, 1 for the face; where the letter's nodes or corners begin

void main() {
    int corner = gl_VertexID % 6;
    vec2 side = vec2(corner == 1 || corner == 2 || corner == 4, corner == 2 || corner == 4 || corner == 5);
#if FORM == FORM_SOFT
    int cells = (nodes.x - 3) * (nodes.y - 3), cell = gl_VertexID / 6 % cells;
    bool dark = gl_VertexID < 6 * cells;
#else
    bool dark = gl_VertexID < 6;
#endif

    pose = vec4(in_place.xy + (dark ? in_form.zw : vec2(0.0)), in_place.zw);
    size = vec3(in_form.xy, 0.0);
    ink = dark ? in_under : in_fill;
    bool seen = ink.a > 0.0;
#if FINISH
    near_tone = in_near;
    far_tone = in_far;
    core_tone = in_core;
    gloss_tone = in_gloss;
    finish = in_finish;
    // Light may lie on a body that is itself clear.
    seen = seen || (!dark && max(max(in_near.a, in_far.a), max(in_core.a, in_gloss.a)) > 0.0);
#else
    ink = vec4(ink.rgb * ink.a, ink.a);
#endif
    marks = ivec2(dark ? 0 : 1, 0);
#if COLORED
    // The dark copy of an emoji that is printed is its own colours, darker; a shadow or a light stays one.
    vec3 lit = dark ? in_under.rgb : in_fill.rgb;
    float light = max(max(lit.r, lit.g), lit.b) / max(max(max(in_fill.r, in_fill.g), in_fill.b), 1.0e-3);
    bool own = !dark || (in_fill.a > 0.0 && in_extent.w == 0.0);
    picture = vec4(in_picture.xy, own ? in_picture.z : 0.0, dark ? min(light, 1.0) : 1.0);
#endif
#if FORM == FORM_SOFT || COLORED
    bounds = in_box;
#endif
    field = in_field;
    extent = vec4(in_extent.xyz, dark ? in_extent.w : 0.0);
#if FORM == FORM_SHARD
    edge_tone = in_edge;
    size.z = in_edge_width;
    marks.y = gl_InstanceID * sides;
#endif

#if FORM == FORM_SOFT
    marks.y = gl_InstanceID * nodes.x * nodes.y;
    vec4 span = vec4(in_box.xy - pad, in_box.zw + pad);
    ivec2 at = 1 + ivec2(cell % (nodes.x - 3), cell / (nodes.x - 3)) + ivec2(side);
    guess = lattice_em(vec2(at), span);
    gl_Position = seen ? frame_clip(pose.xy + lattice_node(marks.y, at)) : vec4(2.0, 2.0, 2.0, 1.0);
#else
    float fringe = extent.w + 1.5 * frame_pixel();
#if FORM == FORM_DIPPED
    fringe += max(abs(shift.x), abs(shift.y));
#endif
    vec2 room = fringe / max(abs(size.xy), vec2(1e-6));
#if FORM == FORM_SHARD
    // Only as large as the piece: a letter has a dozen.
    vec2 low = vec2(1.0e9), high = vec2(-1.0e9);
    for (int i = 0; i < sides; ++i) {
        vec2 at = fetch(extra, marks.y + i).xy;
        low = min(low, at);
        high = max(high, at);
    }
    vec2 near = max(low, in_box.xy) - room, far = min(high, in_box.zw) + room;
    vec2 em = mix(near, max(near, far), side) * size.xy;
#else
    vec2 em = mix(in_box.xy - room, in_box.zw + room, side) * size.xy;
#endif
    vec2 turned = vec2(pose.z * em.x - pose.w * em.y, pose.w * em.x + pose.z * em.y);
    gl_Position = seen ? frame_clip(pose.xy + turned) : vec4(2.0, 2.0, 2.0, 1.0);
#endif
}
