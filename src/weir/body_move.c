/* A free body's motion, for programs without a physics engine: Newton's and Euler's equations, half implicit. */
#include <math.h>
#include <string.h>

#include "weir/weir.h"

/* kg m^2 about the body's own axes: of a box, an upright cylinder, or the box around a mesh. */
static void inertia_of(const WeirBody *b, float inertia[3]) {
  float half[3] = {b->half[0], b->half[1], b->half[2]};
  if (b->shape == WEIR_CONVEX) {
    memset(half, 0, sizeof half);
    for (int n = 0; n < 3 * b->vertex_count; n++)
      if (fabsf(b->vertices[n]) > half[n % 3]) half[n % 3] = fabsf(b->vertices[n]);
  }
  const bool round = b->shape == WEIR_CYLINDER; /* a quarter of the radius' square where the box has a third of the half side's */
  const float share[3] = {round ? 0.25f : 1 / 3.0f, 1 / 3.0f, round ? 0.25f : 1 / 3.0f};
  float part[3];
  for (int n = 0; n < 3; n++) part[n] = share[n] * half[n] * half[n];
  for (int n = 0; n < 3; n++) inertia[n] = b->mass * (part[(n + 1) % 3] + part[(n + 2) % 3]);
}

/* out = R I R^T v, or with the inverse of I: between spin and angular momentum. */
static void through_inertia(const float r[9], const float inertia[3], bool inverse, const float v[3], float out[3]) {
  float own[3];
  for (int n = 0; n < 3; n++) {
    own[n] = r[n] * v[0] + r[3 + n] * v[1] + r[6 + n] * v[2];
    own[n] = inverse ? own[n] / inertia[n] : own[n] * inertia[n];
  }
  for (int n = 0; n < 3; n++) out[n] = r[3 * n] * own[0] + r[3 * n + 1] * own[1] + r[3 * n + 2] * own[2];
}

/* R <- R + dt*[spin]R, made a rotation again by Gram and Schmidt's steps on its columns. */
static void rotate(float r[9], const float w[3], float dt) {
  for (int c = 0; c < 3; c++) {
    const float x = r[c], y = r[3 + c], z = r[6 + c];
    r[c] += dt * (w[1] * z - w[2] * y), r[3 + c] += dt * (w[2] * x - w[0] * z), r[6 + c] += dt * (w[0] * y - w[1] * x);
    for (int d = 0; d < c; d++) {
      const float dot = r[c] * r[d] + r[3 + c] * r[3 + d] + r[6 + c] * r[6 + d];
      for (int k = 0; k < 9; k += 3) r[k + c] -= dot * r[k + d];
    }
    const float size = sqrtf(r[c] * r[c] + r[3 + c] * r[3 + c] + r[6 + c] * r[6 + c]);
    for (int k = 0; k < 9; k += 3) r[k + c] /= size;
  }
}

bool weir_body_move(WeirBody *body, const WeirForce *force, float gravity, float dt) {
  if (!(dt >= 0.0f) || !weir_body_check(body, NULL)) return false;
  WeirBody b = *body;
  float inertia[3], momentum[3];
  inertia_of(&b, inertia);
  through_inertia(b.rotation, inertia, false, b.spin, momentum);
  for (int n = 0; n < 3; n++) {
    b.velocity[n] += dt * (force->force[n] / b.mass - (n == 1 ? gravity : 0.0f));
    b.position[n] += dt * b.velocity[n];
    momentum[n] += dt * force->torque[n];
  }
  through_inertia(b.rotation, inertia, true, momentum, b.spin);
  rotate(b.rotation, b.spin, dt);
  through_inertia(b.rotation, inertia, true, momentum, b.spin);
  if (!weir_body_check(&b, NULL)) return false;
  *body = b;
  return true;
}
