// Materials of natural ground, by its slope, its form and how it lies to the water. Needs noise_map.

struct Lie {
  vec2 at;      // m
  float height; // m
  vec3 normal;
  float hollow; // > 0 in hollows, < 0 on crests, as a slope
  float above;  // height above the water nearby, in scene_scale()
  float near;   // 0 to 1: whether there is water nearby
};

// Colour, and in w how rough its grain is: 0 grass, 1 rock and gravel.
vec4 natural_material(Lie lie) {
  float scale = scene_scale();
#if MATERIAL_COARSE
  // For ground that is far away: two look-ups.
  vec4 wide = texture(noise_map, lie.at / (97.0 * scale) + 0.13), fine = texture(noise_map, lie.at / (7.3 * scale) + 0.3);
  vec4 coarse = 0.7 * wide.grba + 0.15, grit = fine;
#else
  vec4 wide = texture(noise_map, lie.at / (97.0 * scale) + 0.13);
  vec4 coarse = texture(noise_map, lie.at / (31.0 * scale)), fine = texture(noise_map, lie.at / (7.3 * scale) + 0.3);
  vec4 grit = texture(noise_map, lie.at / (1.9 * scale) + 0.7);
#endif
  float ragged = 0.55 * (coarse.b - 0.5) + 0.45 * (fine.b - 0.5) + 0.22 * (grit.b - 0.5);

  if (ground_kind == GROUND_ASH) { // over basalt, with cinders in hollows
    vec3 basalt = mix(vec3(0.016, 0.015, 0.015), vec3(0.060, 0.055, 0.052), saturate(0.5 + 2.0 * ragged + 0.5 * (grit.b - 0.5)));
    vec3 ash = mix(vec3(0.052, 0.046, 0.042), vec3(0.098, 0.082, 0.070), saturate(0.5 + 1.5 * (wide.b - 0.5) + ragged));
    vec3 cinder = vec3(0.085, 0.040, 0.026) * (0.6 + 0.8 * fine.b);
    float bare = smoothstep(0.05, 0.20, 1.0 - lie.normal.y + 0.30 * ragged - 0.4 * lie.hollow);
    vec3 mixed = mix(mix(ash, cinder, 0.6 * smoothstep(0.46, 0.80, coarse.b + 0.5 * (fine.b - 0.5) + 0.4 * lie.hollow)), basalt, bare);
    return vec4(mixed * (1.0 - 0.5 * saturate(2.0 * lie.hollow)), 0.8);
  }

#ifndef MATERIAL_BEYOND // a town ends with the grid, and meadows begin
  if (ground_kind == GROUND_STONE) { // a town's: flags in courses, moss in joints and by the water, mud under it
    float wide_flag = 1.15 * clamp(scale, 0.3, 1.0);
    vec2 flag = lie.at / (wide_flag * vec2(1.7, 1.0));
    flag.x += 0.5 * mod(floor(flag.y), 2.0) + 0.3 * fract(floor(flag.y) * 0.618);
    float tone = fract(dot(floor(flag), vec2(0.618, 0.377)));
    vec2 to_joint = (0.5 - abs(fract(flag) - 0.5)) * vec2(1.7, 1.0);
    float joint = 1.0 - smoothstep(0.03, 0.09, min(to_joint.x, to_joint.y));
    vec3 stone = mix(vec3(0.205, 0.192, 0.170), vec3(0.285, 0.268, 0.240), tone) * (0.62 + 0.36 * fine.b + 0.34 * grit.b);
    vec3 moss = vec3(0.052, 0.062, 0.026) * (0.6 + 0.8 * grit.b);
    stone = mix(stone, vec3(0.075, 0.068, 0.056), 0.8 * joint);
    float grown = smoothstep(0.9, 0.15, lie.above + 0.6 * ragged) * lie.near * 0.75;
    grown = max(grown, 0.45 * smoothstep(0.60, 0.76, coarse.b + 0.4 * (fine.b - 0.5)));
    vec3 silt = vec3(0.150, 0.128, 0.092) * (0.70 + 0.30 * coarse.b + 0.30 * grit.b);
    vec3 made = mix(mix(stone, moss, grown), silt, lie.near * smoothstep(0.3, 1.4, -lie.above + 0.5 * ragged));
    return vec4(made * (1.0 - 0.4 * saturate(lie.hollow)), 0.9);
  }
#endif

  if (ground_kind == GROUND_SAND) { // a shore: sand in ripples, a line of wrack and shells, marram on the dunes
    float up = (lie.height - around_level) / (2.0 * scale); // m above the sea on a shore of 128 m
    float bend = 0.9 * lie.at.x + 0.5 * lie.at.y + 5.0 * scale * (coarse.b + 0.35 * fine.b);
    float ripple = 0.5 + 0.5 * sin(6.2831853 * bend / (1.1 * scale));
    vec3 sand = mix(vec3(0.345, 0.275, 0.180), vec3(0.440, 0.362, 0.248), saturate(0.5 + 1.3 * (wide.b - 0.5) + ragged));
    sand *= 0.80 + 0.13 * ripple * (0.5 + fine.b) + 0.10 * fine.b + 0.10 * grit.b;
    float shells = smoothstep(0.30, 0.18, grit.a) * smoothstep(0.45, 0.62, coarse.b + 0.4 * (fine.b - 0.5));
    sand = mix(sand, mix(vec3(0.17, 0.15, 0.13), vec3(0.52, 0.47, 0.40), fract(7.0 * fine.b)), 0.6 * shells * smoothstep(2.2, 0.6, up));
    sand *= mix(vec3(0.70, 0.68, 0.67), vec3(1.0), smoothstep(0.5, 1.15, up + 0.5 * ragged)); // damp as far as waves run up
    float wrack = smoothstep(0.16, 0.05, abs(up - 2.5 - 0.9 * (coarse.b - 0.5))) * smoothstep(0.40, 0.60, fine.b + 0.3 * (grit.b - 0.5));
    sand = mix(sand, vec3(0.070, 0.055, 0.034), 0.75 * wrack);
    vec3 marram = mix(vec3(0.060, 0.076, 0.026), vec3(0.165, 0.150, 0.072), saturate(0.5 + 1.5 * (fine.b - 0.5) + 0.8 * ragged));
    float grown = smoothstep(1.8, 5.5, up + 4.5 * ragged + 3.0 * (wide.b - 0.5)) * smoothstep(0.40, 0.62, 0.6 * fine.b + 0.4 * coarse.b + 0.5 * (grit.b - 0.5));
    vec3 mixed = mix(sand, marram * (0.75 + 0.5 * grit.b), 0.9 * grown) * (1.0 - 0.35 * saturate(1.6 * lie.hollow));
    return vec4(mixed, 0.45 - 0.35 * grown);
  }

  // 1, and less in a steep land (ROCK_SLOPE of src/render/land/rock.h by the frame's): crests are steep there, too, and are not all dry.
  float gentle = 0.9362 / rock_slope, hollow = lie.hollow * gentle;

  // Meadow: lush in hollows and by the water, dry on crests, in tufts.
  vec3 lush = vec3(0.034, 0.058, 0.013), meadow = vec3(0.072, 0.088, 0.024), dry = vec3(0.148, 0.126, 0.055);
  float dryness = 0.42 + 1.5 * (wide.b - 0.5) + 0.8 * ragged - 1.4 * hollow - 0.22 * lie.near;
  vec3 grass = mix(mix(lush, meadow, smoothstep(0.12, 0.48, dryness)), dry, smoothstep(0.50, 1.0, dryness));
  grass *= 0.72 + 0.34 * fine.b + 0.28 * grit.b;
  grass = mix(grass, vec3(0.090, 0.066, 0.036) * (0.7 + 0.6 * grit.b), 0.55 * smoothstep(0.60, 0.72, fine.b + 0.35 * (coarse.b - 0.5)));

  // Rock: strata that bend with the hill, darker in cracks; scree below and between.
  float bent = lie.height / scale + 4.0 * (wide.b - 0.5) + 1.6 * (coarse.b - 0.5);
#if MATERIAL_COARSE
  float band = 0.5 + 0.25 * sin(0.9 * bent), thin = fine.r;
#else
  float band = texture(noise_map, vec2(0.037 * bent, 0.3 + 0.02 * coarse.r)).b, thin = texture(noise_map, vec2(0.21 * bent, 0.7)).b;
#endif
  float layer = saturate(0.5 + 1.9 * (band - 0.5) + 0.9 * (thin - 0.5));
  vec3 rock = mix(vec3(0.080, 0.079, 0.078), vec3(0.212, 0.204, 0.190), layer) * (0.62 + 0.42 * fine.b + 0.34 * grit.b);
  rock *= 1.0 - 0.65 * smoothstep(0.44, 0.30, 0.5 * fine.b + 0.5 * grit.b);
  rock = mix(rock, vec3(0.115, 0.120, 0.066), 0.45 * smoothstep(0.5, 0.7, coarse.b) * lie.normal.y); // lichen and moss
  vec3 scree = mix(vec3(0.135, 0.118, 0.096), vec3(0.205, 0.186, 0.158), grit.b) * (0.55 + 0.8 * smoothstep(0.2, 0.8, grit.a));

  // Beach: sand with pebbles, mud under water, a line of wrack where the water stood.
  vec3 sand = vec3(0.285, 0.232, 0.158) * (0.80 + 0.22 * fine.b + 0.22 * grit.b);
  float pebbles = smoothstep(0.40, 0.22, grit.a) * smoothstep(0.42, 0.60, coarse.b + 0.3 * (fine.b - 0.5));
  sand = mix(sand, mix(vec3(0.130, 0.122, 0.112), vec3(0.300, 0.280, 0.255), fract(7.0 * fine.b)), 0.75 * pebbles);
  vec3 mud = vec3(0.190, 0.158, 0.106) * (0.65 + 0.35 * coarse.b + 0.30 * grit.b);

  float steep = 1.0 - lie.normal.y + 0.16 * ragged - 0.12 * hollow;
  float rocky = 1.0 - inversesqrt(1.0 + rock_slope * rock_slope), stony = smoothstep(rocky, rocky + 0.09, steep);
  float reach = 0.12 * gentle * gentle; // of scree below it
  float bare = smoothstep(rocky - reach, rocky - 0.25 * reach, steep + 0.06 * (grit.b - 0.5));
  vec4 mixed = vec4(grass, 0.0);
  mixed = mix(mixed, vec4(scree, 0.7), 0.8 * bare);
  mixed = mix(mixed, vec4(rock, 1.0), stony);
  float beach = lie.near * (1.0 - smoothstep(0.25, 0.55, lie.above + 1.5 * ragged)) * (1.0 - 0.75 * smoothstep(0.2, 0.4, steep));
  mixed = mix(mixed, vec4(mix(sand, mud, smoothstep(0.2, 2.6, -lie.above + 0.6 * ragged)), 0.6), beach);
  mixed.rgb *= 1.0 - 0.45 * saturate(1.6 * hollow) + 0.12 * saturate(-1.6 * hollow);
  return mixed;
}
