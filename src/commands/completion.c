#include "commands/completion.h"

#include <stdio.h>
#include <string.h>

#include "app/options.h"
#include "cli/cli.h"
#include "scene/params.h"
#include "scene/scene.h"

/* Prints an option's line: what can stand after it, or nothing where that is not known. Words with blanks are escaped as the shell wants
 * them. */
static void print_values(const OptionRow *row) {
  printf("    %s) ", row->name);
  if (strcmp(row->name, "--set") == 0) {
    printf("COMPREPLY=($(compgen -W \"$params\" -- \"$now\")); compopt -o nospace; ");
  } else if (row->word || row->tries) {
    printf("mapfile -t COMPREPLY < <(compgen -W '%s", row->tries ? row->tries : "");
    for (int n = 0; row->word && row->word(n).name; n++) {
      for (const char *at = row->word(n).name; *at; at++) printf(*at == ' ' ? "\\\\\\ " : "%c", *at);
      putchar(' ');
    }
    printf("' -- \"$now\"); ");
  } else if (strstr(row->value, "FILE")) {
    printf("COMPREPLY=($(compgen -f -- \"$now\")); compopt -o filenames; ");
  }
  printf("return ;;\n");
}

int completion_main(int argc, char **argv) {
  const int status = cli_no_words(
      argc, argv, "completion",
      "prints the completion of the command line, for bash:\n  weir completion > ~/.local/share/bash-completion/completions/weir");
  if (status >= 0) return status;
  printf("# Completion of weir for bash; written by `weir completion`.\n_weir() {\n");
  printf("  local now=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n");
  const CommandLine *const line = options_line();
  const char *const *const commands = options_commands();
  int scene_count, param_count;
  const char *const *const scenes = scene_names(&scene_count);
  const ParamInfo *const params = params_table(&param_count);
  printf("  local options='");
  for (int n = 0; n < line->count; n++) printf("%s%s", n ? " " : "", line->rows[n].name);
  printf("'\n  local commands='"); /* the first word of each, as in "bench" of "bench [options]" */
  for (int n = 0; commands[n]; n += 2) printf("%s%.*s", n ? " " : "", (int)strcspn(commands[n], " "), commands[n]);
  printf("'\n  local scenes='");
  for (int n = 0; n < scene_count; n++) printf("%s%s", n ? " " : "", scenes[n]);
  printf("'\n  local params='");
  for (int n = 0; n < param_count; n++) printf("%s%s=", n ? " " : "", params[n].name);
  printf("'\n  case $before in\n");
  for (int n = 0; n < line->count; n++)
    if (line->rows[n].value) print_values(&line->rows[n]);
  printf("  esac\n");
  printf("  if [[ $now == -* ]]; then\n    COMPREPLY=($(compgen -W \"$options\" -- \"$now\"))\n    return\n  fi\n");
  printf("  [ \"$COMP_CWORD\" = 1 ] && COMPREPLY=($(compgen -W \"$commands\" -- \"$now\"))\n");
  printf("  COMPREPLY+=($(compgen -W \"$scenes\" -- \"$now\") $(compgen -f -X '!*.scene' -- \"$now\"))\n}\n");
  printf("complete -F _weir weir\n");
  return 0;
}
