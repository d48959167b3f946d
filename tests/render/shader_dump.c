/* Writes the source of every shader program, as the renderer hands it to the driver and as OpenGL ES 3.00 would want it, one file a
 * variant, tier and stage, into a folder: for shaders_test.sh. Usage: shader_dump SHADER_DIR OUT_DIR */
#include <stdio.h>

#include "render/program.h"

enum { TIERS = 3, LANGUAGES = 2, STAGES = 2 };

/* A language of shaders: what stands before the source, and the folder. */
typedef struct Language {
  const char *folder, *head;
} Language;

static const Language languages[LANGUAGES] = {
    {"core", "#version 330 core\n"},
    {"es",
     "#version 300 es\nprecision highp float;\nprecision highp int;\nprecision highp sampler2D;\nprecision highp sampler2DShadow;\n"}};

/* `name`: of the stage's file. */
static int write_stage(const char *argv[], const ProgramDef *def, const char *name, int variant, int tier, const Language *language,
                       const char *stage) {
  char head[1024], path[1024];
  ShaderSource source;
  Error error;
  snprintf(head, sizeof head, "%s#define QUALITY %d\n%s", language->head, tier, def->variants[variant]);
  if (!shader_source_load(&source, argv[1], name, stage, head, &error)) {
    fprintf(stderr, "%s\n", error.text);
    return 1;
  }
  snprintf(path, sizeof path, "%s/%s-%s-%d-%d.%s", argv[2], language->folder, program_fragment(def), variant, tier, stage);
  FILE *file = fopen(path, "wb");
  const int failed = !file || fputs(source.text, file) < 0;
  if (file) fclose(file);
  shader_source_free(&source);
  return failed;
}

static int write_program(const char *argv[], const ProgramDef *def) {
  int failed = 0;
  for (int variant = 0; variant < PROGRAM_VARIANTS_MAX; variant++)
    for (int tier = 0; def->variants[variant] && tier < TIERS; tier++)
      for (int n = 0; n < LANGUAGES; n++) {
        failed += write_stage(argv, def, def->name, variant, tier, &languages[n], "vert");
        failed += write_stage(argv, def, program_fragment(def), variant, tier, &languages[n], "frag");
      }
  return failed;
}

int main(int argc, const char *argv[]) {
  if (argc != 3) return 2;
  int failed = 0;
  for (int n = 0; n < PROGRAM_COUNT; n++) failed += write_program(argv, program_defs[n]);
  return failed ? 1 : 0;
}
