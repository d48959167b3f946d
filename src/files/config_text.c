#include "files/config_text.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/memory.h"

enum { LARGEST = 1 << 20 /* bytes: a larger file is not one of settings */ };

/* --- the file -------------------------------------------------------------------------------------------------------------- */

bool config_text_read(ConfigText *text, const char *path, Error *error) {
  struct stat is;
  *text = (ConfigText){0};
  if (stat(path, &is) == 0 && !S_ISREG(is.st_mode) && !S_ISDIR(is.st_mode)) return true; /* a pipe would be waited for */
  FILE *const file = fopen(path, "rb");
  if (!file) return errno == ENOENT || error_set(error, "%s: %s", path, strerror(errno));
  text->bytes = memory_create(1, LARGEST + 1);
  errno = 0;
  if (text->bytes) text->size = fread(text->bytes, 1, LARGEST + 1, file);
  const char *const why = !text->bytes           ? "not enough memory"
                          : ferror(file)         ? strerror(errno)
                          : text->size > LARGEST ? "longer than 1 MiB"
                                                 : NULL;
  fclose(file);
  if (!why) return true;
  config_text_free(text);
  return error_set(error, "%s: %s", path, why);
}

void config_text_free(ConfigText *text) {
  memory_free(text->bytes);
  *text = (ConfigText){0};
}

/* --- lines ----------------------------------------------------------------------------------------------------------------- */

static bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f';
}

/* Shrinks the range to what stands between blanks. */
static void trim(const char *bytes, size_t *at, size_t *end) {
  while (*at < *end && is_blank(bytes[*at])) ++*at;
  while (*end > *at && is_blank(bytes[*end - 1])) --*end;
}

static void copy_range(char *to, size_t room, const char *bytes, size_t at, size_t end) {
  const size_t size = end - at < room ? end - at : room - 1;
  memcpy(to, bytes + at, size);
  to[size] = '\0';
}

/* Reads NAME = VALUE in the range; a remark begins with a semicolon after a blank. */
static void read_pair(const char *bytes, size_t at, size_t end, ConfigLine *line) {
  size_t name_end = at;
  while (name_end < end && bytes[name_end] != '=' && bytes[name_end] != ':') name_end++;
  if (name_end == end) return;
  line->value_at = name_end + 1;
  line->value_end = line->value_at;
  while (line->value_end < end && !(bytes[line->value_end] == ';' && is_blank(bytes[line->value_end - 1]))) line->value_end++;
  trim(bytes, &line->value_at, &line->value_end);
  trim(bytes, &at, &name_end);
  copy_range(line->name, sizeof line->name, bytes, at, name_end);
  copy_range(line->value, sizeof line->value, bytes, line->value_at, line->value_end);
  line->is_pair = true;
}

bool config_text_next(const ConfigText *text, ConfigLine *line) {
  if (line->end >= text->size) return false;
  line->at = line->end;
  const char *const newline = memchr(text->bytes + line->at, '\n', text->size - line->at);
  line->end = newline ? (size_t)(newline - text->bytes) + 1 : text->size;
  line->is_pair = line->is_comment = false;
  size_t at = line->at, end = line->end;
  if (at == 0 && end >= 3 && memcmp(text->bytes, "\xEF\xBB\xBF", 3) == 0) at = 3; /* the mark of UTF-8 that some editors put first */
  trim(text->bytes, &at, &end);
  if (at == end) return true;
  const char first = text->bytes[at];
  const char *const closed = first == '[' ? memchr(text->bytes + at, ']', end - at) : NULL;
  line->is_comment = first == '#' || first == ';';
  if (closed)
    copy_range(line->section, sizeof line->section, text->bytes, at + 1, (size_t)(closed - text->bytes));
  else if (!line->is_comment && first != '[')
    read_pair(text->bytes, at, end, line);
  return true;
}

static bool is_of(const ConfigLine *line, const char *section, const char *name) {
  return line->is_pair && strcmp(line->section, section) == 0 && strcmp(line->name, name) == 0;
}

/* --- changes --------------------------------------------------------------------------------------------------------------- */

/* Puts `more` in the place of the range. */
static bool replace(ConfigText *text, size_t at, size_t end, const char *more) {
  const size_t length = strlen(more), size = text->size - (end - at) + length;
  char *const bytes = memory_create(1, size + 1);
  if (!bytes) return false;
  if (at > 0) memcpy(bytes, text->bytes, at);
  for (size_t n = 0; n < length; n++) bytes[at + n] = more[n];
  if (end < text->size) memcpy(bytes + at + length, text->bytes + end, text->size - end);
  memory_free(text->bytes);
  *text = (ConfigText){bytes, size};
  return true;
}

/* Inserts whole lines; the line before them may lack its end. */
static bool insert(ConfigText *text, size_t at, const char *more) {
  const bool open = at > 0 && text->bytes[at - 1] != '\n';
  return (!open || replace(text, at, at, "\n")) && replace(text, at + open, at + open, more);
}

bool config_text_append(ConfigText *text, const char *more) {
  return insert(text, text->size, more);
}

/* Finds where a section takes another line: after its last pair, else after its head and the comments that follow it. Returns false if
 * there is no such section. */
static bool place_in(const ConfigText *text, const char *section, size_t *place) {
  ConfigLine line = {0};
  bool found = section[0] == '\0', has_pair = false, follows = found;
  *place = 0;
  while (config_text_next(text, &line)) {
    const bool inside = strcmp(line.section, section) == 0, is_head = inside && !found;
    found |= is_head;
    if (inside && line.is_pair) has_pair = true, *place = line.end;
    if (is_head) follows = true, *place = line.end;
    if (inside && !has_pair && follows && line.is_comment) *place = line.end;
    if (!line.is_comment && !is_head) follows = false;
  }
  return found;
}

bool config_text_set(ConfigText *text, const char *section, const char *name, const char *value) {
  ConfigLine line = {0}, last = {0};
  while (config_text_next(text, &line))
    if (is_of(&line, section, name)) last = line;
  if (!last.is_pair) {
    char added[CONFIG_NAME + CONFIG_VALUE + 8], head[CONFIG_NAME + 8];
    size_t place;
    snprintf(added, sizeof added, "%s = %s\n", name, value);
    snprintf(head, sizeof head, "\n[%s]\n", section);
    const bool there = place_in(text, section, &place);
    if (!there && !config_text_append(text, text->size > 0 ? head : head + 1)) return false;
    return insert(text, there ? place : text->size, added);
  }
  char padded[CONFIG_VALUE + 2];
  snprintf(padded, sizeof padded, "%s%s", last.value_at == last.value_end && !is_blank(text->bytes[last.value_at - 1]) ? " " : "", value);
  return replace(text, last.value_at, last.value_end, padded);
}

void config_text_remove(ConfigText *text, const char *section, const char *name) {
  ConfigLine line = {0};
  while (config_text_next(text, &line)) {
    if (!is_of(&line, section, name)) continue;
    memmove(text->bytes + line.at, text->bytes + line.end, text->size - line.end);
    text->size -= line.end - line.at;
    line.end = line.at;
  }
}
