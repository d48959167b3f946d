#ifndef RENDER_READBACK_H
#define RENDER_READBACK_H

/* Pictures that are drawn by themselves; finished frames on their way from the driver to memory. Calls need the renderer's context. */

#include <stdbool.h>
#include <stdint.h>

/* A tile: a picture that is drawn by itself, to be put at a place of another one (several views in one window) or read back; its OpenGL
 * objects. Owned by the code that zeroed it, until tile_shutdown. */
typedef struct Tile {
  unsigned renderbuffer, framebuffer;
  int width, height; /* pixels */
} Tile;

/* Binds the tile, of this size, to be drawn into. Returns the framebuffer that was bound before, for tile_end. */
unsigned tile_begin(Tile *tile, int width, int height);

/* Fills the bound tile with this colour. */
void tile_fill(const float rgb[3]);

/* Puts the tile into that framebuffer, its lower left corner at x, y from there, and binds that again. */
void tile_end(const Tile *tile, unsigned framebuffer, int x, int y);

void tile_shutdown(Tile *tile);

/* Brings finished frames to memory, made smaller by the driver, without a wait: one that is begun is read out as later ones are drawn. */
typedef struct FrameReader FrameReader;

/* For frames of width x height pixels. Returns NULL if memory runs out. */
FrameReader *frame_reader_create(int width, int height);
void frame_reader_destroy(FrameReader *reader);

/* Begins to read so many pixels of the bound framebuffer, from its lower left corner on; bindings stay. False: no room for more frames. */
bool frame_reader_begin(FrameReader *reader, int64_t number, int from_width, int from_height);

/* The oldest frame that was begun, if it is there, or else with `wait` when it is: its number, and rows of red, green, blue and a byte
 * without meaning, the top row first, until frame_reader_next. NULL: none. */
const uint8_t *frame_reader_front(FrameReader *reader, bool wait, int64_t *number);
void frame_reader_next(FrameReader *reader);

#endif
