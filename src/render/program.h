#ifndef RENDER_PROGRAM_H
#define RENDER_PROGRAM_H

/* The shader programs of the passes, each in a few variants, which differ by #defines: software drivers run both sides of every branch, so
 * what does not change within a draw is decided when the shader is compiled. Variants are compiled when first used.
 *
 * Each sampler name has a fixed texture unit, and every program reads the same uniform block: a pass makes its program current and draws,
 * and nothing is looked up by name within a frame. */

#include <glad/gl.h>
#include <stdbool.h>

#include "base/error.h"
#include "render/frame_view.h"
#include "render/program_cache.h"

enum { PROGRAM_VARIANTS_MAX = 26, SCREEN_VERTICES = 3 /* one triangle over the whole viewport */ };

/* Where shaders come from and how they are compiled; borrowed for a call. */
typedef struct ShaderOptions {
  const char *dir;
  int quality; /* 0 to 2, QUALITY in the shaders */
  /* Is called before each program is made, with its name and framebuffer 0 bound; false: it is not wanted any more. NULL: no question is asked. */
  bool (*compiling)(void *user, const char *name);
  void *user;
  ProgramCache *cache; /* where programs are kept; NULL: nowhere */
  bool cached_only;    /* a program that is not kept there is not wanted now */
} ShaderOptions;

/* A program's files and variants; a constant of its pass. */
typedef struct ProgramDef {
  const char *name;                           /* shaders/<name>.vert and .frag */
  const char *fragment;                       /* shaders/<fragment>.frag in place of <name>.frag; NULL: that one */
  const char *variants[PROGRAM_VARIANTS_MAX]; /* lines of #define; "" for no define */
} ProgramDef;

/* The compiled variants, OpenGL names by index in ProgramDef; 0: not compiled yet. */
typedef struct Program {
  GLuint variants[PROGRAM_VARIANTS_MAX];
} Program;

/* The programs of a renderer. */
typedef enum PassProgram {
  PROGRAM_SURFACE,
  PROGRAM_SHADOW,
  PROGRAM_TERRAIN,
  PROGRAM_BODIES,
  PROGRAM_SKY,
  PROGRAM_WATER,
  PROGRAM_WATER_CRUST,
  PROGRAM_WATER_UNDER,
  PROGRAM_WATER_SIDE,
  PROGRAM_WATER_OVER,
  PROGRAM_WATER_COLOURS,
  PROGRAM_CURSOR,
  PROGRAM_POST,
  PROGRAM_RAIN,
  PROGRAM_ENLARGE,
  PROGRAM_SKY_MAP,
  PROGRAM_GROUND_COLOUR,
  PROGRAM_AROUND,
  PROGRAM_AROUND_SHAPE,
  PROGRAM_PROPS,
  PROGRAM_SPRAY,
  PROGRAM_PYRAMID,
  PROGRAM_CONTACT,
  PROGRAM_LANDING,
  PROGRAM_LEAVES,
  PROGRAM_TEMPORAL,
  PROGRAM_MOVING,
  PROGRAM_PLAN,
  PROGRAM_PLAN_BODIES,
  PROGRAM_COUNT
} PassProgram;

/* Their files and variants (renderer.c). */
extern const ProgramDef *const program_defs[PROGRAM_COUNT];

/* The context that every pass draws with; made by the renderer for each frame. */
typedef struct PassContext {
  ShaderOptions shaders;
  Program *programs; /* PROGRAM_COUNT of them, the renderer's */
  GLuint empty_vertex_array;
  bool natural;
  bool blocks;      /* the ground is drawn by its block mesh */
  FrameMode mode;   /* of all passes but the last */
  bool difference;  /* the last lays the colours of FRAME_DIFFERENCE over the scene */
  bool hasty;       /* rather a plain picture now than a finished one later: a frame compiles no more than it has time for */
  bool first;       /* the renderer's first frame: a hasty one compiles no program for which there is a plainer one */
  bool flowing;     /* the frame has velocities */
  bool breaking;    /* and tells where waves break */
  bool glows;       /* the liquid has heat of its own, a crust, and lights what lies about it */
  bool dyed;        /* the frame has dye, which UNIT_DYE holds */
  bool under_water; /* the eye is in the water */
  bool raining;     /* the picture shows rain */
  bool blended;     /* with the frames before it, of which it is one in a row (temporal.h) */
  int window[2];    /* pixels of the finished picture; 0: none is drawn */
  bool sea;         /* the land lies at a sea */
  bool table;       /* the block of land stands on a table: it has cut sides, and nothing goes on beyond them */
} PassContext;

enum { SHADER_FILES_MAX = 16, SHADER_NAME_MAX = 64 };

/* The text of a shader stage: <dir>/<name>.<suffix> with its `#include "common/x.glsl"` lines replaced by those files, each once, and #line
 * directives that number the files, so that a compiler's message can be led back to file and line. It starts with `head` (#version and
 * #defines). "generated/frame_block.glsl" is not a file: the uniform block is written there, from its one list (frame_block.h). The caller
 * releases it with shader_source_free. */
typedef struct ShaderSource {
  char *text;
  size_t size;
  int capacity;
  char files[SHADER_FILES_MAX][SHADER_NAME_MAX]; /* names by their number in #line */
  int file_count;
} ShaderSource;

bool shader_source_load(ShaderSource *source, const char *dir, const char *name, const char *suffix, const char *head, Error *error);
void shader_source_free(ShaderSource *source);

/* Returns the name of the fragment shader. */
const char *program_fragment(const ProgramDef *def);

/* Compiles and links a variant. Returns 0 and sets *error to file, line and the compiler's reason if that fails. */
GLuint program_make(const ShaderOptions *options, const ProgramDef *def, int variant, Error *error);

/* Recompiles the variants in use. On failure all stay as they were. */
bool program_renew(Program *program, const ProgramDef *def, const ShaderOptions *options, Error *error);

/* Makes a variant current, compiling it if need be; false when that fails (the reason goes to standard error, once). */
bool program_use(const PassContext *context, PassProgram program, int variant);

/* Draws triangles by a variant that knows their corners by number, without vertex buffers. */
void program_draw(const PassContext *context, PassProgram program, int variant, int vertices);
void program_shutdown(Program *program);

#endif
