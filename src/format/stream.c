#include "format/stream.h"

#include <string.h>

bool state_expect(StateStream *s, bool holds, const char *what) {
  if (s->in && !holds && !s->fault) s->fault = what;
  return !s->fault;
}

bool state_has(StateStream *s, size_t count, size_t size, const char *what) {
  return !s->in || state_expect(s, count <= (s->size - s->at) / size, what);
}

bool state_is_read(const StateStream *s, const char *path, const char *part, Error *error) {
  if (s->short_of_memory) return error_set(error, "%s: not enough memory", path);
  if (s->fault) return error_set(error, "%s: damaged: %s cannot be so", path, s->fault);
  return s->at == s->size || error_set(error, "%s: damaged: %s is too long", path, part);
}

void state_bytes(StateStream *s, void *bytes, size_t size, const char *what) {
  if (s->in && !state_has(s, size, 1, what)) {
    memset(bytes, 0, size);
    return;
  }
  if (s->out && s->at + size <= s->size) memcpy(s->out + s->at, bytes, size);
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
  pass_word(s, value, 8, what);
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

/* Saved games are shown to others, and the folders of one machine are private. */
static void pass_file_name(StateStream *s, char *path, size_t room, const char *what) {
  char *const slash = s->in ? NULL : strrchr(path, '/');
  state_text(s, slash ? slash + 1 : path, room, what);
}

void state_fields(StateStream *s, void *base, const StateTable *table) {
  for (size_t n = 0; n < table->count; n++) {
    const StateField *const f = &table->fields[n];
    unsigned char *const at = (unsigned char *)base + f->offset;
    int count = f->table ? (int)(f->size / f->table->size) : 0;
    if (f->since > s->version) continue;
    switch (f->kind) {
      case STATE_FLOAT: state_floats(s, (float *)(void *)at, f->size / sizeof(float), (float)f->low, (float)f->high, f->what); break;
      case STATE_DOUBLE: state_doubles(s, (double *)(void *)at, f->size / sizeof(double), f->low, f->high, f->what); break;
      case STATE_INT: state_int(s, (int *)(void *)at, (int)f->low, (int)f->high, f->what); break;
      case STATE_INT64: state_int64(s, (int64_t *)(void *)at, f->size / sizeof(int64_t), (int64_t)f->low, (int64_t)f->high, f->what); break;
      case STATE_UINT32: state_uint32(s, (uint32_t *)(void *)at, f->what); break;
      case STATE_UINT64: state_uint64(s, (uint64_t *)(void *)at, f->what); break;
      case STATE_BOOL: state_bool(s, (bool *)at, f->what); break;
      case STATE_CHOICE: state_choice(s, at, (int)f->high, f->what); break;
      case STATE_TEXT: state_text(s, (char *)at, f->size, f->what); break;
      case STATE_FILE: pass_file_name(s, (char *)at, f->size, f->what); break;
      case STATE_LIST:
        memcpy(&count, (unsigned char *)base + f->count, sizeof count);
        state_int(s, &count, (int)f->low, (int)f->high, f->what);
        memcpy((unsigned char *)base + f->count, &count, sizeof count);
        for (int e = 0; e < count; e++) state_fields(s, at + (size_t)e * f->table->size, f->table);
        break;
      case STATE_ALL:
        for (int e = 0; e < count; e++) state_fields(s, at + (size_t)e * f->table->size, f->table);
        break;
      case STATE_PART: f->pass(s, base); break;
      case STATE_NONE: break;
    }
  }
}

/* Returns where the row, or the number of its list, that begins first at or after `at` begins, and sets *end to where it ends. */
static size_t next_member(const StateTable *table, size_t at, size_t *end) {
  size_t begins = table->size;
  *end = table->size;
  for (size_t n = 0; n < table->count; n++) {
    const StateField *const f = &table->fields[n];
    if (f->offset >= at && f->offset < begins) begins = f->offset, *end = f->offset + f->size;
    if (f->kind == STATE_LIST && f->count >= at && f->count < begins) begins = f->count, *end = f->count + sizeof(int);
  }
  return begins;
}

bool state_table_covers(const StateTable *table) {
  for (size_t n = 0; n < table->count; n++)
    if (table->fields[n].table && !state_table_covers(table->fields[n].table)) return false;
  for (size_t at = 0, end; at < table->size; at = end) {
    const size_t begins = next_member(table, at, &end), gap = begins - at;
    if (gap >= 8 || (gap >= 4 && begins % 8 != 0) || (gap > 0 && begins % 4 != 0)) return false;
  }
  return true;
}
