#include "results/lettering.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Strokes are points of two digits to the base 36, x and y, in units of a twentieth of a capital's height: capitals reach from y 8, the
 * baseline, to 28 (S), small letters to 22 (M), tails to 2. A blank ends a stroke; ~ before one makes it a smooth curve through its
 * points. */
enum { BASELINE = 8, CAPITAL = 20, APART = 6 /* of letters */, BLANK = 8, CURVE = 6 /* pieces from point to point */ };

/* A letter: a row of a constant table. */
typedef struct Glyph {
  uint32_t code;
  int width;
  const char *strokes;
} Glyph;

#define BOWL "~5M9KAF9A581A0F1K5M" /* of small letters */
#define RING "~7SCPEICB782B0I2P7S" /* of capitals */

static const Glyph glyphs[] = {
    {'0', 12, "~6SAPCIAB682B0I2P6S"},
    {'1', 12, "2O7S78"},
    {'2', 12, "~0N2R6SARCNAI5D08 08C8"},
    {'3', 12, "~0P2R6SARCNAJ5I ~5IAHCDA968290C"},
    {'4', 12, "989S0DCD"},
    {'5', 12, "BS2S1J ~1J5L9KCFAA68290B"},
    {'6', 12, "~BQ7S3P0H1B68BBCEAJ6K2I0E"},
    {'7', 12, "0SCS48"},
    {'8', 12, "~6SAQBNAJ6I2J1N2Q6S ~6IAHCDA968290D2H6I"},
    {'9', 12, "~1A589BCJBP6S1P0M2H6GAICM"},
    {'A', 14, "087SE8 2ECE"},
    {'B', 12, "080S6S ~6SARBNAJ6I 0I6I ~6IBHCDB968 6808"},
    {'C', 13, "~DOAR7S2P0I2B78A9DC"},
    {'D', 13, "080S5S ~5SAQDIAA58 5808"},
    {'E', 11, "BS0S08B8 0I9I"},
    {'F', 11, "BS0S08 0I9I"},
    {'G', 13, "~DOAR7S2P0I2B78A9DC DCDI8I"},
    {'H', 12, "080S C8CS 0ICI"},
    {'I', 0, "080S"},
    {'J', 9, "9S9E ~9E8A58290C"},
    {'K', 12, "080S CS0F 4JC8"},
    {'L', 10, "0S08A8"},
    {'M', 14, "080S7BESE8"},
    {'N', 12, "080SC8CS"},
    {'O', 14, RING},
    {'P', 12, "080S6S ~6SBRCMBH6G 6G0G"},
    {'Q', 14, RING " 9DE7"},
    {'R', 12, "080S6S ~6SBRCMBH6G 6G0G 6GC8"},
    {'S', 12, "~COAR6S2R0N2K6IAGCDA968290C"},
    {'T', 12, "0SCS 6S68"},
    {'U', 12, "0S0E ~0E1A68BACE CECS"},
    {'V', 14, "0S78ES"},
    {'W', 18, "0S489SE8IS"},
    {'X', 12, "0SC8 CS08"},
    {'Y', 12, "0S6HCS 6H68"},
    {'Z', 12, "0SCS08C8"},
    {'a', 10, "AMA8 " BOWL},
    {'b', 10, "0S08 " BOWL},
    {'c', 9, "~9J7L5M1K0F1A58799B"},
    {'d', 10, "ASA8 " BOWL},
    {'e', 10, "0FAF ~AF9K5M1K0F1A5889AB"},
    {'f', 7, "~8S5S3P3L 3L38 0M7M"},
    {'g', 10, "AMA6 ~A6935213 " BOWL},
    {'h', 10, "0S08 ~0F2K6M9KAG AGA8"},
    {'i', 0, "0M08 0R0R"},
    {'j', 3, "3M36 ~363302 3R3R"},
    {'k', 9, "0S08 9M0D 3G98"},
    {'l', 0, "0S08"},
    {'m', 16, "0M08 ~0G2K5M7K8G 8G88 ~8GAKDMFKGG GGG8"},
    {'n', 10, "0M08 ~0F2K6M9KAG AGA8"},
    {'o', 10, BOWL},
    {'p', 10, "0M02 " BOWL},
    {'q', 10, "AMA2 " BOWL},
    {'r', 7, "0M08 ~0F2K5M7L"},
    {'s', 9, "~9J7L4M1L0J2G5F8E9B7948290B"},
    {'t', 7, "3R3C ~3C4978 0M7M"},
    {'u', 10, "0M0E ~0E1A488AAF AMA8"},
    {'v', 10, "0M58AM"},
    {'w', 16, "0M488MC8GM"},
    {'x', 10, "0MA8 AM08"},
    {'y', 10, "0M58 AM58 ~583302"},
    {'z', 10, "0MAM08A8"},
    {'.', 0, "0808"},
    {',', 1, "1804"},
    {':', 0, "0808 0K0K"},
    {';', 1, "1804 1K1K"},
    {'-', 7, "0F7F"},
    {'+', 12, "0HCH 6B6N"},
    {'=', 10, "0KAK 0EAE"},
    {'(', 4, "~4T1P0I1B47"},
    {')', 4, "~0T3P4I3B07"},
    {'[', 4, "4T0T0747"},
    {']', 4, "0T4T4707"},
    {'/', 9, "069T"},
    {'_', 10, "05A5"},
    {'<', 10, "AM0FA8"},
    {'>', 10, "0MAF08"},
    {'\'', 0, "0S0N"},
    {'"', 4, "0S0N 4S4N"},
    {'!', 0, "0S0E 0808"},
    {'?', 10, "~0O2R5S9RAN8J5G 5G5E 5858"},
    {'%', 16, "FS18 ~3R6O3L0O3R ~DFGCD9ACDF"},
    {'*', 8, "4R4J 0P8L 8P0L"},
    {0xB7, 0, "0G0G"},
    {0xB0, 6, "~3S6P3M0P3S"},
    {0xD7, 8, "0L8D 8L0D"},
    {0xB2, 6, "~0Q3S6Q5M0I 0I6I"},
    {0xB3, 6, "~0R3S6Q3N ~3N6L5J3I0J"},
    {0x2013, 12, "0FCF"},
    {0x2014, 18, "0FIF"},
};

/* A pen that draws a text: where, how large. On the stack. */
typedef struct Hand {
  LetteringPen *pen;
  void *user;
  float x, y, unit; /* of the letter: its left end, the baseline; pixels a unit */
} Hand;

static float digit(char letter) {
  return (float)(letter <= '9' ? letter - '0' : letter - 'A' + 10);
}

static void draw_piece(const Hand *hand, const float from[2], const float to[2]) {
  hand->pen(hand->user, hand->x + hand->unit * from[0], hand->y - hand->unit * (from[1] - BASELINE), hand->x + hand->unit * to[0],
            hand->y - hand->unit * (to[1] - BASELINE));
}

/* Writes the place at `t` from point b to point c of a Catmull-Rom curve. */
static void curve_at(const float a[2], const float b[2], const float c[2], const float d[2], float t, float place[2]) {
  for (int axis = 0; axis < 2; axis++) {
    const float slope = 0.5f * (c[axis] - a[axis]), far_slope = 0.5f * (d[axis] - b[axis]), rise = c[axis] - b[axis];
    const float square = 3 * rise - 2 * slope - far_slope, cube = slope + far_slope - 2 * rise;
    place[axis] = b[axis] + t * (slope + t * (square + t * cube));
  }
}

static void draw_curve(const Hand *hand, const float (*points)[2], int count) {
  const bool closed = points[0][0] == points[count - 1][0] && points[0][1] == points[count - 1][1];
  for (int n = 0; n + 1 < count; n++) {
    const float *const before = n > 0 ? points[n - 1] : closed ? points[count - 2] : points[0];
    const float *const after = n + 2 < count ? points[n + 2] : closed ? points[1] : points[count - 1];
    float from[2] = {points[n][0], points[n][1]};
    for (int piece = 1; piece <= CURVE; piece++) {
      float to[2];
      curve_at(before, points[n], points[n + 1], after, (float)piece / CURVE, to);
      draw_piece(hand, from, to);
      memcpy(from, to, sizeof from);
    }
  }
}

static void draw_glyph(const Hand *hand, const Glyph *glyph) {
  enum { POINTS = 16 };
  float points[POINTS][2];
  for (const char *at = glyph->strokes; *at;) {
    const bool smooth = *at == '~';
    int count = 0;
    for (at += smooth; *at && *at != ' ' && count < POINTS; at += 2, count++)
      points[count][0] = digit(at[0]), points[count][1] = digit(at[1]);
    at += *at == ' ';
    if (smooth)
      draw_curve(hand, (const float(*)[2])points, count);
    else
      for (int n = 0; n + 1 < count; n++) draw_piece(hand, points[n], points[n + 1]);
  }
}

/* Cuts the next letter off UTF-8 text; bytes that are none count as one letter each. */
static uint32_t next_letter(const char **text) {
  const unsigned char *const at = (const unsigned char *)*text;
  const int more = at[0] >= 0xF0 ? 3 : at[0] >= 0xE0 ? 2 : at[0] >= 0xC0 ? 1 : 0;
  uint32_t code = more ? at[0] & (0x3Fu >> more) : at[0];
  for (int n = 1; n <= more; n++) {
    if ((at[n] & 0xC0) != 0x80) return *text += n, '?';
    code = code << 6 | (at[n] & 0x3Fu);
  }
  *text += 1 + more;
  return code;
}

static const Glyph *find_glyph(uint32_t code) {
  const Glyph *unknown = NULL;
  for (size_t n = 0; n < sizeof glyphs / sizeof *glyphs; n++) {
    if (glyphs[n].code == code) return &glyphs[n];
    if (glyphs[n].code == '?') unknown = &glyphs[n];
  }
  return unknown;
}

float lettering_draw(const char *text, float size, float x, float y, LetteringPen *pen, void *user) {
  Hand hand = {pen, user, x, y, size / CAPITAL};
  bool first = true;
  while (*text) {
    const uint32_t code = next_letter(&text);
    const Glyph *const glyph = find_glyph(code);
    const float width = code == ' ' ? BLANK - APART : (float)glyph->width;
    if (!first) hand.x += APART * hand.unit;
    if (code != ' ' && pen) draw_glyph(&hand, glyph);
    hand.x += width * hand.unit;
    first = false;
  }
  return hand.x - x;
}
