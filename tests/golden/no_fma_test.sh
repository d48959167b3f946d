#!/usr/bin/env bash
# no_fma_test.sh CC GOLDEN_HASHES TABLE: the table with glibc told that the processor has no fused multiply-add, so that it takes its other
# exp, sin, atan2. Says so where that changes nothing (no FMA, or another C library), and compares the table all the same.
set -euo pipefail
cc=$1 golden=$2 table=$3
hidden="glibc.cpu.hwcaps=-AVX2,-AVX2_Usable,-FMA,-FMA_Usable,-FMA4,-FMA4_Usable"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/libm.c" <<'C'
#include <math.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  unsigned long long hash = 0;
  for (volatile int n = 1; n < 200000; n++) {
    const double x = n * 0.0123, all[] = {exp(0.01 * x), sin(x), atan2(x, 3.3)};
    for (int m = 0; m < 3; m++) {
      unsigned long long bits;
      memcpy(&bits, &all[m], sizeof bits);
      hash = hash * 31 + bits;
    }
  }
  printf("%llx\n", hash);
  return 0;
}
C
"$cc" -O1 "$work/libm.c" -o "$work/libm" -lm
if [ "$("$work/libm")" = "$(GLIBC_TUNABLES=$hidden "$work/libm")" ]; then
  echo "not run: the other libm, as this machine's gives the same with FMA hidden"
fi
GLIBC_TUNABLES=$hidden "$golden" "$table"
