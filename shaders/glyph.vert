// A letter: twelve vertices an instance, two triangles for the dark copy and two for the face above it.
#include "lib/frame.glsl"

in vec4 in_place;  // centre board px, cosine and sine of the angle
in vec4 in_form;   // size: board px per em across and down; offset of the dark copy, board px
in vec4 in_fill;
in vec4 in_under;
in vec4 in_box;    // the outline's bounds, em
in vec4 in_field;  // first texel of the field in the atlas; em place of the field's upper left corner
in vec4 in_extent; // texels across and down, texels per em, softness of the dark copy in board px

flat out vec4 pose;
flat out vec2 size;
flat out vec4 ink; // premultiplied
flat out vec4 field;
flat out vec4 extent;

void main() {
    bool dark = gl_VertexID < 6;
    int corner = gl_VertexID % 6;
    vec2 side = vec2(corner == 1 || corner == 2 || corner == 4, corner == 2 || corner == 4 || corner == 5);

    pose = vec4(in_place.xy + (dark ? in_form.zw : vec2(0.0)), in_place.zw);
    size = in_form.xy;
    ink = dark ? in_under : in_fill;
    ink = vec4(ink.rgb * ink.a, ink.a);
    field = in_field;
    extent = vec4(in_extent.xyz, dark ? in_extent.w : 0.0);

    vec2 room = (extent.w + 1.5 * frame_pixel()) / max(abs(size), vec2(1e-6));
    vec2 em = mix(in_box.xy - room, in_box.zw + room, side) * size;
    vec2 turned = vec2(pose.z * em.x - pose.w * em.y, pose.w * em.x + pose.z * em.y);
    gl_Position = ink.a > 0.0 ? frame_clip(pose.xy + turned) : vec4(2.0, 2.0, 2.0, 1.0);
}
