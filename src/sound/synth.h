#ifndef SOUND_SYNTH_H
#define SOUND_SYNTH_H

/* The sound of water, made from numbers alone: splashes, rapids, rain, an engine. One thread sets levels and adds splashes, another
 * renders; between them stand atomics and a ring that one writes and the other reads: neither ever waits, allocates or locks.
 *
 * Splash: noise through a resonant low-pass whose cutoff falls while it fades, and bubbles, which ring at Minnaert's frequency
 * f = 3.26 m/s / radius (Minnaert 1933). Loudness goes with the fourth root of the impact's energy, as loudness is heard. */

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { SYNTH_RATE = 48000, SYNTH_SPLASHES = 64, SYNTH_VOICES = 24, SYNTH_BUBBLES = 32 };

/* The levels of the sounds that last. */
typedef enum SynthLevel {
  SYNTH_VOLUME, /* 0 to 1, of everything */
  SYNTH_RAPIDS, /* 0 to 1: how much white water is near */
  SYNTH_STREAM, /* 0 to 1: how much water runs near */
  SYNTH_RAIN,   /* 0 to 1 */
  SYNTH_POUR,   /* 0 to 1: of the tool */
  SYNTH_ENGINE, /* 0 to 1: how loud */
  SYNTH_REVS,   /* 1/s: of the engine's crankshaft */
  SYNTH_WHEEL,  /* 1/s: paddles of a mill that strike the water */
  SYNTH_LEVEL_COUNT
} SynthLevel;

/* One splash, or a knock of a body on the ground: a plain value. */
typedef struct SynthSplash {
  float energy; /* J, of the impact, as it is heard: divided by the square of the distance in metres, at least 1 */
  float size;   /* m, of the body: large ones sound lower */
  float pan;    /* -1 left to 1 right */
  bool knock;   /* on something hard */
} SynthSplash;

/* A splash while it sounds. */
typedef struct SynthVoice {
  float left, right; /* gains; 0: free */
  float age, length; /* s */
  float cutoff;      /* Hz, at the start */
  float low, band;   /* the filter's state */
  bool knock;
  float phase;
} SynthVoice;

/* A bubble that rings: a sine that fades. */
typedef struct SynthBubble {
  float left, right, phase, frequency, fade;
  int wait; /* samples until it starts */
} SynthBubble;

/* A synthesizer: zeroed by its owner, then synth_init. */
typedef struct Synth {
  _Atomic float levels[SYNTH_LEVEL_COUNT];
  SynthSplash ring[SYNTH_SPLASHES];
  atomic_uint written, read; /* counts of splashes ever; the ring's index is their rest */

  /* Used by the rendering thread alone. */
  float now[SYNTH_LEVEL_COUNT]; /* the levels, gliding */
  SynthVoice voices[SYNTH_VOICES];
  SynthBubble bubbles[SYNTH_BUBBLES];
  uint64_t random;
  float brown[2], rumble[2], hiss[2], rain[2], pour[2]; /* states of the filters */
  float revs, paddle, swell;                            /* phases */
} Synth;

void synth_init(Synth *synth);
void synth_set(Synth *synth, SynthLevel level, float value);
/* Adds a splash; when too many wait it is left out. */
void synth_splash(Synth *synth, const SynthSplash *splash);
/* Renders `frames` pairs of left and right, -1 to 1, SYNTH_RATE a second. */
void synth_render(Synth *synth, float *out, int frames);

/* The sound device, through SDL; zeroed by its owner. Where there is none everything is silent, and nothing is said. */
typedef struct Speaker {
  unsigned device;    /* SDL_AudioDeviceID; 0: none */
  atomic_int renders; /* buffers rendered so far */
  atomic_int late;    /* of those, ready only when the device had played all that it had: a gap is heard */
} Speaker;

/* Opens the default device and plays what the synthesizer renders, in a thread of SDL's, until speaker_close. */
void speaker_open(Speaker *speaker, Synth *synth);
void speaker_close(Speaker *speaker);

#endif
