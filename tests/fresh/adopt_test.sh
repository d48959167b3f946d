#!/usr/bin/env bash
# The four ways to have the library, from an empty folder in a minimal Debian: the pond with the floating box (tests/examples/float.c), each
# command of docs/library.md with its seconds. First with gcc alone, then with what each way needs besides.
#   tests/fresh/adopt_test.sh bookworm|trixie
# Exit status: 0; 1 when a command did not do as it should; 77 when this machine does not let a root be made.
set -euo pipefail
suite=${1:?usage: adopt_test.sh bookworm|trixie}
source=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)

name=adopt_test.sh
# shellcheck source=tests/fresh/root.sh
. "$source/tests/fresh/root.sh"
within root 'useradd --create-home --shell /bin/bash visitor'

# Packages, as root: how long they take, the network has a say in.
need() {
  local started=$SECONDS
  within root "apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends $*" >/dev/null 2>&1
  say "apt-get install $*: $((SECONDS - started)) s"
}
# A command of the user's, in a folder of their own.
try() {
  local started
  started=$(date +%s%N)
  within visitor "mkdir -p game && cd game && $1" </dev/null || { say "FAIL: $1"; exit 1; }
  say "$1: $((($(date +%s%N) - started) / 1000000)) ms"
}

need gcc libc6-dev
within root 'command -v cmake make python3 pkg-config' && { say "FAIL: there is more than gcc"; exit 1; }
"$source/weir.sh" amalgamate "$root/home/visitor/two"
cp "$source/tests/examples/float.c" "$root/home/visitor/float.c"
within root 'chown -R visitor: /home/visitor'
say "--- two files, gcc alone"
try "cp ../two/weir.c ../two/weir.h . && sed 's|<weir/weir.h>|\"weir.h\"|' ../float.c >game.c"
try 'cc -O2 game.c weir.c -lm'
try './a.out'

say "--- FetchContent, with the checkout as its source"
need cmake make git
git -c safe.directory='*' -C "$source" bundle create -q "$root/weir.bundle" HEAD
within visitor 'git clone -q /weir.bundle weir 2>/dev/null'
cat >"$root/home/visitor/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.20)
project(game C)
include(FetchContent)
FetchContent_Declare(weir SOURCE_DIR /home/visitor/weir)
FetchContent_MakeAvailable(weir)
add_executable(game game.c)
target_link_libraries(game PRIVATE weir::weir m)
END
try 'cp ../CMakeLists.txt . && cp ../float.c game.c && cmake -S . -B build >log && cmake --build build -j2 >>log && build/game'

say "--- a package, by pkg-config"
need pkg-config
try 'cmake -S ../weir -B library -DWEIR_PROGRAM=OFF >log && cmake --build library -j2 --target weir_shared weir_static >>log'
try 'cmake --install library --component library --prefix ~/prefix >>log'
try 'export PKG_CONFIG_PATH=~/prefix/lib/pkgconfig LD_LIBRARY_PATH=~/prefix/lib && cc -o packaged game.c $(pkg-config --cflags --libs weir) -lm && ./packaged'

say "--- Python"
need "$(sed -nE 's/^    sudo apt-get install (gcc .*)$/\1/p' "$source/docs/bindings.md")"
try 'python3 -m venv --system-site-packages water && water/bin/pip install -q ../weir/bindings/python'
cat >"$root/home/visitor/float.py" <<'END'
import numpy, weir
water, box, dt = weir.Water(depth=numpy.full((64, 64), 2.0)), weir.Body(position=(8, 2.5, 8), id=1), 0.02
for _ in range(2000):
    water.displace([box], dt)
    water.step(dt)
    force, = water.push([box], dt)
    box.move(force, 9.81, dt)
print(f"{force.submerged / force.volume:.3f} of the box is under water; Archimedes says 0.500")
END
try 'water/bin/python ../float.py'
say "$SECONDS s in all"
