#include "app/about/completion.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "app/options.h"
#include "cli/cli.h"
#include "world/params.h"
#include "world/scene.h"

static void print_options(void) {
  printf("  local options='");
  for (int n = 0; options_text(n).name; n++) printf("%s%s", n ? " " : "", options_text(n).name);
  printf("'\n");
}

/* The first word of each, as in "bench" of "bench [options]". */
static void print_commands(void) {
  const char *const *const commands = options_commands();
  printf("  local commands='");
  for (int n = 0; commands[n]; n += 2) printf("%s%.*s", n ? " " : "", (int)strcspn(commands[n], " "), commands[n]);
  printf("'\n");
}

static void print_scenes(void) {
  int count;
  const char *const *const names = scene_names(&count);
  printf("  local scenes='");
  for (int n = 0; n < count; n++) printf("%s%s", n ? " " : "", names[n]);
  printf("'\n");
}

static void print_params(void) {
  int count;
  const ParamInfo *const infos = params_table(&count);
  printf("  local params='");
  for (int n = 0; n < count; n++) printf("%s%s=", n ? " " : "", infos[n].name);
  printf("'\n");
}

/* Values that are known, of options whose text does not list them: words with blanks are escaped as the shell wants them. */
static void print_words(const char *option) {
  if (strcmp(option, "--liquid") == 0)
    for (int n = 0; n < weir_liquid_count(); n++) {
      for (const char *at = weir_liquid(n)->name; *at; at++) printf(*at == ' ' ? "\\\\\\ " : "%c", *at);
      putchar(' ');
    }
  if (strcmp(option, "--view") == 0)
    for (int n = 0; n < FRAME_MODE_COUNT; n++) printf("%s ", frame_mode_name((FrameMode)n));
  if (strcmp(option, "--sides") == 0)
    for (int n = 0; n < WEIR_EDGE_COUNT; n++) printf("%s ", weir_edge_name((WeirEdge)n));
  if (strcmp(option, "--simd") == 0) printf("sse2 avx2 avx512");
  if (strcmp(option, "--grid") == 0) printf("128 256 512 1024 256x256 384x256 512x512");
  if (strcmp(option, "--compare") == 0) printf("membrane,pipe membrane,swe pipe,swe");
  if (strcmp(option, "--water-level") == 0) printf("none");
}

static bool has_words(const char *option) {
  static const char *const options[] = {"--liquid", "--view", "--sides", "--simd", "--grid", "--compare", "--water-level"};
  for (size_t n = 0; n < sizeof options / sizeof *options; n++)
    if (strcmp(options[n], option) == 0) return true;
  return false;
}

/* Returns true if an option's values are words to choose from, as in "membrane|pipe|swe"; others are names that are not known here. */
static bool is_choice(const char *value) {
  return strchr(value, '|') && islower((unsigned char)value[0]);
}

static void print_values(void) {
  printf("  case $before in\n");
  for (int n = 0; options_text(n).name; n++) {
    const OptionText option = options_text(n);
    if (!option.value) continue;
    if (strcmp(option.name, "--set") == 0) {
      printf("    --set) COMPREPLY=($(compgen -W \"$params\" -- \"$now\")); compopt -o nospace; return ;;\n");
    } else if (has_words(option.name)) {
      printf("    %s) mapfile -t COMPREPLY < <(compgen -W '", option.name);
      print_words(option.name);
      printf("' -- \"$now\"); return ;;\n");
    } else if (is_choice(option.value)) {
      printf("    %s) COMPREPLY=($(compgen -W '", option.name);
      for (const char *at = option.value; *at; at++) putchar(*at == '|' ? ' ' : *at);
      printf("' -- \"$now\")); return ;;\n");
    } else if (strstr(option.value, "FILE")) {
      printf("    %s) COMPREPLY=($(compgen -f -- \"$now\")); compopt -o filenames; return ;;\n", option.name);
    } else {
      printf("    %s) return ;;\n", option.name);
    }
  }
  printf("  esac\n");
}

int completion_main(int argc, char **argv) {
  const int status = cli_no_words(
      argc, argv, "completion",
      "prints the completion of the command line, for bash:\n  weir completion > ~/.local/share/bash-completion/completions/weir");
  if (status >= 0) return status;
  printf("# Completion of weir for bash; written by `weir completion`.\n_weir() {\n");
  printf("  local now=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n");
  print_options();
  print_commands();
  print_scenes();
  print_params();
  print_values();
  printf("  if [[ $now == -* ]]; then\n    COMPREPLY=($(compgen -W \"$options\" -- \"$now\"))\n    return\n  fi\n");
  printf("  [ \"$COMP_CWORD\" = 1 ] && COMPREPLY=($(compgen -W \"$commands\" -- \"$now\"))\n");
  printf("  COMPREPLY+=($(compgen -W \"$scenes\" -- \"$now\") $(compgen -f -X '!*.scene' -- \"$now\"))\n}\n");
  printf("complete -F _weir weir\n");
  return 0;
}
