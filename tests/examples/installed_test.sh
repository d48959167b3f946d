#!/usr/bin/env bash
# The library as a package: installed into a prefix of its own, moved, and used there by both ways that people know.
#   installed_test.sh CMAKE BUILD SOURCE
set -u
cmake=$1 build=$2 source=$3
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
fail() {
  echo "$*"
  exit 1
}
command -v pkg-config >/dev/null || { echo "no pkg-config"; exit 77; }
command -v cc >/dev/null || { echo "no cc"; exit 77; }
examples=(float hill boat)

"$cmake" --install "$build" --component library --prefix "$work/first" >"$work/log" 2>&1 || { cat "$work/log"; fail "install"; }
mv "$work/first" "$work/prefix" || exit 1 # nothing in it may know where it was
prefix=$work/prefix
lib=$(dirname "$(find "$prefix" -name libweir.so)")
[ -f "$prefix/include/weir/weir.h" ] || fail "no header"
for file in libweir.a cmake/weir/weirConfig.cmake cmake/weir/weirConfigVersion.cmake pkgconfig/weir.pc; do
  [ -f "$lib/$file" ] || fail "no $file"
done
grep -rn "$work/first\|$source\|$build" "$prefix" --include=*.cmake --include=*.pc --include=*.h && fail "paths of the build in the package"
for file in LICENSE examples/float.c examples/hill.c examples/boat.c; do
  [ -f "$prefix/share/doc/weir/$file" ] || fail "no share/doc/weir/$file"
done
if grep -q '^WEIR_PYTHON:[A-Z]*=/' "$build/CMakeCache.txt"; then
  grep -q '"weir_water_step"' "$prefix/share/weir/weir.json" || fail "no share/weir/weir.json, or it does not know weir_water_step"
fi
[ -n "$(find "$lib" -name 'libweir.so.*' -type f)" ] || fail "no versioned library"
readelf -d "$lib/libweir.so" | grep -q 'SONAME.*libweir\.so\.[0-9]' || fail "no SONAME"

# Only weir_* is visible, and all that the header declares is there.
others=$(nm -D --defined-only "$lib/libweir.so" | awk '{print $3}' | grep -v '^weir_')
[ -z "$others" ] || fail "visible beside weir_*: $others"
for name in $(grep -oE '^WEIR_API.*\(' "$prefix/include/weir/weir.h" | grep -oE 'weir_[a-z_]+\(' | tr -d '('); do
  nm -D --defined-only "$lib/libweir.so" | grep -qE " $name\$" || { echo "declared, not there: $name"; bad=1; }
done
[ "${bad:-0}" = 0 ] || exit 1

# find_package. The generator is the build's own: there need be no make.
generator=$(sed -n 's/^CMAKE_GENERATOR:INTERNAL=//p' "$build/CMakeCache.txt")
mkdir "$work/project" || exit 1
for name in "${examples[@]}"; do cp "$prefix/share/doc/weir/examples/$name.c" "$work/project/" || exit 1; done
cat >"$work/project/CMakeLists.txt" <<'EOF'
cmake_minimum_required(VERSION 3.20)
project(examples C)
find_package(weir 0.1 REQUIRED)
foreach(name hill float boat)
  add_executable(${name} ${name}.c)
  target_link_libraries(${name} PRIVATE weir::weir m)
  add_executable(${name}_static ${name}.c)
  target_link_libraries(${name}_static PRIVATE weir::weir_static)
endforeach()
EOF
{ "$cmake" -G "$generator" -S "$work/project" -B "$work/project/build" -DCMAKE_PREFIX_PATH="$prefix" && "$cmake" --build "$work/project/build"; } \
  >"$work/log" 2>&1 || { cat "$work/log"; fail "by find_package"; }
for name in "${examples[@]}"; do
  "$work/project/build/$name" || fail "$name by find_package gives $?"
  "$work/project/build/${name}_static" || fail "$name by find_package, static, gives $?"
done
readelf -d "$work/project/build/boat_static" | grep -q libweir && fail "weir::weir_static links the shared library"

# pkg-config and a bare compiler; and the header as C++ would read it
export PKG_CONFIG_PATH=$lib/pkgconfig LD_LIBRARY_PATH=$lib
for name in "${examples[@]}"; do
  # shellcheck disable=SC2046
  cc -std=c17 -Wall -Wextra -Wpedantic -Werror "$source/tests/examples/$name.c" $(pkg-config --cflags --libs weir) \
    -o "$work/$name" || fail "$name.c by pkg-config"
  "$work/$name" || fail "$name by pkg-config gives $?"
  # shellcheck disable=SC2046
  cc -std=c17 -static "$source/tests/examples/$name.c" $(pkg-config --static --cflags --libs weir) -o "$work/${name}_static" 2>"$work/log" ||
    { cat "$work/log"; fail "$name.c by pkg-config --static"; }
  env -u LD_LIBRARY_PATH "$work/${name}_static" || fail "$name by pkg-config --static gives $?"
done
if command -v c++ >/dev/null; then
  # shellcheck disable=SC2046
  echo '#include <weir/weir.h>
int main() { return weir_water_def_default().nx == 128 && weir_version() ? 0 : 1; }' |
    c++ -x c++ -std=c++17 -Wall -Wextra -Werror - -x none $(pkg-config --cflags --libs weir) -o "$work/plus" || fail "C++"
  "$work/plus" || fail "C++ gives $?"
fi

# The README's lines as they are written there, in a folder with a game.c.
mkdir "$work/game" && cd "$work/game" && cp "$source/tests/examples/float.c" game.c || exit 1
unset PKG_CONFIG_PATH LD_LIBRARY_PATH
grep -E '^    (export PKG_CONFIG_PATH=|cc -o game )' "$source/README.md" | sed "s|/where/you/like/lib|$lib|g" >lines
[ "$(wc -l <lines)" -eq 3 ] || fail "the README has $(wc -l <lines) of its 3 lines for pkg-config"
bash -e lines >log 2>&1 || { cat lines log; fail "the README's lines for pkg-config"; }
[ "$(grep -c 'Archimedes' log)" -eq 2 ] || { cat log; fail "the README's lines: game has not run twice"; }
