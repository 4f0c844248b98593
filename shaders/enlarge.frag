// What was painted smaller, as large as the screen, over what is there. Neighbours weigh by their distance across an edge
// more than by that along it, so that lines stay lines, and thin; each pixel stays between the four nearest texels.
uniform sampler2D small;
uniform float share;  // texels a pixel
uniform vec2 reach;    // px of the target

out vec4 color;

const float CRISP = 0.55;   // how much of what distinguishes a pixel from its surroundings is added to it

// What edges are edges of: brightness, and what is there at all.
float luma(vec4 c) { return dot(c, vec4(0.3, 0.5, 0.2, 0.5)); }

void main() {
    ivec2 size = textureSize(small, 0), last = size - 1;
    vec2 at = vec2(gl_FragCoord.x, reach.y - gl_FragCoord.y) * share; // from the upper left, where both begin
    at.y = float(size.y) - at.y;
    vec2 base = floor(at - 0.5), f = at - 0.5 - base;
    ivec2 b = ivec2(base), low = clamp(b, ivec2(0), last), high = clamp(b + 1, ivec2(0), last);
    vec4 c00 = texelFetch(small, low, 0), c10 = texelFetch(small, ivec2(high.x, low.y), 0);
    vec4 c01 = texelFetch(small, ivec2(low.x, high.y), 0), c11 = texelFetch(small, high, 0);
    vec4 least = min(min(c00, c10), min(c01, c11)), most = max(max(c00, c10), max(c01, c11));
    // Eight more around them: columns and rows -1 and 2, without the corners.
    ivec2 far = clamp(b + 2, ivec2(0), last), near = clamp(b - 1, ivec2(0), last);
    vec4 t0 = texelFetch(small, ivec2(low.x, far.y), 0), t1 = texelFetch(small, ivec2(high.x, far.y), 0);
    vec4 d0 = texelFetch(small, ivec2(low.x, near.y), 0), d1 = texelFetch(small, ivec2(high.x, near.y), 0);
    vec4 l0 = texelFetch(small, ivec2(near.x, low.y), 0), l1 = texelFetch(small, ivec2(near.x, high.y), 0);
    vec4 r0 = texelFetch(small, ivec2(far.x, low.y), 0), r1 = texelFetch(small, ivec2(far.x, high.y), 0);

    // Which way the edge runs: slopes at the four, weighed by how near they are.
    float y00 = luma(c00), y10 = luma(c10), y01 = luma(c01), y11 = luma(c11);
    vec2 g = (1.0 - f.x) * (1.0 - f.y) * vec2(y10 - luma(l0), y01 - luma(d0));
    g += f.x * (1.0 - f.y) * vec2(luma(r0) - y00, y11 - luma(d1));
    g += (1.0 - f.x) * f.y * vec2(y11 - luma(l1), luma(t0) - y00);
    g += f.x * f.y * vec2(luma(r1) - y01, luma(t1) - y10);
    float steep = length(g);
    float sure = clamp(4.0 * steep, 0.0, 1.0);
    vec2 across = steep > 1.0e-4 ? g / steep : vec2(1.0, 0.0);
    float longer = mix(1.0, 0.55, sure); // how near what lies along the edge seems

    vec4 sum = vec4(0.0);
    float all = 0.0;
#define TAP(texel, right, up) { vec2 o = vec2(right, up) - f; float u = dot(o, across), v = longer * dot(o, vec2(-across.y, across.x)); \
    float r = min(u * u + v * v, 4.0), w = (1.0 - 0.25 * r) * (1.0 - 0.25 * r) * (1.0 - 0.62 * r + 0.06 * r * r); \
    sum += w * texel; all += w; }
    TAP(c00, 0.0, 0.0) TAP(c10, 1.0, 0.0) TAP(c01, 0.0, 1.0) TAP(c11, 1.0, 1.0)
    TAP(d0, 0.0, -1.0) TAP(d1, 1.0, -1.0) TAP(t0, 0.0, 2.0) TAP(t1, 1.0, 2.0)
    TAP(l0, -1.0, 0.0) TAP(l1, -1.0, 1.0) TAP(r0, 2.0, 0.0) TAP(r1, 2.0, 1.0)
    vec4 made = sum / all;
    vec4 around = (d0 + d1 + t0 + t1 + l0 + l1 + r0 + r1 + c00 + c10 + c01 + c11) / 12.0;
    color = clamp(made + CRISP * (made - around), least, most); // no halo beside an outline
}
