#!/usr/bin/env bash
# all.sh [GOLDEN_HASHES]: every row of tests/golden/hashes.txt to its last tick, with each vector width that this machine has, on one
# thread and on three: what is looked at before and after a change that must keep every bit. Minutes, with all cores; run by hand, not
# by CTest. Exit 0 where all rows are equal to the table, 1 where one differs or nothing was compared.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
golden=${1:-build/release/tests/golden_hashes}
[ -x "$golden" ] || { echo "all.sh: $golden is not there: cmake --preset release && cmake --build --preset release" >&2; exit 1; }
case $(uname -m) in x86_64 | amd64) widths="sse2 avx2 avx512" ;; *) widths=plain ;; esac
# Teams of threads that wait by spinning come to a crawl where there are more threads than cores.
export GOMP_SPINCOUNT=5000 KMP_BLOCKTIME=0

parts=$(nproc) bad=0 compared=0
for width in $widths; do
  for threads in 1 3; do
    pids="" skipped=0
    for part in $(seq "$parts"); do
      "$golden" tests/golden/hashes.txt --whole --width "$width" --threads "$threads" --part "$part/$parts" &
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
[ "$compared" -gt 0 ] || { echo "all.sh: nothing was compared" >&2; exit 1; }
if [ "$bad" = 0 ]; then echo "all.sh: equal, $compared of width and threads"; else echo "all.sh: rows DIFFER from the table"; fi
exit $bad
