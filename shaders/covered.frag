// Whether anything was painted in each tile of a small picture, or so near it that its pixels are made from it.
uniform sampler2D small;

out vec4 color;

void main() {
    ivec2 last = textureSize(small, 0) - 1, from = ivec2(gl_FragCoord.xy) * ENLARGE_TILE - 2;
    float most = 0.0;
    for (int y = 0; y < ENLARGE_TILE + 4; ++y) {
        for (int x = 0; x < ENLARGE_TILE + 4; ++x) {
            most = max(most, texelFetch(small, clamp(from + ivec2(x, y), ivec2(0), last), 0).a);
        }
    }
    color = vec4(most);
}
