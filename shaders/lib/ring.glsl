// A ring of water that runs over a picture: where its crest is, how it bends what is seen through it, how it shines.
const float RING_WIDE = 34.0;  // from one crest to the next
const float RING_DEEP = 7.0;   // how far it bends what is seen through it
const float RING_TRAIN = 1.5;  // crests after which nothing is left of it

struct Ring {
    float behind; // 0 before the crest, 1 behind it
    float bow;    // the bow wave before it, 0..1
    float light;  // what its slope adds to the picture
    vec2 bend;    // px
};

Ring ring_at(vec2 px, vec2 origin, vec2 size, float share) {
    float unit = min(size.x, size.y) / 300.0;
    vec2 d = (px - origin) / unit;
    float r = length(d), far = length(max(origin, size - origin)) / unit;
    vec2 way = d / max(r, 1.0e-3);
    // It starts with no ring at all and has left the picture with all that follows it at the end.
    float at = share * (far + RING_WIDE * (RING_TRAIN + 1.0)) - 0.5 * RING_WIDE;
    float late = at - r;
    Ring ring;
    ring.behind = smoothstep(-1.5, 1.5, late);
    float calm = exp(-max(late, 0.0) / (RING_TRAIN * RING_WIDE)) * smoothstep(0.0, 0.5 * RING_WIDE, late);
    calm *= smoothstep(0.0, 0.12, share) * (1.0 - smoothstep(0.85, 1.0, share));
    float phase = 6.2831853 * late / RING_WIDE;
    ring.bend = -way * sin(phase) * calm * RING_DEEP * unit;
    float lit = dot(way, vec2(-0.6, 0.8)) * cos(phase) * calm + 0.5 * exp(-late * late / 18.0) * smoothstep(0.0, 0.08, share);
    ring.light = 0.16 * lit;
    ring.bow = 0.22 * exp(-max(-late, 0.0) / 7.0) * smoothstep(0.0, 0.1, share) * step(0.0, at);
    return ring;
}
