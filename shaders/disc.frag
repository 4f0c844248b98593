// An ellipse: fill, ink inside the edge, or a soft stain.
#include "lib/frame.glsl"
#include "lib/coverage.glsl"
#include "lib/ellipse.glsl"
#include "lib/tone.glsl"

flat in vec4 f_place;
flat in vec2 f_turn;
flat in vec4 f_fill;
flat in vec4 f_ink;
flat in vec2 f_line;

out vec4 color;

// Shares of a square of `size` board px around a place (in the ellipse's own axes) inside the edge and inside the ink.
vec2 shares(vec2 local, float size) {
    Edge edge = ellipse_edge(local, f_place.zw);
    vec2 n = vec2(f_turn.x * edge.n.x - f_turn.y * edge.n.y, f_turn.y * edge.n.x + f_turn.x * edge.n.y);
    float unit = 1.0 / size;
    // A square cut by a bent edge loses what lies between the tangent and the edge.
    float sag = min(edge.bend * size, 2.0) / 24.0, w = f_line.x;
    float all = coverage_strip(edge.near * unit - sag, edge.far * unit - sag, n);
    float inner = w > 0.0 ? coverage_strip((edge.near - w) * unit - sag, (edge.far - w) * unit - sag, n) : all;
    return vec2(all, inner);
}

void main() {
    vec2 q = frame_board(frame_picture_px()) - f_place.xy;
    vec2 local = vec2(f_turn.x * q.x + f_turn.y * q.y, f_turn.x * q.y - f_turn.y * q.x);
    float px = frame_pixel();
    vec2 share;
    if (f_line.y > 0.0) {
        float soft = max(f_line.y, 0.7 * px);
        vec2 way = ellipse_blur(local, f_place.zw);
        share = vec2(max(coverage_soft(way.x, soft) + coverage_soft(way.y, soft) - 1.0, 0.0));
    } else if (min(f_place.z, f_place.w) < 2.5 * px) {
        // A dot of few pixels: nine parts a pixel, each of which sees a nearly straight edge.
        share = vec2(0.0);
        for (int i = 0; i < 9; i++) {
            vec2 part = (vec2(float(i % 3), float(i / 3)) - 1.0) * (px / 3.0);
            share += shares(local + vec2(f_turn.x * part.x + f_turn.y * part.y, f_turn.x * part.y - f_turn.y * part.x), px / 3.0);
        }
        share /= 9.0;
    } else {
        share = shares(local, px);
    }
    color = tone_body(f_fill, f_ink, share.x, share.y);
}
