// A convex polygon that cuts a letter: how much of a pixel lies in it, and how far inside its nearest side it is. Needs lib/fetch.glsl.

uniform sampler2D extra; // the corners of all cells, em
uniform int sides;

// x: share of the pixel inside, y: px to the nearest side. `right`, `down`: em of a step of one pixel.
vec2 cell_share(int first, vec2 em, vec2 right, vec2 down) {
    float rest = 1.0, least = 1.0, second = 1.0, nearest = 1.0e9, area = 0.0;
    vec2 least_n = vec2(1.0, 0.0), second_n = vec2(1.0, 0.0);
    vec2 origin = fetch(extra, first).xy, last = fetch(extra, first + sides - 1).xy;
    for (int i = 1; i < sides - 1; ++i) {
        vec2 a = fetch(extra, first + i).xy - origin, b = fetch(extra, first + i + 1).xy - origin;
        area += a.x * b.y - a.y * b.x;
    }
    float facing = area < 0.0 ? -1.0 : 1.0;
    for (int i = 0; i < sides; ++i) {
        vec2 next = fetch(extra, first + i).xy, along = next - last;
        vec2 n = facing * vec2(along.y, -along.x); // outward
        vec2 across = vec2(dot(n, right), dot(n, down));
        float steep = length(across);
        if (steep > 1.0e-12) {
            float inside = -dot(n, em - last) / steep;
            nearest = min(nearest, inside);
            float share = coverage(inside, across / steep);
            if (share < least) {
                rest *= second;
                second = least;
                second_n = least_n;
                least = share;
                least_n = across / steep;
            } else if (share < second) {
                rest *= second;
                second = share;
                second_n = across / steep;
            } else {
                rest *= share;
            }
        }
        last = next;
    }
    return vec2(coverage_both(least, second, dot(least_n, second_n)) * rest, nearest);
}
