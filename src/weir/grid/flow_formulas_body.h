/* The formulas of flow_formulas.h, which includes this file for float; flow/row_parts.h includes it for Lanes. Real is the type, Mask that
 * of its comparisons, OP(min) is lane_min or lanes_min. No include guard: one file may include both headers. */

#define FORMULA static inline __attribute__((always_inline))

/* A flow is multiplied by the limit K of the cell that it leaves; positive: it leaves `behind`. */
FORMULA Real NAMED(limited_flow)(Real flow, Real limit_behind, Real limit_ahead) {
  return flow * OP(select)(OP(greater)(flow, OP(all)(0.0f)), limit_behind, limit_ahead);
}

/* K = min(1, d / (dt/dx * sum of outflows)): `have` is what the cell may give, somewhat less than its depth so that d >= 0 holds after
 * rounding; a cell whose `depth` is not above DEPTH_TINY gives nothing. */
FORMULA Real NAMED(cell_limit)(Real out, Real have, Real depth) {
  const Real part = OP(where)(OP(greater)(depth, OP(all)(DEPTH_TINY)), have / out);
  return OP(select)(OP(greater)(out, have), part, OP(all)(1.0f));
}

/* d <- d - net, rounded up or down by turns where water moves: in a steady flow a depth changes by the same in every step and is rounded
 * the same way, and 150 000 steps of rain on a slope would lose 2e-4 of their water. `dither` in last places of 1 (FlowStep). */
FORMULA Real NAMED(depth_after)(Real depth, Real net, Mask moves, float dither) {
  const Real power = OP(and)(depth, OP(all)(INFINITY)); /* the bits of the exponent: the power of two at or below the depth */
  const Real place = OP(where)(moves, dither * power);
  return depth + (place - net);
}

/* The smaller of two slopes of one sign, else 0. */
FORMULA Real NAMED(minmod)(Real a, Real b) {
  return OP(where)(OP(greater)(a * b, OP(all)(0.0f)), OP(lesser)(a, b));
}

/* The monotonised central slope (van Leer 1977) of two differences: at most twice either side, 0 at a crest. */
FORMULA Real NAMED(monotonised_central)(Real a, Real b) {
  const Real least = OP(size_min)(a, b), middle = 0.5f * (a + b);
  return OP(where)(OP(greater)(a * b, OP(all)(0.0f)), OP(lesser)(middle, least + least));
}

/* Ripple flow along the third difference of the surface, `bend_ahead - bend`: at most a share of the clear depth, so that four faces
 * never empty a cell. At rest each difference is exactly 0; third differences within the dead band are roundings and not smoothed. */
FORMULA Real NAMED(ripple_flow)(Real bend, Real bend_ahead, Real cap, Real cap_ahead, float ripple, float dead_band) {
  const Real third = bend_ahead - bend;
  const Real wanted = ripple * OP(where)(OP(greater)(OP(size)(third), OP(all)(dead_band)), third);
  return OP(lesser)(wanted, OP(min)(cap, cap_ahead));
}

#undef FORMULA
