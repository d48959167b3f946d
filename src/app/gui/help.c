/* F1: all keys in blocks, from the tables that handle them. */
#include <math.h>

#include "app/gui/gui.h"
#include "app/gui/parts.h"

enum { COLUMNS = 4 };

/* A column of blocks: how wide its keys and all of it are, in letters. */
typedef struct Column {
  float key, width;
  void (*build)(float left, float width);
} Column;

static const GuiColour quiet = 0xC4CED2FFu; /* of the many words, between text and dim */

static void title(const char *text, const char *more) {
  gui_text(GUI_TEXT, "%s", text);
  gui_same_line();
  gui_text(GUI_DIM, "%s", more);
  gui_area(1, gui_points(2));
}

static void next_block(void) {
  gui_area(1, gui_points(9));
}

/* A key and what it does; a long text goes on below its own beginning. `left`: the width of keys. */
static void line(const char *key, const char *text, float left, float width) {
  const float at = gui_cursor_x();
  gui_text(GUI_ACCENT, "%s", key);
  gui_same_line_gap(0);
  gui_set_cursor_x(at + gui_letters(left));
  gui_text_wrapped(quiet, at + gui_letters(width), "%s", text);
}

static void keys_of(KeyGroup group, float left, float width) {
  int count = 0;
  const KeyBinding *keys = keys_table(&count);
  for (int n = 0; n < count; n++)
    if (keys[n].group == group && keys[n].name[0]) line(keys[n].name, keys[n].help, left, width);
}

static void params_of(bool water, float left, float width) {
  int count = 0;
  const ParamInfo *infos = params_table(&count);
  for (int n = 0; n < count; n++)
    if (infos[n].key && water == (infos[n].group == PARAM_WATER)) line(params_key_name(&infos[n]), infos[n].title, left, width);
}

static void build_do(float left, float width) {
  title("DO", "");
  for (const char *const *words = keys_mouse(); *words; words += 2) line(words[0], words[1], left, width);
  gui_area(1, gui_points(4));
  keys_of(KEYS_DO, left, width);
}

static void build_look(float left, float width) {
  title("LOOK", "");
  keys_of(KEYS_LOOK, left, width);
  next_block();
  title("SCENE AND TIME", "");
  keys_of(KEYS_SCENE, left, width);
  next_block();
  title("WINDOW", "");
  keys_of(KEYS_WINDOW, left, width);
}

static void build_water(float left, float width) {
  title("WATER", "Shift lowers");
  params_of(true, left, width);
}

static void build_others(float left, float width) {
  title("OTHERS", "Shift lowers");
  params_of(false, left, width);
}

static const Column columns[COLUMNS] = {{13, 57, build_do}, {10, 50, build_look}, {6, 27, build_water}, {6, 25, build_others}};

/* How many columns fit beside each other: all, or the first two, or one. */
static int columns_in(float letters) {
  float width = 0;
  for (int n = 0; n < COLUMNS; n++) {
    width += columns[n].width + (n > 0 ? 2 : 0);
    if (width > letters) return n >= 2 ? 2 : 1;
  }
  return COLUMNS;
}

static void build_columns(float room) {
  const float letters = room / gui_letters(1);
  const int in_a_row = columns_in(letters);
  for (int n = 0; n < COLUMNS; n++) {
    if (n % in_a_row > 0)
      gui_same_line_gap(gui_letters(2));
    else if (n > 0)
      next_block();
    gui_group();
    columns[n].build(columns[n].key, fminf(columns[n].width, letters));
    gui_group_end();
  }
}

void help_build(void) {
  const GuiPoint size = gui_screen();
  gui_window(&(GuiWindowDef){
      .name = "help", .at = {0.5f * size.x, 0.5f * size.y}, .anchor = {0.5f, 0.5f}, .size_max = {0.98f * size.x, 0.98f * size.y}});
  gui_spacing(gui_points(8), gui_points(1));
  gui_text(GUI_TEXT, "Weir: all keys");
  gui_same_line();
  gui_text(GUI_DIM, "F1 closes");
  gui_separator();
  gui_space();
  build_columns(0.98f * size.x - gui_points(44));
  gui_spacing_end();
  gui_window_end();
}
