#include "cli/json.h"

#include <cjson/cJSON.h>
#include <inttypes.h>
#include <math.h>

#include "base/error.h"
#include "base/output.h"

/* --- building -------------------------------------------------------------------------------------------------------- */

Json json_begin(void) {
  Json json = {.open = {cJSON_CreateObject()}, .depth = 1};
  json.short_of_memory = json.open[0] == NULL;
  return json;
}

/* Adds the item, which may be NULL if memory ran out. */
static void add(Json *json, const char *key, cJSON *item) {
  cJSON *const parent = json->open[json->depth - 1];
  if (item && parent && (cJSON_IsArray(parent) ? cJSON_AddItemToArray(parent, item) : cJSON_AddItemToObject(parent, key, item))) return;
  cJSON_Delete(item);
  json->short_of_memory = true;
}

static void open_item(Json *json, const char *key, cJSON *item) {
  CHECK(json->depth < JSON_DEPTH);
  add(json, key, item);
  json->open[json->depth++] = json->short_of_memory ? NULL : item;
}

void json_open_object(Json *json, const char *key) {
  open_item(json, key, cJSON_CreateObject());
}
void json_open_list(Json *json, const char *key) {
  open_item(json, key, cJSON_CreateArray());
}

void json_close(Json *json) {
  CHECK(json->depth > 1);
  json->depth--;
}

void json_text(Json *json, const char *key, const char *value) {
  add(json, key, cJSON_CreateString(value));
}
void json_flag(Json *json, const char *key, bool value) {
  add(json, key, cJSON_CreateBool(value));
}

void json_whole(Json *json, const char *key, int64_t value) {
  char digits[32];
  snprintf(digits, sizeof digits, "%" PRId64, value);
  add(json, key, cJSON_CreateRaw(digits));
}

void json_seed(Json *json, const char *key, uint64_t value) {
  char digits[32];
  snprintf(digits, sizeof digits, "%" PRIu64, value);
  add(json, key, cJSON_CreateRaw(digits));
}

void json_real(Json *json, const char *key, double value, int digits) {
  char text[40];
  snprintf(text, sizeof text, "%.*g", digits, value);
  add(json, key, cJSON_CreateRaw(isfinite(value) ? text : "null"));
}

/* --- writing --------------------------------------------------------------------------------------------------------- */

/* Writes a value without members. Returns false if memory runs out. */
static bool write_leaf(const cJSON *item, FILE *file) {
  char *const text = cJSON_PrintUnformatted(item);
  if (text) fputs(text, file);
  cJSON_free(text);
  return text != NULL;
}

static bool write_item(const cJSON *item, int depth, FILE *file) {
  if (!cJSON_IsObject(item) && !cJSON_IsArray(item)) return write_leaf(item, file);
  /* The outermost object and lists of objects have a line for each member. */
  const bool rows = depth > 0 && cJSON_IsArray(item) && cJSON_IsObject(item->child);
  const char *const between = depth == 0 ? ",\n " : rows ? ",\n  " : ", ";
  bool ok = true;
  fputs(cJSON_IsArray(item) ? "[" : "{", file);
  if (rows) fputs("\n  ", file);
  for (const cJSON *member = item->child; member; member = member->next) {
    cJSON *const key = member->string ? cJSON_CreateStringReference(member->string) : NULL; /* quoted as a text is */
    ok = ok && (!member->string || (key && write_leaf(key, file)));
    if (ok && key) fputs(": ", file);
    cJSON_Delete(key);
    ok = ok && write_item(member, depth + 1, file);
    if (member->next) fputs(between, file);
  }
  if (rows) fputs("\n", file);
  fputs(cJSON_IsArray(item) ? "]" : "}", file);
  return ok;
}

bool json_write(Json *json, FILE *file) {
  const bool ok = !json->short_of_memory && write_item(json->open[0], 0, file);
  if (ok) fputs("\n", file);
  cJSON_Delete(json->open[0]);
  *json = (Json){0};
  return ok;
}

bool json_save(Json *json, const char *path, Error *error) {
  Output output;
  if (!output_open(&output, path, error)) {
    cJSON_Delete(json->open[0]);
    return false;
  }
  if (json_write(json, output.file)) return output_close(&output, true, error);
  Error closing;
  output_close(&output, false, &closing);
  return error_set(error, "%s: not enough memory", path);
}
