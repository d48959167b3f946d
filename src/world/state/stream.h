#ifndef WORLD_STATE_STREAM_H
#define WORLD_STATE_STREAM_H

/* Values on their way into bytes or out of them. One walk over a world serves counting, writing and reading, so that the three cannot drift
 * apart: each call passes one value on, whichever way the stream goes. Bytes are little-endian on every machine.
 *
 * While a stream is read each value is checked; `what` names it in the message. After the first fault nothing more is read, and all that
 * follows is set to the lowest that is allowed, so that counts and indices are safe to use until the walk ends. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One way through a state's bytes; on the stack of one call. With neither `out` nor `in` bytes are only counted. */
typedef struct StateStream {
  unsigned char *out;
  const unsigned char *in;
  size_t at, size;   /* bytes passed, and (of `in`) there are */
  const char *fault; /* while reading: what no state can have, or NULL */
  uint32_t version;  /* of a world's format, while one is passed */
} StateStream;

/* Notes a fault of what was read, unless `holds` or there is one already. Returns whether there is none. */
bool state_expect(StateStream *s, bool holds, const char *what);

/* Returns true if `count` values of `size` bytes are left to be read, else notes a fault; true while writing. Ask before memory is
 * allocated for them. */
bool state_has(StateStream *s, size_t count, size_t size, const char *what);

void state_bool(StateStream *s, bool *value, const char *what);
/* low to high, both included. */
void state_int(StateStream *s, int *value, int low, int high, const char *what);
void state_int64(StateStream *s, int64_t *values, size_t count, int64_t low, int64_t high, const char *what);
void state_uint32(StateStream *s, uint32_t *value, const char *what);
void state_uint64(StateStream *s, uint64_t *value, const char *what);
/* An enum (4 bytes) of `count` values from 0. */
void state_choice(StateStream *s, void *choice, int count, const char *what);
/* Numbers, never NaN. */
void state_floats(StateStream *s, float *values, size_t count, float low, float high, const char *what);
void state_doubles(StateStream *s, double *values, size_t count, double low, double high, const char *what);
/* A string in `room` bytes. */
void state_text(StateStream *s, char *text, size_t room, const char *what);
/* Bytes as they are. */
void state_bytes(StateStream *s, void *bytes, size_t size, const char *what);

/* The type of a struct's member, or of each number of an array of them. */
typedef enum StateKind {
  STATE_FLOAT,
  STATE_DOUBLE,
  STATE_INT,
  STATE_INT64,
  STATE_UINT32,
  STATE_BOOL,
  STATE_CHOICE /* an enum of `high` values from 0 */
} StateKind;

/* A row of the table of a struct: one member, as it lies in a state. A constant of the program. */
typedef struct StateField {
  StateKind kind;
  size_t offset, size; /* bytes */
  double low, high;    /* the least and the largest value; of a choice: 0 and their number; of a bool and a uint32: not looked at */
  const char *what;    /* names it in a fault */
} StateField;

#define STATE_FIELD(kind, type, member, low, high, what) \
  { kind, offsetof(type, member), sizeof(((type *)0)->member), low, high, what }

/* Passes on the members of a struct in the order of its table of `count` rows. */
void state_fields(StateStream *s, void *base, const StateField *fields, size_t count);

/* Returns true if the rows name every member of a struct of `size` bytes, but for a number of 4 bytes that lies where the compiler would
 * leave room before one of 8. For tests. */
bool state_fields_cover(const StateField *fields, size_t count, size_t size);

#endif
