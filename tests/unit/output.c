#define _XOPEN_SOURCE 700 /* mkdtemp, setrlimit, symlink */
/* Files that the program writes: their permissions, links, and what is said when a byte is refused. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/output.h"
#include "support.h"

/* Linked in the place of umask, which is one for all threads: no file may be opened by way of it. */
mode_t __real_umask(mode_t mask);
mode_t __wrap_umask(mode_t mask);
mode_t __wrap_umask(mode_t mask) {
  (void)mask;
  fail_msg("the umask of the process is changed");
  return 0;
}

static void write_text(const char *path, const char *text) {
  Output output;
  Error error;
  if (!output_open(&output, path, &error)) fail_msg("%s", error.text);
  fputs(text, output.file);
  if (!output_close(&output, true, &error)) fail_msg("%s", error.text);
}

static unsigned mode_of(const char *path) {
  struct stat is;
  assert_int_equal(stat(path, &is), 0);
  return is.st_mode & 07777;
}

static void assert_holds(const char *path, const char *text) {
  char found[64] = "";
  FILE *const file = fopen(path, "r");
  assert_non_null(file);
  assert_non_null(fgets(found, sizeof found, file));
  fclose(file);
  assert_string_equal(found, text);
}

static void a_new_file_has_what_the_umask_leaves(void **state) {
  (void)state;
  const mode_t before = __real_umask(027);
  write_text("new", "one");
  assert_int_equal(mode_of("new"), 0640);
  assert_int_equal(chmod("new", 0604), 0);
  write_text("new", "two"); /* one that is there keeps its own */
  assert_int_equal(mode_of("new"), 0604);
  __real_umask(before);
}

static void links_stay_links(void **state) {
  (void)state;
  struct stat is;
  assert_int_equal(mkdir("far", 0700), 0);
  assert_int_equal(symlink("far/target", "link"), 0);
  assert_int_equal(symlink("link", "again"), 0);
  static const char *const texts[] = {"made", "changed"}; /* what the link leads to is not there at first */
  for (int n = 0; n < 2; n++) {
    write_text("again", texts[n]);
    assert_true(lstat("again", &is) == 0 && S_ISLNK(is.st_mode));
    assert_true(lstat("link", &is) == 0 && S_ISLNK(is.st_mode));
    assert_true(lstat("far/target", &is) == 0 && S_ISREG(is.st_mode));
    assert_holds("far/target", texts[n]);
  }
}

/* Writes in portions of the given size and returns what is said at the end. */
static const char *refusal(const char *path, size_t size, bool flushed) {
  static Error error;
  static char bytes[1 << 16];
  Output output;
  error.text[0] = '\0';
  if (!output_open(&output, path, &error)) fail_msg("%s", error.text);
  for (size_t written = 0; written < 8 * sizeof bytes; written += size) {
    fwrite(bytes, 1, size, output.file);
    if (flushed) fflush(output.file);
  }
  assert_false(output_close(&output, true, &error));
  return error.text;
}

static void a_refused_byte_has_its_reason(void **state) {
  (void)state;
  static const size_t sizes[] = {1000, 4096, 1 << 16};
  for (size_t n = 0; n < sizeof sizes / sizeof *sizes; n++)
    for (int flushed = 0; flushed < 2; flushed++)
      assert_string_equal(refusal("/dev/full", sizes[n], flushed), "/dev/full: cannot be written: No space left on device");
  /* A full disk does the same: some bytes are taken and then no more. */
  struct rlimit before, tight;
  assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
  tight = before;
  tight.rlim_cur = 100000;
  signal(SIGXFSZ, SIG_IGN);
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &tight), 0);
  write_text("whole", "as before");
  for (size_t n = 0; n < sizeof sizes / sizeof *sizes; n++)
    for (int flushed = 0; flushed < 2; flushed++)
      assert_string_equal(refusal("whole", sizes[n], flushed), "whole: cannot be written: File too large");
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
  assert_holds("whole", "as before");
}

static void what_a_killed_run_left_is_found(void **state) {
  (void)state;
  Output output;
  Error error;
  char found[OUTPUT_PATH];
  write_text("log.backup", "of the person's own");
  assert_false(output_find_unfinished("log", found));
  assert_true(output_open(&output, "log", &error));
  assert_false(output_find_unfinished("log", found)); /* it is being written */
  const pid_t child = fork();
  if (child == 0) { /* a run that is killed */
    Output cut;
    const bool opened = output_open(&cut, "./log", &error);
    if (opened) fputs("until then", cut.file);
    if (opened) fflush(cut.file);
    _exit(opened ? 0 : 1);
  }
  int status = 1;
  assert_true(child > 0 && waitpid(child, &status, 0) == child && status == 0);
  assert_true(output_find_unfinished("log", found));
  assert_holds(found, "until then");
  assert_true(output_close(&output, true, &error));
  assert_true(output_find_unfinished("./log", found));
  remove(found);
  assert_false(output_find_unfinished("./log", found));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_new_file_has_what_the_umask_leaves),
      cmocka_unit_test(links_stay_links),
      cmocka_unit_test(a_refused_byte_has_its_reason),
      cmocka_unit_test(what_a_killed_run_left_is_found),
  };
  char folder[] = "output_test_XXXXXX", command[64];
  if (!mkdtemp(folder) || chdir(folder) != 0) return 1;
  const int status = cmocka_run_group_tests(tests, NULL, NULL);
  snprintf(command, sizeof command, "rm -r '%s'", folder);
  return chdir("..") == 0 && system(command) == 0 ? status : 1;
}
