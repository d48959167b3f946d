#ifndef FILES_SLOTS_H
#define FILES_SLOTS_H

/* Where saved games lie that have no name of their own: $XDG_DATA_HOME/weir, or ~/.local/share/weir. Each is a picture (save.h). */

#include <stdbool.h>

#include "base/error.h"

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
