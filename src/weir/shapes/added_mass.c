/* Added mass. Of an ellipsoid with half axes a, b, c along its axis a (Lamb 1932, Hydrodynamics, section 114):
 *   alpha = a*b*c * integral from 0 to infinity of dl / ((a^2 + l)*sqrt((a^2 + l)*(b^2 + l)*(c^2 + l)) = 2/3*a*b*c*R_D(b^2, c^2, a^2)
 *   k     = alpha / (2 - alpha)                 a sphere: 1/2
 * with Carlson's integral R_D (Carlson 1979, Numerische Mathematik 33), found by his duplication. Edges hold more water than an ellipsoid
 * does: square prisms along their axis have 0.68, 0.36, 0.24, 0.19, 0.15, 0.11, 0.08 at lengths of 1, 2, 3, 4, 5, 7 and 10 sides, a square
 * cylinder across its axis 1.19 (DNV-RP-C205 2010, appendix D). 0.42*sqrt(k) + 0.766*k with the k of the ellipsoid of the same
 * proportions is within 5 % of all of them. A cylinder has round sides, so across its axis it has the ellipsoid's k. */
#include "weir/shapes/added_mass.h"

#include <math.h>

#include "base/maths.h"

#define PRISM_ROOT 0.42
#define PRISM_LINEAR 0.766
#define ALIKE 1e-3        /* of their mean: arguments of R_D that are as close give it to 1e-6 */
enum { ROUNDS_MAX = 24 }; /* each brings the arguments four times closer; half axes of 1 : 10^6 take 23 */

static double carlson_rd(double x, double y, double z) {
  double sum = 0, share = 1;
  for (int round = 0; round < ROUNDS_MAX; round++) {
    const double mean = (x + y + 3 * z) / 5;
    if (maths_max(maths_max(fabs(x - mean), fabs(y - mean)), fabs(z - mean)) < ALIKE * mean) break;
    const double root_x = sqrt(x), root_y = sqrt(y), root_z = sqrt(z);
    const double step = root_x * root_y + root_y * root_z + root_z * root_x;
    sum += share / (root_z * (z + step));
    share *= 0.25;
    x = 0.25 * (x + step);
    y = 0.25 * (y + step);
    z = 0.25 * (z + step);
  }
  const double mean = (x + y + 3 * z) / 5;
  return 3 * sum + share / (mean * sqrt(mean));
}

void shape_added_mass(const WeirBody *body, const Shape *shape, double own[3]) {
  const double half[3] = {(double)(shape->half[0] / shape->longest), (double)(shape->half[1] / shape->longest),
                          (double)(shape->half[2] / shape->longest)};
  for (int n = 0; n < 3; n++) {
    const double a = half[n], b = half[(n + 1) % 3], c = half[(n + 2) % 3];
    const double alpha = 2.0 / 3.0 * a * b * c * carlson_rd(b * b, c * c, a * a), k = alpha / maths_max(2 - alpha, 1e-6);
    const bool round = body->shape == WEIR_CONVEX || (body->shape == WEIR_CYLINDER && n != 1);
    own[n] = round ? k : PRISM_ROOT * sqrt(k) + PRISM_LINEAR * k;
  }
}
