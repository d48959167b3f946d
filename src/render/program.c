#include "render/program.h"

#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "render/gpu.h"
#include "render/shader_source.h"

/* Marks a variant that did not compile, so that it is not tried again in every frame. No driver gives a program this name. */
static const GLuint broken = 0xffffffffu;

/* The reason where a program was not wanted (any more). */
static const char unwanted[] = "closed while shaders were compiled";

static const char *const unit_names[UNIT_COUNT] = {
    [UNIT_GROUND] = "ground_map",
    [UNIT_GROUND_LIGHT] = "ground_shade_map",
    [UNIT_GROUND_SHADOW] = "ground_shadow_map",
    [UNIT_WATER] = "water_map",
    [UNIT_FLOW] = "flow_map",
    [UNIT_FOAM] = "foam_map",
    [UNIT_NEAR_WATER] = "near_water_map",
    [UNIT_NOISE] = "noise_map",
    [UNIT_BODY_SHADOW] = "body_shadow_map",
    [UNIT_SCENE_COLOUR] = "scene_colour_map",
    [UNIT_SCENE_DEPTH] = "scene_depth_map",
    [UNIT_OVERLAY] = "overlay_map",
    [UNIT_DEPTH] = "depth_map",
    [UNIT_DEPTH_EARLIER] = "depth_earlier_map",
    [UNIT_VELOCITY_X] = "velocity_x_map",
    [UNIT_VELOCITY_Z] = "velocity_z_map",
    [UNIT_SKY] = "sky_map",
    [UNIT_GROUND_COLOUR] = "ground_colour_map",
    [UNIT_WATER_PICTURE] = "water_picture_map",
    [UNIT_PROP_SHADOW] = "prop_shadow_map",
    [UNIT_AROUND_SHAPE] = "around_shape_map",
    [UNIT_DYE] = "dye_map",
    [UNIT_FRAME] = "frame_map",
};

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
  shader_source_explain(source, log, error);
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

bool program_renew(Program *program, const ShaderOptions *options, Error *error) {
  Program fresh = {.def = program->def};
  for (int n = 0; n < PROGRAM_VARIANTS_MAX; n++) {
    if (!program->variants[n]) continue;
    fresh.variants[n] = program_make(options, program->def, n, error);
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
    *id = program_make(&context->shaders, context->programs[program].def, variant, &error);
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
