// A bent letter: board places of a lattice's nodes, and the smooth surface through them (Catmull-Rom, both ways). Needs lib/fetch.glsl.

uniform sampler2D extra; // the nodes of all letters, row by row
uniform ivec2 nodes;     // nodes across and down

// Grid place of an em place: node [1, 1] lies at the near corner of `span`, node [-2, -2] at the far one.
vec2 lattice_grid(vec2 em, vec4 span) { return 1.0 + (em - span.xy) / (span.zw - span.xy) * vec2(nodes - 3); }
vec2 lattice_em(vec2 grid, vec4 span) { return span.xy + (grid - 1.0) / vec2(nodes - 3) * (span.zw - span.xy); }

vec2 lattice_node(int first, ivec2 at) { return fetch(extra, first + at.y * nodes.x + at.x).xy; }

#ifdef FRAGMENT_STAGE
vec4 lattice_weights(float f) {
    return vec4(f * (f * (1.0 - 0.5 * f) - 0.5), 1.0 + f * f * (1.5 * f - 2.5), f * (0.5 + f * (2.0 - 1.5 * f)), f * f * (0.5 * f - 0.5));
}
vec4 lattice_slopes(float f) {
    return vec4(f * (2.0 - 1.5 * f) - 0.5, f * (4.5 * f - 5.0), 0.5 + f * (4.0 - 4.5 * f), f * (1.5 * f - 1.0));
}

// Board place of a grid place, and how it moves with it: x and y are columns of `turn`.
vec2 lattice_place(int first, vec2 grid, out mat2 turn) {
    grid = clamp(grid, vec2(1.0), vec2(nodes) - 2.0);
    vec2 cell = min(floor(grid), vec2(nodes) - 3.0);
    vec2 f = grid - cell;
    vec4 wx = lattice_weights(f.x), wy = lattice_weights(f.y), sx = lattice_slopes(f.x), sy = lattice_slopes(f.y);
    vec2 place = vec2(0.0), across = vec2(0.0), down = vec2(0.0);
    for (int y = 0; y < 4; ++y) {
        vec2 row = vec2(0.0), slope = vec2(0.0);
        for (int x = 0; x < 4; ++x) {
            vec2 node = lattice_node(first, ivec2(cell) + ivec2(x, y) - 1);
            row += wx[x] * node;
            slope += sx[x] * node;
        }
        place += wy[y] * row;
        across += wy[y] * slope;
        down += sy[y] * row;
    }
    turn = mat2(across, down);
    return place;
}
#endif
