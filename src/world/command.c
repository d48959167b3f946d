/* The table of commands, and what follows from it: checks, files, print. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "world/world.h"

#define COUNT_OF(table) ((int)(sizeof(table) / sizeof *(table)))
#define FIELD(type, name, unit, member, record, low, high) \
  { name, unit, type, offsetof(Command, member), sizeof(((Command *)0)->member), offsetof(CommandRecord, record), low, high }
#define NUMBER(name, unit, member, record) FIELD(COMMAND_NUMBER, name, unit, member, record, -FLT_MAX, FLT_MAX)
#define RANGED(name, unit, member, record, low, high) FIELD(COMMAND_NUMBER, name, unit, member, record, low, high)

/* Each member has its place in CommandRecord. Of two members that share a place in a union, one stands for both. */
static const CommandField drop[] = {
    FIELD(COMMAND_CHOICE, "body", "", drop.body, body, 0, BODY_KIND_COUNT - 1),
    FIELD(COMMAND_CHOICE, "material", "", drop.material, material, 0, MATERIAL_COUNT - 1),
    NUMBER("x", "m", drop.x, x),
    NUMBER("y", "m", drop.y, y),
    NUMBER("z", "m", drop.z, z),
    NUMBER("velocity", "m/s", drop.velocity, velocity),
    NUMBER("spin", "rad/s", drop.spin, spin),
    NUMBER("yaw", "rad", drop.yaw, yaw),
    RANGED("size", "m", drop.size, size, 0, 200),
    RANGED("density", "kg/m3", drop.density, density, 0, 30000),
    FIELD(COMMAND_FLAG, "set", "", drop.set, set, 0, 1),
    FIELD(COMMAND_FLAG, "held", "", drop.held, held, 0, 1),
    FIELD(COMMAND_WHOLE, "number", "", drop.hull, param, 0, SCENE_HULLS),
    NUMBER("setting", "", drop.opening, amount),
};
static const CommandField grab[] = {
    FIELD(COMMAND_SERIAL, "body", "", grab.serial, serial, 0, 0),
    NUMBER("grip", "m", grab.grip, grip),
    NUMBER("x", "m", grab.x, x),
    NUMBER("y", "m", grab.y, y),
    NUMBER("z", "m", grab.z, z),
};
static const CommandField body[] = {FIELD(COMMAND_SERIAL, "body", "", serial, serial, 0, 0)};
static const CommandField drive[] = {
    RANGED("steering", "", drive.steer, x, -1, 1),
    RANGED("gas", "", drive.gas, amount, -1, 1),
};
#define DISC NUMBER("x", "m", brush.x, x), NUMBER("z", "m", brush.z, z), RANGED("radius", "m", brush.radius, radius, 0, 1000)
static const CommandField disturb[] = {
    DISC,
    NUMBER("depth", "m", brush.amount, amount),
    NUMBER("velocity x", "m/s", brush.vx, velocity[0]),
    NUMBER("velocity z", "m/s", brush.vz, velocity[2]),
};
static const CommandField water[] = {DISC, NUMBER("volume", "m3", brush.amount, amount)};
static const CommandField dye[] = {DISC, NUMBER("mass", "g", brush.amount, amount)};
static const CommandField heap[] = {DISC, NUMBER("height", "m", brush.amount, amount)};
static const CommandField param[] = {
    FIELD(COMMAND_WHOLE, "index", "", param.index, param, 0, 1000),
    NUMBER("value", "", param.value, amount),
};
static const CommandField solver[] = {FIELD(COMMAND_CHOICE, "solver", "", solver, solver, 0, WEIR_SOLVER_COUNT - 1)};
static const CommandField liquid[] = {FIELD(COMMAND_WHOLE, "liquid", "", liquid, param, 0, 1000)};
static const CommandField sides[] = {FIELD(COMMAND_WHOLE, "sides", "", sides, param, -1, WEIR_EDGE_COUNT - 1)};
static const CommandField script[] = {FIELD(COMMAND_WHOLE, "crates", "", count, param, 0, 1024)};
static const CommandField wave[] = {RANGED("height", "m", height, amount, 0, 20)};
#define MACHINE \
  FIELD(COMMAND_WHOLE, "number", "", machine.which, param, -1, 64), NUMBER("x", "m", machine.x, x), NUMBER("z", "m", machine.z, z)
static const CommandField gate[] = {MACHINE, NUMBER("opening", "m", machine.value, amount)};
static const CommandField pump[] = {MACHINE, NUMBER("rate", "m3/s", machine.value, amount)};
static const CommandField brake[] = {MACHINE, NUMBER("torque", "N m", machine.value, amount)};
static const CommandField remove_pump[] = {MACHINE};
static const CommandField build_pump[] = {
    NUMBER("x", "m", pump.x, x),
    NUMBER("z", "m", pump.z, z),
    NUMBER("to", "m", pump.to, to),
    RANGED("radius", "m", pump.radius, radius, 0.05f, 1000),
    RANGED("rate", "m3/s", pump.rate, amount, 0, 1e4f),
};

#define FIELDS(table) .fields = table, .field_count = COUNT_OF(table)
const CommandInfo command_infos[COMMAND_KIND_COUNT] = {
    [COMMAND_DROP] = {.name = "drop", FIELDS(drop), .is_edit = true},
    [COMMAND_GRAB] = {.name = "grab", FIELDS(grab), .is_edit = true},
    [COMMAND_RELEASE] = {.name = "release"},
    [COMMAND_DELETE] = {.name = "delete", FIELDS(body), .is_edit = true},
    [COMMAND_DRIVE] = {.name = "drive", FIELDS(drive)},
    [COMMAND_DISTURB] = {.name = "disturb", FIELDS(disturb)},
    [COMMAND_POUR] = {.name = "pour", FIELDS(water), .is_edit = true},
    [COMMAND_DRAIN] = {.name = "drain", FIELDS(water), .is_edit = true},
    [COMMAND_PARAM] = {.name = "parameter", FIELDS(param)},
    [COMMAND_SOLVER] = {.name = "solver", FIELDS(solver), .is_edit = true},
    [COMMAND_LIQUID] = {.name = "liquid", FIELDS(liquid), .is_edit = true},
    [COMMAND_RELEASE_DAM] = {.name = "release dam", .is_edit = true},
    [COMMAND_SIDES] = {.name = "sides", FIELDS(sides), .is_edit = true},
    [COMMAND_SCRIPT] = {.name = "script", FIELDS(script), .is_edit = true},
    [COMMAND_CLOUDBURST] = {.name = "cloudburst", .is_edit = true},
    [COMMAND_SEA_WAVE] = {.name = "sea wave", FIELDS(wave), .is_edit = true},
    [COMMAND_QUAKE] = {.name = "earthquake", .is_edit = true},
    [COMMAND_GATE] = {.name = "gate", FIELDS(gate), .is_edit = true},
    [COMMAND_PUMP] = {.name = "pump", FIELDS(pump), .is_edit = true},
    [COMMAND_BUILD_PUMP] = {.name = "build pump", FIELDS(build_pump), .is_edit = true},
    [COMMAND_BRAKE] = {.name = "brake", FIELDS(brake), .is_edit = true},
    [COMMAND_REMOVE_PUMP] = {.name = "remove pump", FIELDS(remove_pump), .is_edit = true},
    [COMMAND_DYE] = {.name = "dye", FIELDS(dye), .is_edit = true},
    [COMMAND_HEAP] = {.name = "heap", FIELDS(heap), .is_edit = true},
};

bool command_is_edit(const Command *command) {
  return command_infos[command->kind].is_edit;
}

static const unsigned char *bytes_of(const Command *command, const CommandField *field) {
  return (const unsigned char *)command + field->offset;
}

/* Returns number `n` of a field as it is compared and printed. */
static double value_of(const Command *command, const CommandField *field, size_t n) {
  const unsigned char *const at = bytes_of(command, field);
  float number;
  int32_t whole;
  uint32_t serial;
  if (field->type == COMMAND_FLAG) return *at;
  if (field->type == COMMAND_NUMBER) return memcpy(&number, at + n * sizeof number, sizeof number), (double)number;
  if (field->type == COMMAND_SERIAL) return memcpy(&serial, at, sizeof serial), (double)serial;
  return memcpy(&whole, at, sizeof whole), (double)whole;
}

static size_t count_of(const CommandField *field) {
  return field->type == COMMAND_NUMBER ? field->size / sizeof(float) : 1;
}

bool command_is_finite(const Command *command) {
  if ((unsigned)command->kind >= COMMAND_KIND_COUNT) return false;
  const CommandInfo *const info = &command_infos[command->kind];
  for (int f = 0; f < info->field_count; f++)
    for (size_t n = 0; n < count_of(&info->fields[f]); n++)
      if (!isfinite(value_of(command, &info->fields[f], n))) return false;
  return true;
}

void command_to_record(const Command *command, CommandRecord *record) {
  const CommandInfo *const info = &command_infos[command->kind];
  *record = (CommandRecord){.kind = command->kind};
  for (int f = 0; f < info->field_count; f++)
    memcpy((unsigned char *)record + info->fields[f].record, bytes_of(command, &info->fields[f]), info->fields[f].size);
}

void command_from_record(const CommandRecord *record, Command *command) {
  const CommandInfo *const info = &command_infos[record->kind];
  *command = (Command){.kind = record->kind};
  for (int f = 0; f < info->field_count; f++)
    memcpy((unsigned char *)command + info->fields[f].offset, (const unsigned char *)record + info->fields[f].record, info->fields[f].size);
}

void command_print(const Command *command, char *text, size_t room) {
  const CommandInfo *const info = &command_infos[command->kind];
  size_t at = (size_t)snprintf(text, room, "%s", info->name);
  const char *before = " ";
  for (int f = 0; f < info->field_count; f++) {
    const CommandField *const field = &info->fields[f];
    bool any = false;
    for (size_t n = 0; n < count_of(field); n++) any = any || value_of(command, field, n) != 0;
    if (!any) continue;
    if (at < room) at += (size_t)snprintf(text + at, room - at, "%s%s", before, field->name);
    for (size_t n = 0; n < count_of(field) && at < room; n++)
      at += (size_t)snprintf(text + at, room - at, " %g", value_of(command, field, n));
    if (field->unit[0] && at < room) at += (size_t)snprintf(text + at, room - at, " %s", field->unit);
    before = ", ";
  }
}
