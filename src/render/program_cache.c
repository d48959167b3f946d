#define _POSIX_C_SOURCE 200809L /* mkdir, getpid */
#include "render/program_cache.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/memory.h"
#include "render/gpu.h"

/* Names of GL_ARB_get_program_binary, which OpenGL 3.3 does not have in its core. */
enum { BINARY_RETRIEVABLE_HINT = 0x8257, BINARY_LENGTH = 0x8741, BINARY_FORMATS = 0x87FE };

enum { VERSION = 1, LARGEST = 16 << 20 /* bytes of a program: far above any */ };

static const char magic[8] = "WEIRPRG";

/* The head of a file; the program's bytes follow. */
typedef struct FileHead {
  char magic[8];
  uint32_t version, format;
  uint64_t key, sum; /* hash of the bytes */
  uint32_t size, unused;
} FileHead;

static uint64_t text_hash(uint64_t hash, const char *text) {
  return hash_bytes(hash, text, strlen(text) + 1);
}

bool program_file_read(const char *path, uint64_t key, ProgramFile *file) {
  FileHead head;
  *file = (ProgramFile){0};
  FILE *const stream = fopen(path, "rb");
  if (!stream) return false;
  const bool ours = fread(&head, sizeof head, 1, stream) == 1 && memcmp(head.magic, magic, sizeof magic) == 0 && head.version == VERSION &&
                    head.key == key && head.size > 0 && head.size <= LARGEST;
  if (ours) *file = (ProgramFile){.bytes = memory_create(head.size, 1), .format = head.format, .size = head.size};
  const bool ok =
      file->bytes && fread(file->bytes, 1, head.size, stream) == head.size && hash_bytes(HASH_START, file->bytes, head.size) == head.sum;
  fclose(stream);
  if (!ok) program_file_free(file);
  return ok;
}

/* Writes beside the old file, which another window may be reading, and then puts the new one in its place. */
bool program_file_write(const char *path, uint64_t key, const ProgramFile *file) {
  char fresh[PROGRAM_CACHE_PATH + 64];
  FileHead head = {.version = VERSION, .format = file->format, .key = key, .size = file->size};
  memcpy(head.magic, magic, sizeof magic);
  head.sum = hash_bytes(HASH_START, file->bytes, file->size);
  snprintf(fresh, sizeof fresh, "%s.%ld.%p", path, (long)getpid(), (const void *)file); /* of this process, and thread */
  FILE *const stream = fopen(fresh, "wb");
  if (!stream) return false;
  const bool written = fwrite(&head, sizeof head, 1, stream) == 1 && fwrite(file->bytes, 1, file->size, stream) == file->size;
  const bool ok = fclose(stream) == 0 && written && rename(fresh, path) == 0;
  if (!ok) remove(fresh);
  return ok;
}

void program_file_free(ProgramFile *file) {
  memory_free(file->bytes);
  *file = (ProgramFile){0};
}

void program_cache_open(ProgramCache *cache, void *(*get_proc_address)(const char *name), const char *folder) {
  static const GLenum names[] = {GL_VENDOR, GL_RENDERER, GL_VERSION};
  *cache = (ProgramCache){.driver = HASH_START};
  if (!folder || strlen(folder) >= sizeof cache->folder - 64) return;
  GLint formats = 0;
  if (gpu_has("GL_ARB_get_program_binary")) glGetIntegerv(BINARY_FORMATS, &formats);
  if (formats <= 0) return;
  gpu_find(&cache->get_binary, get_proc_address, "glGetProgramBinary");
  gpu_find(&cache->set_binary, get_proc_address, "glProgramBinary");
  gpu_find(&cache->set_parameter, get_proc_address, "glProgramParameteri");
  if (!cache->get_binary || !cache->set_binary || !cache->set_parameter) return;
  for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
    const char *const text = (const char *)glGetString(names[n]);
    cache->driver = text_hash(cache->driver, text ? text : "");
  }
  snprintf(cache->folder, sizeof cache->folder, "%s", folder);
  for (char *slash = strchr(cache->folder + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
    *slash = '\0';
    mkdir(cache->folder, 0700);
    *slash = '/';
  }
  mkdir(cache->folder, 0700);
}

uint64_t program_cache_key(const ProgramCache *cache, const char *vertex, const char *fragment) {
  return text_hash(text_hash(cache->driver, vertex), fragment);
}

static bool path_of(const ProgramCache *cache, const char *name, char path[PROGRAM_CACHE_PATH]) {
  return cache->folder[0] && snprintf(path, PROGRAM_CACHE_PATH, "%s/%s", cache->folder, name) < PROGRAM_CACHE_PATH;
}

GLuint program_cache_load(ProgramCache *cache, const char *name, uint64_t key) {
  char path[PROGRAM_CACHE_PATH];
  ProgramFile file;
  if (!path_of(cache, name, path) || !program_file_read(path, key, &file)) return 0;
  GLuint program = glCreateProgram();
  GLint ok = 0;
  cache->set_binary(program, file.format, file.bytes, (GLsizei)file.size);
  program_file_free(&file);
  while (glGetError() != GL_NO_ERROR) continue; /* a driver may refuse what it gave; then there is no program, and no fault */
  glGetProgramiv(program, GL_LINK_STATUS, &ok);
  cache->found += ok;
  if (ok) return program;
  glDeleteProgram(program);
  return 0;
}

void program_cache_hint(const ProgramCache *cache, GLuint program) {
  if (cache->folder[0]) cache->set_parameter(program, BINARY_RETRIEVABLE_HINT, GL_TRUE);
}

void program_cache_keep(const ProgramCache *cache, const char *name, uint64_t key, GLuint program) {
  char path[PROGRAM_CACHE_PATH];
  GLint size = 0;
  if (!path_of(cache, name, path)) return;
  glGetProgramiv(program, BINARY_LENGTH, &size);
  if (size <= 0 || size > LARGEST) return;
  ProgramFile file = {.bytes = memory_create((size_t)size, 1)};
  GLsizei length = 0;
  GLenum format = 0;
  if (file.bytes) cache->get_binary(program, size, &length, &format, file.bytes);
  file.format = format;
  file.size = (uint32_t)length;
  if (length > 0) program_file_write(path, key, &file); /* a full disk takes nothing away */
  program_file_free(&file);
}
