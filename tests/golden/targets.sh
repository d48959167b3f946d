#!/usr/bin/env bash
# targets.sh [--short] [TARGET...]: tests/golden/library.txt on other targets: the library by itself, built by its own CMakeLists.txt, and the
# program that prints the hashes, compiled for each target and run there: on this machine, by qemu-user, by node or by wine. Without a name:
# all that are listed below. As many at a time as there are processors. Compares 150 ticks of all rows, which takes an emulator minutes;
# --short 40 ticks, and of emulated targets every third row, which has each solver with each coupling once. Writes build/targets/table.txt
# and ends with 1 if a row differs. Installs what is missing (root, or sudo).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
root=$PWD
golden=$root/tests/golden

# Longest first, so that no processor waits for the last one.
all="riscv64 ppc64le s390x aarch64 armhf armhf-neon x86-64-gcc x86-64-clang windows wasm32 wasm32-simd"

say() { printf 'targets.sh: %s\n' "$*" >&2; }

# What a target is built with, runs with and needs. `emulated`: too slow for every row in a short run.
describe() {
  system=Linux processor=$1 compiler=clang triplet="" flags="" options="" runner="" runs_with="this machine" widths="" threads=1 emulated=yes suffix=""
  case $1 in
    x86-64-gcc) processor=x86_64 compiler=gcc needs=gcc ;;
    x86-64-clang) processor=x86_64 needs=clang ;;
    aarch64) gnu aarch64-linux-gnu qemu-aarch64 arm64 ;;
    armhf) processor=armv7l && gnu arm-linux-gnueabihf qemu-arm armhf ;;
    # gcc, unless told to be inexact, computes no floats with NEON; clang does.
    armhf-neon) processor=armv7l && gnu arm-linux-gnueabihf qemu-arm armhf && compiler=clang triplet=arm-linux-gnueabihf flags=-mfpu=neon needs="$needs clang" ;;
    riscv64) gnu riscv64-linux-gnu qemu-riscv64 riscv64 ;;
    ppc64le) gnu powerpc64le-linux-gnu qemu-ppc64le ppc64el ;;
    s390x) gnu s390x-linux-gnu qemu-s390x s390x && exact="$exact -fexcess-precision=fast" ;; # as CMakeLists.txt
    wasm32*)
      system=Generic triplet=wasm32-wasi options=-DWEIR_THREADS=OFF emulated="" runs_with="node $(node --version 2>/dev/null || true)"
      runner="node --no-warnings $golden/wasi.cjs"
      [ "$1" = wasm32 ] || flags=-msimd128
      needs="clang lld wasi-libc libclang-rt-14-dev-wasm32 nodejs" ;;
    # gcc for Windows puts vectors of 32 bytes on a stack of 16: clang. What it takes from gcc is libgcc.
    windows)
      system=Windows processor=AMD64 suffix=.exe triplet=x86_64-w64-mingw32 runner=/usr/lib/wine/wine64
      runs_with="$(dpkg-query -W -f='wine ${Version}' wine64 2>/dev/null || true)"
      needs="clang gcc-mingw-w64-x86-64-win32 mingw-w64-x86-64-dev wine64" ;;
    *) say "no such target: $1; there are: $all"; exit 2 ;;
  esac
  case $1 in x86-64* | windows) widths="sse2 avx2 avx512" threads=2 emulated="" ;; esac
}
gnu() { compiler=$1-gcc runner="$2 -L /usr/$1" runs_with=$2 needs="gcc-$1 libc6-dev-$3-cross qemu-user"; } # triplet, emulator, Debian's name
exact="-ffp-contract=off" # of the program that prints the hashes; the library has its own flags

build() { # target
  local given=() words=()
  [ -z "$triplet" ] || given+=("-DCMAKE_C_COMPILER_TARGET=$triplet") words+=("--target=$triplet")
  if [ "$system" = Linux ]; then words+=(-pthread); else given+=(-DCMAKE_TRY_COMPILE_TARGET_TYPE=STATIC_LIBRARY); fi # a trial program would not link
  cmake -S . -B "build/targets/$1" -G Ninja -DCMAKE_BUILD_TYPE=Release -DWEIR_PROGRAM=OFF -DCMAKE_SYSTEM_NAME=$system \
    -DCMAKE_SYSTEM_PROCESSOR="$processor" -DCMAKE_C_COMPILER="$compiler" "${given[@]}" "-DCMAKE_C_FLAGS=$flags" $options &&
    cmake --build "build/targets/$1" --target weir_static -j 1 || return 1
  # Debian's folder of libgcc has a name that clang does not look for.
  [ "$system" != Windows ] || words+=(-static "-L$(dirname "$(x86_64-w64-mingw32-gcc-win32 -print-libgcc-file-name)")")
  # shellcheck disable=SC2086
  "$compiler" "${words[@]}" $flags -std=c17 -O2 $exact -Isrc tests/golden/library.c tests/golden/library_water.c \
    "build/targets/$1/src/weir/package/libweir.a" -lm -o "build/targets/$1/library_hashes$suffix"
}

# Prints a row of the table for each vector width. Returns 1 if a row of hashes differs, or nothing was compared.
measure() { # target, word...
  local began=$SECONDS target=$1 status=0 code seconds said vectors equal rows asked
  shift
  describe "$target"
  build "$target" >"build/targets/$target.log" 2>&1 || { tail -30 "build/targets/$target.log" >&2; say "$target: was not built"; return 1; }
  local table=$golden/library.txt program=build/targets/$target/library_hashes$suffix words=("$@" --threads "$threads") built=$((SECONDS - began))
  case $target in wasm32*) runner="$runner $program" program=$golden table=library.txt ;; esac
  [ -z "$emulated" ] || [ "${1:-}" != --short ] || words+=(--part 1/3)
  for width in ${widths:-any}; do
    began=$SECONDS code=0 asked=()
    [ "$width" = any ] || asked=(--width "$width")
    # shellcheck disable=SC2086
    said=$($runner "$program" "$table" "${words[@]}" "${asked[@]}" 2>>"build/targets/$target.log" | tr -d '\r') || code=$?
    vectors=$(sed -n 's/.*table, \([a-z0-9]*\),.*/\1/p' <<<"$said") seconds=$((SECONDS - began))
    equal=$(sed -n 's/^library_hashes: \([0-9]* of [0-9]*\) rows of.*/\1/p' <<<"$said")
    rows=${equal:-nothing was compared}
    if [ "$code" = 77 ]; then rows="skipped: not on this machine"; elif [ "$code" != 0 ] || [ -z "$equal" ]; then
      status=1
      grep '^library_hashes' "build/targets/$target.log" >&2 || say "$target: ended with $code: $said"
    fi
    printf '%s | %s | %s%s | %s | %s | %s + %s\n' "$target" "$("$compiler" --version | sed -n '1s/ (.*)//;1p')" "${vectors:-$width}" \
      "${flags:+ $flags}" "$runs_with" "$rows" "$built" "$seconds"
    built=0
  done
  return $status
}

if [ "${1:-}" = --one ]; then
  shift
  export WINEDEBUG=-all WINEPREFIX="$root/build/targets/wine"
  measure "$@" >"build/targets/$1.row"
  exit
fi

words=() targets=""
for word in "$@"; do
  case $word in --short) words=(--short) ;; -*) say "[--short] [TARGET...]"; exit 2 ;; *) targets="$targets $word" ;; esac
done
targets=${targets:-$all}

missing="" want="cmake ninja-build"
for target in $targets; do
  describe "$target"
  want="$want $needs"
done
# shellcheck disable=SC2086
for package in $(printf '%s\n' $want | sort -u); do
  dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed || missing="$missing $package"
done
if [ -n "$missing" ]; then
  as_root=""
  [ "$(id -u)" = 0 ] || as_root=sudo
  say "installs$missing"
  $as_root apt-get update -q >&2
  # shellcheck disable=SC2086
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=600 install -q -y --no-install-recommends $missing >&2
fi

mkdir -p build/targets
status=0
# shellcheck disable=SC2086
printf '%s\n' $targets | xargs -P "$(nproc)" -I{} "$golden/targets.sh" --one {} "${words[@]}" || status=1
{
  echo "target | compiler | vectors | runs with | rows equal | seconds to build + to run"
  for target in $targets; do cat "build/targets/$target.row"; done
} >build/targets/table.txt
cat build/targets/table.txt
exit $status
