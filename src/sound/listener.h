#ifndef SOUND_LISTENER_H
#define SOUND_LISTENER_H

/* The sounds of a world as heard from a place: reads views as they are shown, and tells a synthesizer. */

#include "sound/synth.h"
#include "view/view.h"

/* A body's state in the view before: enough to see it strike. */
typedef struct BodySound {
  uint32_t serial;
  float submerged; /* share of its volume */
  float velocity[3];
} BodySound;

/* A listener: zeroed by its owner. It keeps what it heard of the last view. */
typedef struct Listener {
  uint32_t version; /* of the world that was heard last */
  int64_t tick;
  BodySound bodies[WORLD_BODIES_MAX];
  int body_count;
  int64_t flow_tick;
  float rapids, stream; /* 0 to 1: as of flow_tick */
} Listener;

/* The place and what else sounds. */
typedef struct ListenerPlace {
  float eye[3], right[3]; /* m; the unit vector to the right hand */
  float gas;              /* -1 to 1, of the newest car or boat */
  bool driven;            /* it is being driven */
  float pour;             /* 0 to 1: the tool that pours is at work */
  float rain;             /* mm/h */
  float volume;           /* 0 to 1; 0 while paused, too */
} ListenerPlace;

/* Tells the synthesizer what has happened since the view before, and what sounds now. */
void listener_hear(Listener *listener, const WorldView *view, const ListenerPlace *place, Synth *synth);

#endif
