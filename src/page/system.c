/* Gives the program what of SDL a browser has not, or has otherwise (see gl.c). */
#include <SDL.h>

int __real_SDL_GL_SetAttribute(SDL_GLattr name, int value);
int __wrap_SDL_GL_SetAttribute(SDL_GLattr name, int value);
int __wrap_SDL_GL_SetSwapInterval(int interval);
void __wrap_SDL_Delay(Uint32 ms);

/* OpenGL 3.3 core is asked for; OpenGL ES 3.0 is what there is. */
int __wrap_SDL_GL_SetAttribute(SDL_GLattr name, int value) {
  if (name == SDL_GL_CONTEXT_PROFILE_MASK) value = SDL_GL_CONTEXT_PROFILE_ES;
  if (name == SDL_GL_CONTEXT_MINOR_VERSION) value = 0;
  return __real_SDL_GL_SetAttribute(name, value);
}

/* The browser calls for each frame when the screen wants one: there is nothing to wait for, and waiting would stop the page. */
int __wrap_SDL_GL_SetSwapInterval(int interval) {
  (void)interval;
  return 0;
}
void __wrap_SDL_Delay(Uint32 ms) {
  (void)ms;
}
