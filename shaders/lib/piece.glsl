// What a bake is told of the array that it computes a texel of (pieces.vert).
flat in ivec4 f_piece; // first texel in the source, points of an instance, instances, first row here

int piece_source() { return f_piece.x; }
int piece_count() { return f_piece.y; }
int piece_instances() { return f_piece.z; }

// Index of the texel within the array.
int piece_index() { return int(gl_FragCoord.x) + ((int(gl_FragCoord.y) - f_piece.w) << TEXTURE_BITS); }
