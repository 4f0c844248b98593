// Colours laid over each other. Colours come not premultiplied and leave premultiplied.

// Where the light goes: from the upper left to the lower right of the screen (the letters' dark copy lies at 1.4, 2.8).
const vec2 TONE_LIGHT = vec2(0.4472136, 0.8944272);

vec4 tone_premultiplied(vec4 c) { return vec4(c.rgb * c.a, c.a); }

// A tone on a fill, `share` of its area.
vec4 tone_over(vec4 fill, vec4 tone, float share) { return vec4(mix(fill.rgb, tone.rgb, tone.a * share), fill.a); }

// A body of which `all` is covered, `inner` of it by the fill and the rest by the ink line.
vec4 tone_body(vec4 fill, vec4 ink, float all, float inner) {
    inner = min(inner, all);
    // Ink that lets the fill shine through lies over it, as on paper.
    vec4 line = tone_premultiplied(ink) + tone_premultiplied(fill) * (1.0 - ink.a);
    return tone_premultiplied(fill) * inner + line * (all - inner);
}
