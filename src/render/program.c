#include "render/program.h"

#include <stdio.h>
#include <string.h>

/* Marks a variant that did not compile, so that it is not tried again in every frame. No driver gives a program this name. */
static const GLuint broken = 0xffffffffu;

const char *program_fragment(const ProgramDef *def, int variant) {
  return def->fragments[variant] ? def->fragments[variant] : def->name;
}

static GLuint compile(const ProgramDef *def, int variant, const ShaderOptions *options, Error *error) {
  return gpu_program(options, &(ProgramFiles){def->name, program_fragment(def, variant)}, def->variants[variant], error);
}

bool program_renew(Program *program, const ProgramDef *def, const ShaderOptions *options, Error *error) {
  Program fresh = {{0}};
  bool ok = true;
  for (int n = 0; ok && n < PROGRAM_VARIANTS_MAX; n++) {
    if (!program->variants[n]) continue;
    fresh.variants[n] = compile(def, n, options, error);
    ok = fresh.variants[n] != 0;
  }
  if (!ok) {
    program_shutdown(&fresh);
    return false;
  }
  program_shutdown(program);
  *program = fresh;
  return true;
}

bool program_begin(Program *program, const ProgramDef *def, const ShaderOptions *options, Error *error) {
  program->variants[0] = compile(def, 0, options, error);
  return program->variants[0] != 0;
}

bool program_use(Program *program, const ProgramDef *def, const ShaderOptions *options, int variant) {
  GLuint *id = &program->variants[variant];
  if (!*id) {
    Error error;
    *id = compile(def, variant, options, &error);
    if (!*id && strcmp(error.text, gpu_unwanted) == 0) return false;
    if (!*id) {
      fprintf(stderr, "%s\n", error.text);
      *id = broken;
    }
  }
  if (*id == broken) return false;
  glUseProgram(*id);
  return true;
}

void program_shutdown(Program *program) {
  for (int n = 0; n < PROGRAM_VARIANTS_MAX; n++)
    if (program->variants[n] && program->variants[n] != broken) glDeleteProgram(program->variants[n]);
  memset(program, 0, sizeof *program);
}
