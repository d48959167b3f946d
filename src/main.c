/* The program `weir`: chooses between a run and its commands: bench, check, pictures, verify, doctor, manual, completion. */
#include <string.h>

#include "app/app.h"
#include "app/launch.h"
#include "base/clock.h"
#include "base/output.h"
#include "bench/bench.h"
#include "cli/cli.h"
#include "cli/interrupt.h"
#include "commands/commands.h"
#include "files/folders.h"
#include "offscreen/offscreen.h"

static int bench(int argc, char **argv) {
  return bench_main(argc, argv, folder_assets(), offscreen_drawing());
}

/* A command: its word, and what runs it, which takes that word as argv[0] and returns the exit status. */
typedef struct ProgramCommand {
  const char *word;
  int (*run)(int argc, char **argv);
} ProgramCommand;

static const ProgramCommand commands[] = {
    {"bench", bench},        {"check", check_main},   {"pictures", pictures_main},     {"verify", verify_main},
    {"doctor", doctor_main}, {"manual", manual_main}, {"completion", completion_main},
};

static int run_command(int argc, char **argv, double start) {
  for (size_t n = 0; argc > 1 && n < sizeof commands / sizeof *commands; n++)
    if (strcmp(argv[1], commands[n].word) == 0) return commands[n].run(argc - 1, argv + 1);
  return app_main(argc, argv, start);
}

int main(int argc, char **argv) {
  const double start = clock_seconds();
  Error error;
  launch_prepared(argv);
  interrupt_start();
  const int status = run_command(argc, argv, start);
  if (output_printed(&error) || status != 0) return status; /* what failed has said its line */
  return cli_fail(1, NULL, &error);
}
