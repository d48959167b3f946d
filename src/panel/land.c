/* The window that asks how a file of heights is to become a ground: what the file does not say itself, and where the water begins. */
#include <math.h>

#include "panel/parts.h"

static const float width_points = 460;

/* Sliders for a height and a length reach from a part of what was found to as much more. */
static const float span = 20;

/* m: the highest ground above the lowest, as it is wanted. */
static float relief_of(const LandChoice *land) {
  return land->own.height_m > 0 ? land->own.height_m : land->facts.high_m - land->facts.low_m;
}

/* Returns the level of the lowest ground, as it is wanted: a height of one's own begins at 0. */
static float lowest_of(const LandChoice *land) {
  return land->own.height_m > 0 ? 0 : land->facts.low_m;
}

static void build_facts(const LandChoice *land) {
  const OwnGroundFacts *const f = &land->facts;
  const float longer = land->own.cell_m > 0 ? land->own.cell_m / f->cell_m : 1;
  gui_text(GUI_DIM, "%s, %d x %d %s", f->format, f->w, f->h, f->in_metres ? "values in metres" : "pixels");
  const float wide = longer * f->wide_m, deep = longer * f->long_m, unit = fmaxf(wide, deep) < 1e4f ? 1 : 1000;
  gui_text(GUI_DIM, "%.4g x %.4g %s, ground from %.4g to %.4g m", (double)(wide / unit), (double)(deep / unit), unit > 1 ? "km" : "m",
           (double)lowest_of(land), (double)(lowest_of(land) + relief_of(land)));
}

/* Heights and cells: of a file in metres they are its own. */
static void build_size(LandChoice *land) {
  const OwnGroundFacts *const f = &land->facts;
  if (!f->in_metres) {
    float height = relief_of(land);
    panel_label(GUI_DIM, "black to white", 0);
    if (gui_slider("##height", &height, 0.5f, SCENE_HEIGHT_MAX, "%.4g m", true)) land->own.height_m = height;
  }
  if (!f->has_cell) {
    float cell = land->own.cell_m > 0 ? land->own.cell_m : f->cell_m;
    panel_label(GUI_DIM, "a cell", 0);
    if (gui_slider("##cell", &cell, fmaxf(f->cell_m / span, 1e-3f), fminf(f->cell_m * span, 1e4f), "%.3g m", true)) land->own.cell_m = cell;
  }
}

static void build_water(LandChoice *land) {
  static const char *const words[] = {"in its hollows", "none: dry land", "up to a level"}; /* by OwnWater */
  panel_label(GUI_DIM, "water", 0);
  const int chosen = panel_choose("##water", words[land->own.water], words, 3);
  if (chosen >= 0) land->own.water = (OwnWater)chosen;
  if (chosen == OWN_WATER_LEVEL) land->own.level_m = lowest_of(land) + 0.1f * relief_of(land);
  if (land->own.water != OWN_WATER_LEVEL) return;
  panel_label(GUI_DIM, "level", 0);
  gui_slider("##level", &land->own.level_m, lowest_of(land), lowest_of(land) + relief_of(land), "%.4g m", false);
}

static void build_missing(LandChoice *land) {
  static const char *const words[] = {"filled from around", "sea", "walls"}; /* by HeightmapMissing */
  if (land->facts.missing == 0) return;
  panel_label(GUI_DIM, "without a height", 0);
  const int chosen = panel_choose("##missing", words[land->own.missing], words, 3);
  if (chosen >= 0) land->own.missing = chosen;
}

/* Returns the height of the window. */
static float height_of(const LandChoice *land) {
  const int rows = !land->facts.in_metres + !land->facts.has_cell + 1 + (land->own.water == OWN_WATER_LEVEL) + (land->facts.missing > 0);
  return 3 * gui_line_height() + (float)(rows + 1) * gui_row_height() + gui_points(62);
}

void land_build(const PanelView *view, PanelRequest *request) {
  LandChoice *const land = view->land;
  const GuiPoint screen = gui_screen(), button = {gui_points(150), 0};
  const float width = fminf(gui_points(width_points), screen.x - 2 * panel_margin());
  gui_window(&(GuiWindowDef){"land", .at = {0.5f * screen.x, 0.4f * screen.y}, .anchor = {0.5f, 0.5f}, .size = {width, height_of(land)}});
  gui_text_wrapped(GUI_ACCENT, 0, "Make this your land?  %s", scene_file_name(land->own.path));
  build_facts(land);
  gui_space();
  build_size(land);
  build_water(land);
  build_missing(land);
  gui_space();
  if (gui_button("Make it (Enter)", button, true)) request->land_answer = 1;
  gui_same_line();
  if (gui_button("Leave it (Esc)", button, false)) request->land_answer = -1;
  gui_window_end();
}

void land_reading_build(const PanelView *view, PanelRequest *request) {
  const LandChoice *const land = view->land;
  const GuiPoint screen = gui_screen();
  const float width = fminf(gui_points(width_points), screen.x - 2 * panel_margin()), high = gui_points(6);
  const GuiPoint size = {width, gui_line_height() + gui_row_height() + gui_points(52)};
  gui_window(&(GuiWindowDef){"reading", .at = {0.5f * screen.x, 0.4f * screen.y}, .anchor = {0.5f, 0.5f}, .size = size});
  gui_text(GUI_ACCENT, "Reading %s: %.0f %%", scene_file_name(land->own.path), 100 * (double)land->share);
  gui_space();
  const float wide = gui_room();
  const GuiPoint at = gui_area(wide, high);
  gui_draw_rectangle(at, (GuiPoint){at.x + wide, at.y + high}, 0xFFFFFF30u, 0.5f * high);
  gui_draw_rectangle(at, (GuiPoint){at.x + fmaxf(high, wide * land->share), at.y + high}, GUI_ACCENT, 0.5f * high);
  gui_space();
  gui_space();
  if (gui_button("Leave it (Esc)", (GuiPoint){gui_points(150), 0}, false)) request->land_answer = -1;
  gui_window_end();
}
