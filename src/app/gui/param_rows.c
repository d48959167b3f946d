/* A row for each parameter of params_table, by groups. */
#include <stdio.h>

#include "app/gui/gui.h"
#include "app/gui/parts.h"

static void row_help(const ParamInfo *info, float start) {
  gui_tooltip();
  gui_text(GUI_TEXT, "%s", info->help);
  gui_text(GUI_DIM, "%g to %g %s, here %g at the start", (double)info->low, (double)info->high, info->unit, (double)start);
  if (info->key) gui_text(GUI_DIM, "key %s raises, Shift+%s lowers", params_key_name(info), params_key_name(info));
  gui_text(GUI_DIM, "right click: back to the start's value");
  gui_tooltip_end();
}

static void build_row(ParamRows *rows, const PanelView *view, const ParamInfo *info, int index) {
  const float start = params_get(&view->scene->params, info);
  float value = params_get(view->params, info);
  char format[48];
  if (info->words[0])
    params_text(info, value, format, sizeof format);
  else
    snprintf(format, sizeof format, "%s %s", info->whole ? "%.0f" : "%.4g", info->unit);
  gui_id(index);
  panel_label(value == start ? GUI_DIM : GUI_TEXT, info->name);
  if (gui_slider("##value", &value, info->low, info->high, format, info->scaled)) params_put(view->params, info, value);
  if (gui_hovered() && !gui_held(GUI_LEFT)) row_help(info, start);
  if (gui_double_clicked(GUI_LEFT)) rows->reset_held = index;
  if (gui_clicked(GUI_RIGHT)) params_put(view->params, info, start);
  /* The slider follows the held button of the double click's second press; this has the last word. */
  if (rows->reset_held == index) params_put(view->params, info, start);
  gui_id_end();
}

void param_rows_build(ParamRows *rows, const PanelView *view) {
  int count = 0;
  const ParamInfo *infos = params_table(&count);
  if (!gui_held(GUI_LEFT)) rows->reset_held = -1;
  for (int group = 0; group < PARAM_GROUP_COUNT; group++) {
    if (!gui_header(params_group_name((ParamGroup)group), group <= PARAM_BODIES)) continue;
    for (int n = 0; n < count; n++)
      if ((int)infos[n].group == group) build_row(rows, view, &infos[n], n);
  }
}
