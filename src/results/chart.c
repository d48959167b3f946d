#include "results/chart.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/maths.h"
#include "base/memory.h"
#include "results/chart_scale.h"
#include "results/extremes.h"

enum { MARGIN = 28, HEAD = 62, FOOT = 66, LEGEND = 190, MAP_LONG = 1200, MAP_MOST = 1400, LEGEND_LEAST = 290, BAR = 26, TABLE = 256 };
static const float title_size = 17, text_size = 11, small_size = 10; /* pixels, of capitals */
static const Colour paper = {255, 255, 255}, ink = {38, 42, 48}, faint = {104, 110, 118}, land = {228, 223, 214},
                    standing = {176, 196, 210};

/* A picture being drawn, on the stack: the arrays are its own. */
typedef struct Drawing {
  const Chart *chart;
  Canvas canvas;
  ChartScale scale;
  int nx, nz;
  int magnify, shrink; /* pixels a cell, cells a pixel: one of them is 1 */
  int w, h;            /* of the map, pixels; its corner is at MARGIN, HEAD */
  float *values;       /* as to be shown; NAN: none */
  float *shade;        /* of the ground: 1 where it is level, more towards the light */
  float *before;       /* 1 where water stood; NAN elsewhere; NULL: not shown */
  double contour;      /* m from contour to contour; 0: there are none */
  Colour colours[TABLE];
} Drawing;

/* --- the fields -------------------------------------------------------------------------------------------------------------------- */

static void shade_ground(Drawing *d) {
  const float *const ground = d->chart->world->ground;
  const float over_cell = 1 / d->chart->world->cell;
  double squares = 0;
  for (int pass = 0; pass < 2; pass++) {
    /* Relief is drawn as if slopes were a fifth on the average: dunes and valleys both show their form. */
    const float times = maths_clampf(0.2f / (float)sqrt(squares / ((double)d->nx * d->nz) + 1e-12), 0.15f, 12);
    for (int k = 0; k < d->nz; k++)
      for (int i = 0; i < d->nx; i++) {
        const float *const row = ground + (ptrdiff_t)k * d->nx;
        const int k0 = k > 0 ? k - 1 : 0, k1 = k + 1 < d->nz ? k + 1 : k, i0 = i > 0 ? i - 1 : 0, i1 = i + 1 < d->nx ? i + 1 : i;
        const float rise = ground[(ptrdiff_t)k1 * d->nx + i] - ground[(ptrdiff_t)k0 * d->nx + i];
        const float x = over_cell * (row[i1] - row[i0]) / (float)(i1 - i0), z = over_cell * rise / (float)(k1 - k0);
        if (pass == 0) squares += (double)(x * x + z * z);
        const float sx = times * x, sz = times * z;
        /* Light from the north-west at 45 degrees, 1 on level ground. */
        d->shade[(ptrdiff_t)k * d->nx + i] = maths_maxf(1 + 0.70711f * (sx + sz), 0) / sqrtf(1 + sx * sx + sz * sz);
      }
  }
}

static void choose_values(Drawing *d) {
  const Chart *const chart = d->chart;
  for (ptrdiff_t n = 0; n < (ptrdiff_t)d->nx * d->nz; n++) {
    const bool shown = isfinite(chart->values[n]) && (!chart->wetted || chart->wetted[n] > EXTREMES_WET);
    d->values[n] = shown ? chart->values[n] : NAN;
    if (d->before) d->before[n] = isnan(chart->values[n]) ? 1 : NAN;
  }
}

static bool make_fields(Drawing *d) {
  const size_t cells = (size_t)d->nx * (size_t)d->nz;
  d->values = memory_create(cells, sizeof(float));
  d->shade = memory_create(cells, sizeof(float));
  d->before = d->chart->before ? memory_create(cells, sizeof(float)) : NULL;
  if (!d->values || !d->shade || (d->chart->before && !d->before)) return false;
  choose_values(d);
  shade_ground(d);
  d->scale = chart_scale_make(d->values, cells, !d->chart->is_time);
  for (int n = 0; n < TABLE; n++) d->colours[n] = ramp_colour(d->chart->ramp, (float)n / (TABLE - 1));
  return true;
}

/* Returns a field at a pixel of the map: between cells where those are larger, their mean where they are smaller. NAN where less than
 * half of what is looked at has a value. */
static float field_at(const Drawing *d, const float *field, int x, int y) {
  float sum = 0, weight = 0, all = 0;
  if (d->shrink > 1) {
    for (int k = y * d->shrink; k < (y + 1) * d->shrink && k < d->nz; k++)
      for (int i = x * d->shrink; i < (x + 1) * d->shrink && i < d->nx; i++, all++) {
        const float value = field[(ptrdiff_t)k * d->nx + i];
        if (isfinite(value)) sum += value, weight++;
      }
    return 2 * weight >= all ? sum / weight : NAN;
  }
  const float at_x = ((float)x + 0.5f) / (float)d->magnify - 0.5f, at_y = ((float)y + 0.5f) / (float)d->magnify - 0.5f;
  const int i0 = (int)floorf(at_x), k0 = (int)floorf(at_y);
  for (int n = 0; n < 4; n++) {
    const int i = i0 + (n & 1), k = k0 + (n >> 1);
    if (i < 0 || k < 0 || i >= d->nx || k >= d->nz) continue;
    const float part = (1 - fabsf(at_x - (float)i)) * (1 - fabsf(at_y - (float)k)), value = field[(ptrdiff_t)k * d->nx + i];
    all += part;
    if (isfinite(value)) sum += part * value, weight += part;
  }
  return 2 * weight >= all ? sum / weight : NAN;
}

/* --- the map ----------------------------------------------------------------------------------------------------------------------- */

static Colour shaded(Colour colour, float light) {
  const float times = 256 * maths_clampf(light, 0, 1.15f);
  const int r = (int)((float)colour.r * times) / 256, g = (int)((float)colour.g * times) / 256, b = (int)((float)colour.b * times) / 256;
  return (Colour){(uint8_t)(r > 255 ? 255 : r), (uint8_t)(g > 255 ? 255 : g), (uint8_t)(b > 255 ? 255 : b)};
}

static Colour value_colour(const Drawing *d, double value) {
  const double share = (value - d->scale.low) / (d->scale.high - d->scale.low);
  return d->colours[(int)lrint(fmin(fmax(share, 0), 1) * (TABLE - 1))];
}

/* The relief shows through the water a little, by so much that its colours stay those of the legend. */
static void draw_map(Drawing *d) {
  const float through = 0.12f;
  for (int y = 0; y < d->h; y++)
    for (int x = 0; x < d->w; x++) {
      const float light = field_at(d, d->shade, x, y), value = field_at(d, d->values, x, y);
      const bool stood = d->before && isfinite(field_at(d, d->before, x, y));
      const Colour colour = isfinite(value) ? value_colour(d, (double)value) : stood ? standing : land;
      const float amount = isfinite(value) || stood ? through : 0.8f;
      canvas_set(&d->canvas, MARGIN + x, HEAD + y, shaded(colour, 1 + amount * (light - 1)));
    }
  canvas_frame(&d->canvas, MARGIN, HEAD, d->w, d->h, faint);
}

/* --- contours and bodies ------------------------------------------------------------------------------------------------------------ */

/* Returns metres from contour to contour: some fourteen over the ground, by 1, 2 or 5; 0 where it is level. */
static double contour_step(const Drawing *d) {
  const float *const ground = d->chart->world->ground;
  float low = ground[0], high = low;
  for (ptrdiff_t n = 0; n < (ptrdiff_t)d->nx * d->nz; n++) low = maths_minf(low, ground[n]), high = maths_maxf(high, ground[n]);
  return high - low > 1e-3f ? chart_round((double)(high - low) / 10) : 0;
}

/* Draws them over a row of the map where the ground crosses a level within a pixel, every fifth more heavily; `above`: the row before. Returns the
 * number of pixels. */
static int draw_contour_row(Drawing *d, int y, const float *here, const float *above) {
  int drawn = 0;
  for (int x = 1; x < d->w; x++) {
    const float across = fabsf(here[x] - here[x - 1]), down = fabsf(here[x] - above[x]), slope = sqrtf(across * across + down * down);
    const float level = rintf(here[x]), off = fabsf(here[x] - level);
    if (slope < 4e-3f || slope > 0.45f) continue; /* level; too steep for lines */
    const bool fifth = fabsf(level / 5 - rintf(level / 5)) < 0.01f;
    const float share = (fifth ? 0.55f : 0.28f) * maths_clampf((fifth ? 1.1f : 0.8f) - off / slope, 0, 1);
    if (share <= 0) continue;
    drawn++;
    uint8_t *const pixel = d->canvas.pixels + 3 * ((int64_t)(HEAD + y) * d->canvas.w + MARGIN + x);
    const uint8_t line[3] = {ink.r, ink.g, ink.b};
    for (int c = 0; c < 3; c++) pixel[c] = (uint8_t)((float)pixel[c] + share * ((float)line[c] - (float)pixel[c]));
  }
  return drawn;
}

/* Returns false if memory runs out: the map then has none. */
static bool draw_contours(Drawing *d) {
  float *const rows = memory_create(2 * (size_t)d->w, sizeof *rows);
  if (!rows || !(d->contour > 0)) {
    memory_free(rows);
    return rows != NULL;
  }
  int drawn = 0;
  for (int y = 0; y < d->h; y++) {
    float *const here = rows + (y & 1) * d->w, *const above = rows + (~y & 1) * d->w;
    for (int x = 0; x < d->w; x++) here[x] = field_at(d, d->chart->world->ground, x, y) / (float)d->contour;
    if (y > 0) drawn += draw_contour_row(d, y, here, above);
  }
  memory_free(rows);
  if (drawn < d->w * d->h / 2000) d->contour = 0; /* ground of blocks */
  return true;
}

static void draw_bodies(Drawing *d) {
  const MapsWorld *const world = d->chart->world;
  const float to_x = (float)d->w / (world->cell * (float)d->nx), to_y = (float)d->h / (world->cell * (float)d->nz);
  for (int n = 0; n < world->body_count; n++) {
    const MapsBody *const body = &world->bodies[n];
    for (int edge = 0; edge < 2 * body->count; edge++) { /* a pale rim first, so that it is seen on deep water */
      const int pass = edge / body->count, m = edge % body->count;
      const float *const a = body->points[m], *const b = body->points[(m + 1) % body->count];
      const float x0 = MARGIN + a[0] * to_x, y0 = HEAD + a[1] * to_y, x1 = MARGIN + b[0] * to_x, y1 = HEAD + b[1] * to_y;
      const float left = MARGIN, right = (float)(MARGIN + d->w), top = HEAD, foot = (float)(HEAD + d->h);
      if (fminf(x0, x1) > left && fmaxf(x0, x1) < right && fminf(y0, y1) > top && fmaxf(y0, y1) < foot)
        canvas_line(&d->canvas, x0, y0, x1, y1, pass ? 1.6f : 3.6f, pass ? ink : paper);
    }
  }
}

static float map_x(const Drawing *d, float share) {
  return MARGIN + share * (float)d->w;
}

static float map_y(const Drawing *d, float share) {
  return HEAD + share * (float)d->h;
}

/* Writes a name beside a place of the map, to its left where the map ends. */
static void draw_name(Drawing *d, const char *name, float x, float y) {
  const float width = canvas_text_width(name, small_size), away = 9;
  const float left = x + away + width < (float)(MARGIN + d->w) ? x + away : x - away - width;
  const float base = maths_clampf(y + 0.5f * small_size, HEAD + small_size + 4, (float)(HEAD + d->h - 4));
  canvas_text_on(&d->canvas, name, small_size, left, base, ink, paper);
}

static void draw_places(Drawing *d) {
  const Scene *const scene = d->chart->world->scene;
  for (int n = 0; n < scene->line_count; n++) {
    const SceneLine *const line = &scene->lines[n];
    const float x0 = map_x(d, line->x0), y0 = map_y(d, line->z0), x1 = map_x(d, line->x1), y1 = map_y(d, line->z1);
    canvas_line(&d->canvas, x0, y0, x1, y1, 4.5f, paper);
    canvas_line(&d->canvas, x0, y0, x1, y1, 1.8f, ink);
    draw_name(d, line->name, 0.5f * (x0 + x1), 0.5f * (y0 + y1));
  }
  for (int n = 0; n < scene->gauge_count; n++) {
    const float x = map_x(d, scene->gauges[n].x), y = map_y(d, scene->gauges[n].z);
    canvas_line(&d->canvas, x, y, x, y, 11, paper);
    canvas_line(&d->canvas, x, y, x, y, 8, ink);
    canvas_line(&d->canvas, x, y, x, y, 3.5f, paper);
    draw_name(d, scene->gauges[n].name, x, y);
  }
}

/* --- the legend -------------------------------------------------------------------------------------------------------------------- */

/* An end of the bar that tells of greater values than its last number. */
static void draw_arrow(Drawing *d, int x, int y) {
  enum { HIGH = 14 };
  for (int row = 0; row < HIGH; row++) {
    const int half = (BAR * (row + 1)) / (2 * HIGH);
    canvas_fill(&d->canvas, x + BAR / 2 - half, y - HIGH + row, 2 * half, 1, d->colours[TABLE - 1]);
  }
}

static int draw_bar(Drawing *d, int x, int y, int high) {
  const ChartScale *const s = &d->scale;
  char number[32];
  for (int row = 0; row < high; row++) canvas_fill(&d->canvas, x, y + row, BAR, 1, d->colours[(TABLE - 1) * (high - 1 - row) / (high - 1)]);
  canvas_frame(&d->canvas, x, y, BAR, high, faint);
  if (s->greatest > s->high) draw_arrow(d, x, y);
  const int steps = (int)lrint((s->high - s->low) / s->step);
  for (int n = 0; n <= steps; n++) {
    const int at = y + high - 1 - (int)lrint((high - 1) * (double)n / steps);
    canvas_fill(&d->canvas, x + BAR + 1, at, 6, 1, faint);
    snprintf(number, sizeof number, "%.*f", s->digits, s->low + n * s->step);
    canvas_text(&d->canvas, number, text_size, (float)(x + BAR + 13), (float)at + 0.5f * text_size, ink);
  }
  return y + high;
}

static int draw_swatch(Drawing *d, int x, int y, Colour colour, const char *words) {
  canvas_fill(&d->canvas, x, y, BAR, 14, colour);
  canvas_frame(&d->canvas, x, y, BAR, 14, faint);
  canvas_text(&d->canvas, words, small_size, (float)(x + BAR + 13), (float)y + 12, ink);
  return y + 26;
}

/* Says the least or greatest value with three digits, or as many as it has before the point. */
static int draw_value(Drawing *d, int x, int y, const char *what, double value) {
  char text[64];
  snprintf(text, sizeof text, value < 1000 ? "%s %.3g %s" : "%s %.0f %s", what, value, d->chart->unit);
  canvas_text(&d->canvas, text, small_size, (float)x, (float)y + small_size, ink);
  return y + 20;
}

static void draw_legend(Drawing *d) {
  const Chart *const chart = d->chart;
  const int x = MARGIN + d->w + 30;
  int y = HEAD;
  if (d->scale.count > 0) {
    canvas_text(&d->canvas, chart->unit, text_size, (float)x, (float)y + text_size, ink);
    y = draw_bar(d, x, y + (d->scale.greatest > d->scale.high ? 38 : 24), (int)fmin(fmax(d->h - 170, 120), 380)) + 22;
    if (chart->is_time) y = draw_value(d, x, y, "first", d->scale.least);
    y = draw_value(d, x, y, chart->is_time ? "last" : "greatest", d->scale.greatest) + 6;
  }
  if (chart->before) y = draw_swatch(d, x, y, standing, chart->before);
  y = draw_swatch(d, x, y, land, chart->nowhere);
  if (chart->world->body_count > 0) {
    canvas_frame(&d->canvas, x + 4, y + 1, BAR - 8, 12, ink);
    canvas_text(&d->canvas, "body, at the end", small_size, (float)(x + BAR + 13), (float)y + 12, ink);
  }
}

/* --- head and foot ------------------------------------------------------------------------------------------------------------------ */

static void draw_head(Drawing *d) {
  const Scene *const scene = d->chart->world->scene;
  char line[256];
  snprintf(line, sizeof line, "%s  \xC2\xB7  %s", scene->title[0] ? scene->title : scene->name, d->chart->when);
  canvas_text(&d->canvas, d->chart->title, title_size, MARGIN, 32, ink);
  canvas_text(&d->canvas, line, text_size, MARGIN, 53, faint);
}

/* Draws a bar of a round length, a quarter of the map at most. */
static void draw_length(Drawing *d, int y) {
  const double metres = (double)d->chart->world->cell * d->nx, length = chart_round(metres / 4);
  const float across = (float)(length / metres) * (float)d->w;
  char text[32];
  const bool far = length >= 1000;
  snprintf(text, sizeof text, "%.*f %s", chart_digits(far ? length / 1000 : length), far ? length / 1000 : length, far ? "km" : "m");
  canvas_fill(&d->canvas, MARGIN, y, (int)across, 5, ink);
  canvas_fill(&d->canvas, MARGIN + 1 + (int)across / 2, y + 1, (int)across - (int)across / 2 - 2, 3, paper);
  canvas_text(&d->canvas, text, small_size, MARGIN + across + 9, (float)y + 8, ink);
  const float x = MARGIN + across + 9 + canvas_text_width(text, small_size) + 34, base = (float)y + 9;
  canvas_line(&d->canvas, x, base, x, base - 16, 1.5f, ink);
  canvas_line(&d->canvas, x, base - 17, x - 4, base - 9, 1.5f, ink);
  canvas_line(&d->canvas, x, base - 17, x + 4, base - 9, 1.5f, ink);
  canvas_text(&d->canvas, "N", small_size, x + 9, base, ink);
}

static void draw_foot(Drawing *d) {
  const MapsWorld *const world = d->chart->world;
  const GeoFrame *const frame = &world->scene->frame;
  const int y = HEAD + d->h + 20;
  char line[256], system[64] = "coordinates of the ground's file";
  if (frame->epsg > 0) snprintf(system, sizeof system, "EPSG:%d", frame->epsg);
  int size = snprintf(line, sizeof line, "%d \xC3\x97 %d cells of %.4g m  \xC2\xB7  ", d->nx, d->nz, (double)world->cell);
  if (d->contour > 0) size += snprintf(line + size, sizeof line - (size_t)size, "contours each %.3g m  \xC2\xB7  ", d->contour);
  if (frame->is_known)
    snprintf(line + size, sizeof line - (size_t)size, "north-west corner %.9g, %.9g (%s)", frame->west, frame->north, system);
  else
    snprintf(line + size, sizeof line - (size_t)size, "metres from the south-west corner");
  draw_length(d, y);
  canvas_text(&d->canvas, line, small_size, MARGIN, (float)y + 33, faint);
}

static void choose_size(Drawing *d) {
  const int longer = d->nx > d->nz ? d->nx : d->nz;
  d->magnify = longer < MAP_LONG ? MAP_LONG / longer : 1;
  d->shrink = longer > MAP_MOST ? (longer + MAP_MOST - 1) / MAP_MOST : 1;
  d->w = d->shrink > 1 ? (d->nx + d->shrink - 1) / d->shrink : d->nx * d->magnify;
  d->h = d->shrink > 1 ? (d->nz + d->shrink - 1) / d->shrink : d->nz * d->magnify;
}

bool chart_write(const Chart *chart, const char *path, Error *error) {
  Drawing d = {.chart = chart, .nx = chart->world->nx, .nz = chart->world->nz};
  choose_size(&d);
  const int room = d.h + FOOT > LEGEND_LEAST ? d.h + FOOT : LEGEND_LEAST;
  bool ok = make_fields(&d) && canvas_create(&d.canvas, (d.w > 420 ? d.w : 420) + 2 * MARGIN + LEGEND, HEAD + room, paper);
  if (ok) {
    d.contour = contour_step(&d);
    draw_map(&d);
    ok = draw_contours(&d);
    draw_bodies(&d);
    draw_places(&d);
    draw_legend(&d);
    draw_head(&d);
    draw_foot(&d);
    ok = ok ? canvas_write(&d.canvas, path, error) : error_set(error, "%s: not enough memory for the picture", path);
  } else {
    error_set(error, "%s: not enough memory for the picture", path);
  }
  canvas_free(&d.canvas);
  memory_free(d.values);
  memory_free(d.shade);
  memory_free(d.before);
  return ok;
}
