/* The rules of a scene: lines of [rules] by which machines act on their own.
 *
 *   rule = CONDITION ACTION [for SECONDS]
 *
 *   CONDITION   when QUANTITY > NUMBER [until < NUMBER] [for SECONDS]   (or < and until >)
 *               every SECONDS
 *               after SECONDS
 *   QUANTITY    level(GAUGE), depth(GAUGE), speed(GAUGE), flow(LINE), time
 *   ACTION      open gate N [[to] METRES], close gate N, pump N RATE, pump N on, pump N off, brake wheel N TORQUE, release dam, cloudburst
 *
 * They are read at the end of a file, when all gauges, lines and machines are known, in whatever order its sections stand. */
#include <stdio.h>
#include <string.h>

#include "base/words.h"
#include "scene/reading.h"

#define LETTERS "abcdefghijklmnopqrstuvwxyz"
#define LIMIT_MAX 1e6f     /* of levels, depths, speeds, flows and times */
#define SECONDS_MAX 1e6f   /* s */
#define SECONDS_LEAST 0.1f /* s, between two of RULE_EVERY: longer than any tick */
#define OPENING_MAX 1e4f   /* m: any gate is open by less */
#define RATE_MAX 1e4f      /* m3/s */
#define TORQUE_MAX 1e8f    /* N m */

enum { NAMES_MAX = 240 }; /* bytes of a list of names in a message */

/* A rule's text while it is read; on the stack of one call. */
typedef struct RuleReader {
  const char *at; /* what has not been read yet */
  const char *path;
  const Scene *scene;
  SceneRule *rule;
  Error *error;
} RuleReader;

/* Sets the error to the word that stands next, and what is allowed there instead. Returns false. */
static bool refuse(RuleReader *r, const char *allowed) {
  r->at += strspn(r->at, " \t");
  const size_t length = strcspn(r->at, " \t");
  if (length == 0)
    return error_set(r->error, "%s:%d: rule: it ends after '%s'; allowed: %s", r->path, r->rule->line, r->rule->text, allowed);
  return error_set(r->error, "%s:%d: rule: '%.*s'; allowed: %s", r->path, r->rule->line, (int)length, r->at, allowed);
}

/* Reads a number within a range; `what` names it in the error. */
static bool read_number(RuleReader *r, float low, float high, const char *what, float *number) {
  const char *const begins = r->at;
  if (scan_number(&r->at, number) && *number >= low && *number <= high) return true;
  char allowed[96];
  r->at = begins;
  snprintf(allowed, sizeof allowed, "%s, %g to %g", what, (double)low, (double)high);
  return refuse(r, allowed);
}

/* --- what is watched --------------------------------------------------------------------------------------------------------------- */

/* Returns the name of a gauge or, for RULE_FLOW, of a line; NULL: there are no more. */
static const char *place_name(const RuleReader *r, int index) {
  if (r->rule->quantity == RULE_FLOW) return index < r->scene->line_count ? r->scene->lines[index].name : NULL;
  return index < r->scene->gauge_count ? r->scene->gauges[index].name : NULL;
}

/* Sets the error to the names that there are. Returns false. */
static bool refuse_name(RuleReader *r) {
  const char *const kind = r->rule->quantity == RULE_FLOW ? "line" : "gauge";
  char names[NAMES_MAX] = "", allowed[NAMES_MAX + 64];
  for (int n = 0; place_name(r, n); n++) {
    const size_t used = strlen(names);
    snprintf(names + used, sizeof names - used, "%s%s", n ? ", " : "", place_name(r, n));
  }
  if (names[0])
    snprintf(allowed, sizeof allowed, "in parentheses a %s of [gauges]: %s", kind, names);
  else
    snprintf(allowed, sizeof allowed, "in parentheses a %s of [gauges], which has none", kind);
  return refuse(r, allowed);
}

/* Reads a quantity's place, in parentheses behind its word of `length` bytes. */
static bool read_place(RuleReader *r, size_t length) {
  const char *const open = r->at + length, *const name = open + 1;
  const size_t size = *open == '(' ? strcspn(name, ")") : 0;
  for (int n = 0; size > 0 && name[size] == ')' && place_name(r, n); n++) {
    if (strlen(place_name(r, n)) != size || strncmp(place_name(r, n), name, size) != 0) continue;
    r->rule->place = n;
    r->at = name + size + 1;
    return true;
  }
  return refuse_name(r);
}

static bool read_quantity(RuleReader *r) {
  static const char *const names[RULE_QUANTITY_COUNT] = {"level", "depth", "speed", "flow", "time"};
  r->at += strspn(r->at, " \t");
  const size_t length = strspn(r->at, LETTERS);
  for (int n = 0; n < RULE_QUANTITY_COUNT; n++) {
    if (strlen(names[n]) != length || strncmp(names[n], r->at, length) != 0) continue;
    r->rule->quantity = (RuleQuantity)n;
    if (n != RULE_TIME) return read_place(r, length);
    r->at += length;
    return true;
  }
  return refuse(r, "level(GAUGE), depth(GAUGE), speed(GAUGE), flow(LINE) or time");
}

/* Reads > or <. */
static bool read_comparison(RuleReader *r, bool *below) {
  r->at += strspn(r->at, " \t");
  if (*r->at != '>' && *r->at != '<') return refuse(r, "> or <");
  *below = *r->at++ == '<';
  return true;
}

/* Reads how far the condition stays true: on the other side of the limit. */
static bool read_until(RuleReader *r) {
  SceneRule *const rule = r->rule;
  rule->until = rule->limit;
  if (!scan_word(&r->at, "until")) return true;
  r->at += strspn(r->at, " \t");
  const char *const beyond = rule->below ? ">" : "<";
  if (*r->at != *beyond) return refuse(r, beyond);
  r->at++;
  const float low = rule->below ? rule->limit : -LIMIT_MAX, high = rule->below ? LIMIT_MAX : rule->limit;
  return read_number(r, low, high, "a number beyond the limit", &rule->until);
}

static bool read_condition(RuleReader *r) {
  SceneRule *const rule = r->rule;
  if (scan_word(&r->at, "every")) {
    rule->kind = RULE_EVERY;
    return read_number(r, SECONDS_LEAST, SECONDS_MAX, "seconds", &rule->seconds);
  }
  if (scan_word(&r->at, "after")) {
    rule->kind = RULE_AFTER;
    return read_number(r, 0, SECONDS_MAX, "seconds", &rule->seconds);
  }
  if (!scan_word(&r->at, "when")) return refuse(r, "when, every or after");
  rule->kind = RULE_WHEN;
  if (!read_quantity(r) || !read_comparison(r, &rule->below)) return false;
  if (!read_number(r, -LIMIT_MAX, LIMIT_MAX, "a number", &rule->limit) || !read_until(r)) return false;
  return !scan_word(&r->at, "for") || read_number(r, 0, SECONDS_MAX, "seconds", &rule->seconds);
}

/* --- what is done ------------------------------------------------------------------------------------------------------------------ */

/* Reads the number of a machine, of which the scene has `count`. */
static bool read_machine(RuleReader *r, RuleAction action, const char *kind, int count) {
  const char *const begins = r->at;
  char allowed[96];
  float number;
  r->rule->action = action;
  if (scan_number(&r->at, &number) && number >= 1 && number <= (float)count && number == (float)(int)number) {
    r->rule->machine = (int)number;
    return true;
  }
  r->at = begins;
  if (count == 0)
    snprintf(allowed, sizeof allowed, "the number of a %s of [machines], which has none", kind);
  else
    snprintf(allowed, sizeof allowed, "the number of a %s of [machines], from 1 to %d", kind, count);
  return refuse(r, allowed);
}

/* Returns true if a number stands next. */
static bool number_follows(const RuleReader *r) {
  const char *at = r->at;
  float number;
  return scan_number(&at, &number);
}

static bool read_gate(RuleReader *r, bool opens) {
  SceneRule *const rule = r->rule;
  if (!scan_word(&r->at, "gate")) return refuse(r, "gate");
  if (!read_machine(r, RULE_GATE, "gate", r->scene->gate_count)) return false;
  rule->value = opens ? OPENING_MAX : 0;
  if (!opens || !(scan_word(&r->at, "to") || number_follows(r))) return true;
  return read_number(r, 0, OPENING_MAX, "metres", &rule->value);
}

static bool read_pump(RuleReader *r) {
  SceneRule *const rule = r->rule;
  if (!read_machine(r, RULE_PUMP, "pump", r->scene->pump_count)) return false;
  rule->value = -1;
  if (scan_word(&r->at, "on")) return true;
  rule->value = 0;
  return scan_word(&r->at, "off") || read_number(r, 0, RATE_MAX, "on, off or m3/s", &rule->value);
}

static bool read_brake(RuleReader *r) {
  if (!scan_word(&r->at, "wheel")) return refuse(r, "wheel");
  if (!read_machine(r, RULE_BRAKE, "wheel", r->scene->wheel_count)) return false;
  return read_number(r, 0, TORQUE_MAX, "N m", &r->rule->value);
}

static bool read_release(RuleReader *r) {
  r->rule->action = RULE_DAM;
  return (r->scene->dam_count > 0 && scan_word(&r->at, "dam")) || refuse(r, "dam, where [bodies] has one");
}

static bool read_action(RuleReader *r) {
  SceneRule *const rule = r->rule;
  if (scan_word(&r->at, "release")) return read_release(r);
  if (scan_word(&r->at, "cloudburst")) return rule->action = RULE_CLOUDBURST, true;
  const bool opens = scan_word(&r->at, "open"), closes = !opens && scan_word(&r->at, "close");
  if (opens || closes) {
    if (!read_gate(r, opens)) return false;
  } else if (scan_word(&r->at, "pump")) {
    if (!read_pump(r)) return false;
  } else if (scan_word(&r->at, "brake")) {
    if (!read_brake(r)) return false;
  } else {
    const bool when = rule->kind == RULE_WHEN;
    return refuse(r,
                  when ? "until, for, open, close, pump, brake, release or cloudburst" : "open, close, pump, brake, release or cloudburst");
  }
  return !scan_word(&r->at, "for") || read_number(r, SECONDS_LEAST, SECONDS_MAX, "seconds", &rule->lasts);
}

bool rules_read(Scene *scene, const char *path, Error *error) {
  for (int n = 0; n < scene->rule_count; n++) {
    RuleReader r = {.at = scene->rules[n].text, .path = path, .scene = scene, .rule = &scene->rules[n], .error = error};
    if (!read_condition(&r) || !read_action(&r)) return false;
    const bool may_last = r.rule->lasts == 0 && r.rule->action != RULE_DAM && r.rule->action != RULE_CLOUDBURST;
    if (!scan_at_end(r.at)) return refuse(&r, may_last ? "for SECONDS, or nothing more" : "nothing more");
  }
  return true;
}
