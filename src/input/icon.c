#include "input/icon.h"

#include <SDL.h>
#include <stb_image.h>

bool icon_set(SDL_Window *window, const char *path) {
  enum { PARTS = 4 };
  int width, height, parts;
  unsigned char *const pixels = stbi_load(path, &width, &height, &parts, PARTS);
  if (!pixels) return false;
  SDL_Surface *const surface = SDL_CreateRGBSurfaceWithFormatFrom(pixels, width, height, 8 * PARTS, PARTS * width, SDL_PIXELFORMAT_RGBA32);
  if (surface) SDL_SetWindowIcon(window, surface);
  SDL_FreeSurface(surface);
  stbi_image_free(pixels);
  return surface != NULL;
}
