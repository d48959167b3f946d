#include "render/program.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "render/frame_block.h"
#include "render/gpu.h"

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

/* Turns a compiler's log into one line that starts with `file:line:`. */
static void explain(const ShaderSource *source, const char *log, Error *error) {
  /* Mesa: "0:12(5): error: ...", NVIDIA: "0(12) : error ...", others: "ERROR: 0:12: ...": the first two numbers are file and line. */
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

/* Marks a variant that did not compile, so that it is not tried again in every frame. No driver gives a program this name. */
static const GLuint broken = 0xffffffffu;

/* The reason where a program was not wanted (any more). */
static const char unwanted[] = "closed while shaders were compiled";

#define UNIT_NAME(unit, sampler) [unit] = sampler,
static const char *const unit_names[UNIT_COUNT] = {TEXTURE_UNITS(UNIT_NAME)};

const char *program_fragment(const ProgramDef *def) {
  return def->fragment ? def->fragment : def->name;
}

/* Compiles one stage of a variant. */
static GLuint compile(const ShaderSource *source, GLenum stage, Error *error) {
  const GLuint shader = glCreateShader(stage);
  const GLchar *const text = source->text;
  glShaderSource(shader, 1, &text, NULL);
  glCompileShader(shader);
  GLint ok = 0;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
  if (ok) return shader;
  char log[400] = "";
  glGetShaderInfoLog(shader, sizeof log, NULL, log);
  explain(source, log, error);
  glDeleteShader(shader);
  return 0;
}

static GLuint link_program(const GLuint shaders[2], const ProgramDef *def, const ProgramCache *cache, Error *error) {
  const GLuint program = glCreateProgram();
  if (cache) program_cache_hint(cache, program);
  for (int n = 0; n < 2; n++) glAttachShader(program, shaders[n]);
  glLinkProgram(program);
  GLint ok = 0;
  glGetProgramiv(program, GL_LINK_STATUS, &ok);
  if (ok) return program;
  char log[300] = "";
  glGetProgramInfoLog(program, sizeof log, NULL, log);
  error_set(error, "shaders %s.vert and %s.frag do not link: %s", def->name, program_fragment(def), log);
  glDeleteProgram(program);
  return 0;
}

/* Tells the caller that a program is to be made. The caller may draw into the window, in the middle of a frame, so the framebuffers are
 * bound again. Returns false if the program is not wanted any more. */
static bool tell(const ShaderOptions *options, const char *name) {
  GLint draw = 0, read = 0;
  if (!options->compiling) return true;
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &draw);
  glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &read);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  const bool wanted = options->compiling(options->user, name);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint)draw);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, (GLuint)read);
  return wanted;
}

/* Returns the program of another run, if one was kept; else compiles it, and keeps it for the next. */
static GLuint find_program(const ShaderOptions *options, const ProgramDef *def, const char *defines, const ShaderSource sources[2],
                           Error *error) {
  ProgramCache *const cache = options->cache;
  const uint64_t key = cache ? program_cache_key(cache, sources[0].text, sources[1].text) : 0;
  char file[SHADER_NAME_MAX + 32];
  snprintf(file, sizeof file, "%s-%d-%08x", program_fragment(def), options->quality,
           (unsigned)hash_bytes(HASH_START, defines, strlen(defines)));
  GLuint program = cache ? program_cache_load(cache, file, key) : 0;
  if (program) return program;
  if (options->cached_only) {
    error_set(error, "%s", unwanted);
    return 0;
  }
  const GLuint vertex = compile(&sources[0], GL_VERTEX_SHADER, error);
  const GLuint fragment = vertex ? compile(&sources[1], GL_FRAGMENT_SHADER, error) : 0;
  program = fragment ? link_program((const GLuint[2]){vertex, fragment}, def, cache, error) : 0;
  glDeleteShader(vertex);
  glDeleteShader(fragment);
  if (program && cache) program_cache_keep(cache, file, key, program);
  return program;
}

GLuint program_make(const ShaderOptions *options, const ProgramDef *def, int variant, Error *error) {
  const char *const defines = def->variants[variant];
  ShaderSource sources[2];
  char head[256];
  if (!tell(options, def->name)) {
    error_set(error, "%s", unwanted);
    return 0;
  }
  snprintf(head, sizeof head, "#version 330 core\n#define QUALITY %d\n%s", options->quality, defines);
  if (!shader_source_load(&sources[0], options->dir, def->name, "vert", head, error)) return 0;
  const bool both = shader_source_load(&sources[1], options->dir, program_fragment(def), "frag", head, error);
  const GLuint program = both ? find_program(options, def, defines, sources, error) : 0;
  if (both) shader_source_free(&sources[1]);
  shader_source_free(&sources[0]);
  if (!program) return 0;
  glUseProgram(program);
  for (int unit = 0; unit < UNIT_COUNT; unit++) {
    const GLint location = glGetUniformLocation(program, unit_names[unit]);
    if (location >= 0) glUniform1i(location, unit);
  }
  const GLuint block = glGetUniformBlockIndex(program, "Frame");
  if (block != GL_INVALID_INDEX) glUniformBlockBinding(program, block, 0);
  glUseProgram(0);
  return program;
}

bool program_renew(Program *program, const ProgramDef *def, const ShaderOptions *options, Error *error) {
  Program fresh = {0};
  for (int n = 0; n < PROGRAM_VARIANTS_MAX; n++) {
    if (!program->variants[n]) continue;
    fresh.variants[n] = program_make(options, def, n, error);
    if (fresh.variants[n]) continue;
    program_shutdown(&fresh);
    return false;
  }
  program_shutdown(program);
  *program = fresh;
  return true;
}

bool program_use(const PassContext *context, PassProgram program, int variant) {
  GLuint *const id = &context->programs[program].variants[variant];
  Error error;
  if (!*id) {
    *id = program_make(&context->shaders, program_defs[program], variant, &error);
    if (!*id && strcmp(error.text, unwanted) == 0) return false;
    if (!*id) {
      fprintf(stderr, "%s\n", error.text);
      *id = broken;
    }
  }
  if (*id == broken) return false;
  glUseProgram(*id);
  return true;
}

void program_draw(const PassContext *context, PassProgram program, int variant, int vertices) {
  if (!program_use(context, program, variant)) return;
  glBindVertexArray(context->empty_vertex_array);
  glDrawArrays(GL_TRIANGLES, 0, vertices);
}

void program_shutdown(Program *program) {
  for (int n = 0; n < PROGRAM_VARIANTS_MAX; n++)
    if (program->variants[n] && program->variants[n] != broken) glDeleteProgram(program->variants[n]);
}
