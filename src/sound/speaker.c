#include "sound/speaker.h"

#include <SDL.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"

enum {
  BUFFER = 2048,     /* frames: 43 ms; of those of 21 ms one in ten minutes came late on two busy cores */
  BUFFERS_QUEUED = 2 /* that a device holds: one plays while the next is rendered */
};

/* The data of the callback; one device, so one of it. */
static struct {
  Speaker *speaker;
  Synth *synth;
  double ready; /* clock: when the buffer before was rendered; 0: there was none */
} playing;

static bool is_there(const char *folder, const char *name) {
  char path[512];
  const int size = folder ? snprintf(path, sizeof path, "%s/%s", folder, name) : 0;
  return size > 0 && size < (int)sizeof path && access(path, F_OK) == 0;
}

static void play(void *unused, Uint8 *stream, int size) {
  (void)unused;
  const int frames = size / (int)(2 * sizeof(float));
  synth_render(playing.synth, (float *)(void *)stream, frames);
  const double ready = clock_seconds(), queued = BUFFERS_QUEUED * (double)frames / SYNTH_RATE;
  atomic_fetch_add_explicit(&playing.speaker->renders, 1, memory_order_relaxed);
  if (playing.ready > 0 && ready - playing.ready > queued) atomic_fetch_add_explicit(&playing.speaker->late, 1, memory_order_relaxed);
  playing.ready = ready;
}

void speaker_open(Speaker *speaker, Synth *synth) {
  *speaker = (Speaker){0};
  /* ALSA writes remarks to standard error where there is no sound card: it is asked only where there is one, or a sound server. */
  const char *const runtime = getenv("XDG_RUNTIME_DIR");
  const bool possible = getenv("SDL_AUDIODRIVER") || getenv("PULSE_SERVER") || is_there("/dev/snd", "timer") ||
                        is_there(runtime, "pulse/native") || is_there(runtime, "pipewire-0");
  if (!possible || SDL_InitSubSystem(SDL_INIT_AUDIO) != 0) return;
  const SDL_AudioSpec wanted = {.freq = SYNTH_RATE, .format = AUDIO_F32SYS, .channels = 2, .samples = BUFFER, .callback = play};
  playing.speaker = speaker;
  playing.synth = synth;
  playing.ready = 0;
  speaker->device = SDL_OpenAudioDevice(NULL, 0, &wanted, NULL, 0);
  if (speaker->device)
    SDL_PauseAudioDevice(speaker->device, 0);
  else
    SDL_QuitSubSystem(SDL_INIT_AUDIO);
}

void speaker_close(Speaker *speaker) {
  if (!speaker->device) return;
  SDL_CloseAudioDevice(speaker->device);
  SDL_QuitSubSystem(SDL_INIT_AUDIO);
  speaker->device = 0;
}
