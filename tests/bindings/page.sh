# shellcheck shell=bash disable=SC2154,SC2034
# Shared by the tests of languages: the programs of docs/bindings.md, and what they must print. Sourced, with source, build, python and SCRIPT set.
page=$source/docs/bindings.md
library=$build/src/weir/package # where libweir.so is

# The page's block of a language.
block() {
  awk -v begin="\`\`\`$1" '{ line = $0; sub(/^ +/, "", line) } line == begin { on = 1; next } line == "```" { on = 0 } on' "$page" >"$1.block"
  [ "$(wc -l <"$1.block")" -ge 5 ] || { echo "docs/bindings.md has no program in $1"; return 1; }
  cat "$1.block"
}

# Fails unless the last line of a program's output is the hash that C's program prints.
same() {
  local wanted
  wanted=$("$SCRIPT" pond) || exit 1
  [ "$(tail -1 "$1")" = "$wanted" ] || { echo "the program of docs/bindings.md prints:"; cat "$1"; echo "C prints: $wanted"; exit 1; }
  echo "the same hash as from C: $wanted"
}
