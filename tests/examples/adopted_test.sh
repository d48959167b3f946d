#!/usr/bin/env bash
# The library within another project's build, which knows a C compiler and nothing else: by FetchContent and by add_subdirectory, static and
# shared; and by itself. No flag of ours may reach the other's files, and nothing of the program may be asked for.
#   adopted_test.sh CMAKE BUILD SOURCE
set -u
cmake=$1 build=$2 source=$3
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
fail() {
  echo "$*"
  exit 1
}
generator=$(sed -n 's/^CMAKE_GENERATOR:INTERNAL=//p' "$build/CMakeCache.txt")
# pkg-config finds nothing, C++ is no compiler: what asks for either fails.
export PKG_CONFIG=/bin/false CXX=/bin/false

adopt() { # NAME LINES OPTIONS...
  local name=$1 lines=$2
  shift 2
  mkdir "$work/$name" && cp "$source/tests/examples/float.c" "$work/$name/game.c" || exit 1
  cat >"$work/$name/CMakeLists.txt" <<EOF
cmake_minimum_required(VERSION 3.20)
project(game C)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
$lines
add_executable(game game.c)
target_link_libraries(game PRIVATE weir::weir m)
EOF
  # -O1: it is to be built, not to be fast
  { "$cmake" -G "$generator" -S "$work/$name" -B "$work/$name/build" -DWEIR_WIDTHS=OFF -DCMAKE_C_FLAGS=-O1 -DCMAKE_BUILD_TYPE=None "$@" &&
    "$cmake" --build "$work/$name/build" --target game; } >"$work/log" 2>&1 || { cat "$work/log"; fail "$name"; }
  (cd "$work/$name/build" && ./game) || fail "$name: game gives $?"
  # Of our flags, one of each kind: warnings, language, numbers.
  tr '{' '\n' <"$work/$name/build/compile_commands.json" | grep 'game\.c' >"$work/flags" || fail "$name: no command compiles game.c"
  grep -oE -e '-Wall|-std=[a-z0-9]*|-ffp-contract=[a-z]*|-D[A-Z_]*' "$work/flags" && fail "$name: our flags reach game.c"
  grep -rl libweir --include=cmake_install.cmake "$work/$name/build" && fail "$name: our install rules come with it"
  true
}

adopt fetched "include(FetchContent)
FetchContent_Declare(weir SOURCE_DIR \"$source\")
FetchContent_MakeAvailable(weir)"
readelf -d "$work/fetched/build/game" | grep -q libweir && fail "fetched: the library is not static"
# Within a project that has threads of its own.
adopt below "find_package(Threads REQUIRED)
add_subdirectory(\"$source\" weir)" -DBUILD_SHARED_LIBS=ON
readelf -d "$work/below/build/game" | grep -q 'libweir\.so' || fail "below: the library is not shared"

# By itself, with its package, where there is no Python to write the interface as JSON.
{ "$cmake" -G "$generator" -S "$source" -B "$work/alone" -DWEIR_PROGRAM=OFF -DWEIR_PYTHON=OFF -DWEIR_WIDTHS=OFF -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS=-O1 &&
  "$cmake" --build "$work/alone" && "$cmake" --install "$work/alone" --component library --prefix "$work/prefix"; } >"$work/log" 2>&1 ||
  { cat "$work/log"; fail "alone"; }
[ -f "$work/prefix/include/weir/weir.h" ] || fail "alone: no header is installed"
[ ! -e "$work/prefix/share/weir" ] || fail "alone: there was a Python"
echo "adopted in three ways"
