#define _GNU_SOURCE /* setpriority of one thread, which is Linux's */
#include "film/film.h"

#include <stb_image_write.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "base/memory.h"
#include "base/output.h"
#include "base/paths.h"
#include "base/thread.h"
#include "film/frames.h"

/* --- planes -------------------------------------------------------------------------------------------------------------- */

/* ITU-R BT.709: luma = 0.2126 R + 0.7152 G + 0.0722 B, chroma = (B - luma) / 1.8556 and (R - luma) / 1.5748; luma fills 16 to 235 and
 * chroma 16 to 240 of a byte. Here in units of 1/65536. */
enum { ONE = 65536, HALF = ONE / 2 };

size_t film_picture_size(int width, int height) {
  return (size_t)width * (size_t)height * 3 / 2;
}

static uint8_t to_byte(int fixed) {
  const int value = (fixed + HALF) >> 16;
  return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

void film_picture_from_rgba(uint8_t *planes, const uint8_t *rgba, int width, int height) {
  const size_t pixels = (size_t)width * (size_t)height, row = (size_t)width * 4;
  uint8_t *const blue = planes + pixels, *const red = blue + pixels / 4;
  for (size_t n = 0; n < pixels; n++) {
    const uint8_t *const p = rgba + 4 * n;
    planes[n] = (uint8_t)((11966 * p[0] + 40254 * p[1] + 4064 * p[2] + 16 * ONE + HALF) >> 16);
  }
  for (size_t y = 0; y < (size_t)height / 2; y++)
    for (size_t x = 0; x < (size_t)width / 2; x++) { /* the mean of four pixels each */
      const uint8_t *const p = rgba + 2 * y * row + 8 * x, *const q = p + row;
      const int r = p[0] + p[4] + q[0] + q[4], g = p[1] + p[5] + q[1] + q[5], b = p[2] + p[6] + q[2] + q[6];
      blue[y * ((size_t)width / 2) + x] = (uint8_t)((-6596 * r - 22189 * g + 28785 * b + 512 * ONE + 2 * ONE) >> 18);
      red[y * ((size_t)width / 2) + x] = (uint8_t)((28785 * r - 26145 * g - 2640 * b + 512 * ONE + 2 * ONE) >> 18);
    }
}

void film_picture_to_rgb(uint8_t *rgb, const uint8_t *planes, int width, int height) {
  const size_t pixels = (size_t)width * (size_t)height;
  const uint8_t *const blue = planes + pixels, *const red = blue + pixels / 4;
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) {
      const size_t at = (size_t)(y / 2) * (size_t)(width / 2) + (size_t)(x / 2);
      const int luma = 76309 * (planes[(size_t)y * (size_t)width + (size_t)x] - 16), b = blue[at] - 128, r = red[at] - 128;
      uint8_t *const p = rgb + 3 * ((size_t)y * (size_t)width + (size_t)x);
      p[0] = to_byte(luma + 117489 * r);
      p[1] = to_byte(luma - 13976 * b - 34925 * r);
      p[2] = to_byte(luma + 138438 * b);
    }
}

/* --- files --------------------------------------------------------------------------------------------------------------- */

/* One film; file_open makes it, file_close takes it away. One thread at a time. */
typedef struct FilmFile {
  FilmDef def;
  Video *video; /* NULL: pictures */
  char path[FILM_PATH];
  int64_t frames, bytes; /* of pictures */
  uint8_t *spare;        /* a frame: planes for the video, or red, green, blue for a picture */
} FilmFile;

bool film_is_pictures(const char *path, Error *error) {
  return path_ends_in(path, ".png") || !video_possible(error);
}

bool film_picture_name(const char *path, int64_t n, char name[FILM_PATH]) {
  const size_t stem = strlen(path) - (path_ends_in(path, ".png .mp4") ? 4 : 0);
  return snprintf(name, FILM_PATH, "%.*s-%04lld.png", (int)stem, path, (long long)n) < FILM_PATH;
}

/* Opens a film. Returns NULL and sets *error, which begins with the path, if that fails. */
static FilmFile *file_open(const char *path, const FilmDef *def, Error *error) {
  FilmFile *const file = memory_create(1, sizeof *file);
  uint8_t *const spare = memory_create((size_t)def->width * (size_t)def->height, 3);
  if (!file || !spare || strlen(path) >= FILM_PATH) {
    error_set(error, "%.60s: %s", path, file && spare ? "the name is too long" : "not enough memory for a film");
  } else {
    *file = (FilmFile){.def = *def, .spare = spare};
    snprintf(file->path, sizeof file->path, "%s", path);
    if (film_is_pictures(path, NULL) || (file->video = video_open(file->path, def, error))) return file;
  }
  memory_free(spare);
  memory_free(file);
  return NULL;
}

static void append_bytes(void *output, void *bytes, int size) {
  fwrite(bytes, 1, (size_t)size, output); /* output_close reports failed writes */
}

/* Writes the spare frame, of red, green and blue. */
static bool add_picture(FilmFile *file, Error *error) {
  char name[FILM_PATH];
  Output output;
  const int width = file->def.width, height = file->def.height;
  if (!film_picture_name(file->path, ++file->frames, name)) return error_set(error, "%.60s: the name is too long", file->path);
  if (!output_open(&output, name, error)) return false;
  const bool made = stbi_write_png_to_func(append_bytes, output.file, width, height, 3, file->spare, 3 * width) != 0;
  const long size = ftell(output.file);
  file->bytes += size > 0 ? size : 0;
  return output_close(&output, made, error) && (made || error_set(error, "%s: not enough memory for a picture", name));
}

/* Adds the next frame, as planes. */
static bool file_add(FilmFile *file, const uint8_t *planes, Error *error) {
  if (file->video) return video_add(file->video, planes, error);
  film_picture_to_rgb(file->spare, planes, file->def.width, file->def.height);
  return add_picture(file, error);
}

/* Writes the rest after the last frame; *bytes: of all that was written. */
static bool file_finish(FilmFile *file, int64_t *bytes, Error *error) {
  *bytes = file->bytes;
  return !file->video || video_finish(file->video, bytes, error);
}

/* Ends the writing, in any state, and frees the film, if any. Without `keep` nothing is left of an MP4; pictures that are written stay. */
static bool file_close(FilmFile *file, bool keep, Error *error) {
  if (!file) return true;
  const bool closed = !file->video || video_close(file->video, keep, error);
  memory_free(file->spare);
  memory_free(file);
  return closed;
}

/* --- a thread that writes ------------------------------------------------------------------------------------------------ */

enum { GENTLE = 10 /* of 19: drawing and the water come first, and encoding still goes on beside them */ };

/* The writer; film_writer_create makes it. Until film_writer_end has joined the thread, it alone uses what stands below `thread`. */
struct FilmWriter {
  FrameQueue queue;
  atomic_bool failed;
  bool gently;
  int64_t wanted; /* frames; set before the queue is closed; -1: as many as came */
  Thread thread;
  FilmFile *file;
  uint8_t *last;       /* the frame that came last */
  int64_t last_number; /* its number; -1: none came yet */
  int64_t next;        /* the first that is not written yet */
  Error error;
};

/* Adds the next frame, as rows of red, green, blue and a byte that is skipped. */
static bool add_rgba(FilmFile *file, const uint8_t *rgba, Error *error) {
  const int width = file->def.width, height = file->def.height;
  uint8_t *const rgb = file->spare;
  if (!file->video) {
    for (size_t n = 0; n < (size_t)width * (size_t)height; n++) memcpy(rgb + 3 * n, rgba + 4 * n, 3);
    return add_picture(file, error);
  }
  film_picture_from_rgba(file->spare, rgba, width, height);
  return video_add(file->video, file->spare, error);
}

/* Writes all frames before `end`: the last one or, where that is nearer, the one of number `end`. */
static bool fill_up(FilmWriter *w, const uint8_t *now, int64_t end) {
  bool ok = true;
  for (; ok && w->next < end; w->next++) {
    const bool first = !now || (w->last_number >= 0 && frame_is_nearer_first(w->last_number, w->next, end));
    ok = add_rgba(w->file, first ? w->last : now, &w->error);
  }
  return ok;
}

static void *run(void *data) {
  FilmWriter *const w = data;
  int64_t number, bytes;
  const uint8_t *pixels;
  bool ok = true;
  if (w->gently) setpriority(PRIO_PROCESS, 0, GENTLE);
  while ((pixels = frame_queue_front(&w->queue, &number))) {
    if (ok && number >= w->next) {
      ok = fill_up(w, pixels, number) && add_rgba(w->file, pixels, &w->error);
      memcpy(w->last, pixels, w->queue.bytes);
      w->last_number = number;
      w->next = number + 1;
    }
    if (!ok) w->failed = true;
    frame_queue_remove(&w->queue);
  }
  if (ok && w->last_number < 0) ok = error_set(&w->error, "the run was too short for a film");
  ok = ok && fill_up(w, NULL, w->wanted) && file_finish(w->file, &bytes, &w->error);
  if (!ok) w->failed = true;
  return NULL;
}

FilmWriter *film_writer_create(const char *path, const FilmDef *def, bool gently, Error *error) {
  const size_t bytes = (size_t)def->width * (size_t)def->height * 4;
  FilmWriter *const w = memory_create(1, sizeof *w);
  if (!w || !frame_queue_init(&w->queue, bytes)) {
    memory_free(w);
    error_set(error, "%s: not enough memory for a film", path);
    return NULL;
  }
  w->gently = gently;
  w->wanted = w->last_number = -1;
  w->last = memory_create(1, bytes);
  w->file = file_open(path, def, error);
  if (w->last && w->file && thread_start(&w->thread, run, w)) return w;
  if (w->file) error_set(error, "%s: not enough memory for a film", path);
  w->failed = true;
  film_writer_end(w, -1, NULL);
  return NULL;
}

bool film_writer_add(FilmWriter *writer, int64_t number, const uint8_t *rgba, bool wait) {
  frame_queue_add(&writer->queue, number, rgba, wait);
  return !writer->failed;
}

bool film_writer_end(FilmWriter *writer, int64_t frames, Error *error) {
  writer->wanted = frames;
  frame_queue_close(&writer->queue);
  thread_join(&writer->thread);
  bool ok = !writer->failed;
  if (!ok) error_set(error, "%s", writer->error.text);
  ok = file_close(writer->file, ok, ok ? error : NULL) && ok;
  frame_queue_shutdown(&writer->queue);
  memory_free(writer->last);
  memory_free(writer);
  return ok;
}

/* --- a clip: the last seconds of a window --------------------------------------------------------------------------------- */

enum {
  THREADS = 2, /* of the encoder: a clip takes a few seconds, and the window goes on beside it */
  ATTEMPTS = 4 /* to come below the cap, each with half of the bits of the one before */
};
static const double cap_share = 0.9; /* of the cap that the frames may fill; the encoder may overdraw its budget, and the table of contents
                                        comes on top */

/* The clip with its threads. The packer owns the queue's reading side, `last` and the counts; `store` is under the lock. The saver owns
 * `list` and `report` from its start until it says that it is done. */
struct Clip {
  ClipDef def;
  FrameQueue queue;
  Thread packer, saver;
  Lock lock;
  FrameStore *store;
  atomic_size_t memory;
  uint8_t *planes, *last;
  int64_t last_number; /* -1: none */
  FrameList list;
  ClipReport report;
  atomic_bool done;
};

static void store_frame(Clip *clip, const uint8_t *planes) {
  lock_take(&clip->lock);
  frame_store_add(clip->store, planes);
  clip->memory = frame_store_size(clip->store);
  lock_give(&clip->lock);
}

static void *run_packer(void *data) {
  Clip *const clip = data;
  const int64_t capacity = (int64_t)clip->def.seconds * clip->def.fps;
  int64_t number;
  const uint8_t *rgba;
  setpriority(PRIO_PROCESS, 0, GENTLE);
  while ((rgba = frame_queue_front(&clip->queue, &number))) {
    film_picture_from_rgba(clip->planes, rgba, clip->def.width, clip->def.height);
    /* Frames that were left out are their nearer neighbour once more. */
    int64_t at = clip->last_number >= 0 ? clip->last_number + 1 : number;
    if (number - at > capacity) at = number - capacity;
    for (; at < number; at++) store_frame(clip, frame_is_nearer_first(clip->last_number, at, number) ? clip->last : clip->planes);
    store_frame(clip, clip->planes);
    memcpy(clip->last, clip->planes, film_picture_size(clip->def.width, clip->def.height));
    clip->last_number = number;
    frame_queue_remove(&clip->queue);
  }
  return NULL;
}

/* Writes the last frames of the list: one attempt, with a cap on the bits of each second. *fits: the file is within its cap; else it is gone again. */
static bool try_saving(Clip *clip, int64_t bit_cap, bool *fits, Error *error) {
  const size_t bytes = film_picture_size(clip->def.width, clip->def.height);
  const int capacity = clip->def.seconds * clip->def.fps, skipped = clip->list.frames > capacity ? clip->list.frames - capacity : 0;
  const FilmDef def = {clip->def.width, clip->def.height, clip->def.fps, bit_cap, THREADS};
  FrameReading reading = {.list = &clip->list, .pixels = memory_create(2, bytes), .bytes = bytes};
  if (!reading.pixels) return error_set(error, "%s: not enough memory for a film", clip->report.path);
  reading.spare = reading.pixels + bytes;
  FilmFile *const file = file_open(clip->report.path, &def, error);
  bool ok = file != NULL;
  for (int n = 0; ok && n < clip->list.frames; n++) {
    ok = frame_list_next(&reading) || error_set(error, "%s: a frame does not unpack", clip->report.path);
    if (ok && n >= skipped) ok = file_add(file, reading.pixels, error);
  }
  clip->report.seconds = (double)(clip->list.frames - skipped) / clip->def.fps;
  ok = ok && file_finish(file, &clip->report.bytes, error);
  *fits = clip->report.bytes <= clip->def.byte_cap || film_is_pictures(clip->report.path, NULL);
  ok = file_close(file, ok && *fits, ok ? error : NULL) && ok;
  memory_free(reading.pixels);
  return ok;
}

static void *run_saver(void *data) {
  Clip *const clip = data;
  Error *const error = &clip->report.error;
  double bits = cap_share * 8.0 * (double)clip->def.byte_cap / clip->def.seconds;
  bool fits = false, ok = true;
  setpriority(PRIO_PROCESS, 0, GENTLE);
  lock_take(&clip->lock);
  frame_store_copy(clip->store, &clip->list);
  lock_give(&clip->lock);
  for (int n = 0; ok && !fits && n < ATTEMPTS; n++, bits *= 0.5) ok = try_saving(clip, (int64_t)bits, &fits, error);
  ok = ok && (fits || error_set(error, "%s: does not get smaller than %lld bytes", clip->report.path, (long long)clip->report.bytes));
  clip->report.state = ok ? CLIP_SAVED : CLIP_FAILED;
  frame_list_clear(&clip->list);
  clip->done = true;
  return NULL;
}

Clip *clip_create(const ClipDef *def) {
  const size_t bytes = film_picture_size(def->width, def->height);
  Clip *const clip = memory_create(1, sizeof *clip);
  const bool queued = clip && frame_queue_init(&clip->queue, (size_t)def->width * (size_t)def->height * 4);
  if (!queued || !lock_init(&clip->lock)) {
    if (queued) frame_queue_shutdown(&clip->queue);
    memory_free(clip);
    return NULL;
  }
  clip->def = *def;
  clip->last_number = -1;
  clip->store = frame_store_create(bytes, def->seconds * def->fps);
  clip->planes = memory_create(1, bytes);
  clip->last = memory_create(1, bytes);
  if (clip->store && clip->planes && clip->last && thread_start(&clip->packer, run_packer, clip)) return clip;
  clip_destroy(clip);
  return NULL;
}

void clip_destroy(Clip *clip) {
  if (!clip) return;
  frame_queue_close(&clip->queue);
  thread_join(&clip->packer);
  thread_join(&clip->saver);
  frame_store_destroy(clip->store);
  memory_free(clip->planes);
  memory_free(clip->last);
  lock_shutdown(&clip->lock);
  frame_queue_shutdown(&clip->queue);
  memory_free(clip);
}

void clip_add(Clip *clip, int64_t number, const uint8_t *rgba, bool wait) {
  frame_queue_add(&clip->queue, number, rgba, wait);
}

bool clip_save(Clip *clip, const char *path) {
  if (clip->saver.runs || clip->memory == 0) return false;
  clip->report = (ClipReport){.state = CLIP_SAVING};
  snprintf(clip->report.path, sizeof clip->report.path, "%s", path);
  clip->done = false;
  return thread_start(&clip->saver, run_saver, clip);
}

ClipState clip_poll(Clip *clip, ClipReport *report) {
  if (!clip->saver.runs) return CLIP_IDLE;
  if (!clip->done) return CLIP_SAVING;
  thread_join(&clip->saver);
  *report = clip->report;
  return report->state;
}
