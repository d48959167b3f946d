#include "input/key_layout.h"

#include <SDL.h>
#include <string.h>

/* The places that type a character, as a US keyboard has them; the last lies beside the left Shift and is not on every keyboard. */
static const struct {
  int us, scancode;
} places[] = {{'-', SDL_SCANCODE_MINUS},        {'=', SDL_SCANCODE_EQUALS},     {'[', SDL_SCANCODE_LEFTBRACKET},
              {']', SDL_SCANCODE_RIGHTBRACKET}, {'\\', SDL_SCANCODE_BACKSLASH}, {';', SDL_SCANCODE_SEMICOLON},
              {'\'', SDL_SCANCODE_APOSTROPHE},  {'`', SDL_SCANCODE_GRAVE},      {',', SDL_SCANCODE_COMMA},
              {'.', SDL_SCANCODE_PERIOD},       {'/', SDL_SCANCODE_SLASH},      {'0', SDL_SCANCODE_0},
              {0, SDL_SCANCODE_NONUSBACKSLASH}};

enum { PLACES = sizeof places / sizeof *places, LETTERS = 26, DIGITS = 9, KEYS = LETTERS + DIGITS + PLACES };

/* Returns the place number n of all that type a character. */
static int place_number(int n) {
  if (n < LETTERS) return SDL_SCANCODE_A + n;
  return n < LETTERS + DIGITS ? SDL_SCANCODE_1 + n - LETTERS : places[n - LETTERS - DIGITS].scancode;
}

/* Returns SDL_SCANCODE_UNKNOWN if the key has no character. */
static int place_of(int us) {
  if (us >= 'a' && us <= 'z') return SDL_SCANCODE_A + us - 'a';
  if (us >= '1' && us <= '9') return SDL_SCANCODE_1 + us - '1';
  for (int n = 0; n < PLACES; n++)
    if (us != 0 && places[n].us == us) return places[n].scancode;
  return SDL_SCANCODE_UNKNOWN;
}

static bool is_taken(const LayoutKey *keys, int count, int key) {
  for (int n = 0; n < count; n++)
    if (keys[n].key == key) return true;
  return false;
}

void key_layout_fit(LayoutKey *keys, int count, KeyAt key_at) {
  for (int n = 0; n < count; n++) {
    const int place = place_of(keys[n].us);
    keys[n].key = place == SDL_SCANCODE_UNKNOWN ? keys[n].us : keys[n].by_place ? key_at(place) : 0;
  }
  for (int n = 0; n < count; n++)
    for (int p = 0; p < KEYS; p++) /* a character that this layout has somewhere */
      if (keys[n].key == 0 && key_at(place_number(p)) == keys[n].us && !is_taken(keys, count, keys[n].us)) keys[n].key = keys[n].us;
  for (int n = 0; n < count; n++) {
    const int key = key_at(place_of(keys[n].us));
    if (keys[n].key == 0 && !is_taken(keys, count, key)) keys[n].key = key;
  }
  for (int n = 0; n < count; n++)
    for (int p = KEYS - PLACES; keys[n].key == 0 && p < KEYS + KEYS - PLACES; p++) { /* the first that is free, signs before letters */
      const int key = key_at(place_number(p % KEYS));
      if (!is_taken(keys, count, key)) keys[n].key = key;
    }
}

int key_layout_code(int key, int scancode) {
  const bool is_nameless = key == 0 || key == SDLK_SCANCODE_MASK || SDL_GetKeyName(key)[0] == '\0';
  return is_nameless ? (int)SDL_SCANCODE_TO_KEYCODE(scancode) : key;
}

int key_layout_at(int scancode) {
  return key_layout_code(SDL_GetKeyFromScancode((SDL_Scancode)scancode), scancode);
}
