#include "sound/synth.h"

#include <SDL.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/maths.h"
#include "base/rng.h"

static const float pi2 = 6.2831853f;
static const float glide_s = 0.08f;      /* s in which a level follows what is asked */
static const float splash_gain = 0.09f;  /* of an impact of 1 J a metre away */
static const float splash_most = 1.6f;   /* which no splash reaches, however great */
static const float bubble_speed = 3.26f; /* m/s: Minnaert's frequency times the radius, in water at the surface */
static const float rapids_gain = 0.34f, stream_gain = 0.10f, rain_gain = 0.16f, pour_gain = 0.20f, engine_gain = 0.16f, wheel_gain = 0.3f;

static float noise(Synth *synth) {
  Rng rng = {synth->random};
  const float value = rng_range(&rng, -1, 1);
  synth->random = rng.state;
  return value;
}

void synth_init(Synth *synth) {
  *synth = (Synth){.random = 0x2545f4914f6cdd1dull};
}
void synth_set(Synth *synth, SynthLevel level, float value) {
  if (isfinite(value)) atomic_store_explicit(&synth->levels[level], value, memory_order_relaxed);
}

void synth_splash(Synth *synth, const SynthSplash *splash) {
  const unsigned written = atomic_load_explicit(&synth->written, memory_order_relaxed);
  if (written - atomic_load_explicit(&synth->read, memory_order_acquire) == SYNTH_SPLASHES) return;
  if (!(splash->energy > 0) || !isfinite(splash->energy) || !isfinite(splash->size) || !isfinite(splash->pan)) return;
  synth->ring[written % SYNTH_SPLASHES] = *splash;
  atomic_store_explicit(&synth->written, written + 1, memory_order_release);
}

/* --- splashes ------------------------------------------------------------------------------------------------------------ */

/* Bubbles that the cavity leaves behind: smaller ones ring higher and fade faster. */
static void add_bubbles(Synth *synth, const SynthVoice *voice, float size) {
  const int count = (int)maths_clampf(3 + 4 * size, 3, 12);
  for (int n = 0, made = 0; n < SYNTH_BUBBLES && made < count; n++) {
    SynthBubble *const bubble = &synth->bubbles[n];
    if (bubble->left != 0 || bubble->right != 0) continue;
    const float radius = maths_clampf(0.004f + 0.012f * size * (0.5f + 0.5f * noise(synth)), 0.003f, 0.03f);
    *bubble = (SynthBubble){.left = 0.14f * voice->left, .right = 0.14f * voice->right, .frequency = bubble_speed / radius};
    bubble->fade = 10 + 0.02f * bubble->frequency;
    bubble->wait = (int)((0.06f + 0.25f * (0.5f + 0.5f * noise(synth))) * SYNTH_RATE);
    made++;
  }
}

static void start_splashes(Synth *synth) {
  unsigned read = atomic_load_explicit(&synth->read, memory_order_relaxed);
  const unsigned written = atomic_load_explicit(&synth->written, memory_order_acquire);
  for (; read != written; read++) {
    const SynthSplash *const splash = &synth->ring[read % SYNTH_SPLASHES];
    const float loud = splash_gain * sqrtf(sqrtf(splash->energy)), gain = loud / (1 + loud / splash_most);
    const float size = maths_clampf(splash->size, 0.05f, 20);
    const float right = 0.5f + 0.5f * maths_clampf(splash->pan, -1, 1);
    SynthVoice *voice = &synth->voices[0]; /* one that is free, or else the oldest */
    for (int n = 0; n < SYNTH_VOICES && (voice->left != 0 || voice->right != 0); n++) {
      SynthVoice *const other = &synth->voices[n];
      const bool is_free = other->left == 0 && other->right == 0;
      if (is_free || other->age / other->length > voice->age / voice->length) voice = other;
    }
    *voice = (SynthVoice){.left = gain * sqrtf(1 - right), .right = gain * sqrtf(right), .knock = splash->knock};
    voice->length = splash->knock ? 0.15f : maths_clampf(0.45f + 0.35f * sqrtf(size), 0.4f, 2.2f);
    voice->cutoff = splash->knock ? maths_clampf(260 / size, 60, 900) : maths_clampf(4200 / sqrtf(size), 900, 7000);
    if (!splash->knock) add_bubbles(synth, voice, size);
  }
  atomic_store_explicit(&synth->read, read, memory_order_release);
}

/* A state-variable filter (Chamberlin 1985): low += f*band; band += f*(in - low - damping*band). */
static float voice_sample(Synth *synth, SynthVoice *voice) {
  const float share = voice->age / voice->length, left = 1 - share;
  voice->age += 1.0f / SYNTH_RATE;
  if (voice->knock) {
    voice->phase += pi2 * voice->cutoff / SYNTH_RATE;
    return left * left * left * (sinf(voice->phase) + 0.3f * noise(synth) * left);
  }
  const float cutoff = voice->cutoff * (0.15f + 0.85f * left * left), f = 2 * sinf(0.5f * pi2 * fminf(cutoff, 7500) / SYNTH_RATE);
  voice->low += f * voice->band;
  voice->band += f * (noise(synth) - voice->low - 0.9f * voice->band);
  const float rise = fminf(voice->age / 0.006f, 1);
  return 1.6f * rise * left * left * voice->low;
}

static void add_voices(Synth *synth, float out[2]) {
  for (int n = 0; n < SYNTH_VOICES; n++) {
    SynthVoice *const voice = &synth->voices[n];
    if (voice->left == 0 && voice->right == 0) continue;
    const float sample = voice_sample(synth, voice);
    out[0] += voice->left * sample, out[1] += voice->right * sample;
    if (voice->age >= voice->length) voice->left = voice->right = 0;
  }
  for (int n = 0; n < SYNTH_BUBBLES; n++) {
    SynthBubble *const bubble = &synth->bubbles[n];
    if ((bubble->left == 0 && bubble->right == 0) || --bubble->wait > 0) continue;
    bubble->phase += pi2 * bubble->frequency / SYNTH_RATE;
    const float sample = sinf(bubble->phase), keep = 1 - bubble->fade / SYNTH_RATE;
    out[0] += bubble->left * sample, out[1] += bubble->right * sample;
    bubble->left *= keep, bubble->right *= keep;
    if (bubble->left + bubble->right < 1e-5f) bubble->left = bubble->right = 0;
  }
}

/* --- what sounds all the while --------------------------------------------------------------------------------------------- */

/* One-pole low-pass. */
static float low_pass(float *state, float in, float hertz) {
  *state += (1 - expf(-pi2 * hertz / SYNTH_RATE)) * (in - *state);
  return *state;
}

/* Rapids roar low and hiss, and swell and sink; a stream babbles above them; rain is high noise; poured water lies between. */
static void add_waters(Synth *synth, float out[2]) {
  const float *const now = synth->now;
  synth->swell += pi2 * 0.23f / SYNTH_RATE;
  if (synth->swell > pi2 * 100) synth->swell -= pi2 * 100;
  const float swell = 1 + 0.15f * sinf(synth->swell) + 0.1f * sinf(2.7f * synth->swell);
  for (int side = 0; side < 2; side++) {
    const float white = noise(synth);
    const float roar = low_pass(&synth->brown[side], white, 420), mud = low_pass(&synth->rumble[side], roar, 160);
    const float hiss = white - low_pass(&synth->hiss[side], white, 2600), rain = white - low_pass(&synth->rain[side], white, 4500);
    const float pour = low_pass(&synth->pour[side], white, 1500) - roar;
    out[side] += now[SYNTH_RAPIDS] * swell * rapids_gain * (2.2f * roar + 2.0f * mud + 0.10f * hiss);
    out[side] += now[SYNTH_STREAM] * stream_gain * (1.2f * roar + 0.5f * pour);
    out[side] += now[SYNTH_RAIN] * rain_gain * rain;
    out[side] += now[SYNTH_POUR] * pour_gain * pour;
  }
}

/* Four strokes a turn of two cylinders: a saw that is rounded off, and a wheel's paddles that slap. */
static void add_machines(Synth *synth, float out[2]) {
  const float *const now = synth->now;
  synth->revs += 2 * now[SYNTH_REVS] / SYNTH_RATE;
  synth->revs -= floorf(synth->revs);
  synth->paddle += now[SYNTH_WHEEL] / SYNTH_RATE;
  synth->paddle -= floorf(synth->paddle);
  const float saw = 1 - 2 * synth->revs, body = sinf(pi2 * synth->revs) + 0.5f * sinf(2 * pi2 * synth->revs);
  const float engine = now[SYNTH_ENGINE] * engine_gain * (0.35f * saw + 0.5f * body);
  const float slap = now[SYNTH_WHEEL] > 0.02f ? expf(-14 * synth->paddle / fmaxf(now[SYNTH_WHEEL], 0.5f)) : 0;
  const float wheel = wheel_gain * fminf(now[SYNTH_WHEEL], 1) * slap * synth->pour[0];
  out[0] += engine + wheel, out[1] += engine + wheel;
}

void synth_render(Synth *synth, float *out, int frames) {
  const float share = 1.0f / (glide_s * SYNTH_RATE);
  start_splashes(synth);
  for (int n = 0; n < frames; n++) {
    float mixed[2] = {0, 0};
    for (int level = 0; level < SYNTH_LEVEL_COUNT; level++) {
      const float wanted = atomic_load_explicit(&synth->levels[level], memory_order_relaxed);
      synth->now[level] += share * (wanted - synth->now[level]);
    }
    add_voices(synth, mixed);
    add_waters(synth, mixed);
    add_machines(synth, mixed);
    for (int side = 0; side < 2; side++) out[2 * n + side] = tanhf(synth->now[SYNTH_VOLUME] * mixed[side]);
  }
}

/* --- the device -------------------------------------------------------------------------------------------------------------- */

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

#if defined(__linux__)
static bool is_there(const char *folder, const char *name) {
  char path[512];
  const int size = folder ? snprintf(path, sizeof path, "%s/%s", folder, name) : 0;
  return size > 0 && size < (int)sizeof path && access(path, F_OK) == 0;
}

/* ALSA writes remarks to standard error where there is no sound card: it is asked only where there is one, or a sound server. */
static bool is_possible(void) {
  const char *const runtime = getenv("XDG_RUNTIME_DIR");
  return getenv("SDL_AUDIODRIVER") || getenv("PULSE_SERVER") || is_there("/dev/snd", "timer") || is_there(runtime, "pulse/native") ||
         is_there(runtime, "pipewire-0");
}
#else
static bool is_possible(void) {
  return true;
}
#endif

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
  if (!is_possible() || SDL_InitSubSystem(SDL_INIT_AUDIO) != 0) return;
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
