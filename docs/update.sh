#!/usr/bin/env bash
# Writes the program's tables into README.md and docs/*.md. Usage: docs/update.sh [SUBSTRING]
#
# Between the lines <!-- begin: COMMAND --> and <!-- end --> of a file stands what COMMAND printed: `weir ...`, run with
# build/release/weir, or with the program that WEIR names. Only commands that contain SUBSTRING are run; with none all are, among them
# benchmarks of minutes, which want an idle machine. What a command with --markdown prints stands as it is, other output as a code block.
# Exit 1 when a command fails, but for a known answer that is missed, or a marker lacks its partner; the file is then left as it was.
set -u
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd) || exit 1
program=${WEIR:-$root/build/release/weir}
wanted=${1:-}
output=$(mktemp) || exit 1
result=$(mktemp) || exit 1
trap 'rm -f "$output" "$result"' EXIT
[ -x "$program" ] || { echo "docs/update.sh: there is no $program; build it, or name one in WEIR" >&2; exit 1; }

missed() { # a row of `weir check` was missed, and the table has it
  [ $? -eq 1 ] && tail -n 1 "$output" | grep -qE '^[0-9]+ of [0-9]+ met, [0-9]+ stated$'
}

run() { # command -> its output, as it is to stand in the file
  local words
  read -ra words <<<"$1"
  [ "${words[0]}" = weir ] || { echo "docs/update.sh: '$1' is not a command of weir" >&2; return 1; }
  "$program" "${words[@]:1}" >"$output" </dev/null || missed || { echo "docs/update.sh: '$1' failed with status $?" >&2; return 1; }
  case " $1 " in
    *" --markdown "*) cat "$output" ;;
    *) echo '```'; cat "$output"; echo '```' ;;
  esac
}

rewrite() { # file -> its text with fresh output
  local line command="" fresh=0
  while IFS= read -r line || [ -n "$line" ]; do
    case $line in
      '<!-- begin: '*' -->')
        [ -z "$command" ] || { echo "docs/update.sh: $1: '$command' has no end" >&2; return 1; }
        command=${line#<!-- begin: }
        command=${command% -->}
        printf '%s\n' "$line"
        case $command in *"$wanted"*) fresh=1; run "$command" || return 1 ;; esac ;;
      '<!-- end -->')
        [ -n "$command" ] || { echo "docs/update.sh: $1: an end without a beginning" >&2; return 1; }
        printf '%s\n' "$line"
        command="" fresh=0 ;;
      *) [ "$fresh" = 1 ] || printf '%s\n' "$line" ;;
    esac
  done <"$1"
  [ -z "$command" ] || { echo "docs/update.sh: $1: '$command' has no end" >&2; return 1; }
}

bad=0
for file in "$root"/README.md "$root"/docs/*.md; do
  rewrite "$file" >"$result" || { bad=1; continue; }
  cmp -s "$result" "$file" || { cat "$result" >"$file" && echo "written: ${file#"$root"/}"; }
done
exit $bad
