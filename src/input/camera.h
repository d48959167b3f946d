#ifndef INPUT_CAMERA_H
#define INPUT_CAMERA_H

/* A camera that orbits what one points at, follows a body or flies, glides rather than jumps, and stays above ground and water, or above
 * ground alone. */

#include "input/input.h"
#include "view/view.h"

/* A place to look at and where the eye stands about it. */
typedef struct CameraPose {
  float focus[3];   /* m, what it looks at */
  float yaw, pitch; /* rad: where the eye stands, seen from the focus; yaw 0 is south of it, pitch is upward */
  float distance;
} CameraPose;

typedef enum CameraMode {
  CAMERA_ORBIT, /* a drag turns about what lay under the pointer where it began */
  CAMERA_CHASE, /* the focus is a body; behind a car */
  CAMERA_FLY,   /* a drag turns about the eye */
  CAMERA_MODE_COUNT
} CameraMode;

/* The camera of the picture: where it is, where it glides to, and the matrices of this frame. */
typedef struct Camera {
  CameraPose now, goal;
  CameraMode mode;
  uint32_t chased;  /* CAMERA_CHASE: serial of the body */
  double untouched; /* s since the person turned the camera by hand */
  bool has_pivot;   /* of the drag under way */
  float pivot[3];   /* m */
  float view_deg;
  float reach;     /* m, the longer side of the world */
  float clearance; /* m, least height of the eye over ground and water */
  bool under;      /* the eye may be below the water's surface, until the person has moved it out */

  /* Made by camera_update. */
  float eye[3], near_m, view[16], projection[16];
} Camera;

/* Puts the camera, at first all 0, at one of the scene's, at once. It no longer follows a body. */
void camera_reset(Camera *camera, const SceneCamera *place, const WorldView *world);
/* Lets the camera glide to one of the scene's. */
void camera_go(Camera *camera, const SceneCamera *place, const WorldView *world);
/* Returns the kind of the body that CAMERA_CHASE follows. */
BodyKind camera_chased_kind(const Camera *camera, const WorldView *world);
/* Goes over to a mode; CAMERA_CHASE follows the newest car, else the newest body. Returns false, and changes nothing, if there is none. */
bool camera_set_mode(Camera *camera, CameraMode mode, const WorldView *world);
/* Returns true if the person moves the camera. */
bool camera_moved(const Input *input);
/* Moves the camera for a picture of width x height pixels; dt: s since the last one. */
void camera_update(Camera *camera, const Input *input, const WorldView *world, int width, int height, double dt);

enum { CAMERA_LEG_S = 6 }; /* s of the fly-by from one camera to the next */

/* Writes where the fly-by is after so many seconds: it goes round the scene's cameras that stay above water, in the order of the file. */
void camera_flyby(const Scene *scene, double seconds, SceneCamera *place);
/* Writes the pixel at which a place is seen, from the picture's top left. Returns false if it lies behind the eye. */
bool camera_pixel(const Camera *camera, const float at[3], int width, int height, float pixel[2]);
/* Writes the direction of the ray through a pixel; it has unit length. */
void camera_ray(const Camera *camera, float x, float y, int width, int height, float direction[3]);
/* Returns what of the world is seen at a pixel. */
Pick camera_pick(const Camera *camera, const WorldView *world, float x, float y, int width, int height);

#endif
