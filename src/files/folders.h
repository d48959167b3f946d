#ifndef FILES_FOLDERS_H
#define FILES_FOLDERS_H

/* Return the folders that assets and shaders are read from: WEIR_ASSETS and WEIR_SHADERS where those are set, else ../share/weir beside the
 * folder of the program, where an installed one has them, else the checkout that it was built from. Constants of the program or of its
 * environment. */
const char *folder_assets(void);
const char *folder_shaders(void);

/* Returns the folder that compiled shaders are kept in: $XDG_CACHE_HOME/weir/programs, or ~/.cache/weir/programs; NULL where the
 * environment names none. */
const char *folder_programs(void);

#endif
