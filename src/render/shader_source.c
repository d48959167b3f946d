#include "render/shader_source.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "render/frame_block.h"

/* The name by which shaders include the uniform block, which is not a file. */
static const char generated[] = "generated/frame_block.glsl";

/* A line that says which line of which file comes next. */
static const char line_mark[] = "#line %d %d\n";

static bool append(ShaderSource *source, const char *text, size_t size) {
  if (!array_grow(&source->text, &source->capacity, (int)(source->size + size + 1), 1)) return false;
  memcpy(source->text + source->size, text, size);
  source->size += size;
  source->text[source->size] = '\0';
  return true;
}

static bool append_format(ShaderSource *source, const char *format, ...) {
  char text[256];
  va_list values;
  va_start(values, format);
  const int size = vsnprintf(text, sizeof text, format, values);
  va_end(values);
  return size >= 0 && size < (int)sizeof text && append(source, text, (size_t)size);
}

/* Appends the uniform block and the constants that its members are compared with, from the lists of frame_block.h. */
static bool append_frame_block(ShaderSource *source) {
  bool ok = append_format(source, "layout(std140) uniform Frame {\n");
  for (const FrameMember *m = frame_members; ok && m->name; m++)
    ok = append_format(source, "  %s %s; // %s\n", m->type, m->name, m->meaning);
  ok = ok && append_format(source, "};\n");
  for (const FrameConstant *c = frame_constants; ok && c->name; c++) ok = append_format(source, "const int %s = %d;\n", c->name, c->value);
  return ok;
}

/* Appends a file and what it includes; each file once, as with an include guard. */
static bool append_file(ShaderSource *source, const char *dir, const char *file, Error *error) {
  if (source->file_count == SHADER_FILES_MAX) return error_set(error, "shader %s: too many included files", file);
  const int number = source->file_count++;
  snprintf(source->files[number], SHADER_NAME_MAX, "%s", file);
  if (strcmp(file, generated) == 0) return append_format(source, line_mark, 1, number) && append_frame_block(source);

  char path[1024];
  snprintf(path, sizeof path, "%s/%s", dir, file);
  FILE *stream = fopen(path, "rb");
  if (!stream) return error_set(error, "cannot read shader %s: %s", path, strerror(errno));

  bool ok = append_format(source, line_mark, 1, number);
  char line[512], name[SHADER_NAME_MAX];
  for (int i = 1; ok && fgets(line, sizeof line, stream); i++) {
    if (sscanf(line, " #include \"%63[^\"]\"", name) != 1) {
      ok = append(source, line, strlen(line));
      continue;
    }
    int known = 0;
    while (known < source->file_count && strcmp(source->files[known], name) != 0) known++;
    ok = known < source->file_count ? append(source, "\n", 1)
                                    : append_file(source, dir, name, error) && append_format(source, line_mark, i + 1, number);
  }
  fclose(stream);
  return ok;
}

bool shader_source_load(ShaderSource *source, const char *dir, const char *name, const char *suffix, const char *head, Error *error) {
  memset(source, 0, sizeof *source);
  char file[SHADER_NAME_MAX];
  snprintf(file, sizeof file, "%s.%s", name, suffix);
  error_set(error, "out of memory reading shader %s", file); /* replaced when append_file knows a better reason */
  if (append(source, head, strlen(head)) && append_file(source, dir, file, error)) return true;
  shader_source_free(source);
  return false;
}

void shader_source_free(ShaderSource *source) {
  memory_free(source->text);
  source->text = NULL;
}

void shader_source_explain(const ShaderSource *source, const char *log, Error *error) {
  /* Mesa writes "0:12(5): error: ...", NVIDIA "0(12) : error ...", others "ERROR: 0:12: ...": the first two numbers are
   * the file and the line. */
  const char *first = strstr(log, "error"), *digits = first ? first : log; /* warnings may come before the error */
  while (digits > log && digits[-1] != '\n') digits--;
  log = digits;
  while (*digits && (*digits < '0' || *digits > '9')) digits++;
  int file = 0, line = 0;
  if (sscanf(digits, "%d%*[:(]%d", &file, &line) == 2 && file >= 0 && file < source->file_count)
    error_set(error, "%s:%d: shader does not compile: %s", source->files[file], line, log);
  else
    error_set(error, "%s: shader does not compile: %s", source->files[0], log);
}
