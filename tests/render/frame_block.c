/* The uniform block lies in the driver's memory as it lies in C's: every member's offset and type, and the size of all. Both come from one
 * list; a C compiler that leaves a gap, a driver that packs otherwise, or a struct that is written by hand again and differs from the text
 * of the shaders fails here. Skipped where there is no OpenGL. */
#include <glad/gl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "offscreen.h"
#include "render/frame_block.h"
#include "render/gpu.h"
#include "render/program.h"

enum { MEMBERS_MAX = 64 };

/* A program that reads the block, as the renderer makes it. */
static GLuint program_with_block(void) {
  Error error;
  const ShaderOptions options = {.dir = SHADERS};
  const GLuint program = program_make(&options, program_defs[PROGRAM_POST], 0, &error);
  if (!program) fail_msg("%s", error.text);
  return program;
}

static GLenum type_of(const char *name) {
  static const struct {
    const char *name;
    GLenum type;
  } types[] = {{"float", GL_FLOAT}, {"int", GL_INT}, {"vec2", GL_FLOAT_VEC2}, {"vec3", GL_FLOAT_VEC3}, {"mat4", GL_FLOAT_MAT4}};
  for (size_t n = 0; n < sizeof types / sizeof *types; n++)
    if (strcmp(types[n].name, name) == 0) return types[n].type;
  fail_msg("%s: a type that is not in this test", name);
  return 0;
}

/* Members that the driver has at another place, or of another type, than the list. */
static int count_misplaced(GLuint program, const FrameMember *members) {
  int misplaced = 0;
  for (const FrameMember *m = members; m->name; m++) {
    GLuint index = GL_INVALID_INDEX;
    GLint offset = -1, type = 0;
    glGetUniformIndices(program, 1, &m->name, &index);
    if (index == GL_INVALID_INDEX) fail_msg("%s: the driver has no such member", m->name);
    glGetActiveUniformsiv(program, 1, &index, GL_UNIFORM_OFFSET, &offset);
    glGetActiveUniformsiv(program, 1, &index, GL_UNIFORM_TYPE, &type);
    const bool right = offset == (GLint)m->offset && (GLenum)type == type_of(m->type);
    if (!right && members == frame_members) print_message("%s: at %d, in C at %zu\n", m->name, offset, m->offset);
    misplaced += !right;
  }
  return misplaced;
}

static void the_driver_has_the_block_where_c_has_it(void **state) {
  (void)state;
  if (!offscreen_is_open()) skip();
  const GLuint program = program_with_block(), block = glGetUniformBlockIndex(program, "Frame");
  GLint size = 0, count = 0;
  glGetActiveUniformBlockiv(program, block, GL_UNIFORM_BLOCK_DATA_SIZE, &size);
  glGetActiveUniformBlockiv(program, block, GL_UNIFORM_BLOCK_ACTIVE_UNIFORMS, &count);
  assert_int_equal(size, sizeof(FrameBlock));
  for (const FrameMember *m = frame_members; m->name; m++) count--;
  assert_int_equal(count, 0);
  assert_int_equal(count_misplaced(program, frame_members), 0);
  glDeleteProgram(program);
}

/* The test above is able to fail: two members that have changed places in C alone are seen. */
static void members_that_changed_places_are_seen(void **state) {
  (void)state;
  if (!offscreen_is_open()) skip();
  const GLuint program = program_with_block();
  FrameMember members[MEMBERS_MAX] = {{0}};
  int count = 0, time = -1, exposure = -1;
  for (const FrameMember *m = frame_members; m->name && count < MEMBERS_MAX - 1; m++, count++) {
    members[count] = *m;
    if (strcmp(m->name, "time") == 0) time = count;
    if (strcmp(m->name, "exposure") == 0) exposure = count;
  }
  assert_true(time >= 0 && exposure >= 0);
  members[time].offset = offsetof(FrameBlock, exposure);
  members[exposure].offset = offsetof(FrameBlock, time);
  assert_int_equal(count_misplaced(program, members), 2);
  glDeleteProgram(program);
}

static int open_context(void **state) {
  (void)state;
  offscreen_open(64, 64);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_driver_has_the_block_where_c_has_it),
      cmocka_unit_test(members_that_changed_places_are_seen),
  };
  return cmocka_run_group_tests(tests, open_context, offscreen_close);
}
