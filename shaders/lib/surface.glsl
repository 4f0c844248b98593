// The line where letters enter a liquid. Needs lib/fetch.glsl.

uniform sampler2D extra; // board y of the line at places evenly apart
uniform vec3 line;       // board x of the first place, places per board px, how many places
uniform vec4 tint;
uniform vec2 shift;

float surface_at(int i) { return fetch(extra, clamp(i, 0, int(line.z) - 1)).x; }

// Board px below the surface, measured across it; negative above.
float surface_depth(vec2 p) {
    float at = clamp((p.x - line.x) * line.y, 0.0, line.z - 1.0);
    int i = min(int(at), int(line.z) - 2);
    float f = at - float(i);
    vec4 y = vec4(surface_at(i - 1), surface_at(i), surface_at(i + 1), surface_at(i + 2));
    vec3 s = 0.5 * vec3(y.z - y.x, y.w - y.y, 0.0);
    float rise = y.z - y.y;
    float level = y.y + f * (s.x + f * (3.0 * rise - 2.0 * s.x - s.y + f * (s.x + s.y - 2.0 * rise)));
    float slope = (s.x + f * (2.0 * (3.0 * rise - 2.0 * s.x - s.y) + 3.0 * f * (s.x + s.y - 2.0 * rise))) * line.y;
    return (p.y - level) * inversesqrt(1.0 + slope * slope);
}
