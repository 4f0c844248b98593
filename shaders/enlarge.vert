// Two triangles a tile of the small picture, none where nothing was painted on it.
uniform sampler2D covered; // of covered.frag
uniform vec2 reach;        // px of the target
uniform float share;       // texels a pixel
uniform float rows;        // texels of the small picture from its foot to its head

void main() {
    ivec2 tiles = textureSize(covered, 0), tile = ivec2(gl_InstanceID % tiles.x, gl_InstanceID / tiles.x);
    int corner = gl_VertexID < 3 ? gl_VertexID : gl_VertexID - 2; // 0 1 2, 1 2 3
    ivec2 texel = (tile + ivec2(corner & 1, corner >> 1)) * ENLARGE_TILE;
    // Both pictures begin in the upper left corner.
    vec2 px = vec2(float(texel.x) / share, reach.y - (rows - float(texel.y)) / share);
    bool any = texelFetch(covered, tile, 0).r > 0.0;
    // The outermost tiles reach to the border: the small picture's size is rounded.
    px = mix(px, vec2(-1.0), vec2(equal(texel, ivec2(0))));
    px = mix(px, reach + 1.0, vec2(greaterThanEqual(texel, tiles * ENLARGE_TILE)));
    gl_Position = any ? vec4(px / reach * 2.0 - 1.0, 0.0, 1.0) : vec4(-2.0, -2.0, 0.0, 1.0);
}
