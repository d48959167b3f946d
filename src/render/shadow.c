#include "render/shadow.h"

#include <cglm/cglm.h>
#include <string.h>

#include "render/gpu.h"

const ProgramDef shadow_programs = {.name = "shadow", .variants = {""}};

bool shadow_fit(const FrameView *frame, float matrix[16]) {
  if (frame->body_count == 0 || frame->sun[1] <= 0.02f) return false;
  mat4 sun_view, ortho;
  vec3 from = {frame->sun[0], frame->sun[1], frame->sun[2]}, up = {0.1f, 0.05f, 1};
  glm_lookat(from, GLM_VEC3_ZERO, up, sun_view);
  vec3 low = {1e9f, 1e9f, 1e9f}, high = {-1e9f, -1e9f, -1e9f};
  for (int n = 0; n < frame->body_count; n++) {
    mat4 model, both;
    memcpy(model, frame->bodies[n].model, sizeof model);
    glm_mat4_mul(sun_view, model, both);
    for (int corner = 0; corner < 8; corner++) {
      vec3 at = {corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1};
      glm_mat4_mulv3(both, at, 1, at);
      glm_vec3_minv(low, at, low);
      glm_vec3_maxv(high, at, high);
    }
  }
  float margin = 0.03f * (high[0] - low[0] + high[1] - low[1]);
  glm_ortho(low[0] - margin, high[0] + margin, low[1] - margin, high[1] + margin, -high[2] - margin, -low[2] + 1, ortho);
  mat4 bias = {{0.5f, 0, 0, 0}, {0, 0.5f, 0, 0}, {0, 0, 0.5f, 0}, {0.5f, 0.5f, 0.5f, 1}};
  glm_mat4_mul(ortho, sun_view, ortho);
  glm_mat4_mul(bias, ortho, ortho);
  memcpy(matrix, ortho, sizeof ortho);
  return true;
}

void shadow_draw(Shadow *shadow, const PassContext *context, const Bodies *bodies, int size) {
  if (shadow->size != size) {
    const TextureDef def = {GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, GL_LINEAR, GL_CLAMP_TO_EDGE};
    gpu_texture(&shadow->map, UNIT_BODY_SHADOW, size, size, &def, NULL);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
    gpu_framebuffer(&shadow->framebuffer, (const GLuint[3]){0, 0, 0}, shadow->map);
    shadow->size = size;
  }
  glBindFramebuffer(GL_FRAMEBUFFER, shadow->framebuffer);
  glViewport(0, 0, size, size);
  glEnable(GL_DEPTH_TEST);
  glClear(GL_DEPTH_BUFFER_BIT);
  glEnable(GL_POLYGON_OFFSET_FILL);
  glPolygonOffset(2.0f, 4.0f);
  if (program_use(&shadow->program, &shadow_programs, &context->shaders, 0)) bodies_draw_all(bodies);
  glDisable(GL_POLYGON_OFFSET_FILL);
  gpu_texture_bind(shadow->map, UNIT_BODY_SHADOW);
}

void shadow_shutdown(Shadow *shadow) {
  glDeleteTextures(1, &shadow->map);
  glDeleteFramebuffers(1, &shadow->framebuffer);
  program_shutdown(&shadow->program);
  memset(shadow, 0, sizeof *shadow);
}
