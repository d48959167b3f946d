// Foam on the water's surface, for water.frag, and at the lowest tier for water_over.frag. Needs common/water_sheet.glsl and common/light_matte.glsl.

// Returns true where water runs over land, not in a tank, and not as the sea does, to and fro.
bool is_river() { return NATURAL == 1 && around_kind != AROUND_SEA; }

// Lines between cells, 0 to 1, as foam has them between its holes: two sizes of cells, carried by the flow.
float net_of(vec2 velocity, float foam, vec4 pattern) {
  float size = 3.4 * clamp(scene_scale(), 0.15, 2.0);
  vec2 at = rolled_out(velocity) / size, carry = velocity * (1.0 - rest.z) / size;
  const float rate = 0.9; // 1/s; slower, and the pattern is torn where the speed changes from place to place
  float phase = fract(time * rate + pattern.b), other = fract(phase + 0.5);
  vec2 first = at - carry * (phase - 0.5) / rate, second = at - carry * (other - 0.5) / rate + 0.37;
#if QUALITY == 0
  float a = texture(noise_map, first).a, b = texture(noise_map, second).a; // half as dear on a software driver
#else
  vec2 dx = dFdx(at), dy = dFdy(at);
  if (foam < 0.02) return 0.0; // most water has none; texture derivatives were taken above
  float a = textureGrad(noise_map, first, dx, dy).a, b = textureGrad(noise_map, second, dx, dy).a;
  if (is_river()) { // which draws it out along its way: the mean of where it is and of where it came from
    vec2 drawn = 0.14 * carry / max(1.0, 0.5 * length(carry));
    a = 0.5 * (a + textureGrad(noise_map, first - drawn, dx, dy).a);
    b = 0.5 * (b + textureGrad(noise_map, second - drawn, dx, dy).a);
  }
#endif
  return 0.45 * pattern.a + 0.55 * mix(a, b, abs(2.0 * phase - 1.0));
}

// Returns the light of foam, whose surface leans by `lean`. A breaker is torn through and through: sunlight comes out of the side that is turned
// away, too.
vec3 foam_light(vec2 lean, float sunlit) {
  return vec3(0.64, 0.66, 0.665) * (light_matte(normalize(vec3(lean.x, 1.4, lean.y)), sunlit, 1.0) + 0.22 * rest.z * sunlit * sun_light);
}

// Light of the foam and its cover (w): a lace whose holes grow as it ages, unevenly. A second look-up beside the first lights it in relief.
vec4 foam_cover(vec3 normal, float sunlit, float foam, vec2 velocity, vec4 pattern) {
  if (around_kind == AROUND_SEA) foam = mix(foam, sqrt(foam), 0.6); // salt water foams more
  if (foam > 0.0 && is_river()) { // in lanes, as its bed has them, and calm ones between
    float lane = textureLod(noise_map, position.xz / (23.0 * clamp(scene_scale(), 0.15, 2.0)), 1.0).b;
    foam *= mix(0.35, 1.2, smoothstep(0.36, 0.62, lane));
  }
  float net = net_of(velocity, foam, pattern), hole = mix(0.64, 0.10, saturate(foam + 1.4 * saturate(4.0 * foam) * (pattern.b - 0.56)));
  // Its lines are thick in the middle, white and opaque, and thin out towards the holes, where water shines through.
#if QUALITY == 0
  const float soft = 1.4; // pixels are coarser than its threads: with their edges they would be loose squares
#else
  const float soft = 1.0;
#endif
  float above = net - hole, edge = smoothstep(-0.08 * soft, 0.06 * soft, above), thick = smoothstep(0.0, mix(0.42, 0.22, saturate(foam)), above);
  float cover = edge * mix(0.42, 1.0, thick) * saturate(4.0 * foam) * liquid_thin;
#if QUALITY == 0
  vec2 relief = 1.6 * (pattern.rg - 0.5);
#else
  vec2 dx = dFdx(position.xz), dy = dFdy(position.xz);
  float area = dx.x * dy.y - dx.y * dy.x, ax = dFdx(above), ay = dFdy(above);
  vec2 falls = vec2(ay * dx.y - ax * dy.y, ax * dy.x - ay * dx.x) / (abs(area) > 1e-9 ? area : 1e9); // 1/m, away from the thick parts
  falls *= 0.5 * clamp(scene_scale(), 0.15, 2.0);
  vec2 relief = 0.7 * falls / max(1.0, length(falls)) + 0.6 * (pattern.rg - 0.5);
#endif
  return vec4(foam_light(normal.xz + relief, sunlit) * (0.68 + 0.36 * thick + 0.24 * pattern.b), 0.94 * cover);
}
