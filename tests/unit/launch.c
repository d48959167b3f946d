/* The program starts itself again with settings that the C library reads before main; the user's own settings stand. The test
 * starts itself as such a program. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/launch.h"
#include "support.h"

static char program[4096];

/* Returns true if the process began with this in its environment; what it has set since is not there. */
static bool began_with(const char *name, const char *value) {
  char text[1 << 16], wanted[256];
  FILE *const file = fopen("/proc/self/environ", "r");
  const size_t length = file ? fread(text, 1, sizeof text - 1, file) : 0;
  if (file) fclose(file);
  text[length] = '\0';
  snprintf(wanted, sizeof wanted, "%s=%s", name, value);
  for (const char *at = text; at < text + length; at += strlen(at) + 1)
    if (strncmp(at, wanted, strlen(wanted)) == 0) return true;
  return false;
}

/* The program that is started: prepares itself, and tells by its status how it began. */
static int prepared(char **argv) {
  launch_prepared(argv);
  const bool large = began_with("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1");
  const bool own_memory = began_with("GLIBC_TUNABLES", "glibc.malloc.check=0") && !large;
  return large + 2 * own_memory;
}

static int status_of(const char *environment) {
  char command[5000];
  snprintf(command, sizeof command, "env -u GLIBC_TUNABLES %s '%s' prepared", environment, program);
  const int status = system(command);
  return status / 256;
}

static void it_begins_again_with_large_pages(void **state) {
  (void)state;
  assert_int_equal(status_of(""), 1);
}

static void what_a_person_has_set_stands(void **state) {
  (void)state;
  assert_int_equal(status_of("GLIBC_TUNABLES=glibc.malloc.check=0"), 2);
}

int main(int argc, char **argv) {
  if (argc > 1) return prepared(argv);
  snprintf(program, sizeof program, "%s", argv[0]);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(it_begins_again_with_large_pages),
      cmocka_unit_test(what_a_person_has_set_stands),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
