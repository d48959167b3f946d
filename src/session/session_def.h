#ifndef SESSION_SESSION_DEF_H
#define SESSION_SESSION_DEF_H

/* The beginning of a session: which world it shows first, and what is changed of the scenes that it shows. */

#include "scene/scene.h"

enum { SESSION_SETS = 256 };

/* A value; text is borrowed until the session ends. Zeroed, but for `liquid` and `seed`: the default scene as it is. */
typedef struct SessionDef {
  const char *scene;                     /* a built-in scene, a scene file or a saved game; NULL: the default one */
  const char *load, *replay, *log_input; /* a saved game, a log to play, a log to write: file names; NULL: none */
  bool solver_given;
  WeirSolver solver;
  int liquid; /* -1: the scene's */
  bool boundary_given;
  WeirBoundary boundary; /* of all four sides */
  int nx, nz;            /* 0: the scene's */
  bool grid_square;      /* one number was given for both */
  const char *terrain;   /* a heightmap; NULL: the scene's */
  float terrain_height;  /* m, 0: the scene's */
  float cell_m;          /* 0: the scene's */
  OwnWater water;        /* of `terrain`; the hollows are full unless it says so */
  bool water_given;
  float water_level; /* m, of OWN_WATER_LEVEL */
  uint64_t seed;
  const char *sets[SESSION_SETS]; /* parameters, NAME=VALUE, already found to be right */
  int set_count;
  bool check_replay; /* record all that is done, for session_check_replay */
  const char *const
      *commands; /* words that a mistyped scene may have meant: pairs of a word and a line about it, and a NULL; may be NULL */
  const char *asset_dir;
  int threads; /* of the water, 1 and more */
} SessionDef;

/* Returns true if `sets` names this parameter. */
bool session_def_sets(const SessionDef *def, const char *name);

#endif
