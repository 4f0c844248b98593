// Covers the texels of arrays that are computed together, one rectangle an array; each begins a row of the texture.
uniform int height; // rows of the texture

in vec4 piece; // first texel in the source, points of an instance, instances, first row here
in vec2 area;  // texels across and down

flat out ivec4 f_piece;

void main() {
    int corner = gl_VertexID % 6;
    vec2 share = vec2(corner == 1 || corner == 2 || corner == 4 ? 1.0 : 0.0, corner == 2 || corner > 3 ? 1.0 : 0.0);
    f_piece = ivec4(piece);
    vec2 at = (vec2(0.0, piece.w) + area * share) / vec2(1 << TEXTURE_BITS, height);
    gl_Position = vec4(2.0 * at - 1.0, 0.0, 1.0);
}
