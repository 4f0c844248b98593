// First water pass, one fragment a cell: the heights become what the full-size pass needs of them.
//   surface.xy  shift of the floor, in cells: refract * slope, and a slow swell, so that still water lives
//   surface.z   refract * curvature: below 0 the surface is a lens that gathers light
//   surface.w   0..1 how much of the web of light is seen here; a part of the pond stays calm
uniform sampler2D height;
uniform sampler2D previous;
uniform vec3 measures; // moment 0..1, refract in cells, board px a cell
uniform vec4 turns;    // cosine and sine of the two drift phases

out vec4 surface;

// Waves of two cells' length are the grid's own error, not water: these five-tap kernels are blind to them.
const float SMOOTH[5] = float[](0.0625, 0.25, 0.375, 0.25, 0.0625);
const float SLOPE[5] = float[](-0.125, -0.25, 0.0, 0.25, 0.125);
const float BEND[5] = float[](0.25, 0.0, -0.5, 0.0, 0.25);
const float SWELL = 0.11; // cells

// sin(a + turn * phase), the phase given as its cosine and sine.
float wave(float a, vec2 phase, float turn) { return sin(a) * phase.x + cos(a) * phase.y * turn; }

void main() {
    ivec2 cell = ivec2(gl_FragCoord.xy), last = textureSize(height, 0) - 1;
    vec2 slope = vec2(0.0);
    float bend = 0.0;
    for (int y = 0; y < 5; ++y)
        for (int x = 0; x < 5; ++x) {
            ivec2 at = clamp(cell + ivec2(x, y) - 2, ivec2(0), last);
            float h = mix(texelFetch(previous, at, 0).r, texelFetch(height, at, 0).r, measures.x);
            slope += h * vec2(SLOPE[x] * SMOOTH[y], SMOOTH[x] * SLOPE[y]);
            bend += h * (BEND[x] * SMOOTH[y] + SMOOTH[x] * BEND[y]);
        }

    vec2 p = gl_FragCoord.xy * measures.z;
    // Crests that bend: straight ones would cross in a lattice that the eye finds on a large pond.
    p += 30.0 * vec2(sin(dot(p, vec2(0.0061, 0.0174))), sin(dot(p, vec2(0.0143, -0.0082)) + 1.0))
        + 17.0 * vec2(sin(dot(p, vec2(-0.0231, 0.0097))), sin(dot(p, vec2(0.0112, 0.0267))));
    vec2 first = turns.xy, second = turns.zw;
    vec2 swell = vec2(wave(dot(p, vec2(0.047, 0.083)), first, 1.0), wave(dot(p, vec2(-0.071, 0.061)), first, -1.0))
        + 0.7 * vec2(wave(dot(p, vec2(0.110, -0.039)), second, -1.0), wave(dot(p, vec2(0.052, 0.097)), second, 1.0));
    float calm = wave(dot(p, vec2(0.0131, -0.0087)), first, 1.0) * wave(dot(p, vec2(0.0049, 0.0157)), second, -1.0);
    surface = vec4(measures.y * slope + SWELL * swell, measures.y * bend, 0.5 + 0.5 * calm);
}
