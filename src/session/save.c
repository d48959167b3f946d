#include "session/save.h"

#include <limits.h>
#include <stb_image.h>
#include <stb_image_write.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/output.h"
#include "cli/cli.h"
#include "format/file.h"
#include "record/input_log.h"

#define SAVE_HEAD "weSv"
#define SAVE_SCENE "weSc"
#define SAVE_VIEW "weVw"
#define SAVE_INPUTS "weIn"
#define SAVE_WORLD "weWd"
#define PICTURE_END "IEND"

enum { VERSION = 2, SIDE_MAX = 8192 /* pixels of a picture that is read */ };

Save *save_make(const World *world, const Scene *scene, const SaveView *view, const Recording *recording) {
  Save *const save = memory_create(1, sizeof *save);
  if (!save || !world_state_copy(world, &save->state)) return save_destroy(save), NULL;
  SaveHead *const head = &save->head;
  *head = (SaveHead){
      .version = VERSION, .state_version = WORLD_STATE_VERSION, .tick = world->tick, .time = world->time, .hash = world_hash(world)};
  snprintf(head->library, sizeof head->library, "%s", weir_version());
  snprintf(head->commit, sizeof head->commit, "%s", program_commit());
  snprintf(head->scene, sizeof head->scene, "%.*s", SAVE_TEXT - 1, world->scene.name);
  save->scene = *scene;
  save->view = *view;
  if (recording) recording_recent(recording, world, &save->inputs);
  return save;
}

void save_destroy(Save *save) {
  if (!save) return;
  operations_free(&save->inputs);
  memory_free(save->state.bytes);
  memory_free(save->pixels);
  memory_free(save->file);
  memory_free(save);
}

void save_set_picture(Save *save, unsigned char *pixels, int width, int height) {
  memory_free(save->pixels);
  save->pixels = pixels;
  save->width = width;
  save->height = height;
}

/* Passes on the version alone where it is another. */
static void pass_head(StateStream *s, SaveHead *head) {
  state_int(s, &head->version, 1, INT32_MAX, "the head");
  if (head->version > VERSION) return;
  state_text(s, head->library, sizeof head->library, "the head");
  state_text(s, head->commit, sizeof head->commit, "the head");
  state_text(s, head->scene, sizeof head->scene, "the head");
  state_int64(s, &head->tick, 1, 0, (int64_t)1 << 53, "the tick");
  state_doubles(s, &head->time, 1, 0, 1e12, "the time");
  state_uint64(s, &head->hash, "the hash");
  if (head->version >= 2) state_int(s, &head->state_version, 1, WORLD_STATE_VERSION, "the head");
}

static void pass_view(StateStream *s, SaveView *view) {
  static const char *const camera = "the camera";
  state_bool(s, &view->given, camera);
  if (!view->given) return;
  state_floats(s, view->focus, 3, -1e7f, 1e7f, camera);
  state_floats(s, &view->yaw, 1, -1e4f, 1e4f, camera);
  state_floats(s, &view->pitch, 1, -2, 2, camera);
  state_floats(s, &view->distance, 1, 0, 1e7f, camera);
  state_choice(s, &view->mode, SAVE_CAMERA_MODES, camera);
  state_uint32(s, &view->chased, camera);
  state_floats(s, &view->view_deg, 1, 1, 179, camera);
  state_bool(s, &view->under, camera);
  state_int(s, &view->camera_index, 0, SCENE_CAMERAS - 1, camera);
  state_choice(s, &view->tool, SAVE_TOOLS, "the tool");
  state_choice(s, &view->frame_mode, SAVE_FRAME_MODES, "the view");
  state_bool(s, &view->paused, "the pause");
}

/* One of the small parts, whichever way the stream goes. */
typedef enum Part { PART_HEAD, PART_SCENE, PART_VIEW, PART_INPUTS, PARTS } Part;
static const char *const part_names[PARTS] = {SAVE_HEAD, SAVE_SCENE, SAVE_VIEW, SAVE_INPUTS};

static void pass_part(StateStream *s, Save *save, Part part) {
  switch (part) {
    case PART_HEAD: pass_head(s, &save->head); break;
    case PART_SCENE: world_state_scene(s, &save->scene); break;
    case PART_VIEW: pass_view(s, &save->view); break;
    case PART_INPUTS: operations_pass(s, &save->inputs, RECENT_MAX, 0, (int64_t)1 << 53); break;
    case PARTS: break;
  }
}

/* --- writing ------------------------------------------------------------------------------------------------------------------------- */

static bool write_part(FILE *file, const Save *save, Part part) {
  Save *const same = (Save *)save; /* the walk goes both ways; this way it changes nothing */
  StateStream count = {.version = WORLD_STATE_VERSION};
  pass_part(&count, same, part);
  unsigned char *const bytes = memory_create(1, count.at);
  StateStream s = {.out = bytes, .size = count.at, .version = WORLD_STATE_VERSION};
  if (bytes) pass_part(&s, same, part);
  const bool ok = bytes && chunk_write(file, part_names[part], bytes, s.at);
  memory_free(bytes);
  return ok;
}

/* Bytes that grow as the encoder of pictures gives them. */
typedef struct Encoded {
  unsigned char *bytes;
  int size, room;
  bool short_of_memory;
} Encoded;

static void append(void *user, void *bytes, int size) {
  Encoded *const e = user;
  e->short_of_memory = e->short_of_memory || !array_grow(&e->bytes, &e->room, e->size + size, 1);
  if (e->short_of_memory) return;
  memcpy(e->bytes + e->size, bytes, (size_t)size);
  e->size += size;
}

/* The picture's chunks but for its last, which ends it. */
static bool write_picture(FILE *file, const Save *save) {
  Encoded e = {0};
  const bool made = stbi_write_png_to_func(append, &e, save->width, save->height, 3, save->pixels, 3 * save->width) != 0;
  const size_t size = made && !e.short_of_memory && e.size > CHUNK_FRAME ? (size_t)e.size - CHUNK_FRAME : 0;
  const bool ok = size > 0 && fwrite(e.bytes, 1, size, file) == size;
  memory_free(e.bytes);
  return ok;
}

bool save_write(const Save *save, const char *path, Error *error) {
  Output output;
  if (!output_open(&output, path, error)) return false;
  FILE *const file = output.file;
  bool made = save->pixels ? write_picture(file, save) : chunks_write_signature(file, CHUNKS_WEIR);
  for (int part = 0; part < PARTS; part++) made = made && write_part(file, save, (Part)part);
  made = made && chunk_write_packed(file, SAVE_WORLD, save->state.bytes, save->state.size) &&
         (!save->pixels || chunk_write(file, PICTURE_END, "", 0));
  const bool taken = !ferror(file);
  return output_close(&output, made, error) &&
         (made || error_set(error, "%s: %s", path, taken ? "not enough memory" : "cannot be written"));
}

/* --- reading ------------------------------------------------------------------------------------------------------------------------- */

static bool fault(const char *path, Error *error, const char *why) {
  return error_set(error, "%s: %s", path, why);
}

static bool read_part(Save *save, const Chunk *chunk, Part part, const char *path, Error *error) {
  StateStream s = {.in = chunk->bytes, .size = chunk->size, .version = (uint32_t)save->head.state_version};
  pass_part(&s, save, part);
  if (part == PART_HEAD && !s.fault && save->head.version > VERSION)
    return error_set(error, "%s: in version %d of the format; this is weir %s, which reads versions 1 to %d", path, save->head.version,
                     weir_version(), VERSION);
  return state_is_read(&s, path, "a part of it", error);
}

static bool read_chunks(Save *save, size_t size, const char *path, Error *error) {
  unsigned found = 0;
  size_t at;
  ChunksEnd end;
  Chunk chunk;
  if (chunks_begin(save->file, size, &at) == CHUNKS_NONE) return fault(path, error, "not a saved game of Weir's");
  while (chunks_next(save->file, size, &at, &chunk, &end)) {
    for (int part = 0; part < PARTS; part++) {
      if (!chunk_is(&chunk, part_names[part])) continue;
      if (!read_part(save, &chunk, (Part)part, path, error)) return false;
      found |= 1u << part;
    }
    if (chunk_is(&chunk, SAVE_WORLD)) save->packed = chunk.bytes, save->packed_size = chunk.size;
  }
  if (end != CHUNKS_END) return fault(path, error, end == CHUNKS_CUT ? "damaged: cut off" : "damaged: its bytes were changed");
  const unsigned needed = 1u << PART_HEAD | 1u << PART_SCENE | 1u << PART_VIEW;
  return ((found & needed) == needed && save->packed) || fault(path, error, "not a saved game of Weir's");
}

Save *save_read(const char *path, Error *error) {
  Save *const save = memory_create(1, sizeof *save);
  if (!save) return fault(path, error, "not enough memory"), NULL;
  size_t size;
  save->file = file_read(path, &size, error);
  if (save->file && read_chunks(save, size, path, error)) return save;
  save_destroy(save);
  return NULL;
}

/* Returns true if a file is chunks to its end: where one claims to be longer than the file, the decoder would believe it. */
static bool is_whole(const unsigned char *file, size_t size) {
  size_t at;
  Chunk chunk;
  ChunksEnd end;
  if (chunks_begin(file, size, &at) == CHUNKS_NONE) return false;
  while (chunks_next(file, size, &at, &chunk, &end)) continue;
  return end == CHUNKS_END;
}

unsigned char *save_read_picture(const char *path, int *width, int *height) {
  Error ignored;
  size_t size;
  int channels;
  unsigned char *pixels = NULL, *const file = file_read(path, &size, &ignored);
  if (file && is_whole(file, size) && size <= INT_MAX && stbi_info_from_memory(file, (int)size, width, height, &channels) &&
      *width <= SIDE_MAX && *height <= SIDE_MAX) {
    unsigned char *const decoded = stbi_load_from_memory(file, (int)size, width, height, &channels, 3);
    const size_t bytes = 3 * (size_t)*width * (size_t)*height;
    pixels = decoded ? memory_create(1, bytes) : NULL;
    if (pixels) memcpy(pixels, decoded, bytes);
    stbi_image_free(decoded);
  }
  memory_free(file);
  return pixels;
}

SaveKind save_kind(const char *path) {
  Error ignored;
  size_t size, at;
  ChunksEnd end;
  Chunk chunk;
  SaveKind kind = SAVE_NONE;
  unsigned char *const file = file_read(path, &size, &ignored);
  const ChunksKind chunks = file ? chunks_begin(file, size, &at) : CHUNKS_NONE;
  const bool jpeg = file && size > 2 && file[0] == 0xff && file[1] == 0xd8;
  if (chunks != CHUNKS_NONE)
    while (kind == SAVE_NONE && chunks_next(file, size, &at, &chunk, &end))
      kind = chunk_is(&chunk, SAVE_HEAD) ? SAVE_GAME : chunk_is(&chunk, LOG_HEAD) ? SAVE_LOG : SAVE_NONE;
  if (kind == SAVE_NONE && (chunks == CHUNKS_PNG || jpeg)) kind = SAVE_PICTURE;
  memory_free(file);
  return kind;
}
