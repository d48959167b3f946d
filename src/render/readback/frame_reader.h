#ifndef RENDER_READBACK_FRAME_READER_H
#define RENDER_READBACK_FRAME_READER_H

/* Brings finished frames from the driver to memory, made smaller there, without waiting for them: a frame that is begun is read out
 * while later ones are drawn. Every call needs the renderer's context. */

#include <stdbool.h>
#include <stdint.h>

typedef struct FrameReader FrameReader;

/* For frames of width x height pixels. Returns NULL if memory runs out. */
FrameReader *frame_reader_create(int width, int height);
void frame_reader_destroy(FrameReader *reader);

/* Begins to read from_width x from_height pixels of the bound framebuffer, from its lower left corner on. Bindings stay as they were.
 * False: as many are being read as there is room for. */
bool frame_reader_begin(FrameReader *reader, int64_t number, int from_width, int from_height);

/* The oldest frame that was begun, if it is there, or else with `wait` when it is: its number, and rows of red, green, blue and a byte
 * without meaning, the top row first, until frame_reader_next. NULL: none. */
const uint8_t *frame_reader_front(FrameReader *reader, bool wait, int64_t *number);
void frame_reader_next(FrameReader *reader);

#endif
