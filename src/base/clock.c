#define _POSIX_C_SOURCE 200809L
#include "base/clock.h"

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

double clock_seconds(void) {
  LARGE_INTEGER now, per_second;
  QueryPerformanceCounter(&now);
  QueryPerformanceFrequency(&per_second);
  return (double)now.QuadPart / (double)per_second.QuadPart;
}
#else
#include <time.h>

double clock_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
#endif

const char *profile_name(ProfilePhase phase) {
  static const char *const names[PROFILE_COUNT] = {
      "input", "commands", "bodies displace water", "water", "water pushes bodies", "bodies", "spray", "hand over", "build", "draw",
      "panel", "present"};
  return names[phase];
}

double profile_lap(Profile *profile, ProfilePhase phase, double since) {
  const double now = clock_seconds();
  profile->sum_ms[phase] += 1e3 * (now - since);
  return now;
}

void profile_frame(Profile *profile, int window) {
  if (++profile->frames < window) return;
  for (int i = 0; i < PROFILE_COUNT; i++) {
    profile->mean_ms[i] = profile->sum_ms[i] / profile->frames;
    profile->sum_ms[i] = 0;
  }
  profile->frames = 0;
}
