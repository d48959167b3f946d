#ifndef RENDER_TILE_H
#define RENDER_TILE_H

/* A picture that is drawn by itself, to be put at a place of another one (several views in one window) or read back. Every call needs the
 * renderer's context. */

/* The OpenGL objects of a tile; owned by the code that zeroed it, until tile_shutdown. */
typedef struct Tile {
  unsigned renderbuffer, framebuffer;
  int width, height; /* pixels */
} Tile;

/* Gives the tile this size; its picture is then unknown. Leaves it bound for drawing where it had another, and what is read from as it
 * was. */
void tile_resize(Tile *tile, int width, int height);

/* Binds the tile, of this size, to be drawn into. Returns the framebuffer that was bound before, for tile_end. */
unsigned tile_begin(Tile *tile, int width, int height);

/* Fills the bound tile with this colour. */
void tile_fill(const float rgb[3]);

/* Puts the tile into that framebuffer, its lower left corner at x, y from there, and binds that again. */
void tile_end(const Tile *tile, unsigned framebuffer, int x, int y);

void tile_shutdown(Tile *tile);

#endif
