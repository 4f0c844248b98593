// A texture read through the cubic B-spline: smooth to the second derivative, so that no texel edge shows
// however far it is magnified. Four bilinear fetches (after Sigg and Hadwiger, GPU Gems 2, chapter 20).
vec4 bspline_texture(sampler2D grid, vec2 uv) {
    vec2 size = vec2(textureSize(grid, 0));
    vec2 p = uv * size - 0.5;
    vec2 f = fract(p), corner = p - f, g = 1.0 - f;
    vec2 w0 = g * g * g * (1.0 / 6.0);
    vec2 w1 = 2.0 / 3.0 - f * f * (1.0 - 0.5 * f);
    vec2 w3 = f * f * f * (1.0 / 6.0);
    vec2 near = w0 + w1, far = 1.0 - near;
    vec2 a = (corner - 0.5 + w1 / near) / size;
    vec2 b = (corner + 1.5 + w3 / far) / size;
    return near.y * (near.x * textureLod(grid, a, 0.0) + far.x * textureLod(grid, vec2(b.x, a.y), 0.0))
         + far.y * (near.x * textureLod(grid, vec2(a.x, b.y), 0.0) + far.x * textureLod(grid, b, 0.0));
}
