#!/usr/bin/env bash
# The program of docs/bindings.md for Rust, with the declarations that are generated for it, gives the bits that C's gives.
#   rust_test.sh SOURCE BUILD PYTHON SCRIPT
set -u
source=$1 build=$2 python=$3
export SCRIPT=$4 PYTHONDONTWRITEBYTECODE=1
version=$(rustc --version 2>/dev/null | sed -nE "s/^rustc 1\.([0-9]+).*/\1/p")
[ "${version:-0}" -ge 77 ] || { echo "skipped: no rustc of 1.77 or later, which has offset_of (Debian 12 has 1.63)"; exit 77; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
. "$source/tests/bindings/page.sh"

"$python" "$source/bindings/rust.py" "$build/weir.json" >weir.rs || exit 1
block rust >main.rs || exit 1
rustc -O -D warnings main.rs -L "$library" -l weir || exit 1
LD_LIBRARY_PATH=$library ./main >out || exit 1
same out
