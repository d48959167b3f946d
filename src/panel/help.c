/* F1: all keys in blocks, from the table that handles them. A click on a line, or Enter where the arrow keys have led, waits for the key
 * that it is to have from now on. */
#include <SDL.h>
#include <math.h>

#include "panel/parts.h"

static const GuiColour quiet = 0xC4CED2FFu; /* of the many words, between text and dim */

/* A key and what it does; a long text goes on below its own beginning. `left`: the width of keys. */
static void line(GuiColour colour, const char *key, const char *text, float left, float width) {
  const float at = gui_cursor_x(), key_width = gui_text_size(key).x + gui_letters(1);
  gui_text(colour, "%s", key);
  gui_same_line_at(at + fmaxf(gui_letters(left), key_width));
  gui_text_wrapped(quiet, at + gui_letters(width), "%s", text);
}

/* The lines of a group, whose keys can be changed. */
static void keys_of(Help *help, KeyGroup group, bool water, float left, float width) {
  int count = 0;
  const KeyBinding *const keys = keys_table(&count);
  for (int n = 0; n < count; n++) {
    const KeyBinding *const binding = &keys[n];
    if (binding->group != group || (binding->param && (binding->param->group == PARAM_WATER) != water)) continue;
    const bool waits = help->waiting == binding, chosen = help->chosen == help->count;
    const char *const key = waits ? "press a key" : binding->key ? binding->key_name : "no key";
    gui_group();
    gui_spacing(0, 0);
    gui_area(gui_letters(width), 0); /* a click beside a short text is meant, too */
    line(waits ? GUI_WARN : binding->key ? GUI_ACCENT : GUI_DIM, key, binding->param ? binding->param->title : binding->help, left, width);
    gui_spacing_end();
    gui_group_end();
    if (!keys_are_fixed() && (gui_hovered() || chosen || waits)) gui_draw_rectangle(gui_low(), gui_high(), 0x70CCD138u, gui_points(3));
    if (chosen && help->moved) gui_scroll_here();
    if (!keys_are_fixed() && gui_clicked(GUI_LEFT)) {
      help->waiting = binding;
      help->chosen = help->count;
    }
    if (help->count < HELP_LINES) help->lines[help->count++] = binding;
  }
}

/* The columns: how wide their keys and all of them are, in letters; and the blocks in them. */
static const struct { float key, width; } columns[HELP_COLUMNS] = {{13, 57}, {10, 50}, {6, 27}, {6, 25}};
static const struct {
  int column;
  const char *title, *more;
  KeyGroup group;
  bool water; /* of the parameters, those of water */
} blocks[] = {{0, "DO", "", KEYS_DO, false},
              {1, "LOOK", "", KEYS_LOOK, false},
              {1, "SCENE AND TIME", "", KEYS_SCENE, false},
              {1, "WINDOW", "", KEYS_WINDOW, false},
              {2, "WATER", "Shift lowers", KEYS_PARAMS, true},
              {3, "OTHERS", "Shift lowers", KEYS_PARAMS, false}};

static void build_columns(Help *help, float room) {
  const float letters = room / gui_letters(1);
  int in_a_row = HELP_COLUMNS; /* all beside each other, or the first two, or one */
  float width = 0;
  for (int n = 0; n < HELP_COLUMNS && in_a_row == HELP_COLUMNS; n++) {
    width += columns[n].width + (n > 0 ? 2 : 0);
    if (width > letters) in_a_row = n >= 2 ? 2 : 1;
  }
  for (int n = 0, column = -1; n < (int)(sizeof blocks / sizeof *blocks); n++) {
    const bool begins = blocks[n].column != column;
    if (begins && n > 0) gui_group_end();
    column = blocks[n].column;
    if (begins && column % in_a_row > 0)
      gui_same_line_gap(gui_letters(2));
    else if (n > 0)
      gui_area(1, gui_points(9));
    if (begins) gui_group();
    if (begins) help->first[column] = help->count;
    const float left = columns[column].key, wide = fminf(columns[column].width, letters);
    gui_text(GUI_TEXT, "%s", blocks[n].title);
    gui_same_line();
    gui_text(GUI_DIM, "%s", blocks[n].more);
    gui_area(1, gui_points(2));
    for (const char *const *words = keys_mouse; n == 0 && *words; words += 2) line(GUI_ACCENT, words[0], words[1], left, wide);
    if (n == 0) gui_area(1, gui_points(4));
    keys_of(help, blocks[n].group, blocks[n].water, left, wide);
  }
  gui_group_end();
}

/* The line above the columns: how to bind a key, or what the last one did. */
static void build_head(Help *help) {
  const bool plain = help->said[0] == '\0', chosen = help->chosen == help->count;
  gui_align_to_row();
  gui_text(GUI_TEXT, "Weir: all keys");
  gui_same_line();
  gui_text(GUI_DIM, "\xC2\xB7  %s closes  \xC2\xB7", keys_name(ACTION_HELP));
  gui_same_line();
  if (keys_are_fixed()) {
    gui_text(GUI_DIM, "keys are fixed");
    return;
  }
  if (gui_button("all keys as they were", (GuiPoint){0}, chosen) || (chosen && help->entered)) {
    keys_reset();
    help->waiting = NULL;
    snprintf(help->said, sizeof help->said, "all keys are as they were");
  }
  gui_same_line();
  if (help->waiting)
    gui_text(GUI_WARN, "%s: press a key; Esc leaves it", help->waiting->name);
  else
    gui_text(plain ? GUI_DIM : GUI_TEXT, "%s", plain ? "click a line, or arrow keys and Enter, to give it another key" : help->said);
  help->lines[help->count++] = NULL;
}

void help_build(Help *help) {
  const GuiPoint size = gui_screen();
  gui_window(
      &(GuiWindowDef){"help", .at = {0.5f * size.x, 0.5f * size.y}, .anchor = {0.5f, 0.5f}, .size_max = {0.98f * size.x, 0.98f * size.y}});
  gui_spacing(gui_points(8), gui_points(1));
  if (!help->shown) gui_scroll_home(); /* it opens where it begins, wherever it was left */
  if (!help->shown) *help = (Help){.chosen = -1, .shown = true};
  help->count = 0;
  build_head(help);
  gui_separator();
  gui_space();
  build_columns(help, 0.98f * size.x - gui_points(44));
  help->entered = help->moved = false;
  gui_spacing_end();
  gui_window_end();
  if (help->said[0] == '\0' && !help->waiting) return;
  /* It stands over all else: the line above the columns may have been scrolled away. */
  gui_window(&(GuiWindowDef){"key said", .at = {0.5f * size.x, size.y - gui_points(12)}, .anchor = {0.5f, 1}});
  if (help->waiting)
    gui_text(GUI_WARN, "%s: press a key; Esc leaves it", help->waiting->name);
  else
    gui_text(GUI_ACCENT, "%s", help->said);
  gui_window_end();
}

void help_close(Help *help) {
  help->shown = false;
  help->waiting = NULL;
}

/* --- keys ------------------------------------------------------------------------------------------------------------------ */

/* Returns the first line of the column that is `step` columns after that of the chosen line. */
static int beside(const Help *help, int step) {
  int column = 0;
  while (column < HELP_COLUMNS - 1 && help->first[column + 1] <= help->chosen) column++;
  return help->first[(column + step + HELP_COLUMNS) % HELP_COLUMNS];
}

/* Moves to another line or chooses one, if the key does that. Returns false if it does not. */
static bool move(Help *help, const SDL_Keysym *key) {
  if (key->mod & (KMOD_SHIFT | KMOD_CTRL | KMOD_ALT | KMOD_GUI)) return false;
  int to = help->chosen;
  switch (key->sym) {
    case SDLK_DOWN: to++; break;
    case SDLK_UP: to += to > 0 ? -1 : help->count - to - 1; break;
    case SDLK_RIGHT: to = beside(help, 1); break;
    case SDLK_LEFT: to = beside(help, -1); break;
    case SDLK_RETURN:
      if (to < 0) return false;
      help->waiting = help->lines[to];
      help->entered = !help->waiting;
      return true;
    default: return false;
  }
  help->chosen = to % help->count;
  help->moved = true;
  return true;
}

bool help_takes_keys(Help *help, const SDL_Event *event) {
  if (!help->shown || keys_are_fixed()) return false;
  const bool waits = help->waiting != NULL;
  if (event && event->type == SDL_MOUSEBUTTONDOWN) help->waiting = NULL;
  if (!event || event->type != SDL_KEYDOWN) return waits;
  if (!waits) return help->count > 0 && move(help, &event->key.keysym);
  const SDL_Keysym *const key = &event->key.keysym;
  if (event->key.repeat || keys_is_modifier(key->sym)) return true;
  if (key->sym != SDLK_ESCAPE)
    keys_bind_code(help->waiting->name, keys_code(keys_layout_code(key->sym, (int)key->scancode), key->mod), help->said);
  help->waiting = NULL;
  return true;
}
