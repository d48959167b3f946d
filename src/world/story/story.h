#ifndef WORLD_STORY_STORY_H
#define WORLD_STORY_STORY_H

/* The events of a scene beside its own course: the goal that its file states, and disasters that a command starts. */

#include "world/world.h"

/* Makes room for the waves of the sides that have a sea, so that no tick has to. Returns false if memory runs out. */
bool disasters_create(World *world);

/* Applies a disaster's command: COMMAND_CLOUDBURST, COMMAND_SEA_WAVE or COMMAND_QUAKE. */
void disaster_begin(World *world, const Command *command);

/* Before the water's step of a tick of dt seconds: pushes the water as a quake does, and ends a wave that has come in. */
void disaster_step(World *world, float dt);

/* mm/h: what a cloudburst adds to the rain now. */
float disaster_rain(const World *world);

/* After each tick: looks at the scene's goal, ten times a second. */
void goal_step(World *world);

/* A hash of what both keep, continued from `hash`; the same `hash` while there is nothing. */
uint64_t story_hash(const World *world, uint64_t hash);

#endif
