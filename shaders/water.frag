// Third water pass: the floor seen through the surface, tinted by depth, with the light that the surface
// gathers on it and throws back. Light falls from the upper left.
#include "lib/frame.glsl"
#include "lib/noise.glsl"
#include "lib/bspline.glsl"

uniform sampler2D floor_picture; // the target so far, texel for pixel
uniform sampler2D surface_grid;  // of water_surface.frag
uniform sampler2D web_tile;      // of water_web.frag
uniform vec4 bounds;             // least and greatest texel centres of the floor that belong to this picture
uniform vec4 measures;           // board px a cell, farthest shift board px, board px a web tile
uniform vec4 tint;               // alpha: strength of the depth
uniform vec4 light;              // alpha: strength of glints and caustics

out vec4 color;

const vec2 TOWARD_LIGHT = vec2(0.6, 0.8); // a surface that rises along this faces the light
const mat2 WEB_TURN = mat2(0.866, 0.5, -0.5, 0.866);

// How the floor is shifted at a place of a board of that size, board px: smoothly limited, none at the edge.
vec2 refraction(vec2 board, vec2 size, vec2 cells) {
    float reach = measures.y;
    vec2 shift = cells * measures.x;
    shift *= reach * inversesqrt(reach * reach + dot(shift, shift));
    vec2 least = max(frame_board(vec2(0.0)), 0.0), most = min(frame_board(frame_size()), size);
    vec2 away = min(board - least, most - board);
    return shift * smoothstep(0.0, reach, min(away.x, away.y));
}

// The floor's own colour behind water. Pale things take the water's colour, colourful ones keep theirs.
vec3 submerged(vec3 c, vec3 hue, float depth) {
    float value = dot(c, vec3(0.3, 0.5, 0.2));
    float chroma = max(c.r, max(c.g, c.b)) - min(c.r, min(c.g, c.b));
    float strength = tint.a * mix(0.70, 1.60, depth);
    strength *= 1.0 - 0.6 * smoothstep(0.24, 0.42, chroma);
    strength *= 1.0 - 0.5 * smoothstep(0.86, 0.97, value);
    return mix(c, hue * (0.58 + 0.48 * value), clamp(strength, 0.0, 1.0));
}

void main() {
    vec2 px = frame_picture_px();
    vec2 board = frame_board(px);
    vec2 grid = measures.x * vec2(textureSize(surface_grid, 0));
    vec4 surface = bspline_texture(surface_grid, board / grid);
    vec2 shift = refraction(board, grid, surface.xy);
    vec2 seen = board + shift;

    vec2 texel = clamp(gl_FragCoord.xy + vec2(shift.x, -shift.y) * frame_scale(), bounds.xy, bounds.zw);
    vec3 c = textureLod(floor_picture, texel / vec2(textureSize(floor_picture, 0)), 0.0).rgb;
    float value = dot(c, vec3(0.3, 0.5, 0.2));

    // The tint is a pale water seen against paper; in depth it shows its full colour.
    float pale = dot(tint.rgb, vec3(0.3, 0.5, 0.2));
    vec3 hue = clamp(pale + 1.9 * (tint.rgb - pale), 0.0, 1.0);
    float depth = clamp(0.5 + dot(board / grid - 0.5, vec2(0.40, 0.60)), 0.0, 1.0);
    c = submerged(c, hue, depth);

    // Light on the floor: the slow web, stronger where waves gather it, and the waves' own bright lines.
    float web = textureLod(web_tile, WEB_TURN * seen / measures.z, 0.0).r;
    float shown = smoothstep(0.10, 0.80, surface.w);
    float thread = smoothstep(0.0, 0.14, web - mix(0.43, 0.34, surface.w));
    float caustic = thread * mix(0.12, 0.85, shown) + web * web * mix(0.25, 0.65, shown);
    float gathered = -surface.z / (0.30 + abs(surface.z));
    float bright = caustic * mix(0.30, 0.62, value) * (1.0 + 0.5 * gathered) + 0.55 * max(gathered, 0.0);
    float dark = 0.20 * max(-gathered, 0.0);

    // The surface itself: its slopes toward the light are pale, those away from it deep, steep ones glint.
    float facing = dot(surface.xy, TOWARD_LIGHT);
    float relief = facing / (0.26 + abs(facing));
    bright += 0.34 * max(relief, 0.0);
    dark += 0.52 * max(-relief, 0.0);
    float glint = smoothstep(0.34, 0.48, facing) * (1.0 - 0.75 * smoothstep(0.6, 1.2, facing));

    c *= mix(vec3(1.0), hue * 0.85, dark);
    c += (1.0 - c) * light.rgb * (light.a * min(bright, 1.0));
    c = mix(c, mix(light.rgb, vec3(1.0), 0.6), 0.8 * light.a * glint);
    c += (noise_hash(ivec2(floor(px)), 23u) - 0.5) / 255.0; // half a level of still noise: no bands
    color = vec4(clamp(c, 0.0, 1.0), 1.0);
}
