#ifndef FILES_FOLDERS_H
#define FILES_FOLDERS_H

/* Where files lie: the program's own, and saved games that have no name of their own. */

#include "base/error.h"

/* Return the folders that assets and shaders are read from: WEIR_ASSETS and WEIR_SHADERS where those are set, else the folder of
 * the program or ../share/weir beside it, where an installed one has them, else the checkout that it was built from. Constants of the program or of its
 * environment. */
const char *folder_assets(void);
const char *folder_shaders(void);

/* Returns the folder that compiled shaders are kept in: $XDG_CACHE_HOME/weir/programs, or ~/.cache/weir/programs; NULL where the
 * environment names none. */
const char *folder_programs(void);

/* --- saved games: in $XDG_DATA_HOME/weir, or ~/.local/share/weir; each is a picture (save.h) ------------------------------------------ */

enum { SLOTS = 6, SLOT_PATH = 512 };

/* A slot: 0 to SLOTS - 1 are the person's own. */
typedef enum Slot { SLOT_QUICK = SLOTS, SLOT_AUTO, SLOT_COUNT } Slot;

/* "slot 1", "quick", "autosave". */
const char *slot_name(int slot);
/* The slot's file, which need not be there. False where the environment names no folder. */
bool slot_path(int slot, char path[SLOT_PATH]);
/* Gives this process an autosave that no other one that runs writes to: SLOT_AUTO from now on. */
void slots_claim_autosave(void);
/* Finds the newest autosave whose window has ended. Returns false if there is none. */
bool slots_find_autosave(char path[SLOT_PATH]);
/* Makes the folder. False with one line. */
bool slots_make_folder(Error *error);
/* When the slot was written: seconds since 1970; 0: it is empty. */
long long slot_written(int slot);

#endif
