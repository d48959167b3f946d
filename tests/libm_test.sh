#!/usr/bin/env bash
# libm_test.sh CC FILE...: of the C library's maths, the shared library and the rooms whose results enter the state may call what is
# exact, the same on every machine, and nothing else: no exp, sin, pow (base/maths.h has those), no fmin, fmax (which leave
# open the sign of a zero). Reads the undefined symbols of each FILE and compares those that libm defines with a list.
set -euo pipefail
cc=$1
shift
exact="sqrt sqrtf fabs fabsf floor floorf ceil ceilf trunc truncf rint rintf round roundf fmod fmodf ldexp ldexpf frexp frexpf ilogb
  ilogbf copysign copysignf"

libm=$("$cc" -print-file-name=libm.so.6)
[ -e "$libm" ] || { echo "libm_test.sh: $cc knows no libm.so.6: skipped"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
nm -D --defined-only "$libm" | awk '{ sub(/@.*/, "", $NF); print $NF }' | sort -u >"$work/libm"
printf '%s\n' $exact | sort >"$work/exact"

inexact() { # file -> the symbols of libm and of its vector forms that it calls and must not
  local dynamic=""
  case "$1" in *.so*) dynamic=-D ;; esac
  nm $dynamic --undefined-only "$1" 2>/dev/null | awk '$1 == "U" || $1 == "w" { sub(/@.*/, "", $2); print $2 }' | sort -u >"$work/wanted"
  [ -s "$work/wanted" ] || { echo "no-symbols-could-be-read"; return; }
  { comm -12 "$work/wanted" "$work/libm" | comm -23 - "$work/exact"; grep -E '^_ZGV' "$work/wanted" || true; } | tr '\n' ' '
}

# It must be able to fail: a library that calls three that are not exact and one that is.
cat >"$work/seeded.c" <<'C'
#include <math.h>
double seeded(double x);
double seeded(double x) { return exp(x) + fmod(x, 3) + fmax(x, 2) + (double)cbrtf((float)x); }
C
"$cc" -shared -fPIC -O1 "$work/seeded.c" -o "$work/seeded.so" -lm
found=$(inexact "$work/seeded.so")
# clang needs no call for fmax on some machines
[ "$found" = "cbrtf exp fmax " ] || [ "$found" = "cbrtf exp " ] || { echo "a library that calls exp, fmax and cbrtf is said to call: $found"; exit 1; }

bad=0
for file in "$@"; do
  found=$(inexact "$file")
  [ -z "$found" ] && continue
  echo "$(basename "$file") calls $found: differs between machines; base/maths.h has what is wanted, or is to have it"
  bad=1
done
exit $bad
