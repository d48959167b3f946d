#include "picture/beside.h"

#include <math.h>
#include <stdio.h>

#include "base/memory.h"

static const double least_scale = 0.02; /* m */
static const double colours_reach = 3;  /* root mean squares: by a single wave's crest all else would be pale */

void beside_name(const Beside *beside, char *text, size_t size) {
  const TwinHow *const how = &beside->how;
  char param[96] = "";
  int count;
  const ParamInfo *const infos = params_table(&count);
  if (beside->future > 0) {
    snprintf(text, size, "future %d", beside->future);
    return;
  }
  if (how->param_differs) {
    char value[48];
    params_text(&infos[how->param], how->value, value, sizeof value);
    snprintf(param, sizeof param, "%s %s", infos[how->param].title, value);
  }
  snprintf(text, size, "%s%s%s", how->solver_differs ? weir_solver_name(how->solver) : "", how->solver_differs && *param ? ", " : "",
           param);
}

void beside_forget_figures(Beside *beside) {
  beside->seen = NULL;
  beside->now = (Difference){0};
  beside->scale = least_scale;
  beside->parted_at = -1;
  beside->sample_count = 0;
}

static DifferenceSide side_of(const WorldView *view) {
  return (DifferenceSide){view->terrain, view->depth, view->nx, view->nx, view->bodies, view->body_count};
}

bool beside_find_difference(Beside *beside, const WorldView *const views[2]) {
  const size_t cells = (size_t)views[0]->nx * (size_t)views[0]->nz;
  if (beside->cells != cells) {
    memory_free(beside->field);
    beside->field = memory_create(cells, sizeof *beside->field);
    beside->cells = beside->field ? cells : 0;
  }
  if (beside->cells != cells) return false;
  if (beside->seen == views[0] && beside->tick == views[0]->tick) return true;
  const DifferenceSide sides[2] = {side_of(views[0]), side_of(views[1])};
  beside->now = difference_of(sides, views[0]->nx, views[0]->nz, views[0]->cell, beside->field);
  beside->seen = views[0];
  beside->tick = views[0]->tick;
  /* 1, 2 or 5 times a power of ten, which can be named. It grows with what is to be shown, and shrinks when that is far less. */
  const double reach = colours_reach * beside->now.mean;
  const double wanted = fmax(reach, least_scale), power = pow(10, floor(log10(wanted))), lead = wanted / power;
  if (!(reach <= beside->scale && reach > 0.2 * beside->scale))
    beside->scale = power * (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 5 ? 5 : 10);
  if (beside->parted_at < 0 && beside->now.largest > DIFFERENCE_PARTED) {
    beside->parted_at = views[0]->time;
    beside->parted[0] = beside->now.x, beside->parted[1] = beside->now.z;
  }
  const double time = views[0]->time;
  if (beside->sample_count == BESIDE_SAMPLES) {
    /* Every other one goes, so that the plot has all of the time since the two began. */
    for (int n = 0; n < BESIDE_SAMPLES / 2; n++) beside->samples[n] = beside->samples[2 * n];
    beside->sample_count = BESIDE_SAMPLES / 2;
  }
  const double first = beside->sample_count > 0 ? beside->samples[0].time : time;
  const double last = beside->sample_count > 0 ? beside->samples[beside->sample_count - 1].time : -1;
  if (beside->sample_count == 0 || time - last >= (time - first) / BESIDE_SAMPLES)
    beside->samples[beside->sample_count++] = (BesideSample){time, (float)beside->now.largest, (float)beside->now.mean};
  return true;
}

int beside_count_errors(Beside *beside) {
  return beside->renderer ? renderer_count_errors(beside->renderer) : 0;
}

void beside_close(Beside *beside) {
  if (beside->renderer) tile_shutdown(&beside->tile);
  renderer_destroy(beside->renderer);
  frame_build_destroy(beside->build);
  memory_free(beside->field);
  *beside = (Beside){0};
}
