/* The environment, the machine, and what ends the program. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#include <windows.h>

#include "windows/windows.h"

char *__wrap_getenv(const char *name);
double __wrap_strtod(const char *text, char **end);
float __wrap_strtof(const char *text, char **end);

/* --- the environment --------------------------------------------------------------------------------------------------------- */

/* A value that was asked for: it stays where it is, as of getenv. */
typedef struct Value {
  char name[64];
  char *text;
} Value;

enum { VALUES = 64 };
static Value values[VALUES];
static SRWLOCK lock = SRWLOCK_INIT;

/* Returns the same memory for the same value. NULL if there is none, or no room. */
static char *keep(const char *name, const char *text) {
  AcquireSRWLockExclusive(&lock);
  int n = 0;
  while (n < VALUES && values[n].name[0] && strcmp(values[n].name, name) != 0) n++;
  char *kept = n < VALUES ? values[n].text : NULL;
  if (n < VALUES && strlen(name) < sizeof values[n].name && !(kept && strcmp(kept, text) == 0)) {
    kept = strdup(text); /* the text before may be in use */
    values[n].text = kept;
    strcpy(values[n].name, name);
  }
  ReleaseSRWLockExclusive(&lock);
  return kept;
}

static char *value_of(const char *name) {
  wchar_t wide[WIDE_PATH], value[WIDE_PATH];
  char text[3 * WIDE_PATH];
  if (!wide_from_utf8(name, wide)) return NULL;
  const DWORD size = GetEnvironmentVariableW(wide, value, WIDE_PATH);
  if (size >= WIDE_PATH || (size == 0 && GetLastError() == ERROR_ENVVAR_NOT_FOUND)) return NULL;
  if (size == 0) value[0] = 0;
  if (!utf8_from_wide(value, text, sizeof text)) return NULL;
  if (strcmp(name, "PATH") != 0) slashes(text);
  return keep(name, text);
}

/* Answers with the person's folders of Windows where it is asked for those of POSIX, which are not set. */
char *__wrap_getenv(const char *name) {
  static const char *const same[][2] = {
      {"HOME", "USERPROFILE"}, {"XDG_CONFIG_HOME", "APPDATA"}, {"XDG_DATA_HOME", "APPDATA"}, {"XDG_CACHE_HOME", "LOCALAPPDATA"}};
  char *value = value_of(name);
  for (size_t n = 0; !value && n < sizeof same / sizeof *same; n++)
    if (strcmp(name, same[n][0]) == 0) value = value_of(same[n][1]);
  return value;
}

int setenv(const char *name, const char *value, int over) {
  wchar_t wide[WIDE_PATH], text[WIDE_PATH];
  if (!over && value_of(name)) return 0;
  if (!wide_from_utf8(name, wide) || !wide_from_utf8(value, text)) return -1;
  return SetEnvironmentVariableW(wide, text) ? 0 : fail_of_windows();
}

/* --- numbers ----------------------------------------------------------------------------------------------------------------- */

/* MinGW's own: those of Windows' C library round the last place otherwise in old versions. */
double __wrap_strtod(const char *text, char **end) {
  return __mingw_strtod(text, end);
}
float __wrap_strtof(const char *text, char **end) {
  return __mingw_strtof(text, end);
}

/* --- the machine ------------------------------------------------------------------------------------------------------------- */

long sysconf(int name) {
  SYSTEM_INFO machine;
  MEMORYSTATUSEX memory = {.dwLength = sizeof memory};
  GetSystemInfo(&machine);
  if (name == _SC_NPROCESSORS_ONLN) return (long)machine.dwNumberOfProcessors;
  if (name == _SC_PAGE_SIZE) return (long)machine.dwPageSize;
  if (!GlobalMemoryStatusEx(&memory)) return -1;
  return (long)((name == _SC_PHYS_PAGES ? memory.ullTotalPhys : memory.ullAvailPhys) / machine.dwPageSize);
}

int setpriority(int which, unsigned who, int nice) {
  (void)which, (void)who;
  return SetThreadPriority(GetCurrentThread(), nice > 0 ? THREAD_PRIORITY_BELOW_NORMAL : THREAD_PRIORITY_NORMAL) ? 0 : fail_of_windows();
}

/* --- what ends the program --------------------------------------------------------------------------------------------------- */

static HANDLE asked; /* a semaphore */
static volatile LONG asked_by;

static BOOL WINAPI take(DWORD event) {
  const bool is_last = event != CTRL_C_EVENT && event != CTRL_BREAK_EVENT; /* the system ends the program when this returns */
  InterlockedExchange(&asked_by, is_last ? SIGTERM : SIGINT);
  ReleaseSemaphore(asked, 1, NULL);
  if (is_last) Sleep(INFINITE); /* what saves first ends it; after some seconds the system does */
  return TRUE;
}

int windows_sigmask(int how) {
  if (how == SIG_BLOCK && !asked) asked = CreateSemaphoreW(NULL, 0, 16, NULL);
  return asked && SetConsoleCtrlHandler(take, how == SIG_BLOCK) ? 0 : EINVAL;
}

int sigemptyset(sigset_t *set) {
  *set = 0;
  return 0;
}

int sigaddset(sigset_t *set, int number) {
  *set |= number;
  return 0;
}

int sigwait(const sigset_t *set, int *number) {
  (void)set;
  if (!asked || WaitForSingleObject(asked, INFINITE) != WAIT_OBJECT_0) return EINVAL;
  *number = (int)asked_by;
  return 0;
}
