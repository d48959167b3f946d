#include "commands/manual.h"

#include <stdio.h>

#include "app/options.h"
#include "cli/cli.h"
#include "input/keys.h"
#include "scene/scene.h"
#include "weir/weir.h"

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

static void print_params(void) {
  int count;
  const ParamInfo *const infos = params_table(&count);
  printf(".SH PARAMETERS\nFor \\-\\-set, scene files and the panel; a key raises, with Shift it lowers.\n");
  for (int n = 0; n < count; n++) {
    char range[96];
    if (infos[n].words[0])
      snprintf(range, sizeof range, "%s ...", infos[n].words[0]);
    else
      snprintf(range, sizeof range, "%g to %g %s", (double)infos[n].low, (double)infos[n].high, infos[n].unit);
    char text[256];
    snprintf(text, sizeof text, "%s (key %s)", infos[n].help, keys_param(&infos[n])->key_name);
    print_item(infos[n].name, range, text);
  }
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
  const char *const *const commands = options_commands();
  printf(".SH COMMANDS\n");
  for (int n = 0; commands[n]; n += 2) print_item(commands[n], NULL, commands[n + 1]);
  const CommandLine *const line = options_line();
  printf(".SH OPTIONS\n");
  for (int n = 0; n < line->count; n++) print_item(line->rows[n].name, line->rows[n].value, line->rows[n].help);
  int count;
  const KeyBinding *const keys = keys_table(&count);
  printf(".SH KEYS\n");
  for (int n = 0; n < count; n++)
    if (!keys[n].param) print_item(keys[n].key_name, NULL, keys[n].help);
  printf(".SH MOUSE\n");
  for (const char *const *mouse = keys_mouse(); *mouse; mouse += 2) print_item(mouse[0], NULL, mouse[1]);
  print_params();
  printf(".SH FILES\n");
  print_item("$XDG_CONFIG_HOME/weir/config", NULL,
             "how the window was left, and the keys that were changed; ~/.config where the variable is not set");
  printf(".SH ENVIRONMENT\n");
  print_item("WEIR_ASSETS, WEIR_SHADERS", NULL, "folders to read assets and shaders from instead of the installed ones");
  printf(".SH EXIT STATUS\n0; 1 when something in the world failed; 2 when the command line was wrong.\n");
  return 0;
}
