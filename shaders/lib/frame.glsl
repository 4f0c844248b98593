// The frame: where the board lies on the picture, and where this rectangle of pixels lies in the picture.
// Written once a paint by viewer/painter/frame.py. Fragments find their board place from gl_FragCoord alone,
// never from a varying: so a tile of a large still gets bit for bit what the whole picture would.
layout(std140) uniform Frame {
    vec4 f_pixels; // x, y: picture pixel = (gl_FragCoord.x + x, y - gl_FragCoord.y); z, w: size of the view, px
    vec4 f_board;  // x, y: picture pixel of the board's origin; z: pixels per board px; w: board px per pixel
    vec4 f_clip;   // clip position = board * xy + zw
};

// Size of the view, px.
vec2 frame_size() { return f_pixels.zw; }

// Pixels per board px.
float frame_scale() { return f_board.z; }

// Board px per pixel.
float frame_pixel() { return f_board.w; }

#ifdef FRAGMENT_STAGE
// Picture pixel of this fragment's centre, y down.
vec2 frame_picture_px() { return vec2(gl_FragCoord.x + f_pixels.x, f_pixels.y - gl_FragCoord.y); }
#endif

// Board px of a picture pixel.
vec2 frame_board(vec2 picture_px) { return (picture_px - f_board.xy) * f_board.w; }

// Clip position of a board position.
vec4 frame_clip(vec2 board) { return vec4(board * f_clip.xy + f_clip.zw, 0.0, 1.0); }
