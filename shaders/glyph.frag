// A letter from its signed distance field. Where the edge crosses a pixel, the pixel is covered by as much as a
// straight edge at that distance and direction would cover of its square; small letters take several samples a
// pixel, so that strokes thinner than a pixel keep their weight.
#include "lib/frame.glsl"
#include "lib/coverage.glsl"

uniform sampler2D atlas; // distance in em, negative inside

flat in vec4 pose;
flat in vec2 size;
flat in vec4 ink;
flat in vec4 field;
flat in vec4 extent;

out vec4 color;

// Distance at a place of the letter, em. Beyond the field: the way to its border is added.
float distance_at(vec2 em) {
    vec2 texel = (em - field.zw) * extent.z;
    vec2 inside = clamp(texel, vec2(0.5), extent.xy - 0.5);
    float d = textureLod(atlas, (field.xy + inside) / vec2(textureSize(atlas, 0)), 0.0).r;
    return d + length(texel - inside) / extent.z;
}

// Direction in which the distance grows, per em; over a step no smaller than the field's own samples.
vec2 slope_at(vec2 em, float h) {
    return vec2(distance_at(em + vec2(h, 0.0)) - distance_at(em - vec2(h, 0.0)),
                distance_at(em + vec2(0.0, h)) - distance_at(em - vec2(0.0, h)));
}

void main() {
    vec2 away = frame_board(frame_picture_px()) - pose.xy;
    vec2 em = vec2(pose.z * away.x + pose.w * away.y, pose.z * away.y - pose.w * away.x) / size;
    float em_pixel = frame_pixel() / max(abs(size.x), abs(size.y)); // the smaller side of a pixel, em

    // em of a step of one pixel to the right and down
    vec2 right = vec2(pose.z, -pose.w) * frame_pixel() / size;
    vec2 down = vec2(pose.w, pose.z) * frame_pixel() / size;

    float reach = 0.75 * max(length(right), length(down)); // from a pixel's centre beyond its farthest corner, em
    float soft = extent.w * frame_scale();
    float centre = distance_at(em);
    if (soft <= 0.0 && abs(centre) > reach) {
        if (centre > 0.0) discard;
        color = ink;
        return;
    }

    int samples = em_pixel > 1.0 / 28.0 ? 6 : em_pixel > 1.0 / 72.0 ? 4 : em_pixel > 1.0 / 280.0 ? 2 : 1;
    if (soft > 1.0) samples = 1; // a blur has no edge to miss
    float step = 1.0 / float(samples);
    float h = max(0.5 / extent.z, 0.5 * em_pixel * step);
    float covered = 0.0;
    for (int y = 0; y < samples; ++y)
        for (int x = 0; x < samples; ++x) {
            vec2 off = (vec2(x, y) + 0.5) * step - 0.5;
            vec2 at = em + right * off.x + down * off.y;
            float d = distance_at(at);
            if (soft <= 0.0 && abs(d) > reach * step) {
                covered += d < 0.0 ? 1.0 : 0.0;
                continue;
            }
            vec2 g = slope_at(at, h);
            g *= 1.0 / max(length(g), 1e-9);
            vec2 across = vec2(dot(g, right), dot(g, down)); // em per pixel along the slope
            float steep = max(length(across), 1e-9);
            float inside = -d / steep;
            covered += soft > 0.0 ? coverage_soft(inside, soft + 0.5)
                                  : coverage(inside / step, across / steep);
        }
    covered *= step * step;
    if (covered <= 0.0) discard;
    color = ink * covered;
}
