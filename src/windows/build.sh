#!/usr/bin/env bash
# Builds the program for Windows, in build/windows/weir.zip, which runs where it is unpacked. `./weir.sh windows` calls this, after it has installed
# what $windows names. SDL, ODE, libccd, Dear ImGui, zstd, cJSON and inih come from the distribution's source packages, and are compiled here by
# clang with MinGW-w64.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
root=$PWD name=windows
mkdir -p build/windows
cd build/windows
# shellcheck source=third_party/from_source.sh
. "$root/third_party/from_source.sh"
triplet=x86_64-w64-mingw32
command -v $triplet-g++-win32 >/dev/null || fail "needs MinGW-w64; ./weir.sh windows installs it"

gcc=$(dirname "$($triplet-g++-win32 -print-libgcc-file-name)")
compile="clang --target=$triplet -D__USE_MINGW_ANSI_STDIO=1"
compile_cpp="-isystem $gcc/include/c++ -isystem $gcc/include/c++/$triplet"
archive=$triplet-ar
exact="-ffp-contract=off" # as the project's own files (CMakeLists.txt): one hash everywhere
crossed=(-G Ninja -DCMAKE_BUILD_TYPE=Release "-DCMAKE_TOOLCHAIN_FILE=$root/src/windows/toolchain.cmake")

others() {
  begin

  # By its own CMakeLists.txt; without a renderer of its own, Vulkan and what feels forces.
  { cmake -S libsdl2 -B sdl "${crossed[@]}" -DCMAKE_INSTALL_PREFIX="$ready" -DSDL_SHARED=OFF -DSDL_STATIC=ON -DSDL_TEST=OFF -DSDL_RENDER=OFF -DSDL_VULKAN=OFF \
    -DSDL_HAPTIC=OFF -DSDL2_DISABLE_SDL2MAIN=ON >sdl.log 2>&1 && cmake --build sdl >>sdl.log 2>&1 && cmake --install sdl >>sdl.log 2>&1; } ||
    { grep -E "error|undefined" sdl.log >&2; fail "sdl.log says what failed"; }
  described sdl2 "$(version libsdl2)" SDL2 "-lSDL2 -lsetupapi -luser32 -lgdi32 -lwinmm -limm32 -lole32 -loleaut32 -lversion -luuid -ladvapi32 -lshell32"

  # shellcheck disable=SC2119
  build_ode # MinGW has no header of alloca
  build_imgui -O2 # it loads OpenGL itself
  build_small
}

[ -e ready/done ] || { say "builds SDL, ODE, Dear ImGui and others for Windows (three minutes)"; others; touch ready/done; }

# --- ours ----------------------------------------------------------------------------------------------------------------------
python3 -c 'import struct, sys
png = open(sys.argv[1], "rb").read()
width, height = struct.unpack(">II", png[16:24])
open(sys.argv[2], "wb").write(struct.pack("<HHHBBBBHHII", 0, 1, 1, width % 256, height % 256, 0, 0, 1, 32, len(png), 22) + png)' \
  "$root/assets/icon.png" "$ready/include/weir.ico"
PKG_CONFIG_LIBDIR=$ready/lib/pkgconfig cmake -S "$root" -B program "${crossed[@]}" -DWEIR_FILM=OFF -DWEIR_INSTALL=OFF -DWEIR_TESTS=OFF -DWEIR_WERROR=ON \
  -DCMAKE_RC_FLAGS="-I$ready/include" >configure.log 2>&1 || { tail -20 configure.log >&2; fail "cmake could not configure; its words stand above"; }
cmake --build program --target weir weir_console golden_hashes >build.log 2>&1 || { grep -E "error|warning|undefined" build.log >&2; fail "build.log says what failed"; }

# One folder that runs where it is unpacked: the program, what it reads, and words for those who open it.
folder=weir-$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' program/CMakeCache.txt)
rm -rf "$folder" weir.zip
mkdir "$folder"
cp program/weir.exe program/weir-console.exe "$root/LICENSE" "$folder/"
cp -r "$root/assets" "$root/shaders" "$folder/"
rm -rf "$folder/assets/pictures"
cmake -E tar cf weir.zip --format=zip "$folder"
say "$PWD/weir.zip: $(wc -c <weir.zip) bytes"
