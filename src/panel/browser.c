/* The built-in scenes with a picture of each: a click loads one. */
#include <stb_image.h>
#include <stdio.h>

#include "base/memory.h"
#include "files/folders.h"
#include "panel/gui.h"
#include "panel/parts.h"

enum { PICTURE_BYTES = 1 << 18, PICTURE_SIDE = 1024 }; /* A scene without a picture, as one that is new, is shown without. */
GuiImage browser_picture(const char *name) {
  char path[SCENE_PATH];
  GuiImage image = {0};
  snprintf(path, sizeof path, "%s/thumbnails/%s.jpg", folder_assets(), name);
  FILE *const file = fopen(path, "rb");
  unsigned char *const bytes = file ? memory_create(1, PICTURE_BYTES) : NULL;
  const int size = bytes ? (int)fread(bytes, 1, PICTURE_BYTES, file) : 0;
  int width = 0, height = 0, channels = 0;
  const bool fits =
      size > 0 && stbi_info_from_memory(bytes, size, &width, &height, &channels) && width <= PICTURE_SIDE && height <= PICTURE_SIDE;
  unsigned char *const pixels = fits ? stbi_load_from_memory(bytes, size, &width, &height, &channels, 3) : NULL;
  if (pixels) image = gui_image_create(pixels, width, height);
  stbi_image_free(pixels);
  memory_free(bytes);
  if (file) fclose(file);
  return image;
}

static void build_scene(const BrowserScene *scene, const char *name, int index, GuiPoint size, const PanelView *view,
                        PanelRequest *request) {
  const bool here = index == view->scene_index;
  gui_id(index);
  gui_group();
  if (gui_image_button("picture", &scene->picture, size, here)) request->scene = index;
  if (gui_hovered()) {
    gui_tooltip();
    gui_text(GUI_TEXT, "%s", scene->title);
    gui_text(GUI_DIM, "solver %s", weir_solver_name(scene->solver));
    gui_tooltip_end();
  }
  gui_text(here ? GUI_ACCENT : GUI_TEXT, "%s", name);
  gui_same_line();
  gui_text(GUI_DIM, "%s", weir_solver_name(scene->solver));
  gui_group_end();
  gui_id_end();
}

void browser_build(Browser *browser, const PanelView *view, PanelRequest *request) {
  const int in_a_row = 3;
  int count = 0;
  const char *const *names = scene_names(&count);
  if (count > BROWSER_SCENES) count = BROWSER_SCENES;
  const bool open_at_first = gui_screen().y > gui_points(600); /* in a low window they would fill the panel */
  if (!gui_header("scenes", open_at_first)) return;
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
    shown->picture = browser_picture(names[n]);
  }
  memory_free(scene);
  browser->read = true;
  const float width = (gui_room() - (float)(in_a_row - 1) * gui_gap()) / (float)in_a_row;
  for (int n = 0; n < count; n++) {
    if (n % in_a_row > 0) gui_same_line();
    build_scene(&browser->scenes[n], names[n], n, (GuiPoint){width, width * 9 / 16}, view, request);
  }
  gui_space();
}

void browser_destroy(Browser *browser) {
  for (int n = 0; n < BROWSER_SCENES; n++) gui_image_destroy(&browser->scenes[n].picture);
}
