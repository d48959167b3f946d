#ifndef FORMAT_STREAM_H
#define FORMAT_STREAM_H

/* Values on their way into bytes or out of them. One walk over a world serves counting, writing and reading, so that the three cannot drift
 * apart: each call passes one value on, whichever way the stream goes. Bytes are little-endian on every machine.
 *
 * While a stream is read each value is checked; `what` names it in the message. After the first fault nothing more is read, and all that
 * follows is set to the lowest that is allowed, so that counts and indices are safe to use until the walk ends. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

#define STATE_FAR 1e9f   /* of lengths (m), speeds (m/s) and all else that has no narrower bound */
#define STATE_HUGE 1e30f /* of forces (N), torques and volumes */

/* One way through a state's bytes; on the stack of one call. With neither `out` nor `in` bytes are only counted. */
typedef struct StateStream {
  unsigned char *out;
  const unsigned char *in;
  size_t at, size;      /* bytes passed; that there are, or that there is room for: beyond it bytes are only counted */
  const char *fault;    /* while reading: what no state can have, or NULL */
  uint32_t version;     /* of a world's format, while one is passed */
  bool short_of_memory; /* while reading: memory ran out */
} StateStream;

/* Notes a fault of what was read, unless `holds` or there is one already. Returns whether there is none. */
bool state_expect(StateStream *s, bool holds, const char *what);
/* Returns true if `count` values of `size` bytes are left to be read, else notes a fault; true while writing. Ask before memory is
 * allocated for them. */
bool state_has(StateStream *s, size_t count, size_t size, const char *what);
/* Returns true if all bytes have been read without a fault; else sets *error to "PATH: why". `part` names them. */
bool state_is_read(const StateStream *s, const char *path, const char *part, Error *error);
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

struct StateTable;

/* The type of a struct's member, or of each number of an array of them. */
typedef enum StateKind {
  STATE_FLOAT,
  STATE_DOUBLE,
  STATE_INT,
  STATE_INT64,
  STATE_UINT32,
  STATE_UINT64,
  STATE_BOOL,
  STATE_CHOICE, /* an enum of `high` values from 0 */
  STATE_TEXT,   /* a string in an array of chars */
  STATE_FILE,   /* a path, of which the file's name alone is written */
  STATE_LIST,   /* an array of structs, before it the number of those that there are, at most `high` */
  STATE_ALL,    /* an array of structs, all of them; or one struct */
  STATE_PART,   /* whatever `pass` passes on */
  STATE_NONE    /* nothing: `what` says why */
} StateKind;

/* A row of the table of a struct: one member, as it lies in a state. A constant of the program. */
typedef struct StateField {
  StateKind kind;
  size_t offset, size;                    /* bytes */
  double low, high;                       /* the least and the largest value, where the kind has them */
  const char *what;                       /* names it in a fault */
  const struct StateTable *table;         /* of the structs of a list */
  size_t count;                           /* of a list: where the struct has their number (an int) */
  void (*pass)(StateStream *s, void *of); /* of a part; `of` is the struct, not the member */
  uint32_t since;                         /* version of the format that has it first; 0: all */
} StateField;

/* The rows of a struct, in the order in which a state has its members. */
typedef struct StateTable {
  const StateField *fields;
  size_t count, size; /* rows; bytes of the struct */
} StateTable;

#define STATE_FIELD(kind, type, member, low, high, what) \
  { kind, offsetof(type, member), sizeof(((type *)0)->member), low, high, what, NULL, 0, NULL, 0 }
/* Numbers of one kind, of which `first` to `last` lie side by side in the struct. */
#define STATE_RUN(kind, type, first, last, low, high, what) \
  { kind, offsetof(type, first), STATE_SPAN(type, first, last), low, high, what, NULL, 0, NULL, 0 }
#define STATE_SPAN(type, first, last) (offsetof(type, last) + sizeof(((type *)0)->last) - offsetof(type, first))
#define STATE_LIST_OF(type, member, number, least, most, what, rows) \
  { STATE_LIST, offsetof(type, member), sizeof(((type *)0)->member), least, most, what, &(rows), offsetof(type, number), NULL, 0 }
#define STATE_ALL_OF(type, member, rows) \
  { STATE_ALL, offsetof(type, member), sizeof(((type *)0)->member), 0, 0, "", &(rows), 0, NULL, 0 }
#define STATE_PART_OF(type, member, function, version) \
  { STATE_PART, offsetof(type, member), sizeof(((type *)0)->member), 0, 0, "", NULL, 0, function, version }
/* From the first member to the last one in the struct. */
#define STATE_NONE_OF(type, first, last, why) STATE_RUN(STATE_NONE, type, first, last, 0, 0, why)
/* The table of a struct, from an array of its rows or from the rows themselves. */
#define STATE_TABLE_OF(type, rows) \
  { rows, sizeof(rows) / sizeof(StateField), sizeof(type) }
#define STATE_TABLE(type, ...) STATE_TABLE_OF(type, ((const StateField[]){__VA_ARGS__}))

/* Passes on the members of a struct by its table. */
void state_fields(StateStream *s, void *base, const StateTable *table);
/* Returns true if the rows of a table, and of those that it names, cover every byte of their structs, but for less than 8 bytes that lie
 * where the compiler would leave room before a member of 8 bytes or after the last one. For tests. */
bool state_table_covers(const StateTable *table);

#endif
