/* Starts a program as the desktop of Windows does, without a console and with nothing to print to: start.exe PROGRAM WORDS, one argument. Ends
 * with its exit status. */
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

int main(int argc, char **argv) {
  enum { UNKNOWN = 77, LONGEST_MS = 120000 };
  STARTUPINFOA how = {.cb = sizeof how, .dwFlags = STARTF_USESTDHANDLES};
  PROCESS_INFORMATION process;
  DWORD status = UNKNOWN;
  FreeConsole(); /* which the program would find */
  if (argc != 2 || !CreateProcessA(NULL, argv[1], NULL, NULL, FALSE, DETACHED_PROCESS, NULL, NULL, &how, &process)) return UNKNOWN;
  WaitForSingleObject(process.hProcess, LONGEST_MS);
  GetExitCodeProcess(process.hProcess, &status);
  return (int)status;
}
