#include "app/ahead.h"

#include <SDL.h>
#include <stdatomic.h>
#include <string.h>

#include "base/memory.h"
#include "base/thread.h"
#include "render/readback.h"

struct Ahead {
  SDL_Window *window; /* hidden, of the second context */
  SDL_GLContext context;
  SDL_Thread *thread;
  atomic_bool stop;
  FrameView frame;
  AheadDef def;
};

/* Returns true for programs that the picture comes to last: those before are being compiled by then. */
static bool is_wanted(void *user, const char *name) {
  static const char *const late[] = {"around", "sky", "water", "post", "enlarge"};
  const Ahead *const ahead = user;
  if (atomic_load(&ahead->stop)) return false;
  for (size_t n = 0; n < sizeof late / sizeof *late; n++)
    if (strcmp(name, late[n]) == 0) return true;
  return false;
}

static int run(void *user) {
  Ahead *const ahead = user;
  const int width = ahead->def.window->width, height = ahead->def.window->height;
  const RendererDef def = {.get_proc_address = window_gl_address,
                           .shader_dir = ahead->def.shader_dir,
                           .cache_dir = ahead->def.program_dir,
                           .loaded = true, /* for the window's renderer */
                           .compiling = is_wanted,
                           .user = ahead};
  Error ignored;
  Tile picture = {0};
  Renderer *const renderer = SDL_GL_MakeCurrent(ahead->window, ahead->context) == 0 ? renderer_create(&def, &ignored) : NULL;
  if (renderer) {
    tile_begin(&picture, width, height);
    renderer_set_hasty(renderer, true);
    renderer_set_share(renderer, ahead->def.share, false);
    renderer_draw(renderer, &ahead->frame, width, height);
    tile_shutdown(&picture);
    renderer_destroy(renderer);
  }
  SDL_GL_MakeCurrent(ahead->window, NULL);
  return 0;
}

static void destroy(Ahead *ahead) {
  if (ahead->context) SDL_GL_DeleteContext(ahead->context);
  if (ahead->window) SDL_DestroyWindow(ahead->window);
  memory_free(ahead);
}

Ahead *ahead_begin(const AheadDef *def) {
  Ahead *const ahead = thread_processors() > 1 ? memory_create(1, sizeof *ahead) : NULL; /* beside, or not at all */
  if (!ahead) return NULL;
  ahead->def = *def;
  ahead->frame = *def->frame;
  /* Programs that look for the window by its title are to find the one that is seen. */
  ahead->window = SDL_CreateWindow("Weir (loading)", 0, 0, 16, 16, SDL_WINDOW_OPENGL | SDL_WINDOW_HIDDEN);
  ahead->context = ahead->window ? SDL_GL_CreateContext(ahead->window) : NULL;
  SDL_GL_MakeCurrent(def->window->sdl, def->window->gl);
  ahead->thread = ahead->context ? SDL_CreateThread(run, "ahead", ahead) : NULL;
  if (ahead->thread) return ahead;
  destroy(ahead);
  return NULL;
}

void ahead_end(Ahead *ahead) {
  if (!ahead) return;
  atomic_store(&ahead->stop, true);
  SDL_WaitThread(ahead->thread, NULL);
  destroy(ahead);
}
