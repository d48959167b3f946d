#define _GNU_SOURCE /* pthread_once */
#ifdef WEIR_FILM
#include "film/libav.h"

#include <dlfcn.h>
#include <fenv.h>
#include <pthread.h>
#include <string.h>

/* The version that was compiled against is part of a library's name: its structs are laid out as the headers say. */
#define TEXT_OF(number) #number
#define NAME_OF(name, major) "lib" name ".so." TEXT_OF(major)

static Libav table;
static Error fault;
static bool loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void *open_library(const char *name) {
  void *const library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!library) error_set(&fault, "%s is not here", name);
  return library;
}

static bool look_up(void *library, const char *name, void *function, size_t size) {
  void *const address = dlsym(library, name);
  memcpy(function, &address, size); /* ISO C knows no cast from object to function pointer */
  return address || error_set(&fault, "%s is not in its library", name);
}

static bool fill(void) {
  void *const util = open_library(NAME_OF("avutil", LIBAVUTIL_VERSION_MAJOR));
  void *const codec = util ? open_library(NAME_OF("avcodec", LIBAVCODEC_VERSION_MAJOR)) : NULL;
  void *const format = codec ? open_library(NAME_OF("avformat", LIBAVFORMAT_VERSION_MAJOR)) : NULL;
  if (!format) return false;
#define LIBAV_LOOK_UP(library, name) \
  if (!look_up(library, #name, &table.name, sizeof table.name)) return false;
  LIBAV_CALLS(LIBAV_LOOK_UP)
#undef LIBAV_LOOK_UP
  table.av_log_set_level(AV_LOG_QUIET); /* we say what failed, in one line */
  return true;
}

/* A library that was built with -ffast-math changes how the thread that loads it rounds: taken back. */
static void load(void) {
  fenv_t floats;
  fegetenv(&floats);
  loaded = fill();
  fesetenv(&floats);
}

const Libav *libav_load(Error *error) {
  pthread_once(&once, load);
  if (loaded) return &table;
  error_set(error, "%s", fault.text);
  return NULL;
}
#else
typedef int LibavIsLeftOut; /* a file of ISO C declares something */
#endif
