/* A state as what differs from another: the words of both, as whole numbers in the order of the floats that they are, differ by little where
 * water has moved, and by nothing elsewhere. In blocks of words, each difference is predicted from those to the west and in the row before
 * (waves are smooth), by the way that is best for the block, and what the prediction misses by is written in Rice's code (Rice 1979): its
 * quotient by 2^k in unary, its remainder in k bits, with the k that is best for the block. Blocks without a difference are counted. */
#include <stdio.h>
#include <string.h>

#include "weir/readers/readers.h"

enum { BLOCK = 64, WORD = 4, HEADER = 48 };
enum { ROW_MAX = 1 << 16 };                                                       /* words */
enum { QUOTIENT_MAX = 16, K_BITS = 5, WAY_BITS = 2, K_MAX = 28, WORD_BITS = 32 }; /* a quotient of QUOTIENT_MAX announces the word itself */
static const unsigned char magic[8] = {'W', 'E', 'I', 'R', 'D', 'L', 'T', '1'};

/* --- bytes of either byte order ------------------------------------------------------------------------------------------- */

static uint32_t word_at(const unsigned char *bytes) {
  return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static void put_number(unsigned char *bytes, uint64_t number) {
  for (int n = 0; n < 8; n++) bytes[n] = (unsigned char)(number >> 8 * n);
}

static uint64_t number_at(const unsigned char *bytes) {
  return (uint64_t)word_at(bytes) | (uint64_t)word_at(bytes + WORD) << 32;
}

uint64_t weir_bytes_hash(const void *bytes, size_t size) {
  const unsigned char *const from = bytes;
  uint64_t hash = 0xcbf29ce484222325ull ^ (uint64_t)size; /* FNV-1a of Fowler, Noll and Vo, on words of 64 bits, and mixed */
  for (size_t at = 0; at < size; at += 8) {
    unsigned char last[8] = {0};
    if (size - at < 8) memcpy(last, from + at, size - at);
    hash = (hash ^ number_at(size - at < 8 ? last : from + at)) * 0x9e3779b97f4a7c15ull;
    hash ^= hash >> 29;
  }
  return hash;
}

/* A word whose order is that of the float that it may be: a small step of the float is a small step of the word. */
static uint32_t ordered(uint32_t word) {
  return word & 0x80000000u ? ~word : word | 0x80000000u;
}

static uint32_t unordered(uint32_t word) {
  return word & 0x80000000u ? word & 0x7fffffffu : ~word;
}

/* 0, -1, 1, -2, ... as 0, 1, 2, 3, ...; differences are modulo 2^32. */
static uint32_t folded(uint32_t difference) {
  return difference << 1 ^ (difference & 0x80000000u ? 0xffffffffu : 0u);
}

static uint32_t unfolded(uint32_t folded) {
  return folded >> 1 ^ (folded & 1u ? 0xffffffffu : 0u);
}

/* A word of a state by its number; 0 beyond its end. */
static uint32_t state_word(const unsigned char *state, size_t size, size_t word) {
  const size_t at = word * WORD;
  if (at + WORD <= size) return ordered(word_at(state + at));
  unsigned char last[WORD] = {0};
  if (at < size) memcpy(last, state + at, size - at);
  return ordered(word_at(last));
}

/* --- bits ------------------------------------------------------------------------------------------------------------- */

/* Bits that are written, or only counted beyond `size` bytes. On the stack of one call. */
typedef struct BitWriter {
  unsigned char *bytes;
  size_t size, at;
  uint64_t waiting; /* bits that do not fill a byte yet, the lowest first */
  int count;
} BitWriter;

static void put_bits(BitWriter *b, uint32_t bits, int count) {
  b->waiting |= (uint64_t)bits << b->count;
  for (b->count += count; b->count >= 8; b->count -= 8) {
    if (b->at < b->size) b->bytes[b->at] = (unsigned char)b->waiting;
    b->at++;
    b->waiting >>= 8;
  }
}

/* Bits that are read. On the stack of one call. */
typedef struct BitReader {
  const unsigned char *bytes;
  size_t size, at;
  uint64_t waiting;
  int count;
  bool ended; /* more was wanted than there is */
} BitReader;

static uint32_t take_bits(BitReader *b, int count) {
  while (b->count < count) {
    if (b->at >= b->size) b->ended = true;
    b->waiting |= (uint64_t)(b->at < b->size ? b->bytes[b->at] : 0) << b->count;
    b->at++;
    b->count += 8;
  }
  const uint32_t bits = (uint32_t)(b->waiting & ((1ull << count) - 1));
  b->waiting >>= count;
  b->count -= count;
  return bits;
}

/* A number from 1 on by the count of its bits in unary and its bits (Elias's gamma code). */
static void put_run(BitWriter *b, uint32_t run) {
  int bits = 1;
  while (run >> bits) bits++;
  for (int n = 1; n < bits; n++) put_bits(b, 0, 1);
  for (int n = bits - 1; n >= 0; n--) put_bits(b, run >> n & 1u, 1);
}

static uint32_t take_run(BitReader *b) {
  int bits = 1;
  while (bits < WORD_BITS && !b->ended && take_bits(b, 1) == 0) bits++;
  uint32_t run = 1;
  for (int n = 1; n < bits; n++) run = run << 1 | take_bits(b, 1);
  return run;
}

static void put_rice(BitWriter *b, uint32_t value, int k) {
  const uint32_t quotient = value >> k;
  if (quotient >= QUOTIENT_MAX) {
    put_bits(b, (1u << QUOTIENT_MAX) - 1, QUOTIENT_MAX);
    put_bits(b, value, WORD_BITS);
    return;
  }
  put_bits(b, (1u << quotient) - 1, (int)quotient + 1); /* ones, and a zero */
  put_bits(b, value & ((1u << k) - 1), k);
}

static uint32_t take_rice(BitReader *b, int k) {
  uint32_t quotient = 0;
  while (quotient < QUOTIENT_MAX && take_bits(b, 1) == 1) quotient++;
  if (quotient == QUOTIENT_MAX) return take_bits(b, WORD_BITS);
  return quotient << k | take_bits(b, k);
}

static size_t rice_bits(const uint32_t *values, int count, int k) {
  size_t bits = 0;
  for (int n = 0; n < count; n++) {
    const uint32_t quotient = values[n] >> k;
    bits += quotient >= QUOTIENT_MAX ? QUOTIENT_MAX + WORD_BITS : quotient + 1 + (uint32_t)k;
  }
  return bits;
}

/* --- blocks ------------------------------------------------------------------------------------------------------------- */

/* Returns the best k for a block, and its bits: they fall and then rise with it. The search begins below the length of the block's middle value,
 * which few large ones do not move. */
static int best_k(const uint32_t *values, int count, size_t *bits) {
  int of_length[WORD_BITS + 1] = {0}, middle = 0;
  for (int n = 0; n < count; n++) {
    int length = 0;
    while (length < WORD_BITS && values[n] >> length) length++;
    of_length[length]++;
  }
  for (int below = of_length[0]; below <= count / 2 && middle < WORD_BITS; below += of_length[middle]) middle++;
  int best = middle > 3 ? min_int(middle - 3, K_MAX) : 0;
  *bits = rice_bits(values, count, best);
  for (int k = best + 1; k <= K_MAX; k++) {
    const size_t next = rice_bits(values, count, k);
    if (next > *bits) break;
    *bits = next;
    best = k;
  }
  return best;
}

/* Both states and the length of a row of words. Of the later one the words before the present block are known. On the stack of one call. */
typedef struct States {
  const unsigned char *baseline, *state;
  size_t baseline_size, size, row;
} States;

static uint32_t difference(const States *s, size_t word) {
  return state_word(s->state, s->size, word) - state_word(s->baseline, s->baseline_size, word);
}

/* The ways to predict a difference. */
enum { AS_NONE, AS_WEST, AS_NORTH, AS_PLANE, WAYS };

/* The difference of a word, of which those from word `from` on are in `differences`. */
static inline uint32_t known(const States *s, size_t from, const uint32_t *differences, size_t word) {
  return word >= from ? differences[word - from] : difference(s, word);
}

/* Predicts the difference of word `from` + n from those before it. */
static uint32_t predicted(const States *s, int way, size_t from, const uint32_t *differences, int n) {
  const size_t word = from + (size_t)n;
  if (way == AS_NONE || word <= s->row) return 0;
  const uint32_t west = known(s, from, differences, word - 1);
  if (way == AS_WEST) return west;
  const uint32_t north = known(s, from, differences, word - s->row);
  return way == AS_NORTH ? north : west + north - known(s, from, differences, word - s->row - 1);
}

static void put_block(BitWriter *b, const States *s, size_t from, const uint32_t *differences, int count) {
  uint32_t missed[WAYS][BLOCK];
  size_t least = SIZE_MAX;
  int k = 0, best = 0;
  for (int way = 0; way < WAYS; way++) {
    size_t bits;
    for (int n = 0; n < count; n++) missed[way][n] = folded(differences[n] - predicted(s, way, from, differences, n));
    const int way_k = best_k(missed[way], count, &bits);
    if (bits < least) least = bits, best = way, k = way_k;
  }
  put_bits(b, (uint32_t)best, WAY_BITS);
  put_bits(b, (uint32_t)k, K_BITS);
  for (int n = 0; n < count; n++) put_rice(b, missed[best][n], k);
}

static void take_block(BitReader *b, const States *s, size_t from, uint32_t *differences, int count) {
  const int way = (int)take_bits(b, WAY_BITS), k = (int)take_bits(b, K_BITS);
  for (int n = 0; n < count; n++) differences[n] = unfolded(take_rice(b, k)) + predicted(s, way, from, differences, n);
}

/* The words between a cell and the one to its south, in a state of weir_water_save (snapshot.c); 1 in other bytes. */
static size_t row_of(const unsigned char *state, size_t size) {
  enum { NX_AT = 16, HALO = 2 * HALO_COLUMNS };
  const uint32_t nx = size > 64 && memcmp(state, "WEIRSNAP", 8) == 0 ? word_at(state + NX_AT) : 0;
  return nx > 0 && nx <= WEIR_GRID_MAX ? nx + HALO : 1;
}

/* The numbers before the bits, behind the magic bytes. */
enum { BASELINE_SIZE, BASELINE_HASH, STATE_SIZE, STATE_HASH, ROW, HEAD_NUMBERS };

static void put_head(unsigned char *delta, const States *s) {
  const uint64_t head[HEAD_NUMBERS] = {s->baseline_size, weir_bytes_hash(s->baseline, s->baseline_size), s->size,
                                       weir_bytes_hash(s->state, s->size), s->row};
  memcpy(delta, magic, sizeof magic);
  for (int n = 0; n < HEAD_NUMBERS; n++) put_number(delta + sizeof magic + 8 * n, head[n]);
}

static uint64_t head_number(const unsigned char *delta, int n) {
  return number_at(delta + sizeof magic + 8 * n);
}

size_t weir_delta_make(const void *baseline, size_t baseline_size, const void *state, size_t state_size, void *delta, size_t size) {
  const States s = {baseline, state, baseline_size, state_size, row_of(state, state_size)};
  const size_t words = (state_size + WORD - 1) / WORD;
  BitWriter b = {.bytes = delta, .size = delta ? size : 0, .at = HEADER};
  uint32_t run = 0;
  for (size_t from = 0; from < words; from += BLOCK) {
    uint32_t differences[BLOCK], any = 0;
    const int count = words - from < BLOCK ? (int)(words - from) : BLOCK;
    for (int n = 0; n < count; n++) any |= differences[n] = difference(&s, from + (size_t)n);
    run += any == 0;
    if (run > 0 && (any != 0 || from + BLOCK >= words)) {
      put_bits(&b, 0, 1);
      put_run(&b, run);
      run = 0;
    }
    if (any == 0) continue;
    put_bits(&b, 1, 1);
    put_block(&b, &s, from, differences, count);
  }
  if (b.count > 0) put_bits(&b, 0, 8 - b.count);
  if (delta && b.at <= size) put_head(delta, &s);
  return b.at;
}

static size_t delta_fault(WeirError *error, const char *text) {
  if (error) snprintf(error->text, sizeof error->text, "delta: %s", text);
  return 0;
}

/* Writes the words of a block, less what lies beyond the end of the state. */
static void write_words(const States *s, size_t from, const uint32_t *differences, int count, unsigned char *state) {
  for (int n = 0; n < count; n++) {
    const size_t at = (from + (size_t)n) * WORD;
    const uint32_t word = unordered(state_word(s->baseline, s->baseline_size, from + (size_t)n) + differences[n]);
    for (size_t byte = 0; byte < WORD && at + byte < s->size; byte++) state[at + byte] = (unsigned char)(word >> 8 * byte);
  }
}

/* Writes the state; returns false if the bits end before it. */
static bool take_state(BitReader *b, const States *s, unsigned char *state) {
  const size_t words = (s->size + WORD - 1) / WORD;
  uint32_t run = 0;
  for (size_t from = 0; from < words && !b->ended; from += BLOCK) {
    uint32_t differences[BLOCK] = {0};
    const int count = words - from < BLOCK ? (int)(words - from) : BLOCK;
    if (run == 0 && take_bits(b, 1) != 0)
      take_block(b, s, from, differences, count);
    else
      run = (run == 0 ? take_run(b) : run) - 1;
    write_words(s, from, differences, count, state);
  }
  return !b->ended;
}

size_t weir_delta_apply(const void *baseline, size_t baseline_size, const void *delta, size_t delta_size, void *state, size_t size,
                        WeirError *error) {
  if (!delta || delta_size < HEADER || memcmp(delta, magic, sizeof magic) != 0) return delta_fault(error, "not a delta of this library");
  const uint64_t wanted = head_number(delta, STATE_SIZE), row = head_number(delta, ROW);
  if (wanted < 1 || wanted > SIZE_MAX || row < 1 || row > ROW_MAX) return delta_fault(error, "its bytes were changed on the way");
  if (!state || size < wanted) return (size_t)wanted;
  if (head_number(delta, BASELINE_SIZE) != baseline_size || head_number(delta, BASELINE_HASH) != weir_bytes_hash(baseline, baseline_size))
    return delta_fault(error, "made from another baseline");
  const States s = {baseline, state, baseline_size, (size_t)wanted, (size_t)row};
  BitReader b = {.bytes = delta, .size = delta_size, .at = HEADER};
  if (!take_state(&b, &s, state) || weir_bytes_hash(state, (size_t)wanted) != head_number(delta, STATE_HASH))
    return delta_fault(error, "its bytes were changed on the way");
  return (size_t)wanted;
}
