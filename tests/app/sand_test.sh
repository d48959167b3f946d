#!/usr/bin/env bash
# weir --sand and --projector: ground that follows grids of heights from a pipe, a file and standard input; a producer that is killed, garbage,
# options that do not go together, a plan as a picture. docs/projector.md. Usage: sand_test.sh PROGRAM PRODUCER
set -u
export LC_ALL=C
program=$(realpath "${1:?usage: sand_test.sh PROGRAM PRODUCER}")
producer=$(realpath "${2:?usage: sand_test.sh PROGRAM PRODUCER}")
document=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../../docs/projector.md")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
unset DISPLAY WAYLAND_DISPLAY
failures=0

fail() {
  echo "FAIL: $*"
  failures=$((failures + 1))
}
figure() { # stats file, key -> its number
  sed -n "s/.*\"$2\": *\([-0-9.e+]*\).*/\1/p" "$1" | head -1
}

echo "a pipe, whose producer is killed and comes again"
mkfifo pipe
"$producer" pipe 60 30 160x120 &
first=$!
"$program" --headless --sand pipe --grid 96x72 --seconds 8 --stats stats 2>err &
run=$!
sleep 2.5
kill -9 $first
wait $first 2>/dev/null
sleep 0.5
printf 'this is no grid of heights' >pipe
sleep 0.3
"$producer" pipe 1 30 160x120
wait $run || fail "the run: $(cat err)"
[ "$(grep -c "producer is gone" err)" -ge 2 ] || fail "that its producer is gone: $(cat err)"
grep -q "bytes that are no grid" err || fail "that garbage came: $(cat err)"
[ "$(figure stats grids)" -ge 25 ] || fail "grids: $(figure stats grids) of some 100; the second producer alone sends 30"
[ "$(figure stats skipped_bytes)" -ge 26 ] || fail "skipped: $(figure stats skipped_bytes)"
awk "BEGIN { exit !($(figure stats raised_m3) > 100) }" || fail "raised: $(figure stats raised_m3) m3"
awk "BEGIN { exit !($(figure stats error_relative) < 1e-6) }" || fail "volume error: $(figure stats error_relative)"
awk "BEGIN { exit !($(figure stats wall_seconds) > 7.9) }" || fail "it ran ahead of the clock: $(figure stats wall_seconds) s"

echo "a file is played by its own clock, and standard input ends"
"$producer" recorded 2 20 64x48
"$program" --headless --sand recorded --grid 64x48 --seconds 5 --stats stats 2>err || fail "a file: $(cat err)"
[ "$(figure stats grids)" = 40 ] || fail "grids of a file: $(figure stats grids), 40 are in it"
[ "$(figure stats grids_taken)" -ge 25 ] || fail "of a file taken: $(figure stats grids_taken); it was read too fast"
grep -q "has ended after 40 grids" err || fail "that the file has ended: $(cat err)"
"$producer" - 1 30 64x48 | "$program" --headless --sand - --grid 64x48 --seconds 4 --stats stats 2>err || fail "standard input: $(cat err)"
[ "$(figure stats grids)" = 30 ] || fail "grids of standard input: $(figure stats grids)"
grep -q "standard input: has ended" err || fail "that standard input has ended: $(cat err)"

echo "the producer that docs/projector.md shows"
if command -v python3 >/dev/null; then
  sed -n '/<!-- producer -->/,/^```$/p' "$document" | sed '/^<!--/d; /^```/d' >producer.py
  [ "$(wc -l <producer.py)" -gt 5 ] || fail "no producer in $document"
  python3 producer.py pipe &
  "$program" --headless --sand pipe --grid 64x48 --seconds 8 --stats stats 2>err || fail "the document's producer: $(cat err)"
  wait
  [ "$(figure stats grids)" = 90 ] || fail "grids of the document's producer: $(figure stats grids); 90 are wanted"
  [ "$(figure stats skipped_bytes)" = 0 ] || fail "of these skipped: $(figure stats skipped_bytes) bytes"
fi

echo "what does not go together"
refused() { # word that the line has, arguments
  local word=$1
  shift
  "$program" "$@" >out 2>err
  local status=$?
  [ $status = 2 ] || [ $status = 1 ] || fail "status $status: $*"
  [ "$(wc -l <err)" = 1 ] || fail "not one line: $* : $(cat err)"
  grep -q -- "$word" err || fail "no word of $word: $(cat err)"
}
refused mkfifo --headless --seconds 1 --sand no_such_pipe
refused "neither a pipe nor a file" --headless --seconds 1 --sand .
refused "cannot be done again" --headless --seconds 1 --sand recorded --log-input log
refused "cannot be done again" --headless --seconds 1 --sand recorded --compare pipe,swe
refused "--screenshot" --headless --seconds 1 --projector
refused "straight above" --projector --view depth --headless --seconds 1 --screenshot a.png

echo "a plan as a picture"
"$program" --headless --projector --sand recorded --grid 64x48 --seconds 2 --size 320x240 --screenshot plan.png 2>err
status=$?
if [ $status = 0 ]; then
  [ -s plan.png ] || fail "no picture"
  [ "$(head -c 8 plan.png | tail -c 7 | head -c 3)" = PNG ] || fail "no PNG"
elif ! grep -q "OpenGL\|display" err; then
  fail "a plan: $(cat err)"
fi

[ $failures = 0 ] && echo "all as it should be"
exit $((failures > 0))
