/* The path of the fly-by: a closed Catmull-Rom spline (Catmull and Rom 1974) through eyes and targets of the scene's cameras,
 *
 *   p(u) = p1 + u/2 (p2 - p0) + u^2 (p0 - 5/2 p1 + 2 p2 - p3/2) + u^3 (3/2 (p1 - p2) + (p3 - p0)/2),  0 <= u < 1,
 *
 * which passes p1 at u = 0 and p2 at u = 1 with a velocity that does not jump. */
#include "input/flyby.h"

#include <math.h>

static float spline(const float p[4], float u) {
  const float linear = 0.5f * (p[2] - p[0]);
  const float square = p[0] - 2.5f * p[1] + 2 * p[2] - 0.5f * p[3];
  const float cube = 1.5f * (p[1] - p[2]) + 0.5f * (p[3] - p[0]);
  return p[1] + u * (linear + u * (square + u * cube));
}

void flyby_place(const Scene *scene, double seconds, SceneCamera *place) {
  const SceneCamera *stops[SCENE_CAMERAS], *near[4];
  int count = 0;
  for (int n = 0; n < scene->camera_count; n++)
    if (!scene->cameras[n].under) stops[count++] = &scene->cameras[n];
  if (count == 0) stops[count++] = &scene->cameras[0];
  const double legs = fmod(fmax(seconds, 0) / FLYBY_LEG_S, count);
  const int leg = (int)legs;
  const float u = (float)(legs - leg);
  for (int n = 0; n < 4; n++) near[n] = stops[(leg + n - 1 + count) % count];
  *place = *near[1];
  for (int axis = 0; axis < 3; axis++) {
    place->eye[axis] = spline((float[4]){near[0]->eye[axis], near[1]->eye[axis], near[2]->eye[axis], near[3]->eye[axis]}, u);
    place->target[axis] = spline((float[4]){near[0]->target[axis], near[1]->target[axis], near[2]->target[axis], near[3]->target[axis]}, u);
  }
  place->view_deg = near[1]->view_deg + u * u * (3 - 2 * u) * (near[2]->view_deg - near[1]->view_deg);
  place->under = false;
}
