#!/usr/bin/env bash
# The program of docs/bindings.md for C#, with the declarations that are generated for it, gives the bits that C's gives.
#   csharp_test.sh SOURCE BUILD PYTHON SCRIPT
set -u
source=$1 build=$2 python=$3
export SCRIPT=$4 PYTHONDONTWRITEBYTECODE=1
{ command -v mcs && command -v mono; } >/dev/null || { echo "skipped: no mcs (Debian: mono-mcs mono-runtime)"; exit 77; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
. "$source/tests/bindings/page.sh"

"$python" "$source/bindings/csharp.py" "$build/weir.json" >Weir.cs || exit 1
block csharp >Main.cs || exit 1
mcs -unsafe -warnaserror Main.cs Weir.cs || exit 1
LD_LIBRARY_PATH=$library mono Main.exe >out || exit 1
same out
