#ifndef BASE_PATHS_H
#define BASE_PATHS_H

/* Paths of a person's files: where they are kept, and how to name them. */

#include <stdbool.h>
#include <stddef.h>

/* Returns true if the path begins at a root: with a slash, or on Windows with a drive as "C:/". */
bool path_is_whole(const char *path);

/* Returns true if the path ends in one of some endings, each with its dot and a blank between them, in letters of either size. */
bool path_ends_in(const char *path, const char *endings);

/* Writes the folder that the XDG Base Directory Specification gives to one kind of a person's files: what `variable` names, else `below` in
 * the home folder. Returns false where the environment names neither, or the path leaves fewer than `room` of `size` bytes. */
bool path_of_person(const char *variable, const char *below, char *folder, size_t size, size_t room);

/* Writes the path from the root of a file that is there, to be shown; else, and where that is longer than `size`, the path as it is. */
void path_whole(const char *path, char *whole, size_t size);

#endif
