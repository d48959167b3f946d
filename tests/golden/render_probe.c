/* Draws synthetic scenes without a simulation, for looks and for timing of the renderer alone:
 *     render_probe SHADER_DIR OUT_DIR [--size WxH] [--quality N] [--frames N] [--dem FILE] [--only NAME]
 * Runs under SDL_VIDEODRIVER=offscreen. Fails on any OpenGL error. */

#include <SDL.h>
#include <cglm/cglm.h>
#include <math.h>
#include <stb_image.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/rng.h"
#include "render/renderer.h"

enum { BODIES = 60 };

/* The command line. */
typedef struct Probe {
  const char *shader_dir, *out_dir, *dem, *only;
  int width, height, quality, frames;
} Probe;

/* A synthetic scene, made and freed by each draw function. */
typedef struct Stage {
  int nx, nz;
  float cell;
  float *ground, *depth, *vx, *vz;
  FrameBody bodies[BODIES];
  FrameView frame;
} Stage;

static float hash_noise(int x, int z) {
  Rng rng = {(uint64_t)(uint32_t)x * 73856093u ^ ((uint64_t)(uint32_t)z * 19349663u << 16)};
  rng_next(&rng);
  return rng_range(&rng, 0, 1);
}

static float value_noise(float x, float z) {
  int ix = (int)floorf(x), iz = (int)floorf(z);
  float fx = x - (float)ix, fz = z - (float)iz;
  fx = fx * fx * (3 - 2 * fx);
  fz = fz * fz * (3 - 2 * fz);
  float a = hash_noise(ix, iz), b = hash_noise(ix + 1, iz), c = hash_noise(ix, iz + 1), d = hash_noise(ix + 1, iz + 1);
  return (a + (b - a) * fx) * (1 - fz) + (c + (d - c) * fx) * fz;
}

static float fractal(float x, float z) {
  float sum = 0, weight = 0.5f;
  for (int octave = 0; octave < 6; octave++, weight *= 0.48f, x *= 2.03f, z *= 2.03f) sum += weight * value_noise(x, z);
  return sum;
}

static bool stage_create(Stage *s, int nx, int nz, float cell) {
  memset(s, 0, sizeof *s);
  size_t count = (size_t)nx * (size_t)nz;
  s->nx = nx;
  s->nz = nz;
  s->cell = cell;
  s->ground = memory_create(count, sizeof(float));
  s->depth = memory_create(count, sizeof(float));
  s->vx = memory_create(count, sizeof(float));
  s->vz = memory_create(count, sizeof(float));
  return s->ground && s->depth && s->vx && s->vz;
}

static void stage_destroy(Stage *s) {
  memory_free(s->ground);
  memory_free(s->depth);
  memory_free(s->vx);
  memory_free(s->vz);
}

static size_t at(const Stage *s, int i, int k) {
  i = i < 0 ? 0 : i >= s->nx ? s->nx - 1 : i;
  k = k < 0 ? 0 : k >= s->nz ? s->nz - 1 : k;
  return (size_t)k * (size_t)s->nx + (size_t)i;
}

/* Water by a crude relaxation: filled pits (a lake is wherever water cannot leave), found by lowering a flood. */
static void fill_lakes(Stage *s, float shallowest) {
  size_t count = (size_t)s->nx * (size_t)s->nz;
  float *level = s->depth;
  for (size_t n = 0; n < count; n++) level[n] = 1e6f;
  for (int round = 0, changed = 1; changed && round < 400; round++) {
    changed = 0;
    for (int pass = 0; pass < (int)count; pass++) {
      int n = round % 2 ? (int)count - 1 - pass : pass, i = n % s->nx, k = n / s->nx;
      float low = level[n];
      if (i == 0 || k == 0 || i == s->nx - 1 || k == s->nz - 1) low = s->ground[n];
      const int di[4] = {-1, 1, 0, 0}, dk[4] = {0, 0, -1, 1};
      for (int d = 0; d < 4; d++) low = fminf(low, fmaxf(s->ground[n], level[at(s, i + di[d], k + dk[d])]));
      low = fmaxf(low, s->ground[n]);
      if (low < level[n]) level[n] = low, changed = 1;
    }
  }
  for (size_t n = 0; n < count; n++) {
    float depth = level[n] - s->ground[n];
    s->depth[n] = depth > shallowest ? depth : 0;
  }
}

static float dem_at(const uint16_t *dem, int w, int h, float u, float v) {
  float x = u * (float)(w - 1), y = v * (float)(h - 1);
  int ix = (int)x < w - 2 ? (int)x : w - 2, iy = (int)y < h - 2 ? (int)y : h - 2;
  float fx = x - (float)ix, fy = y - (float)iy;
  const uint16_t *p = dem + iy * w + ix;
  return ((float)p[0] * (1 - fx) + (float)p[1] * fx) * (1 - fy) + ((float)p[w] * (1 - fx) + (float)p[w + 1] * fx) * fy;
}

static void carve_valley(Stage *s, const char *dem_path) {
  int w = 0, h = 0, channels = 0;
  uint16_t *dem = dem_path ? stbi_load_16(dem_path, &w, &h, &channels, 1) : NULL;
  float low = 1e9f, high = -1e9f;
  for (int n = 0; dem && n < w * h; n++) {
    low = fminf(low, (float)dem[n]);
    high = fmaxf(high, (float)dem[n]);
  }
  for (int k = 0; k < s->nz; k++)
    for (int i = 0; i < s->nx; i++) {
      float u = (float)i / (float)(s->nx - 1), v = (float)k / (float)(s->nz - 1);
      float bend = 0.5f + 0.16f * sinf(5.0f * v) + 0.05f * sinf(13.0f * v), off = fabsf(u - bend);
      float hills = 95.0f * (fractal(5 * u, 5 * v) - 0.25f) * fminf(1.0f, 0.15f + 3.5f * off) + 22.0f * off;
      float made = hills + 8.0f * (1 - v) + 2.0f * fractal(40 * u, 40 * v);
      s->ground[at(s, i, k)] = dem ? 70.0f * (dem_at(dem, w, h, u, v) - low) / (high - low) : made;
    }
  stbi_image_free(dem);
}

/* A stream a few cells wide down the steepest way from a point, fast and shallow. */
static void run_stream(Stage *s, float u, float v) {
  int i = (int)(u * (float)s->nx), k = (int)(v * (float)s->nz);
  for (int step = 0; step < 900; step++) {
    int best_i = i, best_k = k;
    for (int dk = -3; dk <= 3; dk++)
      for (int di = -3; di <= 3; di++)
        if (s->ground[at(s, i + di, k + dk)] < s->ground[at(s, best_i, best_k)]) best_i = i + di, best_k = k + dk;
    if (best_i == i && best_k == k) return;
    for (int dk = -3; dk <= 3; dk++)
      for (int di = -3; di <= 3; di++) {
        size_t n = at(s, i + di, k + dk);
        float bed = s->ground[at(s, i, k)] + 0.55f - s->ground[n];
        if (bed > s->depth[n]) {
          s->depth[n] = fminf(bed, 0.6f);
          s->vx[n] = 2.2f * (float)(best_i - i);
          s->vz[n] = 2.2f * (float)(best_k - k);
        }
      }
    i = best_i;
    k = best_k;
  }
}

static void add_waves(Stage *s, float height, float time) {
  for (int k = 0; k < s->nz; k++)
    for (int i = 0; i < s->nx; i++) {
      size_t n = at(s, i, k);
      float x = (float)i * s->cell, z = (float)k * s->cell, d = s->depth[n];
      float r = hypotf(x - 0.45f * (float)s->nx * s->cell, z - 0.55f * (float)s->nz * s->cell) / s->cell;
      float wave = sinf(0.35f * r - 3 * time) / (1 + 0.03f * r) + 0.3f * sinf(0.21f * (x + 1.7f * z) / s->cell + time);
      s->depth[n] = fmaxf(0, d + height * wave * fminf(1, d / (4 * height + 1e-6f)));
    }
}

static void build_tank(Stage *s) {
  for (int k = 0; k < s->nz; k++)
    for (int i = 0; i < s->nx; i++) {
      int edge_i = i < s->nx - 1 - i ? i : s->nx - 1 - i, edge_k = k < s->nz - 1 - k ? k : s->nz - 1 - k;
      bool rim = edge_i < 3 || edge_k < 3;
      bool inner = (abs(i - s->nx / 3) < 2 && k < s->nz * 2 / 3) || (abs(k - s->nz * 2 / 3) < 2 && i < s->nx / 5);
      s->ground[at(s, i, k)] = rim ? 2.6f : inner ? 2.1f : 0.0f;
      s->depth[at(s, i, k)] = rim || inner ? 0.0f : 1.5f;
    }
}

static void drop_bodies(Stage *s, float size, Rng *rng) {
  for (int n = 0; n < BODIES; n++) {
    FrameBody *body = &s->bodies[n];
    float u = rng_range(rng, 0.3f, 0.72f), v = rng_range(rng, 0.35f, 0.8f), half = size * rng_range(rng, 0.7f, 1.3f);
    int i = (int)(u * (float)s->nx), k = (int)(v * (float)s->nz);
    for (int tries = 0; tries < 200 && s->depth[at(s, i, k)] <= 0.3f && n % 4; tries++) {
      i = (int)(rng_range(rng, 0.1f, 0.9f) * (float)s->nx);
      k = (int)(rng_range(rng, 0.1f, 0.9f) * (float)s->nz);
    }
    float top = s->ground[at(s, i, k)] + s->depth[at(s, i, k)];
    bool afloat = s->depth[at(s, i, k)] > half;
    mat4 m;
    glm_mat4_identity(m);
    vec3 place = {((float)i + 0.5f) * s->cell, afloat ? top + 0.15f * half : top + 0.9f * half, ((float)k + 0.5f) * s->cell};
    glm_translate(m, place);
    glm_rotate_y(m, rng_range(rng, 0, 6), m);
    if (afloat) glm_rotate_x(m, rng_range(rng, -0.25f, 0.25f), m);
    glm_scale_uni(m, half);
    memcpy(body->model, m, sizeof m);
    for (int c = 0; c < 3; c++) body->half[c] = half;
    body->material = n % 3 == 2 ? FRAME_METAL : FRAME_WOOD;
    body->variant = (uint32_t)n * 7919u + 13u;
  }
}

static void look(Stage *s, const Probe *probe, vec3 eye, vec3 target) {
  mat4 view, projection;
  vec3 up = {0, 1, 0};
  glm_lookat(eye, target, up, view);
  glm_perspective(glm_rad(45), (float)probe->width / (float)probe->height, 0.1f * s->cell + 0.05f, 20.0f * s->cell * (float)s->nx,
                  projection);
  memcpy(s->frame.view, view, sizeof view);
  memcpy(s->frame.projection, projection, sizeof projection);
  memcpy(s->frame.eye, eye, sizeof s->frame.eye);
}

static void fill_frame(Stage *s, bool natural) {
  FrameView *f = &s->frame;
  *f = (FrameView){.nx = s->nx, .nz = s->nz, .cell = s->cell, .terrain = s->ground, .world_version = 1, .terrain_version = 1};
  f->natural = natural;
  f->depth = s->depth;
  f->flow.nx = s->nx;
  f->flow.nz = s->nz;
  f->flow.x = s->vx;
  f->flow.z = s->vz;
  f->occupancy = f->displacement = s->depth;
  f->depth_scale = natural ? 6 : 2;
  f->speed_scale = 6;
  f->bodies = s->bodies;
  f->body_count = BODIES;
  vec3 sun = {-0.62f, 0.52f, 0.42f};
  glm_vec3_normalize(sun);
  memcpy(f->sun, sun, sizeof f->sun);
  f->exposure = 1;
  f->liquid = (FrameLiquid){{0.42f, 0.11f, 0.075f}, {0.02f, 0.14f, 0.17f}};
  if (!natural) f->liquid = (FrameLiquid){{0.45f, 0.09f, 0.05f}, {0.03f, 0.20f, 0.24f}};
}

static int shoot(Renderer *renderer, Stage *s, const Probe *probe, const char *name) {
  if (probe->only && !strstr(name, probe->only)) return 0;
  double first = clock_seconds();
  renderer_draw(renderer, &s->frame, probe->width, probe->height);
  double ms_first = 0, start = 0;
  for (int n = 0; n < probe->frames; n++) {
    s->frame.time += 0.05f;
    renderer_draw(renderer, &s->frame, probe->width, probe->height);
    if (n == 0) ms_first = (clock_seconds() - first) * 1e3;
    if (n == 4) {
      renderer_screenshot(1, 1, "/dev/null", NULL); /* waits for the driver */
      start = clock_seconds();
    }
  }
  renderer_screenshot(1, 1, "/dev/null", NULL);
  double ms = (clock_seconds() - start) * 1e3 / (probe->frames - 5);
  char path[512];
  Error error;
  snprintf(path, sizeof path, "%s/%s.png", probe->out_dir, name);
  bool ok = renderer_screenshot(probe->width, probe->height, path, &error);
  int errors = renderer_count_errors(renderer);
  printf("%-14s %6.1f ms/frame (first two %.0f ms), GL errors %d%s%s\n", name, ms, ms_first, errors, ok ? "" : ", ", ok ? "" : error.text);
  return errors || !ok;
}

static int draw_valley(Renderer *renderer, const Probe *probe) {
  Stage s;
  if (!stage_create(&s, 512, 512, 1)) return 1;
  Rng rng = {7};
  carve_valley(&s, probe->dem);
  fill_lakes(&s, 0.25f);
  const float springs[5][2] = {{0.2f, 0.25f}, {0.7f, 0.3f}, {0.4f, 0.6f}, {0.8f, 0.7f}, {0.55f, 0.15f}};
  for (int n = 0; n < 5; n++) run_stream(&s, springs[n][0], springs[n][1]);
  drop_bodies(&s, 2.0f, &rng);
  add_waves(&s, 0.12f, 0);
  fill_frame(&s, true);
  look(&s, probe, (vec3){90, 150, 640}, (vec3){265, 10, 250});
  int bad = shoot(renderer, &s, probe, "valley");
  s.frame.cursor_on = true;
  memcpy(s.frame.cursor, (vec3){250, 10, 260}, sizeof s.frame.cursor);
  s.frame.cursor_radius = 8;
  memcpy(s.frame.cursor_colour, (vec3){1, 0.8f, 0.2f}, sizeof s.frame.cursor);
  const float *crate = s.bodies[5].model;
  float cx = crate[12], cy = crate[13], cz = crate[14];
  look(&s, probe, (vec3){cx + 14, cy + 9, cz + 24}, (vec3){cx, cy, cz});
  bad |= shoot(renderer, &s, probe, "valley_near");
  look(&s, probe, (vec3){cx - 45, cy + 30, cz + 70}, (vec3){cx, cy, cz});
  bad |= shoot(renderer, &s, probe, "valley_mid");
  look(&s, probe, (vec3){90, 150, 640}, (vec3){265, 10, 250});
  const char *names[FRAME_MODE_COUNT] = {"", "wireframe", "depth", "speed", "occupancy", "displacement", "normals"};
  for (int mode = 1; mode < FRAME_MODE_COUNT; mode++) {
    s.frame.mode = (FrameMode)mode;
    bad |= shoot(renderer, &s, probe, names[mode]);
  }
  stage_destroy(&s);
  return bad;
}

static int draw_tank(Renderer *renderer, const Probe *probe) {
  Stage s;
  if (!stage_create(&s, 192, 128, 0.125f)) return 1;
  Rng rng = {11};
  build_tank(&s);
  drop_bodies(&s, 0.4f, &rng);
  add_waves(&s, 0.035f, 0);
  fill_frame(&s, false);
  look(&s, probe, (vec3){5, 12, 27}, (vec3){12, 0.5f, 8});
  int bad = shoot(renderer, &s, probe, "tank");
  look(&s, probe, (vec3){7, 4.5f, 13}, (vec3){12, 1.0f, 7});
  bad |= shoot(renderer, &s, probe, "tank_near");
  stage_destroy(&s);
  return bad;
}

/* Water up to the grid's edge: the cut through it shows as a solid. */
static int draw_beach(Renderer *renderer, const Probe *probe) {
  Stage s;
  if (!stage_create(&s, 200, 160, 0.5f)) return 1;
  Rng rng = {3};
  for (int k = 0; k < s.nz; k++)
    for (int i = 0; i < s.nx; i++) {
      float x = (float)i / (float)s.nx, z = (float)k / (float)s.nz;
      float ground = -6 + 15 * x + 2.5f * fractal(4 * x, 4 * z) + 0.8f * sinf(6 * z);
      s.ground[at(&s, i, k)] = ground;
      s.depth[at(&s, i, k)] = fmaxf(0, 1.2f - ground);
      s.vx[at(&s, i, k)] = 2.5f * expf(-powf((ground - 0.4f) * 2, 2));
    }
  drop_bodies(&s, 0.8f, &rng);
  add_waves(&s, 0.14f, 0);
  fill_frame(&s, true);
  look(&s, probe, (vec3){-20, 30, 118}, (vec3){46, 0, 36});
  int bad = shoot(renderer, &s, probe, "beach");
  look(&s, probe, (vec3){25, 4, 62}, (vec3){52, 1, 40});
  bad |= shoot(renderer, &s, probe, "beach_near");
  stage_destroy(&s);
  return bad;
}

/* Grids of odd sizes one after another, without bodies or velocities; and a picture that has no size. */
static int draw_odd(Renderer *renderer, const Probe *probe) {
  const int sizes[4][2] = {{16, 16}, {33, 70}, {300, 17}, {16, 16}};
  int bad = 0;
  for (int n = 0; n < 4; n++) {
    Stage s;
    if (!stage_create(&s, sizes[n][0], sizes[n][1], 1)) return 1;
    for (int k = 0; k < s.nz; k++)
      for (int i = 0; i < s.nx; i++) {
        s.ground[at(&s, i, k)] = 3 * fractal(0.2f * (float)i, 0.2f * (float)k);
        s.depth[at(&s, i, k)] = fmaxf(0, 1.4f - s.ground[at(&s, i, k)]);
      }
    fill_frame(&s, n % 2 == 0);
    s.frame.body_count = 0;
    s.frame.flow.x = s.frame.flow.z = NULL;
    s.frame.mode = n == 3 ? FRAME_OCCUPANCY : FRAME_LIT;
    if (n == 3) s.frame.occupancy = NULL;
    float wide = (float)s.nx, deep = (float)s.nz;
    look(&s, probe, (vec3){0.3f * wide, 0.6f * (wide + deep), 1.6f * deep}, (vec3){0.5f * wide, 0, 0.5f * deep});
    renderer_draw(renderer, &s.frame, 0, probe->height);
    renderer_draw(renderer, &s.frame, probe->width / 2, probe->height / 3);
    char name[32];
    snprintf(name, sizeof name, "odd%d", n);
    bad |= shoot(renderer, &s, probe, name);
    stage_destroy(&s);
  }
  Error error;
  bool reloaded = renderer_reload(renderer, &error);
  if (!reloaded) fprintf(stderr, "%s\n", error.text);
  return bad || !reloaded;
}

static bool parse(int argc, char **argv, Probe *probe) {
  *probe = (Probe){.width = 640, .height = 360, .frames = 15};
  if (argc < 3) return false;
  probe->shader_dir = argv[1];
  probe->out_dir = argv[2];
  for (int n = 3; n + 1 < argc; n += 2) {
    if (!strcmp(argv[n], "--size") && sscanf(argv[n + 1], "%dx%d", &probe->width, &probe->height) != 2) return false;
    if (!strcmp(argv[n], "--quality")) probe->quality = atoi(argv[n + 1]);
    if (!strcmp(argv[n], "--frames")) probe->frames = atoi(argv[n + 1]) < 7 ? 7 : atoi(argv[n + 1]);
    if (!strcmp(argv[n], "--dem")) probe->dem = argv[n + 1];
    if (!strcmp(argv[n], "--only")) probe->only = argv[n + 1];
  }
  return true;
}

int main(int argc, char **argv) {
  Probe probe;
  if (!parse(argc, argv, &probe)) {
    fprintf(stderr, "usage: render_probe SHADER_DIR OUT_DIR [--size WxH] [--quality N] [--frames N] [--dem FILE]\n");
    return 2;
  }
  if (SDL_Init(SDL_INIT_VIDEO)) return fprintf(stderr, "SDL: %s\n", SDL_GetError()), 1;
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
  SDL_Window *window = SDL_CreateWindow("render_probe", 0, 0, probe.width, probe.height, SDL_WINDOW_OPENGL | SDL_WINDOW_HIDDEN);
  SDL_GLContext context = window ? SDL_GL_CreateContext(window) : NULL;
  if (!context) return fprintf(stderr, "SDL: %s\n", SDL_GetError()), 1;
  Error error;
  double start = clock_seconds();
  RendererDef def = {SDL_GL_GetProcAddress, probe.shader_dir, probe.quality};
  Renderer *renderer = renderer_create(&def, &error);
  if (!renderer) return fprintf(stderr, "%s\n", error.text), 1;
  printf("%s, software %d, created in %.0f ms\n", renderer_device(renderer), renderer_is_software(renderer),
         (clock_seconds() - start) * 1e3);
  int bad = draw_valley(renderer, &probe) | draw_tank(renderer, &probe) | draw_beach(renderer, &probe) | draw_odd(renderer, &probe);
  renderer_destroy(renderer);
  SDL_GL_DeleteContext(context);
  SDL_DestroyWindow(window);
  SDL_Quit();
  return bad;
}
