#include "world/state/stream.h"

#include <string.h>

bool state_expect(StateStream *s, bool holds, const char *what) {
  if (s->in && !holds && !s->fault) s->fault = what;
  return !s->fault;
}

bool state_has(StateStream *s, size_t count, size_t size, const char *what) {
  return !s->in || state_expect(s, count <= (s->size - s->at) / size, what);
}

void state_bytes(StateStream *s, void *bytes, size_t size, const char *what) {
  if (s->in && !state_has(s, size, 1, what)) {
    memset(bytes, 0, size);
    return;
  }
  if (s->out) memcpy(s->out + s->at, bytes, size);
  if (s->in) memcpy(bytes, s->in + s->at, size);
  s->at += size;
}

static void pass_word(StateStream *s, uint64_t *word, int size, const char *what) {
  unsigned char bytes[8];
  for (int n = 0; n < size; n++) bytes[n] = (unsigned char)(*word >> 8 * n);
  state_bytes(s, bytes, (size_t)size, what);
  if (!s->in) return;
  *word = 0;
  for (int n = 0; n < size; n++) *word |= (uint64_t)bytes[n] << 8 * n;
}

/* A whole number within [low, high]; out of it, `low`. */
static int64_t pass_whole(StateStream *s, int64_t value, int size, int64_t low, int64_t high, const char *what) {
  uint64_t word = (uint64_t)value;
  pass_word(s, &word, size, what);
  if (!s->in) return value;
  const int64_t got = size == 4 ? (int64_t)(int32_t)(uint32_t)word : (int64_t)word;
  return state_expect(s, got >= low && got <= high, what) ? got : low;
}

void state_bool(StateStream *s, bool *value, const char *what) {
  const int64_t got = pass_whole(s, *value, 4, 0, 1, what);
  if (s->in) *value = got != 0;
}

void state_int(StateStream *s, int *value, int low, int high, const char *what) {
  const int64_t got = pass_whole(s, *value, 4, low, high, what);
  if (s->in) *value = (int)got;
}

void state_int64(StateStream *s, int64_t *values, size_t count, int64_t low, int64_t high, const char *what) {
  for (size_t n = 0; n < count; n++) {
    const int64_t got = pass_whole(s, values[n], 8, low, high, what);
    if (s->in) values[n] = got;
  }
}

void state_uint32(StateStream *s, uint32_t *value, const char *what) {
  uint64_t word = *value;
  pass_word(s, &word, 4, what);
  if (s->in) *value = (uint32_t)word;
}

void state_uint64(StateStream *s, uint64_t *value, const char *what) {
  uint64_t word = *value;
  pass_word(s, &word, 8, what);
  if (s->in) *value = word;
}

void state_choice(StateStream *s, void *choice, int count, const char *what) {
  int32_t value;
  memcpy(&value, choice, sizeof value);
  value = (int32_t)pass_whole(s, value, 4, 0, count - 1, what);
  if (s->in) memcpy(choice, &value, sizeof value);
}

void state_floats(StateStream *s, float *values, size_t count, float low, float high, const char *what) {
  for (size_t n = 0; n < count; n++) {
    uint32_t bits;
    memcpy(&bits, &values[n], sizeof bits);
    uint64_t word = bits;
    pass_word(s, &word, 4, what);
    if (!s->in) continue;
    bits = (uint32_t)word;
    memcpy(&values[n], &bits, sizeof bits);
    if (!state_expect(s, values[n] >= low && values[n] <= high, what)) values[n] = low;
  }
}

void state_doubles(StateStream *s, double *values, size_t count, double low, double high, const char *what) {
  for (size_t n = 0; n < count; n++) {
    uint64_t word;
    memcpy(&word, &values[n], sizeof word);
    pass_word(s, &word, 8, what);
    if (!s->in) continue;
    memcpy(&values[n], &word, sizeof word);
    if (!state_expect(s, values[n] >= low && values[n] <= high, what)) values[n] = low;
  }
}

void state_text(StateStream *s, char *text, size_t room, const char *what) {
  int length = s->in ? 0 : (int)strlen(text);
  state_int(s, &length, 0, (int)room - 1, what);
  state_bytes(s, text, (size_t)length, what);
  if (!s->in) return;
  text[length] = '\0';
  state_expect(s, strlen(text) == (size_t)length, what);
}

void state_fields(StateStream *s, void *base, const StateField *fields, size_t count) {
  for (size_t n = 0; n < count; n++) {
    const StateField *const f = &fields[n];
    void *const at = (unsigned char *)base + f->offset;
    switch (f->kind) {
      case STATE_FLOAT: state_floats(s, at, f->size / sizeof(float), (float)f->low, (float)f->high, f->what); break;
      case STATE_DOUBLE: state_doubles(s, at, f->size / sizeof(double), f->low, f->high, f->what); break;
      case STATE_INT: state_int(s, at, (int)f->low, (int)f->high, f->what); break;
      case STATE_INT64: state_int64(s, at, f->size / sizeof(int64_t), (int64_t)f->low, (int64_t)f->high, f->what); break;
      case STATE_UINT32: state_uint32(s, at, f->what); break;
      case STATE_BOOL: state_bool(s, at, f->what); break;
      case STATE_CHOICE: state_choice(s, at, (int)f->high, f->what); break;
    }
  }
}

static size_t alignment_of(StateKind kind) {
  return kind == STATE_BOOL ? _Alignof(bool) : kind == STATE_DOUBLE ? _Alignof(double) : kind == STATE_INT64 ? _Alignof(int64_t) : 4;
}

bool state_fields_cover(const StateField *fields, size_t count, size_t size) {
  size_t at = 0, widest = 1, covered = 0;
  for (; covered < count; covered++) {
    const StateField *next = NULL;
    for (size_t n = 0; n < count; n++)
      if (fields[n].offset >= at && (!next || fields[n].offset < next->offset)) next = &fields[n];
    const size_t align = next ? alignment_of(next->kind) : 1;
    if (!next || next->offset != (at + align - 1) / align * align) return false;
    at = next->offset + next->size;
    widest = align > widest ? align : widest;
  }
  return (at + widest - 1) / widest * widest == size;
}
