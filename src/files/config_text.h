#ifndef FILES_CONFIG_TEXT_H
#define FILES_CONFIG_TEXT_H

/* The text of a file of settings: lines NAME = VALUE in sections, as in INI files. Lines are changed in place, so that comments, blank
 * lines, the order, and lines that the program does not know stay as the person wrote them. */

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

enum { CONFIG_NAME = 64, CONFIG_VALUE = 320 };

/* The whole file in memory; freed by config_text_free. All 0: an empty file. */
typedef struct ConfigText {
  char *bytes;
  size_t size;
} ConfigText;

/* One line; start with all 0 for config_text_next. What is too long for its array is cut off there. */
typedef struct ConfigLine {
  size_t at, end;             /* bytes of the text, with the line's end */
  size_t value_at, value_end; /* of those, the value */
  bool is_pair, is_comment;   /* NAME = VALUE; else a section's head, a comment, or a line without sense */
  char section[CONFIG_NAME];  /* that the line is in; empty before the first head */
  char name[CONFIG_NAME];     /* of a pair */
  char value[CONFIG_VALUE];   /* of a pair */
} ConfigLine;

/* Reads the file; where there is none the text is empty. Returns false with "PATH: why" if it is there and cannot be read. */
bool config_text_read(ConfigText *text, const char *path, Error *error);
void config_text_free(ConfigText *text);

/* Steps to the next line. Returns false at the end. */
bool config_text_next(const ConfigText *text, ConfigLine *line);

/* Gives the last line of this name the value, or adds a line to the section. Returns false if memory runs out. */
bool config_text_set(ConfigText *text, const char *section, const char *name, const char *value);

/* Removes all lines of this name. */
void config_text_remove(ConfigText *text, const char *section, const char *name);

/* Adds text at the end, on a line of its own. Returns false if memory runs out. */
bool config_text_append(ConfigText *text, const char *more);

#endif
