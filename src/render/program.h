#ifndef RENDER_PROGRAM_H
#define RENDER_PROGRAM_H

/* A pass's shader program in a few variants, which differ by #defines: software drivers run both sides of every branch, so
 * what does not change within a draw is decided when the shader is compiled. Variants are compiled when first used. */

#include "render/gpu.h"

enum { PROGRAM_VARIANTS_MAX = 26 };

/* A program's files and variants; a constant of its pass. */
typedef struct ProgramDef {
  const char *name;                            /* shaders/<name>.vert and .frag */
  const char *variants[PROGRAM_VARIANTS_MAX];  /* lines of #define; "" for no define */
  const char *fragments[PROGRAM_VARIANTS_MAX]; /* shaders/<fragment>.frag in place of <name>.frag; NULL: that one */
} ProgramDef;

/* The compiled variants, OpenGL names by index in ProgramDef; 0: not compiled yet. Owned by its pass. */
typedef struct Program {
  GLuint variants[PROGRAM_VARIANTS_MAX];
} Program;

/* Returns the name of a variant's fragment shader. */
const char *program_fragment(const ProgramDef *def, int variant);

/* Compiles the first variant, ahead of its use: false, with the reason, where there are no shaders. */
bool program_begin(Program *program, const ProgramDef *def, const ShaderOptions *options, Error *error);

/* Recompiles the variants in use. On failure all stay as they were. */
bool program_renew(Program *program, const ProgramDef *def, const ShaderOptions *options, Error *error);

/* Makes a variant current, compiling it if need be; false when that fails (the reason goes to standard error, once). */
bool program_use(Program *program, const ProgramDef *def, const ShaderOptions *options, int variant);
void program_shutdown(Program *program);

#endif
