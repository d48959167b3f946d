#!/usr/bin/env bash
# The libraries that the program needs, from the distribution's source packages, compiled for another target: sourced by src/page/build.sh and
# src/windows/build.sh. Before a call: `compile` is the compiler with what every file needs, `compile_cpp` what C++ needs besides, `archive`
# makes a library of objects, `exact` are the flags that keep bits equal (as CMakeLists.txt), and the working folder is the caller's own, in
# build/. What is built comes to ready/, where pkg-config finds it.
# shellcheck disable=SC2154,SC2034,SC2148

ready=$PWD/ready

say() { printf '%s: %s\n' "$name" "$*" >&2; }
fail() { say "$*"; exit 1; }

there() { # source package: its source, which is all that is built
  ls "$1"_*.orig.tar.*z >/dev/null 2>&1
}

# Downloads a source package, in the newest version that can be had: mirrors may name one that they have not, or lack the distribution's part of it.
download() { # package, apt's options...
  local package=$1 version
  shift
  for version in $(apt-cache "$@" showsrc --only-source "$package" 2>/dev/null | awk '$1 == "Version:" {print $2}' | sort -uVr); do
    apt-get "$@" source --download-only "$package=$version" >&2 || true
    if there "$package"; then return 0; fi
  done
  return 1
}

# Fetches source packages from where this machine's packages come from; inih, which some mirrors lack, from Ubuntu's, with the same sum. Exits
# with 77 if they are not to be had. All targets take them from build/sources.
fetch() { # package...
  local work=$PWD/apt source
  local options=(-q -o "Dir::State=$work" -o "Dir::State::status=$work/status" -o "Dir::Cache=$work/cache" -o "Dir::Etc::sourcelist=$work/sources.list"
    -o Dir::Etc::sourceparts=/dev/null -o APT::Sandbox::User=root)
  mkdir -p apt/lists/partial apt/cache/archives/partial ../sources
  touch apt/status
  # shellcheck disable=SC2016
  apt-get indextargets --format '$(ORIGIN)|$(REPO_URI)|$(RELEASE)|$(COMPONENT)' 'Created-By: Packages' | sort -u |
    awk -F'|' '($1 == "Debian" && $4 == "main") || ($1 == "Ubuntu" && ($4 == "main" || $4 == "universe")) {print "deb-src", $2, $3, $4}' >apt/sources.list
  [ -s apt/sources.list ] || fail "apt knows of no Debian or Ubuntu mirror to take source packages from"
  (cd ../sources && apt-get "${options[@]}" update >&2 && for source; do
    there "$source" || download "$source" "${options[@]}" || [ "$source" = libinih ] || exit 1
  done) || { say "the source packages cannot be fetched"; exit 77; }
  if ! ls ../sources/libinih_*.orig.tar.gz >/dev/null 2>&1; then
    local dsc file sum
    dsc=$(ls ../sources/libinih_*.dsc)
    read -r sum file <<<"$(sed -n '/^Checksums-Sha256/,/^Files/s/^ \([0-9a-f]*\) [0-9]* \(.*\.orig\.tar\.gz\)$/\1 \2/p' "$dsc")"
    python3 -c 'import sys, urllib.request; urllib.request.urlretrieve(*sys.argv[1:])' \
      "http://archive.ubuntu.com/ubuntu/pool/main/libi/libinih/$file" "../sources/$file" || { say "$file cannot be fetched"; exit 77; }
    echo "$sum  ../sources/$file" | sha256sum -c --quiet || { rm "../sources/$file"; fail "$file is not what the source package names"; }
  fi
  du -sh ../sources | awk -v name="$name" '{print name ": source packages, " $1}' >&2
}

unpack() { # source package -> its directory
  rm -rf "$1"
  mkdir "$1"
  tar -C "$1" --strip-components=1 -xf "$(ls ../sources/"$1"_*.orig.tar.*z)"
}

# Fetches and unpacks all that the program needs, for an empty ready/.
begin() {
  local source sources="libsdl2 ode libccd imgui libzstd cjson libinih"
  # shellcheck disable=SC2086
  fetch $sources
  rm -rf "$ready"
  mkdir -p "$ready/include"
  for source in $sources; do unpack "$source"; done
}

version() { # source package -> its version
  printf '%s\n' ../sources/"$1"_*.orig.tar.*z | sed 's/.*_\([0-9]*\(\.[0-9][0-9]*\)*\).*/\1/'
}

# Compiles the files whose names stand on standard input, and puts them into a library.
library() { # name, flags
  local name=$1
  shift
  rm -rf "objects/$name"
  mkdir -p "objects/$name" "$ready/lib"
  # shellcheck disable=SC2086,SC2016
  xargs -P "$(nproc)" -I{} sh -c 'exec "$0" "$@" -c {} -o objects/'"$name"'/$(echo {} | tr / _).o' $compile -w "$@"
  rm -f "$ready/lib/lib$name.a"
  $archive rcs "$ready/lib/lib$name.a" "objects/$name"/*.o
}

described() { # name, version, include directory below ready/include, libraries -> a file for pkg-config
  mkdir -p "$ready/lib/pkgconfig"
  printf 'Name: %s\nDescription: built from its source\nVersion: %s\nCflags: -I%s\nLibs: -L%s %s\n' \
    "$1" "$2" "$ready/include/$3" "$ready/lib" "${4:-}" >"$ready/lib/pkgconfig/$1.pc"
}

# ODE, with libccd, as the distribution's package is configured, less the meshes of triangles and threads. Its configure would ask a compiler
# that cannot link.
build_ode() { # what the system has: the names of config.h without HAVE_, besides those that all have
  printf '#ifndef CCD_CONFIG_H\n#define CCD_CONFIG_H\n#define CCD_DOUBLE\n#endif\n' >libccd/src/ccd/config.h
  # shellcheck disable=SC2086
  printf 'libccd/src/%s.c\n' ccd mpr polytope support vec3 | library ccd -O2 $exact -D_GNU_SOURCE -Ilibccd/src
  cp -r libccd/src/ccd "$ready/include/"

  local have="ALLOCA ATAN2F CLOCK_GETTIME COPYSIGN COPYSIGNF COSF FABSF FLOAT_H FLOOR FMODF GETTIMEOFDAY INTTYPES_H LIMITS_H MALLOC_H MATH_H"
  have="$have MEMMOVE MEMSET SINF SNPRINTF SQRT SQRTF STDARG_H STDBOOL_H STDDEF_H STDINT_H STDIO_H STDLIB_H STRING_H SYS_TIME_H SYS_TYPES_H TIME_H UNISTD_H $*"
  sed -E "s/^#undef (HAVE_(${have// /|}))$/#define \\1 1/; s/^#undef dTHREADING_INTF_DISABLED$/#define dTHREADING_INTF_DISABLED 1/; s/^#undef dOU_ENABLED$/#define dOU_ENABLED 1/; s/^#undef _OU_.*$//" \
    ode/ode/src/config.h.in >ode/ode/src/config.h
  sed 's/@ODE_PRECISION@/dDOUBLE/' ode/include/ode/precision.h.in >ode/include/ode/precision.h
  sed "s/@ODE_VERSION@/$(version ode)/" ode/include/ode/version.h.in >ode/include/ode/version.h
  local cylinders="-DdLIBCCD_CYL_CYL -DdLIBCCD_CAP_CYL -DdLIBCCD_CONVEX_BOX -DdLIBCCD_CONVEX_CAP -DdLIBCCD_CONVEX_CYL -DdLIBCCD_CONVEX_SPHERE -DdLIBCCD_CONVEX_CONVEX"
  # shellcheck disable=SC2086
  (printf '%s\n' ode/ode/src/*.cpp ode/ode/src/joints/*.cpp ode/ou/src/ou/*.cpp ode/ode/src/nextafterf.c | grep -v 'trimesh\|gimpact') |
    library ode -O2 $exact -fno-exceptions -fno-rtti $compile_cpp -DHAVE_CONFIG_H -D__ODE__ -DODE_LIB -Iode/ode/src -Iode/include -Iode/ou/include -D_OU_NAMESPACE=odeou \
      -D_OU_FEATURE_SET=_OU_FEATURE_SET_BASICS -D_OU_TARGET_OS=_OU_TARGET_OS_GENUNIX -DdLIBCCD_ENABLED -DdLIBCCD_SYSTEM -Iode/libccd/src/custom -I"$ready/include" $cylinders
  cp -r ode/include/ode "$ready/include/"
  described ode "$(version ode)" "" "-lode -lccd"
}

build_imgui() { # flags
  # shellcheck disable=SC2086
  printf 'imgui/%s.cpp\n' imgui imgui_draw imgui_tables imgui_widgets backends/imgui_impl_sdl backends/imgui_impl_opengl3 |
    library imgui -fno-exceptions -fno-rtti $compile_cpp -DIMGUI_DISABLE_DEMO_WINDOWS "$@" -I"$ready/include/SDL2" -I/usr/include/stb -Iimgui
  mkdir -p "$ready/include/imgui"
  cp -r imgui/*.h imgui/backends "$ready/include/imgui/"
  described imgui "$(version imgui)" imgui -limgui
}

# zstd, cJSON, inih; cglm and stb, which are headers.
build_small() {
  (printf '%s\n' libzstd/lib/{common,compress,decompress}/*.c) |
    library zstd -O2 -DZSTD_DISABLE_ASM -DZSTD_LEGACY_SUPPORT=0 -Ilibzstd/lib -Ilibzstd/lib/common
  cp libzstd/lib/zstd*.h "$ready/include/"
  described libzstd "$(version libzstd)" "" -lzstd

  echo cjson/cJSON.c | library cjson -O2 -DCJSON_HIDE_SYMBOLS
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
