/* Built-in scenes and saved games to choose by a picture of each, and the picture that stands in the window until its first frame. */
#include <math.h>
#include <stb_image.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "panel/parts.h"

/* --- the built-in scenes: a click loads one -------------------------------------------------------------------------- */

/* Returns the picture of a built-in scene, which the caller destroys; width 0: there is none, as of one that is new. */
static GuiImage scene_picture(const char *name) {
  enum { PICTURE_SIDE = 1024 };
  char path[SCENE_PATH];
  GuiImage image = {0};
  int width, height, channels;
  snprintf(path, sizeof path, "%s/thumbnails/%s.jpg", folder_assets(), name);
  const bool fits = stbi_info(path, &width, &height, &channels) && width <= PICTURE_SIDE && height <= PICTURE_SIDE;
  unsigned char *const pixels = fits ? stbi_load(path, &width, &height, &channels, 3) : NULL;
  if (pixels) image = gui_image_create(pixels, width, height);
  stbi_image_free(pixels);
  return image;
}

void browser_build(Browser *browser, const PanelView *view, PanelRequest *request) {
  enum { IN_A_ROW = 3 };
  int count = 0;
  const char *const *names = scene_names(&count);
  if (count > BROWSER_SCENES) count = BROWSER_SCENES;
  if (!gui_header("scenes", gui_screen().y > gui_points(600))) return; /* open at first: in a low window they would fill the panel */
  Scene *const scene = browser->read ? NULL : memory_create(1, sizeof *scene);
  for (int n = 0; scene && n < count; n++) {
    BrowserScene *const shown = &browser->scenes[n];
    char path[SCENE_PATH];
    Error error;
    snprintf(shown->title, sizeof shown->title, "%s", names[n]);
    if (scene_find(folder_assets(), names[n], path, &error) && scene_read(path, scene, &error)) {
      snprintf(shown->title, sizeof shown->title, "%s", scene->title);
      shown->solver = scene->solver;
    }
    shown->picture = scene_picture(names[n]);
  }
  memory_free(scene);
  browser->read = true;
  const float width = (gui_room() - (IN_A_ROW - 1) * gui_gap()) / IN_A_ROW;
  for (int n = 0; n < count; n++) {
    const BrowserScene *const shown = &browser->scenes[n];
    const bool here = n == view->scene_index;
    if (n % IN_A_ROW > 0) gui_same_line();
    gui_id(n);
    gui_group();
    if (gui_image_button("picture", &shown->picture, (GuiPoint){width, width * 9 / 16}, here)) request->scene = n;
    if (gui_hovered()) {
      gui_tooltip();
      gui_text(GUI_TEXT, "%s", shown->title);
      gui_text(GUI_DIM, "solver %s", weir_solver_name(shown->solver));
      gui_tooltip_end();
    }
    gui_text(here ? GUI_ACCENT : GUI_TEXT, "%s", names[n]);
    gui_same_line();
    gui_text(GUI_DIM, "%s", weir_solver_name(shown->solver));
    gui_group_end();
    gui_id_end();
  }
  gui_space();
}

/* --- the flumes: a click loads one ------------------------------------------------------------------------------------ */

void flume_rows_build(const PanelView *view, PanelRequest *request) {
  enum { IN_A_ROW = 2, NAME = 32 };
  int count;
  const char *const *const names = flume_names(&count);
  if (!gui_header("flumes", gui_screen().y > gui_points(600))) return;
  const float width = (gui_room() - (IN_A_ROW - 1) * gui_gap()) / IN_A_ROW;
  for (int n = 0; n < count; n++) {
    char label[NAME];
    snprintf(label, sizeof label, "%s", names[n]);
    for (char *letter = label; *letter; letter++)
      if (*letter == '-') *letter = ' ';
    if (n % IN_A_ROW > 0) gui_same_line();
    if (gui_button(label, (GuiPoint){width, 0}, strcmp(view->scene->name, names[n]) == 0)) request->flume = n;
  }
  gui_space();
}

/* --- saved games: a click goes on with one; the six that are the person's own can be written from here --------------- */

/* Halves a picture while it is wider than it is ever drawn: smaller ones are filtered by two pixels a side alone. */
static void shrink(unsigned char *rgb, int *width, int *height) {
  enum { SHOWN_WIDTH = 400 /* pixels */ };
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

void save_list_build(SaveList *list, const PanelView *view, PanelRequest *request) {
  enum { IN_A_ROW = 4 };
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
  const float width = (gui_room() - (IN_A_ROW - 1) * gui_gap()) / IN_A_ROW;
  for (int slot = 0; slot < SLOT_COUNT; slot++) {
    const SavedGame *const game = &list->games[slot];
    if (slot % IN_A_ROW > 0) gui_same_line();
    gui_id(slot);
    gui_group();
    gui_disabled(game->written == 0);
    if (gui_image_button("picture", &game->picture, (GuiPoint){width, width * 9 / 16}, false)) request->load_slot = slot;
    gui_disabled_end();
    char label[32];
    snprintf(label, sizeof label, game->written ? "go on with %s" : "%s is empty", slot_name(slot));
    gui_tip(label);
    if (slot < SLOTS) { /* the person's own */
      snprintf(label, sizeof label, "save in %d", slot + 1);
      if (gui_button(label, (GuiPoint){width, 0}, false)) request->save_slot = slot;
    } else {
      gui_align_to_row();
      gui_text(game->written ? GUI_TEXT : GUI_DIM, "%s", slot_name(slot));
    }
    gui_group_end();
    gui_id_end();
  }
  gui_space();
}

/* --- before the first picture ---------------------------------------------------------------------------------------- */

void loading_build(Loading *loading, const PanelLoading *view) {
  const GuiImage *const picture = &loading->picture;
  const GuiPoint window = gui_screen();
  const float x = 0.5f * window.x, y = 0.78f * window.y, half = 0.5f * fminf(gui_points(360), 0.8f * window.x), high = gui_points(4);
  if (!loading->read && view->name) loading->picture = scene_picture(view->name);
  loading->read = true;
  gui_draw_behind(window);
  if (picture->width == 0 || picture->height == 0) {
    gui_draw_rectangle((GuiPoint){0, 0}, window, 0x0E1317FFu, 0);
  } else { /* it covers the window, cut off where their shapes differ; it is dimmed, so that it is not taken for the water */
    const float scale = fmaxf(window.x / (float)picture->width, window.y / (float)picture->height);
    const float across = 0.5f * scale * (float)picture->width, down = 0.5f * scale * (float)picture->height;
    gui_draw_image(picture, (GuiPoint){x - across, 0.5f * window.y - down}, (GuiPoint){x + across, 0.5f * window.y + down}, 0x70757AFFu);
  }
  gui_draw_text((GuiPoint){floorf(x - 0.5f * gui_text_size(view->title).x), floorf(y - 2 * gui_line_height())}, GUI_TEXT, view->title);
  gui_draw_rectangle((GuiPoint){x - half, y}, (GuiPoint){x + half, y + high}, 0xFFFFFF30u, 0.5f * high);
  gui_draw_rectangle((GuiPoint){x - half, y}, (GuiPoint){x - half + 2 * half * view->done, y + high}, GUI_ACCENT, 0.5f * high);
  gui_draw_behind_end();
}
