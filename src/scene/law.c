/* The law that a flume shows: the line of [law]. */
#include <string.h>

#include "base/words.h"
#include "scene/reading.h"

#define SHARE_LEAST 0.1f /* of a throat: a narrower one lets next to nothing through */
#define DEPTH_LEAST 0.01f
#define METRES_MAX 1000.0f

/* Finds the gauge, or the line, that the next word names. Returns false and fills the fault if there is none. */
static bool scan_place(Reading *r, const char **text, bool is_line, int *index) {
  const Scene *const scene = r->scene;
  *text += strspn(*text, " \t");
  const size_t size = strcspn(*text, " \t");
  const int count = is_line ? scene->line_count : scene->gauge_count;
  for (*index = 0; *index < count; (*index)++) {
    const char *const name = is_line ? scene->lines[*index].name : scene->gauges[*index].name;
    if (strlen(name) == size && strncmp(name, *text, size) == 0) return *text += size, true;
  }
  return error_set(&r->fault, "'%.*s' is not a %s of [gauges] above", (int)size, *text, is_line ? "line" : "gauge");
}

bool parse_law(Reading *r, const char *text) {
  static const char *const words[] = {"weir", "sluice", "jump", "contraction", "bore", "dam", NULL};
  const size_t size = strcspn(text, " \t");
  const int word = word_index(words, text, size);
  if (word < 0) return false;
  SceneLaw law = {.kind = (LawKind)(LAW_WEIR + word)};
  const bool has_line = law.kind == LAW_WEIR || law.kind == LAW_SLUICE || law.kind == LAW_DAM;
  const bool has_number = law.kind != LAW_SLUICE && law.kind != LAW_JUMP;
  text += size;
  if (!scan_place(r, &text, false, &law.first) || !scan_place(r, &text, has_line, &law.second)) return false;
  const float low = law.kind == LAW_CONTRACTION ? SHARE_LEAST : law.kind == LAW_WEIR ? 0 : DEPTH_LEAST;
  const float high = law.kind == LAW_CONTRACTION ? 1 : METRES_MAX;
  if (has_number && !scan_numbers(&text, 1, low, high, &law.number)) return false;
  r->scene->law = law;
  return scan_at_end(text);
}
