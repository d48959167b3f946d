#ifndef SOUND_SPEAKER_H
#define SOUND_SPEAKER_H

/* The sound device, through SDL. Where there is none everything is silent, and nothing is said. */

#include "sound/synth.h"

/* The open device; zeroed by its owner. */
typedef struct Speaker {
  unsigned device;    /* SDL_AudioDeviceID; 0: none */
  atomic_int renders; /* buffers rendered so far */
  atomic_int late;    /* of those, ready only when the device had played all that it had: a gap is heard */
} Speaker;

/* Opens the default device and plays what the synthesizer renders, in a thread of SDL's, until speaker_close. */
void speaker_open(Speaker *speaker, Synth *synth);
void speaker_close(Speaker *speaker);

#endif
