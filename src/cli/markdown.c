#include "cli/markdown.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

void markdown_caption(const char *name, bool is_times, const char *title) {
  printf("\n**%s%s**: %s\n\n", name, is_times ? ", times of this machine" : "", title);
}

void markdown_head(const MarkdownColumn *columns, int count) {
  for (int n = 0; n < count; n++) printf("| %s ", columns[n].name);
  printf("|\n");
  for (int n = 0; n < count; n++) printf("| %s ", columns[n].is_text ? "---" : "---:");
  printf("|\n");
}

void markdown_cell(const char *format, ...) {
  char text[256];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  printf("| ");
  for (const char *c = text; *c; c++) printf(*c == '|' ? "\\|" : "%c", *c);
  printf(" ");
}

void markdown_number(const char *format, double value) {
  char text[32] = "-";
  if (isfinite(value)) snprintf(text, sizeof text, format, value);
  markdown_cell("%s", text);
}

void markdown_end_row(void) {
  printf("|\n");
}
