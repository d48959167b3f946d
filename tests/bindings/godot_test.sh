#!/usr/bin/env bash
# The class of docs/bindings.md for Godot, compiled against stand-ins (godot/) and stepped, gives the bits that C's gives.
#   godot_test.sh SOURCE BUILD PYTHON SCRIPT
set -u
source=$1 build=$2
export SCRIPT=$4
command -v c++ >/dev/null || { echo "skipped: no c++"; exit 77; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
. "$source/tests/bindings/page.sh"

block cpp >pond.cpp && cp "$source/tests/bindings/godot/main.cpp" . || exit 1
c++ -std=c++17 -Wall -Wextra -Werror -I "$source/tests/bindings/godot" -I "$source/src" main.cpp "$library/libweir.a" -lm -pthread -o pond || exit 1
./pond >out || { cat out; exit 1; }
same out
