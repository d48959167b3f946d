/* A line of a scene's [bodies]: "x z height yaw", then optional words, each with its numbers. */
#include <ctype.h>
#include <string.h>

#include "base/scan.h"
#include "scene/body.h"

/* Moves past the next word if it is `word`. */
static bool read_word(const char **text, const char *word) {
  const size_t size = strlen(word);
  while (isspace((unsigned char)**text)) (*text)++;
  if (strncmp(*text, word, size) != 0 || ((*text)[size] != '\0' && !isspace((unsigned char)(*text)[size]))) return false;
  *text += size;
  return true;
}

static bool read_numbers(const char **text, int count, float low, float high, float *numbers) {
  for (int n = 0; n < count; n++)
    if (!scan_number(text, &numbers[n]) || numbers[n] < low || numbers[n] > high) return false;
  return true;
}

/* A car, a boat or a hull has a length, a log a length and a thickness, a box its length, height and width. */
static bool read_size(const char **text, SceneBody *body) {
  float v[3] = {0};
  const bool log = body->kind == BODY_LOG;
  if (body->kind == BODY_CAR || body->kind == BODY_BOAT || body->kind == BODY_BOOM || body->kind == BODY_HULL)
    return read_numbers(text, 1, 0.1f, 100, body->size);
  if (!read_numbers(text, log ? 2 : 3, 0.02f, 200, v)) return false;
  body->size[0] = log ? v[1] : v[0];
  body->size[1] = log ? v[0] : v[1];
  body->size[2] = log ? v[1] : v[2];
  return true;
}

bool scene_body(const char *text, SceneBody *body) {
  float v[4];
  if (!read_numbers(&text, 2, 0, 1, v) || !read_numbers(&text, 1, -100, 1000, v + 2) || !read_numbers(&text, 1, -360, 360, v + 3))
    return false;
  body->x = v[0], body->z = v[1], body->height_m = v[2], body->yaw_deg = v[3];
  for (;;) {
    if (read_word(&text, "size")) {
      if (!read_size(&text, body)) return false;
    } else if (read_word(&text, "density")) {
      if (!read_numbers(&text, 1, 5, 30000, &body->density)) return false;
    } else if (read_word(&text, "set")) {
      body->set = true;
    } else {
      return *text == '\0';
    }
  }
}
