#include "commands/commands.h"

#include <stdio.h>

#include "cli/cli.h"
#include "cli/command_line.h"
#include "record/input_log.h"

/* The command line; text is borrowed from argv. */
typedef struct VerifyOptions {
  const char *path;
  int threads;
} VerifyOptions;

static const OptionRow rows[] = {
    {"--threads", "N", "threads of the water, 1 to 256 (2): the states are the same with any number", OPTION_INTO(VerifyOptions, threads),
     .low = 1, .high = 256},
};

static const CommandLine line = {
    .command = "verify",
    .about =
        "verify FILE [options]: plays an input log (weir --log-input FILE) without a window and compares the state with the log's each\n"
        "100 ticks: whoever has the file can see that what it shows was played so, and which goals were met.\n",
    .after =
        "Exit status: 0 all states are the same; 1 one is not, or the log cannot be read; 2 the command line was wrong; 3 the log was\n"
        "played with another version of the engine of rigid bodies (ODE), so that its bodies cannot be compared here.\n",
    .rows = rows,
    .count = 1,
    .noun = "file",
    .noun_at = offsetof(VerifyOptions, path)};

/* Plays one world to its end. False with one line when a state differs. */
static bool play_world(InputPlayer *player, World *world, Progress *progress, Error *error) {
  int64_t met_at = -1;
  while (input_player_before_tick(player, world, error)) {
    world_step(world);
    if (met_at < 0 && world->goal.met) met_at = world->tick;
    if (!input_player_after_tick(player, world, error)) return false;
    progress_tell(progress, "%s: %.1f s", world->scene.name, world->time);
  }
  if (error->text[0]) return false;
  progress_end(progress);
  printf("world %d: %s, %d x %d cells, %s, to %.1f s", input_player_played(player).worlds, world->scene.name, world->nx, world->nz,
         weir_solver_name(weir_water_solver(world->water)), world->time);
  if (met_at >= 0) printf("; goal met at tick %lld", (long long)met_at);
  if (world->goal.missed) printf("; goal missed");
  printf("\n");
  return true;
}

int verify_main(int argc, char **argv) {
  VerifyOptions options = {.threads = 2};
  Error error;
  const int status = command_line_begin(&line, argc, argv, &options);
  if (status >= 0) return status;
  if (!options.path) return error_set(&error, "needs a FILE that weir --log-input has written"), cli_fail(2, line.command, &error);
  InputPlayer *const player = input_player_open(options.path, &error);
  if (!player) return cli_fail(1, line.command, &error);
  printf("written by weir %s; this is %s%s%s%s\n", input_player_played(player).writer, weir_version(), *program_commit() ? " (commit " : "",
         program_commit(), *program_commit() ? ")" : "");
  Progress progress = progress_begin();
  World *world;
  bool ok = true;
  while (ok && (world = input_player_begin_world(player, options.threads, &error))) {
    ok = play_world(player, world, &progress, &error);
    world_destroy(world);
  }
  progress_end(&progress);
  const InputPlayed played = input_player_played(player);
  ok = ok && !error.text[0] && (played.compared > 0 || error_set(&error, "%s: no state in it to compare", options.path));
  if (ok)
    printf("%lld ticks in %d worlds, %lld states compared: all the same\n", (long long)played.ticks, played.worlds,
           (long long)played.compared);
  if (ok && !played.whole) printf("the log is cut off: its session did not come to its end\n");
  input_player_close(player);
  return ok ? 0 : cli_fail(played.other_engine ? 3 : 1, line.command, &error);
}
