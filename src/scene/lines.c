#include "scene/lines.h"

#include <ctype.h>

static char *fault(SceneLines *lines, const char *what, int most) {
  lines->fault_line = lines->line;
  error_set(&lines->fault, "%s%d bytes", what, most);
  return NULL;
}

/* Comments may have any length. Leading blanks are dropped, so that INI's continued lines do not exist in scenes. */
char *scene_lines_next(SceneLines *lines, char *text, int size) {
  int length = 0, byte = 0;
  bool comment = false;
  const int most = size - 3 < SCENE_LINE_MAX ? size - 3 : SCENE_LINE_MAX;
  if (lines->fault_line) return NULL;
  lines->line++;
  while ((byte = getc(lines->file)) != EOF && byte != '\n') {
    if (++lines->bytes > SCENE_BYTES_MAX) return fault(lines, "the file is longer than a scene may be; allowed: ", SCENE_BYTES_MAX);
    if (byte == '\0') return fault(lines, "no text (a byte 0); allowed: lines of text of up to ", most);
    if (length == 0 && (byte == '#' || byte == ';')) comment = true;
    if (comment || (length == 0 && isspace(byte))) continue;
    if (length == most) return fault(lines, "the line is too long; allowed: ", most);
    text[length++] = (char)byte;
  }
  if (byte == EOF && length == 0) {
    lines->line -= !comment;
    return NULL;
  }
  text[length++] = '\n';
  text[length] = '\0';
  return text;
}
