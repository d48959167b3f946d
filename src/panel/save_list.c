/* Saved games with a picture of each: a click on one goes on with it; the six that are the person's own can be written from here. */
#include <stdio.h>

#include "base/memory.h"
#include "files/slots.h"
#include "panel/gui.h"
#include "panel/parts.h"
#include "session/save.h"

enum { IN_A_ROW = 4, SHOWN_WIDTH = 400 /* pixels */ };

/* Halves a picture while it is wider than it is ever drawn: smaller ones are filtered by two pixels a side alone. */
static void shrink(unsigned char *rgb, int *width, int *height) {
  while (*width > SHOWN_WIDTH && *height > 1) {
    const int wide = *width / 2, deep = *height / 2, row = 3 * *width;
    for (int n = 0; n < 3 * wide * deep; n++) {
      const unsigned char *const at = rgb + (size_t)(n / (3 * wide)) * 2 * (size_t)row + (size_t)(n % (3 * wide) / 3 * 6 + n % 3);
      rgb[n] = (unsigned char)((at[0] + at[3] + at[row] + at[row + 3] + 2) / 4);
    }
    *width = wide;
    *height = deep;
  }
}

static void build_slot(const SavedGame *game, int slot, GuiPoint size, PanelRequest *request) {
  const bool own = slot < SLOTS;
  char label[32];
  gui_id(slot);
  gui_group();
  gui_disabled(game->written == 0);
  if (gui_image_button("picture", &game->picture, size, false)) request->load_slot = slot;
  gui_disabled_end();
  if (gui_hovered()) {
    gui_tooltip();
    gui_text(GUI_TEXT, game->written ? "go on with %s" : "%s is empty", slot_name(slot));
    gui_tooltip_end();
  }
  snprintf(label, sizeof label, "save in %d", slot + 1);
  if (own && gui_button(label, size.x, false)) request->save_slot = slot;
  if (!own) gui_align_to_row();
  if (!own) gui_text(game->written ? GUI_TEXT : GUI_DIM, "%s", slot_name(slot));
  gui_group_end();
  gui_id_end();
}

void save_list_build(SaveList *list, const PanelView *view, PanelRequest *request) {
  if (!gui_header("saved games", false)) return;
  for (int slot = 0; slot < SLOT_COUNT && (!list->read || list->saves_written != view->saves_written); slot++) {
    SavedGame *const game = &list->games[slot];
    char path[SLOT_PATH];
    const long long written = slot_written(slot);
    int width = 0, height = 0;
    if (written == game->written) continue;
    game->written = written;
    gui_image_destroy(&game->picture);
    game->picture = (GuiImage){0};
    unsigned char *const pixels = written && slot_path(slot, path) ? save_read_picture(path, &width, &height) : NULL;
    if (pixels) shrink(pixels, &width, &height);
    if (pixels) game->picture = gui_image_create(pixels, width, height);
    memory_free(pixels);
  }
  list->read = true;
  list->saves_written = view->saves_written;
  const float width = (gui_room() - (float)(IN_A_ROW - 1) * gui_gap()) / (float)IN_A_ROW;
  for (int slot = 0; slot < SLOT_COUNT; slot++) {
    if (slot % IN_A_ROW > 0) gui_same_line();
    build_slot(&list->games[slot], slot, (GuiPoint){width, width * 9 / 16}, request);
  }
  gui_space();
}

void save_list_destroy(SaveList *list) {
  for (int slot = 0; slot < SLOT_COUNT; slot++) gui_image_destroy(&list->games[slot].picture);
}
