#ifndef SESSION_SETTINGS_H
#define SESSION_SETTINGS_H

#include "scene/params.h"
#include "world/world.h"

/* Settings that a running world is to have; commands before its next tick make it follow. */
typedef struct Settings {
  Params params;
  WeirSolver solver;
  int liquid, boundary;
} Settings;

/* Returns the settings that the world has now. */
Settings settings_of(const World *world);

/* Sends, before a tick, one command for each parameter that is not as wanted, and such for the other settings. */
void settings_send(const Settings *settings, World *world);

#endif
