// Second water pass: one tile of the web of light that a moving surface throws on the floor. The tile repeats
// without a seam in space, and in time with each drift phase. It holds a smooth measure, not the light itself:
// 0 within a mesh of the web, 0.5 on a thread between two, more on a knot; the full-size pass cuts threads
// from it, which are then as sharp as the screen.
#include "lib/noise.glsl"

uniform vec4 turns; // cosine and sine of the two drift phases
uniform float size; // texels of the tile

out float web;

const int MESHES = 7;      // across the tile
const float THREAD = 17.0; // higher is thinner
const float TAU = 6.28318530718;

float wave(float a, vec2 phase, float turn) { return sin(a) * phase.x + cos(a) * phase.y * turn; }

void main() {
    vec2 at = gl_FragCoord.xy / size, a = TAU * at;
    vec2 first = turns.xy, second = turns.zw;
    // A sway bends the threads; whole numbers of waves a tile.
    vec2 p = at * float(MESHES);
    p += 0.20 * vec2(wave(2.0 * a.y, second, 1.0), wave(2.0 * a.x + 1.3, second, -1.0));
    p += 0.12 * vec2(wave(3.0 * a.x - 2.0 * a.y, first, -1.0), wave(3.0 * a.y + 2.0 * a.x, first, 1.0));
    p += 0.055 * vec2(wave(9.0 * a.y - 4.0 * a.x, first, 1.0), wave(8.0 * a.x + 5.0 * a.y, second, -1.0));

    // One heart a mesh, each on a circle of its own; the web runs where no heart is alone the nearest.
    ivec2 base = ivec2(floor(p));
    float sum = 0.0, squares = 0.0;
    for (int y = -1; y <= 1; ++y)
        for (int x = -1; x <= 1; ++x) {
            ivec2 mesh = base + ivec2(x, y);
            uint bits = noise_bits((mesh + 4 * MESHES) % MESHES, 9u);
            vec2 arm = vec2(bits & 1023u, (bits >> 10) & 1023u) * (0.72 / 1023.0) - 0.36;
            vec2 turn = (bits & 0x100000u) != 0u ? first : vec2(second.x, -second.y);
            vec2 away = vec2(mesh) + 0.5 + vec2(turn.x * arm.x - turn.y * arm.y, turn.y * arm.x + turn.x * arm.y) - p;
            float weight = exp(-THREAD * dot(away, away));
            sum += weight;
            squares += weight * weight;
        }
    web = 1.0 - squares / (sum * sum);
}
