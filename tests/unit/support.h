#ifndef TESTS_SUPPORT_H
#define TESTS_SUPPORT_H

/* cmocka wants these four before its own header. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "weir/weir.h"
#include "world/world.h"

/* 1 where AddressSanitizer watches, which takes ten times as long: long sweeps go through fewer cases there. */
#ifndef __has_feature
#define __has_feature(x) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
#define SANITIZED 1
#else
#define SANITIZED 0
#endif

/* Water with terrain b(x, z) and surface level(x, z), both functions of metres; the test fails if it cannot be had. */
typedef float (*Heights)(float x, float z);
WeirWater *make_water(WeirSolver solver, int nx, int nz, float cell, Heights terrain, Heights surface, const WeirTuning *tuning);

/* A bed or a level: 0 and 2 everywhere; 2 to the west of x = 32, 1 to the east. */
float flat(float x, float z);
float two_metres(float x, float z);
float dammed(float x, float z);

/* A frictionless tuning: no damping, rain, roughness. */
WeirTuning ideal_tuning(void);

/* Sets the water's threads and sees to it that it works with so many: the grid must be worth them (weir_water_set_threads), and the
 * machine must give them. The test fails where it does not. */
void use_threads(WeirWater *water, int threads);

/* Water loaded from what `water` saves; the caller destroys it. The test fails if it cannot be had. */
WeirWater *saved_copy(const WeirWater *water);

float at(WeirView view, int i, int k);

/* A built-in scene's world with a line of parameters ("name=value ..."; grid=N for N x N cells); the test fails on a bad
 * one. */
World *make_world(const char *scene, uint64_t seed, int threads, const char *params);

/* Returns the world of a scene given as its text; the test fails on a bad one. */
World *make_world_of(const char *text, int threads);

/* Steps until `seconds` of simulated time. */
void run_for(World *world, double seconds);

#endif
