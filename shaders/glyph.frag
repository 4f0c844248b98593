// A letter from its signed distance field: printed, bent by a lattice, cut to a piece, or standing in a liquid.
#include "lib/frame.glsl"
#include "lib/fetch.glsl"
#include "lib/letter.glsl"
#include "lib/tone.glsl"
#if FINISH
#include "lib/finish.glsl"
#endif
#if FORM == FORM_SOFT
#include "lib/lattice.glsl"
uniform float pad; // em that the lattice reaches beyond the outline's box
in vec2 guess;
#elif FORM == FORM_SHARD
#include "lib/cell.glsl"
flat in vec4 edge_tone;
#elif FORM == FORM_DIPPED
#include "lib/surface.glsl"
#endif
#if FORM == FORM_SOFT || COLORED
flat in vec4 bounds; // the outline's box, em
#endif
#if COLORED
#include "lib/picture.glsl"
#endif

flat in vec4 pose;
flat in vec3 size;
flat in vec4 ink;
flat in ivec2 marks;

out vec4 color;

// A letter's place under a pixel, and the em of a step of one pixel to the right and down.
struct Spot {
    vec2 em, right, down;
    float pixel; // the smaller side of a pixel, em
};

#if FORM == FORM_SOFT
// em; the flat triangles put a place no farther than this from where the smooth surface does.
const float SLIP = 0.06;

Spot spot(vec2 p, int turns) {
    // From where the triangles put it to where the surface does, by Newton's method.
    Spot s;
    vec4 span = vec4(bounds.xy - pad, bounds.zw + pad);
    vec2 grid = lattice_grid(guess, span), cells = vec2(nodes - 3) / (span.zw - span.xy);
    mat2 turn = mat2(1.0);
    for (int i = 0; i < turns; ++i) {
        vec2 off = p - pose.xy - lattice_place(marks.y, grid, turn);
        float det = determinant(turn);
        vec2 step = vec2(turn[1][1] * off.x - turn[1][0] * off.y, turn[0][0] * off.y - turn[0][1] * off.x);
        grid += clamp(step / (abs(det) > 1.0e-9 ? det : 1.0e-9), -1.0, 1.0);
    }
    s.em = lattice_em(grid, span);
    float det = determinant(turn);
    float unit = frame_pixel() / (abs(det) > 1.0e-9 ? det : 1.0e-9);
    s.right = vec2(turn[1][1], -turn[0][1]) * unit / cells;
    s.down = vec2(-turn[1][0], turn[0][0]) * unit / cells;
    s.pixel = min(length(s.right), length(s.down));
    return s;
}
#else
Spot spot(vec2 p, int turns) {
    Spot s;
    vec2 away = p - pose.xy;
    s.em = vec2(pose.z * away.x + pose.w * away.y, pose.z * away.y - pose.w * away.x) / size.xy;
    s.pixel = frame_pixel() / max(abs(size.x), abs(size.y));
    s.right = vec2(pose.z, -pose.w) * frame_pixel() / size.xy;
    s.down = vec2(pose.w, pose.z) * frame_pixel() / size.xy;
    return s;
}
#endif

// What the letter is filled with: its ink, or what its picture shows there.
vec4 own_fill(Spot s) {
#if COLORED
    if (picture.z > 0.0) {
        vec4 seen = picture_at(s.em, s.right, s.down);
        return vec4(FINISH == 1 ? seen.rgb : seen.rgb * (seen.a * ink.a), seen.a * ink.a);
    }
#endif
    return ink;
}

#if FINISH
vec4 finished(vec4 fill, Spot s, float centre) {
    // Over a step as wide as a part of the bevel, so that edges that meet are rounded into each other.
    float scale = 0.5 * (length(s.right) + length(s.down)) * frame_scale(); // em per board px
    float h = max(0.5 / extent.z, 0.3 * finish.x * scale);
    vec2 g = letter_slope(s.em, h);
    vec2 n = vec2(dot(g, s.right), dot(g, s.down));
    n *= length(g) / (2.0 * h) / max(length(n), 1.0e-9);
#if COLORED
    return finish_fill(fill, -centre / scale, n, s.em, picture.z > 0.0 ? 0.0 : 1.0);
#else
    return finish_fill(fill, -centre / scale, n, s.em, 1.0);
#endif
}
#endif

// A fill as it is blended: with a finish, colours are kept apart from their alpha until the end.
vec4 ready(vec4 fill) { return FINISH == 1 ? tone_premultiplied(fill) : fill; }

// What the letter lays on a pixel, premultiplied.
vec4 letter(vec2 p) {
    int turns = 0;
#if FORM == FORM_SOFT
    // Most pixels are far from any edge: no loop is run for them, which is what software renderers pay for.
    float far = SLIP + (2.0 * extent.w + 3.0 * frame_pixel()) / max(size.x, 1.0e-6), about = letter_distance(guess);
#if FINISH
    bool deep = marks.x == 0 && about < -far;
#else
    bool deep = about < -far;
#endif
#if COLORED
    deep = deep && picture.z == 0.0;
#endif
    turns = about > far || deep ? 0 : 2;
#endif
    Spot s = spot(p, turns);
#if FORM == FORM_SOFT
    if (turns == 0) return deep ? ready(ink) : vec4(0.0);
#endif
    float soft = extent.w * frame_scale();
    float centre = letter_distance(s.em);
#if FORM == FORM_SHARD
    vec2 cell = cell_share(marks.y, s.em, s.right, s.down);
    float cut = cell.x;
    if (cut <= 0.0) return vec4(0.0);
#else
    const float cut = 1.0;
#endif
    float reach = letter_reach(s.right, s.down), covered = 1.0;
    if (soft <= 0.0 && abs(centre) > reach) {
        if (centre > 0.0) return vec4(0.0);
    } else {
        covered = letter_share(s.em, s.right, s.down, s.pixel, soft);
        if (covered <= 0.0) return vec4(0.0);
    }
    vec4 fill = own_fill(s);
#if FINISH
    if (marks.x == 1) fill = finished(fill, s, centre);
#if FORM == FORM_SHARD
    if (marks.x == 1) fill = finish_over(fill, edge_tone, clamp(0.5 + size.z * frame_scale() - cell.y, 0.0, 1.0));
#endif
#elif FORM == FORM_SHARD
    if (marks.x == 1) fill.rgb = mix(fill.rgb, edge_tone.rgb * fill.a, edge_tone.a * clamp(0.5 + size.z * frame_scale() - cell.y, 0.0, 1.0));
#endif
    return ready(fill) * (covered * cut);
}

void main() {
    vec2 p = frame_board(frame_picture_px());
#if FORM == FORM_DIPPED
    float below = clamp(0.5 + surface_depth(p) * frame_scale(), 0.0, 1.0);
    color = vec4(0.0);
    if (below < 1.0) color += letter(p) * (1.0 - below);
    if (below > 0.0) {
        vec4 under = letter(p - shift);
        color += vec4(mix(under.rgb, tint.rgb * under.a, tint.a), under.a) * below;
    }
#else
    color = letter(p);
#endif
    if (color.a <= 0.0) discard;
}
