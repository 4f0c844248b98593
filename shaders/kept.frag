// What stands still as it was painted before, texel for pixel.
uniform sampler2D kept;
uniform ivec2 corner; // lower left pixel of the rectangle

out vec4 color;

void main() { color = texelFetch(kept, ivec2(gl_FragCoord.xy) - corner, 0); }
