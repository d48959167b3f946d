/* Begins the program: its words as UTF-8, and where it prints. And gives it files that fall on the window. */
#include <SDL.h>
#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include <shellapi.h> /* after windows.h, whose macros it uses */

#include "windows/windows.h"

/* Laptops with two graphics processors look for these names, and give the faster one. */
__declspec(dllexport) extern DWORD NvOptimusEnablement;
__declspec(dllexport) extern int AmdPowerXpressRequestHighPerformance;
DWORD NvOptimusEnablement = 1;
int AmdPowerXpressRequestHighPerformance = 1;

int __real_main(int argc, char **argv);
int __wrap_main(int argc, char **argv);
int __real_SDL_PollEvent(SDL_Event *event);
int __wrap_SDL_PollEvent(SDL_Event *event);

/* Files that fall on the window have slashes, too. */
int __wrap_SDL_PollEvent(SDL_Event *event) {
  const int any = __real_SDL_PollEvent(event);
  if (any && event && event->type == SDL_DROPFILE && event->drop.file) slashes(event->drop.file);
  return any;
}

/* Returns the words of the command line, each in UTF-8. Nothing but a path has backslashes. */
static char **words(int *argc) {
  wchar_t **const wide = CommandLineToArgvW(GetCommandLineW(), argc);
  char **const argv = wide ? calloc((size_t)*argc + 1, sizeof *argv) : NULL;
  char text[3 * WIDE_PATH];
  for (int n = 0; argv && n < *argc; n++) {
    if (!utf8_from_wide(wide[n], text, sizeof text)) text[0] = '\0';
    slashes(text);
    argv[n] = strdup(text);
    if (!argv[n]) return NULL;
  }
  return argv;
}

static bool is_open(DWORD which) {
  const HANDLE handle = GetStdHandle(which);
  return handle && handle != INVALID_HANDLE_VALUE && GetFileType(handle) != FILE_TYPE_UNKNOWN;
}

/* Opens a stream that has nothing behind it yet. Where freopen refuses such (wine's), a new one takes its place: msvcrt's FILE is a plain struct. */
static bool open_stream(FILE *stream, const wchar_t *path) {
  if (_wfreopen(path, L"wb", stream)) return true;
  FILE *const file = _wfopen(path, L"wb");
  if (file) *stream = *file;
  return file != NULL;
}

/* Opens what the program prints to: the console of the prompt that it was started from, if any. Returns true if there is none, so that nobody would
 * see an error: errors go to a file then, whose path is written to `said`. */
static bool open_streams(char said[3 * WIDE_PATH]) {
  const bool out = is_open(STD_OUTPUT_HANDLE), errors = is_open(STD_ERROR_HANDLE);
  const bool console = (out && errors) || AttachConsole(ATTACH_PARENT_PROCESS);
  wchar_t folder[WIDE_PATH];
  SetConsoleOutputCP(CP_UTF8);
  _setmode(_fileno(stdout), _O_BINARY); /* lines end with one byte, as in files */
  _setmode(_fileno(stderr), _O_BINARY);
  if (!out) open_stream(stdout, console ? L"CONOUT$" : L"NUL");
  if (!errors && console) open_stream(stderr, L"CONOUT$");
  if (errors || console) return false;
  if (!GetTempPathW(WIDE_PATH - 32, folder)) return false;
  wcscat(folder, L"weir-said.txt");
  const bool ok = utf8_from_wide(folder, said, 3 * WIDE_PATH) && open_stream(stderr, folder);
  if (ok) setvbuf(stderr, NULL, _IONBF, 0);
  return ok;
}

/* Shows the last lines that a run without a console has written. */
static void show(const char *said) {
  enum { LONGEST = 1500 };
  char text[LONGEST + 1];
  wchar_t wide[WIDE_PATH];
  fflush(stderr);
  FILE *const file = fopen(said, "rb");
  if (!file) return;
  fseek(file, 0, SEEK_END);
  const long size = ftell(file);
  fseek(file, size > LONGEST ? size - LONGEST : 0, SEEK_SET);
  text[fread(text, 1, LONGEST, file)] = '\0';
  fclose(file);
  const char *from = text;
  while ((*from & 0xC0) == 0x80) from++; /* the rest of a letter that begins before */
  if (*from && wide_from_utf8(from, wide)) MessageBoxW(NULL, wide, L"Weir", MB_OK | MB_ICONERROR);
}

int __wrap_main(int argc, char **argv) {
  static char said[3 * WIDE_PATH];
  (void)argv;
  char **const given = words(&argc);
  if (!given) return 1;
  const bool unseen = open_streams(said);
  /* The program looks for the drivers of other desktops. */
  if (!getenv("SDL_VIDEODRIVER")) setenv("SDL_VIDEODRIVER", "windows", 1);
  if (!getenv("SDL_WINDOWS_DPI_SCALING")) setenv("SDL_WINDOWS_DPI_SCALING", "1", 1);
  const int status = __real_main(argc, given);
  if (unseen && status != 0) show(said);
  return status;
}
