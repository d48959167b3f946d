#!/usr/bin/env bash
# Builds the page: the program as one HTML file that opens from disk, in build/page/weir.html. `./weir.sh page` calls this, after it has
# installed what $pages names. SDL, ODE, libccd, Dear ImGui, zstd, cJSON and inih come from the distribution's source packages, and are compiled
# here for WebAssembly by the compiler that emscripten has, called by its name: emcc takes half a second of Python for each file.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
root=$PWD name=page
export NODE_PATH=${NODE_PATH:-/usr/share/nodejs} # where Debian's emscripten has its modules, which a node of another origin does not look in
mkdir -p build/page
cd build/page
# shellcheck source=third_party/from_source.sh
. "$root/third_party/from_source.sh"
command -v emcc >/dev/null || fail "needs emscripten; ./weir.sh page installs it"

compile="clang-$(sed -n "s/^CLANG_ADD_VERSION *= *'\(.*\)'/\1/p" /usr/share/emscripten/.emscripten) $(emcc --cflags)"
compile_cpp="" archive=emar
exact="-ffp-contract=off -msimd128" # as the project's own files (CMakeLists.txt): one hash everywhere

others() {
  begin

  # What SDL's own configuration for emscripten names; no renderer of its own, no test.
  (cd libsdl2/src && printf 'libsdl2/src/%s\n' *.c atomic/*.c audio/*.c audio/{disk,dummy,emscripten}/*.c cpuinfo/*.c events/*.c file/*.c \
    filesystem/emscripten/*.c haptic/*.c haptic/dummy/*.c joystick/*.c joystick/{emscripten,virtual}/*.c libm/*.c loadso/*/*.c locale/*.c \
    locale/emscripten/*.c misc/*.c misc/emscripten/*.c power/*.c power/emscripten/*.c render/*.c render/opengles2/*.c sensor/*.c sensor/dummy/*.c stdlib/*.c \
    thread/*.c thread/generic/*.c timer/*.c timer/unix/*.c video/*.c video/{dummy,emscripten,yuv2rgb}/*.c |
    grep -v '\*' | grep -v 'loadso/\(windows\|os2\)') | library SDL2 -O2 -Ilibsdl2/include
  mkdir -p "$ready/include/SDL2"
  cp libsdl2/include/*.h "$ready/include/SDL2/"
  described sdl2 "$(version libsdl2)" SDL2 -lSDL2

  build_ode ALLOCA_H
  build_imgui -Oz -DIMGUI_IMPL_OPENGL_ES3
  build_small
}

[ -e ready/done ] || { say "builds SDL, ODE, Dear ImGui and others for WebAssembly (two minutes)"; others; touch ready/done; }
# --- ours ----------------------------------------------------------------------------------------------------------------------
PKG_CONFIG_LIBDIR=$ready/lib/pkgconfig emcmake cmake -S "$root" -B program -G Ninja -DWEIR_THREADS=OFF -DWEIR_FILM=OFF -DWEIR_INSTALL=OFF \
  -DWEIR_TESTS=OFF -DWEIR_WERROR=ON -DCMAKE_EXE_LINKER_FLAGS="-L$ready/lib" -DCMAKE_C_FLAGS=-msimd128 -DCMAKE_CXX_FLAGS="-msimd128 -fno-exceptions -fno-rtti" \
  >configure.log 2>&1 || { tail -20 configure.log >&2; fail "cmake could not configure; its words stand above"; }
cmake --build program >build.log 2>&1 || { grep -E "error|warning|undefined" build.log >&2; fail "build.log says what failed"; }
python3 "$root/src/page/one_file.py" "$root/src/page/page.html" program/weir.js program/weir.wasm weir.html
say "$PWD/weir.html: $(wc -c <weir.html) bytes, $(gzip -9 -c weir.html | wc -c) as a server sends it (gzip)"
