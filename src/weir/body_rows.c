/* Compiled once for every vector width; all give the same bits. */
#include "weir/body_rows.h"

#include "base/simd.h"
#include "weir/tuned.h"
#include "weir/water.h"

extern const BodyRows WIDTH(body_rows);

static void body_row_turn(const float *restrict b, const float *restrict d, float share, float *restrict calm,
                          float *restrict lifted, float *restrict pending, int count) {
  for (int n = 0; n < count; n++) {
    calm[n] += share * ((b[n] + d[n]) - calm[n]);
    pending[n] -= lifted[n];
    lifted[n] = 0.0f;
  }
}

/* How much of each column stands below the calm surface (nothing where the ground is above it or dry), and how much of
 * the surface it covers: 1 where the surface cuts the column, falling to 0 over a tenth of its height at either end, so
 * that a body that dips under does not open its cells at once. */
static void body_row_displace(const Columns *c, const float *restrict b, const float *restrict d, const float *restrict calm,
                              float per_cell, float *restrict metres, float *restrict cover, LaneSum sums[DISPLACE_SUMS],
                              int count) {
  const float *restrict const area = c->area, *restrict const y0 = c->y0, *restrict const y1 = c->y1;
  const float *restrict const xs = c->x, *restrict const zs = c->z;
  float out[DISPLACE_SUMS][RUN_MOST];
#pragma omp simd
  for (int n = 0; n < count; n++) {
    const float surface = b[n] + d[n], low = max_float(y0[n], b[n]), high = min_float(calm[n], y1[n]);
    const float edge = 1.0f / (SURFACE_EDGE * max_float(y1[n] - y0[n], 1e-6f));
    const float pierces = clamp_float((y1[n] - surface) * edge, 0.0f, 1.0f) * clamp_float((surface - y0[n]) * edge, 0.0f, 1.0f);
    const float wet = d[n] < DEPTH_WET ? 0.0f : area[n], volume = max_float(high - low, 0.0f) * wet;
    metres[n] = volume * per_cell;
    cover[n] = pierces * (wet * per_cell);
    out[SUM_SUBMERGED][n] = volume;
    out[SUM_AREA][n] = area[n];
    out[SUM_TOP][n] = area[n] * y1[n];
    out[SUM_SURFACE][n] = area[n] * surface;
    out[SUM_X][n] = area[n] * xs[n];
    out[SUM_Z][n] = area[n] * zs[n];
  }
  for (int sum = 0; sum < DISPLACE_SUMS; sum++) lane_sum_add(&sums[sum], out[sum], count);
}

static void body_row_lay(const float *restrict metres, const float *restrict cover, float near, float *restrict displaced,
                         float *restrict lifted, float *restrict occupancy, int count) {
  for (int n = 0; n < count; n++) {
    displaced[n] += metres[n];
    lifted[n] += near * metres[n];
    occupancy[n] = min_float(1.0f, occupancy[n] + cover[n]);
  }
}

/* A neighbour that is dry counts as level with the cell: shores do not tilt a body. */
static void body_row_tilts(const float *restrict b, const float *restrict d, ptrdiff_t north, ptrdiff_t south, float per,
                           Bath *bath, int count) {
  float *restrict const tilt_x = bath->of[TILT_X], *restrict const tilt_z = bath->of[TILT_Z];
  for (int n = 0; n < count; n++) {
    const float h = b[n] + d[n], west = b[n - 1] + d[n - 1], east = b[n + 1] + d[n + 1];
    const float before = b[n + north] + d[n + north], after = b[n + south] + d[n + south];
    const float rise_x = (d[n + 1] > DEPTH_WET ? east : h) - (d[n - 1] > DEPTH_WET ? west : h);
    const float rise_z = (d[n + south] > DEPTH_WET ? after : h) - (d[n + north] > DEPTH_WET ? before : h);
    tilt_x[n] = clamp_float(rise_x * per, -TILT_MAX, TILT_MAX);
    tilt_z[n] = clamp_float(rise_z * per, -TILT_MAX, TILT_MAX);
  }
}

/* Forces of a run's columns, their sums, and what they slip along an axis at most, m/s. */
static void body_row_push(const Columns *c, const Bath *bath, const Pull *pull, LaneSum sums[PUSH_SUMS], LaneSum *fastest,
                          int count) {
  const float *restrict const area = c->area, *restrict const y0 = c->y0, *restrict const y1 = c->y1;
  const float *restrict const xs = c->x, *restrict const zs = c->z;
  const float *restrict const ground = bath->of[GROUND], *restrict const surfaces = bath->of[SURFACE];
  const float *restrict const tilt_x = bath->of[TILT_X], *restrict const tilt_z = bath->of[TILT_Z];
  const float *restrict const speed_x = bath->of[SPEED_X], *restrict const speed_z = bath->of[SPEED_Z];
  const float *restrict const middle = bath->of[MIDDLE];
  const WeirBody *const body = pull->body;
  const float px = body->position[0], py = body->position[1], pz = body->position[2];
  const float vx = body->velocity[0], vy = body->velocity[1], vz = body->velocity[2];
  const float sx = body->spin[0], sy = body->spin[1], sz = body->spin[2];
  const float linear = body->drag_linear, square = body->drag_square;
  const float weight = pull->weight, density = pull->density, middle_z = pull->middle_z;
  float out[PUSH_SUMS][RUN_MOST], slip[RUN_MOST];
#pragma omp simd
  for (int n = 0; n < count; n++) {
    const float b = ground[n], h = surfaces[n], tx = tilt_x[n], tz = tilt_z[n];
    const float there = h > b ? 1.0f : 0.0f;
    const float slope = tx * (xs[n] - middle[n]) + tz * (zs[n] - middle_z);
    const float surface = max_float(b, h + there * slope);
    const float low = max_float(y0[n], b), high = min_float(y1[n], surface);
    const float volume = there * area[n] * max_float(high - low, 0.0f);
    const float rx = xs[n] - px, ry = 0.5f * (low + high) - py, rz = zs[n] - pz;
    const float wx = speed_x[n] - (vx + sy * rz - sz * ry);
    /* The surface's own rise is left out: it is not the speed of the water below, and near a body it is the body's doing. */
    const float wy = -(vy + sz * rx - sx * rz);
    const float wz = speed_z[n] - (vz + sx * ry - sy * rx);
    const float speed = sqrtf(wx * wx + wy * wy + wz * wz);
    const float up = weight * volume, rate = density * volume * (linear + square * speed);
    const float fx = -up * tx, fz = -up * tz, dx = rate * wx, dy = rate * wy, dz = rate * wz;
    out[LIFT_X][n] = fx, out[LIFT_Y][n] = up, out[LIFT_Z][n] = fz;
    out[LIFT_TX][n] = ry * fz - rz * up, out[LIFT_TY][n] = rz * fx - rx * fz, out[LIFT_TZ][n] = rx * up - ry * fx;
    out[DRAG_X][n] = dx, out[DRAG_Y][n] = dy, out[DRAG_Z][n] = dz;
    out[DRAG_TX][n] = ry * dz - rz * dy, out[DRAG_TY][n] = rz * dx - rx * dz, out[DRAG_TZ][n] = rx * dy - ry * dx;
    out[SUBMERGED][n] = volume;
    out[AREA][n] = area[n];
    out[LEVEL][n] = area[n] * surface;
    out[VOLUME][n] = area[n] * (y1[n] - y0[n]);
    const float most = max_float(fabsf(wx), max_float(fabsf(wy), fabsf(wz)));
    slip[n] = volume > 0.0f ? most : 0.0f;
  }
  for (int sum = 0; sum < PUSH_SUMS; sum++) lane_sum_add(&sums[sum], out[sum], count);
  for (int n = count; n % 16; n++) slip[n] = 0.0f;
  for (int n = 0; n < count; n += 16)
    for (int lane = 0; lane < 16; lane++) fastest->lane[lane] = max_float(slip[n + lane], fastest->lane[lane]);
}

/* Goes on from the row that was in work before, `from` of which is covered `far` deep. */
static void body_row_way(const float *restrict cover, const float *restrict next, float *restrict far,
                         float *restrict end, float *restrict weight, int count) {
  for (int n = 0; n < count; n++) {
    const float before = far[n], last = end[n], here = next[n];
    const float gone = cover[n] > COVERED ? before : 0.0f, cells = gone + 1.0f;
    const float depth = gone > 0.0f ? last : here, some = depth > DEPTH_TINY ? -1.0f : 0.0f;
    const float sign = depth > DEPTH_WET ? 1.0f : some;
    weight[n] = sign / cells;
    far[n] = cover[n] > COVERED ? cells : 0.0f;
    end[n] = depth;
  }
}

/* Water on its way passes under bodies, leaves (1 - keep) of itself in free cells, and all of it where the way ends. */
static bool body_row_sweep(const float *restrict cover, const float *restrict next, float *restrict carry,
                         float *restrict least, float *restrict delta, float keep, int count) {
  unsigned left = 0;
  for (int n = 0; n < count; n++) {
    const float c = carry[n], size = fabsf(c), old = least[n], low = c < 0.0f ? DEPTH_WET : DEPTH_TINY;
    const float free_share = size < old ? 1.0f : 1.0f - keep;
    const float under_share = cover[n] > COVERED ? 0.0f : free_share;
    const float share = next[n] > low ? under_share : 1.0f;
    const float laid = share * c, most = max_float(RIM_END * size, (float)PENDING_TINY);
    least[n] = cover[n] > COVERED ? most : old;
    delta[n] += laid;
    carry[n] = c - laid;
    left |= c != laid ? 1u : 0u;
  }
  return left != 0;
}

/* What a free cell's own share comes to goes in; the covered share is wanted elsewhere; the rest is left. */
static void body_row_split(const float *restrict cover, const float *restrict lifted, const float *restrict own,
                        float *restrict pending, float *restrict delta, float *restrict want, int count) {
  for (int n = 0; n < count; n++) {
    const float metres = pending[n] + lifted[n];
    const float some = fabsf(metres) < (float)PENDING_TINY ? 0.0f : metres;
    const float stays = own[n] > (some < 0.0f ? DEPTH_WET : DEPTH_TINY) ? (1.0f - cover[n]) * some : 0.0f;
    want[n] = cover[n] * some;
    delta[n] += stays;
    pending[n] = metres - stays;
  }
}

/* What each covered cell sends to the ends of the cover. */
static void body_row_cover(const CoverWay *way, const float *restrict want, const float *restrict north,
                           float *restrict south, float *restrict pending, float *restrict went, LaneSum sums[2],
                           int count) {
  const float push_east = way->push[0], push_west = way->push[1], draw_east = way->draw[0], draw_west = way->draw[1];
  float to[2][RUN_MOST];
#pragma omp simd
  for (int n = 0; n < count; n++) {
    const float east = (want[n] < 0.0f ? draw_east : push_east) / (float)(way->to_east - n);
    const float west = (want[n] < 0.0f ? draw_west : push_west) / (float)(way->to_west + n);
    const float down = way_weight(south[n], want[n]), up = way_weight(north[n], want[n]);
    const float sum = (east + west) + (down + up), some = want[n] / (sum > 0.0f ? sum : 1.0f);
    const float each = sum > 0.0f ? some : 0.0f;
    to[0][n] = each * east;
    to[1][n] = each * west;
    went[n] = each * down;
    south[n] = each * up;
    pending[n] -= (to[0][n] + to[1][n]) + (went[n] + south[n]);
  }
  for (int side = 0; side < 2; side++) lane_sum_add(&sums[side], to[side], count);
}

static void body_row_depths(const int32_t *restrict label, const float *restrict depth, float *restrict out, int count) {
  for (int n = 0; n < count; n++) {
    const float d = depth[n];
    out[n] = label[n] < 0 ? 0.0f : d;
  }
}

static void body_row_give_flow(const float *restrict metres, const float *restrict before, float *restrict after, int count) {
  for (int n = 0; n < count; n++) after[n] = max_float(before[n] + max_float(metres[n], -0.5f * before[n]), 0.0f);
}

/* The membrane takes nothing on land. */
static void body_row_give_membrane(const float *restrict metres, const int32_t *restrict label, const float *restrict b,
                                   const float *restrict rest, const float *restrict before, float *restrict offset,
                                   float *restrict after, int count) {
  for (int n = 0; n < count; n++) {
    const float old = offset[n], d = before[n], bed = b[n] - rest[n];
    const float moved = max_float(old + max_float(metres[n], -0.5f * d), bed), depth = max_float(moved - bed, 0.0f);
    offset[n] = label[n] < 0 ? old : moved;
    after[n] = label[n] < 0 ? d : depth;
  }
}

/* The new depths; what did not go in is pending. Returns what went in, m, summed in 8 lanes. */
static double body_row_settle(const float *restrict metres, const float *restrict after, float *restrict depth,
                              float *restrict pending, float *most, int count) {
  double lanes[8] = {0}, sum = 0;
  int n = 0;
  unsigned over = 0;
  const float limit = *most;
  for (; n + 8 <= count; n += 8)
    for (int lane = 0; lane < 8; lane++) lanes[lane] += (double)after[n + lane] - (double)depth[n + lane];
  for (int lane = 0; n + lane < count; lane++) lanes[lane] += (double)after[n + lane] - (double)depth[n + lane];
  for (n = 0; n < count; n++) {
    pending[n] += metres[n] - (after[n] - depth[n]);
    over |= after[n] > limit ? 1u : 0u;
    depth[n] = after[n];
  }
  for (n = 0; over && n < count; n++) *most = max_float(after[n], *most);
  for (int lane = 0; lane < 8; lane++) sum += lanes[lane];
  return sum;
}

const BodyRows WIDTH(body_rows) = {body_row_turn,  body_row_displace, body_row_lay,    body_row_tilts,     body_row_push,
                                   body_row_way,   body_row_sweep,    body_row_split,  body_row_cover,     body_row_depths,
                                   body_row_give_flow, body_row_give_membrane, body_row_settle};
