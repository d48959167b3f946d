#!/usr/bin/env bash
# Hostile inputs: builds the harnesses of this folder with clang (libFuzzer, AddressSanitizer, UBSan: the preset asan-clang), runs every
# input that was a fault once (found/TARGET/), and then new ones. Any crash, leak, hang or more than 2 GiB fails, and its input is left in
# build/fuzz/found. An input hangs that takes 10 s: sanitizers and libFuzzer's tracing of compares cost about 70 times, so that 0.03 s of
# the program are 2.2 s here, and the machine may do other things too.
#   tests/fuzz/run.sh [brief|60s|10000] [TARGET...]   a fixed number of inputs for each target, about a minute in all, the same inputs on
#                                                     every machine (brief), seconds of a core in all, or inputs for each target; WEIR_FUZZ_SEED
#                                                     chooses others; scenes images grids sand hulls baselines states deltas calls worlds logs saves settings
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
root=$PWD
build=$root/build/fuzz programs=$root/build/asan-clang/tests/fuzz
corpus=$build/corpus # grows from run to run
amount=${1:-brief}
hang=10 # s
[ $# -gt 0 ] && shift
targets=("$@")
[ ${#targets[@]} -gt 0 ] || targets=(scenes images grids sand hulls baselines states deltas calls worlds logs saves settings)
declare -A brief=([scenes]=4000 [images]=3300 [grids]=20000 [sand]=20000 [hulls]=65000 [baselines]=100000 [states]=10000 [deltas]=40000 [calls]=400 [worlds]=650 [logs]=400 [saves]=260 [settings]=3300)
case "$amount" in
  brief) corpus=$build/corpus-brief ;;
  *[!0-9s]* | '' | *s?*) echo "run.sh: '$amount'; wanted: brief, seconds as in 60s, or a number of inputs" >&2; exit 2 ;;
  *s) corpus=$build/corpus-brief limit=-max_total_time=$(((${amount%s} + ${#targets[@]} - 1) / ${#targets[@]})) ;;
  *) limit=-runs=$amount ;;
esac

mkdir -p "$build"
cmake --preset asan-clang >/dev/null
cmake --build --preset asan-clang --target fuzz >"$build/build.log" 2>&1 || { cat "$build/build.log"; exit 1; }

export ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1:quarantine_size_mb=32 UBSAN_OPTIONS=print_stacktrace=1
mkdir -p "$build/found"
rm -rf "$build/corpus-brief" # a corpus that has grown would take all of a minute by itself
for target in scenes images grids sand hulls baselines states deltas calls worlds logs saves settings; do mkdir -p "$corpus/$target"; done
"$programs/fuzz_seeds" "$corpus"
cp assets/scenes/*.scene assets/examples/*.scene "$corpus/scenes"
cp assets/hulls/*.obj "$corpus/hulls"
# What would choose other inputs from run to run: addresses, and (-reload) reading the corpus again every second.
fixed=()
setarch -R true 2>/dev/null && fixed=(setarch -R)

# One target, whole; what it says comes at its end. Status 1: a fault.
fuzz() {
  local target=$1 limit=${limit-} most=4096 status=0 known dictionary=()
  mkdir -p "$build/work/$target"
  cd "$build/work/$target"
  # The largest seeds have 254 and 120 kB; of a longer one only the beginning would be read, and refused.
  case "$target" in states | worlds | logs | saves) most=300000 ;; esac
  [ "$amount" = brief ] && limit=-runs=${brief[$target]}
  [ -e "$root/tests/fuzz/$target.dict" ] && dictionary=("-dict=$root/tests/fuzz/$target.dict")
  known=("$root/tests/fuzz/found/$target"/*)
  if [ -e "${known[0]}" ] && ! "$programs/fuzz_$target" -timeout=$hang -rss_limit_mb=2048 "${known[@]}" >"$target.log" 2>&1; then
    tail -40 "$target.log"
    echo "FAIL $target: an input that was a fault once"
    status=1
  fi
  if "${fixed[@]}" "$programs/fuzz_$target" -timeout=$hang -rss_limit_mb=2048 -max_len=$most -print_final_stats=1 -reload=0 -seed="${WEIR_FUZZ_SEED:-1}" \
    -artifact_prefix="$build/found/$target-" "$limit" "${dictionary[@]}" "$corpus/$target" >"$target.log" 2>&1; then
    echo "$target: $(grep -oE 'number_of_executed_units: *[0-9]+' "$target.log" | grep -oE '[0-9]+$') inputs," \
      "$(grep -oE 'slowest_unit_time_sec: *[0-9]+' "$target.log" | grep -oE '[0-9]+$') s the slowest," \
      "$(grep -oE 'peak_rss_mb: *[0-9]+' "$target.log" | grep -oE '[0-9]+$') MiB; $(find "$corpus/$target" -type f | wc -l) kept"
  else
    grep -vE '^#[0-9]+\s+(NEW|REDUCE|pulse)' "$target.log" | tail -45
    echo "FAIL $target"
    status=1
  fi
  return $status
}

# As many targets at a time as there are cores; which inputs each gets does not depend on it.
status=0 running=0
for target in "${targets[@]}"; do
  if [ $running -ge "$(nproc)" ]; then
    wait -n || status=1
    running=$((running - 1))
  fi
  fuzz "$target" &
  running=$((running + 1))
done
for ((; running > 0; running--)); do wait -n || status=1; done
exit $status
