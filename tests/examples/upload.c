/* Water in a window of SDL alone, of whose picture only what has changed is uploaded. Click to push it down. A word: frames to end after. */
#include <SDL.h>
#include <stdio.h>
#include <stdlib.h>
#include <weir/weir.h>
enum { SIDE = 192, RECTS = 32 };

int main(int argc, char **argv) {
  static float terrain[SIDE * SIDE], depth[SIDE * SIDE];
  for (int n = 0; n < SIDE * SIDE; n++) { /* a bowl */
    terrain[n] = (float)((n % SIDE - 60) * (n % SIDE - 60) + (n / SIDE - 90) * (n / SIDE - 90)) * 2e-4f;
    depth[n] = SDL_max(0.8f - terrain[n], 0.0f);
  }
  WeirWaterDef def = weir_water_def_default();
  def.nx = def.nz = SIDE;
  def.terrain = terrain;
  def.depth = depth;
  WeirWater *water = weir_water_create(&def, NULL);
  if (!water || SDL_Init(SDL_INIT_VIDEO)) return 1;
  SDL_Window *window = SDL_CreateWindow("Weir", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, 4 * SIDE, 4 * SIDE, 0);
  SDL_Renderer *renderer = SDL_CreateRenderer(window, -1, 0);
  SDL_Texture *picture = SDL_CreateTexture(renderer, SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_STREAMING, SIDE, SIDE);
  WeirTicker ticker = {0}; /* 60 ticks a second */
  uint64_t version = 0;
  long frames = argc > 1 ? atol(argv[1]) : -1, cells = 0, shown = 0;
  for (Uint64 then = SDL_GetPerformanceCounter(), now; shown != frames; then = now, shown++) {
    for (SDL_Event event; SDL_PollEvent(&event);) {
      if (event.type == SDL_QUIT) frames = shown + 1;
      if (event.type == SDL_MOUSEBUTTONDOWN)
        weir_water_disturb(water, (float)event.button.x / 4 * def.cell, (float)event.button.y / 4 * def.cell, 2, 0.4f);
    }
    if (shown == 1) weir_water_disturb(water, 15, 22, 1, 0.2f);
    now = SDL_GetPerformanceCounter();
    int due = weir_ticker_frame(&ticker, (double)(now - then) / (double)SDL_GetPerformanceFrequency());
    while (due-- > 0) weir_water_step(water, 1.0f / 60);
    WeirRect rects[RECTS];
    int count;
    version = weir_water_changes(water, version, rects, RECTS, &count);
    for (int n = 0; n < count; n++) {
      static Uint32 colors[SIDE * SIDE];
      const SDL_Rect to = {rects[n].i0, rects[n].k0, rects[n].i1 - rects[n].i0, rects[n].k1 - rects[n].k0};
      const WeirView bed = weir_water_terrain(water), d = weir_water_depth(water);
      for (int m = 0; m < to.w * to.h; m++) {
        const int i = to.x + m % to.w, k = to.y + m / to.w;
        const float deep = d.data[k * d.stride + i], surface = bed.data[k * bed.stride + i] + deep;
        const Uint32 light = (Uint32)SDL_clamp(128 + 800 * (surface - 0.8f), 0, 255);
        colors[m] = deep > 0.001f ? 0xff000000u | light << 8 | 0xc0 : 0xff806040u;
      }
      SDL_UpdateTexture(picture, &to, colors, 4 * to.w);
      cells += (long)to.w * to.h;
    }
    SDL_RenderCopy(renderer, picture, NULL, NULL);
    SDL_RenderPresent(renderer);
    SDL_Delay(5); /* or vertical sync */
  }
  printf("%ld frames, of each %.1f %% uploaded\n", shown, 100.0 * (double)cells / (double)(shown * SIDE * SIDE));
  weir_water_destroy(water);
  SDL_DestroyTexture(picture), SDL_DestroyRenderer(renderer), SDL_DestroyWindow(window), SDL_Quit();
  return cells >= SIDE * SIDE && cells < shown * SIDE * SIDE ? 0 : 1;
}
