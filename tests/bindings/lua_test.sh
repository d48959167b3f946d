#!/usr/bin/env bash
# The program of docs/bindings.md for LuaJIT, with the declarations that are generated for it, gives the bits that C's gives.
#   lua_test.sh SOURCE BUILD PYTHON SCRIPT
set -u
source=$1 build=$2 python=$3
export SCRIPT=$4 PYTHONDONTWRITEBYTECODE=1
command -v luajit >/dev/null || { echo "skipped: no luajit (Debian: luajit)"; exit 77; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
. "$source/tests/bindings/page.sh"

"$python" "$source/bindings/cdef.py" "$build/weir.json" >weir.cdef || exit 1
block lua >pond.lua || exit 1
LD_LIBRARY_PATH=$library luajit pond.lua >out || exit 1
same out
