#ifndef APP_FOLDERS_H
#define APP_FOLDERS_H

#include <stdbool.h>
#include <stddef.h>

/* Where assets and shaders are read from: WEIR_ASSETS and WEIR_SHADERS where those are set, else ../share/weir beside the folder of the
 * program, where an installed one has them, else the checkout that it was built from. Constants of the program or of its environment. */
const char *folder_assets(void);
const char *folder_shaders(void);

/* Writes the folder that the XDG Base Directory Specification gives to one kind of a person's files: what `variable` names, else `below` in the
 * home folder. Returns false where the environment names neither, or the path leaves fewer than `room` of `size` bytes. */
bool folder_of_person(const char *variable, const char *below, char *folder, size_t size, size_t room);

/* Returns where compiled shaders are kept: $XDG_CACHE_HOME/weir/programs, or ~/.cache/weir/programs; NULL where the environment names no folder. */
const char *folder_programs(void);

/* Writes the path from the root of a file that is there, for telling people; else, and where that is longer than `size`, the path as it is. */
void folder_whole_path(const char *path, char *whole, size_t size);

#endif
