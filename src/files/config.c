#define _DEFAULT_SOURCE /* mkdir, flock */
#include "files/config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/output.h"
#include "base/paths.h"
#include "base/words.h"
#include "scene/params.h"

enum { PATH = CONFIG_PATH, SIDE_LEAST = 64, SIDE_LARGEST = 16384, FILE_LARGEST = 1 << 20 /* bytes: a larger one is not of settings */ };

/* --- the text of a file ---------------------------------------------------------------------------------------------------- */

/* Lines NAME = VALUE in sections, as in INI files. They are changed in place, so that comments, blank lines, the order, and lines that the
 * program does not know stay as the person wrote them. */
enum { NAME_SIZE = 64, VALUE_SIZE = 320 };

/* The whole file in memory; the reader frees `bytes`. All 0: an empty file. */
typedef struct Text {
  char *bytes;
  size_t size;
} Text;

/* One line; start with all 0 for text_next. What is too long for its array is cut off there. */
typedef struct Line {
  size_t at, end;             /* bytes of the text, with the line's end */
  size_t value_at, value_end; /* of those, the value */
  bool is_pair, is_comment;   /* NAME = VALUE; else a section's head, a comment, or a line without sense */
  char section[NAME_SIZE];    /* that the line is in; empty before the first head */
  char name[NAME_SIZE];       /* of a pair */
  char value[VALUE_SIZE];     /* of a pair */
} Line;

/* Reads the file; where there is none the text is empty. Returns false with "PATH: why" if it is there and cannot be read. */
static bool text_read(Text *text, const char *path, Error *error) {
  struct stat is;
  *text = (Text){0};
  if (stat(path, &is) == 0 && !S_ISREG(is.st_mode) && !S_ISDIR(is.st_mode)) return true; /* a pipe would be waited for */
  FILE *const file = fopen(path, "rb");
  if (!file) return errno == ENOENT || error_set(error, "%s: %s", path, strerror(errno));
  text->bytes = memory_create(1, FILE_LARGEST + 1);
  errno = 0;
  if (text->bytes) text->size = fread(text->bytes, 1, FILE_LARGEST + 1, file);
  const char *const why = !text->bytes                ? "not enough memory"
                          : ferror(file)              ? strerror(errno)
                          : text->size > FILE_LARGEST ? "longer than 1 MiB"
                                                      : NULL;
  fclose(file);
  if (!why) return true;
  memory_free(text->bytes);
  return error_set(error, "%s: %s", path, why);
}

/* --- its lines ----------------------------------------------------------------------------------------------------------------- */

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
static void read_pair(const char *bytes, size_t at, size_t end, Line *line) {
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

/* Steps to the next line. Returns false at the end. */
static bool text_next(const Text *text, Line *line) {
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

static bool is_of(const Line *line, const char *section, const char *name) {
  return line->is_pair && strcmp(line->section, section) == 0 && strcmp(line->name, name) == 0;
}

/* --- its changes --------------------------------------------------------------------------------------------------------------- */

/* Puts `more` in the place of the range. */
static bool replace(Text *text, size_t at, size_t end, const char *more) {
  const size_t length = strlen(more), size = text->size - (end - at) + length;
  char *const bytes = memory_create(1, size + 1);
  if (!bytes) return false;
  if (at > 0) memcpy(bytes, text->bytes, at);
  for (size_t n = 0; n < length; n++) bytes[at + n] = more[n];
  if (end < text->size) memcpy(bytes + at + length, text->bytes + end, text->size - end);
  memory_free(text->bytes);
  *text = (Text){bytes, size};
  return true;
}

/* Inserts whole lines; the line before them may lack its end. */
static bool insert(Text *text, size_t at, const char *more) {
  const bool open = at > 0 && text->bytes[at - 1] != '\n';
  return (!open || replace(text, at, at, "\n")) && replace(text, at + open, at + open, more);
}

/* Finds where a section takes another line: after its last pair, else after its head and the comments that follow it. Returns false if
 * there is no such section. */
static bool place_in(const Text *text, const char *section, size_t *place) {
  Line line = {0};
  bool found = section[0] == '\0', has_pair = false, follows = found;
  *place = 0;
  while (text_next(text, &line)) {
    const bool inside = strcmp(line.section, section) == 0, is_head = inside && !found;
    found |= is_head;
    if (inside && line.is_pair) has_pair = true, *place = line.end;
    if (is_head) follows = true, *place = line.end;
    if (inside && !has_pair && follows && line.is_comment) *place = line.end;
    if (!line.is_comment && !is_head) follows = false;
  }
  return found;
}

/* Gives the last line of this name the value, or adds a line to the section. Returns false if memory runs out. */
static bool text_set(Text *text, const char *section, const char *name, const char *value) {
  Line line = {0}, last = {0};
  while (text_next(text, &line))
    if (is_of(&line, section, name)) last = line;
  if (!last.is_pair) {
    char added[NAME_SIZE + VALUE_SIZE + 8], head[NAME_SIZE + 8];
    size_t place;
    snprintf(added, sizeof added, "%s = %s\n", name, value);
    snprintf(head, sizeof head, "\n[%s]\n", section);
    const bool there = place_in(text, section, &place);
    if (!there && !insert(text, text->size, text->size > 0 ? head : head + 1)) return false;
    return insert(text, there ? place : text->size, added);
  }
  char padded[VALUE_SIZE + 2];
  snprintf(padded, sizeof padded, "%s%s", last.value_at == last.value_end && !is_blank(text->bytes[last.value_at - 1]) ? " " : "", value);
  return replace(text, last.value_at, last.value_end, padded);
}

/* Removes all lines of this name. */
static void text_remove(Text *text, const char *section, const char *name) {
  Line line = {0};
  while (text_next(text, &line)) {
    if (!is_of(&line, section, name)) continue;
    memmove(text->bytes + line.at, text->bytes + line.end, text->size - line.end);
    text->size -= line.end - line.at;
    line.end = line.at;
  }
}

/* --- where it lies --------------------------------------------------------------------------------------------------------- */

static bool config_folder(char folder[PATH]) {
  return path_of_person("XDG_CONFIG_HOME", ".config", folder, PATH, 32);
}

bool config_file(char path[CONFIG_PATH]) {
  char folder[PATH];
  return config_folder(folder) && snprintf(path, PATH, "%.*s/weir/config", PATH - 32, folder) < PATH;
}

/* --- reading --------------------------------------------------------------------------------------------------------------- */

static bool number_of(const char *text, float low, float high, float *number) {
  return scan_number(&text, number) && scan_at_end(text) && *number >= low && *number <= high;
}

static void keep_text(char text[CONFIG_TEXT], const char *value) {
  if (strlen(value) < CONFIG_TEXT) snprintf(text, CONFIG_TEXT, "%s", value);
}

bool config_add_key(Config *config, const char *what, const char *key) {
  ConfigKey one = {.refused = false};
  if (config->key_count == CONFIG_KEYS || strlen(what) >= sizeof one.what || strlen(key) >= sizeof one.key) return false;
  snprintf(one.what, sizeof one.what, "%s", what);
  snprintf(one.key, sizeof one.key, "%s", key);
  config->keys[config->key_count++] = one;
  return true;
}

/* Reads eight shares. Returns false if there are not so many. */
static bool read_corners(const char *text, float corners[8]) {
  for (int n = 0; n < 8; n++)
    if (!scan_number(&text, &corners[n]) || !(corners[n] >= 0 && corners[n] <= 1)) return false;
  return scan_at_end(text);
}

static void write_corners(const float corners[8], char text[CONFIG_TEXT]) {
  int used = 0;
  for (int n = 0; n < 8; n++) used += snprintf(text + used, CONFIG_TEXT - (size_t)used, "%s%.4f", n ? " " : "", (double)corners[n]);
}

static void read_line(Config *config, const Line *line) {
  const char *const name = line->name, *const value = line->value;
  float number;
  Params as_set = params_default(); /* the value of "resolution" is as --set has it: "auto", or per cent of each side */
  if (strcmp(line->section, "keys") == 0) config->keys_left_out += !config_add_key(config, name, value);
  if (line->section[0] != '\0') return;
  if (strcmp(name, "width") == 0 && number_of(value, SIDE_LEAST, SIDE_LARGEST, &number)) config->width = (int)number;
  if (strcmp(name, "height") == 0 && number_of(value, SIDE_LEAST, SIDE_LARGEST, &number)) config->height = (int)number;
  if (strcmp(name, "quality") == 0 && number_of(value, 0, 2, &number)) config->quality = (int)number;
  if (strcmp(name, "resolution") == 0) config->resolution = params_set(&as_set, name, value, NULL) ? as_set.resolution : -1;
  if (strcmp(name, "volume") == 0 && number_of(value, 0, 1, &number)) config->volume = number;
  if (strcmp(name, "muted") == 0) config->muted = strcmp(value, "yes") == 0;
  if (strcmp(name, "keys") == 0) config->keys_fixed = strcmp(value, "fixed") == 0;
  if (strcmp(name, "projector") == 0) config->has_projector = read_corners(value, config->projector);
  if (strcmp(name, "scene") == 0) keep_text(config->scene, value);
  if (strcmp(name, "hints") == 0) keep_text(config->hints, value);
}

void config_read(Config *config) {
  char path[PATH];
  Text text;
  Line line = {0};
  *config = (Config){.quality = -1, .resolution = -1, .volume = -1};
  if (!config_file(path) || !text_read(&text, path, NULL)) return;
  while (text_next(&text, &line))
    if (line.is_pair) read_line(config, &line);
  memory_free(text.bytes);
}

/* --- writing --------------------------------------------------------------------------------------------------------------- */

/* The values as the file has them, by name; empty: not kept. */
enum { WIDTH, HEIGHT, QUALITY, RESOLUTION, VOLUME, MUTED, KEYS, PROJECTOR, SCENE, HINTS, VALUES };
static const char *const value_names[VALUES] = {"width", "height", "quality",   "resolution", "volume",
                                                "muted", "keys",   "projector", "scene",      "hints"};
typedef char Values[VALUES][CONFIG_TEXT];

/* Fills in the values of a config; of none all are empty. */
static void values_of(const Config *config, Values text) {
  memset(text, 0, sizeof(Values));
  if (!config) return;
  const bool sized = config->width > 0 && config->height > 0;
  if (sized) snprintf(text[WIDTH], CONFIG_TEXT, "%d", config->width);
  if (sized) snprintf(text[HEIGHT], CONFIG_TEXT, "%d", config->height);
  if (config->quality >= 0) snprintf(text[QUALITY], CONFIG_TEXT, "%d", config->quality);
  if (config->resolution >= 0) snprintf(text[RESOLUTION], CONFIG_TEXT, "%s", params_find("resolution")->words[(int)config->resolution]);
  if (config->volume >= 0) snprintf(text[VOLUME], CONFIG_TEXT, "%g", (double)config->volume);
  snprintf(text[MUTED], CONFIG_TEXT, "%s", config->muted ? "yes" : "no");
  if (config->keys_fixed) snprintf(text[KEYS], CONFIG_TEXT, "fixed");
  if (config->has_projector) write_corners(config->projector, text[PROJECTOR]);
  snprintf(text[SCENE], CONFIG_TEXT, "%s", config->scene);
  snprintf(text[HINTS], CONFIG_TEXT, "%s", config->hints);
}

static bool has_word(const char *list, const char *word) {
  const size_t length = strlen(word);
  for (const char *at = list; *at; at += strcspn(at, " "), at += strspn(at, " "))
    if (strcspn(at, " ") == length && memcmp(at, word, length) == 0) return true;
  return false;
}

/* Adds to the list `to` the words that are new in `now`. */
static void add_words(const char *now, const char *before, char to[CONFIG_TEXT]) {
  char words[CONFIG_TEXT], *rest = words;
  snprintf(words, sizeof words, "%s", now);
  for (const char *word; (word = strtok_r(rest, " ", &rest));) {
    const size_t used = strlen(to);
    if (!has_word(before, word) && !has_word(to, word) && used + strlen(word) + 2 <= CONFIG_TEXT)
      snprintf(to + used, CONFIG_TEXT - used, "%s%s", used ? " " : "", word);
  }
}

static bool set_values(Text *text, Values now, Values before) {
  for (int n = 0; n < VALUES; n++) {
    char value[CONFIG_TEXT];
    if (strcmp(now[n], before[n]) == 0) continue;
    snprintf(value, sizeof value, "%s", now[n]);
    if (n == HINTS) {
      Line line = {0};
      value[0] = '\0';
      while (text_next(text, &line))
        if (is_of(&line, "", "hints")) keep_text(value, line.value);
      add_words(now[n], before[n], value);
    }
    if (!value[0])
      text_remove(text, "", value_names[n]);
    else if (!text_set(text, "", value_names[n], value))
      return false;
  }
  return true;
}

/* Returns true if the line `one`, if its key could be bound, is not in `other`; with `key`, also if it has another key there. */
static bool lacks_key(const Config *other, const ConfigKey *one, bool key) {
  for (int n = 0; other && n < other->key_count && !one->refused; n++)
    if (!other->keys[n].refused && strcmp(other->keys[n].what, one->what) == 0) return key && strcmp(other->keys[n].key, one->key) != 0;
  return !one->refused;
}

bool config_differs(const Config *now, const Config *before) {
  Values values, values_before;
  values_of(now, values);
  values_of(before, values_before);
  if (memcmp(values, values_before, sizeof values) != 0) return true;
  for (int n = 0; n < now->key_count; n++)
    if (lacks_key(before, &now->keys[n], true)) return true;
  for (int n = 0; before && n < before->key_count; n++)
    if (lacks_key(now, &before->keys[n], false)) return true;
  return false;
}

static bool change_file(const char *path, const Config *now, const Config *before, Error *error) {
  static const char head[] = "# Weir keeps here how its window was left. Lines may be changed or removed.\n",
                    keys[] = "\n[keys]\n# NAME = KEY, as in: tool-crate = F6 (weir --list-keys shows all names)\n";
  Text text;
  Values values, values_before;
  Output output;
  values_of(now, values);
  values_of(before, values_before);
  if (!text_read(&text, path, error)) return false;
  bool ok = text.size > 0 || (insert(&text, 0, head) && insert(&text, text.size, keys));
  ok = ok && set_values(&text, values, values_before);
  for (int n = 0; ok && before && n < before->key_count; n++)
    if (lacks_key(now, &before->keys[n], false)) text_remove(&text, "keys", before->keys[n].what);
  for (int n = 0; ok && n < now->key_count; n++)
    if (lacks_key(before, &now->keys[n], true)) ok = text_set(&text, "keys", now->keys[n].what, now->keys[n].key);
  if (!ok) error_set(error, "%s: not enough memory", path);
  ok = ok && output_open(&output, path, error);
  if (ok) fwrite(text.bytes, 1, text.size, output.file); /* output_close reports failed writes */
  ok = ok && output_close(&output, true, error);
  memory_free(text.bytes);
  return ok;
}

static bool make_folder(const char *path) {
  return mkdir(path, 0700) == 0 || errno == EEXIST;
}

bool config_write(const Config *now, const Config *before, Error *error) {
  char folder[PATH], own[PATH], path[PATH];
  Error reason;
  if (!config_folder(folder) || !config_file(path))
    return error_set(error, "settings: neither XDG_CONFIG_HOME nor HOME names a folder to keep them in");
  snprintf(own, PATH, "%.*s/weir/", PATH - 32, folder);
  if (!make_folder(folder) || !make_folder(own)) return error_set(error, "settings: %s: %s", own, strerror(errno));
  /* Where a file system has no locks, two windows that end within the same millisecond may undo each other's changes. */
  const int lock = open(own, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (lock >= 0) flock(lock, LOCK_EX);
  const bool ok = change_file(path, now, before, &reason);
  if (lock >= 0) close(lock);
  return ok || error_set(error, "settings: %s", reason.text);
}
