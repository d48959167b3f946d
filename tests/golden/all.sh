#!/usr/bin/env bash
# all.sh [each] [GOLDEN_HASHES]: every row of tests/golden/hashes.txt to its last tick, with each vector width that this machine has, on one
# thread and on three: what is looked at before and after a change that must keep every bit. Minutes, with all cores; run by hand, not
# by CTest. With "each": on one, two and three threads, each of them also with glibc told that there is no fused multiply-add, three times
# as long. Exit 0 where all rows are equal to the table, 1 where one differs or nothing was compared.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
teams="1 3" libms=usual
if [ "${1:-}" = each ]; then
  teams="1 2 3" libms="usual hidden"
  shift
fi
golden=${1:-build/release/tests/golden_hashes}
[ -x "$golden" ] || { echo "all.sh: $golden is not there: cmake --preset release && cmake --build --preset release" >&2; exit 1; }
case $(uname -m) in x86_64 | amd64) widths="sse2 avx2 avx512" ;; *) widths=plain ;; esac

parts=$(nproc) bad=0 compared=0
for width in $widths; do
  for threads in $teams; do
    for libm in $libms; do
      tunables=${GLIBC_TUNABLES-}
      [ $libm = usual ] || tunables=glibc.cpu.hwcaps=-AVX2,-AVX2_Usable,-FMA,-FMA_Usable,-FMA4,-FMA4_Usable
      pids="" skipped=0
      for part in $(seq "$parts"); do
        GLIBC_TUNABLES=$tunables "$golden" tests/golden/hashes.txt --whole --width "$width" --threads "$threads" --part "$part/$parts" &
        pids="$pids $!"
      done
      for pid in $pids; do
        status=0
        wait "$pid" || status=$?
        case $status in 0) ;; 77) skipped=1 ;; *) bad=1 ;; esac
      done
      [ "$skipped" = 1 ] || compared=$((compared + 1))
    done
  done
done
[ "$compared" -gt 0 ] || { echo "all.sh: nothing was compared" >&2; exit 1; }
if [ "$bad" = 0 ]; then echo "all.sh: equal, $compared runs of another width, team or libm"; else echo "all.sh: rows DIFFER from the table"; fi
exit $bad
