// One rectangle an ellipse.
#include "lib/frame.glsl"
#include "lib/fetch.glsl"

in vec4 place; // centre, semi-axes
in float angle;
in vec4 fill;
in vec4 ink;
in vec2 line; // ink width, softness

flat out vec4 f_place;
flat out vec2 f_turn;
flat out vec4 f_fill;
flat out vec4 f_ink;
flat out vec2 f_line;

void main() {
    int corner = gl_VertexID % 6;
    vec2 axes = max(place.zw, 0.0);
    f_place = vec4(place.xy, max(axes, 1.0e-4));
    f_turn = vec2(cos(angle), sin(angle));
    f_fill = fill;
    f_ink = ink;
    f_line = max(line, 0.0);
    bool sane = fetch_sane(place) && fetch_sane(angle) && fetch_sane(fill) && fetch_sane(ink) && fetch_sane(line);
    if (!sane || axes.x * axes.y <= 0.0 || (fill.a <= 0.0 && ink.a <= 0.0)) {
        gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
        return;
    }
    vec2 sign_ = vec2(corner == 1 || corner == 2 || corner == 4 ? 1.0 : -1.0, corner == 2 || corner > 3 ? 1.0 : -1.0);
    vec2 local = sign_ * (axes + f_line.y + 1.5 * frame_pixel());
    gl_Position = frame_clip(place.xy + vec2(f_turn.x * local.x - f_turn.y * local.y, f_turn.y * local.x + f_turn.x * local.y));
}
