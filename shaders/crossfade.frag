// The picture of the scene that comes, over the one that goes, texel for pixel.
uniform sampler2D coming;
uniform float share; // 0: nothing of it yet, 1: all of it

out vec4 color;

void main() { color = texelFetch(coming, ivec2(gl_FragCoord.xy), 0) * share; }
