/* The program `weir`: chooses between a run and its commands: bench, check, pictures, verify, doctor, manual, completion. */
#include <string.h>

#include "app/about/completion.h"
#include "app/about/doctor.h"
#include "app/about/manual.h"
#include "app/app.h"
#include "app/commands/bench_drawing.h"
#include "app/commands/check_command.h"
#include "app/folders.h"
#include "app/launch.h"
#include "app/pictures/pictures.h"
#include "app/saves/verify_command.h"
#include "base/clock.h"
#include "base/output.h"
#include "bench/bench.h"
#include "cli/cli.h"
#include "cli/interrupt.h"

static int run_command(int argc, char **argv, double start) {
  if (argc > 1 && strcmp(argv[1], "bench") == 0) return bench_main(argc - 1, argv + 1, folder_assets(), app_bench_drawing());
  if (argc > 1 && strcmp(argv[1], "check") == 0) return check_main(argc - 1, argv + 1);
  if (argc > 1 && strcmp(argv[1], "pictures") == 0) return pictures_main(argc - 1, argv + 1);
  if (argc > 1 && strcmp(argv[1], "verify") == 0) return verify_main(argc - 1, argv + 1);
  if (argc > 1 && strcmp(argv[1], "doctor") == 0) return doctor_main(argc - 1, argv + 1);
  if (argc > 1 && strcmp(argv[1], "manual") == 0) return manual_main(argc - 1, argv + 1);
  if (argc > 1 && strcmp(argv[1], "completion") == 0) return completion_main(argc - 1, argv + 1);
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
