#!/usr/bin/env bash
# cross.sh [--long | --all]: tests/golden/hashes.txt on another architecture: the library, the world and the program that prints the hashes
# are built for aarch64 with Debian's cross compiler and run by qemu-user, which has no vectors of x86, NEON instead, a fused
# multiply-add in every processor and another libm. Short runs of every third row (--all: of all; --long: whole ones, minutes): each scene,
# and each solver with each coupling, three times or four, as the rows of a scene are eleven. Works in build/cross, which keeps what
# was built of others; installs the compilers and the emulator if they are missing (root, or sudo).
#
# ODE and libccd are built here from the distribution's source packages with -ffp-contract=off: the packages for arm64 are built with
# gcc's default, which fuses a*b+c, and their bodies move differently in the last place. inih and zstd, which compute nothing with
# fractions, are the packages for arm64, unpacked and not installed; stb is headers.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
target=aarch64-linux-gnu
mode=--short each=3
case "${1:-}" in --long) mode="" each=1 ;; --all) each=1 ;; "") ;; *) echo "cross.sh: [--long | --all]" >&2; exit 2 ;; esac

say() { printf 'cross.sh: %s\n' "$*" >&2; }

# --- what is needed -----------------------------------------------------------------------------------------------------------
need=""
for package in gcc-$target g++-$target qemu-user dpkg-dev libstb-dev; do
  dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed || need="$need $package"
done
if [ -n "$need" ]; then
  as_root=""
  [ "$(id -u)" = 0 ] || as_root=sudo
  say "installs$need"
  $as_root apt-get update -q >&2
  # shellcheck disable=SC2086
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $need >&2
fi

root=$PWD
mkdir -p build/cross
cd build/cross
cross=$PWD

# Packages from where this machine's own come from, by a configuration of apt's that lies here: sources, and binaries for arm64.
fetch() {
  rm -rf sources
  mkdir -p apt/lists/partial apt/cache/archives/partial sources
  touch apt/status
  apt-get indextargets --format '$(ORIGIN)|$(REPO_URI)|$(RELEASE)|$(COMPONENT)' 'Created-By: Packages' | sort -u |
    awk -F'|' '($1 == "Debian" && $4 == "main") || ($1 == "Ubuntu" && ($4 == "main" || $4 == "universe")) {print "deb-src", $2, $3, $4; print "deb [arch=arm64]", $2, $3, $4}' >apt/sources.list
  [ -s apt/sources.list ] || { say "apt knows of no Debian or Ubuntu mirror to take source packages from"; exit 1; }
  local options="-q -o Dir::State=$cross/apt -o Dir::State::status=$cross/apt/status -o Dir::Cache=$cross/apt/cache
    -o Dir::Etc::sourcelist=$cross/apt/sources.list -o Dir::Etc::sourceparts=/dev/null -o APT::Sandbox::User=root
    -o APT::Architecture=arm64 -o APT::Architectures::=arm64"
  # shellcheck disable=SC2086
  (cd sources && apt-get $options update >&2 && apt-get $options source --download-only ode libccd >&2 && apt-get $options download libinih-dev libzstd-dev >&2)
}

unpack() { # source package -> its directory
  rm -rf "$1"
  mkdir "$1"
  tar -C "$1" --strip-components=1 -xf sources/"$1"_*.orig.tar.*
}

together() { # builds ODE, where it is configured
  local apart="step quickstep collision_space ode" file
  (cd ode/src && printf '#include "%s"\n' joints/*.cpp | sed 's|joints/||' >joints/together.cpp &&
    for file in *.cpp; do case " $apart together " in *" ${file%.cpp} "*) ;; *) printf '#include "%s"\n' "$file" ;; esac; done >together.cpp)
  # shellcheck disable=SC2086
  make -s -j"$(nproc)" -C ou && make -s -C ode/src/joints am_libjoints_la_OBJECTS=together.lo &&
    make -s -j"$(nproc)" -C ode/src am_libode_la_OBJECTS="nextafterf.lo together.lo $(printf '%s.lo ' $apart)"
}

# What the project is built with, but for the compiler (CMakeLists.txt).
exact="-ffp-contract=off"
flags="-std=c17 -O3 -DNDEBUG $exact -fno-math-errno -fno-trapping-math -fopenmp-simd -Wall -Wextra -I$root/src -I$cross/ready/include"

others() {
  fetch
  rm -rf ready
  mkdir -p ready/include ready/lib
  unpack libccd
  (cd libccd && printf '#ifndef CCD_CONFIG_H\n#define CCD_CONFIG_H\n#define CCD_DOUBLE\n#endif\n' >src/ccd/config.h &&
    for source in ccd mpr polytope support vec3; do $target-gcc -O2 $exact -D_GNU_SOURCE -Isrc -c src/$source.c -o $source.o; done &&
    $target-ar rcs ../ready/lib/libccd.a ./*.o && cp -r src/ccd ../ready/include/)
  dpkg-deb -x sources/libinih-dev_*_arm64.deb inih
  cp inih/usr/include/ini.h ready/include/
  cp inih/usr/lib/$target/libinih.a ready/lib/
  dpkg-deb -x sources/libzstd-dev_*_arm64.deb zstd
  cp zstd/usr/include/*.h ready/include/
  cp zstd/usr/lib/$target/libzstd.a ready/lib/
  mkdir -p stb
  cp -r /usr/include/stb ready/include/stb
  echo '#include <stb_image.h>' | $target-gcc -O2 $exact -DSTB_IMAGE_IMPLEMENTATION -Iready/include/stb -x c -c - -o stb/stb.o
  $target-ar rcs ready/lib/libstb.a stb/stb.o
  unpack ode
  sed -n 's/^AC_INIT(.*\[\([0-9.]*\)\].*/\1/p; s/^PACKAGE_VERSION=.\([0-9.]*\).$/\1/p' ode/configure ode/configure.ac 2>/dev/null | head -1 >ready/ode_version
  # As the package is configured, less the meshes of triangles: no body here is one. Its seventy files are small and their headers are not: they are
  # compiled as a few, all but those that have names in common; a version of ODE in which others have too is built file by file.
  (cd ode && CCD_CFLAGS="-I$cross/ready/include" CCD_LIBS="-L$cross/ready/lib -lccd" ./configure -q --host=$target --prefix="$cross/ready" \
    --enable-double-precision --with-libccd=system --enable-libccd --with-trimesh=none --disable-demos --disable-shared \
    --disable-dependency-tracking CFLAGS="-O2 -w $exact" CXXFLAGS="-O2 -w $exact" &&
    { together || { make -s clean && make -s -j"$(nproc)"; }; } && cp ode/src/.libs/libode.a ../ready/lib/ && cp -r include/ode ../ready/include/) >ode.log 2>&1 || { tail -20 ode.log >&2; exit 1; }
}

[ -e ready/lib/libzstd.a ] && [ -e ready/done ] || { say "builds ODE, libccd and stb for $target (a minute)"; others; touch ready/done; }

# --- ours ----------------------------------------------------------------------------------------------------------------------
say "builds the library and the world for $target"
rm -rf objects
mkdir objects
for source in "$root"/src/base/*.c "$root"/src/weir/*.c "$root"/src/weir/*/*.c "$root"/src/format/*.c "$root"/src/geo/*.c "$root"/src/scene/*.c "$root"/src/scene/*/*.c "$root"/src/world/*.c "$root"/src/world/*/*.c "$root"/tests/golden/hashes.c; do
  name=${source#"$root"/}
  printf '%s\0%s\0' "$source" "objects/${name//\//_}.o"
done >objects/list
ode_version=$(cat ready/ode_version)
# shellcheck disable=SC2086
xargs -0 -n 2 -P "$(nproc)" sh -c 'exec '"$target-gcc $flags -I$cross/ready/include/stb -DASSETS='\"$root/assets\"' -DODE_VERSION='\"$ode_version\"'"' -c "$0" -o "$1"' <objects/list
$target-g++ -pthread objects/*.o -Lready/lib -lode -lccd -linih -lzstd -lstb -lm -o golden_hashes

# shellcheck disable=SC2086
$target-gcc $flags "$root/tests/unit/lanes.c" -lm -o lanes

say "runs it with qemu-aarch64"
qemu-aarch64 -L /usr/$target ./lanes
parts=$(nproc) pids="" bad=0
for part in $(seq "$parts"); do
  # shellcheck disable=SC2086
  qemu-aarch64 -L /usr/$target ./golden_hashes "$root/tests/golden/hashes.txt" $mode --part "$((1 + each * (part - 1)))/$((each * parts))" &
  pids="$pids $!"
done
for pid in $pids; do wait "$pid" || bad=1; done
exit $bad
