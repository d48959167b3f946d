#!/usr/bin/env bash
# Whole runs of the real program without a display: volume, depth, finiteness, determinism. Prints what it saw.
set -u
weir=$1
work=$(mktemp -d)
export XDG_CONFIG_HOME=$work/config XDG_DATA_HOME=$work/data # a window leaves its size there
trap 'rm -rf "$work"' EXIT
bad=0
number() { # file, python-free lookup of a top-level or one-deep key
  tr -d ' \n' < "$1" | grep -oE "\"$2\":(\{\"[^}]*\}|[-0-9.e+]+|true|false|\"[^\"]*\")" | head -1 | sed -E "s/^\"$2\"://; s/\"//g"
}
deep() { tr -d ' \n' < "$1" | grep -oE "\"$2\":\{[^}]*\}" | grep -oE "\"$3\":[-0-9.e+]+" | sed -E 's/.*://'; }
less() { awk -v a="$1" -v b="$2" 'BEGIN { exit !(a == a + 0 && a <= b) }'; }
run() { # scene solver seconds drop
  local out="$work/$1-$2.json"
  if ! "$weir" "$1" --solver "$2" --headless --seconds "$3" --drop "$4" --stats "$out" 2>"$work/err"; then
    echo "FAIL $1 $2: $(cat "$work/err")"; bad=1; return
  fi
  local error=$(deep "$out" volume_m3 error_relative) least=$(deep "$out" depth_m min) finite=$(number "$out" finite)
  local bodies=$(number "$out" bodies)
  echo "$1 $2: volume error $error, depth min $least, finite $finite, bodies $bodies"
  less "$error" 1e-5 || { echo "FAIL volume"; bad=1; }
  less 0 "$least" || { echo "FAIL depth"; bad=1; }
  [ "$finite" = true ] || { echo "FAIL finite"; bad=1; }
  [ "$bodies" -ge "$4" ] || { echo "FAIL bodies"; bad=1; }
}
run valley pipe 20 30
run valley membrane 20 10
run pool membrane 20 20
run pool pipe 10 10
run gate pipe 10 10
run gate swe 10 10
run piers swe 10 5 # not 20: the river carries the first out of its grid by then
run beach swe 20 5
run vents pipe 20 3
hash() { "$weir" gate --headless --steps 200 --drop 10 --grid 128x96 --stats - "$@" | tr -d ' \n' | grep -oE '"state_hash":"[^"]*"'; }
a=$(hash --threads 1) b=$(hash --threads 2) c=$(hash --threads 3) d=$(hash --threads 2) e=$(hash --seed 99)
echo "hashes: $a (1 thread) $b (2) $c (3) $e (another seed)"
[ -n "$a" ] && [ "$a" = "$b" ] && [ "$a" = "$c" ] && [ "$a" = "$d" ] || { echo "FAIL: equal runs differ"; bad=1; }
# Drawn or not: the thread that steps the world takes the same ticks.
drawn() { SDL_VIDEODRIVER=offscreen "$weir" gate --steps 60 --drop 10 --grid 128x96 --size 160x90 --stats - "$@" 2>"$work/err" | tr -d ' \n' | grep -oE '"state_hash":"[^"]*"'; }
g=$(drawn) h=$(drawn --headless) i=$(drawn --set time_scale=4 --threads 1)
echo "drawn: $g, not drawn: $h, drawn at four times the speed: $i"
if [ -z "$g" ] && grep -qiE 'EGL|OpenGL|offscreen|display' "$work/err"; then
  echo "drawing not tested: $(cat "$work/err")"
else
  [ -n "$g" ] && [ "$g" = "$h" ] && [ "$g" = "$i" ] || { echo "FAIL: drawing changes the run"; bad=1; }
fi
for width in sse2 avx2 avx512; do
  f=$(hash --simd $width) || continue # a machine that has it not says so
  echo "$width: $f"
  [ -z "$f" ] || [ "$a" = "$f" ] || { echo "FAIL: $width differs"; bad=1; }
done 2>/dev/null
[ "$a" != "$e" ] || { echo "FAIL: another seed, the same run"; bad=1; }
exit $bad
