#ifndef CLI_JSON_H
#define CLI_JSON_H

/* The one writer of JSON for all that the program tells machines: --stats, bench, check. The document is an object; its members are
 * added in order, each between json_open_* and json_close belonging to what was opened last. It is written as a line a member, and
 * a line a row for lists of objects. JSON has no word for what is not finite: null is written. */

#include <stdint.h>
#include <stdio.h>

#include "base/error.h"

enum { JSON_DEPTH = 8 };

struct cJSON;

/* A document being built, from json_begin to json_save or json_write, which free it; owned by the caller. */
typedef struct Json {
  struct cJSON *open[JSON_DEPTH]; /* objects and lists, the outermost first */
  int depth;
  bool short_of_memory; /* something could not be added: the document is not written */
} Json;

Json json_begin(void);
/* Open a member that holds others; json_close ends it. `key` is NULL within a list. */
void json_open_object(Json *json, const char *key);
void json_open_list(Json *json, const char *key);
void json_close(Json *json);
/* Add a value; within a list `key` is NULL. */
void json_text(Json *json, const char *key, const char *value);
void json_flag(Json *json, const char *key, bool value);
void json_whole(Json *json, const char *key, int64_t value);
void json_seed(Json *json, const char *key, uint64_t value);
/* Adds a number of so many digits, of which those that say nothing are left out. */
void json_real(Json *json, const char *key, double value, int digits);

/* Writes the document and frees it. Returns false if memory runs out: what is written then is not a document. It is for the file's owner to
 * find out if the file took all of it. */
bool json_write(Json *json, FILE *file);
/* Writes the document as the file `path`, whole or not at all, and frees it. Returns false and sets *error to "PATH: why" if that fails. */
bool json_save(Json *json, const char *path, Error *error);

#endif
