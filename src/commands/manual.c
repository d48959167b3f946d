/* The texts that are made of the program's tables: the manual page, and the completion of the command line for bash. */
#include <stdio.h>
#include <string.h>

#include "app/options.h"
#include "cli/cli.h"
#include "commands/commands.h"
#include "input/keys.h"
#include "scene/scene.h"

/* --- the manual page ------------------------------------------------------------------------------------------------- */

/* Text with what man(7) would take for its own made plain: backslashes and dashes everywhere, a dot or a quote where a line begins. */
static void print_text(const char *text) {
  if (*text == '.' || *text == '\'') printf("\\&");
  for (; *text; text++) {
    if (*text == '\\')
      printf("\\e");
    else if (*text == '-')
      printf("\\-");
    else
      putchar(*text);
  }
}

static void print_item(const char *bold, const char *italic, const char *text) {
  printf(".TP\n\\fB");
  print_text(bold);
  printf("\\fR");
  if (italic) printf(" \\fI"), print_text(italic), printf("\\fR");
  printf("\n");
  print_text(text);
  printf("\n");
}

int manual_main(int argc, char **argv) {
  const int status = cli_no_words(argc, argv, "manual", "prints the manual page, for man: weir manual | man -l -");
  if (status >= 0) return status;
  printf(".TH WEIR 1 \"\" \"weir %s\" \"User Commands\"\n.SH NAME\nweir \\- real\\-time heightfield water that one can play with\n",
         weir_version());
  printf(".SH SYNOPSIS\n.B weir\n[\\fISCENE\\fR] [\\fIoptions\\fR]\n.br\n.B weir\n\\fIcommand\\fR ...\n");
  printf(
      ".SH DESCRIPTION\nOpens a window on water: click to drop crates, drag to push it, press F1 for all keys. \\fISCENE\\fR is a\n"
      "built\\-in scene (\\-\\-list\\-scenes) or a scene file; default: the last one, river at first.\n");
  printf(".SH COMMANDS\n");
  for (const char *const *command = options_commands; *command; command += 2) print_item(command[0], NULL, command[1]);
  printf(".SH OPTIONS\n");
  for (int n = 0; n < options_line.count; n++) print_item(options_line.rows[n].name, options_line.rows[n].value, options_line.rows[n].help);
  int count;
  const KeyBinding *const keys = keys_table(&count);
  printf(".SH KEYS\n");
  for (int n = 0; n < count; n++)
    if (!keys[n].param) print_item(keys[n].key_name, NULL, keys[n].help);
  printf(".SH MOUSE\n");
  for (const char *const *mouse = keys_mouse; *mouse; mouse += 2) print_item(mouse[0], NULL, mouse[1]);
  const ParamInfo *const infos = params_table(&count);
  printf(".SH PARAMETERS\nFor \\-\\-set, scene files and the panel; a key raises, with Shift it lowers.\n");
  for (int n = 0; n < count; n++) {
    char range[96], text[256];
    if (infos[n].words[0])
      snprintf(range, sizeof range, "%s ...", infos[n].words[0]);
    else
      snprintf(range, sizeof range, "%g to %g %s", (double)infos[n].low, (double)infos[n].high, infos[n].unit);
    snprintf(text, sizeof text, "%s (key %s)", infos[n].help, keys_param(&infos[n])->key_name);
    print_item(infos[n].name, range, text);
  }
  printf(".SH FILES\n");
  print_item("$XDG_CONFIG_HOME/weir/config", NULL,
             "how the window was left, and the keys that were changed; ~/.config where the variable is not set");
  printf(".SH ENVIRONMENT\n");
  print_item("WEIR_ASSETS, WEIR_SHADERS", NULL, "folders to read assets and shaders from instead of the installed ones");
  printf(".SH EXIT STATUS\n0; 1 when something in the world failed; 2 when the command line was wrong.\n");
  return 0;
}

/* --- completion ------------------------------------------------------------------------------------------------------ */

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
  const CommandLine *const line = &options_line;
  int scene_count, param_count;
  const char *const *const scenes = scene_names(&scene_count);
  const ParamInfo *const params = params_table(&param_count);
  printf("  local options='");
  for (int n = 0; n < line->count; n++) printf("%s%s", n ? " " : "", line->rows[n].name);
  printf("'\n  local commands='"); /* the first word of each, as in "bench" of "bench [options]" */
  for (const char *const *command = options_commands; *command; command += 2)
    printf("%s%.*s", command == options_commands ? "" : " ", (int)strcspn(*command, " "), *command);
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
