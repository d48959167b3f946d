#!/usr/bin/env bash
# Builds the page: the program as one HTML file that opens from disk, in build/page/weir.html. `./weir.sh page` calls this, after it has
# installed what $packages names. SDL, ODE, libccd, Dear ImGui, zstd, cJSON and inih come from the distribution's source packages, as tests/golden/
# cross.sh takes them, and are compiled here for WebAssembly by the compiler that emscripten has, called by its name: emcc takes half a second
# of Python for each file.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
root=$PWD
export NODE_PATH=${NODE_PATH:-/usr/share/nodejs} # where Debian's emscripten has its modules, which a node of another origin does not look in
mkdir -p build/page
cd build/page
page=$PWD ready=$PWD/ready

say() { printf 'page: %s\n' "$*" >&2; }
fail() { say "$*"; exit 1; }
command -v emcc >/dev/null || fail "needs emscripten; ./weir.sh page installs it"

clang=clang-$(sed -n "s/^CLANG_ADD_VERSION *= *'\(.*\)'/\1/p" /usr/share/emscripten/.emscripten)
target=$(emcc --cflags)
exact="-ffp-contract=off -msimd128" # as the project's own files (CMakeLists.txt): one hash everywhere
sources="libsdl2 ode libccd imgui libzstd cjson libinih"

# Fetches source packages from where this machine's packages come from; inih, which some mirrors lack, from Ubuntu's, with the same sum. Exits
# with 77 if they are not to be had.
fetch() {
  mkdir -p apt/lists/partial apt/cache/archives/partial sources
  touch apt/status
  apt-get indextargets --format '$(ORIGIN)|$(REPO_URI)|$(RELEASE)|$(COMPONENT)' 'Created-By: Packages' | sort -u |
    awk -F'|' '($1 == "Debian" && $4 == "main") || ($1 == "Ubuntu" && ($4 == "main" || $4 == "universe")) {print "deb-src", $2, $3, $4}' >apt/sources.list
  [ -s apt/sources.list ] || fail "apt knows of no Debian or Ubuntu mirror to take source packages from"
  local options="-q -o Dir::State=$page/apt -o Dir::State::status=$page/apt/status -o Dir::Cache=$page/apt/cache
    -o Dir::Etc::sourcelist=$page/apt/sources.list -o Dir::Etc::sourceparts=/dev/null -o APT::Sandbox::User=root" source
  # shellcheck disable=SC2086
  (cd sources && apt-get $options update >&2 && for source in $sources; do
    apt-get $options source --download-only "$source" >&2 || [ "$source" = libinih ] || exit 1
  done) || { say "the source packages cannot be fetched"; exit 77; }
  if ! ls sources/libinih_*.orig.tar.gz >/dev/null 2>&1; then
    local dsc name sum
    dsc=$(ls sources/libinih_*.dsc)
    read -r sum name <<<"$(sed -n '/^Checksums-Sha256/,/^Files/s/^ \([0-9a-f]*\) [0-9]* \(.*\.orig\.tar\.gz\)$/\1 \2/p' "$dsc")"
    python3 -c 'import sys, urllib.request; urllib.request.urlretrieve(*sys.argv[1:])' \
      "http://archive.ubuntu.com/ubuntu/pool/main/libi/libinih/$name" "sources/$name" || { say "$name cannot be fetched"; exit 77; }
    echo "$sum  sources/$name" | sha256sum -c --quiet || { rm "sources/$name"; fail "$name is not what the source package names"; }
  fi
  du -sh sources | awk '{print "page: source packages, " $1}' >&2
}

unpack() { # source package -> its directory
  rm -rf "$1"
  mkdir "$1"
  tar -C "$1" --strip-components=1 -xf "$(ls sources/"$1"_*.orig.tar.*z)"
}

version() { # source package -> its version
  printf '%s\n' sources/"$1"_*.dsc | sed 's/.*_\([0-9.]*\).*/\1/'
}

# Compiles the files whose names stand on standard input, and puts them into a library.
library() { # name, flags
  local name=$1
  shift
  rm -rf "objects/$name"
  mkdir -p "objects/$name" "$ready/lib"
  # shellcheck disable=SC2086
  xargs -P "$(nproc)" -I{} sh -c 'exec "$0" "$@" -c {} -o objects/'"$name"'/$(echo {} | tr / _).o' "$clang" $target -w "$@"
  rm -f "$ready/lib/lib$name.a"
  emar rcs "$ready/lib/lib$name.a" "objects/$name"/*.o
}

described() { # name, version, include directory below ready/include, libraries -> a file for pkg-config
  mkdir -p "$ready/lib/pkgconfig"
  printf 'Name: %s\nDescription: for the page\nVersion: %s\nCflags: -I%s\nLibs: %s\n' "$1" "$2" "$ready/include/$3" "${4:-}" >"$ready/lib/pkgconfig/$1.pc"
}

others() {
  fetch
  rm -rf "$ready"
  mkdir -p "$ready/include"
  local source
  for source in $sources; do unpack "$source"; done

  # What SDL's own configuration for emscripten names; no renderer of its own, no test.
  (cd libsdl2/src && printf 'libsdl2/src/%s\n' *.c atomic/*.c audio/*.c audio/{disk,dummy,emscripten}/*.c cpuinfo/*.c events/*.c file/*.c \
    filesystem/emscripten/*.c haptic/*.c haptic/dummy/*.c joystick/*.c joystick/{emscripten,virtual}/*.c libm/*.c loadso/*/*.c locale/*.c \
    locale/emscripten/*.c misc/*.c misc/emscripten/*.c power/*.c power/emscripten/*.c render/*.c render/opengles2/*.c sensor/*.c sensor/dummy/*.c stdlib/*.c \
    thread/*.c thread/generic/*.c timer/*.c timer/unix/*.c video/*.c video/{dummy,emscripten,yuv2rgb}/*.c |
    grep -v '\*' | grep -v 'loadso/\(windows\|os2\)') | library SDL2 -O2 -Ilibsdl2/include
  mkdir -p "$ready/include/SDL2"
  cp libsdl2/include/*.h "$ready/include/SDL2/"
  described sdl2 "$(version libsdl2)" SDL2 -lSDL2

  printf '#ifndef CCD_CONFIG_H\n#define CCD_CONFIG_H\n#define CCD_DOUBLE\n#endif\n' >libccd/src/ccd/config.h
  # shellcheck disable=SC2086
  printf 'libccd/src/%s.c\n' ccd mpr polytope support vec3 | library ccd -O2 $exact -D_GNU_SOURCE -Ilibccd/src
  cp -r libccd/src/ccd "$ready/include/"

  # As the distribution's package is configured, less the meshes of triangles and threads. Its configure would ask a compiler that cannot link.
  local have="ALLOCA ALLOCA_H ATAN2F CLOCK_GETTIME COPYSIGN COPYSIGNF COSF FABSF FLOAT_H FLOOR FMODF GETTIMEOFDAY INTTYPES_H LIMITS_H MALLOC_H MATH_H"
  have="$have MEMMOVE MEMSET SINF SNPRINTF SQRT SQRTF STDARG_H STDBOOL_H STDDEF_H STDINT_H STDIO_H STDLIB_H STRING_H SYS_TIME_H SYS_TYPES_H TIME_H UNISTD_H"
  sed -E "s/^#undef (HAVE_(${have// /|}))$/#define \\1 1/; s/^#undef dTHREADING_INTF_DISABLED$/#define dTHREADING_INTF_DISABLED 1/; s/^#undef dOU_ENABLED$/#define dOU_ENABLED 1/; s/^#undef _OU_.*$//" \
    ode/ode/src/config.h.in >ode/ode/src/config.h
  sed 's/@ODE_PRECISION@/dDOUBLE/' ode/include/ode/precision.h.in >ode/include/ode/precision.h
  sed "s/@ODE_VERSION@/$(version ode)/" ode/include/ode/version.h.in >ode/include/ode/version.h
  local cylinders="-DdLIBCCD_CYL_CYL -DdLIBCCD_CAP_CYL -DdLIBCCD_CONVEX_BOX -DdLIBCCD_CONVEX_CAP -DdLIBCCD_CONVEX_CYL -DdLIBCCD_CONVEX_SPHERE -DdLIBCCD_CONVEX_CONVEX"
  # shellcheck disable=SC2086
  (printf '%s\n' ode/ode/src/*.cpp ode/ode/src/joints/*.cpp ode/ou/src/ou/*.cpp ode/ode/src/nextafterf.c | grep -v 'trimesh\|gimpact') |
    library ode -O2 $exact -fno-exceptions -fno-rtti -DHAVE_CONFIG_H -D__ODE__ -Iode/ode/src -Iode/include -Iode/ou/include -D_OU_NAMESPACE=odeou \
      -D_OU_FEATURE_SET=_OU_FEATURE_SET_BASICS -D_OU_TARGET_OS=_OU_TARGET_OS_GENUNIX -DdLIBCCD_ENABLED -DdLIBCCD_SYSTEM -Iode/libccd/src/custom -I"$ready/include" $cylinders
  cp -r ode/include/ode "$ready/include/"
  described ode "$(version ode)" "" "-lode -lccd"

  printf 'imgui/%s.cpp\n' imgui imgui_draw imgui_tables imgui_widgets backends/imgui_impl_sdl backends/imgui_impl_opengl3 |
    library imgui -Oz -fno-exceptions -fno-rtti -DIMGUI_IMPL_OPENGL_ES3 -DIMGUI_DISABLE_DEMO_WINDOWS -I"$ready/include/SDL2" -I/usr/include/stb -Iimgui
  mkdir -p "$ready/include/imgui"
  cp -r imgui/*.h imgui/backends "$ready/include/imgui/"
  described imgui "$(version imgui)" imgui -limgui

  (printf '%s\n' libzstd/lib/{common,compress,decompress}/*.c) |
    library zstd -O2 -DZSTD_DISABLE_ASM -DZSTD_LEGACY_SUPPORT=0 -Ilibzstd/lib -Ilibzstd/lib/common
  cp libzstd/lib/zstd*.h "$ready/include/"
  described libzstd "$(version libzstd)" "" -lzstd

  echo cjson/cJSON.c | library cjson -O2
  mkdir -p "$ready/include/cjson"
  cp cjson/cJSON.h "$ready/include/cjson/"
  described libcjson "$(version cjson)" "" -lcjson

  echo libinih/ini.c | library inih -O2
  cp libinih/ini.h "$ready/include/"
  described inih "$(version libinih)" "" -linih

  cp -r /usr/include/cglm /usr/include/stb "$ready/include/"
  described cglm "$(pkg-config --modversion cglm)" ""
  described stb "$(pkg-config --modversion stb)" stb
}

[ -e ready/done ] || { say "builds SDL, ODE, Dear ImGui and others for WebAssembly (two minutes)"; others; touch ready/done; }

# --- ours ----------------------------------------------------------------------------------------------------------------------
PKG_CONFIG_LIBDIR=$ready/lib/pkgconfig emcmake cmake -S "$root" -B program -G Ninja -DWEIR_THREADS=OFF -DWEIR_FILM=OFF -DWEIR_INSTALL=OFF \
  -DWEIR_TESTS=OFF -DWEIR_WERROR=ON -DCMAKE_EXE_LINKER_FLAGS="-L$ready/lib" -DCMAKE_C_FLAGS=-msimd128 -DCMAKE_CXX_FLAGS="-msimd128 -fno-exceptions -fno-rtti" \
  >configure.log 2>&1 || { tail -20 configure.log >&2; fail "cmake could not configure; its words stand above"; }
cmake --build program >build.log 2>&1 || { grep -E "error|warning|undefined" build.log >&2; fail "build.log says what failed"; }
python3 "$root/src/page/one_file.py" "$root/src/page/page.html" program/weir.js program/weir.wasm weir.html
say "$page/weir.html: $(wc -c <weir.html) bytes, $(gzip -9 -c weir.html | wc -c) as a server sends it (gzip)"
