#!/usr/bin/env bash
# Every shader program, in every variant and tier, compiles as GLSL 3.30 core and as GLSL ES 3.00 by the reference compiler of Khronos, so
# that another driver, a web page or a phone can take it. Skips without glslangValidator.
# Usage: shaders_test.sh SHADER_DUMP (made from shader_dump.c) SHADER_DIR LIST: the programs' names must be those of the folder's files.
set -u
dump=$1
shaders=$2
command -v glslangValidator >/dev/null || { echo "skipped: no glslangValidator (package glslang-tools)"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$dump" "$shaders" "$work" || exit 1
bad=0
# Many at once, as most of the time would go by in starting the compiler; one that fails is compiled again by itself.
check() {
  glslangValidator "$@" >/dev/null 2>&1 && return
  for file in "$@"; do
    glslangValidator "$file" >"$work.out" 2>&1 && continue
    bad=$((bad + 1))
    echo "FAIL $(basename "$file"):"
    grep -E '^ERROR' "$work.out" | head -3
  done
  rm -f "$work.out"
}
files=("$work"/*)
for ((n = 0; n < ${#files[@]}; n += 40)); do check "${files[@]:n:40}"; done
# No program is left out: each pair of files has been written out.
for file in "$shaders"/*.frag; do
  name=$(basename "$file" .frag)
  compgen -G "$work/es-$name-*-0.frag" >/dev/null || { echo "FAIL: shaders/$name.frag is in no program of shader_dump.c"; bad=$((bad + 1)); }
done
count=$(ls "$work" | wc -l)
[ "$count" -gt 100 ] || { echo "FAIL: only $count shaders were seen"; bad=$((bad + 1)); }
echo "$count shaders, $bad faults"
[ "$bad" = 0 ]
