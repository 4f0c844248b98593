// The scene that comes spreads from one place behind a ring of water. Lengths are in 300ths of the picture's shorter side.
#include "lib/ring.glsl"
uniform sampler2D coming;
uniform float share; // 0: nothing of it yet, 1: all of it
uniform vec2 origin; // px from the lower left corner

out vec4 color;

void main() {
    vec2 size = vec2(textureSize(coming, 0));
    Ring ring = ring_at(gl_FragCoord.xy, origin, size, share);
    vec2 from = gl_FragCoord.xy + ring.bend;
    vec4 picture = texture(coming, from / size);
    picture.rgb += ring.light * picture.a;
    // Before the crest a bow wave dims what is about to go.
    color = picture * ring.behind + vec4(vec3(0.13, 0.20, 0.24) * ring.bow, ring.bow) * (1.0 - ring.behind);
}
