#ifndef RENDER_TILE_H
#define RENDER_TILE_H

/* A picture that is drawn by itself and then put at a place of another one: several views in one window. Every call needs the renderer's
 * context. */

/* Its OpenGL objects; owned by whoever zeroed it, until tile_shutdown. */
typedef struct Tile {
  unsigned renderbuffer, framebuffer;
  int width, height; /* pixels */
} Tile;

/* Binds the tile, of this size, to be drawn into. Returns the framebuffer that was bound before, for tile_end. */
unsigned tile_begin(Tile *tile, int width, int height);

/* The tile that is bound gets this colour all over. */
void tile_fill(const float rgb[3]);

/* Puts it into that framebuffer, its lower left corner at x, y from there, and binds that again. */
void tile_end(const Tile *tile, unsigned framebuffer, int x, int y);

void tile_shutdown(Tile *tile);

#endif
