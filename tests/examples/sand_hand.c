/* A producer of grids for `weir --sand` (docs/projector.md): a box of sand, 1 m by 0.75 m, that a hand shapes, as a depth camera above it would
 * see it: sand, hand and arm, with noise. The hand's way is made up; it stands in `strokes`.
 *   sand_hand PIPE [SECONDS] [GRIDS_A_SECOND] [WIDTHxHEIGHT]      SECONDS 0: for ever. PIPE -: standard output */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* One stroke of the hand: from when to when (s), from where to where and how wide (shares of the box's width), and how much higher (or, negative,
 * lower) the sand lies behind it (mm). */
typedef struct Stroke {
  double from_s, to_s, x0, z0, x1, z1, radius, height;
} Stroke;

static const Stroke strokes[] = {
    {1, 4, 0.70, 0.20, 0.72, 0.22, 0.13, 60},    {4.5, 7, 0.55, 0.38, 0.30, 0.60, 0.05, -35}, {7.5, 10, 0.25, 0.25, 0.27, 0.27, 0.10, 45},
    {11, 13, 0.30, 0.62, 0.15, 0.70, 0.08, -30}, {14, 17, 0.45, 0.55, 0.75, 0.60, 0.04, 40},  {18, 20, 0.60, 0.58, 0.60, 0.56, 0.05, -50},
};
static const double round_s = 22; /* then the box begins again */

enum { HEAD = 32, STEPS_A_MM = 2 };
static const double metres_a_mm = 0.256; /* of the world: 256 m for the box's width */
static const double noise_mm = 1.0;

/* The box and the picture of it; one, for the whole run. */
typedef struct Box {
  int nx, nz;
  double *sand; /* mm */
  uint8_t *grid;
  uint64_t random;
} Box;

static double random_even(Box *box) {
  box->random ^= box->random << 13, box->random ^= box->random >> 7, box->random ^= box->random << 17;
  return (double)(box->random >> 11) / 9007199254740992.0;
}

static void put(uint8_t *bytes, uint64_t number, int size) {
  for (int n = 0; n < size; n++) bytes[n] = (uint8_t)(number >> (8 * n));
}

static void put_float(uint8_t *bytes, float number) {
  uint32_t bits;
  memcpy(&bits, &number, sizeof bits);
  put(bytes, bits, 4);
}

/* Hollows and hills, and a rim. */
static void smooth_out(Box *box) {
  for (int k = 0; k < box->nz; k++)
    for (int i = 0; i < box->nx; i++) {
      const double x = (i + 0.5) / box->nx, z = (k + 0.5) / box->nx;
      box->sand[k * box->nx + i] = 55 + 14 * sin(7 * x + 1) * cos(6 * z) + 8 * sin(17 * x) * sin(13 * z + 2) + 22 * (x - 0.5) * (x - 0.5);
    }
}

/* Where the hand is now. Returns 0 if it is not over the box, else the share of its stroke. */
static double hand_now(double at, const Stroke **stroke, double *x, double *z) {
  for (size_t n = 0; n < sizeof strokes / sizeof *strokes; n++) {
    const Stroke *const s = &strokes[n];
    if (at < s->from_s || at >= s->to_s) continue;
    const double share = (at - s->from_s) / (s->to_s - s->from_s);
    *stroke = s, *x = s->x0 + share * (s->x1 - s->x0), *z = s->z0 + share * (s->z1 - s->z0);
    return fmax(share, 1e-9);
  }
  return 0;
}

/* Has the hand push sand for so many seconds. */
static void shape(Box *box, double at, double seconds) {
  const Stroke *s = NULL;
  double x = 0, z = 0;
  if (hand_now(at, &s, &x, &z) <= 0) return;
  const double way = fmax(hypot(s->x1 - s->x0, s->z1 - s->z0), 2 * s->radius);
  const double rate = s->height / (s->to_s - s->from_s) * fmax(1, way / (2 * s->radius));
  for (int k = 0; k < box->nz; k++)
    for (int i = 0; i < box->nx; i++) {
      const double dx = ((i + 0.5) / box->nx - x) / s->radius, dz = ((k + 0.5) / box->nx - z) / s->radius, r = dx * dx + dz * dz;
      if (r >= 1) continue;
      double *const sand = &box->sand[k * box->nx + i];
      *sand = fmin(fmax(*sand + seconds * rate * (1 - r) * (1 - r), 5), 180);
    }
}

/* Writes the grid that the camera sees. */
static void see(Box *box, double at, uint64_t time_us) {
  const Stroke *s = NULL;
  double x = 0, z = 0;
  const double share = hand_now(at, &s, &x, &z);
  memcpy(box->grid, "WSG1", 4);
  put(box->grid + 4, (uint64_t)box->nx, 4);
  put(box->grid + 8, (uint64_t)box->nz, 4);
  put(box->grid + 12, 0, 4);
  put_float(box->grid + 16, (float)(metres_a_mm / STEPS_A_MM));
  put_float(box->grid + 20, 0);
  put(box->grid + 24, time_us, 8);
  for (int k = 0; k < box->nz; k++)
    for (int i = 0; i < box->nx; i++) {
      const double px = (i + 0.5) / box->nx, pz = (k + 0.5) / box->nx;
      const double from = (px - x) * (px - x) + (pz - z) * (pz - z);
      double mm = box->sand[k * box->nx + i] + noise_mm * (random_even(box) + random_even(box) + random_even(box) - 1.5);
      if (share > 0 && (from < 0.05 * 0.05 || (fabs(px - x) < 0.03 && pz > z)))
        mm = 160 + 10 * sin(9 * at) + 30 * sin(40 * px) * cos(25 * pz + 3 * at); /* hand and arm, which are never still */
      put(box->grid + HEAD + 2 * ((size_t)k * (size_t)box->nx + (size_t)i), (uint64_t)fmax(mm * STEPS_A_MM + 0.5, 0), 2);
    }
}

static double now_s(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void wait_until(double time_s) {
  const double left = time_s - now_s();
  if (left > 0) nanosleep(&(struct timespec){(time_t)left, (long)(1e9 * (left - floor(left)))}, NULL);
}

int main(int argc, char **argv) {
  Box box = {.nx = 640, .nz = 480, .random = 88172645463325252u};
  const double seconds = argc > 2 ? atof(argv[2]) : 0, rate = argc > 3 ? atof(argv[3]) : 30;
  if (argc < 2 || rate <= 0 || (argc > 4 && sscanf(argv[4], "%dx%d", &box.nx, &box.nz) != 2) || box.nx < 16 || box.nz < 16) {
    fprintf(stderr, "sand_hand PIPE [SECONDS] [GRIDS_A_SECOND] [WIDTHxHEIGHT]\n");
    return 2;
  }
  signal(SIGPIPE, SIG_IGN); /* a reader that goes ends the run by the write */
  FILE *const out = strcmp(argv[1], "-") == 0 ? stdout : fopen(argv[1], "wb");
  const size_t size = HEAD + 2 * (size_t)box.nx * (size_t)box.nz;
  box.sand = malloc(sizeof *box.sand * (size_t)box.nx * (size_t)box.nz);
  box.grid = malloc(size);
  if (!out || !box.sand || !box.grid) {
    fprintf(stderr, "sand_hand: %s cannot be written\n", argv[1]);
    return 1;
  }
  setvbuf(out, NULL, _IONBF, 0);
  smooth_out(&box);
  const double begun = now_s();
  for (long n = 0; seconds <= 0 || n < (long)(seconds * rate); n++) {
    const double at = fmod((double)n / rate, round_s);
    if (n > 0 && at < 1 / rate) smooth_out(&box);
    shape(&box, at, 1 / rate);
    see(&box, at, (uint64_t)(1e6 * (double)n / rate));
    wait_until(begun + (double)n / rate);
    if (fwrite(box.grid, size, 1, out) != 1) break;
  }
  free(box.sand);
  free(box.grid);
  return fclose(out) != 0;
}
