/* The game around the snippets of docs/library.md: tests/docs_test.sh compiles them behind this. */
#include <math.h>
#include <stdlib.h>
#include <weir/weir.h>

#define TICK (1.0f / 60)
enum { BODIES = 100, STATE_MOST = 1 << 28 };

typedef struct Arena Arena;

typedef struct Game {
  WeirWater *water;
  WeirTicker ticker;
  WeirBody bodies[BODIES];
  WeirForce forces[BODIES];
  int body_count;
  uint64_t uploaded;
  float *surface;
} Game;

void apply_inputs(Game *game);
void move_bodies(Game *game);
void play_splash(float x, float y, float z, float speed);
void upload(Game *game, WeirView depth, WeirRect rect);
void bend(Game *game, int reed, const float velocity[3], float depth);
void *arena_take(Arena *arena, size_t size, size_t alignment);
void arena_give_back(Arena *arena, void *memory, size_t size);
void jobs_parallel_for(void *jobs, int count, WeirTask *task, void *data);
