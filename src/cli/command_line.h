#ifndef CLI_COMMAND_LINE_H
#define CLI_COMMAND_LINE_H

/* The one reader of command lines. A command has a row for each of its options: its name, its value, its place in the command's own struct,
 * and what is allowed. Reading, the help, the manual page and the completion of the shell come from the rows. A value stands in the next
 * word or after a "="; -h and -v are short for --help and --version. */

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"

enum { OPTION_NUMBERS_MAX = 16, WORD_MAX = 64 };

/* The value of an option: what lies at its place, and what is taken for it. */
typedef enum OptionKind {
  OPTION_KNOWN,    /* nothing: the option is another reader's */
  OPTION_FLAG,     /* bool: becomes true */
  OPTION_CONSTANT, /* int: becomes `low` */
  OPTION_INT,      /* int, from `low` to `high`, as are these: */
  OPTION_LONG,     /* int64_t */
  OPTION_FLOAT,    /* float */
  OPTION_REAL,     /* double */
  OPTION_PAIR,     /* int[2], as "AxB" */
  OPTION_NUMBERS,  /* int[OPTION_NUMBERS_MAX], as "A,B,C"; `also` is how many there are, an int */
  OPTION_SEED,     /* uint64_t */
  OPTION_TEXT,     /* const char *, borrowed: not empty, no longer than `high` (0: as long as it likes), with one of `ends` */
  OPTION_CHOICE,   /* int: which one of `word` */
  OPTION_BITS,     /* unsigned: 1 << n for each of a list of `word` from `low` on, or for "all" */
  OPTION_READ      /* whatever `read` makes of it */
} OptionKind;

/* A word that a value is chosen from, a constant of the program. */
typedef struct OptionWord {
  const char *name;  /* NULL: there are no more */
  const char *title; /* for help; may be NULL */
} OptionWord;

typedef struct OptionRow OptionRow;

/* An option of a command: a constant of the program. */
struct OptionRow {
  const char *name;
  const char *value; /* as help shows it; NULL: the option takes none */
  const char *help;  /* NULL: help does not list it */
  OptionKind kind;
  size_t at;   /* offsets in the command's struct: of the value, */
  size_t also; /* and of a bool that becomes true with it; 0: none */
  double low, high;
  const char *unit;
  const char *ends[2];
  const char *expected;      /* end of the line about another value, as in "is not a grid"; NULL: for a number, made of its range */
  OptionWord (*word)(int n); /* the n-th word that a value can be, for OPTION_CHOICE, OPTION_BITS and completion */
  const char *tries;         /* words for completion alone, with blanks between them */
  bool (*read)(const OptionRow *row, const char *text, void *into, Error *error);
};

/* Kind and place of a member whose type says what it takes. */
#define OPTION_INTO(Struct, member) \
  .kind = _Generic(((Struct *)0)->member, bool: OPTION_FLAG, int: OPTION_INT, int64_t: OPTION_LONG, uint64_t: OPTION_SEED,                \
                   float: OPTION_FLOAT, double: OPTION_REAL, const char *: OPTION_TEXT),                                                  \
  .at = offsetof(Struct, member)

/* The command line of a command: a constant of the program. */
typedef struct CommandLine {
  const char *command; /* NULL: the program itself */
  const char *mode;    /* the option that chooses this one of the command's lines; NULL: there is but one */
  const char *about;   /* what help says before the options, */
  const char *after;   /* and after them */
  const OptionRow *rows;
  int count;
  const char *noun; /* what a word that is no option names, as in "scene"; NULL: there are no such words */
  size_t noun_at;   /* offset of that word, a const char * */
} CommandLine;

/* Reads argv[1] and what follows into the command's struct, which has its defaults. Returns false and sets *error to the option, what was
 * given and what is allowed there. */
bool command_line_read(const CommandLine *line, int argc, char **argv, void *into, Error *error);

/* Does so for a command with a name: prints the help if that is asked for, and says what is wrong. Returns -1 to go on, else the exit
 * status. */
int command_line_begin(const CommandLine *line, int argc, char **argv, void *into);
/* Prints a line for each option, and one for each word with a title. */
void command_line_print(const CommandLine *line, FILE *out);
/* Returns which one of the words that the row's value can be `text` is; -1 if none. */
int option_word(const OptionRow *row, const char *text);

/* Cuts the next word of a list as people type it, "draft,bob", off `text`, its comma too. False, with as much of it as fits, when it is too
 * long to be any. */
bool word_next(const char **text, char word[WORD_MAX]);
/* Sets *error to the line about a value that `row` does not take. Returns false. */
bool option_refuse(const OptionRow *row, const char *text, Error *error);

/* Read numbers as people type them, strictly: the whole word, finite, within its range; a pair is "AxB", and "A" alone is "AxA" where
 * `square_allowed`. False leaves the output as it was. */
bool number_real(const char *text, double low, double high, double *value);
bool number_pair(const char *text, int low, int high, bool square_allowed, int *a, int *b);

#endif
