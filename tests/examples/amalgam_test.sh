#!/usr/bin/env bash
# The library as two files, as a stranger takes them: by each compiler without an option and without a warning, with the bits of the library
# that CMake builds, and with no name of its own but weir_*.
#   amalgam_test.sh SOURCE
set -u
source=$1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
fail() {
  echo "$*"
  exit 1
}
(cd "$work" && "$source/weir.sh" amalgamate two) || fail "weir.sh amalgamate"
cd "$work/two" || exit 1
[ "$(ls)" = "$(printf 'weir.c\nweir.h')" ] || fail "not two files: $(ls)"
wc -c weir.c weir.h | head -2

# The examples and the table include <weir/weir.h>, which an installed library has.
mkdir -p ../include/weir
printf '#include "../../two/weir.h"\n' >../include/weir/weir.h
printf '#include "weir.h"\nint main() { return weir_water_def_default().nx == 128 ? 0 : 1; }\n' >cpp.cpp

# Each compiler with other options: as C17 with what -march=native may fuse, and without any, where gcc fuses by itself.
tried=0
compile() { # compiler and options
  "$@" -Wall -Wextra -Wpedantic -Werror -c weir.c -o weir.o || fail "$*: weir.c"
  others=$(nm weir.o | awk '$2 ~ /[A-TV-Z]/ {print $3}' | grep -v '^weir_')
  [ -z "$others" ] || fail "$*: visible beside weir_*: $others"
  "$1" -O2 -ffp-contract=off -I../include "$source"/tests/golden/library*.c weir.o -lm -o library || fail "$*: link"
  ./library "$source/tests/golden/library.txt" --short || fail "$*: other bits than the library's"
  tried=$((tried + 1))
}
for compiler in gcc clang; do
  command -v $compiler >/dev/null || { echo "skipped: no $compiler"; continue; }
  if [ $compiler = gcc ]; then compile gcc -O2; else compile clang -std=c17 -O2 -march=native; fi
  cxx=${compiler/gcc/g}++
  command -v "$cxx" >/dev/null || { echo "skipped: no $cxx"; continue; }
  { "$cxx" -std=c++17 -Wall -Wextra -Wpedantic -Werror -c cpp.cpp -o cpp.o && "$cxx" cpp.o weir.o -o cpp && ./cpp; } || fail "C++17 with $cxx"
done
[ "$tried" -gt 0 ] || exit 77

# The command that the documents give, though not optimised: that takes as long again.
cp "$source/tests/examples/float.c" game.c
sed -i 's|<weir/weir.h>|"weir.h"|' game.c
{ cc -std=c17 game.c weir.c -lm -o game && ./game; } || fail "cc game.c weir.c -lm"
