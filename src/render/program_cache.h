#ifndef RENDER_PROGRAM_CACHE_H
#define RENDER_PROGRAM_CACHE_H

/* Programs as the driver has compiled them, kept in files from one run to the next (glGetProgramBinary). A file is taken only if its
 * version of the format, its key and its sum are right: the key is of the driver and of the whole source, so that neither another driver
 * nor a changed shader is ever given an older program. A program that cannot be read or written is compiled again, without a message. */

#include <glad/gl.h>
#include <stdbool.h>
#include <stdint.h>

enum { PROGRAM_CACHE_PATH = 1024 };

/* The folder in which programs are kept, and the driver's calls. Part of Renderer; zeroed: nothing is kept. */
typedef struct ProgramCache {
  char folder[PROGRAM_CACHE_PATH];
  uint64_t driver; /* hash of its name and version */
  int found;       /* programs that another run has left there, so far */
  void (*get_binary)(GLuint program, GLsizei size, GLsizei *length, GLenum *format, void *bytes);
  void (*set_binary)(GLuint program, GLenum format, const void *bytes, GLsizei length);
  void (*set_parameter)(GLuint program, GLenum name, GLint value);
} ProgramCache;

/* A program in a file; owns its bytes, which program_file_free frees. */
typedef struct ProgramFile {
  uint32_t format; /* the driver's */
  uint32_t size;
  unsigned char *bytes;
} ProgramFile;

/* Begins to keep programs in a folder, which is made; where the driver cannot, nothing is kept. NULL: nowhere. */
void program_cache_open(ProgramCache *cache, void *(*get_proc_address)(const char *name), const char *folder);

/* The key of a program of these sources on this driver. */
uint64_t program_cache_key(const ProgramCache *cache, const char *vertex, const char *fragment);

/* Returns a program that was kept under the name; 0 if there is none, or it is another one's. */
GLuint program_cache_load(ProgramCache *cache, const char *name, uint64_t key);

/* Tells the driver, before a program is linked, that it is to be kept. */
void program_cache_hint(const ProgramCache *cache, GLuint program);
void program_cache_keep(const ProgramCache *cache, const char *name, uint64_t key, GLuint program);

/* The files themselves. False: the file is not there, of another version or key, damaged, or memory runs out; could not be written. */
bool program_file_read(const char *path, uint64_t key, ProgramFile *file);
bool program_file_write(const char *path, uint64_t key, const ProgramFile *file);
void program_file_free(ProgramFile *file);

#endif
