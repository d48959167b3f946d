#ifndef CLI_MARKDOWN_H
#define CLI_MARKDOWN_H

/* Tables in GitHub's markdown, on standard output: what docs/ holds between markers. Tables of times say "times of this machine" in
 * their caption, so that a comparison of two runs can leave them out. */

#include <stdbool.h>

/* The head of one column. */
typedef struct MarkdownColumn {
  const char *name;
  bool is_text; /* else a number, which is aligned to the right */
} MarkdownColumn;

/* A paragraph in bold before a table, and what follows it: "**name**: title". */
void markdown_caption(const char *name, bool is_times, const char *title);
/* The head of a table; then for each row its cells and the row's end. */
void markdown_head(const MarkdownColumn *columns, int count);
void markdown_cell(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* A number that may be missing: then "-". `format` takes a double. */
void markdown_number(const char *format, double value);
void markdown_end_row(void);

#endif
